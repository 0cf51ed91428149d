/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/remembered.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/options/option_list.h"
#include "tui/app/places.h"
#include "tui/app/prompt.h"
#include "tui/app/reply.h"
#include "tui/app/screens.h"
#include "tui/history/anchor.h"
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

/* Give a key a value, which t holds, and empty t. */
static bool add(struct state *s, const char *section, const char *key, struct text *t,
                struct err *e)
{
    const char *value = text_z(t);
    bool ok = t->failed ? err_memory(e, t->n) : state_add(s, section, key, value, e);
    text_clear(t);
    return ok;
}

static const char *view_name(int v)
{
    return mode_name((enum mode)view_get((enum view)v)->mode);
}

/* ---- settings and columns ---- */

static void take_prefs(struct ui *ui, const struct state *s)
{
    for (int p = 0; p < N_PREFS; p++) {
        const struct pref_def *d = pref_get((enum pref)p);
        const char *value = d->stays ? state_get(s, ALL, d->name, 0) : NULL;
        int v = value ? pref_value((enum pref)p, value, strlen(value)) : -1;
        if (v >= 0)
            ui->prefs.v[p] = v;
    }
}

static bool add_prefs(const struct ui *ui, struct state *s, struct err *e)
{
    bool ok = true;
    for (int p = 0; ok && p < N_PREFS; p++) {
        const struct pref_def *d = pref_get((enum pref)p);
        if (!d->stays || !ui->prefs.by_hand[p])
            continue;
        state_forget(s, ALL, d->name);
        ok = state_add(s, ALL, d->name, d->values[ui->prefs.v[p]], e);
    }
    return ok;
}

/* "columns-flat", whose values are "+calls" and "-self". */
static const char *columns_key(int v, struct text *out)
{
    text_str(out, "columns-");
    text_str(out, view_name(v));
    return text_z(out);
}

static void take_columns(struct ui *ui, const struct state *s, int v)
{
    struct text key = {0};
    struct screen *screen = &ui->views->screen[v];
    const struct screen_ops *o = screen_ops((enum view)v);
    const char *word;
    columns_key(v, &key);
    for (size_t i = 0; o->columns && (word = state_get(s, ALL, text_z(&key), i)) != NULL; i++)
        for (unsigned c = 0; c + 1 < *o->n_columns; c++)
            if (strcmp(o->columns[c].id, *word ? word + 1 : "") == 0)
                *(*word == '+' ? &screen->with : &screen->without) |= UINT32_C(1) << c;
    text_release(&key);
}

static bool add_columns(const struct ui *ui, struct state *s, int v, struct err *e)
{
    struct text key = {0}, word = {0};
    const struct screen *screen = &ui->views->screen[v];
    const struct screen_ops *o = screen_ops((enum view)v);
    bool ok = true;
    if (!screen->columns_by_hand || !o->columns)
        return true;
    state_forget(s, ALL, columns_key(v, &key));
    for (unsigned c = 0; ok && c + 1 < *o->n_columns; c++) {
        bool with = screen->with >> c & 1;
        if (!with && !(screen->without >> c & 1))
            continue;
        text_printf(&word, "%c%s", with ? '+' : '-', o->columns[c].id);
        ok = add(s, ALL, text_z(&key), &word, e);
    }
    text_release(&key);
    text_release(&word);
    return ok;
}

/* ---- lines typed ---- */

static bool is_in(const struct past *p, size_t from, const char *line)
{
    while (from < p->n && strcmp(p->line[from], line) != 0)
        from++;
    return from < p->n;
}

