/* SPDX-License-Identifier: GPL-3.0-or-later */
/* take_out: the samples of a row leave the profile, by gprof's own -P. */
#ifndef GPTUI_TUI_ACT_TAKE_OUT_H
#define GPTUI_TUI_ACT_TAKE_OUT_H

#include "core/view/grid/grid.h"
#include "tui/app/ui.h"

/* Whether all that a row stands for is out. */
bool is_taken_out(struct ui *ui, struct grid_row row);

#endif
