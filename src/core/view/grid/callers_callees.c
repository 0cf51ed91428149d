/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/callers_callees.h"

#include <math.h>
#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/grid/sheet.h"
#include "core/view/number.h"

enum link_column { LINK_SHARE, LINK_TIME, LINK_CALLS, LINK_MARK, LINK_NAME, N_LINK_COLUMNS };

static const struct grid_column columns[] = {
    [LINK_SHARE] = {"share", "share", "part of its time", .sortable = false},
    [LINK_TIME] = {"time", "time", "time with what it calls", .sortable = false},
    [LINK_CALLS] = {"calls", "calls", "calls by this arc", .sortable = false},
    [LINK_MARK] = {"mark", "?", "how far the time can be off", .sortable = false},
    [LINK_NAME] = {"name", "name", "the function", .sortable = false},
};

static const struct wish wishes[] = {
    {LINK_SHARE, 0}, {LINK_TIME, 41}, {LINK_MARK, 43}, {LINK_CALLS, 54}};

enum { NAME_GAP = 2 };

struct link_row {
    node_id node; /* NO_ID: own time */
    arc_id arc;
    double ticks;
    uint64_t calls;
};

struct links {
    struct sheet t; /* first */
    enum link_side side;
    struct link_row *v;
    double total; /* ticks that the shares are parts of */
};

static const struct link_row *link_of(const struct sheet *t, uint32_t id)
{
    return &((const struct links *)t)->v[id];
}

/* Heaviest first; then most calls; then the node. */
static int heavier(const void *ctx, uint32_t a, uint32_t b)
{
    const struct link_row *v = ctx, *x = &v[a], *y = &v[b];
    if (x->ticks != y->ticks)
        return x->ticks > y->ticks ? -1 : 1;
    if (x->calls != y->calls)
        return x->calls > y->calls ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

/* ---- which rows ---- */

/* Arcs of the entry of `node`, in any order; free out->v. */
static void find_arcs(const struct analysis *a, node_id node, bool callees, struct entry_arcs *out)
{
    if (node_is_cycle(a, node)) {
        analysis_cycle_arcs(a, node_cycle_number(a, node), callees, out);
        return;
    }
    const struct graph *g = a->graph;
    const uint32_t *lo = callees ? g->child_lo : g->parent_lo;
    out->v = mem_array_raw(lo[node + 1] - lo[node], sizeof *out->v);
    for (uint32_t i = lo[node]; i < lo[node + 1]; i++)
        out->v[out->n++] = entry_arc(a, callees ? i : g->parent[i]);
}

/* Is wall time known of a node and its arcs? */
static bool has_waits(const struct analysis *a, node_id n)
{
    return knows_waits_below(a) && !node_is_cycle(a, n);
}

static void fill(struct links *l, node_id node)
{
    const struct analysis *a = l->t.v.analysis;
    struct entry_arcs arcs = {0};
    bool callees = l->side == LINK_CALLEES;
    find_arcs(a, node, callees, &arcs);
    uint32_t n = 0;
    l->v = mem_array_raw(arcs.n + 1, sizeof *l->v);
    l->t.id = mem_array_raw(arcs.n + 1, sizeof *l->t.id);
    for (size_t i = 0; i < arcs.n; i++)
        l->v[n++] = (struct link_row){callees ? arcs.v[i].to : arcs.v[i].from, arcs.v[i].arc,
                                      arcs.v[i].time.self + arcs.v[i].time.child +
                                          fmax(arc_wait(a, arcs.v[i].arc), 0),
                                      arcs.v[i].count};
    if (callees)
        l->v[n++] = (struct link_row){
            NO_ID, NO_ID,
            a->times->node[node].prop_self + (has_waits(a, node) ? a->samples->wait[node] : 0), 0};
    for (uint32_t i = 0; i < n; i++)
        l->t.id[i] = i;
    l->t.grid.n_rows = n;
    free(arcs.v);
    sort_merge(l->t.id, n, heavier, l->v);
}

/* ---- cells ---- */

static int cols(const struct sheet *t, unsigned column)
{
    static const int width[] = {
        [LINK_SHARE] = 7, [LINK_TIME] = 12, [LINK_CALLS] = 11, [LINK_MARK] = 2};
    (void)t;
    return width[column];
}

static bool cell(const struct sheet *t, uint32_t id, struct cell c, struct line *out)
{
    const struct link_row *k = link_of(t, id);
    const struct analysis *a = t->v.analysis;
    char room[400];
    struct text text = text_in(room, sizeof room);
    if (c.column == LINK_MARK) {
        bool timed = k->arc != NO_ID && !arc_is_inner(a, k->arc);
        cell_mark(out, c, timed ? arc_mark(&t->v, k->arc, k->ticks) : MARK_NONE);
        return true;
    }
    if (c.column == LINK_SHARE) {
        text_fixed(&text, percent_or_0(k->ticks, ((const struct links *)t)->total), 0, 1);
        text_char(&text, '%');
    } else if (c.column == LINK_TIME) {
        text_fixed(&text, seconds_or_0(a, k->ticks), 9, 2);
        text_char(&text, ' ');
        text_left(&text, unit_of(a->profile).s, 2);
    } else if (k->node != NO_ID && k->calls) /* else measured, but not counted */
        text_count(&text, k->calls, t->style.grouped);
    cell_text(out, c, text_z(&text));
    return true;
}

static struct sheet_name subject(const struct sheet *t, uint32_t id)
{
    return (struct sheet_name){&t->v, link_of(t, id)->node, NAME_GAP};
}

static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    text_fill(&out->text, ' ', NAME_GAP);
    out->pinned = out->text.n;
    if (link_of(t, t->id[i])->node == NO_ID)
        text_str(&out->text, "(its own time)");
    else
        sheet_put_name(t, i, ROLE_NAME, out);
}