/* Lines that other runs left, then ours; a line stands where it was typed last. */
static bool add_past(const struct ui *ui, struct state *s, int kind, struct err *e)
{
    const struct past *ours = &ui->prompt->pasts[kind];
    struct past all = {0};
    const char *line;
    bool ok = true;
    for (size_t i = 0; (line = state_get(s, ALL, PASTS[kind], i)) != NULL; i++)
        if (!is_in(ours, 0, line))
            past_add(&all, line, strlen(line));
    for (size_t i = 0; i < ours->n; i++)
        if (!is_in(ours, i + 1, ours->line[i]))
            past_add(&all, ours->line[i], strlen(ours->line[i]));
    state_forget(s, ALL, PASTS[kind]);
    for (size_t i = 0; ok && i < all.n; i++)
        ok = state_add(s, ALL, PASTS[kind], all.line[i], e);
    past_release(&all);
    return ok;
}

/* ---- sets of filters: "on E=main", "off line" for each option ---- */

static bool take_item(struct option_list *l, const char *value)
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
    if (!d || d->group == GROUP_PROGRAM ||
        (arg ? d->arg == OPTION_NO_ARG : d->arg == OPTION_NEEDS_ARG))
        return true; /* an option of another version */
    if (!option_list_add(l, id, arg))
        return false;
    l->items[l->n - 1].on = on;
    return true;
}

static bool take_set(struct ui *ui, const struct state *s, unsigned i, struct err *e)
{
    struct option_set *set = &ui->remembered->set[i];
    const char *value;
    for (size_t k = 0; (value = state_get(s, ui->remembered->image, SETS[i], k)) != NULL; k++) {
        set->is_kept = true;
        if (*value && !take_item(&set->list, value))
            return err_memory(e, strlen(value));
    }
    return true;
}

/* A set without options is one as well: it has an empty value. */
static bool add_set(const struct ui *ui, struct state *s, unsigned i, struct err *e)
{
    const struct option_list *l = &ui->remembered->set[i].list;
    const char *image = ui->remembered->image;
    struct text t = {0};
    state_forget(s, image, SETS[i]);
    bool ok = state_add(s, image, SETS[i], "", e);
    for (size_t k = 0; ok && k < l->n; k++) {
        const struct option_def *d = option_get(l->items[k].id);
        text_str(&t, l->items[k].on ? "on " : "off ");
        if (d->letter)
            text_char(&t, (char)d->letter);
        else
            text_str(&t, d->name);
        if (l->items[k].arg)
            text_printf(&t, "=%s", l->items[k].arg);
        ok = add(s, image, SETS[i], &t, e);
    }
    text_release(&t);
    return ok;
}

/* ---- the place ---- */

/* "function ADDRESS NAME", or another word for a cycle and a line: what is found again by its name
 * when the program was built again. */
static void anchor_words(const struct session *s, struct anchor a, struct text *out)
{
    const char *name = anchor_name(s, a);
    if (name)
        text_printf(out, "%s %llx %s",
                    a.cycle  ? "cycle"
                    : a.line ? "line"
                             : "function",
                    (unsigned long long)a.addr, name);
}

static struct anchor read_anchor(const struct session *s, const char *words)
{
    const char *addr = words ? strchr(words, ' ') : NULL;
    if (!addr)
        return NO_ANCHOR;
    char *name;
    struct anchor a = {.there = true, .cycle = *words == 'c', .line = *words == 'l'};
    a.addr = strtoull(addr, &name, 16);
    return *name == ' ' ? anchor_renewed(s, a, name + 1) : NO_ANCHOR;
}

static const char *const PLACE[] = {"view", "item", "row", "row-line", "file"};

static bool add_place(const struct ui *ui, struct state *s, struct err *e)
{
    const char *image = ui->remembered->image;
    const struct screen *here = screen_here(ui);
    struct row_anchor row = screen_row_anchor(ui->session, here);
    struct text t = {0};
    /* Nobody went anywhere: what the program opens with is no place to come back to. */
    if (ui->places->history.n <= 1 && screen_here(ui)->list.cursor <= 0)
        return true;
    for (size_t i = 0; i < ARRAY_LEN(PLACE); i++)
        state_forget(s, image, PLACE[i]);
    bool ok = state_add(s, image, "view", view_name((int)ui->views->at), e);
    anchor_words(ui->session, here->item, &t);
    ok = ok && (!t.n || add(s, image, "item", &t, e));
    text_clear(&t);
    anchor_words(ui->session, row.at, &t);
    ok = ok && (!t.n || add(s, image, "row", &t, e));
    text_clear(&t);
    text_printf(&t, "%u", (unsigned)row.line);
    ok = ok && (!row.line || add(s, image, "row-line", &t, e));
    ok = ok && (!here->file || state_add(s, image, "file", here->file, e));
    text_release(&t);
    return ok;
}

