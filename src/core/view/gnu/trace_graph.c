/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces of the analysis: symspecs, numbering, cycles, propagation of time, orders. */
#include "core/view/gnu/trace_graph.h"

#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/select/symset.h"
#include "core/view/gnu/trace_parts.h"

/* ---- symspecs ---- */

/* Put the names of all symbols s with has[s]. */
static void put_selection(struct gnu_out *o, const uint8_t *has)
{
    const char *before = " ";
    bool any = false;
    for (sym_id s = 0; s < o->v->analysis->n_symbols; s++) {
        if (!has || !has[s])
            continue;
        text_str(&o->t, before);
        trace_symbol(o, s);
        before = ", ";
        any = true;
    }
    if (!any)
        text_str(&o->t, " nothing");
}

static const char *const set_names[N_SETS] = {
    [SET_FLAT_IN] = "flat profile, only", [SET_FLAT_EX] = "flat profile, all but",
    [SET_GRAPH_IN] = "graph, only",       [SET_GRAPH_EX] = "graph, all but",
    [SET_TIME_IN] = "time, only",         [SET_TIME_EX] = "time, all but",
    [SET_ARCS_IN] = "arcs, only",         [SET_ARCS_EX] = "arcs, all but",
    [SET_ANNO_IN] = "annotated, only",    [SET_ANNO_EX] = "annotated, all but",
    [SET_EXEC_IN] = "execution, only",    [SET_EXEC_EX] = "execution, all but",
};

static bool put_filter(struct gnu_out *o, const struct filter *f, enum filter_set set)
{
    const struct analysis *a = o->v->analysis;
    const struct symset_source src = {a->table, a->sources, f, 1, o->v->settings->strict};
    struct symset symbols;
    struct arcset arcs;
    trace_begin(o, "specs");
    trace_words(o, f->spec);
    text_str(&o->t, " (");
    text_str(&o->t, set_names[set]);
    text_str(&o->t, ") selects");
    if (set == SET_ARCS_IN || set == SET_ARCS_EX) {
        if (!arcset_build(&arcs, &src, set, o->e))
            return false;
        for (size_t i = 0; i < arcs.n_rules; i++) {
            text_str(&o->t, i ? "; arcs from" : " arcs from");
            put_selection(o, arcs.rules[i].from);
            text_str(&o->t, " to");
            put_selection(o, arcs.rules[i].to);
        }
        if (arcs.n_rules == 0)
            text_str(&o->t, " nothing");
        arcset_release(&arcs);
    } else {
        if (!symset_build(&symbols, &src, set, o->e))
            return false;
        put_selection(o, symbols.has);
        symset_release(&symbols);
    }
    trace_end(o);
    return !o->failed;
}

void trace_specs(struct gnu_out *o)
{
    const struct settings *s = o->v->settings;
    for (size_t i = 0; i < s->n_filters; i++)
        for (int set = 0; set < N_SETS && !o->failed; set++)
            if (s->filters[i].sets & UINT32_C(1) << set)
                o->failed |= !put_filter(o, &s->filters[i], (enum filter_set)set);
}

/* ---- numbers and cycles ---- */

void trace_numbers(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (uint32_t i = 0; i < a->n_symbols && !o->failed; i++) {
        sym_id s = a->cycles->upward[i];
        trace_begin(o, "numbers");
        text_uint(&o->t, a->cycles->number[s], 0);
        text_char(&o->t, ' ');
        trace_symbol(o, s);
        if (a->cycles->cycle[s])
            text_printf(&o->t, ", cycle %u", (unsigned)a->cycles->cycle[s]);
        trace_end(o);
    }
}

void trace_cycles(struct gnu_out *o)
{
    const struct cycles *c = o->v->analysis->cycles;
    for (uint32_t k = 0; k < c->n_cycles && !o->failed; k++) {
        trace_begin(o, "cycles");
        text_printf(&o->t, "cycle %u, %llu calls from outside, %llu within:", (unsigned)k + 1,
                    (unsigned long long)c->calls[k], (unsigned long long)c->recursion[k]);
        for (uint32_t i = c->member_lo[k]; i < c->member_lo[k + 1]; i++) {
            text_char(&o->t, ' ');
            trace_symbol(o, c->member[i]);
        }
        trace_end(o);
    }
}

