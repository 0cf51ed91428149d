/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/diff_test.h"
#include "core/base/hash.h"
#include "core/base/sort.h"

enum { STEP = 1 << 16 }; /* nodes of paths between two looks at the progress */

/* A tree while it is being made: nodes in the order in which paths come to them. */
struct growth {
    struct call_tree *t;
    const struct path_times *times;
    const struct profile_paths *paths;
    uint32_t *slots; /* of nodes by parent and symbol: 1 + index */
    size_t n_slots;
    struct arena scratch;
    /* Per node of the paths: its node, how deep direct recursion is there, and what the path begins
     * with. */
    uint32_t *at, *depth;
    uint8_t *origin;
    bool *is_inner;   /* a function is further out */
    double *wait_own; /* ticks of waiting in the frame itself; NULL: there are none */
    double counted;   /* ticks of paths, whatever filters of time say */
};

/* ---- nodes ---- */

/* What tells a node from others below the same parent. */
static uint32_t key_of(const struct tree_node *x)
{
    return x->symbol == NO_ID ? ~(uint32_t)x->kind : x->symbol;
}

static uint32_t *slot_of(const struct growth *g, uint32_t parent, uint32_t key)
{
    uint64_t h = ((uint64_t)parent << 32 | key) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(h >> 32) & (g->n_slots - 1);
    for (; g->slots[at]; at = (at + 1) & (g->n_slots - 1)) {
        const struct tree_node *x = &g->t->nodes[g->slots[at] - 1];
        if (x->parent == parent && key_of(x) == key)
            break;
    }
    return &g->slots[at];
}

static uint32_t add_node(struct call_tree *t, struct tree_node node)
{
    mem_grow(&t->nodes, &t->cap, (size_t)t->n + 1, sizeof *t->nodes);
    t->nodes[t->n] = node;
    return t->n++;
}

/* The node of a function (or, without, of a kind) below another one, made if it is not there. */
static uint32_t node_below(struct growth *g, uint32_t parent, sym_id s, enum tree_kind kind)
{
    struct call_tree *t = g->t;
    const struct tree_node node = {
        .symbol = s, .parent = parent, .depth = 1, .kind = (uint8_t)kind, .is_made = true};
    if (2 * ((size_t)t->n + 1) > g->n_slots) {
        enum { FIRST = 1024 };
        free(g->slots);
        for (g->n_slots = FIRST; g->n_slots < 4 * ((size_t)t->n + 1);)
            g->n_slots *= 2;
        g->slots = mem_array(g->n_slots, sizeof *g->slots);
        for (uint32_t i = 1; i < t->n; i++)
            *slot_of(g, t->nodes[i].parent, key_of(&t->nodes[i])) = i + 1;
    }
    uint32_t *slot = slot_of(g, parent, key_of(&node));
    if (!*slot)
        *slot = 1 + add_node(t, node);
    return *slot - 1;
}

static struct call_tree *begin_tree(const struct analysis *a)
{
    struct call_tree *t = mem_array(1, sizeof *t);
    t->analysis = a;
    add_node(t, (struct tree_node){.symbol = NO_ID, .parent = NO_ID, .depth = 1, .is_made = true});
    t->nodes[0].is_counted = true;
    return t;
}

/* ---- paths ---- */

/* Does it do nothing but call what a program, or a thread, is written to do? */
static bool is_start(const struct table *t, sym_id s)
{
    static const char *const names[] = {"_start",  "start_thread", "clone",
                                        "__clone", "clone3",       "__clone3"};
    const char *name = table_plain_name(t, s);
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return strncmp(name, "__libc_start", strlen("__libc_start")) == 0;
}

static enum tree_kind origin_of(uint64_t addr)
{
    return addr == PATH_UNKNOWN   ? TREE_CUT
           : addr == PATH_UNREAD  ? TREE_UNREAD
           : addr == PATH_NOWHERE ? TREE_NOWHERE
                                  : TREE_FUNCTION;
}

