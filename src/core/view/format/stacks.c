/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/stacks.h"

#include <math.h>
#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/load/run/run.h"
#include "unite/tree.h"

/* What is known of a function that is in no cycle, or of a cycle as a whole. Ticks. */
struct flow {
    double all;  /* its time and that of its callees */
    double kept; /* the part of `all` that is of functions with rows */
    double in;   /* the part of `all` that callers brought */
};

struct stack_walk {
    const struct format_graph *g;
    const struct analysis *a;
    const struct stack_taker *taker;
    struct flow *flow; /* per node */
    double *brings;    /* per arc: what it brings to stacks, ticks; see add_flow */
    arc_id *first;     /* per cycle: the first arc into it of the function at hand */
    double *small;     /* per node: what came to it in parts that are not worth a stack */
    arc_id *heaviest;  /* per node: the arc that brings most to it from outside; NO_ID: none */
    double least;      /* ticks that are worth a stack */
    node_id frame[STACK_FRAMES];
    size_t n;
};

/* The node that time flows into when s is called. */
static node_id whole_of(const struct analysis *a, sym_id s)
{
    uint32_t cycle = a->cycles->cycle[s];
    return cycle ? cycle_node(a, cycle) : s;
}

static double kept_part(const struct flow *f)
{
    return f->all > 0 ? f->kept / f->all : 0;
}

static double arc_ticks(const struct stack_walk *w, arc_id i)
{
    struct arc_time t = arc_time(w->a, i);
    return arc_is_inner(w->a, i) ? 0 : t.self + t.child;
}

/* ---- upward: how much flows where ---- */

/* Arcs of one function into one cycle make one stack: the first brings it all. */
static void add_flow(struct stack_walk *w, arc_id lo, arc_id i)
{
    sym_id to = w->a->graph->arcs[i].to;
    uint32_t cycle = w->a->cycles->cycle[to];
    struct flow *callee = &w->flow[whole_of(w->a, to)];
    double ticks = arc_ticks(w, i);
    callee->in += ticks;
    w->brings[i] = ticks > 0 ? ticks * kept_part(callee) : 0;
    if (!cycle)
        return;
    arc_id *first = &w->first[cycle - 1];
    if (*first < lo || *first >= i) { /* of another function, or NO_ID */
        *first = i;
        return;
    }
    w->brings[*first] += w->brings[i];
    w->brings[i] = 0;
}

/* ---- downward: stacks ---- */

static bool enter_node(struct stack_walk *w, node_id n, double ticks);

/* s is the last frame; `scale` of its time is on this stack. */
static bool spend(struct stack_walk *w, sym_id s, double scale)
{
    const struct graph *g = w->a->graph;
    const struct stack here = {w->frame, w->n, true};
    const double own = format_self(w->g, s) * scale;
    bool ok = !(own > 0) || w->taker->take(w->taker->ctx, &here, own);
    for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1] && ok; i++) {
        node_id to = whole_of(w->a, g->arcs[i].to);
        double ticks = w->brings[i] * scale;
        /* Room for a cycle and its member, and one to spare. */
        if (ticks >= w->least && w->n + 3 <= STACK_FRAMES)
            ok = enter_node(w, to, ticks);
        else
            w->small[to] += ticks;
    }
    return ok;
}

static double member_ticks(const struct stack_walk *w, sym_id s)
{
    double sum = format_self(w->g, s);
    for (arc_id i = w->a->graph->child_lo[s]; i < w->a->graph->child_lo[s + 1]; i++)
        sum += w->brings[i];
    return sum;
}

static bool spend_cycle(struct stack_walk *w, uint32_t cycle, double scale)
{
    const struct cycles *c = w->a->cycles;
    bool ok = true;
    for (uint32_t i = c->member_lo[cycle - 1]; i < c->member_lo[cycle] && ok; i++) {
        double ticks = member_ticks(w, c->member[i]) * scale;
        if (ticks < w->least) {
            w->small[c->member[i]] += ticks;
            continue;
        }
        w->frame[w->n++] = c->member[i];
        ok = spend(w, c->member[i], scale);
        w->n--;
    }
    return ok;
}

