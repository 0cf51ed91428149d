/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/diff_arcs.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/values.h"

/* ---- numbers ---- */

static double value_of_side(const struct diff_entry *x, const struct diff_entry_row *r,
                            enum diff_value value, int side)
{
    const struct diff *d = x->v->diff;
    if (r->arc != NO_ID)
        return diff_arc_value(d, &d->arcs[r->arc], value, side);
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
    case DIFF_ARC_COL_CHANGE:
    case DIFF_ARC_COL_NAME:
    case N_DIFF_ARC_COLUMNS:
        break;
    }
    return NAN;
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
    const struct diff_arc *a = &l->o->v->diff->arcs[arc];
    if (l->callees)
        return (struct diff_entry_row){DIFF_ENTRY_CALLEE, DIFF_CALLEES, a->to, arc};
    return (struct diff_entry_row){DIFF_ENTRY_CALLER, DIFF_CALLERS, a->from, arc};
}

static double rank_of(const struct arc_list *l, const struct diff_entry_row *r)
{
    if (l->o->column == COLUMN_NONE)
        return fabs(diff_entry_value(l->x, r, DIFF_ARC_COL_DELTA));
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
    double p = rank_of(l, &x), q = rank_of(l, &y);
    int by_name = diff_compare_names(l->o->v, &rows[x.row], &rows[y.row]);
    if (l->o->column == DIFF_ARC_COL_NAME && by_name)
        return l->o->ascending ? by_name : -by_name;
    if (isnan(p) != isnan(q))
        return isnan(p) ? 1 : -1;
    if (p != q && !isnan(p))
        return (p < q) == l->o->ascending ? -1 : 1;
    p = fabs(diff_entry_value(l->x, &x, DIFF_ARC_COL_DELTA_CALLS));
    q = fabs(diff_entry_value(l->x, &y, DIFF_ARC_COL_DELTA_CALLS));
    if (p != q)
        return p > q ? -1 : 1;
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

/* Those arcs of the entry that the filter keeps, in order, into `out`; their number. */
static uint32_t find_arcs(const struct arc_list *l, struct diff_filter *f, uint32_t *out)
{
    const struct diff *d = l->o->v->diff;
    const uint32_t *lo = l->callees ? d->callee_lo : d->caller_lo;
    uint32_t n = 0;
    for (uint32_t i = lo[l->o->row]; i < lo[l->o->row + 1]; i++) {
        const struct diff_entry_row r = row_of(l, l->callees ? i : d->caller[i]);
        if (diff_filter_keeps(f, &d->rows[r.row], &d->arcs[r.arc]))
            out[n++] = r.arc;
    }
    return n;
}

/* The rule of a section and its arcs; callers in reverse. `work` has room for them. */
static bool add_arcs(struct diff_entry *x, const struct arc_list *l, struct diff_filter *f,
                     uint32_t *work)
{
    const struct diff *d = l->o->v->diff;
    const uint32_t *lo = l->callees ? d->callee_lo : d->caller_lo;
    enum diff_section s = l->callees ? DIFF_CALLEES : DIFF_CALLERS;
    uint32_t n = find_arcs(l, f, work);
    add_rule(x, s);
    x->count[s].all = lo[l->o->row + 1] - lo[l->o->row];
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
    add_row(x, (struct diff_entry_row){DIFF_ENTRY_PRIMARY, DIFF_PRIMARY, o->row, NO_ID});
    if (!o->brief)
        add_row(x, (struct diff_entry_row){DIFF_ENTRY_WORDS, DIFF_PRIMARY, NO_ID, NO_ID});
}

bool diff_entry_make(struct diff_entry *x, const struct diff_entry_order *o)
{
    const struct diff *d = o->v->diff;
    size_t n_callers = d->caller_lo[o->row + 1] - d->caller_lo[o->row];
    size_t n_callees = d->callee_lo[o->row + 1] - d->callee_lo[o->row];
    size_t most = n_callers > n_callees ? n_callers : n_callees;
    struct diff_filter f = {.v = o->v, .filter = o->filter, .style = o->style};
    const struct arc_list callers = {x, o, false}, callees = {x, o, true};
    uint32_t *work = mem_array_raw(most, sizeof *work);
    *x = (struct diff_entry){.v = o->v};
    x->rows = mem_array_raw(n_callers + n_callees + 5, sizeof *x->rows); /* 3 rules, 2 rows */
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
    *x = (struct diff_entry){0};
}
