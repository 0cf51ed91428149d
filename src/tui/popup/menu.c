/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small list of choices over the view. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "tui/app/app_state.h"
#include "tui/popup/popups.h"
#include "tui/popup/window.h"
#include "tui/terminal/surface.h"

enum { MENU_COLS = 78 };

void menu_add(struct app *a, const char *fmt, ...)
{
    struct menu *m = &a->menu;
    char buf[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    char *copy = mem_text(buf, strlen(buf));
    if (!copy || !mem_grow(&m->line, &m->cap, m->n + 1, sizeof *m->line)) {
        free(copy);
        return;
    }
    m->line[m->n++] = copy;
}

static void empty(struct menu *m)
{
    for (size_t i = 0; i < m->n; i++)
        free(m->line[i]);
    m->n = 0;
}

/* ---- the pop-up ---- */

/* As wide as its widest line, with the cursor and the frame. */
static int menu_cols(const struct menu *m)
{
    size_t most = MENU_COLS - 3;
    for (size_t i = 0; i < m->n; i++) {
        size_t cols = utf8_cols(m->line[i], strlen(m->line[i]));
        most = cols > most ? cols : most;
    }
    return (int)most + 3;
}

static struct window window(const struct app *a)
{
    const struct menu *m = &a->menu;
    return (struct window){
        .area = window_centred(a, (int)m->n, menu_cols(m)), .lead = 1, .tail = 1};
}

static void fit(struct app *a)
{
    struct window w = window(a);
    list_resize(&a->menu.list, a->menu.n, window_height(&w));
}

static void draw(const struct app *a, struct surface *s, const struct window *w)
{
    const struct list *l = &a->menu.list;
    window_frame(a, s, &w->area, a->menu.title.p, a->menu.title.n);
    for (int y = 0; y < window_height(w) && l->top + (size_t)y < a->menu.n; y++) {
        size_t i = l->top + (size_t)y;
        struct text t = {0};
        text_str(&t, i == l->cursor ? ">" : " ");
        text_str(&t, a->menu.line[i]);
        window_text(s, w, y, &t, ROLE_PLAIN, i == l->cursor ? LOOK_REVERSE : 0);
        if (i == l->cursor)
            surface_cursor(s, window_top(w) + y, w->area.col + 1, true);
        text_release(&t);
    }
    window_position(s, w, l);
}

static struct list *list(struct app *a)
{
    return &a->menu.list;
}

static const struct popup_ops popup_menu = {
    .mode = MODE_MENU,
    .click = ACTION_MENU_ACCEPT,
    .double_click = ACTION_MENU_ACCEPT,
    .window = window,
    .fit = fit,
    .draw = draw,
    .list = list,
    .close = menu_close,
};

void menu_open(struct app *a, const char *title, void (*fill)(struct app *),
               void (*accept)(struct app *, size_t))
{
    struct menu *m = &a->menu;
    empty(m);
    text_clear(&m->title);
    text_str(&m->title, title);
    m->fill = fill;
    m->accept = accept;
    m->stays = false;
    m->list = (struct list){0};
    a->popup = &popup_menu;
    fill(a);
    popups_fit(a);
}

void menu_close(struct app *a)
{
    empty(&a->menu);
    free(a->menu.line);
    a->menu.line = NULL;
    a->menu.cap = 0;
    a->menu.list = (struct list){0};
    if (a->popup == &popup_menu)
        a->popup = NULL;
}

void act_menu_accept(struct app *a, const struct call *c)
{
    (void)c;
    struct menu *m = &a->menu;
    size_t at = m->list.cursor;
    void (*accept)(struct app *, size_t) = m->accept;
    if (at >= m->n)
        return;
    if (m->stays) {
        accept(a, at);
        empty(m);
        m->fill(a);
    } else {
        menu_close(a);
        accept(a, at);
    }
}
