/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/option_panel.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "tui/app/act_options.h"
#include "tui/app/act_view.h"
#include "tui/app/app_state.h"
#include "tui/app/prompts.h"
#include "tui/popup/popups.h"

enum line_kind { LINE_ITEM, LINE_ROWS, LINE_SWITCH, LINE_NONE };

struct panel_at {
    enum line_kind kind;
    size_t i;          /* the item */
    option_id offered; /* the switch */
};

static bool in_list(const struct app *a, option_id id)
{
    const struct option_list *l = &a->session->options;
    for (size_t i = 0; i < l->n; i++)
        if (l->items[i].id == id)
            return true;
    return false;
}

static struct panel_at at(const struct app *a, size_t i)
{
    size_t n = a->session->options.n;
    if (i < n)
        return (struct panel_at){LINE_ITEM, i, OPTION_NONE};
    i -= n;
    if (app_screen_const(a)->filter.n) {
        if (!i)
            return (struct panel_at){LINE_ROWS, 0, OPTION_NONE};
        i--;
    }
    option_id offered;
    for (unsigned place = 1; (offered = option_switch_at(place)) != OPTION_NONE; place++)
        if (!in_list(a, offered) && !i--)
            return (struct panel_at){LINE_SWITCH, 0, offered};
    return (struct panel_at){LINE_NONE, 0, OPTION_NONE};
}

size_t panel_n_lines(const struct app *a)
{
    size_t n = 0;
    while (at(a, n).kind != LINE_NONE)
        n++;
    return n;
}

void panel_counts(const struct app *a, size_t *on, size_t *all)
{
    const struct option_list *l = &a->session->options;
    *on = 0;
    *all = l->n;
    for (size_t i = 0; i < l->n; i++)
        *on += l->items[i].on;
}

enum { OPTION_COLS = 26 };

/* "[x] -E mcount     -0.31 s  what it does" */
static void option_line(const struct app *a, option_id id, const char *arg, bool on,
                        const char *effect, struct line *out)
{
    const struct option_def *d = option_get(id);
    struct option_item item = {.id = id, .arg = arg, .on = true};
    struct option_list one = {.items = &item, .n = 1, .cap = 1};
    struct text t = {0};
    study_read_options(a->session, &one, app_level(a), &t);
    text_str(&out->text, on ? " [x] " : " [ ] ");
    size_t lo = out->text.n;
    text_shown(&out->text, t.p ? t.p : "", t.n, false);
    line_mark(out, lo, on ? ROLE_STRONG : ROLE_PLAIN, COLUMN_NONE);
    size_t cols = utf8_cols(out->text.p + lo, out->text.n - lo);
    text_fill(&out->text, ' ', cols < OPTION_COLS ? OPTION_COLS - cols : 1);
    lo = out->text.n;
    text_str(&out->text, effect);
    line_mark(out, lo, ROLE_NUMBER, COLUMN_NONE);
    text_str(&out->text, *effect ? "  " : "");
    lo = out->text.n;
    text_str(&out->text, d->help);
    line_mark(out, lo, ROLE_DIM, COLUMN_NONE);
    text_release(&t);
}

void panel_line(const struct app *a, size_t i, struct line *out)
{
    struct panel_at p = at(a, i);
    const struct text *filter = &app_screen_const(a)->filter;
    switch (p.kind) {
    case LINE_ITEM: {
        const struct option_item *it = &a->session->options.items[p.i];
        option_line(a, it->id, it->arg, it->on, panel_effect(a, p.i), out);
        break;
    }
    case LINE_ROWS:
        text_str(&out->text, " [x] & ");
        text_shown(&out->text, filter->p, filter->n, false);
        text_str(&out->text, "   rows shown (no option of gprof)");
        break;
    case LINE_SWITCH:
        option_line(a, p.offered, NULL, false, "", out);
        break;
    case LINE_NONE:
        break;
    }
}

/* As it is written, if the line has it as it reads. */
static void detail_spec(const struct app *a, const char *arg, struct text *out)
{
    struct text read = {0};
    if (arg)
        study_read_spec(a->session, arg, app_level(a), &read);
    if (read.n && strcmp(text_z(&read), arg) != 0) {
        text_str(out, "   ");
        text_shown(out, arg, strlen(arg), app_ascii(a));
    }
    text_release(&read);
}

void panel_detail(const struct app *a, size_t i, struct line *out)
{
    struct panel_at p = at(a, i);
    option_id id = p.kind == LINE_ITEM ? a->session->options.items[p.i].id : p.offered;
    if (id == OPTION_NONE)
        return;
    const struct option_def *d = option_get(id);
    if (d->letter)
        text_printf(&out->text, " -%c", d->letter);
    else
        text_printf(&out->text, " --%s", d->name);
    if (d->arg != OPTION_NO_ARG && d->arg_name)
        text_printf(&out->text, " %s", d->arg_name);
    text_printf(&out->text, ": %s", d->help);
    if (p.kind == LINE_ITEM)
        detail_spec(a, a->session->options.items[p.i].arg, &out->text);
}

/* ---- changes ---- */