static const char *place_word(const struct remembered *r, const char *key)
{
    return r->image ? state_get(&r->then, r->image, key, 0) : NULL;
}

static enum view place_view(const struct remembered *r)
{
    const char *name = place_word(r, "view");
    for (int v = VIEW_NONE + 1; name && v < N_VIEWS; v++)
        if (screen_ops((enum view)v) && strcmp(view_name(v), name) == 0)
            return (enum view)v;
    return VIEW_NONE;
}

bool remembered_go(struct ui *ui)
{
    const struct remembered *r = ui->remembered;
    enum view v = place_view(r);
    if (v == VIEW_NONE)
        return false;
    const char *item = place_word(r, "item"), *file = place_word(r, "file");
    const char *line = place_word(r, "row-line");
    struct anchor at = read_anchor(ui->session, item);
    if (item && !at.there) {
        ui_warn(ui, "the place of last time is gone: no function %s", strrchr(item, ' ') + 1);
        return true;
    }
    places_leave(ui);
    struct screen *s = &ui->views->screen[v];
    if (item)
        s->item = at;
    if (file)
        screen_set_file(s, file);
    screen_drop_grid(s);
    struct anchor row = read_anchor(ui->session, place_word(r, "row"));
    s->row = (struct row_anchor){.kind = row.there ? ROW_FUNCTION : ROW_TEXT, .at = row};
    if (line)
        s->row.line = (uint32_t)strtoul(line, NULL, 10);
    screens_open(ui, v);
    places_arrive(ui);
    ui_say(ui, "where you left it last time");
    return true;
}

/* ---- all of it ---- */

bool remembered_begin(struct ui *ui, struct state *then, struct err *e)
{
    struct remembered *r = ui->remembered;
    bool ok = true;
    r->on = true;
    r->then = *then;
    *then = (struct state){0};
    r->image = realpath(ui->session->request.image, NULL);
    take_prefs(ui, &r->then);
    for (int v = VIEW_NONE + 1; v < N_VIEWS; v++)
        take_columns(ui, &r->then, v);
    for (int kind = 0; kind < N_PASTS; kind++) {
        const char *line;
        for (size_t i = 0; (line = state_get(&r->then, ALL, PASTS[kind], i)) != NULL; i++)
            past_add(&ui->prompt->pasts[kind], line, strlen(line));
    }
    for (unsigned i = 0; ok && r->image && i < N_OPTION_SETS; i++)
        ok = take_set(ui, &r->then, i, e);
    screens_restyle(ui);
    return ok;
}

bool remembered_add(const struct ui *ui, struct state *now, struct err *e)
{
    bool ok = add_prefs(ui, now, e);
    for (int v = VIEW_NONE + 1; ok && v < N_VIEWS; v++)
        ok = add_columns(ui, now, v, e);
    for (int kind = 0; ok && kind < N_PASTS; kind++)
        ok = add_past(ui, now, kind, e);
    state_touch(now, ALL);
    if (!ui->remembered->image)
        return ok;
    for (unsigned i = 0; ok && i < N_OPTION_SETS; i++)
        if (ui->remembered->set[i].by_hand)
            ok = add_set(ui, now, i, e);
    ok = ok && add_place(ui, now, e);
    state_touch(now, ui->remembered->image);
    return ok;
}

void remembered_release(struct remembered *r)
{
    for (int i = 0; i < N_OPTION_SETS; i++)
        option_list_release(&r->set[i].list);
    state_release(&r->then);
    free(r->image);
    *r = (struct remembered){0};
}

void remembered_forget(struct ui *ui)
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
