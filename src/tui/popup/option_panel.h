/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_panel: the list of all filters and options, and the command line that they make.
 *
 * Its lines: the items of the option list in order, then the row filter of the view if there is
 * one, then the switches that are not in the list. */
#ifndef GPTUI_TUI_POPUP_OPTION_PANEL_H
#define GPTUI_TUI_POPUP_OPTION_PANEL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/options/option.h"
#include "tui/popup/option_effects.h"
#include "tui/widget/list.h"

struct line;
struct ui;

struct option_panel {
    struct list list;
    struct option_effects effects;
};

size_t option_panel_n_lines(const struct ui *ui);
void option_panel_line(const struct ui *ui, size_t i, struct line *out);

/* Append what line i does, in full. */
void option_panel_detail(const struct ui *ui, size_t i, struct line *out);

#endif
