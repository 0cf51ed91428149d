/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screens: their grids are made again when what they show changes. */
#ifndef GPTUI_TUI_APP_SCREENS_H
#define GPTUI_TUI_APP_SCREENS_H

#include "tui/app/screen.h"

void screens_refresh(struct ui *ui); /* make the grid that is missing; its list fits the layout */
void screens_stale(struct ui *ui);   /* all grids, and whatever else holds rows, are made again */

/* The line under the title, to an empty line: what the profile lacks, or the comparison in Diff.
 * False if neither lacks anything. */
bool screens_notice(const struct ui *ui, struct line *out);

/* The comparison; NULL: there is none. */
const struct view_diff *comparison_here(const struct ui *ui);

/* Append "sort: self (desc)" if the rows are sorted, and `after`. */
void text_sort(struct text *out, const struct grid *g, const char *after);

void screens_layout(struct ui *ui);  /* for the size, the settings and the view */
void screens_restyle(struct ui *ui); /* names, width or fold changed: all of that */

/* The grid of this view alone, in another order or with other rows; its cursor stays on its
 * subject. */
void screens_remake(struct ui *ui);

/* Show a view. Where its grid cannot be made, the one before stays. */
void screens_open(struct ui *ui, enum view v);

#endif
