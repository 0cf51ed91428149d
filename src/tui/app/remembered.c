/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/remembered.h"

#include <stdlib.h>
#include <string.h>

#include "tui/app/prompt.h"
#include "tui/app/screens.h"
#include "tui/keys/keymap.h"

/* The section of what concerns all programs. */
static const char ALL[] = "";

/* The key of a prompt's lines, and that of a set. */
static const char *const PASTS[N_PASTS] = {
    [PAST_SEARCH] = "search", [PAST_ROWS] = "rows", [PAST_COMMAND] = "command",
    [PAST_SPEC] = "spec",     [PAST_FILE] = "file", [PAST_FIND] = "find",
};
static const char *const SETS[N_OPTION_SETS] = {"set1", "set2", "set3", "set4", "set5",
                                                "set6", "set7", "set8", "set9"};

/* ---- settings and columns ---- */

/* Where a setting is kept; NULL: nowhere. */
static const char *pref_section(const struct ui *ui, const struct pref_def *d)
{
    return d->stays == PREF_OF_ALL ? ALL : d->stays ? ui->remembered->image : NULL;
}

/* "columns-flat", whose values are "+calls" and "-self". */
static const char *columns_key(int v, struct text *out)
{
    text_str(out, "columns-");
    text_str(out, mode_name((enum mode)view_get((enum view)v)->mode));
    return text_z(out);
}

static void take_columns(struct ui *ui, const struct state *s, int v)
{
    struct text key = {0};
    struct screen *screen = &ui->views->screen[v];
    const struct screen_ops *o = screen_ops((enum view)v);
    const char *word;
    columns_key(v, &key);
    for (size_t at = 0; o->columns && (word = state_next(s, ALL, text_z(&key), &at)) != NULL;)
        for (unsigned c = 0; c + 1 < o->columns->n; c++)
            if (strcmp(o->columns->v[c].id, *word ? word + 1 : "") == 0)
                *(*word == '+' ? &screen->with : &screen->without) |= UINT32_C(1) << c;
    text_release(&key);
}

static void add_columns(const struct ui *ui, struct state *s, int v)
{
    struct text key = {0}, word = {0};
    const struct screen *screen = &ui->views->screen[v];
    const struct screen_ops *o = screen_ops((enum view)v);
    if (!screen->columns_by_hand || !o->columns)
        return;
    state_forget(s, ALL, columns_key(v, &key));
    for (unsigned c = 0; c + 1 < o->columns->n; c++) {
        bool with = screen->with >> c & 1;
        if (!with && !(screen->without >> c & 1))
            continue;
        text_printf(&word, "%c%s", with ? '+' : '-', o->columns->v[c].id);
        state_add(s, ALL, text_z(&key), text_z(&word));
        text_clear(&word);
    }
    text_release(&key);
    text_release(&word);
}

/* ---- lines typed ---- */

static bool is_in(const struct past *p, size_t from, const char *line)
{
    while (from < p->n && strcmp(p->line[from], line) != 0)
        from++;
    return from < p->n;
}

/* Lines that other runs left, then ours; a line stands where it was typed last. */
static void add_past(const struct ui *ui, struct state *s, int kind)
{
    const struct past *ours = &ui->prompt->pasts[kind];
    struct past all = {0};
    const char *line;
    for (size_t at = 0; (line = state_next(s, ALL, PASTS[kind], &at)) != NULL;)
        if (!is_in(ours, 0, line))
            past_add(&all, line, strlen(line));
    for (size_t i = 0; i < ours->n; i++)
        if (!is_in(ours, i + 1, ours->line[i]) && strlen(ours->line[i]) <= LINE_BYTES_MOST)
            past_add(&all, ours->line[i], strlen(ours->line[i]));
    state_forget(s, ALL, PASTS[kind]);
    for (size_t i = 0; i < all.n; i++)
        state_add(s, ALL, PASTS[kind], all.line[i]);
    past_release(&all);
}

/* ---- sets of filters: "on E=main", "off line" for each option ---- */

static void take_item(struct option_list *l, const char *value)
{
    bool on = strncmp(value, "on ", 3) == 0;
    struct text name = {0};
    value += strcspn(value, " ");
    value += *value == ' ';
    size_t n = strcspn(value, "=");
    const char *arg = value[n] ? value + n + 1 : NULL;
    text_add(&name, value, n);
    option_id id = n == 1 ? option_by_letter(*value) : option_by_name(text_z(&name));
    text_release(&name);
    const struct option_def *d = !n || id == OPTION_NONE ? NULL : option_get(id);
    if (!d || !option_is_for_views(d) ||
        (arg ? d->arg == OPTION_NO_ARG : d->arg == OPTION_NEEDS_ARG))
        return; /* an option of another version */
    option_list_add(l, id, arg);
    l->items[l->n - 1].on = on;
}

