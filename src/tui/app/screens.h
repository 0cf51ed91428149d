/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screens: their grids are made again when what they show changes; going from one place in them to
 * another, with and without a step of the history. */
#ifndef GPTUI_TUI_APP_SCREENS_H
#define GPTUI_TUI_APP_SCREENS_H

#include "tui/app/screen.h"

void screens_refresh(struct ui *ui); /* make the grid that is missing; its list fits the layout */

/* The grid of a view is to be made again; its cursor stays on its row. */
void screens_put_away(struct ui *ui, struct screen *s);
void screens_stale(struct ui *ui); /* all grids, and whatever else holds rows, are made again */

/* Let views have what they were shown without (session_waits). False: that was interrupted. */
bool screens_catch_up(struct ui *ui) ATTR_MUST_USE;

/* What the profile lacks, or the comparison in Diff, to an empty line, until a key is pressed.
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

/* ---- places ---- */

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
