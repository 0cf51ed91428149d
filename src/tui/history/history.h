/* SPDX-License-Identifier: GPL-3.0-or-later */
/* history: where one has been: view, item, cursor, order and scroll. What is filtered is no part of
 * a place: it is taken back by history/undo alone.
 *
 * 1. n is 0 (nothing yet) or at < n <= HISTORY_MAX: place[at] is where we are, as it was when we
 * came; it is brought up to date when we leave.
 * 2. Going to a new place forgets those ahead. */
#ifndef GPTUI_TUI_HISTORY_HISTORY_H
#define GPTUI_TUI_HISTORY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/view/grid/grid.h"
#include "tui/history/anchor.h"

/* A row by what it is about; by its index where it is about nothing. */
struct row_anchor {
    enum row_kind kind;
    struct anchor at;
    size_t index;
    uint32_t line; /* of the source; 0: none */
    uint64_t path; /* grid_row.path; 0: none */
};

struct place {
    int view; /* enum view; 0: no place */
    struct anchor item;
    struct row_anchor row;
    size_t top;
    struct grid_sort sort;
    char *file; /* source: which; owned; NULL: none */
    int skip;
    unsigned by;   /* of the screen */
    uint64_t root; /* tree: the path that is the whole; 0: all */
};

void place_release(struct place *p);

/* Whether both are the same view of the same item, in the source of the same line. */
bool place_same(const struct place *a, const struct place *b);

/* A copy. */
struct place place_copy(const struct place *p) ATTR_MUST_USE;

enum { HISTORY_MAX = 200 };

struct history {
    struct place place[HISTORY_MAX];
    size_t n, at;
};

void history_release(struct history *h);

/* Bring the place where we are up to date; p is moved. */
void history_update(struct history *h, struct place p);

/* We are at a new place, p, which is moved. */
void history_push(struct history *h, struct place p);

/* One step back (-1) or forward (1): the place to go to, or NULL if there is none. */
const struct place *history_step(struct history *h, int direction);

bool history_valid(const struct history *h);

#endif
