/* SPDX-License-Identifier: GPL-3.0-or-later */
/* places: where one is, and going elsewhere, with and without a step of the history. */
#ifndef GPTUI_TUI_APP_PLACES_H
#define GPTUI_TUI_APP_PLACES_H

#include <stdbool.h>

#include "tui/app/ui.h"
#include "tui/history/history.h"

struct place place_here(const struct ui *ui);

/* Go there, without a step of the history. False if it cannot be shown; the reason is reported. */
bool place_go(struct ui *ui, const struct place *p);

void places_leave(struct ui *ui);  /* about to go elsewhere: remember this place */
void places_arrive(struct ui *ui); /* there: a step of the history */

/* Open the entry of a function or cycle in the graph. False, with a message: there is none. */
bool open_entry(struct ui *ui, node_id n);

/* Go to a function or cycle that was asked for by name or number: where the view at hand has it, or
 * to its entry in the graph. */
void go_to_node(struct ui *ui, node_id n);

#endif
