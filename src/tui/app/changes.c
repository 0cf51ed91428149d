/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/changes.h"

#include "core/base/clock.h"
#include "tui/app/screens.h"
#include "tui/app/wording.h"

/* A change of the session, and what takes it back. */
struct reversible {
    bool (*how)(struct ui *ui, void *ctx, struct err *e);
    bool (*back)(struct ui *ui, void *ctx, struct err *e); /* NULL: there is no way back */
};

/* Whether the view could be made, too. What it needs after a change may take long and be
 * interrupted: then the change is taken back. */
static bool is_shown(struct ui *ui, const struct reversible *d, struct err *e)
{
    struct err ignored = ERR_INIT;
    if (screen_here(ui)->grid)
        return true;
    if (d->back && d->back(ui, NULL, &ignored))
        screens_refresh(ui);
    if (!screen_here(ui)->grid)
        screens_open(ui, VIEW_FLAT);
    return err_set(e, ERR_CANCELLED, NULL);
}

/* Grids read the old analysis, so they go first. */
static bool change_session(struct ui *ui, const struct reversible *d, void *ctx, struct err *e)
{
    int64_t start = clock_ms();
    screens_stale(ui);
    bool ok = d->how(ui, ctx, e);
    screens_refresh(ui);
    ok = ok && is_shown(ui, d, e);
    ui->findings = info_findings(&ui->session->view);
    if (ok)
        ui->changes->ms = clock_ms() - start;
    else if (e->code)
        ui_say_error(ui, e);
    return ok;
}

static bool do_change(struct ui *ui, void *ctx, struct err *e)
{
    return undo_change(&ui->changes->undo, ui->session, ctx, e);
}

static bool do_undo(struct ui *ui, void *ctx, struct err *e)
{
    (void)ctx;
    return undo_step(&ui->changes->undo, ui->session, false, e);
}

static bool do_redo(struct ui *ui, void *ctx, struct err *e)
{
    (void)ctx;
    return undo_step(&ui->changes->undo, ui->session, true, e);
}

/* Where -l is switched, what is out by its line goes or comes with it. */
static void settle_lines(const struct ui *ui, struct option_list *l)
{
    bool switched = option_list_by_line(l) != option_list_by_line(&ui->session->options);
    for (size_t i = 0; switched && i < l->n; i++)
        option_list_settle_lines(l, i);
}

bool options_change(struct ui *ui, struct option_list *l)
{
    struct err e = ERR_INIT;
    settle_lines(ui, l);
    return option_list_equal(l, &ui->session->options) ||
           change_session(ui, &(struct reversible){do_change, do_undo}, l, &e);
}

bool options_change_copy(struct ui *ui, const struct option_list *l)
{
    struct option_list copy;
    if (!option_list_copy(&copy, l)) {
        ui_warn(ui, "out of memory");
        return false;
    }
    bool ok = options_change(ui, &copy);
    option_list_release(&copy);
    return ok;
}

/* Append where an option can be seen that the view at hand may not show. */
static void add_seen_elsewhere(const struct ui *ui, option_id id, struct text *out)
{
    const struct option_use *use = option_use(id);
    enum view v = view_of_style(use->seen);
    if (use->in_files)
        text_str(out, "; files (w) show it");
    else if (v != VIEW_NONE && v != ui->views->at)
        text_printf(out, "; %s (%s) shows it", view_get(v)->noun, view_get(v)->key);
}

/* Say which options are on now that one has changed; OPTION_NONE: any. */
void options_say(struct ui *ui, const char *what, option_id id)
{
    struct text t = {0};
    options_shown(ui->session, &ui->session->options, OPTIONS_ALL, ui_name_level(ui), &t);
    if (!t.n)
        text_str(&t, "no options");
    if (id != OPTION_NONE)
        add_seen_elsewhere(ui, id, &t);
    ui_say(ui, "%s: %s", what, text_z(&t));
    text_release(&t);
}

void act_undo(struct ui *ui, const struct call *c)
{
    (void)c;
    struct err e = ERR_INIT;
    if (change_session(ui, &(struct reversible){do_undo, do_redo}, NULL, &e))
        options_say(ui, "undone", OPTION_NONE);
    else if (!e.code)
        ui_say(ui, "nothing to undo");
}

void act_redo(struct ui *ui, const struct call *c)
{
    (void)c;
    struct err e = ERR_INIT;
    if (change_session(ui, &(struct reversible){do_redo, do_undo}, NULL, &e))
        options_say(ui, "done again", OPTION_NONE);
    else if (!e.code)
        ui_say(ui, "nothing to do again");
}

static bool do_reload(struct ui *ui, void *ctx, struct err *e)
{
    (void)ctx;
    return undo_reload(&ui->changes->undo, ui->session, e);
}

void act_reload(struct ui *ui, const struct call *c)
{
    (void)c;
    struct err e = ERR_INIT;
    if (change_session(ui, &(struct reversible){do_reload, NULL}, NULL, &e))
        ui_say(ui, "read again");
}
