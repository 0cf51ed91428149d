/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/sort.h"

enum { STEP = 1 << 16 }; /* nodes of paths between two looks at the progress */

/* A tree while it is being made: nodes in the order in which paths come to them. */
struct growth {
    const struct analysis *a;
    const struct path_times *times;
    const struct profile_paths *paths;
    struct tree_node *nodes;
    size_t cap;
    uint32_t n;
    double *wait, *wait_all; /* per node; NULL: there is no waiting time */
    size_t wait_cap, wait_all_cap;
    bool has_waits;
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

static uint32_t *slot_of(const struct growth *g, uint32_t parent, uint32_t what)
{
    uint64_t h = ((uint64_t)parent << 32 | what) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(h >> 32) & (g->n_slots - 1);
    for (; g->slots[at]; at = (at + 1) & (g->n_slots - 1)) {
        const struct tree_node *x = &g->nodes[g->slots[at] - 1];
        if (x->parent == parent && (x->symbol == NO_ID ? ~(uint32_t)x->kind : x->symbol) == what)
            break;
    }
    return &g->slots[at];
}

static uint32_t add_node(struct growth *g, struct tree_node node)
{
    mem_grow(&g->nodes, &g->cap, (size_t)g->n + 1, sizeof *g->nodes);
    g->nodes[g->n] = node;
    if (g->has_waits) {
        mem_grow(&g->wait, &g->wait_cap, (size_t)g->n + 1, sizeof *g->wait);
        mem_grow(&g->wait_all, &g->wait_all_cap, (size_t)g->n + 1, sizeof *g->wait_all);
        g->wait[g->n] = g->wait_all[g->n] = 0;
    }
    return g->n++;
}

/* The node of a function (or, without, of a kind) below another one, made if it is not there. */
static uint32_t node_below(struct growth *g, uint32_t parent, sym_id s, enum tree_kind kind)
{
    const uint32_t what = s == NO_ID ? ~(uint32_t)kind : s;
    if (2 * ((size_t)g->n + 1) > g->n_slots) {
        enum { FIRST = 1024 };
        free(g->slots);
        g->n_slots = g->n_slots ? 2 * g->n_slots : FIRST;
        g->slots = mem_array(g->n_slots, sizeof *g->slots);
        for (uint32_t i = 1; i < g->n; i++) {
            const struct tree_node *x = &g->nodes[i];
            *slot_of(g, x->parent, x->symbol == NO_ID ? ~(uint32_t)x->kind : x->symbol) = i + 1;
        }
    }
    uint32_t *slot = slot_of(g, parent, what);
    if (!*slot)
        *slot = 1 + add_node(g, (struct tree_node){
                                    .symbol = s, .parent = parent, .depth = 1, .kind = kind});
    return *slot - 1;
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
    if (g->nodes[up].symbol == NO_ID && is_start(g->a->table, s))
        return up;
    if (g->nodes[up].symbol != s)
        return node_below(g, up, s, TREE_FUNCTION);
    g->depth[i] += g->depth[outer];
    if (g->nodes[up].depth < g->depth[i])
        g->nodes[up].depth = g->depth[i];
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
    g->counted += s != NO_ID && symset_lets(g->a->flat, s) ? (double)frame->ticks : 0;
    const double wait = g->wait_own ? g->wait_own[i] : 0;
    uint32_t hit = g->at[i];
    if (!(times->ticks[i] > 0 || wait > 0))
        return;
    /* Samples that hit what starts others are its own; waits that no function is known for are
     * nobody's. */
    if (g->nodes[hit].symbol == NO_ID && s == NO_ID)
        return;
    if (g->nodes[hit].symbol == NO_ID)
        hit = node_below(g, hit, s, TREE_FUNCTION);
    g->nodes[hit].self += times->ticks[i];
    if (wait > 0)
        g->wait[hit] += wait;
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
        g->nodes[rest].self = ticks;
}

/* ---- order ---- */

/* Heavier nodes first. */
struct ranking {
    const struct table *table;
    const struct tree_node *nodes;
    const double *wait_all; /* NULL: there are none */
};

static double weight_of(const struct ranking *r, uint32_t i)
{
    return r->nodes[i].all + (r->wait_all ? r->wait_all[i] : 0);
}

static int compare_nodes(const void *ctx, uint32_t i, uint32_t j)
{
    const struct ranking *r = ctx;
    const struct tree_node *x = &r->nodes[i], *y = &r->nodes[j];
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (weight_of(r, i) != weight_of(r, j))
        return weight_of(r, i) > weight_of(r, j) ? -1 : 1;
    if (x->symbol == y->symbol)
        return 0;
    int by_name = strcmp(table_name(r->table, x->symbol), table_name(r->table, y->symbol));
    return by_name ? by_name : x->symbol < y->symbol ? -1 : 1;
}

static void add_up(struct growth *g)
{
    for (uint32_t i = g->n; i-- > 0;) {
        struct tree_node *x = &g->nodes[i];
        x->all += x->self;
        if (g->wait)
            g->wait_all[i] += g->wait[i];
        if (x->parent == NO_ID)
            continue;
        struct tree_node *up = &g->nodes[x->parent];
        up->all += x->all;
        up->n_children += x->all > 0 || (g->wait && g->wait_all[i] > 0);
        if (g->wait)
            g->wait_all[x->parent] += g->wait_all[i];
    }
}

/* The path of a node, from that of its parent. */
static uint64_t path_of(const struct call_tree *t, const struct tree_node *x)
{
    const uint64_t what =
        x->symbol == NO_ID ? ~(uint64_t)x->kind : t->analysis->table->symbols[x->symbol].addr;
    uint64_t key[] = {x->parent == NO_ID ? 0 : t->nodes[x->parent].path, what};
    return hash_bytes((const char *)key, sizeof key) | 1;
}

/* Put the nodes that have anything in their order: level by level, children of one parent
 * together. */
static void settle(struct growth *g, struct call_tree *t)
{
    uint32_t *lo = arena_alloc(&g->scratch, g->n, sizeof *lo);
    uint32_t *child = arena_alloc(&g->scratch, g->n, sizeof *child); /* by parent */
    uint32_t *old = arena_alloc(&g->scratch, g->n, sizeof *old);
    const struct ranking ranking = {g->a->table, g->nodes, g->wait_all};
    for (uint32_t i = 0, sum = 0; i < g->n; i++) {
        lo[i] = sum;
        sum += g->nodes[i].n_children;
    }
    for (uint32_t i = 1; i < g->n; i++)
        if (weight_of(&ranking, i) > 0)
            child[lo[g->nodes[i].parent]++] = i;
    t->nodes = arena_alloc(&t->memory, g->n, sizeof *t->nodes);
    t->n = 1;
    old[0] = 0;
    t->nodes[0] = g->nodes[0];
    for (uint32_t i = 0; i < t->n; i++) {
        struct tree_node *x = &t->nodes[i];
        uint32_t *below = child + lo[old[i]] - x->n_children;
        x->child = t->n;
        x->path = path_of(t, x);
        sort_merge(below, x->n_children, compare_nodes, &ranking);
        for (uint32_t k = 0; k < x->n_children; k++) {
            old[t->n] = below[k];
            t->nodes[t->n] = g->nodes[below[k]];
            t->nodes[t->n++].parent = i;
        }
    }
    if (!g->wait)
        return;
    t->wait = arena_alloc(&t->memory, t->n, sizeof *t->wait);
    t->wait_all = arena_alloc(&t->memory, t->n, sizeof *t->wait_all);
    for (uint32_t i = 0; i < t->n; i++) {
        t->wait[i] = g->wait[old[i]];
        t->wait_all[i] = g->wait_all[old[i]];
    }
}

/* ---- calls ---- */

static void find_entered(struct call_tree *t)
{
    const struct profile *p = t->analysis->profile;
    const struct table *table = t->analysis->table;
    if (!t->analysis->all_arcs->lost)
        return;
    t->is_entered = arena_array(&t->memory, table->n_symbols, sizeof *t->is_entered);
    for (size_t i = 0; i < p->n_arcs; i++) {
        const sym_id to = table_find(table, p->arcs[i].to);
        if (to != NO_ID && table_find(table, p->arcs[i].from) == NO_ID)
            t->is_entered[to] = true;
    }
}

/* Does nobody call s but `up`, or, if that is none, what starts it? */
static bool is_only_caller(const struct call_tree *t, sym_id up, sym_id s)
{
    const struct graph *g = t->analysis->all_arcs;
    if (up != NO_ID && t->is_entered && t->is_entered[s])
        return false;
    for (uint32_t i = g->parent_lo[s]; i < g->parent_lo[s + 1]; i++) {
        const sym_id from = g->arcs[g->parent[i]].from;
        if (from != s && from != up && (up != NO_ID || !is_start(t->analysis->table, from)))
            return false;
    }
    return g->calls[s] > 0 || up == NO_ID;
}

uint64_t tree_calls(const struct call_tree *t, uint32_t node)
{
    const struct tree_node *x = &t->nodes[node], *at = x;
    if (t->down || x->symbol == NO_ID)
        return 0;
    if (t->forest)
        return t->analysis->all_arcs->calls[x->symbol];
    for (; at->symbol != NO_ID; at = &t->nodes[at->parent])
        if (!is_only_caller(t, t->nodes[at->parent].symbol, at->symbol))
            return 0;
    return at->kind == TREE_FUNCTION ? t->analysis->all_arcs->calls[x->symbol] : 0;
}

/* ---- the whole ---- */

static void release_growth(struct growth *g)
{
    arena_release(&g->scratch);
    free(g->nodes);
    free(g->wait);
    free(g->wait_all);
    free(g->slots);
}

static bool grow(struct growth *g, const struct progress *progress, struct err *e)
{
    const uint32_t n = g->paths->n;
    g->at = arena_alloc(&g->scratch, n, sizeof *g->at);
    g->depth = arena_alloc(&g->scratch, n, sizeof *g->depth);
    g->origin = arena_alloc(&g->scratch, n, sizeof *g->origin);
    g->is_inner = arena_alloc(&g->scratch, n, sizeof *g->is_inner);
    find_waits(g);
    add_node(g, (struct tree_node){.symbol = NO_ID, .parent = NO_ID, .depth = 1});
    for (uint32_t i = 0; i < n; i++) {
        if (i % STEP == 0 && !progress_step(progress, "call tree", i, n))
            return err_set(e, ERR_CANCELLED, NULL);
        add_frame(g, i);
    }
    /* What the flat profile has beside that: in no function, or without room for the path. */
    const double rest = g->a->samples->total - g->counted;
    const double lost = (double)g->paths->lost_ticks < rest ? (double)g->paths->lost_ticks : rest;
    add_rest(g, TREE_UNNAMED, rest - lost);
    add_rest(g, TREE_LOST, lost);
    add_rest(g, TREE_LEFT_OUT, g->counted - g->times->total);
    add_up(g);
    return true;
}

struct call_tree *call_tree_new(const struct analysis *a, const struct progress *progress,
                                struct err *e)
{
    struct call_tree *t = arena_object(sizeof *t);
    struct growth g = {
        .a = a, .times = a->paths, .paths = a->profile->paths, .has_waits = a->paths->wait_below};
    t->analysis = a;
    bool ok = grow(&g, progress, e);
    if (ok) {
        settle(&g, t);
        find_entered(t);
    } else {
        arena_object_free(t);
    }
    release_growth(&g);
    return ok ? t : NULL;
}

bool tree_is_again(const struct call_tree *t, uint32_t node)
{
    const sym_id s = t->nodes[node].symbol;
    uint32_t up = t->nodes[node].parent;
    for (; !t->forest && s != NO_ID && up != NO_ID; up = t->nodes[up].parent)
        if (t->nodes[up].symbol == s)
            return true;
    return false;
}

/* ---- without paths ---- */

uint32_t tree_n_callers(const struct call_tree *t, sym_id s)
{
    const struct graph *g = t->analysis->all_arcs;
    return g->parent_lo[s + 1] - g->parent_lo[s] - (g->recursion[s] > 0);
}

/* The one function that s is called by, if it is certain that no other code calls it; else NO_ID.
 */
static sym_id only_caller(const struct call_tree *t, sym_id s)
{
    const struct analysis *a = t->analysis;
    const struct graph *g = a->all_arcs;
    const uint32_t lo = g->parent_lo[s], hi = g->parent_lo[s + 1];
    if (!g->calls[s] || a->cycles->cycle[s] || (t->is_entered && t->is_entered[s]) || hi > lo + 2)
        return NO_ID;
    sym_id caller = NO_ID;
    for (uint32_t i = lo; i < hi; i++) {
        const sym_id from = g->arcs[g->parent[i]].from;
        if (from != s && caller != NO_ID)
            return NO_ID;
        caller = from == s ? caller : from;
    }
    return caller == NO_ID || is_start(a->table, caller) ? NO_ID : caller;
}

struct call_tree *call_tree_forest(const struct analysis *a)
{
    enum { ON_THE_WAY = NO_ID - 1 };
    struct call_tree *t = arena_object(sizeof *t);
    struct growth g = {.a = a, .has_waits = a->samples->wait};
    uint32_t *at = arena_alloc(&g.scratch, a->n_symbols, sizeof *at); /* per symbol: its node */
    sym_id *way = arena_alloc(&g.scratch, a->n_symbols, sizeof *way);
    t->analysis = a;
    t->forest = true;
    find_entered(t);
    add_node(&g, (struct tree_node){.symbol = NO_ID, .parent = NO_ID, .depth = 1});
    for (sym_id s = 0; s < a->n_symbols; s++)
        at[s] = NO_ID;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        /* Up to a caller that has a node. Filters of arcs can leave functions in a ring that are in
         * no cycle. */
        uint32_t n = 0, up = 0;
        for (sym_id x = s; x != NO_ID; x = only_caller(t, x)) {
            if (at[x] != NO_ID) {
                up = at[x] == ON_THE_WAY ? 0 : at[x];
                break;
            }
            at[x] = ON_THE_WAY;
            way[n++] = x;
        }
        while (n--) {
            const struct tree_node node = {
                .symbol = way[n], .parent = up, .depth = 1, .self = a->samples->self[way[n]]};
            up = at[way[n]] = add_node(&g, node);
            if (g.has_waits)
                g.wait[up] = a->samples->wait[way[n]];
        }
    }
    double named = 0;
    for (uint32_t i = 0; i < g.n; i++)
        named += g.nodes[i].self;
    add_rest(&g, TREE_UNNAMED, a->samples->total - named);
    add_up(&g);
    settle(&g, t);
    release_growth(&g);
    return t;
}

