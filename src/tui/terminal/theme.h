/* SPDX-License-Identifier: GPL-3.0-or-later */
/* theme: what each role looks like. Free of curses: the surface turns a style into attributes.
 *
 * 1. Colour never carries meaning alone: where it does, a look or a character says the same.
 * 2. Only foregrounds are set; the terminal's own background stays.
 * 3. Colour is heat, and nothing else: warnings, structure and cycles have looks and words. */
#ifndef GPTUI_TUI_TERMINAL_THEME_H
#define GPTUI_TUI_TERMINAL_THEME_H

#include "core/view/line.h"

/* Looks beside the role's own. */
enum { LOOK_REVERSE = 1, LOOK_BOLD = 2, LOOK_UNDERLINE = 4, LOOK_DIM = 8 };

/* How many colours the terminal has. */
enum theme_depth { THEME_MONO, THEME_8, THEME_16, THEME_256, THEME_DIRECT, N_THEME_DEPTHS };

struct style {
    int fg;        /* palette index, 0xRRGGBB for THEME_DIRECT, -1: the terminal's own */
    unsigned look; /* LOOK_ bits */
};

/* The depth for a terminal that reports `n_colors`. */
enum theme_depth theme_depth(int n_colors);

/* Any value of role and depth is fine; unknown ones are plain. */
struct style theme_style(enum role role, enum theme_depth depth);

/* The letter that stands for a role in dumps ('.' for ROLE_PLAIN). */
char theme_letter(enum role role);

#endif
