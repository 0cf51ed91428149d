/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph (GNU manual, node "Call Graph"): one entry per function or cycle. */
#include <stdlib.h>
#include <string.h>

#include "core/base/fetch.h"
#include "core/base/mem.h"
#include "core/view/gnu_parts.h"

struct entries {
    struct gnu_out out;
    const struct analysis *a;
    double base;            /* ticks that are 100 % */
    int child_width;        /* of the column "children" */
    struct entry_arc *arcs; /* room for the longest list */
    size_t n_room;
    uint32_t *name; /* per symbol: its place in names, 0 for none yet; see put_full_name */
    struct text names;
};

static bool need_room(struct entries *x, uint32_t n)
{
    if (mem_grow(&x->arcs, &x->n_room, n, sizeof *x->arcs))
        return true;
    gnu_no_memory(&x->out);
    return false;
}

/* Self and children in ticks, as seconds. */
static void put_times(struct entries *x, double self, double child)
{
    struct text *t = &x->out.t;

    text_fixed(t, self / x->a->rate_hz, 7, 2);
    text_char(t, ' ');
    text_fixed(t, child / x->a->rate_hz, x->child_width, 2);
    text_char(t, ' ');
}

static void put_calls(struct text *t, uint64_t calls, uint64_t recursion)
{
    text_uint(t, calls, 7);
    text_char(t, recursion ? '+' : ' ');
    if (recursion)
        text_uint_left(t, recursion, 7);
    else
        text_fill(t, ' ', 7);
}

/* Full names are printed once per arc, so they are kept from their first use, with the end of the
 * line: each in whole units of 8 bytes, its length first. Places count units from 1. Behind the
 * last name there is room for a piece of fixed size to be copied. */
enum { NAME_UNIT = 8, NAME_PIECE = 32 };

static const char *name_at(const struct entries *x, uint32_t place)
{
    return x->names.p + (size_t)(place - 1) * NAME_UNIT;
}

static bool keep_name(struct entries *x, sym_id s)
{
    size_t lo = x->names.n;
    uint32_t n = 0;

    text_add(&x->names, (const char *)&n, sizeof n);
    gnu_full_name(&x->out, &x->names, s);
    text_char(&x->names, '\n');
    n = (uint32_t)(x->names.n - lo - sizeof n);
    text_fill(&x->names, ' ', NAME_UNIT - x->names.n % NAME_UNIT);
    if (!text_reserve(&x->names, NAME_PIECE) || lo / NAME_UNIT >= UINT32_MAX) {
        gnu_no_memory(&x->out);
        return false;
    }
    memcpy(x->names.p + lo, &n, sizeof n);
    x->name[s] = (uint32_t)(lo / NAME_UNIT) + 1;
    return true;
}

/* Where nothing is left out, nearly all names are printed: made in the order of addresses, what
 * they are made from comes out of the memory in a row. */
static void keep_names(struct entries *x)
{
    const struct settings *s = x->out.v->settings;

    for (sym_id y = 0; s->n_filters == 0 && y < x->a->n_symbols; y++)
        if (analysis_has_entry(x->a, y, s->unused) && !keep_name(x, y))
            return;
}

/* Ends the line. */
static void put_full_name(struct entries *x, sym_id s)
{
    struct text *t = &x->out.t;
    uint32_t n;

    if (!x->name[s] && !keep_name(x, s))
        return;
    const char *p = name_at(x, x->name[s]);
    memcpy(&n, p, sizeof n);
    p += sizeof n;
    if (n > NAME_PIECE || t->failed || t->cap - t->n < NAME_PIECE) {
        text_add(t, p, n);
        return;
    }
    memcpy(t->p + t->n, p, NAME_PIECE);
    t->n += n;
}

static void put_cycle_name(struct text *t, const struct analysis *a, node_id n)
{
    text_cycle(t, node_cycle_number(a, n), true);
    text_str(t, " [");
    text_uint(t, a->order->index[n], 0);
    text_str(t, "]\n");
}

/* "[3]" left in a field of 6; longer ones are cut. */
static void put_label(struct text *t, uint32_t index)
{
    size_t before = t->n;

    text_char(t, '[');
    text_uint(t, index, 0);
    text_char(t, ']');
    text_fill(t, ' ', 6);
    if (!t->failed)
        t->n = before + 6;
    text_char(t, ' ');
}