/* ---- from the other end ---- */

/* What a node stands for: nodes hit[lo, hi) of the tree, whose functions were called by the way of
 * it, `level` callers further out than what was hit. */
struct tree_range {
    uint32_t lo, hi, level;
};

static uint32_t add_caller(struct call_tree *t, struct tree_node node, struct tree_range range)
{
    if (t->n == t->cap) {
        struct call_tree old = *t;
        t->cap = 2 * t->cap + 64;
        t->nodes = arena_alloc(&t->memory, t->cap, sizeof *t->nodes);
        t->range = arena_alloc(&t->memory, t->cap, sizeof *t->range);
        memcpy(t->nodes, old.nodes, t->n * sizeof *t->nodes);
        memcpy(t->range, old.range, t->n * sizeof *t->range);
        if (old.wait) {
            t->wait = arena_alloc(&t->memory, t->cap, sizeof *t->wait);
            t->wait_all = arena_alloc(&t->memory, t->cap, sizeof *t->wait_all);
            memcpy(t->wait, old.wait, t->n * sizeof *t->wait);
            memcpy(t->wait_all, old.wait_all, t->n * sizeof *t->wait_all);
        }
    }
    t->nodes[t->n] = node;
    t->range[t->n] = range;
    if (t->wait)
        t->wait[t->n] = t->wait_all[t->n] = 0;
    return t->n++;
}

