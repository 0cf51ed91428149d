/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/menu.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/popup.h"

enum { MENU_COLS = 78 };

void menu_add(struct ui *ui, const char *fmt, ...)
{
    char line[1 + 256] = " ";
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line + 1, sizeof line - 1, fmt, ap);
    va_end(ap);
    popup_add(&ui->popups[POPUP_MENU], ROLE_PLAIN, line, strlen(line));
}

/* As wide as its widest line, with the frame. */
static struct window window(const struct ui *ui)
{
    const struct popup_state *s = &ui->popups[POPUP_MENU];
    size_t most = MENU_COLS - 2;
    for (size_t i = 0; i < s->n; i++) {
        size_t cols = utf8_cols(s->line[i].text, strlen(s->line[i].text));
        most = cols > most ? cols : most;
    }
    return (struct window){
        .area = window_centred(&ui->layout, (int)s->n, (int)most + 2), .lead = 1, .tail = 1};
}

static void choose(struct ui *ui)
{
    struct popup_state *s = &ui->popups[POPUP_MENU];
    struct menu *m = ui->menu;
    size_t at = s->list.cursor;
    if (at >= s->n)
        return;
    if (m->stays) {
        m->accept(ui, at);
        popup_empty(s);
        m->fill(ui);
    } else {
        popup_leave(ui, &popup_menu);
        m->accept(ui, at);
    }
}

const struct popup_ops popup_menu = {
    .id = POPUP_MENU,
    .mode = MODE_MENU,
    .turns = true,
    .click = ACTION_OPEN,
    .double_click = ACTION_OPEN,
    .window = window,
    .accept = choose,
};

struct list *menu_open(struct ui *ui, const char *title, void (*fill)(struct ui *),
                       void (*accept)(struct ui *, size_t))
{
    struct popup_state *s = &ui->popups[POPUP_MENU];
    popup_open(ui, &popup_menu);
    text_printf(&s->title, " %s ", title);
    ui->menu->fill = fill;
    ui->menu->accept = accept;
    ui->menu->stays = false;
    fill(ui);
    popup_fit(ui);
    return &s->list;
}
