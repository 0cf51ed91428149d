/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/changes.h"
#include "tui/history/undo.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "tui/app/screen.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"
#include "tui/app/watch.h"
#include "tui/app/wording.h"
#include "tui/history/anchor.h"

/* ---- reading again ---- */

/* Anchors, and the names of what they mean in the program as it was. */
struct anchors {
    struct named_anchor {
        struct anchor *at;
        char *name; /* NULL: it means nothing */
    } * v;
    size_t n;
};

static void add_anchor(struct anchors *a, const struct session *s, struct anchor *at)
{
    if (!at->there)
        return;
    const char *name = anchor_name(s, *at);
    const struct named_anchor one = {at, name ? mem_text(name, strlen(name)) : NULL};
    mem_append(&a->v, &a->n, &one, sizeof one);
}

/* A change of the session, and what takes it back. */
struct reversible {
    bool (*how)(struct ui *ui, void *ctx, struct err *e);
    bool (*back)(struct ui *ui, void *ctx, struct err *e); /* NULL: there is no way back */
};

/* Grids read the old analysis, so they go first. What the view needs after a change may take long
 * and be interrupted: then the change is taken back. */
static bool change_session(struct ui *ui, const struct reversible *d, void *ctx, struct err *e)
{
    screens_stale(ui);
    bool ok = d->how(ui, ctx, e);
    screens_refresh(ui);
    if (ok && !screen_here(ui)->grid) {
        struct err ignored = ERR_INIT;
        if (d->back && d->back(ui, NULL, &ignored))
            screens_refresh(ui);
        if (!screen_here(ui)->grid)
            screens_open(ui, VIEW_FLAT);
        ok = err_set(e, ERR_CANCELLED, NULL);
    }
    ui->findings = session_findings(ui->session);
    if (!ok && e->code)
        ui_say_error(ui, e);
    return ok;
}

static bool do_change(struct ui *ui, void *ctx, struct err *e)
{
    return undo_change(ui->undo, ui->session, ctx, e);
}

static bool do_undo(struct ui *ui, void *ctx, struct err *e)
{
    return undo_options(ui->undo, ui->session, false, e);
}

static bool do_redo(struct ui *ui, void *ctx, struct err *e)
{
    return undo_options(ui->undo, ui->session, true, e);
}

struct option_list options_copy(const struct ui *ui)
{
    struct option_list l;
    option_list_copy(&l, &ui->session->options);
    return l;
}

bool options_change(struct ui *ui, struct option_list *l)
{
    struct err e = ERR_INIT;
    /* Where -l is switched, what is out by its line goes or comes with it. */
    bool switched = option_list_by_line(l) != option_list_by_line(&ui->session->options);
    for (size_t i = 0; switched && i < l->n; i++)
        option_list_settle_lines(l, i);
    bool ok = option_list_equal(l, &ui->session->options) ||
              change_session(ui, &(struct reversible){do_change, do_undo}, l, &e);
    option_list_release(l);
    return ok;
}

/* Say which options are on now that one has changed; OPTION_NONE: any. */
void options_say(struct ui *ui, const char *what, option_id id)
{
    struct text t = {0};
    options_shown(ui->session, &ui->session->options, OPTIONS_ALL, ui_name_level(ui), &t);
    if (!t.n)
        text_str(&t, "no options");
    if (id != OPTION_NONE) {
        /* Where an option can be seen that the view at hand may not show. */
        const struct option_use *use = option_use(id);
        enum view v = view_of_style(use->seen);
        if (use->in_files)
            text_str(&t, "; files (w) show it");
        else if (v != VIEW_NONE && v != ui->views->at)
            text_printf(&t, "; %s (%s) shows it", view_get(v)->noun, view_get(v)->key);
    }
    ui_say(ui, "%s: %s", what, text_z(&t));
    text_release(&t);
}

/* ---- rows and folds ---- */

/* The rows of one view change, which may not be the one that is shown. */
static void rows_changed(struct ui *ui, enum view v)
{
    if (v == ui->views->at)
        screens_remake(ui);
    else
        screens_put_away(ui, &ui->views->screen[v]);
}

/* Make *filter the row filter of a view; *filter is the old one then. */
static void exchange_rows(struct ui *ui, enum view v, char **filter)
{
    struct text *t = &ui->views->screen[v].filter;
    char *old = mem_text(t->p ? t->p : "", t->n);
    text_clear(t);
    text_str(t, *filter);
    free(*filter);
    *filter = old;
    screen_sort_anew(&ui->views->screen[v]);
    rows_changed(ui, v);
}

static void exchange_folds(struct ui *ui, enum view v, bool *folded)
{
    struct screen *s = &ui->views->screen[v];
    bool old = s->folded;
    s->folded = *folded;
    *folded = old;
    rows_changed(ui, v);
}

void rows_change(struct ui *ui, enum view v, const char *filter)
{
    struct undo_step step = {.kind = UNDO_ROWS, .view = (int)v};
    const struct text *now = &ui->views->screen[v].filter;
    if (strlen(filter) == now->n && !memcmp(filter, now->n ? now->p : "", now->n))
        return;
    step.rows = mem_text(filter, strlen(filter));
    exchange_rows(ui, v, &step.rows);
    undo_push(ui->undo, step);
}

