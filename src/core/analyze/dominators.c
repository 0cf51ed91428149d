/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simple form of Lengauer and Tarjan's algorithm ("A Fast Algorithm for Finding Dominators in a
 * Flowgraph", ACM TOPLAS 1(1), 1979): link without balance. Semi-NCA (Georgiadis, "Linear-Time
 * Algorithms for Dominators and Related Problems", thesis, Princeton 2005) is as short and mostly a
 * little faster, but quadratic for some graphs, and these come from files.
 *
 * Below, nodes are meant by the numbers in which a depth-first walk meets them: the root is 0. */
#include "core/analyze/dominators.h"

#include <string.h>

#include "core/base/prefetch.h"
#include "core/model/symbol.h"

enum { AHEAD = 16 }; /* arcs for which memory is asked before they are looked at */

struct dominator_search {
    const struct flow_graph *g;
    struct dominators *out;
    uint32_t *number; /* per node, NO_ID: not met */
    uint32_t *node;   /* per number, as all that follows */
    uint32_t *above;  /* by which number it was met */
    uint32_t *semi, *label, *ancestor, *dominator;
    uint32_t *bucket, *next; /* lists of those with one semidominator; 0 ends them */
    uint32_t *from, *from_lo;
    uint32_t *stack, *at;
    uint32_t n_met;
    const struct progress *progress;
};

static bool goes_on(const struct dominator_search *x, uint32_t done)
{
    return progress_some(x->progress, "ranges", done, x->g->n);
}

static uint32_t *numbers(struct arena *memory, uint32_t n)
{
    return arena_alloc(memory, n, sizeof(uint32_t));
}

static void search_alloc(struct dominator_search *x, struct arena *memory)
{
    uint32_t n = x->g->n + 1;
    uint32_t **const lists[] = {&x->number, &x->node,      &x->above,  &x->semi, &x->label,
                                &x->stack,  &x->dominator, &x->bucket, &x->next, &x->at,
                                &x->from,   &x->ancestor,  &x->from_lo};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        uint32_t size = lists[i] == &x->from ? x->g->lo[n] : n + 1;
        *lists[i] = numbers(memory, size);
    }
}

/* ---- the walk ---- */

static void meet(struct dominator_search *x, uint32_t node, uint32_t above)
{
    uint32_t i = x->n_met++;
    x->number[node] = i;
    x->node[i] = node;
    x->above[i] = above;
    x->semi[i] = x->label[i] = i;
    x->ancestor[i] = NO_ID;
    x->bucket[i] = 0;
    x->at[i] = x->g->lo[node];
}

static bool walk(struct dominator_search *x)
{
    const struct flow_graph *g = x->g;
    uint32_t depth = 1;
    memset(x->number, 0xff, ((size_t)g->n + 1) * sizeof *x->number);
    memset(x->next, 0, ((size_t)g->n + 1) * sizeof *x->next);
    meet(x, g->n, 0);
    x->stack[0] = 0;
    while (depth) {
        uint32_t i = x->stack[depth - 1];
        if (x->at[i] == g->lo[x->node[i] + 1]) {
            depth--;
            continue;
        }
        uint32_t to = g->to[x->at[i]++];
        x->next[to]++;
        if (x->number[to] != NO_ID)
            continue;
        if (!goes_on(x, x->n_met))
            return false;
        x->stack[depth++] = x->n_met;
        meet(x, to, i);
    }
    return true;
}

/* Which numbers have arcs to each number, whose numbers the walk has left in next[]. */
static bool turn_round(struct dominator_search *x)
{
    const struct flow_graph *g = x->g;
    uint32_t *end = x->from_lo + 1, sum = 0;
    x->from_lo[0] = 0;
    for (uint32_t i = 0; i < x->n_met; i++) {
        end[i] = sum;
        sum += x->next[x->node[i]];
    }
    for (uint32_t i = 0; i < x->n_met; i++) {
        if (!goes_on(x, i))
            return false;
        const uint32_t next = x->node[i + AHEAD < x->n_met ? i + AHEAD : i];
        for (uint32_t k = g->lo[next]; k < g->lo[next + 1] && k < g->lo[next] + AHEAD; k++)
            fetch(&x->number[g->to[k]]);
        for (uint32_t k = g->lo[x->node[i]]; k < g->lo[x->node[i] + 1]; k++)
            x->from[end[x->number[g->to[k]]]++] = i;
    }
    return true;
}

