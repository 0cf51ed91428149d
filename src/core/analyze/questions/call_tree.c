/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/call_tree.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/diff_test.h"
#include "core/base/hash.h"
#include "core/base/sort.h"

enum { KEPT = 1, KEPT_BELOW = 2 }; /* marks of frames */
enum { STEP = 1 << 16 };           /* nodes of paths between two looks at the progress */

/* A tree while its frames are being made. */
struct growth {
    struct call_tree *t;
    const struct path_times *times;
    const struct profile_paths *paths;
    struct arena scratch;
    uint32_t *at, *depth; /* per node of the paths: its frame, how deep direct recursion is there */
    double counted;       /* ticks of paths, whatever filters of time say */
    uint32_t of_kind[N_TREE_KINDS]; /* frames below the root; 0: it is not there */
};

/* ---- frames ---- */

static uint32_t add_frame(struct call_tree *t, uint32_t up, uint32_t key)
{
    const struct tree_frame x = {.key = key, .up = up, .depth = 1};
    mem_append(&t->frames, &t->n_frames, &x, sizeof x);
    return (uint32_t)t->n_frames - 1;
}

static struct call_tree *begin_tree(const struct analysis *a)
{
    struct call_tree *t = mem_array(1, sizeof *t);
    t->analysis = a;
    add_frame(t, 0, ~(uint32_t)TREE_FUNCTION);
    return t;
}

/* ---- paths ---- */

/* Does it do nothing but call what a program, or a thread, is written to do? */
static bool is_start(const struct table *t, sym_id s)
{
    static const char *const names[] = {"_start",  "start_thread", "clone",
                                        "__clone", "clone3",       "__clone3"};
    const char *name = table_plain_name(t, s);
    return text_is_among(name, names, ARRAY_LEN(names)) ||
           strncmp(name, "__libc_start", strlen("__libc_start")) == 0;
}

static uint32_t frame_of_kind(struct growth *g, enum tree_kind kind)
{
    if (kind != TREE_FUNCTION && !g->of_kind[kind])
        g->of_kind[kind] = add_frame(g->t, 0, ~(uint32_t)kind);
    return g->of_kind[kind];
}

/* The frame for node i of the paths: where it has no symbol, that of its parent. Where a filter of
 * arcs cuts a path, the inner part begins with it. */
static uint32_t frame_for(struct growth *g, uint32_t i)
{
    const struct path_frame *node = &g->paths->nodes[i];
    const sym_id s = g->times->symbol[i];
    const bool is_root = node->parent == PATH_NO_NODE;
    const enum tree_kind origin = node->addr == PATH_UNKNOWN   ? TREE_CUT
                                  : node->addr == PATH_UNREAD  ? TREE_UNREAD
                                  : node->addr == PATH_NOWHERE ? TREE_NOWHERE
                                                               : TREE_FUNCTION;
    uint32_t up = is_root ? frame_of_kind(g, origin) : g->at[node->parent];
    g->depth[i] = is_root ? 0 : g->depth[node->parent];
    if (s == NO_ID)
        return up;
    if (g->times->outer[i] == PATH_NO_NODE && !tree_is_kind(g->t->frames[up].key))
        up = 0;
    struct tree_frame *above = &g->t->frames[up];
    g->depth[i] = above->key == s ? g->depth[i] + 1 : 1;
    if (tree_is_kind(above->key) && is_start(g->t->analysis->table, s))
        return up;
    if (above->key != s)
        return add_frame(g->t, up, s);
    above->depth = above->depth < g->depth[i] ? g->depth[i] : above->depth;
    return up;
}

static void add_path(struct growth *g, uint32_t i)
{
    const struct path_times *times = g->times;
    const sym_id s = times->symbol[i];
    const double ticks = times->ticks[i], wait = times->wait_own ? times->wait_own[i] : 0;
    uint32_t hit = g->at[i] = frame_for(g, i);
    if (s != NO_ID && symset_lets(g->t->analysis->flat, s))
        g->counted += (double)g->paths->nodes[i].ticks;
    if (tree_is_kind(g->t->frames[hit].key)) {
        /* Samples that hit what starts others are its own; waits that no function is known for are
         * nobody's. */
        if (s == NO_ID || !(ticks > 0 || wait > 0))
            return;
        hit = add_frame(g->t, hit, s);
    }
    g->t->frames[hit].self += ticks;
    g->t->frames[hit].beside += wait;
}

