/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph (GNU manual, node "Call Graph"): one entry per function or cycle. */
#include "core/view/format/gnu.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/prefetch.h"
#include "core/base/task.h"
#include "core/view/values.h"

/* ---- ends of lines ---- */

/* The ends of symbols' lines, in the order of addresses, since that is the order of what they are
 * made from: that of s is in [at[s], at[s + 1]) of `all`. */
struct line_ends {
    struct text all;
    size_t *at; /* per symbol, and one more */
};

/* Ask the memory for where an end is, or for the end itself. */
static inline void line_end_fetch(const struct line_ends *l, sym_id s, bool text)
{
    enum { USUAL_BYTES = 384 };
    if (!text)
        fetch(&l->at[s]);
    else if (l->at[s] < l->at[s + 1])
        fetch_bytes(l->all.p + l->at[s],
                    l->at[s + 1] - l->at[s] < USUAL_BYTES ? l->at[s + 1] - l->at[s] : USUAL_BYTES);
}

enum { IS_NAMED = 1, HAS_ENTRY = 2 }; /* which ends are needed */

/* Make those that the graph of o needs. *helpers: how many other threads may put its entries. */
static void line_ends_make(struct line_ends *l, struct gnu_out *o, unsigned *helpers)
{
    /* Per symbol: whether a line of the graph names it. */
    const struct view_context *v = o->v;
    uint32_t n = v->analysis->n_symbols;
    uint8_t *wanted = arena_array(&o->memory, n, 1);
    for (sym_id s = 0; s < n; s++)
        if (analysis_has_entry(v->analysis, s, v->settings->unused))
            wanted[s] = HAS_ENTRY;
    /* If the report leaves no arc out, the lines name all that an arc begins or ends at. */
    const struct graph *g = v->analysis->graph;
    for (arc_id i = 0; i < g->n_arcs; i++) {
        sym_id from = g->arcs[i].from, to = g->arcs[i].to;
        if (v->settings->n_filters == 0 || ((wanted[from] | wanted[to]) & HAS_ENTRY)) {
            wanted[from] |= IS_NAMED;
            wanted[to] |= IS_NAMED;
        }
    }
    const struct analysis *a = v->analysis;
    const struct cycles *c = a->cycles;
    for (uint32_t k = 1; k <= c->n_cycles; k++)
        if (analysis_has_entry(a, cycle_node(a, k), v->settings->unused))
            for (uint32_t i = c->member_lo[k - 1]; i < c->member_lo[k]; i++)
                wanted[c->member[i]] |= IS_NAMED;

    *helpers = gnu_helpers(v, v->analysis->n_nodes, wanted);
    l->at = arena_array(&o->memory, (size_t)n + 1, sizeof *l->at);
    for (sym_id y = 0; y < n; y++) {
        if (wanted[y]) {
            gnu_full_name(o, &l->all, y);
            text_char(&l->all, '\n');
        }
        l->at[y + 1] = l->all.n;
    }
}

struct entries {
    alignas(PIECES_APART) struct gnu_out *out;
    const struct analysis *a;
    const struct line_ends *ends;
    int child_width;        /* of the column "children" */
    struct entry_arc *arcs; /* room for the longest list */
    size_t n_room;
};

/* Put the columns self and children. */
static void put_times(struct entries *x, const struct amounts *row)
{
    struct text *t = &x->out->t;
    text_fixed(t, value_of(row, VALUE_SELF, 1), 7, 2);
    text_char(t, ' ');
    text_fixed(t, value_of(row, VALUE_CHILDREN, 1), x->child_width, 2);
    text_char(t, ' ');
}

static void put_calls(struct text *t, uint64_t calls, uint64_t recursion)
{
    text_uint(t, calls, 7);
    text_char(t, recursion ? '+' : ' ');
    if (recursion)
        text_uint(t, recursion, -7);
    else
        text_fill(t, ' ', 7);
}

/* Put the name with its marks, and end the line. */
static void put_full_name(struct entries *x, sym_id s)
{
    const struct line_ends *l = x->ends;
    text_add(&x->out->t, l->all.p + l->at[s], l->at[s + 1] - l->at[s]);
}