/* ---- dominators ---- */

/* The best label from v up. v and those above it are made to hang from the root of their tree, each
 * with the best label on the way. */
static uint32_t eval(struct dominator_search *x, uint32_t v)
{
    uint32_t depth = 0;
    for (uint32_t w = v, up; (up = x->ancestor[w]) != NO_ID && x->ancestor[up] != NO_ID; w = up)
        x->stack[depth++] = w;
    while (depth) {
        uint32_t w = x->stack[--depth], up = x->ancestor[w];
        if (x->semi[x->label[up]] < x->semi[x->label[w]])
            x->label[w] = x->label[up];
        x->ancestor[w] = x->ancestor[up];
    }
    return x->label[v];
}

static bool find_dominators(struct dominator_search *x)
{
    for (uint32_t w = x->n_met; w-- > 1;) {
        uint32_t up = x->above[w];
        if (!goes_on(x, x->n_met - w))
            return false;
        for (uint32_t k = x->from_lo[w]; k < x->from_lo[w + 1]; k++) {
            if (k >= 2 * AHEAD) { /* those of numbers below */
                fetch(&x->ancestor[x->from[k - 2 * AHEAD]]);
                fetch(&x->label[x->from[k - 2 * AHEAD]]);
                fetch(&x->semi[x->label[x->from[k - AHEAD]]]);
            }
            uint32_t semi = x->semi[eval(x, x->from[k])];
            if (semi < x->semi[w])
                x->semi[w] = semi;
        }
        x->next[w] = x->bucket[x->semi[w]];
        x->bucket[x->semi[w]] = w;
        x->ancestor[w] = up;
        for (uint32_t v = x->bucket[up]; v; v = x->next[v]) {
            uint32_t best = eval(x, v);
            x->dominator[v] = x->semi[best] < x->semi[v] ? best : up;
        }
        x->bucket[up] = 0;
    }
    for (uint32_t w = 1; w < x->n_met; w++)
        if (x->dominator[w] != x->semi[w])
            x->dominator[w] = x->dominator[x->dominator[w]];
    return goes_on(x, 0);
}

/* ---- the tree ---- */

static void set_tree(struct dominator_search *x)
{
    struct dominators *d = x->out;
    d->n_reached = x->n_met - 1;
    memset(d->parent, 0xff, (size_t)d->n * sizeof *d->parent);
    for (uint32_t i = 1; i < x->n_met; i++) {
        d->reached[i - 1] = x->node[i];
        d->parent[x->node[i]] = x->node[x->dominator[i]];
    }
    /* Places: a node's first child comes after it, and each child after all of the one before. */
    for (uint32_t i = d->n_reached; i-- > 0;) {
        uint32_t v = d->reached[i];
        d->size[v]++;
        d->size[d->parent[v]] += d->size[v];
    }
    d->size[d->n]++;
    d->place[d->n] = 0;
    x->next[d->n] = 1;
    for (uint32_t i = 0; i < d->n_reached; i++) {
        uint32_t v = d->reached[i], up = d->parent[v];
        d->place[v] = x->next[up];
        x->next[up] += d->size[v];
        x->next[v] = d->place[v] + 1;
    }
}

struct dominators *dominators_new(const struct flow_graph *g, const struct progress *progress)
{
    struct dominators *d = arena_object(sizeof *d);
    struct dominator_search x = {.g = g, .out = d, .progress = progress};
    struct arena scratch = {0};
    d->n = g->n;
    d->parent = numbers(&d->memory, g->n);
    d->reached = numbers(&d->memory, g->n);
    d->place = numbers(&d->memory, g->n + 1);
    d->size = arena_array(&d->memory, (size_t)g->n + 1, sizeof *d->size);
    search_alloc(&x, &scratch);
    const bool ok = walk(&x) && turn_round(&x) && find_dominators(&x);
    if (ok)
        set_tree(&x);
    arena_release(&scratch);
    if (ok)
        return d;
    arena_object_free(d);
    return NULL;
}