static void row(const struct sheet *t, uint32_t id, struct grid_row *out)
{
    out->kind = ((const struct links *)t)->side == LINK_CALLERS ? ROW_CALLER : ROW_CALLEE;
    out->subject = (struct subject){link_of(t, id)->node, link_of(t, id)->arc};
}

static void detail(const struct sheet *t, uint32_t id, struct line *out)
{
    const struct link_row *k = link_of(t, id);
    struct text facts = {0};
    if (k->node == NO_ID) {
        text_str(&out->text, " the part of its time that is its own");
        return;
    }
    text_place(&facts, &t->v, k->node, "  ");
    if (k->calls)
        text_count(&facts, k->calls, t->style.grouped);
    else
        text_str(&facts, "uncounted");
    text_str(&facts, k->calls == 1 ? " call " : " calls ");
    text_str(&facts, ((const struct links *)t)->side == LINK_CALLERS ? "from it" : "to it");
    line_detail(out, &t->style, &t->v, k->node, true, &facts);
}

/* ---- life ---- */

static void release(struct sheet *t)
{
    free(((struct links *)t)->v);
}

static const struct sheet_ops ops = {
    .columns = columns,
    .n_columns = N_LINK_COLUMNS,
    .wishes = wishes,
    .n_wishes = ARRAY_LEN(wishes),
    .tight = true,
    .indexed = true,
    .subject = subject,
    .cols = cols,
    .cell = cell,
    .put_name = put_name,
    .detail = detail,
    .row = row,
    .release = release,
};

/* Callers of a cycle's member pay for the cycle as a whole. */
static double total(const struct analysis *a, node_id n, enum link_side side)
{
    uint32_t cycle = node_cycle_number(a, n);
    if (side == LINK_CALLERS && cycle)
        n = cycle_node(a, cycle);
    return a->times->node[n].prop_self + a->times->node[n].prop_child +
           (has_waits(a, n) ? a->paths->wait[n] : 0);
}

struct grid *links_grid(const struct view_context *v, node_id node, enum link_side side,
                        const struct grid_style *style, struct err *e)
{
    struct links *l = sheet_new(sizeof *l, &ops, v, style, NULL);
    l->side = side;
    l->total = total(v->analysis, node, side);
    l->t.name_cols = NAME_COLS + NAME_GAP;
    fill(l, node);
    return sheet_end((struct sheet *)l, sheet_measure(&l->t), e);
}
