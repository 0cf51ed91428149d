/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/take_out.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "core/options/symspec.h"
#include "core/view/label.h"
#include "tui/app/changes.h"
#include "tui/app/menu.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/wording.h"

/* ---- what a row is called ---- */

/* FILE:LINE, or the whole path where gprof's form could mean something else. */
static void line_spec(const struct ui *ui, const char *path, uint32_t line, struct text *out)
{
    const char *base = path_base(path);
    const struct sources *sources = ui->session->analysis->sources;
    bool plain = *base && !strchr(base, ':') && !symspec_is_ours(base) &&
                 (!sources || sources_alone(sources, path));
    text_printf(out, "%s%s:%u", plain || ui->session->settings.strict ? "" : "path=",
                plain || ui->session->settings.strict ? base : path, (unsigned)line);
}

/* A -P for each part of what the row stands for. False where none can say it. */
static bool name_row(const struct ui *ui, struct grid_row row, struct option_list *l)
{
    const struct analysis *a = ui->session->analysis;
    const node_id n = row.subject.node;
    const bool line = row.kind == ROW_LINE && row.line && screen_here(ui)->file;
    const bool cycle = row.kind != ROW_MODULE && !line && n != NO_ID && node_is_cycle(a, n);
    const uint32_t n_parts = cycle ? analysis_n_members(a, node_cycle_number(a, n)) : 1;
    sym_id *part = mem_array_raw(n_parts, sizeof *part);
    bool ok = row.kind == ROW_MODULE || line || n != NO_ID;
    part[0] = n;
    if (cycle)
        analysis_members(a, node_cycle_number(a, n), part);
    for (uint32_t i = 0; ok && i < n_parts; i++) {
        struct text spec = {0};
        struct line_pos pos;
        if (row.kind == ROW_MODULE)
            ok = screen_ops(ui->views->at)->row_spec(ui, &spec);
        else if (line)
            line_spec(ui, screen_here(ui)->file, row.line, &spec);
        else if (!(a->table->symbols[part[i]].flags & SYM_LINE))
            ok = symbol_spec(ui->session, part[i], false, &spec);
        else if ((ok = label_place(&ui->session->view, part[i], &pos)))
            line_spec(ui, pos.file, pos.line, &spec);
        if (ok)
            option_list_add(l, option_by_letter('P'), text_z(&spec));
        text_release(&spec);
    }
    free(part);
    return ok;
}

/* ---- out and back ---- */

/* Whether a list has all of them, on or waiting for -l. */
static bool has_all(const struct option_list *l, const struct option_list *wanted)
{
    for (size_t i = 0; i < wanted->n; i++) {
        size_t at = option_list_find(l, wanted->items[i].id, wanted->items[i].arg);
        if (at == SIZE_MAX || !(l->items[at].on || option_waits_for_lines(l, at)))
            return false;
    }
    return true;
}

static void change(struct ui *ui, const struct option_list *wanted, bool drops)
{
    struct option_list l = options_copy(ui);
    bool back = !drops && has_all(&l, wanted);
    if (drops) {
        option_id only = option_by_letter('p');
        for (size_t i = l.n; i-- > 0;)
            if (l.items[i].id == only && l.items[i].arg && l.items[i].on)
                option_list_remove(&l, i);
    }
    for (size_t i = 0; i < wanted->n; i++) {
        const struct option_item *x = &wanted->items[i];
        size_t at = option_list_find(&l, x->id, x->arg);
        for (; back && at != SIZE_MAX; at = option_list_find(&l, x->id, x->arg))
            option_list_remove(&l, at);
        if (back)
            continue;
        if (at == SIZE_MAX)
            option_list_add(&l, x->id, x->arg);
        at = option_list_find(&l, x->id, x->arg);
        l.items[at].on = true;
        option_list_settle_lines(&l, at); /* where lines are not counted, one of a line waits */
    }
    if (options_change(ui, &l)) {
        const struct option_list *now = &ui->session->options;
        struct text t = {0};
        options_shown(ui->session, wanted, OPTIONS_ALL, ui_name_level(ui), &t);
        size_t at = option_list_find(now, wanted->items[0].id, wanted->items[0].arg);
        if (back)
            ui_say(ui, "back in: %s is off", text_z(&t));
        else if (at != SIZE_MAX && option_waits_for_lines(now, at))
            ui_say(ui, "%s waits for -l: without it, it would take a whole function", text_z(&t));
        else
            ui_say(ui, "out: %s (again: back)", text_z(&t));
        text_release(&t);
    }
}

/* ---- while -p is on ---- */

/* The last -p that includes anything, NULL if none does. */
static const char *only_these(const struct ui *ui)
{
    const struct option_list *l = &ui->session->options;
    option_id only = option_by_letter('p');
    for (size_t i = l->n; i-- > 0;)
        if (l->items[i].on && l->items[i].id == only && l->items[i].arg &&
            spec_selects(ui->session, l->items[i].arg, false))
            return l->items[i].arg;
    return NULL;
}

static void drop_fill(struct ui *ui)
{
    const char *only = only_these(ui);
    menu_add(ui, "drop -p%s, and take it out", only ? only : "");
    menu_add(ui, "leave all as it is");
}

static void drop_accept(struct ui *ui, size_t line)
{
    struct option_list wanted = {0};
    if (line == 0 && name_row(ui, row_at_hand(ui), &wanted))
        change(ui, &wanted, true);
    option_list_release(&wanted);
}

/* ---- the action ---- */

bool is_taken_out(struct ui *ui, struct grid_row row)
{
    struct option_list wanted = {0};
    bool out = name_row(ui, row, &wanted) && wanted.n && has_all(&ui->session->options, &wanted);
    option_list_release(&wanted);
    return out;
}

/* Take what the row at hand stands for out of the samples of both views, or, if all of it
 * is out, take it back: a function, a line, all members of a cycle, or a group of functions. One
 * step of undo. While -p with a symspec is on, which makes -P mean nothing, a menu offers to drop
 * it. What cannot be said as a symspec is reported. */
void act_take_out(struct ui *ui, const struct call *c)
{
    struct grid_row row = row_at_hand(ui);
    struct option_list wanted = {0};
    if (!name_row(ui, row, &wanted) || !wanted.n) {
        bool nothing = row.subject.node == NO_ID && row.kind != ROW_LINE;
        ui_warn(ui, nothing ? "nothing on this line to take out"
                            : "in strict mode no symspec can say this name");
    } else if (only_these(ui) && !has_all(&ui->session->options, &wanted)) {
        menu_open(ui, "while -p with a symspec is on, gprof ignores -P", drop_fill, drop_accept);
    } else {
        change(ui, &wanted, false);
    }
    option_list_release(&wanted);
}
