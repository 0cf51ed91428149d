/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_color: the colours of a terminal, as many as it has. */
#include "tui/terminal/surface_color.h"

#include <stdlib.h>

void surface_colors_start(struct surface *s)
{
    s->depth = THEME_MONO;
    const char *no = getenv("NO_COLOR");
    if (s->options.no_color || (no && *no))
        return;
    if (s->options.headless) { /* nothing is sent: only the looks count */
        s->depth = THEME_256;
        return;
    }
    if (!has_colors() || start_color() == ERR || use_default_colors() == ERR)
        return;
    if (COLOR_PAIRS < 2 * N_ROLES)
        return;
    s->depth = theme_depth(COLORS);
    for (int role = 1; role < N_ROLES; role++) {
        struct style style = theme_style((enum role)role, s->depth);
        init_extended_pair(role, style.fg, -1);
        init_extended_pair(N_ROLES + role, -1, -1);
    }
    init_extended_pair(N_ROLES + ROLE_PLAIN, -1, -1);
}

short surface_pair(enum role role, unsigned look)
{
    return (short)(look & LOOK_REVERSE ? N_ROLES + role : role);
}

enum role surface_pair_role(short pair)
{
    return (enum role)(pair % N_ROLES);
}

attr_t surface_attributes(const struct surface *s, enum role role, unsigned look)
{
    if (!(look & LOOK_REVERSE))
        look |= theme_style(role, s->depth).look;
    attr_t a = A_NORMAL;
    if (look & LOOK_REVERSE)
        a |= A_REVERSE;
    if (look & LOOK_BOLD)
        a |= A_BOLD;
    if (look & LOOK_UNDERLINE)
        a |= A_UNDERLINE;
    if (look & LOOK_DIM)
        a |= A_DIM;
    return a;
}

unsigned surface_looks(attr_t a)
{
    unsigned look = 0;
    if (a & A_REVERSE)
        look |= LOOK_REVERSE;
    if (a & A_BOLD)
        look |= LOOK_BOLD;
    if (a & A_UNDERLINE)
        look |= LOOK_UNDERLINE;
    if (a & A_DIM)
        look |= LOOK_DIM;
    return look;
}
