/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/entry_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/marks.h"

/* ---- values ---- */

static void arc_values(const struct analysis *a, const struct entry_arc *x,
                       struct entry_values *out)
{
    out->called = x->count > 0 || !a->paths;
    out->amounts = arc_amounts(a, x);
    if (x->kind != ARC_PLAIN)
        return;
    out->timed = out->has_child = out->has_share = true;
    out->of = x->calls;
}

static void node_values(const struct analysis *a, node_id n, struct entry_values *out)
{
    out->timed = out->has_child = true;
    out->amounts = node_amounts(a, n);
    out->recursion = node_recursion(a, n);
    out->called = out->amounts.calls || out->recursion || node_is_cycle(a, n);
}

/* Ticks that threads waited in what the row stands for and in all that it calls, where call paths
 * of waits are known; else in the function alone. Below 0: not known. */
static double wait_of(const struct analysis *a, node_id entry, const struct entry_row *row)
{
    bool below = knows_waits_below(a);
    if (below && row->kind == ENTRY_UNKNOWN)
        return a->paths->unknown[entry].wait;
    if (below && row->kind == ENTRY_SELF && !node_is_cycle(a, entry))
        return a->samples->wait[entry];
    if (row->arc != NO_ID)
        return arc_wait(a, row->arc);
    if (!a->samples->wait || row->node == NO_ID || node_is_cycle(a, row->node))
        return -1;
    return below ? a->paths->wait[row->node] : a->samples->wait[row->node];
}

/* Whose time a row has a share of: callers of a cycle's member pay for the cycle as a whole. */
static node_id shared_by(const struct analysis *a, node_id entry, enum entry_row_kind kind)
{
    uint32_t cycle = node_cycle_number(a, entry);
    return kind == ENTRY_CALLER && cycle ? cycle_node(a, cycle) : entry;
}

void entry_values(const struct analysis *a, node_id entry, const struct entry_row *row,
                  struct entry_values *out)
{
    struct entry_arc arc;
    const struct node_time *whole =
        &a->times->node[shared_by(a, entry, (enum entry_row_kind)row->kind)];
    *out = (struct entry_values){.amounts.hz = a->rate_hz};
    switch (row->kind) {
    case ENTRY_CALLER:
    case ENTRY_CALLEE:
        arc = entry_arc(a, row->arc);
        arc_values(a, &arc, out);
        break;
    case ENTRY_PRIMARY:
        node_values(a, entry, out);
        break;
    case ENTRY_MEMBER:
        node_values(a, row->node, out);
        out->called = true;
        out->has_share = true;
        break;
    case ENTRY_UNKNOWN:
        out->timed = out->has_share = out->has_child = true;
        out->amounts.self = a->paths->unknown[entry].self;
        out->amounts.child = a->paths->unknown[entry].all - a->paths->unknown[entry].self;
        break;
    case ENTRY_SELF:
        out->timed = out->has_share = true;
        out->amounts.self = a->times->node[entry].prop_self;
        break;
    default:
        break;
    }
    out->amounts.wait = out->timed ? wait_of(a, entry, row) : -1;
    out->amounts.whole = whole->prop_self + whole->prop_child;
    if (knows_waits_below(a) && !node_is_cycle(a, entry))
        out->amounts.wait_whole = a->paths->wait[entry];
}

/* ---- rows ---- */

struct entry_maker {
    const struct entry_order *o;
    const struct analysis *a;
    struct entry_rows *r;
};

static void add(struct entry_maker *m, struct entry_row row)
{
    mem_grow(&m->r->v, &m->r->cap, m->r->n + 1, sizeof *m->r->v);
    m->r->v[m->r->n++] = row;
}

static void add_rule(struct entry_maker *m, enum entry_section s)
{
    add(m, (struct entry_row){ENTRY_RULE, (uint8_t)s, NO_ID, NO_ID});
}

static void add_counted(struct entry_maker *m, struct entry_row row)
{
    m->r->all[row.section]++;
    add(m, row);
}

/* at[]: gprof's order, or by wall time: callers ascend, callees descend. */
static void order_arcs(const struct entry_maker *m, bool callees, const struct entry_arc *arcs,
                       uint32_t n, uint32_t *at)
{
    bool by_wall = m->o->wall && knows_waits_below(m->a);
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++) {
        double wall = arcs[i].time.self + arcs[i].time.child + arc_wait(m->a, arcs[i].arc);
        at[i] = i;
        keys[i] = by_wall ? sort_key_descending(callees ? wall : -wall) : 0;
    }
    sort_radix(keys, at, n);
    free(keys);
}

static void add_arcs(struct entry_maker *m, enum entry_section s, const struct entry_arc *arcs,
                     uint32_t n)
{
    bool callees = s == SECTION_CALLEES;
    uint32_t *at = mem_array_raw(n, sizeof *at);
    order_arcs(m, callees, arcs, n, at);
    for (uint32_t i = 0; i < n; i++) {
        const struct entry_arc *x = &arcs[at[i]];
        struct entry_row row = {ENTRY_CALLER, (uint8_t)s, x->from, x->arc};
        if (callees)
            row = (struct entry_row){ENTRY_CALLEE, (uint8_t)s, x->to, x->arc};
        add_counted(m, row);
    }
    free(at);
}