/* What is on no path: below the root. */
static void add_rest(struct growth *g, enum tree_kind kind, double ticks)
{
    const uint32_t rest = ticks > 0 ? frame_of_kind(g, kind) : 0; /* frames may move */
    if (rest)
        g->t->frames[rest].self = ticks;
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
    sym_id s = x->symbol, other = y->symbol;
    const struct table *in_x = table_of(t, &s), *in_y = table_of(t, &other);
    const int by_name = strcmp(table_name(in_x, s), table_name(in_y, other));
    return by_name ? by_name : x->symbol < y->symbol ? -1 : 1;
}

/* ---- nodes ---- */

/* Add a node below another one. It stands for no item yet; `first` is where they begin. Its calls
 * are counted if nobody calls it but the node above it or, where that is none, but what starts it.
 */
static void add_node(struct call_tree *t, uint32_t parent, uint32_t key, uint32_t first)
{
    struct tree_node x = {.symbol = tree_is_kind(key) ? NO_ID : key,
                          .kind = (uint8_t)(tree_is_kind(key) ? ~key : TREE_FUNCTION),
                          .parent = parent,
                          .child = first,
                          .is_made = true};
    const struct tree_node *up = parent == NO_ID ? NULL : &t->nodes[parent];
    const sym_id by = x.symbol == NO_ID || !t->caller ? BY_SEVERAL : t->caller[x.symbol];
    sym_id s = x.symbol;
    const uint64_t here = s == NO_ID ? ~(uint64_t)x.kind : table_of(t, &s)->symbols[s].addr;
    const uint64_t path[] = {up ? up->path : t->down != NULL, here};
    x.path = hash_bytes((const char *)path, sizeof path) | 1;
    x.is_counted = !up || t->forest ||
                   (up->is_counted && (up->symbol == NO_ID ? by > BY_SEVERAL : by == up->symbol));
    mem_append(&t->nodes, &t->n, &x, sizeof x);
}

/* Add to the last node an item, for which it stands. From the other end the node is of the frame
 * that the item has come to, and has what the item has of its own. */
static void add_item(struct call_tree *t, uint32_t item)
{
    const struct tree_frame *hit = &t->frames[item], *at = t->down ? &t->frames[t->by[item]] : hit;
    struct tree_node *x = &t->nodes[t->n - 1];
    const bool is_last = t->down ? !at->up : !at->child;
    const bool is_own = !t->down || is_last;
    x->all += t->down ? hit->self : hit->all;
    x->beside_all += t->down ? hit->beside : hit->beside_all;
    x->self += is_own ? hit->self : 0;
    x->beside += is_own ? hit->beside : 0;
    x->depth = x->depth < at->depth ? at->depth : x->depth;
    x->is_made &= is_last;
    x->marks |= t->marks ? t->marks[item] : 0;
    x->n_children++;
    if (t->down)
        t->by[item] = at->up;
}

/* The *n items of a node's children: from the other end they take the place of the node's own. */
static uint32_t *items_below(struct call_tree *t, const struct tree_node *x, uint32_t *n)
{
    uint32_t *items = t->items + x->child, *below = t->down ? items : t->items + t->n_items;
    *n = 0;
    for (uint32_t i = 0; i < x->n_children; i++)
        if (t->down && t->by[items[i]])
            below[(*n)++] = items[i];
        else if (!t->down)
            for (uint32_t k = t->frames[items[i]].child; k; k = t->frames[k].next)
                below[(*n)++] = k;
    t->n_items += t->down ? 0 : *n;
    return below;
}

/* Keep of the nodes from the first one on those with marks, in their order. */
static void arrange(struct call_tree *t, uint32_t first)
{
    uint32_t *order = mem_array_raw(t->n - first, sizeof *order), n = 0;
    struct tree_node *kept = mem_array_raw(t->n - first, sizeof *kept);
    for (uint32_t i = first; i < t->n; i++) {
        struct tree_node *x = &t->nodes[i];
        x->is_made |= t->marks && !(x->marks & KEPT_BELOW);
        x->n_children = x->is_made ? 0 : x->n_children;
        if (!t->marks || x->marks)
            order[n++] = i;
    }
    sort_merge(order, n, compare_nodes, t);
    for (uint32_t i = 0; i < n; i++)
        kept[i] = t->nodes[order[i]];
    memcpy(t->nodes + first, kept, n * sizeof *kept);
    t->n = first + n;
    free(kept);
    free(order);
}

