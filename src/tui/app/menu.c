/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/menu.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "tui/app/popup.h"
#include "tui/app/window.h"
#include "tui/terminal/surface_draw.h"

enum { MENU_COLS = 78 };

void menu_add(struct ui *ui, const char *fmt, ...)
{
    struct menu *m = ui->menu;
    char buf[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    char *copy = mem_text(buf, strlen(buf));
    mem_grow(&m->line, &m->cap, m->n + 1, sizeof *m->line);
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
static struct window window(const struct ui *ui)
{
    const struct menu *m = ui->menu;
    size_t most = MENU_COLS - 3;
    for (size_t i = 0; i < m->n; i++) {
        size_t cols = utf8_cols(m->line[i], strlen(m->line[i]));
        most = cols > most ? cols : most;
    }
    return (struct window){
        .area = window_centred(&ui->layout, (int)m->n, (int)most + 3), .lead = 1, .tail = 1};
}

static void fit(struct ui *ui)
{
    struct window w = window(ui);
    list_resize(&ui->menu->list, ui->menu->n, window_height(&w));
}

static void add_line(const struct ui *ui, size_t i, struct line *out)
{
    text_printf(&out->text, " %s", ui->menu->line[i]);
}

static void draw(const struct ui *ui, struct surface *s, const struct window *w)
{
    window_frame(ui, s, &w->area, ui->menu->title.p, ui->menu->title.n);
    window_list(ui, s, w, &ui->menu->list, add_line);
}

static struct list *list(const struct ui *ui)
{
    return &ui->menu->list;
}

static void close(struct ui *ui)
{
    struct menu *m = ui->menu;
    empty(m);
    free(m->line);
    m->line = NULL;
    m->cap = 0;
    m->list = (struct list){0};
    ui->popup = NULL;
}

static void choose(struct ui *ui)
{
    struct menu *m = ui->menu;
    size_t at = m->list.cursor;
    void (*accept)(struct ui *, size_t) = m->accept;
    if (at >= m->n)
        return;
    if (m->stays) {
        accept(ui, at);
        empty(m);
        m->fill(ui);
    } else {
        close(ui);
        accept(ui, at);
    }
}

static void release(struct ui *ui)
{
    close(ui);
    text_release(&ui->menu->title);
}

const struct popup_ops popup_menu = {
    .mode = MODE_MENU,
    .turns = true,
    .click = ACTION_OPEN,
    .double_click = ACTION_OPEN,
    .window = window,
    .fit = fit,
    .draw = draw,
    .list = list,
    .accept = choose,
    .close = close,
    .release = release,
};

void menu_open(struct ui *ui, const char *title, void (*fill)(struct ui *),
               void (*accept)(struct ui *, size_t))
{
    struct menu *m = ui->menu;
    empty(m);
    text_clear(&m->title);
    text_printf(&m->title, " %s ", title);
    m->fill = fill;
    m->accept = accept;
    m->stays = false;
    m->list = (struct list){0};
    ui->popup = &popup_menu;
    fill(ui);
    popup_fit(ui);
}
