/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/modules.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/utf8.h"
#include "core/view/grid/sheet.h"
#include "core/view/number.h"

static const struct grid_column columns[] = {
    [MODULES_PERCENT] = {"time%", "%time", "share of all samples that hit its functions",
                         .digits = 2, .turn = 1, .value = VALUE_SELF_PCT},
    [MODULES_SELF] = {"self", "self", "time in its functions", .seconds = true, .digits = 2,
                      .turn = 2, .from = 40, .value = VALUE_SELF},
    [MODULES_ERROR] = {"err", "+/-", "sampling error of self", .digits = 2, .turn = 10, .from = 90,
                       .value = VALUE_ERROR},
    [MODULES_WAIT] = {"wait", "wait", "time that threads waited in its functions", .seconds = true,
                      .digits = 2, .turn = 3, .from = 40, .value = VALUE_WAIT,
                      .needs = NEEDS_WAITS},
    [MODULES_WALL] = {"wall", "wall", "self and wait", .seconds = true, .digits = 2, .turn = 4,
                      .from = 60, .value = VALUE_WALL, .needs = NEEDS_WAITS},
    [MODULES_FUNCTIONS] = {"functions", "funcs", "how many functions it has", .turn = 8,
                           .from = 76},
    [MODULES_CALLED] = {"called", "called", "how many of them were called", .turn = 7, .from = 76},
    [MODULES_CALLS_IN] = {"calls-in", "calls in", "calls of its functions by others", .turn = 5,
                          .from = 60, .value = VALUE_CALLS},
    [MODULES_CALLS_OUT] = {"calls-out", "calls out", "calls of others by its functions", .turn = 9,
                           .from = 80},
    [MODULES_TIME_IN] = {"time-in", "in", "time of calls into it, gprof's or measured",
                         .seconds = true, .cell = CELL_MARKED, .digits = 2, .turn = 6, .from = 70,
                         .value = VALUE_SELF},
    [MODULES_NAME] = {"name", "name", "program or library, folder, file or namespace",
                      .words = true},
};
const struct grid_columns modules_columns = {columns, ARRAY_LEN(columns)};

struct module_range {
    struct range r;
    bool known;
};

struct modules_grid {
    struct sheet t; /* first */
    struct module_groups groups;
    struct module_range *ranges; /* per id, of the time of the calls into it; NULL: no marks */
    uint32_t *group;             /* of each id: in gprof's order of functions */
    uint32_t n;
};

static const struct modules_grid *modules_of(const struct sheet *t)
{
    return (const struct modules_grid *)t;
}

static const struct module *module_of(const struct sheet *t, uint32_t id)
{
    const struct modules_grid *m = modules_of(t);
    return &m->groups.v[m->group[id]];
}

/* ---- numbers ---- */

static double number(const struct sheet *t, uint32_t id, unsigned column)
{
    const struct module *x = module_of(t, id);
    const struct amounts amounts = modules_amounts(t->v.analysis, x, column == MODULES_TIME_IN);
    bool uncounted = modules_uncounted(x);
    switch (column) {
    case MODULES_FUNCTIONS:
        return x->sums.functions;
    case MODULES_CALLED:
        return uncounted ? NAN : x->sums.called;
    case MODULES_CALLS_OUT:
        return uncounted && !x->sums.calls_out ? NAN : (double)x->sums.calls_out;
    default:
        if ((column == MODULES_CALLS_IN && uncounted) ||
            (column == MODULES_ERROR && !(amounts.self > 0)))
            return NAN;
        return known_value(&amounts, (enum row_value)columns[column].value, 1);
    }
}

static const char *word(const struct sheet *t, uint32_t id, unsigned column)
{
    return module_of(t, id)->name ? module_of(t, id)->name : "";
}

static double asked(const struct sheet *t, uint32_t id, unsigned value)
{
    const struct amounts x = modules_amounts(t->v.analysis, module_of(t, id), false);
    return value <= VALUE_TOTAL_WALL ? known_value(&x, (enum row_value)value, 1) : NAN;
}

/* ---- cells ---- */

enum { IN_SIGHT = 64 }; /* groups whose ranges are found together */

/* The range of the time of the calls into a group; NULL: it is not known. */
static const struct range *time_in_range(const struct sheet *t, uint32_t id)
{
    const struct modules_grid *m = modules_of(t);
    if (m->ranges && !m->ranges[id].known) {
        /* Those around this one. */
        struct range found[IN_SIGHT];
        struct module_arcs arcs;
        uint32_t first = id - id % IN_SIGHT, n = m->n - first < IN_SIGHT ? m->n - first : IN_SIGHT;
        modules_arcs(&m->groups, m->t.v.analysis, m->group + first, n, &arcs);
        if (ranges_of_arc_sets(m->t.v.ranges, arcs.sets, n, found))
            for (uint32_t i = 0; i < n; i++)
                m->ranges[first + i] = (struct module_range){found[i], true};
        arena_release(&arcs.memory);
    }
    return m->ranges && m->ranges[id].known ? &m->ranges[id].r : NULL;
}

static enum role role(const struct sheet *t, uint32_t id, unsigned column)
{
    return column == MODULES_PERCENT ? heat_role(number(t, id, column)) : ROLE_NUMBER;
}

static enum mark mark(const struct sheet *t, uint32_t id)
{
    return assumed_mark(time_in_range(t, id), module_of(t, id)->sums.time_in);
}

static void name(const struct sheet *t, uint32_t id, struct text *out)
{
    const char *s = module_of(t, id)->name;
    s = s ? s : modules_none(modules_of(t)->groups.by);
    text_shown(out, s, strlen(s), t->style.ascii);
}

