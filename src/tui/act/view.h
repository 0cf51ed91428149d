/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view: how the view at hand shows its rows: order, row filter, settings. */
#ifndef GPTUI_TUI_ACT_VIEW_H
#define GPTUI_TUI_ACT_VIEW_H

#include <stddef.h>

#include "tui/keys/prefs.h"
#include "tui/app/ui.h"

/* Sort by column `i`; `ascending` -1: names and texts ascend, numbers descend; the same column
 * again turns round. */
void sort_by(struct ui *ui, unsigned i, int ascending);
void sort_by_name(struct ui *ui, const char *id, size_t n, int ascending);

/* The row filter of the view; "" for none. Says what is wrong with it. */
void rows_filter(struct ui *ui, const char *filter);

/* Give a setting another value and say so. */
void pref_change(struct ui *ui, enum pref p, int v);
void settings_choose(struct ui *ui); /* by a menu */

#endif
