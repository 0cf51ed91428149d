/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/flow.h"

#include <string.h>

#include "core/model/profile.h"

/* How a function can be entered from elsewhere. */
enum {
    ENTERED = 1,   /* so that it is a root */
    UNRECORDED = 2 /* by code that does not record its calls */
};

struct flow_maker {
    const struct analysis *a;
    const struct progress *progress;
    uint32_t n_steps;
    bool is_stopped;
    uint32_t n; /* symbols */
    struct call_flow *out;
    uint8_t *entry;    /* per symbol: the bits above */
    uint8_t *is_known; /* per symbol: what enters it runs before or after main, or calls that */
    uint8_t *reached;  /* per symbol: paths lead to it */
    sym_id *stack;     /* n_symbols, for walks */
    sym_id main;       /* NO_ID: there is none */
};

static bool goes_on(struct flow_maker *m)
{
    m->is_stopped |= !progress_some(m->progress, "ranges", m->n_steps++, 0);
    return !m->is_stopped;
}

/* ---- names ---- */

/* What the system and the C library run before and after main, once. */
static bool is_start_up(const char *name)
{
    static const char *const names[] = {"main",
                                        "_start",
                                        "_init",
                                        "_fini",
                                        "frame_dummy",
                                        "__do_global_dtors_aux",
                                        "register_tm_clones",
                                        "deregister_tm_clones",
                                        "_dl_relocate_static_pie"};
    static const char *const prefixes[] = {"_GLOBAL__", "__libc_start", "__libc_csu"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (name[0] == names[i][0] && strcmp(name, names[i]) == 0)
            return true;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (name[0] == '_' && strncmp(name, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

/* ---- roots ---- */

/* Callees of stand-ins. One knows that main is called by _start. */
static void enter_by_stand_ins(struct flow_maker *m)
{
    const struct graph *g = m->a->graph;
    bool main_is_called = false;
    for (sym_id s = 0; s < m->n; s++) {
        const char *name = table_plain_name(m->a->table, s);
        if (!m->is_known[s] || (strcmp(name, "_start") != 0 && strcmp(name, "_init") != 0))
            continue;
        for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++) {
            main_is_called |= g->arcs[i].to == m->main;
            if (g->arcs[i].to != m->main && flow_takes(g, &g->arcs[i]))
                m->entry[g->arcs[i].to] |= ENTERED | UNRECORDED;
        }
    }
    if (m->main != NO_ID && !main_is_called)
        m->entry[m->main] |= ENTERED;
}

/* Callees of arcs from where no symbol is. */
static void enter_by_lost_arcs(struct flow_maker *m, struct arena *scratch)
{
    const struct profile *p = m->a->profile;
    struct raw_arc *lost = arena_alloc(scratch, m->a->graph->lost, sizeof *lost);
    size_t n = 0;
    for (size_t i = 0; n < m->a->graph->lost && i < p->n_arcs; i++)
        if (table_find(m->a->table, p->arcs[i].from) == NO_ID)
            lost[n++] = (struct raw_arc){p->arcs[i].to, p->arcs[i].to, 0};
    const struct arc_ends *ends = arc_ends_of(m->a->table, lost, n, scratch);
    for (size_t i = 0; i < n; i++)
        if (ends[i].to != NO_ID)
            m->entry[ends[i].to] |= ends[i].to == m->main ? ENTERED : ENTERED | UNRECORDED;
}

/* ---- what paths lead to ---- */

/* Mark s, which is not marked, and all that can be reached from it without `shut`. */
static void spread(struct flow_maker *m, uint8_t *mark, sym_id s, sym_id shut)
{
    const struct graph *g = m->a->graph;
    uint32_t n = 0;
    mark[s] = 1;
    m->stack[n++] = s;
    while (n && goes_on(m)) {
        sym_id from = m->stack[--n];
        for (arc_id i = g->child_lo[from]; i < g->child_lo[from + 1]; i++) {
            sym_id to = g->arcs[i].to;
            if (mark[to] || to == shut || !flow_takes(g, &g->arcs[i]))
                continue;
            mark[to] = 1;
            m->stack[n++] = to;
        }
    }
}

/* What no path leads to was entered from elsewhere, too: callers first, so that only functions
 * without callers are left, and cycles that nobody enters. Of these nobody knows which member was
 * entered. */
static void enter_unreached(struct flow_maker *m)
{
    const struct cycles *c = m->out->cycles;
    uint32_t n = m->n;
    for (sym_id s = 0; s < n; s++)
        if (m->entry[s] && !m->reached[s])
            spread(m, m->reached, s, NO_ID);
    for (uint32_t hi = n, lo; hi; hi = lo) {
        uint32_t number = c->number[c->upward[hi - 1]];
        for (lo = hi; lo && c->number[c->upward[lo - 1]] == number; lo--)
            if (!m->reached[c->upward[lo - 1]])
                m->entry[c->upward[lo - 1]] |=
                    m->is_known[c->upward[lo - 1]] ? ENTERED : ENTERED | UNRECORDED;
        for (uint32_t i = lo; i < hi; i++)
            if (!m->reached[c->upward[i]])
                spread(m, m->reached, c->upward[i], NO_ID);
    }
}

/* ---- the graph ---- */

static bool takes_all(const struct graph *g)
{
    bool all = true;
    for (arc_id i = 0; i < g->n_arcs; i++)
        all &= flow_takes(g, &g->arcs[i]) || g->arcs[i].from == g->arcs[i].to;
    return all;
}

/* Cycles of the analysis that are closed by arcs along which nobody called fall apart. */
static void find_cycles(struct flow_maker *m, struct arena *scratch)
{
    const struct graph *g = m->a->graph;
    struct graph taken = {0};
    struct err stopped = ERR_INIT;
    m->out->cycles = m->a->cycles;
    if (takes_all(g))
        return;
    taken.arcs = arena_alloc(scratch, g->n_arcs, sizeof *taken.arcs);
    taken.child_lo = arena_array(scratch, (size_t)m->n + 1, sizeof *taken.child_lo);
    for (sym_id s = 0; s < m->n; s++) {
        for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++)
            if (flow_takes(g, &g->arcs[i]))
                taken.arcs[taken.n_arcs++] = g->arcs[i];
        taken.child_lo[s + 1] = taken.n_arcs;
    }
    struct cycles *own = cycles_new(&taken, m->n, m->progress, &stopped);
    m->is_stopped = !own;
    if (!own)
        return;
    m->out->cycles = own;
    arena_join(&m->out->memory, &own->memory);
}

static void list_arcs(struct flow_maker *m)
{
    const struct graph *g = m->a->graph;
    struct flow_graph *out = &m->out->graph;
    uint32_t n = 0;
    for (sym_id s = 0; s < out->n && goes_on(m); s++) {
        out->lo[s] = n;
        for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++)
            if (flow_takes(g, &g->arcs[i]))
                out->to[n++] = g->arcs[i].to;
    }
    out->lo[out->n] = n;
    for (sym_id s = 0; s < out->n; s++)
        if (m->entry[s] & ENTERED)
            out->to[n++] = s;
    out->lo[out->n + 1] = n;
}

/* What main and the system's start-up code are called. */
static void find_known(struct flow_maker *m)
{
    m->main = NO_ID;
    for (sym_id s = 0; s < m->n && goes_on(m); s++) {
        table_fetch_name(m->a->table, s);
        const char *name = table_plain_name(m->a->table, s);
        m->is_known[s] = is_start_up(name);
        if (m->is_known[s] && strcmp(name, "main") == 0)
            m->main = s;
    }
}

static void find_roots(struct flow_maker *m, struct arena *scratch)
{
    enter_by_stand_ins(m);
    /* Callees of arcs that filters cut: their time is still there, and is not the caller's. */
    const struct graph *all = m->a->all_arcs, *g = m->a->recorded;
    for (sym_id s = 0; all != g && s < m->n; s++)
        if (all->calls[s] != g->calls[s] || all->recursion[s] != g->recursion[s])
            m->entry[s] |= ENTERED;
    enter_by_lost_arcs(m, scratch);
    enter_unreached(m);
    for (sym_id s = 0; s < m->n; s++)
        if ((m->entry[s] & UNRECORDED) && !m->out->callable[s])
            spread(m, m->out->callable, s, m->main);
}

static void find_tree(struct flow_maker *m)
{
    const struct flow_graph *g = &m->out->graph;
    struct dominators *tree = m->is_stopped ? NULL : dominators_new(g, m->progress);
    m->is_stopped = !tree;
    if (!tree)
        return;
    m->out->tree = tree;
    arena_join(&m->out->memory, &tree->memory);
    for (uint32_t v = 0; v <= g->n && goes_on(m); v++)
        for (uint32_t k = g->lo[v]; k < g->lo[v + 1]; k++)
            m->out->entries[g->to[k]] += v == g->n || !dominates(tree, g->to[k], v);
}

struct call_flow *call_flow_new(const struct analysis *a, const struct progress *progress)
{
    struct arena scratch = {0};
    const uint32_t n = a->n_symbols;
    struct flow_maker m = {
        .a = a,
        .progress = progress,
        .n = n,
        .out = arena_object(sizeof *m.out),
        .entry = arena_array(&scratch, n, 1),
        .is_known = arena_array(&scratch, n, 1),
        .reached = arena_array(&scratch, n, 1),
        .stack = arena_alloc(&scratch, n, sizeof *m.stack),
    };
    struct call_flow *flow = m.out;
    struct flow_graph *out = &flow->graph;
    if (a->graph->n_arcs >= NO_ID - n)
        mem_fail();
    out->n = n;
    out->lo = arena_alloc(&flow->memory, (size_t)n + 2, sizeof *out->lo);
    out->to = arena_alloc(&flow->memory, (size_t)a->graph->n_arcs + n, sizeof *out->to);
    flow->callable = arena_array(&flow->memory, n, 1);
    flow->entries = arena_array(&flow->memory, n, sizeof *flow->entries);
    find_cycles(&m, &scratch);
    if (!m.is_stopped)
        find_known(&m);
    if (!m.is_stopped)
        find_roots(&m, &scratch);
    list_arcs(&m);
    find_tree(&m);
    arena_release(&scratch);
    if (!m.is_stopped)
        return flow;
    arena_object_free(flow);
    return NULL;
}
