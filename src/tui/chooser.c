/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/chooser.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/view/pair_lines.h"
#include "tui/app/window.h"
#include "tui/terminal/surface.h"
#include "tui/terminal/surface_draw.h"
#include "tui/terminal/surface_event.h"
#include "tui/widget/list.h"

enum { ABOVE = 2 }; /* lines above the list */

struct chooser {
    struct surface *s;
    const struct pairs *pairs;
    struct line *lines;
    struct list list;
    enum { OPEN, ACCEPTED, LEFT } state;
};

static void put(struct chooser *c, int row, const char *text, enum role role)
{
    surface_text(c->s, row, 1, surface_cols(c->s) - 1, text, strlen(text), role, 0);
}

static void draw(struct chooser *c)
{
    int rows = surface_rows(c->s), cols = surface_cols(c->s);
    const struct window w = {.area = {0, -1, rows, cols + 2}, .lead = ABOVE, .tail = 1};
    list_resize(&c->list, c->list.n, window_height(&w));
    surface_clear(c->s);
    put(c, 0, pair_lines_title(c->pairs), ROLE_STRONG);
    for (int y = 0; list_row_at(&c->list, y) != LIST_NONE; y++) {
        size_t at = list_row_at(&c->list, y);
        window_line(c->s, &w, y, &c->lines[at], at == c->list.cursor ? LOOK_REVERSE : 0);
    }
    put(c, rows - 1,
        c->pairs->fits ? "j k  move    Enter  open    q  quit"
                       : "j k  move    Enter  open all the same    q  quit",
        ROLE_PLAIN);
    surface_show(c->s);
}

static void on_key(struct chooser *c, uint32_t key)
{
    switch (key) {
    case KEYS_DOWN:
    case 'j':
        list_move(&c->list, 1);
        break;
    case KEYS_UP:
    case 'k':
        list_move(&c->list, -1);
        break;
    case KEYS_PAGE_DOWN:
    case ' ':
        list_pages(&c->list, 1);
        break;
    case KEYS_PAGE_UP:
        list_pages(&c->list, -1);
        break;
    case KEYS_HOME:
    case 'g':
        list_set(&c->list, 0);
        break;
    case KEYS_END:
    case 'G':
        list_set(&c->list, LIST_NONE);
        break;
    case KEYS_ENTER:
        c->state = ACCEPTED;
        break;
    case KEYS_ESCAPE:
    case 'q':
    case 'Q':
        c->state = LEFT;
        break;
    default:
        break;
    }
}

bool chooser_run(struct surface *s, const struct pairs *p, size_t *chosen, struct event *lost,
                 struct err *e)
{
    struct chooser c = {.s = s, .pairs = p, .list = {.n = p->n}};
    c.lines = mem_array(p->n, sizeof *c.lines);
    pair_lines(p, (size_t)surface_cols(s), c.lines);
    while (c.state == OPEN) {
        draw(&c);
        const struct event ev = surface_event(s, -1);
        const size_t at = list_row_at(&c.list, ev.row - ABOVE);
        if (ev.kind == EVENT_KEY) {
            on_key(&c, ev.key);
        } else if (ev.kind == EVENT_LOST) {
            *lost = ev;
            c.state = LEFT;
        } else if (ev.kind == EVENT_MOUSE && ev.button >= MOUSE_WHEEL_UP) {
            list_move(&c.list, ev.button == MOUSE_WHEEL_UP ? -3 : 3);
        } else if (ev.kind == EVENT_MOUSE && ev.button == MOUSE_LEFT && at != LIST_NONE) {
            list_set(&c.list, at);
            c.state = ev.double_click ? ACCEPTED : OPEN;
        }
    }
    *chosen = c.list.cursor;
    bool ok = c.state == ACCEPTED || err_set(e, ERR_CANCELLED, NULL);
    for (size_t i = 0; i < p->n; i++)
        line_release(&c.lines[i]);
    free(c.lines);
    return ok;
}