/* `ticks` flow down to n from the last frame. As deep as STACK_FRAMES. */
static bool enter_node(struct stack_walk *w, node_id n, double ticks)
{
    double scale = ticks / w->flow[n].kept;
    bool ok;
    w->frame[w->n++] = n;
    ok = node_is_cycle(w->a, n) ? spend_cycle(w, node_cycle_number(w->a, n), scale)
                                : spend(w, n, scale);
    w->n--;
    return ok;
}

/* Time that no caller brought begins a stack; tiny differences are those of rounding. */
static bool start_stack(struct stack_walk *w, node_id n)
{
    const struct flow *f = &w->flow[n];
    double own = f->all - f->in;
    if (!(own > 1e-9 * f->all) || !(f->kept > 0) || !isfinite(f->all))
        return true;
    return enter_node(w, n, own * kept_part(f));
}

/* ---- what was too small ---- */

/* Make the frames those of the heaviest callers of n and of these; if there are too many, the
 * inner ones, so that some room is left. */
static void frames_above(struct stack_walk *w, node_id n)
{
    enum { MOST = STACK_FRAMES - 8, LEFT = 16 };
    size_t k = 0;
    for (arc_id i = w->heaviest[n]; i != NO_ID && k < MOST; i = w->heaviest[n]) {
        w->frame[k++] = w->a->graph->arcs[i].from;
        n = whole_of(w->a, w->a->graph->arcs[i].from);
        if (node_is_cycle(w->a, n))
            w->frame[k++] = n;
    }
    w->n = k < MOST ? k : LEFT;
    for (size_t i = 0; i < w->n / 2; i++) {
        node_id inner = w->frame[i];
        w->frame[i] = w->frame[w->n - 1 - i];
        w->frame[w->n - 1 - i] = inner;
    }
}

/* Small parts of a function together, where most of them come from; of a member within its cycle.
 * Callees may get small parts of these. */
static bool spend_small(struct stack_walk *w, node_id n)
{
    double ticks = w->small[n];
    uint32_t cycle = node_is_cycle(w->a, n) ? 0 : w->a->cycles->cycle[n];
    bool ok;
    if (!(ticks > 0))
        return true;
    frames_above(w, cycle ? cycle_node(w->a, cycle) : n);
    if (cycle) {
        w->frame[w->n++] = cycle_node(w->a, cycle);
        w->frame[w->n++] = n;
        ok = spend(w, n, ticks / member_ticks(w, n));
    } else {
        ok = enter_node(w, n, ticks);
    }
    w->n = 0;
    w->small[n] = 0;
    return ok;
}

/* Callers first. A cycle comes with the first of its members, which stand together. */
static bool each_small(struct stack_walk *w)
{
    const struct cycles *c = w->a->cycles;
    bool ok = true;
    for (uint32_t i = w->a->n_symbols; i-- > 0 && ok;) {
        sym_id s = c->upward[i];
        uint32_t cycle = c->cycle[s];
        ok = (!cycle || spend_small(w, cycle_node(w->a, cycle))) && spend_small(w, s);
    }
    return ok;
}

static bool each_of_graph(struct stack_walk *w)
{
    double total = 0;
    bool ok = true;
    for (uint32_t i = 0; i < w->a->n_symbols; i++) {
        sym_id s = w->a->cycles->upward[i];
        const struct graph *g = w->a->graph;
        struct flow *f = &w->flow[whole_of(w->a, s)];
        f->all += w->a->times->node[s].prop_self;
        f->kept += format_self(w->g, s);
        for (arc_id k = g->child_lo[s]; k < g->child_lo[s + 1]; k++) {
            f->all += arc_ticks(w, k);
            if (!arc_is_inner(w->a, k))
                add_flow(w, g->child_lo[s], k);
        }
        for (arc_id k = g->child_lo[s]; k < g->child_lo[s + 1]; k++)
            f->kept += w->brings[k];
        total += format_self(w->g, s);
    }
    w->least = total / 20000;
    for (node_id n = 0; n < w->a->n_nodes; n++)
        w->heaviest[n] = NO_ID;
    for (arc_id i = 0; i < w->a->graph->n_arcs; i++) {
        arc_id *most = &w->heaviest[whole_of(w->a, w->a->graph->arcs[i].to)];
        if (w->brings[i] > 0 && (*most == NO_ID || w->brings[i] > w->brings[*most]))
            *most = i;
    }
    for (node_id n = 0; n < w->a->n_nodes && ok; n++)
        ok = start_stack(w, n);
    return ok && each_small(w);
}