void trace_code(struct gnu_out *o)
{
    const struct found_calls *f = o->v->analysis->found;
    for (uint32_t i = 0; f && i < f->n && !o->failed; i++) {
        trace_begin(o, "code");
        text_str(&o->t, "the code of ");
        trace_symbol(o, f->v[i].from);
        text_str(&o->t, " calls ");
        trace_symbol(o, f->v[i].to);
        trace_end(o);
    }
}

/* ---- time ---- */

static void put_pair(struct gnu_out *o, double self, double child)
{
    trace_ticks(o, self);
    text_char(&o->t, '+');
    trace_ticks(o, child);
}

static void put_share(struct gnu_out *o, arc_id i)
{
    const struct analysis *a = o->v->analysis;
    struct entry_arc x = entry_arc(a, i);
    if (x.kind != ARC_PLAIN)
        return;
    uint32_t cycle = a->cycles->cycle[x.to];
    node_id callee = cycle ? cycle_node(a, cycle) : x.to;

    trace_begin(o, "time");
    trace_symbol(o, x.from);
    text_str(&o->t, " gets ");
    put_pair(o, x.time.self, x.time.child);
    text_str(&o->t, " ticks of ");
    trace_node(o, callee);
    text_printf(&o->t, ": %llu/%llu calls of ", (unsigned long long)x.count,
                (unsigned long long)x.calls);
    put_pair(o, a->times->node[callee].self, a->times->node[callee].child);
    text_str(&o->t, " times fraction ");
    trace_ticks(o, a->times->node[x.from].fraction);
    trace_end(o);
}

static void put_time(struct gnu_out *o, node_id n)
{
    const struct node_time *t = &o->v->analysis->times->node[n];
    trace_begin(o, "time");
    trace_node(o, n);
    text_str(&o->t, " has ");
    put_pair(o, t->self, t->child);
    text_str(&o->t, " ticks, of which fraction ");
    trace_ticks(o, t->fraction);
    text_str(&o->t, " counts: ");
    put_pair(o, t->prop_self, t->prop_child);
    trace_end(o);
}

void trace_times(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (uint32_t i = 0; i < a->n_symbols && !o->failed; i++) {
        sym_id s = a->cycles->upward[i];
        for (arc_id k = a->graph->child_lo[s]; k < a->graph->child_lo[s + 1] && !o->failed; k++)
            put_share(o, k);
        put_time(o, s);
    }
    for (node_id n = a->n_symbols; n < a->n_nodes && !o->failed; n++)
        put_time(o, n);
}

/* ---- orders ---- */

static void put_line(struct gnu_out *o, sym_id of, bool caller, const struct entry_arc *x)
{
    static const char *const kinds[] = {
        [ARC_RECURSION] = "recursion", [ARC_INNER] = "in the cycle", [ARC_PLAIN] = "time"};
    trace_begin(o, "sort");
    trace_symbol(o, of);
    text_str(&o->t, caller ? " from " : " to ");
    trace_symbol(o, caller ? x->from : x->to);
    text_str(&o->t, ": ");
    text_str(&o->t, kinds[x->kind]);
    if (x->kind == ARC_PLAIN) {
        text_char(&o->t, ' ');
        trace_ticks(o, x->time.self + x->time.child);
    }
    text_str(&o->t, ", ");
    trace_count(o, x->count, "call");
    trace_end(o);
}

static bool put_lists(struct gnu_out *o, sym_id s)
{
    const struct analysis *a = o->v->analysis;
    uint32_t callers = analysis_n_callers(a, s), callees = analysis_n_callees(a, s);
    struct entry_arc *v = mem_array((size_t)callers + callees, sizeof *v);
    bool ok = v && analysis_callers(a, s, v) && analysis_callees(a, s, v + callers);
    for (uint32_t i = 0; ok && i < callers + callees; i++)
        put_line(o, s, i < callers, &v[i]);
    free(v);
    return ok;
}

void trace_sort(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (uint32_t i = 0; i < a->n_nodes && !o->failed; i++)
        if (!node_is_cycle(a, a->order->ranked[i]) && !put_lists(o, a->order->ranked[i]))
            gnu_no_memory(o);
}