void folds_change(struct ui *ui)
{
    struct undo_step step = {
        .kind = UNDO_FOLDS, .view = (int)ui->views->at, .folded = !screen_here(ui)->folded};
    exchange_folds(ui, ui->views->at, &step.folded);
    undo_push(ui->undo, step);
}

/* ---- undo and redo ---- */

/* Append what is on in one list and not in the other, each with `after` after it. */
static void add_options(const struct ui *ui, const struct option_list *in,
                        const struct option_list *other, const char *after, struct text *out)
{
    for (size_t i = 0; i < in->n; i++) {
        struct option_list one = {.items = &in->items[i], .n = 1};
        size_t there = option_list_find(other, in->items[i].id, in->items[i].arg);
        if (!in->items[i].on || (there != SIZE_MAX && other->items[there].on))
            continue;
        text_str(out, out->n ? ", " : "");
        options_shown(ui->session, &one, OPTIONS_ALL, ui_name_level(ui), out);
        text_str(out, after);
    }
}

/* Append what a step changed, as its words were when it was made. */
static void add_step(const struct ui *ui, const struct undo_step *s, bool forward, struct text *out)
{
    const struct screen *v = &ui->views->screen[s->view];
    const struct option_list *now = &ui->session->options;
    if (s->kind == UNDO_ROWS) {
        text_str(out, "& ");
        if (forward)
            text_str(out, *s->rows ? s->rows : "off");
        else
            text_add(out, v->filter.n ? v->filter.p : "off", v->filter.n ? v->filter.n : 3);
        text_printf(out, " (%s)", view_get((enum view)s->view)->title);
    } else if (s->kind == UNDO_FOLDS) {
        text_str(out, (forward ? s->folded : v->folded) ? "members folded" : "members shown");
    } else {
        add_options(ui, forward ? &s->options : now, forward ? now : &s->options, "", out);
        add_options(ui, forward ? now : &s->options, forward ? &s->options : now, " off", out);
        if (!out->n)
            text_str(out, "the order of options");
    }
}

/* Back, or (param 1) again. */
void act_undo(struct ui *ui, const struct call *c)
{
    static const struct reversible undo = {do_undo, do_redo}, redo = {do_redo, do_undo};
    bool forward = c->param, ok = true;
    struct err e = ERR_INIT;
    struct text what = {0};
    const struct undo_step *next = undo_next(ui->undo, forward);
    if (!next) {
        ui_say(ui, forward ? "nothing to do again" : "nothing to undo");
        return;
    }
    add_step(ui, next, forward, &what);
    if (next->kind == UNDO_OPTIONS) {
        ok = change_session(ui, forward ? &redo : &undo, NULL, &e);
    } else {
        struct undo_step *s = undo_take(ui->undo, forward);
        if (s->kind == UNDO_FOLDS)
            exchange_folds(ui, (enum view)s->view, &s->folded);
        else
            exchange_rows(ui, (enum view)s->view, &s->rows);
    }
    if (ok)
        ui_say(ui, "%s: %s", forward ? "done again" : "undone", text_z(&what));
    text_release(&what);
}

/* Grids are gone already, so that cursors are anchors. Fails as session_reload does; all is as
 * before then. */
static bool do_reload(struct ui *ui, void *ctx, struct err *e)
{
    const struct session *s = ui->session;
    struct anchors a = {0};
    for (int v = 0; v < N_VIEWS; v++) {
        add_anchor(&a, s, &ui->views->screen[v].item);
        add_anchor(&a, s, &ui->views->screen[v].row.at);
    }
    for (size_t i = 0; i < ui->history->n; i++) {
        add_anchor(&a, s, &ui->history->place[i].item);
        add_anchor(&a, s, &ui->history->place[i].row.at);
    }
    add_anchor(&a, s, &ui->side_pane->at);
    watch_again(ui->watch);
    bool ok = undo_reload(ui->undo, ui->session, e);
    for (size_t i = 0; i < a.n; i++) {
        /* What is gone stays where it was: there may be another function. */
        const struct named_anchor *x = &a.v[i];
        struct anchor found = ok && x->name ? anchor_renewed(s, *x->at, x->name) : NO_ANCHOR;
        if (found.there)
            *x->at = found;
        free(x->name);
    }
    free(a.v);
    return ok;
}

bool files_reload(struct ui *ui)
{
    struct err e = ERR_INIT;
    watch_hold(ui->watch);
    ui->session->request.held = ui->watch->held;
    for (int v = 0; v < N_VIEWS && ui->watch->held; v++) {
        const struct screen_ops *o = screen_ops((enum view)v);
        screen_keep_still(ui->session, &ui->views->screen[v], v == VIEW_GRAPH || (o && o->sorts));
    }
    return change_session(ui, &(struct reversible){do_reload, NULL}, NULL, &e);
}

void act_reload(struct ui *ui, const struct call *c)
{
    if (files_reload(ui))
        ui_say(ui, "read again");
}
