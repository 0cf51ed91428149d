/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/cycle_list.h"

#include <string.h>

#include "core/view/label.h"
#include "tui/app/changes.h"
#include "tui/app/places.h"
#include "tui/app/popup.h"
#include "tui/app/window.h"
#include "tui/app/wording.h"
#include "tui/terminal/surface_draw.h"

enum { CYCLE_LIST_COLS = 100, PREVIEW_SYMBOLS_MOST = 300000 };

/* ---- cuts as options ---- */

/* -k FROM/TO. False, with a message: no symspec can say it. */
static bool add_cut(struct ui *ui, struct option_list *l, arc_id arc)
{
    const struct arc *x = &ui->session->analysis->graph->arcs[arc];
    struct text spec = {0};
    bool said = symbol_spec(ui->session, x->from, &spec);
    text_char(&spec, '/');
    said = said && symbol_spec(ui->session, x->to, &spec);
    if (said)
        option_list_add(l, option_by_letter('k'), text_z(&spec));
    else
        ui_warn(ui, "in strict mode no symspec can say this name");
    text_release(&spec);
    return said;
}

/* The options at hand and a -k for each arc. *l is to be released in any case. */
static bool with_cuts(struct ui *ui, const arc_id *arcs, uint32_t n, struct option_list *l)
{
    option_list_copy(l, &ui->session->options);
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = add_cut(ui, l, arcs[i]);
    return ok;
}

static void make_cut(struct ui *ui, const arc_id *arcs, uint32_t n)
{
    struct option_list l;
    bool ok = with_cuts(ui, arcs, n, &l) && options_change(ui, &l);
    option_list_release(&l);
    if (ok)
        options_say(ui, n == 1 ? "cut" : "cuts", option_by_letter('k'));
}

/* ---- one cycle ---- */

static void leave_cycle(struct cycle_list *x)
{
    for (int i = 0; i < CUTS_MOST; i++) {
        analysis_free(x->without[i]);
        x->without[i] = NULL;
    }
    arena_object_free(x->cuts);
    x->cuts = NULL;
    x->cycle = 0;
    cycle_lines_release(&x->lines);
}

/* Each costs as much as a change of options, so large programs go without. */
static void preview(struct ui *ui)
{
    struct cycle_list *x = ui->cycle_list;
    if (ui->session->analysis->n_symbols > PREVIEW_SYMBOLS_MOST)
        return;
    for (uint32_t i = 0; i < x->cuts->n_cuts; i++) {
        struct option_list l;
        struct err e = ERR_INIT;
        if (with_cuts(ui, x->cuts->cut[i].arcs, x->cuts->cut[i].n_arcs, &l))
            x->without[i] = session_try(ui->session, &l, &e);
        option_list_release(&l);
    }
}

static void enter_cycle(struct ui *ui, uint32_t cycle)
{
    struct cycle_list *x = ui->cycle_list;
    const struct analysis *a = ui->session->analysis;
    leave_cycle(x);
    x->cuts = cuts_new(a->graph, a->cycles, cycle, a->n_symbols);
    x->cycle = cycle;
    x->row = x->list.cursor;
    x->list = (struct list){0};
    preview(ui);
}

/* ---- the pop-up ---- */

static void make_lines(struct ui *ui, unsigned cols)
{
    struct cycle_list *x = ui->cycle_list;
    const struct grid_style style = {
        .cols = cols, .ascii = ui->ascii, .names = ui_name_level(ui), .grouped = true};
    struct cycle_shown shown = {.cycle = x->cycle, .cuts = x->cuts};
    if (x->lines.n && x->cols == cols)
        return;
    cycle_lines_release(&x->lines);
    x->cols = cols;
    memcpy(shown.without, x->without, sizeof shown.without);
    bool ok = x->cycle ? cycle_lines_one(&x->lines, &ui->session->view, &shown, &style)
                       : cycle_lines_all(&x->lines, &ui->session->view, &style);
    if (!ok)
        ui_warn(ui, "out of memory");
}

static struct window window(const struct ui *ui)
{
    return (struct window){
        .area = window_centred(&ui->layout, (int)ui->cycle_list->lines.n, CYCLE_LIST_COLS),
        .lead = 1,
        .tail = 1};
}

