/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/diff_arcs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/values.h"

/* ---- numbers ---- */

static double value_of_side(const struct diff_entry *x, const struct diff_entry_row *r,
                            enum diff_value value, int side)
{
    const struct diff *d = x->v->diff;
    if (r->arc != NO_ID)
        return diff_arc_value(d, &x->arcs[r->arc], value, side);
    return diff_value(d, &d->rows[r->row], value, side);
}

double diff_entry_value(const struct diff_entry *x, const struct diff_entry_row *r,
                        enum diff_arc_column c)
{
    bool calls = c >= DIFF_ARC_COL_OLD_CALLS;
    enum diff_value value = calls ? DIFF_VALUE_CALLS : DIFF_VALUE_TOTAL;
    if (r->row == NO_ID)
        return NAN;
    double old = value_of_side(x, r, value, DIFF_OLD), new = value_of_side(x, r, value, DIFF_NEW);
    switch (c) {
    case DIFF_ARC_COL_OLD:
    case DIFF_ARC_COL_OLD_CALLS:
        return old;
    case DIFF_ARC_COL_NEW:
    case DIFF_ARC_COL_NEW_CALLS:
        return new;
    case DIFF_ARC_COL_DELTA:
    case DIFF_ARC_COL_DELTA_CALLS:
        return new - old;
    case DIFF_ARC_COL_PCT:
    case DIFF_ARC_COL_CALLS_PCT:
        return change_pct(old, new - old);
    case DIFF_ARC_COL_REAL:
    case DIFF_ARC_COL_CHANGE:
    case DIFF_ARC_COL_NAME:
    case N_DIFF_ARC_COLUMNS:
        break;
    }
    return NAN;
}

enum diff_verdict diff_entry_verdict(const struct diff_entry *x, const struct diff_entry_row *r)
{
    if (r->arc != NO_ID)
        return diff_judge_arc(&x->arcs[r->arc]);
    return r->row != NO_ID && x->v->diff->measured
               ? diff_judge(&x->v->diff->rows[r->row], DIFF_TOTAL)
               : DIFF_UNTESTED;
}

const char *diff_arc_word(enum diff_arc_change change)
{
    return change == DIFF_ARC_NEW ? "new" : change == DIFF_ARC_GONE ? "gone" : "";
}

/* ---- order ---- */

struct arc_list {
    const struct diff_entry *x;
    const struct diff_entry_order *o;
    bool callees;
};

static struct diff_entry_row row_of(const struct arc_list *l, uint32_t arc)
{
    const struct diff_arc *a = &l->x->arcs[arc];
    if (l->callees)
        return (struct diff_entry_row){l->x->of_cycle ? DIFF_ENTRY_MEMBER : DIFF_ENTRY_CALLEE,
                                       DIFF_CALLEES, a->to, arc};
    return (struct diff_entry_row){DIFF_ENTRY_CALLER, DIFF_CALLERS, a->from, arc};
}

static double rank_of(const struct arc_list *l, const struct diff_entry_row *r)
{
    if (l->o->column == COLUMN_NONE)
        return fabs(diff_entry_value(l->x, r, DIFF_ARC_COL_DELTA));
    if (l->o->column == DIFF_ARC_COL_REAL) { /* the surest first */
        double p = diff_entry_arc(l->x, r)->test.adjusted;
        return p >= 0 ? -p : -2;
    }
    if (l->o->column == DIFF_ARC_COL_CHANGE)
        return (double)diff_arc_change(l->o->v->diff, diff_entry_arc(l->x, r));
    return diff_entry_value(l->x, r, (enum diff_arc_column)l->o->column);
}

/* Below 0: a stands nearer to the function. */
static int compare_arcs(const void *ctx, uint32_t a, uint32_t b)
{
    const struct arc_list *l = ctx;
    const struct diff_row *rows = l->o->v->diff->rows;
    const struct diff_entry_row x = row_of(l, a), y = row_of(l, b);
    int order = sort_doubles(rank_of(l, &x), rank_of(l, &y), l->o->ascending);
    int by_name = diff_compare_names(l->o->v, &rows[x.row], &rows[y.row]);
    if (l->o->column == DIFF_ARC_COL_NAME && by_name)
        return l->o->ascending ? by_name : -by_name;
    if (!order)
        order = sort_doubles(fabs(diff_entry_value(l->x, &x, DIFF_ARC_COL_DELTA_CALLS)),
                             fabs(diff_entry_value(l->x, &y, DIFF_ARC_COL_DELTA_CALLS)), false);
    if (order)
        return order;
    return by_name ? by_name : (a > b) - (a < b);
}