/* The node of the tree that is `level` callers further out; 0: nobody is. */
static uint32_t caller_of(const struct call_tree *down, uint32_t hit, uint32_t level)
{
    for (; level && hit; level--)
        hit = down->nodes[hit].parent;
    return hit;
}

/* Add to node `at` what one of those that it stands for has: `caller` is its function. */
static void add_hit(struct call_tree *t, uint32_t at, uint32_t hit, uint32_t caller)
{
    const struct call_tree *down = t->down;
    const struct tree_node *x = &down->nodes[hit];
    const bool is_last = down->nodes[caller].parent == 0;
    t->nodes[at].all += x->self;
    t->nodes[at].self += is_last ? x->self : 0;
    t->nodes[at].n_children |= !is_last;
    if (t->nodes[at].depth < down->nodes[caller].depth)
        t->nodes[at].depth = down->nodes[caller].depth;
    if (!t->wait)
        return;
    t->wait_all[at] += down->wait[hit];
    t->wait[at] += is_last ? down->wait[hit] : 0;
}

static void rearrange(void *v, size_t size, const uint32_t *order, uint32_t first, uint32_t n)
{
    char *at = (char *)v + first * size, *old = mem_array_raw(n, size);
    memcpy(old, at, n * size);
    for (uint32_t i = 0; i < n; i++)
        memcpy(at + i * size, old + (order[i] - first) * size, size);
    free(old);
}

