/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/option_panel_window.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "tui/app/changes.h"
#include "tui/act/export.h"
#include "tui/app/popup.h"
#include "tui/app/window.h"
#include "tui/app/wording.h"
#include "tui/popup/option_effects.h"
#include "tui/popup/option_panel.h"
#include "tui/terminal/surface_draw.h"

enum { DRAWER_COLS = 100 };

/* Shown if there is room: what the key line and the prompts do not say. */
static const char *const HINTS[] = {
    " S and a digit: keep these as a set; the digit: use it",
    " SYMSPEC: f  f.c:  f.c:f  f.c:12  /regex/   arc: F/G",
};
enum { HINTS_FROM = 18 };

static void command_text(const struct ui *ui, struct text *out)
{
    text_str(out, " batch: ");
    export_command_text(ui, out);
}

/* The bytes of the command's next line: it ends after a word if it can. */
static size_t command_break(const struct text *t, size_t from, size_t cols)
{
    size_t n = utf8_fit(t->p + from, t->n - from, cols, NULL), whole = n;
    while (from + n < t->n && whole > 1 && t->p[from + whole - 1] != ' ')
        whole--;
    n = whole > 1 ? whole : n;
    return n ? n : 1;
}

/* The rows that the command gets: those that it needs, within half of the window. */
static int command_rows(const struct ui *ui, const struct window *w)
{
    struct text t = {0};
    int rows = 0, most = w->area.rows / 2 - 2, cols = w->area.cols - 2;
    command_text(ui, &t);
    for (size_t from = 0; from < t.n && cols > 0 && rows < most; rows++)
        from += command_break(&t, from, (size_t)cols);
    text_release(&t);
    return rows;
}

static struct window window(const struct ui *ui)
{
    struct area g = window_ground(&ui->layout);
    struct window w = {.area = g, .lead = 1};
    if (g.cols >= DRAWER_COLS) {
        w.area.cols = g.cols / 2;
        w.area.col = g.cols - w.area.cols;
    }
    w.tail = g.rows > 2 ? 1 + command_rows(ui, &w) : 0;
    if (g.rows >= HINTS_FROM)
        w.tail += (int)ARRAY_LEN(HINTS);
    return w;
}

static void fit(struct ui *ui)
{
    struct window w = window(ui);
    list_resize(&ui->option_panel->list, option_panel_n_lines(ui), window_height(&w));
}

/* The command, over as many lines as there are. */
static void draw_command(const struct ui *ui, struct surface *s, const struct window *w)
{
    struct text t = {0};
    int rows = command_rows(ui, w), cols = w->area.cols - 2;
    int row = w->area.row + w->area.rows - 1 - rows;
    command_text(ui, &t);
    size_t from = 0;
    for (int y = 0; y < rows && from < t.n && cols > 0; y++) {
        size_t n = command_break(&t, from, (size_t)cols);
        surface_text(s, row + y, w->area.col + 1, cols, t.p + from, n, ROLE_STRONG, 0);
        from += n;
    }
    if (from < t.n && rows && cols > 2)
        surface_text(s, row + rows - 1, w->area.col + cols - 1, 2, "..", 2, ROLE_STRONG, 0);
    if (ui->changes->ms >= 0 && !ui->frozen_clock && w->tail > 1) {
        text_clear(&t);
        text_printf(&t, " recomputed in %lld ms ", (long long)ui->changes->ms);
        int col = w->area.col + w->area.cols - (int)t.n - 2;
        if (col > w->area.col)
            surface_text(s, w->area.row + w->area.rows - 1, col, (int)t.n, t.p, t.n, ROLE_DIM, 0);
    }
    text_release(&t);
}

/* " filters: 2 of 2 on, other options: 0 of 1 on " */
static void add_title(const struct option_list *l, struct text *out)
{
    size_t n = 0, on = 0;
    for (size_t i = 0; i < l->n; i++) {
        bool filter = option_use(l->items[i].id)->selects;
        n += filter;
        on += filter && l->items[i].on;
    }
    text_printf(out, " filters: %zu of %zu on", on, n);
    if (l->n > n)
        text_printf(out, ", other options: %zu of %zu on", options_on(l) - on, l->n - n);
    text_char(out, ' ');
}

static void draw(const struct ui *ui, struct surface *s, const struct window *w)
{
    struct text title = {0};
    add_title(&ui->session->options, &title);
    window_frame(ui, s, &w->area, title.p, title.n);
    window_list(ui, s, w, &ui->option_panel->list, option_panel_line);
    int row = w->area.row + w->area.rows - w->tail;
    for (size_t i = 0; w->area.rows >= HINTS_FROM && i < ARRAY_LEN(HINTS); i++)
        surface_text(s, row + (int)i, w->area.col + 1, w->area.cols - 2, HINTS[i], strlen(HINTS[i]),
                     ROLE_DIM, 0);
    draw_command(ui, s, w);
    text_release(&title);
}

static struct list *list(const struct ui *ui)
{
    return &ui->option_panel->list;
}

static const struct list *detail(const struct ui *ui, struct line *out)
{
    option_panel_detail(ui, ui->option_panel->list.cursor, out);
    return &ui->option_panel->list;
}

static bool busy(const struct ui *ui)
{
    return !option_effects_ready(&ui->option_panel->effects, ui->session);
}

static void work(struct ui *ui)
{
    option_effects_work(&ui->option_panel->effects, ui->session);
    ui->dirty = true;
}

static void stale(struct ui *ui)
{
    option_effects_release(&ui->option_panel->effects);
}

const struct popup_ops popup_option_panel = {
    .mode = MODE_OPTION_PANEL,
    .options = true,
    .double_click = ACTION_OPTION_PANEL_TOGGLE,
    .window = window,
    .fit = fit,
    .draw = draw,
    .list = list,
    .detail = detail,
    .busy = busy,
    .work = work,
    .stale = stale,
    .release = stale,
};
