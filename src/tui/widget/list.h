/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list: which row of many is selected, and which rows show. Pure arithmetic.
 *
 * 1. n = 0: top = cursor = 0. Otherwise cursor < n.
 * 2. The last page is full: top <= n - height (0 if everything fits).
 * 3. Moving the cursor brings it into view by the smallest scroll; scrolling leaves it alone, so
 *    it may be out of view until it moves.
 * 4. height may be 0 (no room): the cursor still moves, top follows it.
 *
 * An all-zero list is empty and ready. */
#ifndef GPTUI_TUI_WIDGET_LIST_H
#define GPTUI_TUI_WIDGET_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct list {
    size_t n;      /* rows in all */
    size_t height; /* rows that fit the screen */
    size_t top;    /* first row shown */
    size_t cursor; /* row selected */
    size_t lead;   /* rows kept in sight above the cursor (list_lead) */
};

#define LIST_NONE ((size_t)-1)

/* New numbers of rows or lines: the cursor stays on its row (or the last one), and stays in view if
 * it was, at the same screen line where possible. A negative height counts as 0. */
void list_resize(struct list *l, size_t n, int height);

/* Select a row (clamped) and show it. */
void list_set(struct list *l, size_t row);

/* Select a row (clamped), and show it in the middle of the screen if it was out of view. */
void list_center(struct list *l, size_t row);

void list_move(struct list *l, ptrdiff_t rows);

/* One row on, round the ends. */
void list_turn(struct list *l, int direction);

/* The first row of a list that is not short may be covered by the head of its section: how many
 * rows above the cursor stay in sight, where there are any. */
enum { LIST_SHORT = 5 };
static inline size_t list_lead(const struct list *l)
{
    return l->height >= LIST_SHORT ? l->lead : 0;
}

/* Move cursor and top together by n pages; at the ends the cursor goes on alone. */
void list_pages(struct list *l, int pages);

/* Scroll without moving the cursor. */
void list_scroll(struct list *l, ptrdiff_t rows);

bool list_visible(const struct list *l, size_t row);

/* The row shown in line `y` of the screen part, LIST_NONE if none. */
size_t list_row_at(const struct list *l, int y);

/* Whether all invariants hold; for tests and fuzzing. */
bool list_valid(const struct list *l);

#endif