/* ---- without callers ---- */

static bool each_of_flat(const struct format_graph *g, const struct stack_taker *t)
{
    bool ok = true;
    for (sym_id s = 0; s < g->a->n_symbols && ok; s++) {
        const struct stack alone = {&s, 1, false};
        double ticks = format_self(g, s);
        ok = !(ticks > 0) || t->take(t->ctx, &alone, ticks);
    }
    return ok;
}

/* ---- measured stacks ---- */

/* Nodes of the paths united by the symbols on them: a place is a symbol. node: per node of the
 * paths; UNITE_NO_NODE: no symbol is known. */
static bool unite_frames(const struct path_times *p, uint32_t n, struct unite_tree *tree,
                         size_t *node)
{
    for (uint32_t i = 0; i < n; i++) {
        size_t outer = p->outer[i] == PATH_NO_NODE ? UNITE_NO_NODE : node[p->outer[i]];
        const struct unite_node place = {.addr = p->symbol[i]};
        node[i] = outer;
        if (p->symbol[i] == NO_ID)
            continue;
        node[i] = unite_tree_add(tree, outer, &place);
        if (node[i] == UNITE_NO_NODE)
            return false;
    }
    return true;
}

/* Longer ones lose their outer frames. */
static bool take_measured(const struct unite_tree *tree, size_t at, double ticks,
                          const struct stack_taker *t)
{
    node_id frame[STACK_FRAMES];
    size_t n = STACK_FRAMES;
    while (at != UNITE_NO_NODE && n > 0)
        frame[--n] = (node_id)unite_tree_node(tree, at, &at)->addr;
    const struct stack s = {frame + n, STACK_FRAMES - n, false};
    return t->take(t->ctx, &s, ticks);
}

static bool each_measured(const struct analysis *a, const struct stack_taker *t)
{
    struct unite_tree tree = {.memory = &runs_memory};
    uint32_t n = a->profile->paths->n;
    size_t *node = mem_array_raw(n, sizeof *node);
    if (!unite_frames(a->paths, n, &tree, node))
        mem_fail();
    double *ticks = mem_array(unite_tree_count(&tree), sizeof *ticks);
    bool ok = true;
    for (uint32_t i = 0; i < n; i++)
        if (node[i] != UNITE_NO_NODE)
            ticks[node[i]] += a->paths->ticks[i];
    for (size_t i = 0; ok && i < unite_tree_count(&tree); i++)
        ok = !(ticks[i] > 0) || take_measured(&tree, i, ticks[i], t);
    free(node);
    free(ticks);
    unite_tree_release(&tree);
    return ok;
}

/* ---- the whole ---- */

bool stacks_each(const struct format_graph *g, const struct stack_taker *t)
{
    struct stack_walk w = {.g = g, .a = g->a, .taker = t};
    if (!g->arcs)
        return each_of_flat(g, t);
    if (g->a->paths)
        return each_measured(g->a, t);
    struct arena scratch = {0};
    w.flow = arena_array(&scratch, w.a->n_nodes, sizeof *w.flow);
    w.brings = arena_array(&scratch, w.a->graph->n_arcs, sizeof *w.brings);
    w.first = arena_alloc(&scratch, w.a->cycles->n_cycles, sizeof *w.first);
    w.small = arena_array(&scratch, w.a->n_nodes, sizeof *w.small);
    w.heaviest = arena_alloc(&scratch, w.a->n_nodes, sizeof *w.heaviest);
    for (uint32_t i = 0; i < w.a->cycles->n_cycles; i++)
        w.first[i] = NO_ID;
    bool ok = each_of_graph(&w);
    arena_release(&scratch);
    return ok;
}

void stack_frame_name(struct gnu_out *o, struct text *t, node_id n)
{
    if (!node_is_cycle(o->v->analysis, n)) {
        format_label(o, t, n);
        return;
    }
    text_str(t, "[cycle ");
    text_uint(t, node_cycle_number(o->v->analysis, n), 0);
    text_str(t, " as a whole]");
}

uint64_t rounding_take(struct rounding *r, double amount)
{
    uint64_t upto;
    r->sum += amount;
    upto = r->sum < 0x1p62 ? (uint64_t)(r->sum + 0.5) : (uint64_t)1 << 62;
    amount = (double)(upto - r->given);
    r->given = upto;
    return (uint64_t)amount;
}
