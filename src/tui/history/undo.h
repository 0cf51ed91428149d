/* SPDX-License-Identifier: GPL-3.0-or-later */
/* undo: what takes away or folds rows can be taken back, and made again: options, row filters of
 * views, folds of cycles. They share one order of steps; where one looks is no part of it.
 *
 * A step keeps what was before it (on the way forward: what is after it). The last analysis is kept
 * as well, so that taking a change of the options back is quick. */
#ifndef GPTUI_TUI_HISTORY_UNDO_H
#define GPTUI_TUI_HISTORY_UNDO_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/options/option_list.h"
#include "core/session/session.h"

#define UNDO_MAX 100

enum undo_kind { UNDO_OPTIONS, UNDO_ROWS, UNDO_FOLDS };

struct undo_step {
    enum undo_kind kind;
    int view;                   /* enum view: whose rows or folds */
    struct option_list options; /* UNDO_OPTIONS: the whole list */
    char *rows;                 /* UNDO_ROWS: the row filter; owned */
    bool folded;                /* UNDO_FOLDS */
};

struct undo {
    struct undo_step past[UNDO_MAX], future[UNDO_MAX];
    size_t n_past, n_future;
    struct analysis *spare;      /* of the options that were on last; NULL: none */
    struct option_list spare_of; /* those */
};

void undo_release(struct undo *u);

/* Make *options the options that are on, remembering the old ones; what could be redone is
 * forgotten. On success *options is taken over and empty; on failure it is as before. Fails as
 * session_change does. */
bool undo_change(struct undo *u, struct session *s, struct option_list *options,
                 struct err *e) ATTR_MUST_USE;

/* Remember a change of another kind: the step holds what was before. It is taken over. */
void undo_push(struct undo *u, struct undo_step step);

/* The next step back (forward: again); NULL: there is none. */
const struct undo_step *undo_next(const struct undo *u, bool forward);

/* Take it, if it is of the options. Fails as session_change does; then nothing has changed. */
bool undo_options(struct undo *u, struct session *s, bool forward, struct err *e) ATTR_MUST_USE;

/* Take it, if it is of another kind: for the caller to exchange its value for what is now. */
struct undo_step *undo_take(struct undo *u, bool forward);

/* Read the files again; lists of options stay. Fails as session_reload does. */
bool undo_reload(struct undo *u, struct session *s, struct err *e) ATTR_MUST_USE;

#endif