/* ---- rows ---- */

static void add_row(struct diff_entry *x, struct diff_entry_row row)
{
    x->rows[x->n++] = row;
}

static void add_rule(struct diff_entry *x, enum diff_section s)
{
    add_row(x, (struct diff_entry_row){DIFF_ENTRY_RULE, (uint8_t)s, NO_ID, NO_ID});
}

/* Where the arcs of a section are: [lo, hi) of the entry's, or of the list of callers. */
static void bounds(const struct arc_list *l, uint32_t *lo, uint32_t *hi)
{
    const struct diff_entry *x = l->x;
    const struct diff *d = x->v->diff;
    const uint32_t *of = l->callees ? d->callee_lo : d->caller_lo;
    *lo = x->of_cycle ? (l->callees ? x->total + 1 : 0) : of[l->o->row];
    *hi = x->of_cycle ? (l->callees ? x->n_of_cycle : x->total) : of[l->o->row + 1];
}

/* Those arcs of [lo, hi) that the filter keeps, in order, into `out`; their number. */
static uint32_t find_arcs(const struct arc_list *l, struct diff_filter *f, uint32_t lo, uint32_t hi,
                          uint32_t *out)
{
    const struct diff_entry *x = l->x;
    const struct diff *d = x->v->diff;
    uint32_t n = 0;
    for (uint32_t i = lo; i < hi; i++) {
        const struct diff_entry_row r = row_of(l, x->of_cycle || l->callees ? i : d->caller[i]);
        if (diff_filter_keeps(f, &d->rows[r.row], diff_entry_arc(x, &r)))
            out[n++] = r.arc;
    }
    return n;
}

/* The rule of a section and its arcs; callers in reverse. `work` has room for them. */
static bool add_arcs(struct diff_entry *x, const struct arc_list *l, struct diff_filter *f,
                     uint32_t *work)
{
    enum diff_section s = l->callees ? DIFF_CALLEES : DIFF_CALLERS;
    uint32_t lo, hi;
    bounds(l, &lo, &hi);
    uint32_t n = find_arcs(l, f, lo, hi, work);
    add_rule(x, s);
    x->count[s].all = hi - lo;
    x->count[s].shown = n;
    if (!sort_merge(work, n, compare_arcs, l))
        return false;
    for (uint32_t i = 0; i < n; i++)
        add_row(x, row_of(l, work[l->callees ? i : n - 1 - i]));
    return true;
}

static void add_primary(struct diff_entry *x, const struct diff_entry_order *o)
{
    if (!o->brief)
        add_rule(x, DIFF_PRIMARY);
    add_row(x, (struct diff_entry_row){DIFF_ENTRY_PRIMARY, DIFF_PRIMARY, o->row,
                                       x->of_cycle ? x->total : NO_ID});
    if (!o->brief)
        add_row(x, (struct diff_entry_row){DIFF_ENTRY_WORDS, DIFF_PRIMARY, NO_ID, NO_ID});
}

/* ---- cycles ---- */

uint32_t diff_row_cycle(const struct diff *d, const struct diff_row *r, int side)
{
    sym_id s = r->symbol[side];
    return s == NO_ID ? 0 : d->side[side].analysis->cycles->cycle[s];
}

/* A cycle on both sides. */
struct diff_cycle {
    const struct diff *d;
    uint32_t row;                  /* of the function whose cycle it is */
    uint32_t number[N_DIFF_SIDES]; /* 0: the function alone */
    struct diff_arc *arcs;         /* one of those of a row for each thing that is said of it */
    size_t n, cap;
    bool failed; /* memory ran out */
};

static bool is_member(const struct diff_cycle *c, uint32_t row, int side)
{
    uint32_t number = c->number[side];
    return number ? diff_row_cycle(c->d, &c->d->rows[row], side) == number : row == c->row;
}

