/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout: where the parts of the screen are. Pure arithmetic.
 *
 *   title  (notice)  (heading) | body (and pane, below or right) | detail  keys
 *
 * 1. Every part lies inside the screen; parts do not overlap; a part without room has height 0 (-1
 *    as its row).
 * 2. Below LAYOUT_ROWS x LAYOUT_COLS the screen is a plain list with one status line. */
#ifndef GPTUI_TUI_WIDGET_LAYOUT_H
#define GPTUI_TUI_WIDGET_LAYOUT_H

#include <stdbool.h>

#include "tui/keys/prefs.h"

enum { LAYOUT_ROWS = 12, LAYOUT_COLS = 60 };

struct area {
    int row, col, rows, cols;
};

struct layout {
    int rows, cols;
    bool plain;                       /* too small: list and status line */
    int title, heading, detail, keys; /* rows, -1: none */
    struct area body, side_pane;      /* side_pane.rows 0: none; its first row is its title */
    bool side;                        /* the side pane is on the right, not below */
    bool brief;                       /* the body has few rows: lists before what adorns them */
};

/* side_pane: the view at hand has something to show in it; heading: its columns have names. */
struct layout layout_make(int rows, int cols, const struct prefs *prefs, bool side_pane,
                          bool heading);

static inline bool area_holds(const struct area *a, int row, int col)
{
    return row >= a->row && row < a->row + a->rows && col >= a->col && col < a->col + a->cols;
}

#endif
