/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal/theme.h"

struct theme_color {
    char letter;
    unsigned look[2]; /* without colours, with colours */
    int fg[4];        /* 8, 16, 256 colours, direct: what can be read on white, too */
};

#define NONE                                                                                       \
    {                                                                                              \
        -1, -1, -1, -1                                                                             \
    }

static const struct theme_color entries[N_ROLES] = {
    [ROLE_PLAIN] = {'.', {0, 0}, NONE},
    [ROLE_NUMBER] = {'n', {0, 0}, NONE},
    [ROLE_NAME] = {'f', {0, 0}, NONE},
    [ROLE_HEAD] = {'h', {LOOK_UNDERLINE, LOOK_UNDERLINE}, NONE},
    [ROLE_RULE] = {'r', {LOOK_DIM, LOOK_DIM}, NONE},
    [ROLE_DIM] = {'d', {LOOK_DIM, LOOK_DIM}, NONE},
    [ROLE_HOT] = {'H', {LOOK_BOLD, LOOK_BOLD}, {1, 9, 208, 0xff8700}},
    [ROLE_WARM] = {'w', {0, 0}, {1, 1, 172, 0xd78700}},
    [ROLE_CYCLE] = {'c', {0, 0}, NONE},
    [ROLE_STRONG] = {'s', {LOOK_BOLD, LOOK_BOLD}, NONE},
    [ROLE_WARNING] = {'!', {LOOK_BOLD, LOOK_BOLD}, NONE},
};

enum theme_depth theme_depth(int n_colors)
{
    return n_colors > 256    ? THEME_DIRECT
           : n_colors == 256 ? THEME_256
           : n_colors >= 16  ? THEME_16
           : n_colors >= 8   ? THEME_8
                             : THEME_MONO;
}

struct style theme_style(enum role role, enum theme_depth depth)
{
    struct style plain = {-1, 0};
    if ((unsigned)role >= N_ROLES || (unsigned)depth >= N_THEME_DEPTHS)
        return plain;
    const struct theme_color *t = &entries[role];
    if (depth == THEME_MONO)
        return (struct style){-1, t->look[0]};
    return (struct style){t->fg[depth - THEME_8], t->look[1]};
}

char theme_letter(enum role role)
{
    return (unsigned)role < N_ROLES ? entries[role].letter : '?';
}
