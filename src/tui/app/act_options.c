/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live filters: every change makes a new list of options, and from it a new analysis. */
#include <string.h>

#include "core/base/clock.h"
#include "tui/app/act_options.h"
#include "tui/app/app_state.h"

/* What changes the study, and what takes it back. */
struct deed {
    bool (*how)(struct app *a, void *ctx, struct err *e);
    bool (*back)(struct app *a, void *ctx, struct err *e); /* NULL: there is no way back */
};

/* Whether the view could be made, too. What it needs after a change may take long, and be broken
 * off: then the change is taken back. */
static bool is_shown(struct app *a, const struct deed *d, struct err *e)
{
    struct err unheard = ERR_INIT;
    if (app_screen(a)->grid)
        return true;
    if (d->back && d->back(a, NULL, &unheard))
        app_refresh(a);
    if (!app_screen(a)->grid)
        app_set_view(a, VIEW_FLAT);
    return err_set(e, ERR_CANCELLED, NULL);
}

/* Grids read the old analysis, so they go first. */
static bool with_grids_down(struct app *a, const struct deed *d, void *ctx, struct err *e)
{
    int64_t start = clock_ms();
    app_stale(a);
    bool ok = d->how(a, ctx, e);
    app_refresh(a);
    ok = ok && is_shown(a, d, e);
    a->findings = info_findings(&a->session->view);
    if (ok)
        a->change_ms = clock_ms() - start;
    else if (e->code)
        app_say_error(a, e);
    return ok;
}

static bool do_change(struct app *a, void *ctx, struct err *e)
{
    return undo_change(&a->undo, a->session, ctx, e);
}

static bool do_undo(struct app *a, void *ctx, struct err *e)
{
    (void)ctx;
    return undo_step(&a->undo, a->session, false, e);
}

static bool do_redo(struct app *a, void *ctx, struct err *e)
{
    (void)ctx;
    return undo_step(&a->undo, a->session, true, e);
}

bool app_change(struct app *a, struct option_list *l)
{
    struct err e = ERR_INIT;
    return option_list_equal(l, &a->session->options) ||
           with_grids_down(a, &(struct deed){do_change, do_undo}, l, &e);
}

bool app_change_copy(struct app *a, const struct option_list *l)
{
    struct option_list copy;
    if (!option_list_copy(&copy, l)) {
        app_bad(a, "out of memory");
        return false;
    }
    bool ok = app_change(a, &copy);
    option_list_release(&copy);
    return ok;
}

/* Append where an option can be seen that the view at hand may not show. */
static void add_seen_elsewhere(const struct app *a, option_id id, struct text *out)
{
    const struct option_use *use = option_use(id);
    enum view v = view_of_style(use->seen);
    if (use->in_files)
        text_str(out, "; files (w) show it");
    else if (v != VIEW_NONE && v != a->view)
        text_printf(out, "; %s (%s) shows it", view_get(v)->noun, view_get(v)->key);
}

/* Say which options are on now that one has changed; OPTION_NONE: any. */
static void say_options(struct app *a, const char *what, option_id id)
{
    struct text t = {0};
    study_read_options(a->session, &a->session->options, app_level(a), &t);
    if (!t.n)
        text_str(&t, "no options");
    if (id != OPTION_NONE)
        add_seen_elsewhere(a, id, &t);
    app_say(a, "%s: %s", what, text_z(&t));
    text_release(&t);
}

void act_undo(struct app *a, const struct call *c)
{
    (void)c;
    struct err e = ERR_INIT;
    if (with_grids_down(a, &(struct deed){do_undo, do_redo}, NULL, &e))
        say_options(a, "undone", OPTION_NONE);
    else if (!e.code)
        app_say(a, "nothing to undo");
}

void act_redo(struct app *a, const struct call *c)
{
    (void)c;
    struct err e = ERR_INIT;
    if (with_grids_down(a, &(struct deed){do_redo, do_undo}, NULL, &e))
        say_options(a, "done again", OPTION_NONE);
    else if (!e.code)
        app_say(a, "nothing to do again");
}

