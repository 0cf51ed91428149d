/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/modules.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/options/symspec.h"
#include "core/select/scope.h"
#include "core/view/label.h"

const char *modules_by_name(enum modules_by by)
{
    static const char *const names[] = {[MODULES_BY_IMAGE] = "by image",
                                        [MODULES_BY_FOLDER] = "by folder",
                                        [MODULES_BY_FILE] = "by file",
                                        [MODULES_BY_SCOPE] = "by namespace"};
    return names[by];
}

const char *modules_none(enum modules_by by)
{
    return by == MODULES_BY_SCOPE ? "(no namespace)" : "(no file)";
}

/* ---- groups ---- */

/* Groups by name while they are made. */
struct grouping {
    const struct view_context *v;
    struct module_groups *g;
    struct scope scope;
    struct intern_numbers numbers; /* of groups */
    const char *last;              /* the file or image that was looked up last, and its group */
    uint32_t last_group;
};

/* A name of n bytes; p NULL: none. */
struct group_name {
    const char *p;
    size_t n;
};

/* The group of that name, a new one if there is none yet. */
static uint32_t group_of(struct grouping *m, struct group_name name, sym_id s)
{
    static const char none[] = "";
    struct module_groups *g = m->g;
    bool is_new;
    const char *copy = name.p ? intern_set_put(&g->names, name.p, name.n) : NULL;
    const uint32_t number = intern_number(&m->numbers, (uintptr_t)(copy ? copy : none), &is_new);
    if (is_new)
        mem_append(&g->v, &g->n, &(struct module){.name = copy, .first = s, .hottest = s},
                   sizeof *g->v);
    return number - 1;
}

/* Functions of one file stand together, mostly, and paths are equal pointers. */
static uint32_t group_by_path(struct grouping *m, const char *path, sym_id s)
{
    if (s == 0 || path != m->last) {
        struct group_name name = {path, path ? strlen(path) : 0};
        if (path && m->g->by == MODULES_BY_FOLDER) {
            size_t n = (size_t)(path_base(path) - path);
            name = n ? (struct group_name){path, n > 1 ? n - 1 : n} : (struct group_name){".", 1};
        }
        m->last_group = group_of(m, name, s);
    }
    m->last = path;
    return m->last_group;
}

static uint32_t group_symbol(struct grouping *m, sym_id s)
{
    struct scope *c = &m->scope;
    switch (m->g->by) {
    case MODULES_BY_IMAGE:
        return group_by_path(m, function_image(m->v, s), s);
    case MODULES_BY_SCOPE:
        scope_read(c, table_plain_name(m->v->analysis->table, s), 1);
        return group_of(m, (struct group_name){c->n ? c->text.p : NULL, c->n ? c->end[0] : 0}, s);
    default:
        return group_by_path(m, label_source(m->v, s), s);
    }
}

void module_groups_make(struct module_groups *g, const struct view_context *v, enum modules_by by)
{
    const struct analysis *a = v->analysis;
    struct grouping m = {.v = v, .g = g, .scope = scope_reader(a->profile->image)};
    *g = (struct module_groups){.by = by, .of = mem_array_raw(a->n_symbols, sizeof *g->of)};
    for (sym_id s = 0; s < a->n_symbols; s++)
        g->of[s] = group_symbol(&m, s);
    intern_numbers_release(&m.numbers);
    scope_release(&m.scope);
}

void module_groups_release(struct module_groups *g)
{
    intern_set_release(&g->names);
    free(g->v);
    free(g->of);
    *g = (struct module_groups){0};
}

/* ---- numbers ---- */

struct amounts modules_amounts(const struct analysis *a, const struct module *x, bool time_in)
{
    return (struct amounts){.hz = a->rate_hz,
                            .self = time_in ? x->sums.time_in : x->sums.self,
                            .wait = a->samples->wait ? x->sums.wait : -1,
                            .all = x->whole,
                            .wait_all = wait_ticks(a),
                            .calls = x->sums.calls_in};
}

bool modules_uncounted(const struct module *x)
{
    const struct group_sums *s = &x->sums;
    return !s->called && !s->calls_in && (s->self > 0 || s->wait > 0 || s->time_in > 0);
}

/* ---- arcs ---- */

/* Which of the rows the arc leads into; n: none of them. */
static uint32_t entered_row(const struct module_groups *groups, const struct arc *x,
                            const uint32_t *row_of, uint32_t n)
{
    uint32_t to = groups->of[x->to];
    return to == groups->of[x->from] ? n : row_of[to];
}

void modules_arcs(const struct module_groups *groups, const struct analysis *a,
                  const uint32_t *group, uint32_t n, struct module_arcs *x)
{
    uint32_t *row_of = mem_array_raw(groups->n, sizeof *row_of);
    *x = (struct module_arcs){.arcs = NULL};
    x->arcs = arena_alloc(&x->memory, a->graph->n_arcs, sizeof *x->arcs);
    x->sets = arena_array(&x->memory, n, sizeof *x->sets);
    for (size_t i = 0; i < groups->n; i++)
        row_of[i] = n;
    for (uint32_t i = 0; i < n; i++)
        row_of[group[i]] = i;
    /* Count the arcs of each row, then fill them in after those of the row before. */
    uint32_t at = 0;
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        uint32_t row = entered_row(groups, &a->graph->arcs[i], row_of, n);
        if (row < n)
            x->sets[row].n++;
    }
    for (uint32_t i = 0; i < n; i++) {
        x->sets[i].arcs = x->arcs + at;
        at += x->sets[i].n;
        x->sets[i].n = 0;
    }
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        uint32_t row = entered_row(groups, &a->graph->arcs[i], row_of, n);
        if (row < n)
            x->arcs[x->sets[row].arcs - x->arcs + x->sets[row].n++] = (struct set_arc){i, true};
    }
    free(row_of);
}