static uint32_t n_members(const struct diff_cycle *c, int side)
{
    const struct cycles *x = c->d->side[side].analysis->cycles;
    uint32_t number = c->number[side];
    return number ? x->member_lo[number] - x->member_lo[number - 1] : 1;
}

/* The row of member i of a side. */
static uint32_t member_row(const struct diff_cycle *c, int side, uint32_t i)
{
    const struct cycles *x = c->d->side[side].analysis->cycles;
    uint32_t number = c->number[side];
    return number ? c->d->row_of[side][x->member[x->member_lo[number - 1] + i]] : c->row;
}

static void add(struct diff_cycle *c, uint32_t row, int side, uint64_t calls, double ticks)
{
    struct diff_arc to = {.from = row, .to = row, .test = diff_untested()};
    to.calls[side] = calls;
    to.ticks[side] = ticks;
    to.has[side] = true;
    c->failed = c->failed || !mem_grow(&c->arcs, &c->cap, c->n + 1, sizeof *c->arcs);
    if (!c->failed)
        c->arcs[c->n++] = to;
}

/* Arcs to member i from outside. */
static void add_callers(struct diff_cycle *c, int side, uint32_t i)
{
    const struct diff *d = c->d;
    uint32_t row = member_row(c, side, i);
    for (uint32_t k = d->caller_lo[row]; k < d->caller_lo[row + 1]; k++) {
        const struct diff_arc *x = &d->arcs[d->caller[k]];
        if (x->has[side] && !is_member(c, x->from, side))
            add(c, x->from, side, x->calls[side], x->ticks[side]);
    }
}

/* Member i, with its calls from within. */
static void add_member(struct diff_cycle *c, int side, uint32_t i)
{
    const struct diff *d = c->d;
    uint32_t row = member_row(c, side, i);
    const struct diff_part *p = &d->rows[row].part[side];
    uint64_t calls = 0;
    for (uint32_t k = d->caller_lo[row]; k < d->caller_lo[row + 1]; k++) {
        const struct diff_arc *x = &d->arcs[d->caller[k]];
        calls += x->from != x->to && is_member(c, x->from, side) ? x->calls[side] : 0;
    }
    if (d->rows[row].symbol[side] != NO_ID)
        add(c, row, side, calls, p->self + p->child);
}

static int by_row(const void *x, const void *y)
{
    const struct diff_arc *a = x, *b = y;
    return a->from != b->from ? (a->from > b->from) - (a->from < b->from)
                              : b->has[DIFF_OLD] - a->has[DIFF_OLD];
}

/* Make one of the arcs of a row, from `lo` on. */
static void unite(struct diff_cycle *c, size_t lo)
{
    size_t n = lo;
    if (c->failed || c->n == lo)
        return;
    qsort(c->arcs + lo, c->n - lo, sizeof *c->arcs, by_row);
    for (size_t i = lo; i < c->n; i++) {
        const struct diff_arc *x = &c->arcs[i];
        if (n == lo || c->arcs[n - 1].from != x->from) {
            c->arcs[n++] = *x;
            continue;
        }
        for (int side = 0; side < N_DIFF_SIDES; side++) {
            c->arcs[n - 1].calls[side] += x->calls[side];
            c->arcs[n - 1].ticks[side] += x->ticks[side];
            c->arcs[n - 1].has[side] |= x->has[side];
        }
    }
    c->n = n;
}

/* All members together; what is on one side alone came or went. */
static void add_total(struct diff_cycle *c)
{
    struct diff_arc all = {.from = c->row, .to = c->row, .test = diff_untested()};
    for (int side = 0; side < N_DIFF_SIDES; side++) {
        const struct analysis *a = c->d->side[side].analysis;
        const struct diff_part *own = &c->d->rows[c->row].part[side];
        uint32_t number = c->number[side];
        node_id n = number ? cycle_node(a, number) : NO_ID;
        all.has[side] = number > 0;
        all.calls[side] = number ? node_calls(a, n) : own->calls;
        all.ticks[side] =
            number ? a->times->node[n].self + a->times->node[n].child : own->self + own->child;
    }
    add(c, c->row, DIFF_OLD, 0, 0);
    if (!c->failed)
        c->arcs[c->n - 1] = all;
}