static bool do_reload(struct app *a, void *ctx, struct err *e)
{
    (void)ctx;
    return undo_reload(&a->undo, a->session, e);
}

void act_reload(struct app *a, const struct call *c)
{
    (void)c;
    struct err e = ERR_INIT;
    if (with_grids_down(a, &(struct deed){do_reload, NULL}, NULL, &e))
        app_say(a, "read again");
}

/* ---- options ---- */

bool filter_toggle(struct app *a, option_id id, const char *arg)
{
    struct option_list l;
    if (!option_list_copy(&l, &a->session->options)) {
        app_bad(a, "out of memory");
        return false;
    }
    size_t i = option_list_find(&l, id, arg);
    bool ok = true, on = false;
    if (i == SIZE_MAX) {
        ok = option_list_add(&l, id, arg);
        on = true;
    } else if (l.items[i].on) {
        option_list_remove(&l, i);
    } else {
        l.items[i].on = true;
        on = true;
    }
    ok = ok && app_change(a, &l);
    option_list_release(&l);
    if (ok)
        say_options(a, on ? "on" : "off", id);
    return ok;
}

bool filter_add(struct app *a, option_id id, const char *arg)
{
    struct option_list l;
    if (!option_list_copy(&l, &a->session->options)) {
        app_bad(a, "out of memory");
        return false;
    }
    bool ok = option_list_add(&l, id, arg) && app_change(a, &l);
    option_list_release(&l);
    if (ok)
        say_options(a, "on", id);
    return ok;
}

static bool unsayable(struct app *a)
{
    app_bad(a, "in strict mode no symspec can say this name");
    return false;
}

static bool node_spec(struct app *a, node_id n, struct text *out)
{
    if (n == NO_ID || node_is_cycle(a->session->analysis, n)) {
        app_bad(a, n == NO_ID ? "no function on this line"
                              : "a cycle has no name: take one of its members");
        return false;
    }
    return study_spec(a->session, n, out) || unsayable(a);
}

static bool arc_spec(struct app *a, uint32_t arc, struct text *out)
{
    if (arc == NO_ID) {
        app_bad(a, "-k cuts the arc of a caller's or callee's line");
        return false;
    }
    const struct arc *x = &a->session->analysis->graph->arcs[arc];
    if (!study_spec(a->session, x->from, out))
        return unsayable(a);
    text_char(out, '/');
    return study_spec(a->session, x->to, out) || unsayable(a);
}

bool filter_spec(struct app *a, option_id id, struct subject s, struct text *out)
{
    return option_get(id)->kind == OPTION_ARC ? arc_spec(a, s.arc, out) : node_spec(a, s.node, out);
}

bool filter_is_on(const struct app *a, option_id id, const char *arg)
{
    const struct option_list *l = &a->session->options;
    size_t i = option_list_find(l, id, arg);
    return i != SIZE_MAX && l->items[i].on;
}

bool filter_subject(struct app *a, option_id id, struct subject s)
{
    struct text spec = {0};
    bool ok = filter_spec(a, id, s, &spec) && filter_toggle(a, id, text_z(&spec));
    text_release(&spec);
    return ok;
}

void act_row_option(struct app *a, const struct call *c)
{
    filter_subject(a, option_by_letter(c->param), app_row(a).subject);
}

void filter_flip(struct app *a, option_id id)
{
    struct option_list l;
    bool was = false;
    if (!option_list_copy(&l, &a->session->options)) {
        app_bad(a, "out of memory");
        return;
    }
    for (size_t i = l.n; i-- > 0;)
        if (l.items[i].id == id) {
            was = was || l.items[i].on;
            option_list_remove(&l, i);
        }
    bool ok = (was || option_list_add(&l, id, NULL)) && app_change(a, &l);
    option_list_release(&l);
    if (ok)
        say_options(a, was ? "off" : "on", id);
}

void act_switch(struct app *a, const struct call *c)
{
    filter_flip(a, option_by_letter(c->param));
}
