/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small list of choices over the view. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "tui/app/app_state.h"
#include "tui/popup/help.h"
#include "tui/popup/popups.h"

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
    a->popup = POPUP_MENU;
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
    if (a->popup == POPUP_MENU)
        a->popup = POPUP_NONE;
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

/* Closes whichever pop-up has the keys. */
void act_close(struct app *a, const struct call *c)
{
    (void)c;
    if (a->help.open)
        help_close(a);
    else if (a->popup == POPUP_MENU)
        menu_close(a);
    else
        a->popup = POPUP_NONE;
}
