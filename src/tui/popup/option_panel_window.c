/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of the option panel: its lines, and the command that they make. */
#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/app_state.h"
#include "tui/app/export.h"
#include "tui/popup/option_panel.h"
#include "tui/popup/window.h"
#include "tui/terminal/surface.h"

enum { DRAWER_COLS = 100 };

/* What the panel's keys and prompts do not tell by themselves; if there is room. */
static const char *const PANEL_HINTS[] = {
    " S and a digit: keep these as a set; the digit: use it",
    " SYMSPEC: f  f.c:  f.c:f  f.c:12  /regex/   arc: F/G",
};
enum { HINTS_FROM = 18 };

static void command_text(const struct app *a, struct text *out)
{
    text_str(out, " batch: ");
    export_command_text(a, out);
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
static int command_rows(const struct app *a, const struct window *w)
{
    struct text t = {0};
    int rows = 0, most = w->area.rows / 2 - 2, cols = w->area.cols - 2;
    command_text(a, &t);
    for (size_t from = 0; from < t.n && cols > 0 && rows < most; rows++)
        from += command_break(&t, from, (size_t)cols);
    text_release(&t);
    return rows;
}

static struct window window(const struct app *a)
{
    struct area g = window_ground(a);
    struct window w = {.area = g, .lead = 1};
    if (g.cols >= DRAWER_COLS) {
        w.area.cols = g.cols / 2;
        w.area.col = g.cols - w.area.cols;
    }
    w.tail = g.rows > 2 ? 1 + command_rows(a, &w) : 0;
    if (g.rows >= HINTS_FROM)
        w.tail += (int)ARRAY_LEN(PANEL_HINTS);
    return w;
}

static void fit(struct app *a)
{
    struct window w = window(a);
    list_resize(&a->panel, panel_n_lines(a), window_height(&w));
}

/* The command, over as many lines as there are. */
static void draw_command(const struct app *a, struct surface *s, const struct window *w)
{
    struct text t = {0};
    int rows = command_rows(a, w), cols = w->area.cols - 2;
    int row = w->area.row + w->area.rows - 1 - rows;
    command_text(a, &t);
    size_t from = 0;
    for (int y = 0; y < rows && from < t.n && cols > 0; y++) {
        size_t n = command_break(&t, from, (size_t)cols);
        surface_text(s, row + y, w->area.col + 1, cols, t.p + from, n, ROLE_STRONG, 0);
        from += n;
    }
    if (from < t.n && rows && cols > 2)
        surface_text(s, row + rows - 1, w->area.col + cols - 1, 2, "..", 2, ROLE_STRONG, 0);
    if (a->change_ms >= 0 && !a->frozen_clock && w->tail > 1) {
        text_clear(&t);
        text_printf(&t, " recomputed in %lld ms ", (long long)a->change_ms);
        int col = w->area.col + w->area.cols - (int)t.n - 2;
        if (col > w->area.col)
            surface_text(s, w->area.row + w->area.rows - 1, col, (int)t.n, t.p, t.n, ROLE_DIM, 0);
    }
    text_release(&t);
}

static void draw_hints(struct surface *s, const struct window *w)
{
    int row = w->area.row + w->area.rows - w->tail;
    for (size_t i = 0; w->area.rows >= HINTS_FROM && i < ARRAY_LEN(PANEL_HINTS); i++)
        surface_text(s, row + (int)i, w->area.col + 1, w->area.cols - 2, PANEL_HINTS[i],
                     strlen(PANEL_HINTS[i]), ROLE_DIM, 0);
}

static void draw(const struct app *a, struct surface *s, const struct window *w)
{
    struct line l = {0};
    struct text title = {0};
    size_t on, all;
    panel_counts(a, &on, &all);
    text_printf(&title, " filters and options: %zu of %zu on ", on, all);
    window_frame(a, s, &w->area, title.p, title.n);
    for (int y = 0; y < window_height(w) && a->panel.top + (size_t)y < a->panel.n; y++) {
        size_t i = a->panel.top + (size_t)y;
        line_clear(&l);
        panel_line(a, i, &l);
        window_line(s, w, y, &l, i == a->panel.cursor);
    }
    draw_hints(s, w);
    draw_command(a, s, w);
    text_release(&title);
    line_release(&l);
}

static struct list *list(struct app *a)
{
    return &a->panel;
}

static const struct list *detail(const struct app *a, struct line *out)
{
    panel_detail(a, a->panel.cursor, out);
    return &a->panel;
}

static bool busy(const struct app *a)
{
    return !panel_effects_ready(a);
}

static void close(struct app *a)
{
    a->popup = NULL;
}

const struct popup_ops popup_panel = {
    .mode = MODE_PANEL,
    .options = true,
    .double_click = ACTION_PANEL_TOGGLE,
    .window = window,
    .fit = fit,
    .draw = draw,
    .list = list,
    .detail = detail,
    .busy = busy,
    .work = panel_effects_work,
    .close = close,
};