void tree_open(struct call_tree *t, uint32_t node)
{
    if (t->nodes[node].is_made)
        return;
    uint32_t n, *items = items_below(t, &t->nodes[node], &n);
    const uint32_t first = (uint32_t)t->n, at = (uint32_t)(items - t->items);
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++)
        keys[i] = t->frames[t->down ? t->by[items[i]] : items[i]].key;
    sort_radix(keys, items, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!i || keys[i] != keys[i - 1])
            add_node(t, node, (uint32_t)keys[i], at + i);
        add_item(t, items[i]);
    }
    free(keys);
    arrange(t, first);
    struct tree_node *x = &t->nodes[node];
    x->child = first;
    x->n_children = (uint32_t)t->n - first;
    x->is_made = true;
}

uint32_t tree_next(struct call_tree *t, uint32_t top, uint32_t node, bool into, uint32_t *level)
{
    if (into)
        tree_open(t, node);
    if (into && t->nodes[node].n_children) {
        ++*level;
        return t->nodes[node].child;
    }
    for (; node != top; node = t->nodes[node].parent, --*level) {
        const struct tree_node *up = &t->nodes[t->nodes[node].parent];
        if (node + 1 < up->child + up->n_children)
            return node + 1;
    }
    return NO_ID;
}

/* The root, which stands for n items, opened; it has what its frame has. */
static void add_root(struct call_tree *t, uint32_t n)
{
    const struct tree_frame *root = t->frames;
    add_node(t, NO_ID, root->key, 0);
    t->n_items = n;
    t->nodes[0].n_children = n;
    t->nodes[0].depth = 1;
    t->nodes[0].is_made = !n;
    t->nodes[0].all = root->all;
    t->nodes[0].beside_all = root->beside_all;
    tree_open(t, 0);
}

/* ---- the whole ---- */

/* The end of making one: sums, and the frames that have anything below their `up`. */
static struct call_tree *finish(struct growth *g)
{
    struct call_tree *t = g->t;
    arena_release(&g->scratch);
    for (size_t i = t->n_frames; i-- > 0;) {
        struct tree_frame *x = &t->frames[i], *up = &t->frames[x->up];
        x->all += x->self;
        x->beside_all += x->beside;
        if (!i || !(x->all + x->beside_all > 0))
            continue;
        up->all += x->all;
        up->beside_all += x->beside_all;
        x->next = up->child;
        up->child = (uint32_t)i;
    }
    t->items = mem_array(t->n_frames, sizeof *t->items); /* the first one is the root */
    add_root(t, t->frames[0].child ? 1 : 0);
    return t;
}

struct call_tree *call_tree_new(const struct analysis *a, const struct progress *progress,
                                struct err *e)
{
    struct growth g = {.t = begin_tree(a), .times = a->paths, .paths = a->profile->paths};
    const uint32_t n = g.paths->n;
    bool ok = true;
    g.t->has_waits = a->paths->wait_below;
    g.at = arena_alloc(&g.scratch, n, sizeof *g.at);
    g.depth = arena_alloc(&g.scratch, n, sizeof *g.depth);
    for (uint32_t i = 0; ok && i < n; i++) {
        ok = i % STEP != 0 || progress_step(progress, "call tree", i, n) ||
             err_set(e, ERR_CANCELLED, NULL);
        add_path(&g, i);
    }
    /* What the flat profile has beside that: in no function, or without room for the path. */
    const double rest = a->samples->total - g.counted;
    const double lost = (double)g.paths->lost_ticks < rest ? (double)g.paths->lost_ticks : rest;
    add_rest(&g, TREE_UNNAMED, rest - lost);
    add_rest(&g, TREE_LOST, lost);
    add_rest(&g, TREE_LEFT_OUT, g.counted - g.times->total);
    find_callers(g.t);
    struct call_tree *t = finish(&g);
    if (ok)
        return t;
    call_tree_free(t);
    return NULL;
}

struct call_tree *call_tree_compare(const struct call_tree *const side[N_DIFF_SIDES],
                                    const struct diff *d)
{
    struct growth g = {.t = begin_tree(side[DIFF_NEW]->analysis)};
    struct call_tree *t = g.t;
    t->diff = d;
    t->old_rate = d->exposure[DIFF_OLD] > 0 ? d->exposure[DIFF_NEW] / d->exposure[DIFF_OLD] : 1;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        const uint32_t shift = (uint32_t)t->n_frames - 1;
        for (uint32_t k = 1; k < side[i]->n_frames; k++) {
            const struct tree_frame *x = &side[i]->frames[k];
            const uint32_t key = tree_is_kind(x->key) ? x->key : d->row_of[i][x->key];
            const uint32_t at = add_frame(t, x->up ? x->up + shift : 0, key);
            struct tree_frame *to = &t->frames[at];
            *(i == DIFF_NEW ? &to->self : &to->beside) = x->self;
            to->depth = x->depth;
        }
    }
    finish(&g);
    for (uint32_t i = 0; i < t->n; i++)
        tree_open(t, i);
    return t;
}