static void put_primary(struct entries *x, node_id n)
{
    struct text *t = &x->out.t;
    const struct node_time *time = &x->a->times->node[n];
    uint64_t calls = node_calls(x->a, n), recursion = node_recursion(x->a, n);

    put_label(t, x->a->order->index[n]);
    text_fixed(t, 100 * (time->prop_self + time->prop_child) / x->base, 5, 1);
    text_char(t, ' ');
    put_times(x, time->prop_self, time->prop_child);
    if (calls || recursion || node_is_cycle(x->a, n))
        put_calls(t, calls, recursion);
    else
        text_fill(t, ' ', 15);
    text_char(t, ' ');
    if (node_is_cycle(x->a, n))
        put_cycle_name(t, x->a, n);
    else
        put_full_name(x, n);
}

/* What stands before the name on nearly all lines of a graph; false (and nothing) if a number does
 * not fit its column. */
static bool put_plain_arc(struct entries *x, const struct entry_arc *a)
{
    struct text *t = &x->out.t;
    const unsigned self = 13, child = self + 7 + 1, count = child + (unsigned)x->child_width + 1;
    const unsigned calls = count + 7 + 1, cols = calls + 7 + 5;
    char *p = text_blanks(t, cols);

    if (p && text_put_fixed(p + self, a->time.self / x->a->rate_hz, 7) &&
        text_put_fixed(p + child, a->time.child / x->a->rate_hz, (unsigned)x->child_width) &&
        text_put_uint(p + count, a->count, 7) && text_put_uint_left(p + calls, a->calls, 7)) {
        p[calls - 1] = '/';
        return true;
    }
    t->n -= p ? cols : 0;
    return false;
}

/* The same, whatever the numbers. */
static void put_any_plain_arc(struct entries *x, const struct entry_arc *a)
{
    struct text *t = &x->out.t;

    text_fill(t, ' ', 13);
    put_times(x, a->time.self, a->time.child);
    text_uint(t, a->count, 7);
    text_char(t, '/');
    text_uint_left(t, a->calls, 7);
    text_fill(t, ' ', 5);
}

static void put_inner_arc(struct entries *x, const struct entry_arc *a)
{
    struct text *t = &x->out.t;

    text_fill(t, ' ', 22 + (size_t)x->child_width);
    text_uint(t, a->count, 7);
    text_fill(t, ' ', 13);
}

/* A line above or below the primary line; `other` is whom it names. */
static void put_arc(struct entries *x, const struct entry_arc *a, sym_id other)
{
    if (a->kind != ARC_PLAIN)
        put_inner_arc(x, a);
    else if (!put_plain_arc(x, a))
        put_any_plain_arc(x, a);
    put_full_name(x, other);
}

static sym_id named_by(const struct entry_arc *a, bool callers)
{
    return callers ? a->from : a->to;
}

static void put_arcs(struct entries *x, sym_id s, bool callers)
{
    uint32_t n = callers ? analysis_n_callers(x->a, s) : analysis_n_callees(x->a, s);

    if (!need_room(x, n))
        return;
    if (!(callers ? analysis_callers : analysis_callees)(x->a, s, x->arcs))
        gnu_no_memory(&x->out);
    for (uint32_t i = 0; i < n && gnu_row(&x->out); i++)
        put_arc(x, &x->arcs[i], named_by(&x->arcs[i], callers));
    if (callers && n == 0) {
        text_fill(&x->out.t, ' ', 42 + (size_t)x->child_width);
        text_str(&x->out.t, "<spontaneous>\n");
    }
}

static void put_member(struct entries *x, sym_id s)
{
    struct text *t = &x->out.t;
    const struct node_time *time = &x->a->times->node[s];

    text_fill(t, ' ', 13);
    put_times(x, time->prop_self, time->prop_child);
    put_calls(t, x->a->graph->calls[s], x->a->graph->recursion[s]);
    text_fill(t, ' ', 5);
    put_full_name(x, s);
}

