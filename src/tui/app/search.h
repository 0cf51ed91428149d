/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search: incremental search in the rows of a view or the lines of the help.
 *
 * What is typed is plain text until it has a character that means something to PCRE2; what does
 * not compile, or matches nothing, is taken as plain text again. Rows are looked at in slices
 * (search_work) from where the search began, once round. */
#ifndef GPTUI_TUI_APP_SEARCH_H
#define GPTUI_TUI_APP_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/text.h"
#include "tui/app/ui.h"

struct surface;

struct search {
    struct regex *regex; /* NULL: nothing searched yet */
    struct text pattern;
    int direction; /* 1, -1 */
    bool running;  /* rows are still to be looked at */
    bool wrapped;
    bool missed;     /* no row matched */
    bool typing;     /* the pattern is still being typed: a failure is quiet */
    bool plain;      /* taken as plain text after it matched nothing */
    size_t start;    /* the row under the cursor at first, unless it counts: LIST_NONE */
    size_t at, left; /* the next row, and how many are left */
    size_t from_cursor, from_top; /* where it started */
    int from_skip;
};

/* What is typed as an expression; as plain text if it does not compile. Fails as regex_new does. */
struct regex *search_regex(const char *pattern, size_t n, struct err *e) ATTR_MUST_USE;

void search_release(struct search *s);

/* Make `pattern` the one that is searched; empty: none. */
void search_set(struct ui *ui, struct search *s, const char *pattern, size_t n);

/* That of the lines of the pop-up that has the keys, or of the view. */
struct search *search_here(const struct ui *ui);

/* A slice of rows. */
void search_work(struct ui *ui);

/* Mark what r matches in a line drawn at (row, col) by surface_line. False: that is nothing. */
bool search_mark(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                 const struct regex *r);

#endif