/* The node that stands for frame i of the paths, which has a symbol. Where a filter of arcs cuts a
 * path, the inner part begins with it. */
static uint32_t node_of_frame(struct growth *g, uint32_t i)
{
    const sym_id s = g->times->symbol[i];
    const uint32_t outer = g->times->outer[i];
    uint32_t up = 0;
    if (outer != PATH_NO_NODE)
        up = g->at[outer];
    else if (!g->is_inner[i] && g->origin[i] != TREE_FUNCTION)
        up = node_below(g, 0, NO_ID, (enum tree_kind)g->origin[i]);
    g->depth[i] = 1;
    struct tree_node *above = &g->t->nodes[up];
    if (above->symbol == NO_ID && is_start(g->t->analysis->table, s))
        return up;
    if (above->symbol != s)
        return node_below(g, up, s, TREE_FUNCTION);
    g->depth[i] += g->depth[outer];
    above->depth = above->depth < g->depth[i] ? g->depth[i] : above->depth;
    return up;
}

static void add_frame(struct growth *g, uint32_t i)
{
    const struct path_frame *frame = &g->paths->nodes[i];
    const struct path_times *times = g->times;
    const uint32_t parent = frame->parent;
    const bool is_root = parent == PATH_NO_NODE;
    const sym_id s = times->symbol[i];
    g->origin[i] = is_root ? (uint8_t)origin_of(frame->addr) : g->origin[parent];
    g->is_inner[i] = !is_root && (g->is_inner[parent] || times->symbol[parent] != NO_ID);
    g->at[i] = is_root ? 0 : g->at[parent];
    if (s != NO_ID)
        g->at[i] = node_of_frame(g, i);
    g->counted += s != NO_ID && symset_lets(g->t->analysis->flat, s) ? (double)frame->ticks : 0;
    const double wait = g->wait_own ? g->wait_own[i] : 0;
    uint32_t hit = g->at[i];
    if (!(times->ticks[i] > 0 || wait > 0))
        return;
    /* Samples that hit what starts others are its own; waits that no function is known for are
     * nobody's. */
    if (g->t->nodes[hit].symbol == NO_ID && s == NO_ID)
        return;
    if (g->t->nodes[hit].symbol == NO_ID)
        hit = node_below(g, hit, s, TREE_FUNCTION);
    g->t->nodes[hit].self += times->ticks[i];
    g->t->nodes[hit].beside += wait;
}

/* Waits of each frame itself. */
static void find_waits(struct growth *g)
{
    const struct path_times *times = g->times;
    const uint32_t n = g->paths->n;
    if (!times->wait_below)
        return;
    g->wait_own = arena_alloc(&g->scratch, n, sizeof *g->wait_own);
    memcpy(g->wait_own, times->wait_below, n * sizeof *g->wait_own);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t parent = g->paths->nodes[i].parent;
        bool is_cut = times->outer[i] == PATH_NO_NODE && times->symbol[i] != NO_ID;
        if (parent != PATH_NO_NODE && !is_cut)
            g->wait_own[parent] -= times->wait_below[i];
    }
}

/* What is on no path: a node below the root. */
static void add_rest(struct growth *g, enum tree_kind kind, double ticks)
{
    const uint32_t rest = ticks > 0 ? node_below(g, 0, NO_ID, kind) : 0; /* nodes may move */
    if (rest)
        g->t->nodes[rest].self = ticks;
}

/* ---- calls ---- */

/* Who calls a function: nobody is known (NO_ID), only code without a symbol or what starts programs
 * and threads, several, or one function. */
enum { BY_OUTSIDE = NO_ID - 1, BY_SEVERAL = NO_ID - 2 };

