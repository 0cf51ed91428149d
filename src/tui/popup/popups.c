/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/popups.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/view/grid/function_row.h"
#include "tui/app/app_state.h"
#include "tui/app/draw.h"
#include "tui/app/export.h"
#include "tui/popup/finder.h"
#include "tui/popup/help.h"
#include "tui/popup/option_panel.h"
#include "tui/terminal/surface.h"

enum { DRAWER_COLS = 100, MENU_COLS = 78, FINDER_COLS = 74, HELP_COLS = 96 };

/* What the panel's keys and prompts do not tell by themselves; if there is room. */
static const char *const PANEL_HINTS[] = {
    " S and a digit: keep these as a set; the digit: use it",
    " SYMSPEC: f  f.c:  f.c:f  f.c:12  /regex/   arc: F/G",
};
enum { HINTS_FROM = 18 };

/* The part of the screen that pop-ups may cover: all but the last lines. */
static struct area ground(const struct app *a)
{
    const struct layout *l = &a->layout;
    if (l->plain)
        return (struct area){0, 0, l->body.rows, l->cols};
    return (struct area){2, 0, l->detail - 2, l->cols};
}

/* A framed window of so many inner rows in the middle of the ground. */
static struct area centred(const struct app *a, int rows, int cols)
{
    struct area g = ground(a);
    rows = rows + 2 > g.rows ? g.rows : rows + 2;
    cols = cols > g.cols ? g.cols : cols;
    int row = g.row + (g.rows - rows) / 3;
    return (struct area){row, g.col + (g.cols - cols) / 2, rows, cols};
}

static void command_text(const struct app *a, struct text *out)
{
    text_str(out, " batch: ");
    export_command_text(a, out);
}

/* The bytes of the command's next line: it ends behind a word if it can. */
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

