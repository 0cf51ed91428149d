/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_pane: callers and callees of the row at hand, beside the view.
 *
 * 1. Its two lists belong to the function or cycle under the view's cursor; when that changes they
 *    start at their tops again.
 * 2. The keys are in the view or in one of the lists. They are in a list only while it is on the
 *    screen and has rows. */
#ifndef GPTUI_TUI_APP_SIDE_PANE_H
#define GPTUI_TUI_APP_SIDE_PANE_H

#include <stdbool.h>

#include "core/view/grid/grid.h"

struct app;
struct event;
struct line;
struct list;
struct surface;

/* After each step: the lists are those of the row under the view's cursor, and fit the screen. */
void pane_settle(struct app *a);

/* The analysis is about to change: nothing of the lists may be read until pane_settle. */
void pane_stale(struct app *a);
void pane_release(struct app *a);

bool pane_has_keys(const struct app *a);

/* The list that has the keys, and what its selected row is about; the pane has them. */
struct list *pane_list(struct app *a);
const struct list *pane_list_const(const struct app *a);
struct grid_row pane_row(const struct app *a);

/* Append the selected row as it is drawn; what it is about, in full. */
void pane_line(const struct app *a, struct line *out);
void pane_detail(const struct app *a, struct line *out);

/* The keys go back to the view. */
void pane_leave(struct app *a);

/* The list under the pointer, or NULL; and a click there. */
struct list *pane_list_at(struct app *a, int row, int col);
void pane_click(struct app *a, const struct event *e);

void pane_draw(const struct app *a, struct surface *s);

#endif