static void find_callers(struct call_tree *t)
{
    const struct graph *g = t->analysis->all_arcs;
    const struct table *table = t->analysis->table;
    const struct profile *p = t->analysis->profile;
    t->caller = mem_array_raw(table->n_symbols, sizeof *t->caller);
    for (sym_id s = 0; s < table->n_symbols; s++) {
        sym_id by = NO_ID;
        for (uint32_t i = g->parent_lo[s]; i < g->parent_lo[s + 1] && by != BY_SEVERAL; i++) {
            const sym_id from = g->arcs[g->parent[i]].from;
            by = from == s ? by : by == NO_ID ? from : BY_SEVERAL;
        }
        t->caller[s] = by < BY_SEVERAL && is_start(table, by) ? BY_OUTSIDE : by;
    }
    for (size_t i = 0; g->lost && i < p->n_arcs; i++) {
        const sym_id to = table_find(table, p->arcs[i].to);
        if (to != NO_ID && table_find(table, p->arcs[i].from) == NO_ID)
            t->caller[to] = t->caller[to] > BY_SEVERAL ? BY_OUTSIDE : BY_SEVERAL;
    }
}

uint32_t tree_n_callers(const struct call_tree *t, sym_id s)
{
    const struct graph *g = t->analysis->all_arcs;
    return g->parent_lo[s + 1] - g->parent_lo[s] - (g->recursion[s] > 0);
}

/* ---- order ---- */

/* The table that has a node's function, and its symbol there. */
static const struct table *table_of(const struct call_tree *t, sym_id *s)
{
    const struct diff_row *r = t->diff ? &t->diff->rows[*s] : NULL;
    const int side = r && r->symbol[DIFF_NEW] == NO_ID ? DIFF_OLD : DIFF_NEW;
    *s = r ? r->symbol[side] : *s;
    return (r ? t->diff->side[side].analysis : t->analysis)->table;
}

static const char *name_of(const struct call_tree *t, sym_id s)
{
    const struct table *table = table_of(t, &s);
    return table_name(table, s);
}

/* Heavier nodes first. */
static int compare_nodes(const void *ctx, uint32_t i, uint32_t j)
{
    const struct call_tree *t = ctx;
    const struct tree_node *x = &t->nodes[i], *y = &t->nodes[j];
    const double of_x = tree_weight(t, i), of_y = tree_weight(t, j);
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (of_x > of_y || of_x < of_y)
        return of_x > of_y ? -1 : 1;
    if (x->symbol == y->symbol)
        return 0;
    int by_name = strcmp(name_of(t, x->symbol), name_of(t, y->symbol));
    return by_name ? by_name : x->symbol < y->symbol ? -1 : 1;
}

/* Node first + i becomes what node order[i] was; `order` is one of them all, and not needed after
 * that. */
static void arrange(struct call_tree *t, uint32_t first, uint32_t n, uint32_t *order)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct tree_node node = t->nodes[first + i];
        uint32_t at = i;
        while (order[at] != first + i) {
            const uint32_t from = order[at] - first;
            t->nodes[first + at] = t->nodes[first + from];
            order[at] = first + at;
            at = from;
        }
        t->nodes[first + at] = node;
        order[at] = first + at;
    }
}

/* The path of a node, from that of its parent. */
static uint64_t path_of(const struct call_tree *t, const struct tree_node *x, uint64_t parent)
{
    sym_id s = x->symbol;
    const struct table *table = s == NO_ID ? NULL : table_of(t, &s);
    const uint64_t key[] = {parent, table ? table->symbols[s].addr : ~(uint64_t)x->kind};
    return hash_bytes((const char *)key, sizeof key) | 1;
}

/* Sums of all nodes. Those that have anything are hung up below their parents: `child` is the first
 * one of a node, `path` the next one. */
static void add_up(struct call_tree *t)
{
    for (uint32_t i = t->n; i-- > 0;) {
        struct tree_node *x = &t->nodes[i];
        x->all += x->self;
        x->beside_all += x->beside;
        if (x->parent == NO_ID || !(tree_weight(t, i) > 0))
            continue;
        struct tree_node *up = &t->nodes[x->parent];
        up->all += x->all;
        up->beside_all += x->beside_all;
        up->n_children++;
        x->path = up->child;
        up->child = i;
    }
}