static struct window panel_window(const struct app *a)
{
    struct area g = ground(a);
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

struct window popup_window(const struct app *a)
{
    struct window w = {.lead = 1, .tail = 1};
    if (a->help.open) {
        w.area = centred(a, (int)a->help.n, HELP_COLS);
    } else if (a->popup == POPUP_PANEL) {
        w = panel_window(a);
    } else if (a->popup == POPUP_MENU) {
        w.area = centred(a, (int)a->menu.n, menu_cols(&a->menu));
    } else if (a->popup == POPUP_FINDER) {
        int cols = a->cols * 3 / 4;
        w.area = centred(a, a->layout.rows > 30 ? 20 : 12, cols > FINDER_COLS ? cols : FINDER_COLS);
        w.bare = w.area.rows < 3;
        w.lead = w.bare ? 1 : w.area.rows > 6 ? 3 : 2; /* frame, prompt, heading */
        w.tail = !w.bare;
    }
    return w;
}

/* The list of each kind of pop-up, whether it is the top one or not. */
void popups_fit(struct app *a)
{
    struct window w = popup_window(a);
    if (a->help.open) {
        help_fit(a, w.area.cols - 2);
        w = popup_window(a); /* as high as there are lines */
        list_resize(&a->help.list, a->help.n, window_height(&w));
        return;
    }
    int rows = window_height(&w);
    switch (a->popup) {
    case POPUP_PANEL:
        list_resize(&a->panel, panel_n_lines(a), rows);
        break;
    case POPUP_MENU:
        list_resize(&a->menu.list, a->menu.n, rows);
        break;
    case POPUP_FINDER:
        list_resize(&a->finder.list, a->finder.n_found, rows);
        break;
    case POPUP_NONE:
        break;
    }
}

/* ---- drawing ---- */

static void frame(const struct app *a, struct surface *s, const struct area *r, const char *title,
                  size_t n)
{
    bool ascii = app_ascii(a);
    uint32_t h = ascii ? '-' : 0x2500, v = ascii ? '|' : 0x2502;
    for (int y = 0; y < r->rows; y++) {
        bool edge = !y || y == r->rows - 1;
        surface_fill(s, r->row + y, r->col, r->cols, edge ? h : ' ', ROLE_RULE, 0);
        surface_fill(s, r->row + y, r->col, 1, edge && ascii ? '+' : v, ROLE_RULE, 0);
        surface_fill(s, r->row + y, r->col + r->cols - 1, 1, edge && ascii ? '+' : v, ROLE_RULE, 0);
    }
    if (!ascii && r->rows > 1) {
        surface_fill(s, r->row, r->col, 1, 0x250c, ROLE_RULE, 0);
        surface_fill(s, r->row, r->col + r->cols - 1, 1, 0x2510, ROLE_RULE, 0);
        surface_fill(s, r->row + r->rows - 1, r->col, 1, 0x2514, ROLE_RULE, 0);
        surface_fill(s, r->row + r->rows - 1, r->col + r->cols - 1, 1, 0x2518, ROLE_RULE, 0);
    }
    surface_text(s, r->row, r->col + 2, r->cols - 4, title, n, ROLE_STRONG, 0);
}

/* A line of the window at its list position y. */
static void window_text(struct surface *s, const struct window *w, int y, const char *p, size_t n,
                        enum role role, unsigned look)
{
    int row = window_top(w) + y, col = w->area.col + 1, cols = w->area.cols - 2;
    surface_fill(s, row, col, cols, ' ', ROLE_PLAIN, look);
    surface_text(s, row, col, cols, p, n, role, look);
}

/* "12-30 of 77" on the lower edge when not everything fits. */
static void draw_position(struct surface *s, const struct window *w, const struct list *l)
{
    struct text t = {0};
    if (l->n <= l->height)
        return;
    text_printf(&t, " %zu-%zu of %zu ", l->top + 1, l->top + l->height, l->n);
    int col = w->area.col + w->area.cols - (int)t.n - 2;
    if (col > w->area.col)
        surface_text(s, w->area.row + w->area.rows - 1, col, (int)t.n, t.p, t.n, ROLE_STRONG, 0);
    text_release(&t);
}

static void draw_help_line(const struct app *a, struct surface *s, const struct window *w, int y,
                           size_t i)
{
    const char *line = a->help.line[i];
    size_t n = strlen(line);
    const struct regex *r = a->help_search.regex;
    bool head = *line && *line != ' ' && a->help.about < N_MODES, at = i == a->help.list.cursor;
    bool found = at && r && regex_find(r, line, n, 0, NULL, NULL);
    window_text(s, w, y, line, n, head ? ROLE_STRONG : ROLE_PLAIN, found ? LOOK_REVERSE : 0);
    if (!y || found)
        surface_cursor(s, window_top(w) + y, w->area.col + 1, true);
    if (r) {
        struct line as_line = {.text = {.p = (char *)line, .n = n}};
        draw_matches(s, window_top(w) + y, w->area.col + 1, w->area.cols - 2, &as_line, 0, r);
    }
}

static void draw_help(const struct app *a, struct surface *s, const struct window *w)
{
    const struct list *l = &a->help.list;
    struct text title = {0};
    text_printf(&title, " help: %s ",
                a->help.about < N_MODES ? mode_name(a->help.about) : "all bindings");
    frame(a, s, &w->area, title.p, title.n);
    for (int y = 0; y < window_height(w) && l->top + (size_t)y < a->help.n; y++)
        draw_help_line(a, s, w, y, l->top + (size_t)y);
    draw_position(s, w, l);
    text_release(&title);
}

static void draw_menu(const struct app *a, struct surface *s, const struct window *w)
{
    const struct list *l = &a->menu.list;
    frame(a, s, &w->area, a->menu.title.p, a->menu.title.n);
    for (int y = 0; y < window_height(w) && l->top + (size_t)y < a->menu.n; y++) {
        size_t i = l->top + (size_t)y;
        struct text t = {0};
        text_str(&t, i == l->cursor ? ">" : " ");
        text_str(&t, a->menu.line[i]);
        window_text(s, w, y, t.p, t.n, ROLE_PLAIN, i == l->cursor ? LOOK_REVERSE : 0);
        if (i == l->cursor)
            surface_cursor(s, window_top(w) + y, w->area.col + 1, true);
        text_release(&t);
    }
    draw_position(s, w, l);
}

static void draw_list_line(struct surface *s, const struct window *w, int y, const struct line *l,
                           bool at)
{
    int row = window_top(w) + y, col = w->area.col + 1;
    surface_line(s, row, col, w->area.cols - 2, l, 0, at ? LOOK_REVERSE : 0);
    if (at) {
        surface_text(s, row, col, 1, ">", 1, ROLE_STRONG, LOOK_REVERSE);
        surface_cursor(s, row, col, true);
    }
}

static void draw_finder(const struct app *a, struct surface *s, const struct window *w)
{
    const struct finder *f = &a->finder;
    struct line l = {0};
    struct text t = {0};
    if (w->bare)
        surface_fill(s, w->area.row, w->area.col, w->area.cols, ' ', ROLE_PLAIN, 0);
    else
        frame(a, s, &w->area, "", 0);
    text_printf(&t, " %u of %u%s ", (unsigned)f->n_found, (unsigned)f->n,
                finder_ready(a) ? "" : "  gathering names...");
    int cols = w->area.cols - 2, end = w->area.row + w->area.rows - 1, in = w->bare ? 0 : 2;
    if (!w->bare)
        surface_text(s, end, w->area.col + 2, cols - 2, t.p, t.n, ROLE_STRONG, 0);
    if (w->lead > 2) {
        pick_heading(&a->study->view, cols > 0 ? (unsigned)cols : 0, &l);
        surface_line(s, w->area.row + 2, w->area.col + 1, cols, &l, 0, 0);
    }
    for (int y = 0; y < window_height(w) && f->list.top + (size_t)y < f->n_found; y++) {
        size_t i = f->list.top + (size_t)y;
        line_clear(&l);
        finder_line(a, i, w->area.cols - 2, &l);
        draw_list_line(s, w, y, &l, i == f->list.cursor);
    }
    if (a->prompt.def)
        draw_prompt(a, s, w->area.row + !w->bare, w->area.col + in, w->area.cols - 2 * in);
    text_release(&t);
    line_release(&l);
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

static void draw_panel(const struct app *a, struct surface *s, const struct window *w)
{
    struct line l = {0};
    struct text title = {0};
    size_t on, all;
    panel_counts(a, &on, &all);
    text_printf(&title, " filters and options: %zu of %zu on ", on, all);
    frame(a, s, &w->area, title.p, title.n);
    for (int y = 0; y < window_height(w) && a->panel.top + (size_t)y < a->panel.n; y++) {
        size_t i = a->panel.top + (size_t)y;
        line_clear(&l);
        panel_line(a, i, &l);
        draw_list_line(s, w, y, &l, i == a->panel.cursor);
    }
    draw_hints(s, w);
    draw_command(a, s, w);
    text_release(&title);
    line_release(&l);
}

/* Candidates above the prompt, those around the chosen one. */
static void draw_completions(const struct app *a, struct surface *s)
{
    const struct completion *c = &a->prompt.completion;
    enum { SHOWN = 8, COLS = 80 };
    int bottom = a->layout.plain ? a->layout.keys : a->layout.detail;
    size_t from = c->at < c->n && c->at >= SHOWN ? c->at - SHOWN + 1 : 0;
    size_t rows = c->n - from > SHOWN ? SHOWN : c->n - from;
    if (c->n < 2 || bottom <= (int)rows)
        return;
    for (size_t y = 0; y < rows; y++) {
        size_t i = from + y;
        int row = bottom - (int)rows + (int)y;
        int cols = a->cols < COLS ? a->cols : COLS;
        unsigned look = i == c->at ? LOOK_REVERSE : 0;
        surface_fill(s, row, 0, cols, ' ', ROLE_PLAIN, look);
        int end = surface_text(s, row, 1, c->note[i] ? cols / 3 : cols - 1, c->item[i],
                               strlen(c->item[i]), ROLE_NAME, look);
        if (c->note[i])
            surface_text(s, row, end + 2, cols - end - 2, c->note[i], strlen(c->note[i]), ROLE_DIM,
                         look);
    }
    if (c->more || from + rows < c->n)
        surface_text(s, bottom - 1, (a->cols < COLS ? a->cols : COLS) - 4, 4, " ...", 4, ROLE_DIM,
                     0);
}

void popups_draw(const struct app *a, struct surface *s)
{
    struct window w = popup_window(a);
    if (w.area.rows > 0 && w.area.cols > 2) {
        if (a->help.open)
            draw_help(a, s, &w);
        else if (a->popup == POPUP_PANEL)
            draw_panel(a, s, &w);
        else if (a->popup == POPUP_MENU)
            draw_menu(a, s, &w);
        else if (a->popup == POPUP_FINDER)
            draw_finder(a, s, &w);
    }
    if (a->prompt.def)
        draw_completions(a, s);
}
