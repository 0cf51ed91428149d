/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/chooser.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/view/pair_lines.h"
#include "tui/app/window.h"
#include "tui/keys/keymap.h"
#include "tui/terminal/surface.h"
#include "tui/terminal/surface_draw.h"
#include "tui/terminal/surface_event.h"
#include "tui/widget/list.h"

enum { ABOVE = 2 }; /* lines above the list */

struct chooser {
    struct surface *s;
    const struct pairs *pairs;
    const struct keymap *keys;
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

/* As in a view, with the keys that its user chose. */
static void on_key(struct chooser *c, uint32_t key)
{
    bool more;
    const struct binding *b = keymap_find(c->keys, MODE_NORMAL, &key, 1, &more);
    const struct action_def a = b && b->action ? action_get(b->action) : (struct action_def){0};
    if (a.run == act_rows)
        list_move(&c->list, a.param);
    else if (a.run == act_pages)
        list_pages(&c->list, a.param);
    else if (a.run == act_end)
        list_set(&c->list, a.param < 0 ? 0 : LIST_NONE);
    else if (a.run == act_open)
        c->state = ACCEPTED;
    else if (a.run == act_cancel || a.run == act_leave || key == 'Q')
        c->state = LEFT;
}

bool chooser_run(struct surface *s, const struct keymap *keys, const struct pairs *p,
                 size_t *chosen, struct event *lost, struct err *e)
{
    struct chooser c = {.s = s, .pairs = p, .keys = keys, .list = {.n = p->n}};
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