/* Is it called by nobody but the node above it, or, if that is none, by nobody but what starts it?
 */
static bool is_counted(const struct call_tree *t, const struct tree_node *x,
                       const struct tree_node *up)
{
    const sym_id by = x->symbol == NO_ID || !t->caller ? BY_SEVERAL : t->caller[x->symbol];
    if (t->forest)
        return x->symbol != NO_ID;
    return up->is_counted && (up->symbol == NO_ID ? by > BY_SEVERAL : by == up->symbol);
}

/* Put the nodes that have anything in their order: children of one parent together, after them
 * those of the first one, and so on. */
static void settle(struct call_tree *t)
{
    uint32_t *order = mem_array_raw(t->n, sizeof *order), n = 1;
    struct tree_node *v = t->nodes;
    add_up(t);
    order[0] = 0;
    for (uint32_t i = 0;;) {
        struct tree_node *x = &v[order[i]];
        const struct tree_node *up = i ? &v[order[x->parent]] : NULL;
        const uint32_t first = n;
        for (uint32_t k = x->child; k; k = (uint32_t)v[k].path) {
            v[k].parent = i;
            order[n++] = k;
        }
        sort_merge(order + first, x->n_children, compare_nodes, t);
        x->child = first;
        x->path = path_of(t, x, up ? up->path : 0);
        x->is_counted = !up || is_counted(t, x, up);
        if (x->n_children) {
            i = first;
            continue;
        }
        /* The next one beside it, or beside one above it. */
        while (up && i + 1 == up->child + up->n_children) {
            i = v[order[i]].parent;
            up = i ? &v[order[v[order[i]].parent]] : NULL;
        }
        if (!up)
            break;
        i++;
    }
    for (uint32_t i = 1, rest = n; i < t->n; i++)
        if (!(tree_weight(t, i) > 0))
            order[rest++] = i;
    arrange(t, 0, t->n, order);
    t->n = n;
    free(order);
}

/* ---- the whole ---- */

static bool grow(struct growth *g, const struct progress *progress, struct err *e)
{
    const struct analysis *a = g->t->analysis;
    const uint32_t n = g->paths->n;
    g->at = arena_alloc(&g->scratch, n, sizeof *g->at);
    g->depth = arena_alloc(&g->scratch, n, sizeof *g->depth);
    g->origin = arena_alloc(&g->scratch, n, sizeof *g->origin);
    g->is_inner = arena_alloc(&g->scratch, n, sizeof *g->is_inner);
    find_waits(g);
    mem_grow(&g->t->nodes, &g->t->cap, (size_t)n + 2 * N_TREE_KINDS, sizeof *g->t->nodes);
    for (uint32_t i = 0; i < n; i++) {
        if (i % STEP == 0 && !progress_step(progress, "call tree", i, n))
            return err_set(e, ERR_CANCELLED, NULL);
        add_frame(g, i);
    }
    /* What the flat profile has beside that: in no function, or without room for the path. */
    const double rest = a->samples->total - g->counted;
    const double lost = (double)g->paths->lost_ticks < rest ? (double)g->paths->lost_ticks : rest;
    add_rest(g, TREE_UNNAMED, rest - lost);
    add_rest(g, TREE_LOST, lost);
    add_rest(g, TREE_LEFT_OUT, g->counted - g->times->total);
    return true;
}

/* The end of making one. */
static struct call_tree *finish(struct growth *g)
{
    arena_release(&g->scratch);
    free(g->slots);
    settle(g->t);
    return g->t;
}

struct call_tree *call_tree_new(const struct analysis *a, const struct progress *progress,
                                struct err *e)
{
    struct growth g = {.t = begin_tree(a), .times = a->paths, .paths = a->profile->paths};
    g.t->has_waits = a->paths->wait_below;
    bool ok = grow(&g, progress, e);
    if (ok)
        find_callers(g.t);
    struct call_tree *t = finish(&g);
    if (!ok)
        call_tree_free(t);
    return ok ? t : NULL;
}

