/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/callers_callees.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/grid/sheet.h"
#include "core/view/number.h"
#include "core/view/rows/entry_rows.h"

enum link_column { LINK_SHARE, LINK_TIME, LINK_CALLS, LINK_MARK, LINK_NAME };

static const struct grid_column columns[] = {
    [LINK_SHARE] = {"share", "share", "part of its time", .cell = CELL_TEXT, .cols = 7, .turn = 1},
    [LINK_TIME] = {"time", "time", "time with what it calls", .cell = CELL_TEXT, .cols = 12,
                   .turn = 2, .from = 41},
    [LINK_CALLS] = {"calls", "calls", "calls by this arc", .cell = CELL_TEXT, .cols = 11, .turn = 4,
                    .from = 54},
    [LINK_MARK] = {"mark", "?", "how far the time can be off", .cell = CELL_MARK, .cols = 2,
                   .turn = 3, .from = 43},
    [LINK_NAME] = {"name", "name", "the function", .cell = CELL_TEXT},
};
static const struct grid_columns link_columns = {columns, ARRAY_LEN(columns)};

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

static const struct links *links_of(const struct sheet *t)
{
    return (const struct links *)t;
}

static const struct link_row *link_of(const struct sheet *t, uint32_t id)
{
    return &links_of(t)->v[id];
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

/* Is wall time known of a node and its arcs? */
static bool has_waits(const struct analysis *a, node_id n)
{
    return knows_waits_below(a) && !node_is_cycle(a, n);
}

/* ---- cells ---- */

static enum mark mark(const struct sheet *t, uint32_t id)
{
    const struct link_row *k = link_of(t, id);
    if (k->arc == NO_ID || arc_is_inner(t->v.analysis, k->arc))
        return MARK_NONE;
    return arc_mark(&t->v, k->arc, k->ticks);
}

static void text(const struct sheet *t, uint32_t id, unsigned column, struct text *out)
{
    const struct link_row *k = link_of(t, id);
    const struct analysis *a = t->v.analysis;
    if (column == LINK_SHARE)
        text_printf(out, "%.1f%%", percent_or_0(k->ticks, links_of(t)->total));
    else if (column == LINK_TIME)
        text_printf(out, "%9.2f %-2s", seconds_or_0(a, k->ticks), unit_of(a->profile).s);
    else if (k->node != NO_ID && k->calls) /* else measured, but not counted */
        text_count(out, k->calls, true);
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
    out->kind = links_of(t)->side == LINK_CALLERS ? ROW_CALLER : ROW_CALLEE;
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
    text_printf(&facts, "%s %s it",
                k->calls ? nouns_of(k->calls, "call", true).s : "uncounted calls",
                links_of(t)->side == LINK_CALLERS ? "from" : "to");
    line_detail(out, &t->style, &t->v, k->node, true, &facts);
}

static const struct sheet_ops ops = {
    .columns = &link_columns,
    .tight = true,
    .indexed = true,
    .subject = subject,
    .mark = mark,
    .text = text,
    .put_name = put_name,
    .detail = detail,
    .row = row,
};

struct grid *links_grid(const struct view_context *v, node_id node, enum link_side side,
                        const struct grid_style *style)
{
    struct links *l = sheet_new(sizeof *l, &ops, v, style, NULL);
    const struct analysis *a = v->analysis;
    const uint32_t cycle = node_cycle_number(a, node);
    /* Callers of a cycle's member pay for the cycle as a whole. */
    const node_id paid = side == LINK_CALLERS && cycle ? cycle_node(a, cycle) : node;
    l->side = side;
    l->total = a->times->node[paid].prop_self + a->times->node[paid].prop_child +
               (has_waits(a, paid) ? wait_below(a, paid) : 0);
    l->t.name_cols = NAME_COLS + NAME_GAP;
    const bool callees = l->side == LINK_CALLEES;
    struct entry_arcs arcs;
    uint32_t n = 0;
    node_arcs(a, node, callees, &arcs);
    l->v = arena_alloc(&l->t.memory, arcs.n + 1, sizeof *l->v);
    l->t.id = arena_alloc(&l->t.memory, arcs.n + 1, sizeof *l->t.id);
    for (size_t i = 0; i < arcs.n; i++)
        l->v[n++] = (struct link_row){callees ? arcs.v[i].to : arcs.v[i].from, arcs.v[i].arc,
                                      arcs.v[i].time.self + arcs.v[i].time.child +
                                          fmax(arc_wait(a, arcs.v[i].arc), 0),
                                      arcs.v[i].count};
    free(arcs.v);
    if (callees)
        l->v[n++] = (struct link_row){
            NO_ID, NO_ID,
            a->times->node[node].prop_self + (has_waits(a, node) ? a->samples->wait[node] : 0), 0};
    for (uint32_t i = 0; i < n; i++)
        l->t.id[i] = i;
    l->t.grid.n_rows = n;
    sort_merge(l->t.id, n, heavier, l->v);
    return sheet_measure(&l->t);
}