static void add_sides(struct diff_cycle *c,
                      void (*each)(struct diff_cycle *c, int side, uint32_t i))
{
    size_t lo = c->n;
    for (int side = 0; side < N_DIFF_SIDES; side++)
        for (uint32_t i = 0; i < n_members(c, side); i++)
            each(c, side, i);
    unite(c, lo);
}

/* The arcs of the entry of a cycle, if the function is in one. False when memory runs out. */
static bool make_cycle(struct diff_entry *x, const struct diff_entry_order *o)
{
    const struct diff *d = o->v->diff;
    struct diff_cycle c = {.d = d, .row = o->row};
    if (!o->cycle || !diff_row_in_cycle(d, &d->rows[o->row]))
        return true;
    for (int side = 0; side < N_DIFF_SIDES; side++)
        c.number[side] = diff_row_cycle(d, &d->rows[o->row], side);
    add_sides(&c, add_callers);
    x->total = (uint32_t)c.n;
    add_total(&c);
    add_sides(&c, add_member);
    x->of_cycle = c.arcs;
    x->n_of_cycle = (uint32_t)c.n;
    x->arcs = c.arcs;
    return !c.failed;
}

/* The first member of cycle i of a side that is in one of the other side, too, else its head. */
static uint32_t cycle_row(const struct diff *d, int side, uint32_t i)
{
    const struct cycles *x = d->side[side].analysis->cycles;
    const uint32_t *row_of = d->row_of[side];
    for (uint32_t k = x->member_lo[i]; k < x->member_lo[i + 1]; k++)
        if (diff_row_cycle(d, &d->rows[row_of[x->member[k]]], N_DIFF_SIDES - 1 - side))
            return row_of[x->member[k]];
    return row_of[x->member[x->member_lo[i]]];
}

bool diff_cycles_make(struct diff_cycles *out, const struct diff *d)
{
    const struct cycles *old = d->side[DIFF_OLD].analysis->cycles;
    const struct cycles *new = d->side[DIFF_NEW].analysis->cycles;
    bool *seen = mem_array(old->n_cycles, sizeof *seen);
    *out = (struct diff_cycles){
        .row = mem_array_raw((size_t)old->n_cycles + new->n_cycles, sizeof *out->row)};
    bool ok = seen && out->row;
    for (uint32_t i = 0; ok && i < new->n_cycles; i++) {
        uint32_t row = cycle_row(d, DIFF_NEW, i), number;
        out->row[out->n++] = row;
        if ((number = diff_row_cycle(d, &d->rows[row], DIFF_OLD)) > 0)
            seen[number - 1] = true;
    }
    for (uint32_t i = 0; ok && i < old->n_cycles; i++)
        if (!seen[i])
            out->row[out->n++] = cycle_row(d, DIFF_OLD, i);
    free(seen);
    if (!ok)
        diff_cycles_release(out);
    return ok;
}

void diff_cycles_release(struct diff_cycles *x)
{
    free(x->row);
    *x = (struct diff_cycles){0};
}

/* ---- life ---- */

bool diff_entry_make(struct diff_entry *x, const struct diff_entry_order *o)
{
    struct diff_filter f = {.v = o->v, .filter = o->filter, .style = o->style};
    const struct arc_list callers = {x, o, false}, callees = {x, o, true};
    uint32_t lo[2], hi[2];
    *x = (struct diff_entry){.v = o->v, .arcs = o->v->diff->arcs};
    if (!make_cycle(x, o)) {
        diff_entry_release(x);
        return false;
    }
    bounds(&callers, &lo[0], &hi[0]);
    bounds(&callees, &lo[1], &hi[1]);
    size_t n = (size_t)(hi[0] - lo[0]) + (hi[1] - lo[1]);
    uint32_t *work = mem_array_raw(n, sizeof *work);
    x->rows = mem_array_raw(n + 5, sizeof *x->rows); /* 3 rules, 2 rows */
    bool ok = x->rows && work && add_arcs(x, &callers, &f, work);
    if (ok)
        add_primary(x, o);
    ok = ok && add_arcs(x, &callees, &f, work) && !diff_filter_failed(&f);
    diff_filter_release(&f);
    free(work);
    if (!ok)
        diff_entry_release(x);
    return ok;
}

void diff_entry_release(struct diff_entry *x)
{
    free(x->rows);
    free(x->of_cycle);
    *x = (struct diff_entry){0};
}