struct call_tree *call_tree_compare(const struct call_tree *const side[N_DIFF_SIDES],
                                    const struct diff *d)
{
    struct growth g = {.t = begin_tree(side[DIFF_NEW]->analysis)};
    g.t->diff = d;
    g.t->old_rate = d->exposure[DIFF_OLD] > 0 ? d->exposure[DIFF_NEW] / d->exposure[DIFF_OLD] : 1;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        const struct call_tree *from = side[i];
        uint32_t *at = arena_array(&g.scratch, from->n, sizeof *at);
        for (uint32_t k = 0; k < from->n; k++) {
            const struct tree_node *x = &from->nodes[k];
            const sym_id s = x->symbol == NO_ID ? NO_ID : d->row_of[i][x->symbol];
            at[k] = k ? node_below(&g, at[x->parent], s, (enum tree_kind)x->kind) : 0;
            struct tree_node *to = &g.t->nodes[at[k]];
            *(i == DIFF_NEW ? &to->self : &to->beside) += x->self;
            to->depth = to->depth < x->depth ? x->depth : to->depth;
        }
    }
    return finish(&g);
}

const struct diff *tree_differences(struct call_tree *t)
{
    struct diff *d = &t->tested;
    if (d->n_rows == t->n)
        return d;
    free(d->rows);
    *d = *t->diff;
    d->n_rows = t->n;
    d->rows = mem_array(t->n, sizeof *d->rows);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        d->side[i].spread = NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        const struct tree_node *x = &t->nodes[i];
        if (x->symbol != NO_ID)
            d->rows[i] = t->diff->rows[x->symbol];
        else
            d->rows[i].symbol[DIFF_OLD] = d->rows[i].symbol[DIFF_NEW] = NO_ID;
        d->rows[i].part[DIFF_OLD] = (struct diff_part){x->beside, x->beside_all - x->beside, 0};
        d->rows[i].part[DIFF_NEW] = (struct diff_part){x->self, x->all - x->self, 0};
    }
    diff_test(d);
    return d;
}

void call_tree_free(struct call_tree *t)
{
    if (!t)
        return;
    free(t->tested.rows);
    free(t->nodes);
    free(t->caller);
    free(t->hit);
    free(t->by);
    free(t);
}

uint32_t tree_find(const struct call_tree *t, uint64_t path)
{
    for (uint32_t i = 0; path && i < t->n; i++)
        if (t->nodes[i].path == path)
            return i;
    return 0;
}

/* ---- without paths ---- */

/* The one function that s is called by, if it is certain that no other code calls it; else NO_ID.
 */
static sym_id only_caller(const struct call_tree *t, sym_id s)
{
    const struct analysis *a = t->analysis;
    const bool is_certain =
        t->caller[s] < BY_SEVERAL && a->all_arcs->calls[s] && !a->cycles->cycle[s];
    return is_certain ? t->caller[s] : NO_ID;
}

struct call_tree *call_tree_forest(const struct analysis *a)
{
    enum { ON_THE_WAY = NO_ID - 1 };
    struct growth g = {.t = begin_tree(a)};
    uint32_t *at = arena_alloc(&g.scratch, a->n_symbols, sizeof *at); /* per symbol: its node */
    sym_id *way = arena_alloc(&g.scratch, a->n_symbols, sizeof *way);
    double named = 0;
    g.t->forest = true;
    g.t->has_waits = a->samples->wait;
    find_callers(g.t);
    for (sym_id s = 0; s < a->n_symbols; s++)
        at[s] = NO_ID;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        /* Up to a caller that has a node. Filters of arcs can leave functions in a ring that are in
         * no cycle. */
        uint32_t n = 0, up = 0;
        for (sym_id x = s; x != NO_ID; x = only_caller(g.t, x)) {
            if (at[x] != NO_ID) {
                up = at[x] == ON_THE_WAY ? 0 : at[x];
                break;
            }
            at[x] = ON_THE_WAY;
            way[n++] = x;
        }
        while (n--) {
            const struct tree_node node = {.symbol = way[n],
                                           .parent = up,
                                           .depth = 1,
                                           .is_made = true,
                                           .self = a->samples->self[way[n]],
                                           .beside = g.t->has_waits ? a->samples->wait[way[n]] : 0};
            up = at[way[n]] = add_node(g.t, node);
            named += node.self;
        }
    }
    add_rest(&g, TREE_UNNAMED, a->samples->total - named);
    return finish(&g);
}

