/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/links.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/view/grid_parts.h"

struct link {
    node_id node; /* NO_ID: own time */
    double ticks;
    uint64_t calls;
};

struct list_of_links {
    struct link *v;
    uint32_t n;
};

struct links {
    const struct view_context *view;
    struct list_of_links side[2];
    double total; /* ticks, with callees */
};

/* Heaviest first; then most calls; then the node, so that the order is total. */
static int heavier(const void *x, const void *y)
{
    const struct link *a = x, *b = y;
    if (a->ticks != b->ticks)
        return a->ticks > b->ticks ? -1 : 1;
    if (a->calls != b->calls)
        return a->calls > b->calls ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

static void add_arc(const struct analysis *a, struct list_of_links *to, arc_id id, bool callers,
                    bool of_cycle)
{
    const struct arc *arc = &a->graph->arcs[id];
    if (of_cycle && arc_is_inner(a, id))
        return;
    struct arc_time t = arc_time(a, id);
    to->v[to->n++] = (struct link){
        .node = callers ? arc->from : arc->to, .ticks = t.self + t.child, .calls = arc->count};
}

/* The links of one symbol, or of one member of a cycle. */
static void add_symbol(const struct analysis *a, struct links *l, sym_id s, bool of_cycle)
{
    const struct graph *g = a->graph;
    for (uint32_t i = g->parent_lo[s]; i < g->parent_lo[s + 1]; i++)
        add_arc(a, &l->side[LINK_CALLERS], g->parent[i], true, of_cycle);
    for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++)
        add_arc(a, &l->side[LINK_CALLEES], i, false, of_cycle);
}

static void count_symbol(const struct analysis *a, sym_id s, size_t *callers, size_t *callees)
{
    *callers += a->graph->parent_lo[s + 1] - a->graph->parent_lo[s];
    *callees += a->graph->child_lo[s + 1] - a->graph->child_lo[s];
}

/* The symbols of a node: itself, or the members of the cycle. */
static uint32_t symbols_of(const struct analysis *a, node_id n, const sym_id **first)
{
    if (!node_is_cycle(a, n)) {
        *first = NULL;
        return 1;
    }
    const struct cycles *c = a->cycles;
    uint32_t i = n - a->n_symbols;
    *first = &c->member[c->member_lo[i]];
    return c->member_lo[i + 1] - c->member_lo[i];
}

struct links *links_new(const struct view_context *v, node_id node)
{
    const struct analysis *a = v->analysis;
    const sym_id *members;
    uint32_t n = symbols_of(a, node, &members);
    size_t callers = 0, callees = 1;
    for (uint32_t i = 0; i < n; i++)
        count_symbol(a, members ? members[i] : node, &callers, &callees);
    struct links *l = mem_array(1, sizeof *l);
    if (!l)
        return NULL;
    l->view = v;
    l->side[LINK_CALLERS].v = mem_array_raw(callers, sizeof(struct link));
    l->side[LINK_CALLEES].v = mem_array_raw(callees, sizeof(struct link));
    if (!l->side[0].v || !l->side[1].v) {
        links_free(l);
        return NULL;
    }
    for (uint32_t i = 0; i < n; i++)
        add_symbol(a, l, members ? members[i] : node, members != NULL);
    const struct node_time *t = &a->times->node[node];
    l->total = t->prop_self + t->prop_child;
    struct list_of_links *down = &l->side[LINK_CALLEES];
    down->v[down->n++] = (struct link){.node = NO_ID, .ticks = t->prop_self};
    for (int s = 0; s < 2; s++)
        qsort(l->side[s].v, l->side[s].n, sizeof(struct link), heavier);
    return l;
}

void links_free(struct links *l)
{
    if (!l)
        return;
    free(l->side[0].v);
    free(l->side[1].v);
    free(l);
}

uint32_t links_n(const struct links *l, enum link_side side)
{
    return l->side[side].n;
}

node_id links_node(const struct links *l, enum link_side side, uint32_t i)
{
    return l->side[side].v[i].node;
}

void links_line(const struct links *l, enum link_side side, uint32_t i, enum name_level level,
                bool ascii, struct line *out)
{
    const struct link *k = &l->side[side].v[i];
    double hz = l->view->analysis->rate_hz;
    text_char(&out->text, ' ');
    text_fixed(&out->text, l->total > 0 ? 100.0 * k->ticks / l->total : 0.0, 5, 1);
    text_char(&out->text, '%');
    text_fixed(&out->text, hz > 0 ? k->ticks / hz : 0.0, 9, 2);
    text_str(&out->text, " s ");
    if (k->node == NO_ID)
        text_fill(&out->text, ' ', 11);
    else
        text_uint(&out->text, k->calls, 11);
    line_mark(out, 0, ROLE_NUMBER, COLUMN_NONE);
    text_str(&out->text, "  ");
    out->pinned = out->text.n;
    if (k->node == NO_ID)
        text_str(&out->text, "(its own time)");
    else
        line_name(out, l->view, k->node, (struct name_style){level, ascii, true},
                  (struct cell){ROLE_NAME, COLUMN_NONE, 0});
}
