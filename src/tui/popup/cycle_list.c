/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/cycle_list.h"

#include <string.h>

#include "core/view/label.h"
#include "tui/app/popup.h"
#include "tui/act/options.h"
#include "tui/app/changes.h"
#include "tui/app/screens.h"

enum { CYCLE_LIST_COLS = 100, PREVIEW_SYMBOLS_MOST = 300000, PREVIEW_ARCS_MOST = 100 };

/* ---- cuts as options ---- */

/* The options at hand and a -k for each arc. *l is to be released in any case. False, with a
 * message: no symspec can say one. */
static bool with_cuts(struct ui *ui, const arc_id *arcs, uint32_t n, struct option_list *l)
{
    *l = options_copy(ui);
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) {
        struct text spec = {0};
        ok = arc_spec(ui, arcs[i], &spec);
        if (ok)
            option_list_add(l, option_by_letter('k'), text_z(&spec));
        else
            ui_warn(ui, "in strict mode no symspec can say this name");
        text_release(&spec);
    }
    return ok;
}

static void make_cut(struct ui *ui, const arc_id *arcs, uint32_t n)
{
    struct option_list l;
    if (!with_cuts(ui, arcs, n, &l))
        option_list_release(&l);
    else if (options_change(ui, &l))
        options_say(ui, n == 1 ? "cut" : "cuts", option_by_letter('k'));
}

/* ---- one cycle ---- */

static void leave_cycle(struct ui *ui)
{
    struct cycle_list *x = ui->cycle_list;
    struct popup_state *state = &ui->popups[POPUP_CYCLE_LIST];
    for (int i = 0; i < CUTS_MOST; i++) {
        analysis_free(x->without[i]);
        x->without[i] = NULL;
    }
    arena_object_free(x->cuts);
    x->cuts = NULL;
    x->cycle = 0;
    cycle_lines_release(&x->lines);
    popup_empty(state);
    state->list = (struct list){0};
}

static void enter_cycle(struct ui *ui, uint32_t cycle)
{
    struct cycle_list *x = ui->cycle_list;
    const struct analysis *a = ui->session->analysis;
    x->row = popup_list(ui)->cursor;
    leave_cycle(ui);
    struct err e = ERR_INIT;
    x->cuts = cuts_new(a->graph, a->cycles, cycle, a->n_symbols, ui->session->request.progress, &e);
    if (!x->cuts) {
        ui_say_error(ui, &e);
        return;
    }
    x->cycle = cycle;
    /* Analyses in which each cut is made. Each costs as much as a change of options, so large
     * programs and cuts go without. */
    if (a->n_symbols > PREVIEW_SYMBOLS_MOST)
        return;
    for (uint32_t i = 0; i < x->cuts->n_cuts; i++) {
        struct option_list l;
        bool unused;
        if (x->cuts->cut[i].n_arcs > PREVIEW_ARCS_MOST)
            continue;
        if (with_cuts(ui, x->cuts->cut[i].arcs, x->cuts->cut[i].n_arcs, &l))
            x->without[i] = session_try(ui->session, &l, &unused, &e);
        option_list_release(&l);
    }
}

/* ---- the pop-up ---- */

static void lay_out(struct ui *ui, int cols)
{
    struct cycle_list *x = ui->cycle_list;
    struct popup_state *state = &ui->popups[POPUP_CYCLE_LIST];
    const uint32_t n_cycles = ui->session->analysis->cycles->n_cycles;
    const struct grid_style style = screen_style(ui, cols > 1 ? cols - 1 : 1);
    struct cycle_shown shown = {.cycle = x->cycle, .cuts = x->cuts};
    memcpy(shown.without, x->without, sizeof shown.without);
    cycle_lines_release(&x->lines);
    if (x->cycle)
        cycle_lines_one(&x->lines, &ui->session->view, &shown, &style);
    else
        cycle_lines_all(&x->lines, &ui->session->view, &style);
    for (size_t i = 0; i < x->lines.n; i++) {
        struct text line = {0};
        text_printf(&line, " %s", x->lines.v[i].text);
        popup_add(state, x->lines.v[i].kind == CYCLE_LINE_HEAD ? ROLE_STRONG : ROLE_PLAIN, line.p,
                  line.n);
        text_release(&line);
    }
    text_clear(&state->title);
    text_str(&state->title, " ");
    if (x->cycle)
        text_cycle(&state->title, x->cycle, true);
    else
        text_printf(&state->title, "%u cycle%s, most time first", n_cycles,
                    n_cycles == 1 ? "" : "s");
    text_str(&state->title, " ");
}

static void release(struct ui *ui)
{
    leave_cycle(ui);
    *ui->cycle_list = (struct cycle_list){0};
}

/* Out of a cycle to the list of all, if there are others; out of that to the view. */
static void close(struct ui *ui)
{
    if (!ui->cycle_list->cycle || ui->session->analysis->cycles->n_cycles < 2) {
        popup_leave(ui, &popup_cycle_list);
        return;
    }
    leave_cycle(ui);
    popup_fit(ui);
    list_set(popup_list(ui), ui->cycle_list->row);
}

static void choose(struct ui *ui)
{
    struct cycle_list *x = ui->cycle_list;
    if (popup_list(ui)->cursor >= x->lines.n)
        return;
    struct cycle_line l = x->lines.v[popup_list(ui)->cursor];
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
        popup_leave(ui, &popup_cycle_list);
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
    .id = POPUP_CYCLE_LIST,
    .mode = MODE_MENU,
    .cols = CYCLE_LIST_COLS,
    .passes = true,
    .double_click = ACTION_OPEN,
    .lay_out = lay_out,
    .accept = choose,
    .close = close,
    .release = release,
};

void act_cycles(struct ui *ui, const struct call *c)
{
    if (!ui->session->analysis->cycles->n_cycles) {
        ui_say(ui, ui->session->analysis->paths ? "measured times need no cycles; a lists them"
                                                : "no functions call each other in circles");
        return;
    }
    popup_open(ui, &popup_cycle_list);
    if (ui->session->analysis->cycles->n_cycles == 1)
        enter_cycle(ui, 1);
    popup_fit(ui);
    list_set(popup_list(ui), ui->cycle_list->cycle ? 0 : 1); /* past the heading */
}