/* A set without options is one as well: it has an empty value. */
static void add_set(const struct ui *ui, struct state *s, unsigned i)
{
    const struct option_list *l = &ui->remembered->set[i].list;
    const char *image = ui->remembered->image;
    struct text t = {0};
    state_forget(s, image, SETS[i]);
    if (l->n > SET_OPTIONS_MOST)
        return;
    state_add(s, image, SETS[i], "");
    for (size_t k = 0; k < l->n; k++) {
        const struct option_def *d = option_get(l->items[k].id);
        text_str(&t, l->items[k].on ? "on " : "off ");
        if (d->letter)
            text_char(&t, (char)d->letter);
        else
            text_str(&t, d->name);
        if (l->items[k].arg)
            text_printf(&t, "=%s", l->items[k].arg);
        state_add(s, image, SETS[i], text_z(&t));
        text_clear(&t);
    }
    text_release(&t);
}

/* ---- all of it ---- */

void remembered_begin(struct ui *ui, struct state *then)
{
    struct remembered *r = ui->remembered;
    r->on = true;
    r->then = *then;
    *then = (struct state){0};
    r->image = realpath(ui->session->request.image, NULL);
    for (int p = 0; p < N_PREFS; p++) {
        const struct pref_def *d = pref_get((enum pref)p);
        const char *section = pref_section(ui, d);
        size_t at = 0;
        const char *value = section ? state_next(&r->then, section, d->name, &at) : NULL;
        int v = value ? pref_value((enum pref)p, value, strlen(value)) : -1;
        if (v >= 0)
            ui->prefs.v[p] = v;
    }
    for (int v = VIEW_NONE + 1; v < N_VIEWS; v++)
        take_columns(ui, &r->then, v);
    for (int kind = 0; kind < N_PASTS; kind++) {
        const char *line;
        for (size_t at = 0; (line = state_next(&r->then, ALL, PASTS[kind], &at)) != NULL;)
            past_add(&ui->prompt->pasts[kind], line, strlen(line));
    }
    for (unsigned i = 0; r->image && i < N_OPTION_SETS; i++) {
        const char *value;
        for (size_t at = 0; (value = state_next(&r->then, r->image, SETS[i], &at)) != NULL;) {
            r->set[i].is_kept = true;
            if (*value && r->set[i].list.n <= SET_OPTIONS_MOST)
                take_item(&r->set[i].list, value);
        }
        if (r->set[i].list.n > SET_OPTIONS_MOST) {
            option_list_release(&r->set[i].list);
            r->set[i].is_kept = false;
        }
    }
}

void remembered_add(const struct ui *ui, struct state *now)
{
    for (int p = 0; p < N_PREFS; p++) {
        const struct pref_def *d = pref_get((enum pref)p);
        const char *section = pref_section(ui, d);
        if (!section || !ui->prefs.by_hand[p])
            continue;
        state_forget(now, section, d->name);
        state_add(now, section, d->name, d->values[ui->prefs.v[p]]);
    }
    for (int v = VIEW_NONE + 1; v < N_VIEWS; v++)
        add_columns(ui, now, v);
    for (int kind = 0; kind < N_PASTS; kind++)
        add_past(ui, now, kind);
    state_touch(now, ALL);
    if (!ui->remembered->image)
        return;
    for (unsigned i = 0; i < N_OPTION_SETS; i++)
        if (ui->remembered->set[i].by_hand)
            add_set(ui, now, i);
    state_touch(now, ui->remembered->image);
}

void remembered_release(struct remembered *r)
{
    for (int i = 0; i < N_OPTION_SETS; i++)
        option_list_release(&r->set[i].list);
    state_release(&r->then);
    free(r->image);
    *r = (struct remembered){0};
}

void remembered_forget(struct ui *ui, const char *args)
{
    if (!ui->remembered->on) {
        ui_say(ui, "nothing is remembered in this run");
        return;
    }
    remembered_release(ui->remembered);
    for (int kind = 0; kind < N_PASTS; kind++)
        past_release(&ui->prompt->pasts[kind]);
    ui_say(ui, "forgotten: places, sets, columns and lines typed, of all programs");
    ui_request(ui, REQUEST_FORGET, "", 0);
}