static void put_primary(struct entries *x, node_id n)
{
    struct text *t = &x->out->t;
    const struct amounts row = node_amounts(x->a, n);
    uint64_t recursion = node_recursion(x->a, n);
    /* "[3]" left in a field of 6; longer ones are cut. */
    size_t before = t->n;
    text_char(t, '[');
    text_uint(t, x->a->order->index[n], 0);
    text_char(t, ']');
    text_fill(t, ' ', 6);
    t->n = before + 6;
    text_char(t, ' ');
    text_fixed(t, value_of(&row, VALUE_TOTAL_PCT, 1), 5, 1);
    text_char(t, ' ');
    put_times(x, &row);
    if (row.calls || recursion || node_is_cycle(x->a, n))
        put_calls(t, row.calls, recursion);
    else
        text_fill(t, ' ', 15);
    text_char(t, ' ');
    if (node_is_cycle(x->a, n)) {
        text_cycle(t, node_cycle_number(x->a, n), true);
        text_str(t, " [");
        text_uint(t, x->a->order->index[n], 0);
        text_str(t, "]\n");
    } else {
        put_full_name(x, n);
    }
}

/* What stands before the name on nearly all lines of a graph; false (and nothing) if a number does
 * not fit its column. */
static bool put_plain_arc(struct entries *x, const struct entry_arc *a)
{
    struct text *t = &x->out->t;
    const unsigned self = 13, child = self + 7 + 1, count = child + (unsigned)x->child_width + 1;
    const unsigned calls = count + 7 + 1, cols = calls + 7 + 5;
    const struct amounts row = arc_amounts(x->a, a);
    char *p = text_blanks(t, cols);
    if (p && text_put_fixed(p + self, value_of(&row, VALUE_SELF, 1), 7) &&
        text_put_fixed(p + child, value_of(&row, VALUE_CHILDREN, 1), (unsigned)x->child_width) &&
        text_put_uint(p + count, a->count, 7) && text_put_uint_left(p + calls, a->calls, 7)) {
        p[calls - 1] = '/';
        return true;
    }
    t->n -= p ? cols : 0;
    return false;
}

static void put_arcs(struct entries *x, sym_id s, bool callers)
{
    uint32_t n = callers ? analysis_n_callers(x->a, s) : analysis_n_callees(x->a, s);
    mem_grow(&x->arcs, &x->n_room, n, sizeof *x->arcs);
    (callers ? analysis_callers : analysis_callees)(x->a, s, x->arcs);
    for (uint32_t i = 0; i < n && gnu_row(x->out); i++) {
        /* A line above or below the primary line; `other` is whom it names. */
        const struct entry_arc *a = &x->arcs[i];
        sym_id other = callers ? x->arcs[i].from : x->arcs[i].to;
        if (a->kind != ARC_PLAIN) {
            struct text *t = &x->out->t;
            text_fill(t, ' ', 22 + (size_t)x->child_width);
            text_uint(t, a->count, 7);
            text_fill(t, ' ', 13);
        } else if (!put_plain_arc(x, a)) {
            /* What put_plain_arc puts, whatever the numbers. */
            struct text *t = &x->out->t;
            const struct amounts row = arc_amounts(x->a, a);
            text_fill(t, ' ', 13);
            put_times(x, &row);
            text_uint(t, a->count, 7);
            text_char(t, '/');
            text_uint(t, a->calls, -7);
            text_fill(t, ' ', 5);
        }
        put_full_name(x, other);
    }
    if (callers && n == 0) {
        text_fill(&x->out->t, ' ', 42 + (size_t)x->child_width);
        text_str(&x->out->t, "<spontaneous>\n");
    }
}

static void put_members(struct entries *x, uint32_t cycle)
{
    uint32_t n = analysis_n_members(x->a, cycle);
    sym_id *members = mem_array_raw(n, sizeof *members);
    analysis_members(x->a, cycle, members);
    for (uint32_t i = 0; i < n && gnu_row(x->out); i++) {
        sym_id s = members[i];
        struct text *t = &x->out->t;
        const struct amounts row = node_amounts(x->a, s);
        text_fill(t, ' ', 13);
        put_times(x, &row);
        put_calls(t, row.calls, x->a->graph->recursion[s]);
        text_fill(t, ' ', 5);
        put_full_name(x, s);
    }
    free(members);
}

