/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/callers_callees.h"

#include <math.h>
#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/grid/cells.h"
#include "core/view/name_rows.h"
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
    struct side_names {
        struct grid_style style; /* that they were made for */
        struct name_rows *v;     /* NULL: not yet */
        const struct links *of;
        enum link_side side;
    } names[2];
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

/* Is wall time known of a node and its arcs? */
static bool has_waits(const struct analysis *a, node_id n)
{
    return knows_waits_below(a) && !node_is_cycle(a, n);
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
                                           .ticks = arcs.v[i].time.self + arcs.v[i].time.child +
                                                    fmax(arc_wait(a, arcs.v[i].arc), 0),
                                           .calls = arcs.v[i].count};
    if (ok && callees)
        to->v[to->n++] =
            (struct link_row){.node = NO_ID,
                              .arc = NO_ID,
                              .ticks = a->times->node[node].prop_self +
                                       (has_waits(a, node) ? a->samples->wait[node] : 0)};
    free(arcs.v);
    return ok && sort_side(to);
}

static double total(const struct analysis *a, node_id n)
{
    return a->times->node[n].prop_self + a->times->node[n].prop_child +
           (has_waits(a, n) ? a->paths->wait[n] : 0);
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
        name_rows_free(l->names[s].v);
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

/* ---- rows ---- */

/* What precedes a name: " 12.3%     1.94 s          12 ?  ", less where that leaves no room for it.
 */
enum { SHARE_COLS = 7, TIME_COLS = 12, CALLS_COLS = 11, MARK_COLS = 2, GAP_COLS = 2 };

static bool has_room(const struct grid_style *style, size_t used)
{
    return style->cols >= used + GAP_COLS + NAME_COLS;
}

static bool shows_calls(const struct grid_style *style)
{
    return has_room(style, SHARE_COLS + TIME_COLS + MARK_COLS + CALLS_COLS);
}

static bool shows_time(const struct grid_style *style)
{
    return has_room(style, SHARE_COLS + TIME_COLS);
}

static bool shows_mark(const struct grid_style *style)
{
    return has_room(style, SHARE_COLS + TIME_COLS + MARK_COLS);
}

static struct name_list_row name_of(const void *ctx, uint32_t i)
{
    const struct side_names *n = ctx;
    size_t used = SHARE_COLS + GAP_COLS + (shows_time(&n->style) ? TIME_COLS : 0) +
                  (shows_calls(&n->style) ? CALLS_COLS : 0) +
                  (shows_mark(&n->style) ? MARK_COLS : 0);
    return (struct name_list_row){n->of->view, link_of(n->of, n->side, i)->node,
                                  n->style.cols > used ? n->style.cols - used : 0};
}

/* The names of a side; NULL: no memory. */
static struct name_rows *names_of(struct links *l, enum link_side side,
                                  const struct grid_style *style)
{
    struct side_names *n = &l->names[side];
    if (n->v && n->style.cols == style->cols && n->style.names == style->names &&
        n->style.ascii == style->ascii)
        return n->v;
    name_rows_free(n->v);
    *n = (struct side_names){.style = *style, .of = l, .side = side};
    n->v = name_rows_new(&(struct name_list_rows){.style = {style->names, style->ascii, true},
                                                  .n_rows = l->side[side].n,
                                                  .row = name_of,
                                                  .ctx = n});
    return n->v;
}

static void put_numbers(const struct links *l, enum link_side side, const struct link_row *k,
                        const struct grid_style *style, struct text *out)
{
    text_char(out, ' ');
    text_fixed(out, percent_or_0(k->ticks, l->total[side]), 5, 1);
    text_char(out, '%');
    if (shows_time(style)) {
        text_fixed(out, seconds_or_0(l->view->analysis, k->ticks), 9, 2);
        text_char(out, ' ');
        text_left(out, unit_of(l->view->analysis->profile).s, 2);
    }
    if (!shows_calls(style))
        return;
    if (k->node == NO_ID || !k->calls) /* measured, but not counted */
        text_fill(out, ' ', CALLS_COLS);
    else {
        char digits[40];
        struct text calls = text_in(digits, sizeof digits);
        text_count(&calls, k->calls, style->grouped);
        text_right(out, text_z(&calls), CALLS_COLS);
    }
}

void links_line(struct links *l, enum link_side side, uint32_t i, const struct grid_style *style,
                struct line *out)
{
    const struct link_row *k = link_of(l, side, i);
    struct name_rows *names = names_of(l, side, style);
    put_numbers(l, side, k, style, &out->text);
    line_mark(out, 0, ROLE_NUMBER, COLUMN_NONE);
    if (shows_mark(style)) {
        bool timed = k->arc != NO_ID && !arc_is_inner(l->view->analysis, k->arc);
        cell_mark(out, (struct cell){ROLE_PLAIN, COLUMN_NONE, MARK_COLS},
                  timed ? arc_mark(l->view, k->arc, k->ticks) : MARK_NONE);
    }
    text_fill(&out->text, ' ', GAP_COLS);
    out->pinned = out->text.n;
    out->text.failed |= !names;
    if (k->node == NO_ID)
        text_str(&out->text, "(its own time)");
    else if (names)
        line_row_name(out, names, i, false, (struct cell){ROLE_NAME, COLUMN_NONE, 0});
}

void links_detail(const struct links *l, enum link_side side, uint32_t i,
                  const struct grid_style *style, struct line *out)
{
    const struct link_row *k = link_of(l, side, i);
    struct text facts = {0};
    if (k->node == NO_ID) {
        text_str(&out->text, " the part of its time that is its own");
        return;
    }
    text_place(&facts, l->view, k->node, "  ");
    if (k->calls)
        text_count(&facts, k->calls, style->grouped);
    else
        text_str(&facts, "uncounted");
    text_str(&facts, k->calls == 1 ? " call " : " calls ");
    text_str(&facts, side == LINK_CALLERS ? "from it" : "to it");
    line_detail(out, style, l->view, k->node, true, &facts);
}
