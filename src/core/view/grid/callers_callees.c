/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/callers_callees.h"

#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/grid/cells.h"
#include "core/view/number.h"

struct link_row {
    node_id node; /* NO_ID: own time */
    arc_id arc;
    double ticks;
    uint64_t calls;
};

struct list_of_links {
    struct link_row *v;
    uint32_t *row; /* v's places, heaviest first */
    uint32_t n;
};

struct links {
    const struct view_context *view;
    struct list_of_links side[2];
    double total[2]; /* ticks that the shares are parts of */
};

/* ---- order: heaviest first; then most calls; then the node ---- */

enum { LINK_LEVELS = 3 };

static uint64_t link_key(const void *ctx, uint32_t i, unsigned level)
{
    const struct link_row *k = &((const struct link_row *)ctx)[i];
    return level == 0 ? sort_key_descending(k->ticks) : level == 1 ? ~k->calls : k->node;
}

static int heavier(const void *ctx, uint32_t a, uint32_t b)
{
    for (unsigned level = 0; level < LINK_LEVELS; level++) {
        uint64_t x = link_key(ctx, a, level), y = link_key(ctx, b, level);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static bool sort_side(struct list_of_links *l)
{
    const struct sort_order o = {link_key, LINK_LEVELS, heavier, l->v, .complete = true};
    for (uint32_t i = 0; i < l->n; i++)
        l->row[i] = i;
    return sort_levels(l->row, l->n, &o);
}

/* ---- links ---- */

/* Arcs of the entry of `node`, in any order; free out->v. */
static bool find_arcs(const struct analysis *a, node_id node, bool callees, struct entry_arcs *out)
{
    if (node_is_cycle(a, node))
        return analysis_cycle_arcs(a, node_cycle_number(a, node), callees, out);
    const struct graph *g = a->graph;
    const uint32_t *lo = callees ? g->child_lo : g->parent_lo;
    out->v = mem_array_raw(lo[node + 1] - lo[node], sizeof *out->v);
    for (uint32_t i = lo[node]; out->v && i < lo[node + 1]; i++)
        out->v[out->n++] = entry_arc(a, callees ? i : g->parent[i]);
    return out->v != NULL;
}

static bool fill_side(struct links *l, node_id node, enum link_side side)
{
    const struct analysis *a = l->view->analysis;
    struct list_of_links *to = &l->side[side];
    struct entry_arcs arcs = {0};
    bool callees = side == LINK_CALLEES, ok = find_arcs(a, node, callees, &arcs);
    to->v = mem_array_raw(arcs.n + 1, sizeof *to->v);
    to->row = mem_array_raw(arcs.n + 1, sizeof *to->row);
    ok = ok && to->v && to->row;
    for (size_t i = 0; ok && i < arcs.n; i++)
        to->v[to->n++] = (struct link_row){.node = callees ? arcs.v[i].to : arcs.v[i].from,
                                           .arc = arcs.v[i].arc,
                                           .ticks = arcs.v[i].time.self + arcs.v[i].time.child,
                                           .calls = arcs.v[i].count};
    if (ok && callees)
        to->v[to->n++] =
            (struct link_row){.node = NO_ID, .arc = NO_ID, .ticks = a->times->node[node].prop_self};
    free(arcs.v);
    return ok && sort_side(to);
}

static double total(const struct analysis *a, node_id n)
{
    return a->times->node[n].prop_self + a->times->node[n].prop_child;
}

struct links *links_new(const struct view_context *v, node_id node)
{
    struct links *l = mem_array(1, sizeof *l);
    const struct analysis *a = v->analysis;
    uint32_t cycle = node_cycle_number(a, node);
    if (!l)
        return NULL;
    l->view = v;
    /* callers of a cycle's member pay for the cycle as a whole */
    l->total[LINK_CALLERS] = total(a, cycle ? cycle_node(a, cycle) : node);
    l->total[LINK_CALLEES] = total(a, node);
    if (fill_side(l, node, LINK_CALLERS) && fill_side(l, node, LINK_CALLEES))
        return l;
    links_free(l);
    return NULL;
}

void links_free(struct links *l)
{
    if (!l)
        return;
    for (int s = 0; s < 2; s++) {
        free(l->side[s].v);
        free(l->side[s].row);
    }
    free(l);
}

uint32_t links_n(const struct links *l, enum link_side side)
{
    return l->side[side].n;
}

static const struct link_row *link_of(const struct links *l, enum link_side side, uint32_t i)
{
    return &l->side[side].v[l->side[side].row[i]];
}

struct subject links_subject(const struct links *l, enum link_side side, uint32_t i)
{
    const struct link_row *k = link_of(l, side, i);
    return (struct subject){k->node, k->arc};
}

enum { SHARE_COLS = 7, TIME_COLS = 12, CALLS_COLS = 12, GAP = 2 };

void links_line(const struct links *l, enum link_side side, uint32_t i,
                const struct grid_style *style, struct line *out)
{
    const struct link_row *k = link_of(l, side, i);
    unsigned room = style->cols < NAME_COLS ? 0 : style->cols - NAME_COLS;
    bool timed = room >= SHARE_COLS + TIME_COLS + GAP;
    bool counted = room >= SHARE_COLS + TIME_COLS + CALLS_COLS + GAP;
    text_char(&out->text, ' ');
    text_fixed(&out->text, percent_or_0(k->ticks, l->total[side]), 5, 1);
    text_char(&out->text, '%');
    if (timed) {
        text_fixed(&out->text, seconds_or_0(l->view->analysis, k->ticks), 9, 2);
        text_char(&out->text, ' ');
        text_left(&out->text, unit_of(l->view->analysis->profile).s, 2);
    }
    line_mark(out, 0, ROLE_NUMBER, COLUMN_NONE);
    if (counted) {
        char digits[40];
        struct text calls = text_in(digits, sizeof digits);
        if (k->node != NO_ID)
            text_count(&calls, k->calls, style->grouped);
        cell_text(out, (struct cell){ROLE_NUMBER, COLUMN_NONE, CALLS_COLS}, text_z(&calls));
    }
    text_fill(&out->text, ' ', GAP);
    out->pinned = out->text.n;
    if (k->node == NO_ID)
        text_str(&out->text, "(its own time)");
    else
        line_name(out, l->view, k->node, (struct name_style){style->names, style->ascii, true},
                  (struct cell){ROLE_NAME, COLUMN_NONE, 0});
}

void links_detail(const struct links *l, enum link_side side, uint32_t i,
                  const struct grid_style *style, struct line *out)
{
    const struct link_row *k = link_of(l, side, i);
    struct text name = {0}, facts = {0};
    if (k->node == NO_ID) {
        text_str(&out->text, " the part of its time that is its own");
        return;
    }
    text_name(&name, l->view, k->node, (struct name_style){NAME_FULL, style->ascii, true});
    text_place(&facts, l->view, k->node, "  ");
    text_count(&facts, k->calls, style->grouped);
    text_str(&facts, side == LINK_CALLERS ? " calls from it" : " calls to it");
    line_detail(out, style->cols, &name, &facts);
}