static void put_heading(struct gnu_out *o)
{
    struct text *t = &o->t;
    const struct settings *s = o->v->settings;
    const struct analysis *a = o->v->analysis;
    double total = a->times->total;
    if (s->traditional)
        text_char(t, '\n');
    else
        text_str(t, s->brief ? "\t\t\tCall graph\n\n\n"
                             : "\t\t     Call graph (explanation follows)\n\n\n");
    gnu_granularity(o);
    if (total > 0) {
        text_printf(t, " for %.2f%% of %.2f seconds\n\n", percent(1, total),
                    time_of(total, a->rate_hz, 1));
    } else {
        text_str(t, " no time propagated\n\n");
    }
    if (s->traditional)
        text_str(t, "                                  called/total       parents \n"
                    "index  %time    self descendants  called+self    name    \tindex\n"
                    "                                  called/total       children\n\n");
    else
        text_str(t, "index % time    self  children    called     name\n");
}

/* The names on the lines of an entry whose arcs are there already. */
static void fetch_names(const struct entries *x, node_id n, bool texts)
{
    enum { MANY = 32 };
    const struct graph *g = x->a->graph;
    if (node_is_cycle(x->a, n))
        return;
    line_end_fetch(x->ends, n, texts);
    uint32_t lo = g->parent_lo[n], hi = g->parent_lo[n + 1];
    for (uint32_t k = lo; k < hi && k < lo + MANY; k++)
        line_end_fetch(x->ends, g->arcs[g->parent[k]].from, texts);
    lo = g->child_lo[n], hi = g->child_lo[n + 1];
    for (uint32_t i = lo; i < hi && i < lo + MANY; i++)
        line_end_fetch(x->ends, g->arcs[i].to, texts);
}

/* Bring what the next five entries read into the cache, in steps: it has no room for more. */
static void fetch_ahead(const struct entries *x, uint32_t rank)
{
    enum { STEPS = 5 };
    for (uint32_t step = 0; step < STEPS; step++) {
        uint32_t next = rank + step + 1;
        if (next >= x->a->n_nodes)
            return;
        if (step <= 1)
            fetch_names(x, x->a->order->ranked[next], step == 0);
        if (step >= 1)
            analysis_fetch_entry(x->a, x->a->order->ranked[next], step);
    }
}

static void put_ranked(void *ctx, struct gnu_out *o, unsigned slot, uint32_t rank)
{
    struct entries *x = &((struct entries *)ctx)[slot];
    x->out = o;
    fetch_ahead(x, rank);
    if (analysis_has_entry(x->a, x->a->order->ranked[rank], o->v->settings->unused)) {
        node_id n = x->a->order->ranked[rank];
        static const char dashes[] = "-----------------------------------------------\n";
        bool traditional = x->out->v->settings->traditional;
        if (node_is_cycle(x->a, n)) {
            put_primary(x, n);
            put_members(x, node_cycle_number(x->a, n));
        } else {
            put_arcs(x, n, true);
            put_primary(x, n);
            put_arcs(x, n, false);
        }
        if (traditional)
            text_char(&x->out->t, '\n');
        text_str(&x->out->t, dashes);
        if (traditional)
            text_char(&x->out->t, '\n');
    }
}

/* Entries that have a few thousand lines together. */
static uint32_t entries_per_piece(const struct analysis *a)
{
    enum { LINES = 3000, LINES_OF_NONE = 3 };
    uint64_t n_lines = 2 * (uint64_t)a->graph->n_arcs + LINES_OF_NONE * (uint64_t)a->n_nodes;
    return (uint32_t)(LINES * (uint64_t)a->n_nodes / n_lines) + 1;
}

void gnu_graph(struct gnu_out *o)
{
    struct line_ends ends = {0};
    unsigned helpers = 0;
    put_heading(o);
    line_ends_make(&ends, o, &helpers);
    const struct analysis *a = o->v->analysis;
    struct entries x[PIECES_SLOTS];
    const struct gnu_list l = {a->n_nodes, entries_per_piece(a), put_ranked, x};
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        x[i] = (struct entries){
            .a = a, .ends = &ends, .child_width = o->v->settings->traditional ? 11 : 7};
    gnu_put_list(o, &l, helpers);
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        free(x[i].arcs);
    text_release(&ends.all);
}
