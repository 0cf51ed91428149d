/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/entry_rows.h"

#include <math.h>
#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/marks.h"

/* ---- values ---- */

static void node_values(const struct analysis *a, node_id n, struct entry_values *out)
{
    out->timed = out->has_child = true;
    out->amounts = node_amounts(a, n);
    out->recursion = node_recursion(a, n);
    out->called = out->amounts.calls || out->recursion || node_is_cycle(a, n);
}

double wait_below(const struct analysis *a, sym_id s)
{
    return fmax(a->paths->wait[s], a->samples->wait[s]);
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
    return below ? wait_below(a, row->node) : a->samples->wait[row->node];
}

void entry_values(const struct analysis *a, node_id entry, const struct entry_row *row,
                  struct entry_values *out)
{
    struct entry_arc arc;
    /* Callers of a cycle's member pay for the cycle as a whole. */
    const uint32_t cycle = row->kind == ENTRY_CALLER ? node_cycle_number(a, entry) : 0;
    const struct node_time *whole = &a->times->node[cycle ? cycle_node(a, cycle) : entry];
    *out = (struct entry_values){.amounts.hz = a->rate_hz};
    switch (row->kind) {
    case ENTRY_CALLER:
    case ENTRY_CALLEE:
        arc = entry_arc(a, row->arc);
        out->called = arc.count > 0 || !a->paths;
        out->amounts = arc_amounts(a, &arc);
        if (arc.kind == ARC_PLAIN) {
            out->timed = out->has_child = out->has_share = true;
            out->of = arc.calls;
        }
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
        out->amounts.wait_whole = wait_below(a, entry);
}

/* ---- rows ---- */

struct entry_maker {
    const struct entry_order *o;
    const struct analysis *a;
    struct entry_rows *r;
};

static void add(struct entry_maker *m, struct entry_row row)
{
    m->r->all[row.section] +=
        row.kind == ENTRY_CALLER || row.kind == ENTRY_MEMBER || row.kind == ENTRY_CALLEE;
    mem_append(&m->r->v, &m->r->n, &row, sizeof *m->r->v);
}

static void add_rule(struct entry_maker *m, enum entry_section s)
{
    add(m, (struct entry_row){ENTRY_RULE, (uint8_t)s, NO_ID, NO_ID});
}

void node_arcs(const struct analysis *a, node_id n, bool callees, struct entry_arcs *out)
{
    if (node_is_cycle(a, n)) {
        analysis_cycle_arcs(a, node_cycle_number(a, n), callees, out);
        entry_arcs_sort(out->v, (uint32_t)out->n, callees);
        return;
    }
    out->n = callees ? analysis_n_callees(a, n) : analysis_n_callers(a, n);
    out->v = mem_array_raw(out->n, sizeof *out->v);
    (callees ? analysis_callees : analysis_callers)(a, n, out->v);
}

static void add_arcs(struct entry_maker *m, bool callees)
{
    struct entry_arcs arcs;
    node_arcs(m->a, m->o->node, callees, &arcs);
    /* at[]: gprof's order, or by wall time: callers ascend, callees descend. */
    const uint32_t n = (uint32_t)arcs.n;
    uint32_t *at = mem_array_raw(n, sizeof *at);
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    bool by_wall = m->o->wall && knows_waits_below(m->a);
    for (uint32_t i = 0; i < n; i++) {
        const struct entry_arc *x = &arcs.v[i];
        double wall = x->time.self + x->time.child + arc_wait(m->a, x->arc);
        at[i] = i;
        keys[i] = by_wall ? sort_key_descending(callees ? wall : -wall) : 0;
    }
    sort_radix(keys, at, n);
    free(keys);
    for (uint32_t i = 0; i < n; i++) {
        const struct entry_arc *x = &arcs.v[at[i]];
        add(m, callees ? (struct entry_row){ENTRY_CALLEE, SECTION_CALLEES, x->to, x->arc}
                       : (struct entry_row){ENTRY_CALLER, SECTION_CALLERS, x->from, x->arc});
    }
    free(at);
    free(arcs.v);
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

/* ---- all of it ---- */

void entry_rows_make(struct entry_rows *r, const struct entry_order *o)
{
    const struct analysis *a = o->v->analysis;
    const bool is_cycle = node_is_cycle(a, o->node);
    const struct path_arc *unknown = a->paths && !is_cycle ? &a->paths->unknown[o->node] : NULL;
    const bool is_unknown = unknown && (unknown->all > 0 || unknown->wait > 0);
    struct entry_maker m = {o, a, r};
    *r = (struct entry_rows){0};
    add_rule(&m, SECTION_CALLERS);
    if (is_unknown)
        add(&m, (struct entry_row){ENTRY_UNKNOWN, SECTION_CALLERS, NO_ID, NO_ID});
    else if (!is_cycle && analysis_n_callers(a, o->node) == 0)
        add(&m, (struct entry_row){ENTRY_SPONTANEOUS, SECTION_CALLERS, NO_ID, NO_ID});
    add_arcs(&m, false);
    add_primary(&m);
    if (is_cycle) {
        uint32_t cycle = node_cycle_number(a, o->node), n = analysis_n_members(a, cycle);
        sym_id *members = mem_array_raw(n, sizeof *members);
        analysis_members(a, cycle, members);
        add_rule(&m, SECTION_MEMBERS);
        for (uint32_t i = 0; i < n && !o->fold_members; i++)
            add(&m, (struct entry_row){ENTRY_MEMBER, SECTION_MEMBERS, members[i], NO_ID});
        r->all[SECTION_MEMBERS] = n;
        free(members);
    }
    add_rule(&m, SECTION_CALLEES);
    add_arcs(&m, true);
    bool waits = o->wall && knows_waits_below(a) && !is_cycle && a->samples->wait[o->node] > 0;
    if (a->times->node[o->node].prop_self > 0 || waits)
        add(&m, (struct entry_row){ENTRY_SELF, SECTION_CALLEES, NO_ID, NO_ID});
}