static void put_members(struct entries *x, uint32_t cycle)
{
    uint32_t n = analysis_n_members(x->a, cycle);
    sym_id *members = mem_array_raw(n, sizeof *members);

    if (!members || !analysis_members(x->a, cycle, members))
        gnu_no_memory(&x->out);
    for (uint32_t i = 0; i < n && gnu_row(&x->out); i++)
        put_member(x, members[i]);
    free(members);
}

static void put_entry(struct entries *x, node_id n)
{
    static const char dashes[] = "-----------------------------------------------\n";
    bool traditional = x->out.v->settings->traditional;

    if (node_is_cycle(x->a, n)) {
        put_primary(x, n);
        put_members(x, node_cycle_number(x->a, n));
    } else {
        put_arcs(x, n, true);
        put_primary(x, n);
        put_arcs(x, n, false);
    }
    if (traditional)
        text_char(&x->out.t, '\n');
    text_str(&x->out.t, dashes);
    if (traditional)
        text_char(&x->out.t, '\n');
}

static void put_heading(struct entries *x)
{
    struct text *t = &x->out.t;
    const struct settings *s = x->out.v->settings;
    double total = x->a->times->total;

    if (s->traditional)
        text_char(t, '\n');
    else
        text_str(t, s->brief ? "\t\t\tCall graph\n\n\n"
                             : "\t\t     Call graph (explanation follows)\n\n\n");
    gnu_granularity(&x->out);
    if (total > 0) {
        text_str(t, " for ");
        text_fixed(t, 100.0 / total, 0, 2);
        text_str(t, "% of ");
        text_fixed(t, total / x->a->rate_hz, 0, 2);
        text_str(t, " seconds\n\n");
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

/* Where a name is, or the name itself, which may end in another line of the cache. */
static void fetch_name(const struct entries *x, sym_id s, bool text)
{
    enum { USUAL_BYTES = 24 };

    if (!text)
        fetch(&x->name[s]);
    else if (x->name[s])
        fetch_bytes(name_at(x, x->name[s]), USUAL_BYTES);
}

/* The names on the lines of an entry whose arcs are there already. */
static void fetch_names(const struct entries *x, node_id n, bool texts)
{
    enum { MANY = 32 };
    const struct graph *g = x->a->graph;

    if (node_is_cycle(x->a, n))
        return;
    uint32_t lo = g->parent_lo[n], hi = g->parent_lo[n + 1];
    for (uint32_t k = lo; k < hi && k < lo + MANY; k++)
        fetch_name(x, g->arcs[g->parent[k]].from, texts);
    lo = g->child_lo[n], hi = g->child_lo[n + 1];
    for (uint32_t i = lo; i < hi && i < lo + MANY; i++)
        fetch_name(x, g->arcs[i].to, texts);
}

/* Bring what the next entries read into the cache, in five steps. */
static void fetch_ahead(const struct entries *x, uint32_t rank)
{
    enum { APART = 3, STEPS = 5 };

    for (uint32_t step = 0; step < STEPS; step++) {
        uint32_t next = rank + APART * (step + 1);

        if (next >= x->a->n_nodes)
            return;
        if (step <= 1)
            fetch_names(x, x->a->order->ranked[next], step == 0);
        if (step >= 1)
            analysis_fetch_entry(x->a, x->a->order->ranked[next], step);
    }
}

static void put_entries(struct entries *x)
{
    for (uint32_t i = 0; i < x->a->n_nodes && gnu_row(&x->out); i++) {
        fetch_ahead(x, i);
        if (analysis_has_entry(x->a, x->a->order->ranked[i], x->out.v->settings->unused))
            put_entry(x, x->a->order->ranked[i]);
    }
}

bool gnu_graph(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct entries x = {.a = v->analysis};

    gnu_begin(&x.out, v, to, e);
    x.base = x.a->times->total > 0 ? x.a->times->total : 1;
    x.child_width = v->settings->traditional ? 11 : 7;
    put_heading(&x);
    x.name = mem_array(x.a->n_symbols, sizeof *x.name);
    if (x.name) {
        keep_names(&x);
        put_entries(&x);
    } else {
        gnu_no_memory(&x.out);
    }
    free(x.name);
    text_release(&x.names);
    free(x.arcs);
    return gnu_end(&x.out);
}