/* A copy of the options to change; false (and said so) if there is no memory. */
static bool begin(struct app *a, struct option_list *l)
{
    if (option_list_copy(l, &a->session->options))
        return true;
    app_bad(a, "out of memory");
    return false;
}

static void finish(struct app *a, struct option_list *l)
{
    app_change(a, l);
    option_list_release(l);
    popups_fit(a);
}

void act_panel(struct app *a, const struct call *c)
{
    (void)c;
    a->popup = &popup_panel;
    a->panel = (struct list){0};
    popups_fit(a);
}

void act_panel_toggle(struct app *a, const struct call *c)
{
    (void)c;
    struct panel_at p = at(a, a->panel.cursor);
    struct option_list l;
    if (p.kind == LINE_ROWS) {
        rows_filter(a, "");
    } else if (p.kind == LINE_SWITCH) {
        filter_press(a, p.offered);
    } else if (p.kind == LINE_ITEM && begin(a, &l)) {
        l.items[p.i].on = !l.items[p.i].on;
        finish(a, &l);
    }
    popups_fit(a);
}

void act_panel_delete(struct app *a, const struct call *c)
{
    (void)c;
    struct panel_at p = at(a, a->panel.cursor);
    struct option_list l;
    if (p.kind == LINE_ROWS) {
        rows_filter(a, "");
    } else if (p.kind != LINE_ITEM) {
        app_say(a, "this option is not on");
    } else if (begin(a, &l)) {
        option_list_remove(&l, p.i);
        finish(a, &l);
    }
    popups_fit(a);
}

void act_panel_move(struct app *a, const struct call *c)
{
    struct panel_at p = at(a, a->panel.cursor);
    struct option_list l;
    size_t to = p.i + (size_t)c->param;
    if (p.kind != LINE_ITEM || to >= a->session->options.n || !begin(a, &l))
        return;
    option_list_move(&l, p.i, to);
    finish(a, &l);
    list_set(&a->panel, to);
}

void act_panel_edit(struct app *a, const struct call *c)
{
    struct panel_at p = at(a, a->panel.cursor);
    if (p.kind == LINE_SWITCH) {
        act_panel_toggle(a, c);
        return;
    }
    if (p.kind == LINE_ROWS) {
        act_filter_rows(a, c);
        edit_set(&a->prompt.edit, app_screen(a)->filter.p, app_screen(a)->filter.n);
        return;
    }
    if (p.kind != LINE_ITEM)
        return;
    const struct option_item *it = &a->session->options.items[p.i];
    const struct option_def *d = option_get(it->id);
    if (d->arg == OPTION_NO_ARG) {
        act_panel_toggle(a, c);
        return;
    }
    prompt_open(a, &prompt_panel_edit, it->arg ? it->arg : "");
    a->prompt.item = p.i;
    if (d->letter)
        prompt_label(a, "-%c ", d->letter);
    else
        prompt_label(a, "--%s=", d->name);
}

static void edit_accept(struct app *a, const char *line)
{
    struct option_list l;
    size_t i = a->prompt.item;
    if (i >= a->session->options.n || !begin(a, &l))
        return;
    option_id id = l.items[i].id;
    bool none = !*line && option_get(id)->arg == OPTION_MAY_ARG;
    option_list_remove(&l, i);
    if ((*line || none) && option_list_add(&l, id, none ? NULL : line))
        option_list_move(&l, l.n - 1, i);
    finish(a, &l);
}

const struct prompt_def prompt_panel_edit = {
    .label = "",
    .past = PAST_SPEC,
    .accept = edit_accept,
    .complete = complete_spec,
};

void act_panel_add(struct app *a, const struct call *c)
{
    (void)c;
    prompt_open(a, &prompt_panel_add, "-");
}

static void add_accept(struct app *a, const char *line)
{
    option_id id;
    const char *arg;
    if (!strcmp(line, "-") || !filter_parse(a, line, &id, &arg))
        return;
    if (filter_add(a, id, arg))
        filter_check(a, id, arg);
    popups_fit(a);
    if (a->session->options.n)
        list_set(&a->panel, a->session->options.n - 1);
}

const struct prompt_def prompt_panel_add = {
    .label = "add option: ",
    .past = PAST_SPEC,
    .accept = add_accept,
    .complete = complete_command,
};

/* ---- numbered sets ---- */

void act_panel_save(struct app *a, const struct call *c)
{
    struct option_list copy;
    if (c->key < '1' || c->key > '9') {
        app_bad(a, "sets have the numbers 1 to 9");
        return;
    }
    unsigned i = c->key - '1';
    if (!begin(a, &copy))
        return;
    option_list_release(&a->saved[i]);
    a->saved[i] = copy;
    a->saved_there[i] = true;
    app_say(a, "kept as set %u: %u loads it", i + 1, i + 1);
}

void act_panel_load(struct app *a, const struct call *c)
{
    if (c->key < '1' || c->key > '9' || !a->saved_there[c->key - '1']) {
        app_bad(a, "there is no such set; S and a digit keep one");
        return;
    }
    if (app_change_copy(a, &a->saved[c->key - '1']))
        app_say(a, "set %c", (int)c->key);
    popups_fit(a);
}
