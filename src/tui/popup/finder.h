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

void finder_release(struct finder *f);
bool finder_ready(const struct app *a);

/* A slice of names. */
void finder_work(struct app *a);

#endif
