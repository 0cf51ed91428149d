/* SPDX-License-Identifier: GPL-3.0-or-later */
/* take_out: the samples of a row leave the profile, by gprof's own -P. */
#ifndef GPTUI_TUI_ACT_TAKE_OUT_H
#define GPTUI_TUI_ACT_TAKE_OUT_H

#include "core/view/grid/grid.h"
#include "tui/app/ui.h"

/* Take what a row of the view at hand stands for out of the samples of both views, or, if all of it
 * is out, take it back: a function, a line, all members of a cycle, or a group of functions. One
 * step of undo. While -p with a symspec is on, which makes -P mean nothing, a menu offers to drop
 * it. What cannot be said as a symspec is reported. */
void take_out(struct ui *ui, struct grid_row row);

/* Whether all that a row stands for is out. */
bool is_taken_out(struct ui *ui, struct grid_row row);

#endif