/* The heaviest of the last n nodes first. */
static void put_in_order(struct call_tree *t, uint32_t first, uint32_t n)
{
    const struct ranking ranking = {t->analysis->table, t->nodes, t->wait_all};
    uint32_t *order = mem_array_raw(n, sizeof *order);
    for (uint32_t i = 0; i < n; i++)
        order[i] = first + i;
    sort_merge(order, n, compare_nodes, &ranking);
    rearrange(t->nodes, sizeof *t->nodes, order, first, n);
    rearrange(t->range, sizeof *t->range, order, first, n);
    if (t->wait) {
        rearrange(t->wait, sizeof *t->wait, order, first, n);
        rearrange(t->wait_all, sizeof *t->wait_all, order, first, n);
    }
    free(order);
}

void tree_open(struct call_tree *t, uint32_t node)
{
    if (!t->down || t->nodes[node].child != NO_ID || !t->nodes[node].n_children)
        return;
    const struct call_tree *down = t->down;
    const struct tree_range range = t->range[node];
    const uint32_t n = range.hi - range.lo, first = t->n, level = range.level + (node != 0);
    uint32_t *hit = t->hit + range.lo;
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t caller = caller_of(down, hit[i], level);
        const struct tree_node *x = &down->nodes[caller];
        keys[i] = !caller ? UINT64_MAX : x->symbol == NO_ID ? ~(uint32_t)x->kind : x->symbol;
    }
    sort_radix(keys, hit, n);
    for (uint32_t i = 0; i < n && keys[i] != UINT64_MAX; i++) {
        const uint32_t caller = caller_of(down, hit[i], level), lo = range.lo + i;
        if (!i || keys[i] != keys[i - 1])
            add_caller(t,
                       (struct tree_node){.symbol = down->nodes[caller].symbol,
                                          .kind = down->nodes[caller].kind,
                                          .parent = node,
                                          .child = NO_ID},
                       (struct tree_range){lo, lo, level});
        t->range[t->n - 1].hi++;
        add_hit(t, t->n - 1, hit[i], caller);
    }
    free(keys);
    put_in_order(t, first, t->n - first);
    t->nodes[node].child = first;
    t->nodes[node].n_children = t->n - first;
    for (uint32_t i = first; i < t->n; i++)
        t->nodes[i].path = path_of(t, &t->nodes[i]);
}

struct call_tree *call_tree_invert(const struct call_tree *down)
{
    struct call_tree *t = arena_object(sizeof *t);
    t->analysis = down->analysis;
    t->down = down;
    t->hit = arena_alloc(&t->memory, down->n, sizeof *t->hit);
    if (down->wait) { /* which says that there are some */
        t->wait = arena_alloc(&t->memory, 1, sizeof *t->wait);
        t->wait_all = arena_alloc(&t->memory, 1, sizeof *t->wait_all);
    }
    struct tree_range all = {0};
    for (uint32_t i = 1; i < down->n; i++)
        if (down->nodes[i].self > 0 || (down->wait && down->wait[i] > 0))
            t->hit[all.hi++] = i;
    struct tree_node root = down->nodes[0];
    root.child = NO_ID;
    root.path = ~root.path | 1;
    add_caller(t, root, all);
    if (t->wait)
        t->wait_all[0] = down->wait_all[0];
    tree_open(t, 0);
    return t;
}