void modules_make(struct module_groups *g, const struct view_context *v, enum modules_by by)
{
    module_groups_make(g, v, by);
    const struct analysis *a = v->analysis;
    const bool any_out = filter_sets(v) >> SET_FLAT_EX & 1;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        struct module *x = &g->v[g->of[s]];
        if (a->samples->self[s] > a->samples->self[x->hottest])
            x->hottest = s;
        x->out |= any_out && !symset_lets(a->flat, s);
    }
    struct group_sums *sums = mem_array_raw(g->n, sizeof *sums);
    rollup(a, g->of, (uint32_t)g->n, sums);
    double whole = 0;
    for (size_t i = 0; i < g->n; i++)
        whole += sums[i].self;
    for (size_t i = 0; i < g->n; i++) {
        g->v[i].sums = sums[i];
        g->v[i].whole = whole > a->samples->total ? whole : a->samples->total;
    }
    free(sums);
    if (!a->paths)
        return;
    /* What arcs would hand up counts twice what enters a group twice: samples do not. */
    double *all = path_times_groups(a->paths, a->profile->paths->n, g->of, (uint32_t)g->n);
    for (size_t i = 0; i < g->n; i++)
        g->v[i].sums.time_in = all[i];
    free(all);
}

/* ---- what options and filters call a group ---- */

/* Whether another group's name ends in the base name of this one. */
static bool shares_base(const struct module_groups *g, uint32_t group)
{
    const char *base = path_base(g->v[group].name);
    for (uint32_t i = 0; i < g->n; i++)
        if (i != group && g->v[i].name && strcmp(path_base(g->v[i].name), base) == 0)
            return true;
    return false;
}

/* Whether another group is a folder below this one. */
static bool has_folders(const struct module_groups *g, uint32_t group)
{
    const char *name = g->v[group].name;
    size_t n = strlen(name);
    for (uint32_t i = 0; i < g->n; i++)
        if (i != group && g->v[i].name && strncmp(g->v[i].name, name, n) == 0 &&
            (g->v[i].name[n] == '/' || name[n - 1] == '/'))
            return true;
    return false;
}

/* FILE: if gprof's form means this one alone; the path ends in a colon where it has one itself. */
static void add_file_spec(const struct module_groups *g, uint32_t group, bool strict,
                          struct text *out)
{
    const char *path = g->v[group].name, *base = path_base(path);
    if (strict ||
        (*base && !strchr(base, ':') && !symspec_is_ours(base) && !shares_base(g, group))) {
        text_str(out, base);
        text_char(out, ':');
        return;
    }
    text_str(out, "path=");
    text_str(out, path);
    text_str(out, strchr(path, ':') ? ":" : "");
}

bool modules_spec(const struct view_context *v, const struct module_groups *g, uint32_t group,
                  struct text *out)
{
    const char *name = g->v[group].name;
    bool strict = v->settings->strict;
    if (g->by == MODULES_BY_FILE && name)
        add_file_spec(g, group, strict, out);
    else if (strict)
        return false;
    else if (g->by == MODULES_BY_SCOPE)
        text_printf(out, "ns=%s", name ? name : "");
    else if (!name)
        text_str(out, "dir=");
    else if (g->by == MODULES_BY_IMAGE)
        text_printf(out, "image=%s", shares_base(g, group) ? name : path_base(name));
    else
        text_printf(out, "dir=%s%s", name, !has_folders(g, group) ? "" : name[1] ? "/." : ".");
    return true;
}

void modules_filter(const struct module_groups *g, uint32_t group, struct text *out)
{
    static const char *const words[] = {[MODULES_BY_IMAGE] = "image:",
                                        [MODULES_BY_FOLDER] = "dir:",
                                        [MODULES_BY_FILE] = "file:",
                                        [MODULES_BY_SCOPE] = "ns:"};
    const char *name = g->v[group].name;
    text_printf(out, "%s%s", name ? "" : "!", words[g->by]);
    if (!name) {
        text_char(out, '.');
        return;
    }
    bool base = g->by != MODULES_BY_SCOPE && g->by != MODULES_BY_FOLDER && !shares_base(g, group);
    text_char(out, '^');
    /* Blanks part the terms of a filter. */
    for (name = base ? path_base(name) : name; *name; name++) {
        if (strchr("\\^$.[]|()?*+{}", *name))
            text_char(out, '\\');
        text_char(out, *name == ' ' ? '.' : *name);
    }
    text_str(out, g->by == MODULES_BY_SCOPE ? "(::|$)" : "$");
}