/* Paths keep their ends. */
static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    const struct module *x = module_of(t, t->id[i]);
    size_t at = out->text.n, room = t->style.cols > at ? t->style.cols - at : 0;
    struct text s = {0};
    name(t, t->id[i], &s);
    if (modules_of(t)->groups.by == MODULES_BY_SCOPE || !room)
        text_str(&out->text, text_z(&s));
    else
        text_end(&out->text, s.p, s.n, room);
    text_release(&s);
    line_mark(out, at, x->name && !x->out ? ROLE_NAME : ROLE_DIM, MODULES_NAME);
}

static void row(const struct sheet *t, uint32_t id, struct grid_row *out)
{
    out->subject.node = module_of(t, id)->first;
}

/* "3 of 12 functions called; 40 calls into it, 7 out of it"; "12 functions; calls not counted" */
static void add_calls(struct text *t, const struct group_sums *s, bool uncounted)
{
    const struct figure functions = nouns_of(s->functions, "function", false);
    if (uncounted)
        text_printf(t, "%s; calls not counted", functions.s);
    else
        text_printf(t, "%u of %s called; %s into it", (unsigned)s->called, functions.s,
                    nouns_of(s->calls_in, "call", false).s);
    if (s->calls_out)
        text_printf(t, ", %s out of it", count_of(s->calls_out, false).s);
}

static void detail(const struct sheet *t, uint32_t id, struct line *out)
{
    const struct module *x = module_of(t, id);
    const struct range *r = time_in_range(t, id);
    enum mark mark = r ? range_mark(r, x->sums.time_in) : MARK_NONE;
    struct text whole = {0}, facts = {0};
    name(t, id, &whole);
    add_calls(&facts, &x->sums, modules_uncounted(x));
    if (mark != MARK_NONE) {
        text_str(&facts, "; time in ");
        text_bounds(&facts, &t->v, mark, r);
    }
    line_detail_of(out, &t->style, &whole, &facts);
}

const struct module *modules_grid_row(const struct grid *g, uint32_t i)
{
    return module_of(sheet_of(g), sheet_of(g)->id[i]);
}

const struct range *modules_grid_range(const struct grid *g, uint32_t i)
{
    return time_in_range(sheet_of(g), sheet_of(g)->id[i]);
}

uint32_t modules_grid_find(const struct grid *g, sym_id s)
{
    const struct modules_grid *m = modules_of(sheet_of(g));
    for (uint32_t i = 0; i < g->n_rows; i++)
        if (m->group[sheet_id(&m->t, i)] == m->groups.of[s])
            return i;
    return NO_ID;
}

bool modules_grid_spec(const struct grid *g, uint32_t i, struct text *out)
{
    const struct modules_grid *m = modules_of(sheet_of(g));
    return modules_spec(&m->t.v, &m->groups, m->group[m->t.id[i]], out);
}

void modules_grid_filter(const struct grid *g, uint32_t i, struct text *out)
{
    const struct modules_grid *m = modules_of(sheet_of(g));
    modules_filter(&m->groups, m->group[m->t.id[i]], out);
}

/* ---- life ---- */

static void release(struct sheet *t)
{
    module_groups_release(&((struct modules_grid *)t)->groups);
}

static const struct sheet_ops ops = {
    .columns = &modules_columns,
    .wide = 140,
    .kind = ROW_MODULE,
    .number = number,
    .mark = mark,
    .word = word,
    .asked = asked,
    .role = role,
    .put_name = put_name,
    .detail = detail,
    .row = row,
    .name = name,
    .release = release,
};

/* gprof's order of functions: time, calls, name. */
static int compare_groups(const void *ctx, uint32_t a, uint32_t b)
{
    const struct module *v = ctx, *x = &v[a], *y = &v[b];
    if (x->sums.self != y->sums.self)
        return x->sums.self > y->sums.self ? -1 : 1;
    if (x->sums.calls_in != y->sums.calls_in)
        return x->sums.calls_in > y->sums.calls_in ? -1 : 1;
    return strcmp(x->name ? x->name : "", y->name ? y->name : "");
}

struct grid *modules_grid(const struct view_context *v, enum modules_by by,
                          const struct grid_style *style, const struct grid_sort *sort,
                          const struct rowfilter *filter)
{
    struct modules_grid *m = sheet_new(sizeof *m, &ops, v, style, sort);
    struct sheet *t = &m->t;
    const struct analysis *a = v->analysis;
    const struct module_groups *g = &m->groups;
    t->marked = !a->paths;
    if (t->grid.ordered_by == COLUMN_NONE)
        t->grid.ordered_by = wait_ticks(a) > 0 ? MODULES_WALL : MODULES_SELF;
    modules_make(&m->groups, v, by);
    m->group = arena_alloc(&t->memory, g->n, sizeof *m->group);
    /* Groups without any function that was called, has time or waits are rows only with -z, or if
     * samples of theirs are taken out. */
    for (uint32_t i = 0; i < g->n; i++)
        if (g->v[i].sums.used || g->v[i].out || v->settings->unused)
            m->group[m->n++] = i;
    sort_merge(m->group, m->n, compare_groups, g->v);
    sheet_list(t, m->n, m->n, filter);
    if (knows_ranges(v))
        m->ranges = arena_array(&t->memory, m->n, sizeof *m->ranges);
    t->has = a->samples->wait ? NEEDS_WAITS : 0;
    t->most_run = sheet_most(t, MODULES_SELF);
    return sheet_measure(t);
}
