/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare: what is compared with what: files, or runs of a set, which are compared with by their
 * files, too. All of it is options (--diff, --only-runs), so that the options line shows it and
 * undo takes it back. */
#ifndef GPTUI_TUI_ACT_COMPARE_H
#define GPTUI_TUI_ACT_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/app/ui.h"

/* Compare with these files and open the comparison; n 0: with nothing. They are read at once: if
 * that fails, the message says why, and all stays as it was. */
void compare_files(struct ui *ui, const char *const *files, size_t n);

/* Make these runs (per run of the set) a side of the comparison, in place of files that were
 * compared with. The other side keeps its runs if these are none of them, else it has all others.
 * False with a message: all stays as it was. */
enum { SIDE_BASE, SIDE_NEW };
bool compare_runs(struct ui *ui, int side, const bool *these);

/* Open the entry of the function of the row at hand, on the new side. */
void compared_open_row(struct ui *ui);

/* The node of the base whose entry the view of the base shows; NO_ID: none. */
node_id base_node(const struct ui *ui, const struct analysis *base);

/* Open the entry of a node of the base; of the function shown, that of its cycle. */
void base_open_node(struct ui *ui, node_id n);

/* The entry in the base of the function of the row at hand; from there to that of the new side. A
 * message says why there is none. */
void compared_open_base(struct ui *ui);

/* In the list, to the row of the function that differs most. */
void compared_go_first(struct ui *ui);

/* In the list, to the row of a function of the new side. False: it has no row, as cycles. */
bool compared_go_node(struct ui *ui, node_id n);

#endif
