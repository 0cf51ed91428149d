/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pane_source: the source of a function in the side pane. What is known of the lines is made when
 * the screen is there already: for a large program that takes a while. */
#ifndef GPTUI_TUI_APP_PANE_SOURCE_H
#define GPTUI_TUI_APP_PANE_SOURCE_H

#include "core/view/grid/grid.h"
#include "tui/app/ui.h"

/* Whether the pane waits for what is known of the lines; find that out. */
bool pane_source_waits(const struct ui *ui);
void pane_source_find(struct ui *ui);

/* Fill the pane with the source of node n, its hottest line selected, unless it waits or no source
 * is known of n. The pane's first list has its size. */
void pane_source_make(struct ui *ui, node_id n, const struct grid_style *style);

#endif