/* ---- from the other end ---- */

/* Add to a node what one of those that it stands for has: `caller` is its function. Until it is
 * opened, its children are as many of these, from hit[child] on. */
static void add_hit(const struct call_tree *down, struct tree_node *at, uint32_t hit,
                    uint32_t caller)
{
    const struct tree_node *x = &down->nodes[hit];
    const bool is_last = down->nodes[caller].parent == 0;
    at->all += x->self;
    at->beside_all += x->beside;
    at->self += is_last ? x->self : 0;
    at->beside += is_last ? x->beside : 0;
    at->n_children++;
    at->is_made &= is_last;
    if (at->depth < down->nodes[caller].depth)
        at->depth = down->nodes[caller].depth;
}

void tree_open(struct call_tree *t, uint32_t node)
{
    if (t->nodes[node].is_made)
        return;
    const struct call_tree *down = t->down;
    const uint32_t n = t->nodes[node].n_children, first = t->n;
    uint32_t *hit = t->hit + t->nodes[node].child;
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++)
        keys[i] = t->by[hit[i]] ? key_of(&down->nodes[t->by[hit[i]]]) : UINT64_MAX;
    sort_radix(keys, hit, n);
    for (uint32_t i = 0; i < n && keys[i] != UINT64_MAX; i++) {
        const uint32_t caller = t->by[hit[i]];
        if (!i || keys[i] != keys[i - 1])
            add_node(t, (struct tree_node){.symbol = down->nodes[caller].symbol,
                                           .kind = down->nodes[caller].kind,
                                           .parent = node,
                                           .child = (uint32_t)(hit + i - t->hit),
                                           .is_made = true});
        add_hit(down, &t->nodes[t->n - 1], hit[i], caller);
        t->by[hit[i]] = down->nodes[caller].parent;
    }
    free(keys);
    struct tree_node *x = &t->nodes[node];
    x->child = first;
    x->n_children = t->n - first;
    x->is_made = true;
    uint32_t *order = mem_array_raw(x->n_children, sizeof *order);
    for (uint32_t i = 0; i < x->n_children; i++) {
        struct tree_node *below = &t->nodes[first + i];
        order[i] = first + i;
        below->n_children = below->is_made ? 0 : below->n_children;
        below->path = path_of(t, below, x->path);
    }
    sort_merge(order, x->n_children, compare_nodes, t);
    arrange(t, first, x->n_children, order);
    free(order);
}

struct call_tree *call_tree_invert(const struct call_tree *down)
{
    struct call_tree *t = begin_tree(down->analysis);
    struct tree_node *root = &t->nodes[0];
    t->down = down;
    t->diff = down->diff;
    t->old_rate = down->old_rate;
    t->has_waits = down->has_waits;
    t->hit = mem_array_raw(down->n, sizeof *t->hit);
    t->by = mem_array_raw(down->n, sizeof *t->by);
    *root = down->nodes[0];
    root->path = ~root->path | 1;
    root->child = root->n_children = 0;
    for (uint32_t i = 1; i < down->n; i++) {
        t->by[i] = i;
        if (down->nodes[i].self > 0 || down->nodes[i].beside > 0)
            t->hit[root->n_children++] = i;
    }
    root->is_made = root->is_counted = false;
    tree_open(t, 0);
    return t;
}
