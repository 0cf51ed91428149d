/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_color: roles and looks as colours and attributes of curses. Private to the surface. */
#ifndef GPTUI_TUI_TERMINAL_SURFACE_COLOR_H
#define GPTUI_TUI_TERMINAL_SURFACE_COLOR_H

#include "tui/terminal/surface_internal.h"

/* Start colours as deep as the terminal has and the user wants, and make the pairs. */
void surface_colors_start(struct surface *s);

/* The pair of a role, with colours or without. A reversed cell has the terminal's own colours and
 * none of the role's looks, so that the cursor's row is one even bar and its heat is not turned
 * round. */
short surface_pair(enum role role, unsigned look);
enum role surface_pair_role(short pair);

/* Attributes of a role with looks (pair not included). */
attr_t surface_attributes(const struct surface *s, enum role role, unsigned look);
unsigned surface_looks(attr_t a);

#endif