const struct diff *tree_differences(struct call_tree *t)
{
    struct diff *d = &t->tested;
    if (d->n_rows == t->n)
        return d;
    free(d->rows);
    *d = *t->diff;
    d->n_rows = (uint32_t)t->n;
    d->rows = mem_array_raw(t->n, sizeof *d->rows);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        d->side[i].spread = NULL;
    for (uint32_t i = 0; i < t->n; i++) {
        const struct tree_node *x = &t->nodes[i];
        d->rows[i] = x->symbol == NO_ID ? (struct diff_row){.symbol = {NO_ID, NO_ID}}
                                        : t->diff->rows[x->symbol];
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
    free(t->down ? NULL : t->frames);
    free(t->items);
    free(t->by);
    free(t->caller);
    free(t->marks);
    free(t);
}

/* ---- without paths ---- */

/* The one function that s is called by, if it is certain that no other code calls it; else NO_ID.
 */
static sym_id only_caller(const struct call_tree *t, sym_id s)
{
    const struct analysis *a = t->analysis;
    const sym_id by = t->caller[s];
    return by < BY_SEVERAL && a->all_arcs->calls[s] && !a->cycles->cycle[s] ? by : NO_ID;
}

struct call_tree *call_tree_forest(const struct analysis *a)
{
    struct growth g = {.t = begin_tree(a)};
    /* Per symbol: its frame; 0: it has none yet; NO_ID: it is on the way. */
    uint32_t *at = arena_array(&g.scratch, a->n_symbols, sizeof *at);
    sym_id *way = arena_alloc(&g.scratch, a->n_symbols, sizeof *way);
    double named = 0;
    g.t->forest = true;
    g.t->has_waits = a->samples->wait;
    find_callers(g.t);
    for (sym_id s = 0; s < a->n_symbols; s++) {
        /* Up to a caller that has a frame. Filters of arcs can leave functions in a ring that are
         * in no cycle. */
        sym_id x = s;
        uint32_t n = 0;
        for (; x != NO_ID && !at[x]; x = only_caller(g.t, x)) {
            at[x] = NO_ID;
            way[n++] = x;
        }
        uint32_t up = x == NO_ID || at[x] == NO_ID ? 0 : at[x];
        while (n--) {
            up = at[way[n]] = add_frame(g.t, up, way[n]);
            g.t->frames[up].self = a->samples->self[way[n]];
            g.t->frames[up].beside = g.t->has_waits ? a->samples->wait[way[n]] : 0;
            named += a->samples->self[way[n]];
        }
    }
    add_rest(&g, TREE_UNNAMED, a->samples->total - named);
    return finish(&g);
}

struct call_tree *call_tree_invert(const struct call_tree *down)
{
    struct call_tree *t = mem_array(1, sizeof *t);
    uint32_t n = 0;
    t->down = down;
    t->analysis = down->analysis;
    t->diff = down->diff;
    t->old_rate = down->old_rate;
    t->has_waits = down->has_waits;
    t->frames = down->frames;
    t->items = mem_array_raw(down->n_frames, sizeof *t->items);
    t->by = mem_array_raw(down->n_frames, sizeof *t->by);
    for (uint32_t i = 1; i < down->n_frames; i++) {
        t->by[i] = i;
        if (down->frames[i].self > 0 || down->frames[i].beside > 0)
            t->items[n++] = i;
    }
    add_root(t, n);
    return t;
}

void tree_keep(struct call_tree *t, const bool *keeps)
{
    uint8_t *marks = keeps ? mem_array(t->n_frames, sizeof *marks) : NULL;
    t->n_hidden = 0;
    for (size_t i = keeps ? t->n_frames : 0; i-- > 1;) {
        const struct tree_frame *x = &t->frames[i];
        if (!(x->all + x->beside_all > 0))
            continue;
        marks[i] |= keeps[(uint32_t)(x->key + N_TREE_KINDS)] ? KEPT : 0;
        marks[x->up] |= marks[i] ? KEPT_BELOW : 0;
        t->n_hidden += !marks[i];
    }
    if (marks && t->marks ? memcmp(marks, t->marks, t->n_frames) != 0 : marks != t->marks) {
        uint8_t *before = t->marks;
        t->marks = marks;
        marks = before;
        t->n = 0;
        add_root(t, t->frames[0].child ? 1 : 0);
    }
    free(marks);
}
