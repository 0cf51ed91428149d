/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_pane: what the view does not show of the row at hand, beside it: callers and callees, or the
 * source.
 *
 * 1. Its two lists belong to the function or cycle under the view's cursor; when that changes they
 *    start at their tops again.
 * 2. The keys are in the view or in one of the lists. They are in a list only while it is on the
 *    screen and has rows. */
#ifndef GPTUI_TUI_APP_SIDE_PANE_H
#define GPTUI_TUI_APP_SIDE_PANE_H

#include <stdbool.h>

#include "core/view/grid/callers_callees.h"
#include "core/view/grid/grid.h"
#include "tui/app/ui.h"
#include "tui/history/anchor.h"
#include "tui/widget/list.h"

struct event;
struct surface;

enum focus { FOCUS_VIEW, FOCUS_FIRST, FOCUS_SECOND, N_FOCUSES };

struct side_pane {
    struct anchor at;
    struct grid *grid[2]; /* by enum link_side, of `at`; NULL: none */
    const char *file;     /* the first one is the source of it: as in the debug information, the
                             session's; NULL: it is not */
    bool no_lines;        /* what is known of lines could not be had, until the next change */
    struct list list[2];  /* of each grid */
    int cols[2];          /* of callers and callees, for which they were made */
    enum focus focus;     /* where the keys are */
};

/* After each step: the lists are those of the row under the view's cursor, and fit the screen. */
void side_pane_settle(struct ui *ui);

/* The analysis is about to change: nothing of the lists may be read until side_pane_settle. */
void side_pane_stale(struct ui *ui);
void side_pane_release(struct side_pane *p);

/* Whether it waits for what is known of the lines of a source; find that out. For a large program
 * that takes a while, so it is done when the screen is there already. False: the progress said to
 * stop. */
bool side_pane_waits(const struct ui *ui);
bool side_pane_work(struct ui *ui);

bool side_pane_has_keys(const struct ui *ui);

/* The list that has the keys, and what its selected row is about; the pane has them. */
struct list *side_pane_list(const struct ui *ui);
struct grid_row side_pane_row(const struct ui *ui);

/* Append the selected row as it is drawn. */
void side_pane_line(const struct ui *ui, struct line *out);

/* Append the detail line of what the keys act on to an empty line; the list that it is in. */
const struct list *detail_at_hand(const struct ui *ui, struct line *out);

/* The row that keys act on, of the list or view that has them; ROW_TEXT: nothing. */
struct grid_row row_at_hand(const struct ui *ui);

/* The keys go back to the view. */
void side_pane_leave(struct ui *ui);

/* The list under the pointer, or NULL; and a click there. */
struct list *side_pane_list_at(struct ui *ui, int row, int col);
void side_pane_click(struct ui *ui, const struct event *e);

void side_pane_draw(const struct ui *ui, struct surface *s);

#endif