/* The line that the entry is about, and what more there is to say of it. */
static void add_primary(struct entry_maker *m)
{
    node_id n = m->o->node;
    const struct node_time *t = &m->a->times->node[n];
    bool timed = m->a->rate_hz > 0 && t->prop_self + t->prop_child > 0 &&
                 (node_calls(m->a, n) || !node_is_cycle(m->a, n));
    if (m->o->head)
        add_rule(m, SECTION_PRIMARY);
    add(m, (struct entry_row){ENTRY_PRIMARY, SECTION_PRIMARY, n, NO_ID});
    struct range r;
    bool measured = m->a->paths != NULL;
    if (timed && m->o->bounds && (measured || node_range(m->o->v, n, &r) != MARK_NONE))
        add(m, (struct entry_row){ENTRY_BOUNDS, SECTION_PRIMARY, n, NO_ID});
    for (int kind = ENTRY_BARS; timed && m->o->notes && kind <= ENTRY_FACTS; kind++)
        add(m, (struct entry_row){(uint8_t)kind, SECTION_PRIMARY, n, NO_ID});
    uint32_t n_mpi = 0;
    if (m->o->bounds && !node_is_cycle(m->a, n) && mpi_times_of(m->a->mpi, n, &n_mpi))
        add(m, (struct entry_row){ENTRY_MPI, SECTION_PRIMARY, n, NO_ID});
}

/* ---- the entry of a function ---- */

static void add_callers(struct entry_maker *m, sym_id s)
{
    uint32_t n = analysis_n_callers(m->a, s);
    struct entry_arc *arcs = mem_array_raw(n, sizeof *arcs);
    analysis_callers(m->a, s, arcs);
    const struct path_arc *unknown = m->a->paths ? &m->a->paths->unknown[s] : NULL;
    bool is_unknown = unknown && (unknown->all > 0 || unknown->wait > 0);
    if (n == 0 && !is_unknown)
        add(m, (struct entry_row){ENTRY_SPONTANEOUS, SECTION_CALLERS, NO_ID, NO_ID});
    if (is_unknown)
        add(m, (struct entry_row){ENTRY_UNKNOWN, SECTION_CALLERS, NO_ID, NO_ID});
    add_arcs(m, SECTION_CALLERS, arcs, n);
    free(arcs);
}

static void add_callees(struct entry_maker *m, sym_id s)
{
    uint32_t n = analysis_n_callees(m->a, s);
    struct entry_arc *arcs = mem_array_raw(n, sizeof *arcs);
    analysis_callees(m->a, s, arcs);
    add_arcs(m, SECTION_CALLEES, arcs, n);
    free(arcs);
}

/* ---- the entry of a cycle ---- */

static void add_outside(struct entry_maker *m, uint32_t cycle, enum entry_section s)
{
    bool callees = s == SECTION_CALLEES;
    struct entry_arcs arcs = {0};
    analysis_cycle_arcs(m->a, cycle, callees, &arcs);
    entry_arcs_sort(arcs.v, (uint32_t)arcs.n, callees);
    add_arcs(m, s, arcs.v, (uint32_t)arcs.n);
    free(arcs.v);
}

static void add_members(struct entry_maker *m, uint32_t cycle)
{
    uint32_t n = analysis_n_members(m->a, cycle);
    sym_id *members = mem_array_raw(n, sizeof *members);
    analysis_members(m->a, cycle, members);
    if (m->o->fold_members)
        m->r->all[SECTION_MEMBERS] = n;
    for (uint32_t i = 0; i < n && !m->o->fold_members; i++) {
        add_counted(m, (struct entry_row){ENTRY_MEMBER, SECTION_MEMBERS, members[i], NO_ID});
    }
    free(members);
}

/* ---- all of it ---- */

static void make_function(struct entry_maker *m, sym_id s)
{
    add_rule(m, SECTION_CALLERS);
    add_callers(m, s);
    add_primary(m);
    add_rule(m, SECTION_CALLEES);
    add_callees(m, s);
}

static void make_cycle(struct entry_maker *m, node_id n)
{
    uint32_t cycle = node_cycle_number(m->a, n);
    add_rule(m, SECTION_CALLERS);
    add_outside(m, cycle, SECTION_CALLERS);
    add_primary(m);
    add_rule(m, SECTION_MEMBERS);
    add_members(m, cycle);
    add_rule(m, SECTION_CALLEES);
    add_outside(m, cycle, SECTION_CALLEES);
}

void entry_rows_make(struct entry_rows *r, const struct entry_order *o)
{
    struct entry_maker m = {o, o->v->analysis, r};
    *r = (struct entry_rows){0};
    if (node_is_cycle(m.a, o->node))
        make_cycle(&m, o->node);
    else
        make_function(&m, o->node);
    bool waits = o->wall && knows_waits_below(m.a) && !node_is_cycle(m.a, o->node) &&
                 m.a->samples->wait[o->node] > 0;
    if (m.a->times->node[o->node].prop_self > 0 || waits) {
        add(&m, (struct entry_row){ENTRY_SELF, SECTION_CALLEES, NO_ID, NO_ID});
    }
}

void entry_rows_release(struct entry_rows *r)
{
    free(r->v);
    *r = (struct entry_rows){0};
}
