/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare: what is compared with what: files, or runs of a set. All of it is options (--diff,
 * --diff-base, --diff-new), so that the options line shows it and undo takes it back. */
#ifndef GPTUI_TUI_ACT_COMPARE_H
#define GPTUI_TUI_ACT_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/model/run_sides.h"
#include "core/view/context.h"
#include "tui/app/ui.h"

/* Compare with these files and open the comparison; n 0: with nothing. They are read at once: if
 * that fails, the message says why, and all stays as it was. */
void compare_files(struct ui *ui, const char *const *files, size_t n);

/* Make the runs of a list (profile_runs_select) a side of the comparison, in place of files that
 * were compared with. False with a message: all stays as it was. */
bool compare_runs(struct ui *ui, int side, const char *list);

/* Open the compared entry of the row at hand, in the list, an entry, or the pane beside them; or of
 * the caller that has most of its difference. */
void compared_open_row(struct ui *ui);
void compared_open_caller(struct ui *ui);

/* To the function that differs most: its row in the list, or from an entry to its entry. */
void compared_go_first(struct ui *ui);

/* Likewise to a function of the new side; of a cycle, which has no row, to its entry. False:
 * nothing is compared. */
bool compared_go_node(struct ui *ui, node_id n);

/* Likewise, where the view shows the comparison, to a function by its shown or raw name on the old
 * side, which may be gone or called otherwise now. False: there is none. */
bool compared_go_old(struct ui *ui, const char *name);

/* Likewise to one of the old side. */
void compared_go_old_symbol(struct ui *ui, sym_id old);

/* The row of the comparison that stands first in its natural order: the function that differs most.
 * NO_ID: there is none, or no memory. */
uint32_t compared_first(const struct view_diff *v);

/* The row of the comparison whose entry is shown, or that of its cycle, or was last; NO_ID: it has
 * none any more. */
uint32_t compared_item(const struct ui *ui, const struct view_diff *v);

#endif
