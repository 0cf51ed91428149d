/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder: a function by some letters of its name.
 *
 * The names are gathered in slices, heaviest function first; what is typed is ranked over those
 * gathered so far. */
#ifndef GPTUI_TUI_POPUP_FINDER_H
#define GPTUI_TUI_POPUP_FINDER_H

#include <stdbool.h>
#include <stddef.h>

struct app;
struct finder;
struct line;

void finder_release(struct finder *f);
bool finder_ready(const struct app *a);

/* A slice of names. */
void finder_work(struct app *a);

/* Row i of those found, within `cols` columns. */
void finder_line(const struct app *a, size_t i, int cols, struct line *out);

/* The selected one in full; nothing if there is none. */
void finder_detail(const struct app *a, struct line *out);

#endif
