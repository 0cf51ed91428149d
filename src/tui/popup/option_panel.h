/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_panel: the list of all filters and options, and the command line that they make.
 *
 * Its lines: the items of the option list in order, then the row filter of the view if there is
 * one, then the switches that are not in the list. */
#ifndef GPTUI_TUI_POPUP_OPTION_PANEL_H
#define GPTUI_TUI_POPUP_OPTION_PANEL_H

#include <stdbool.h>
#include <stddef.h>

struct app;
struct line;
struct popup_ops;

extern const struct popup_ops popup_panel;

size_t panel_n_lines(const struct app *a);
void panel_line(const struct app *a, size_t i, struct line *out);

/* Append what line i does, in full. */
void panel_detail(const struct app *a, size_t i, struct line *out);

/* ---- option_panel_effects.c: what each item changes, found out while nothing is pressed ---- */

bool panel_effects_ready(const struct app *a); /* or not wanted now */
void panel_effects_work(struct app *a);        /* one item */
void panel_effects_drop(struct app *a);        /* other options, or the end */

/* What item i changes; "" while that is not known. */
const char *panel_effect(const struct app *a, size_t i);

/* How many items are on, and how many there are. */
void panel_counts(const struct app *a, size_t *on, size_t *all);

#endif