static void fit(struct ui *ui)
{
    struct window w = window(ui);
    make_lines(ui, w.area.cols > 3 ? (unsigned)w.area.cols - 3 : 1);
    w = window(ui); /* as high as there are lines */
    list_resize(&ui->cycle_list->list, ui->cycle_list->lines.n, window_height(&w));
}

static void add_line(const struct ui *ui, size_t i, struct line *out)
{
    const struct cycle_line *l = &ui->cycle_list->lines.v[i];
    text_printf(&out->text, " %s", l->text);
    line_mark(out, 0, l->kind == CYCLE_LINE_HEAD ? ROLE_STRONG : ROLE_PLAIN, COLUMN_NONE);
}

static void draw(const struct ui *ui, struct surface *s, const struct window *w)
{
    const struct cycle_list *x = ui->cycle_list;
    struct text title = {0};
    text_str(&title, " ");
    if (x->cycle)
        text_cycle(&title, x->cycle, true);
    else
        text_printf(&title, "%u cycle%s, most time first", ui->session->analysis->cycles->n_cycles,
                    ui->session->analysis->cycles->n_cycles == 1 ? "" : "s");
    text_str(&title, " ");
    window_frame(ui, s, &w->area, title.p, title.n);
    window_list(ui, s, w, &x->list, add_line);
    text_release(&title);
}

static struct list *list(const struct ui *ui)
{
    return &ui->cycle_list->list;
}

static void release(struct ui *ui)
{
    leave_cycle(ui->cycle_list);
    *ui->cycle_list = (struct cycle_list){0};
}

/* Out of a cycle to the list of all, if there are others; out of that to the view. */
static void close(struct ui *ui)
{
    struct cycle_list *x = ui->cycle_list;
    if (x->cycle && ui->session->analysis->cycles->n_cycles > 1) {
        size_t row = x->row;
        leave_cycle(x);
        x->list = (struct list){0};
        popup_fit(ui);
        list_set(&x->list, row);
        return;
    }
    release(ui);
    ui->popup = NULL;
}

/* Cycles have other numbers now, if they are there at all. */
static void stale(struct ui *ui)
{
    release(ui);
    if (ui->popup == &popup_cycle_list)
        ui->popup = NULL;
}

static void choose(struct ui *ui)
{
    struct cycle_list *x = ui->cycle_list;
    if (x->list.cursor >= x->lines.n)
        return;
    struct cycle_line l = x->lines.v[x->list.cursor];
    switch (l.kind) {
    case CYCLE_LINE_TEXT:
    case CYCLE_LINE_HEAD:
        ui_say(ui, "nothing to choose on this line");
        break;
    case CYCLE_LINE_CYCLE:
        enter_cycle(ui, l.which);
        popup_fit(ui);
        break;
    case CYCLE_LINE_ENTRY:
        release(ui);
        ui->popup = NULL;
        go_to_node(ui, cycle_node(ui->session->analysis, l.which));
        break;
    case CYCLE_LINE_CUT:
        make_cut(ui, x->cuts->cut[l.which].arcs, x->cuts->cut[l.which].n_arcs);
        break;
    case CYCLE_LINE_ARC:
        make_cut(ui, &l.which, 1);
        break;
    }
}

const struct popup_ops popup_cycle_list = {
    .mode = MODE_MENU,
    .double_click = ACTION_OPEN,
    .window = window,
    .fit = fit,
    .draw = draw,
    .list = list,
    .accept = choose,
    .close = close,
    .stale = stale,
    .release = release,
};

void act_cycles(struct ui *ui, const struct call *c)
{
    (void)c;
    release(ui);
    if (!ui->session->analysis->cycles->n_cycles) {
        ui_say(ui, ui->session->analysis->paths ? "measured times need no cycles; a lists them"
                                                : "no functions call each other in circles");
        return;
    }
    ui->popup = &popup_cycle_list;
    if (ui->session->analysis->cycles->n_cycles == 1)
        enter_cycle(ui, 1);
    popup_fit(ui);
    list_set(&ui->cycle_list->list, ui->cycle_list->cycle ? 0 : 1); /* past the heading */
}
