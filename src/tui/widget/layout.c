/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/widget/layout.h"

enum {
    SIDE_PANE_COLS = 110, /* from here on there is room for the side pane */
    RIGHT_COLS = 160,     /* and from here on beside the body */
    SIDE_PANE_ROWS_MIN = 4,
    SIDE_PANE_ROWS_MAX = 12,
    BRIEF_ROWS = 24, /* with fewer: 20 of a screen of 24 are brief */
};

static struct layout plain(int rows, int cols)
{
    int status = rows > 1 ? 1 : 0;
    return (struct layout){
        .rows = rows,
        .cols = cols,
        .plain = true,
        .brief = true,
        .title = -1,
        .heading = -1,
        .detail = -1,
        .keys = status ? rows - 1 : -1,
        .body = {.rows = rows - status, .cols = cols},
    };
}

static void split_below(struct layout *l)
{
    struct area all = l->body;
    int rows = all.rows * 2 / 5;
    rows = rows > SIDE_PANE_ROWS_MAX ? SIDE_PANE_ROWS_MAX : rows;
    if (rows < SIDE_PANE_ROWS_MIN)
        return;
    l->body.rows = all.rows - rows;
    l->side_pane = (struct area){all.row + l->body.rows, all.col, rows, all.cols};
}

struct layout layout_make(int rows, int cols, const struct prefs *p, bool side_pane, bool heading)
{
    rows = rows < 0 ? 0 : rows;
    cols = cols < 0 ? 0 : cols;
    if (rows < LAYOUT_ROWS || cols < LAYOUT_COLS)
        return plain(rows, cols);
    struct layout l = {
        .rows = rows,
        .cols = cols,
        .title = 0,
        .heading = heading ? 1 : -1,
        .detail = rows - 2,
        .keys = rows - 1,
        .body = {.row = 1 + heading, .rows = rows - 3 - heading, .cols = cols},
    };
    int when = p->v[PREF_SIDE_PANE];
    if (side_pane && when != SIDE_PANE_OFF && (when != SIDE_PANE_AUTO || cols >= SIDE_PANE_COLS)) {
        if (cols >= RIGHT_COLS) {
            struct area all = l.body;
            int side_cols = all.cols * 2 / 5;
            l.side = true;
            l.body.cols = all.cols - side_cols - 1;
            l.side_pane = (struct area){all.row, all.col + l.body.cols + 1, all.rows, side_cols};
        } else
            split_below(&l);
    }
    l.brief = l.body.rows < BRIEF_ROWS;
    return l;
}
