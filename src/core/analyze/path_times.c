/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/path_times.h"

#include <stdlib.h>

#include "core/base/intern.h"
#include "core/base/search.h"
#include "core/select/symset.h"

enum { STEP = 1 << 16 }; /* nodes between two looks at the progress */

struct path_walk {
    const struct path_times_request *r;
    const struct profile_paths *paths;
    struct path_times *out;
    uint32_t *child, *next; /* per node, and one more: 1 + index; roots are children of the last */
    uint32_t *arc;          /* per node: the arc that leads to it, NO_ID: none */
    bool *is_filtered;      /* per node: the path is cut before it, by an ARCS set */
    struct intern_numbers numbers; /* of arcs by their ends: 1 + index */
    size_t arc_cap;
    struct arena scratch;  /* owns the arrays per node */
    struct path_arc *arcs; /* out->n_arcs, malloc'ed */
    struct err *e;
};

static bool goes_on(struct path_walk *w, const char *what, uint32_t i)
{
    return i % STEP != 0 || progress_step(w->r->progress, what, i, w->paths->n) ||
           err_set(w->e, ERR_CANCELLED, NULL);
}

/* ---- frames ---- */

/* What is known of a path from its nodes further out. */
enum { HAS_IN = 1, HAS_EX = 2 };

/* Symbols of all nodes, the frames around them, and which ticks count. */
static bool find_frames(struct path_walk *w)
{
    struct path_times *out = w->out;
    const struct symset_pair *time = w->r->time;
    uint8_t *seen = arena_alloc(&w->scratch, w->paths->n, sizeof *seen);
    bool ok = true;
    for (uint32_t i = 0; ok && (ok = goes_on(w, "frames", i)) && i < w->paths->n; i++) {
        const struct path_frame *node = &w->paths->nodes[i];
        uint32_t parent = node->parent;
        bool is_root = parent == PATH_NO_NODE;
        sym_id s = path_is_nowhere(node->addr) ? NO_ID : table_find(w->r->table, node->addr);
        seen[i] = is_root ? 0 : seen[parent];
        if (s != NO_ID)
            seen[i] |=
                (symset_has(&time->in, s) ? HAS_IN : 0) | (symset_has(&time->ex, s) ? HAS_EX : 0);
        const bool path_is_let = !(seen[i] & HAS_EX) && (!time->in.some || seen[i] & HAS_IN);
        const bool is_let = path_is_let && s != NO_ID && symset_lets(w->r->flat, s);
        out->symbol[i] = s;
        out->outer[i] = is_root || out->symbol[parent] != NO_ID ? parent : out->outer[parent];
        out->ticks[i] = is_let ? (double)node->ticks : 0;
        out->total += out->ticks[i];
        if (out->wait_below)
            out->wait_own[i] = out->wait_below[i] =
                (s == NO_ID ? path_is_let : is_let) ? (double)node->waits : 0;
    }
    return ok;
}

/* ---- arcs ---- */

/* The arc between two symbols, made if it is not there. */
static uint32_t find_arc(struct path_walk *w, sym_id from, sym_id to)
{
    struct path_times *out = w->out;
    bool is_new;
    const uint32_t number = intern_number(&w->numbers, (uint64_t)from << 32 | to, &is_new);
    if (is_new) {
        mem_grow(&w->arcs, &w->arc_cap, number, sizeof *w->arcs);
        w->arcs[out->n_arcs++] = (struct path_arc){.from = from, .to = to};
    }
    return number - 1;
}

/* Arcs that are not let through end the path. */
static void find_arcs(struct path_walk *w)
{
    struct path_times *out = w->out;
    for (uint32_t i = 0; i < w->paths->n; i++) {
        sym_id to = out->symbol[i];
        uint32_t outer = out->outer[i];
        w->arc[i] = NO_ID;
        if (to == NO_ID || outer == PATH_NO_NODE || out->symbol[outer] == NO_ID)
            continue;
        if (arcset_lets(w->r->arcs, out->symbol[outer], to)) {
            w->arc[i] = find_arc(w, out->symbol[outer], to);
        } else {
            out->outer[i] = PATH_NO_NODE;
            w->is_filtered[i] = true;
        }
    }
}

/* ---- first frames ---- */

enum { CALLED_BY_MANY = NO_ID - 1 };

/* Is it where a path begins that the system has called? */
static bool is_first(const struct path_walk *w, uint32_t i)
{
    return w->paths->nodes[i].parent == PATH_NO_NODE && w->out->symbol[i] != NO_ID;
}

static void add_first(struct path_walk *w, const sym_id *caller, sym_id *outside, uint32_t i)
{
    struct path_times *out = w->out;
    sym_id s = out->symbol[i], from = outside[s], by = caller[s];
    /* By one who is on no path otherwise, and called by nobody. */
    if (from == NO_ID && by < CALLED_BY_MANY && caller[by] == NO_ID && !(out->all[by] > 0) &&
        !(out->wait && out->wait[by] > 0) && arcset_lets(w->r->arcs, by, s))
        from = outside[s] = by;
    const bool known = from != NO_ID && is_first(w, i);
    const uint32_t arc = known ? find_arc(w, from, s) : NO_ID; /* which may move them */
    struct path_arc *a = known ? &w->arcs[arc] : &out->unknown[s];
    a->self += out->ticks[i];
    a->all += out->below[i];
    a->wait += out->wait_below ? out->wait_below[i] : 0;
}

/* Who called the first frames of paths, where those were not cut by a filter. */
static void find_first(struct path_walk *w)
{
    struct path_times *out = w->out;
    size_t n = w->r->table->n_symbols;
    sym_id *caller = arena_alloc(&w->scratch, n, sizeof *caller);
    sym_id *outside = arena_alloc(&w->scratch, n, sizeof *outside);
    /* Per symbol the one that all recorded calls of it come from; NO_ID: there are none. */
    const struct table *t = w->r->table;
    const struct profile *p = t->profile;
    for (sym_id s = 0; s < t->n_symbols; s++)
        caller[s] = NO_ID;
    for (size_t i = 0; i < p->n_arcs; i++) {
        sym_id from = table_find(t, p->arcs[i].from), to = table_find(t, p->arcs[i].to);
        if (to == NO_ID || from == to)
            continue;
        bool is_other = from == NO_ID || (caller[to] != NO_ID && caller[to] != from);
        caller[to] = is_other ? CALLED_BY_MANY : from;
    }
    for (sym_id s = 0; s < n; s++) {
        outside[s] = NO_ID;
        out->unknown[s] = (struct path_arc){.from = NO_ID, .to = s};
    }
    for (uint32_t i = 0; i < w->paths->n; i++)
        if (out->symbol[i] != NO_ID && out->outer[i] == PATH_NO_NODE && !w->is_filtered[i])
            add_first(w, caller, outside, i);
    /* What the callers of mains and threads have is not added to their totals before all is added
     * to arcs: then it tells that they are on no path. */
    for (uint32_t i = 0; i < w->paths->n; i++) {
        sym_id from = is_first(w, i) ? outside[out->symbol[i]] : NO_ID;
        if (from == NO_ID)
            continue;
        out->all[from] += out->below[i];
        if (out->wait)
            out->wait[from] += out->wait_below[i];
    }
}

/* ---- sums ---- */

static bool is_cut(const struct path_walk *w, uint32_t i)
{
    return w->out->outer[i] == PATH_NO_NODE && w->out->symbol[i] != NO_ID;
}

/* What is on the path at hand: per symbol and per arc the number of the path, from 1, in which it
 * was last; a new number begins where a path is cut. */
struct path_marks {
    uint32_t *symbol, *arc;
    uint32_t path, n_paths;
};

/* What a node found there, to be put back when it is left. */
struct path_saved {
    uint32_t symbol, arc, path;
};

static void enter(const struct path_walk *w, struct path_marks *m, uint32_t i,
                  struct path_saved *saved)
{
    struct path_times *out = w->out;
    sym_id s = out->symbol[i];
    uint32_t arc = w->arc[i];
    saved->path = m->path;
    if (s == NO_ID)
        return;
    if (is_cut(w, i))
        m->path = ++m->n_paths;
    saved->symbol = m->symbol[s];
    out->all[s] += saved->symbol == m->path ? 0 : out->below[i];
    out->self[s] += out->ticks[i];
    if (out->wait && saved->symbol != m->path)
        out->wait[s] += out->wait_below[i];
    m->symbol[s] = m->path;
    if (arc == NO_ID)
        return;
    saved->arc = m->arc[arc];
    w->arcs[arc].all += saved->arc == m->path ? 0 : out->below[i];
    w->arcs[arc].self += out->ticks[i];
    if (out->wait && saved->arc != m->path)
        w->arcs[arc].wait += out->wait_below[i];
    m->arc[arc] = m->path;
}

static bool add_up(struct path_walk *w)
{
    struct arena *a = &w->scratch;
    struct path_marks marks = {
        .symbol = arena_array(a, w->r->table->n_symbols, sizeof *marks.symbol),
        .arc = arena_array(a, w->out->n_arcs, sizeof *marks.arc),
        .path = 1,
        .n_paths = 1,
    };
    struct path_marks *m = &marks;
    struct path_saved *saved = arena_alloc(a, w->paths->n, sizeof *saved);
    const uint32_t top = w->paths->n;
    for (uint32_t i = top, n_seen = 0; i != top || w->child[top];) {
        const uint32_t in = w->child[i];
        if (in) { /* down, to one after the other */
            if (!goes_on(w, "call paths", n_seen++))
                return false;
            w->child[i] = w->next[in - 1];
            i = in - 1;
            enter(w, m, i, &saved[i]);
            continue;
        }
        const sym_id s = w->out->symbol[i];
        if (s != NO_ID && w->arc[i] != NO_ID)
            m->arc[w->arc[i]] = saved[i].arc;
        if (s != NO_ID)
            m->symbol[s] = saved[i].symbol;
        m->path = saved[i].path;
        i = w->paths->nodes[i].parent == PATH_NO_NODE ? top : w->paths->nodes[i].parent;
    }
    return true;
}

static int by_ends(const void *x, const void *y)
{
    const struct path_arc *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

/* ---- the whole ---- */

static void make_room(struct path_walk *w)
{
    struct path_times *out = w->out;
    struct arena *memory = &out->memory;
    size_t n = w->paths->n, n_symbols = w->r->table->n_symbols;
    bool waits = false;
    for (uint32_t i = 0; i < n; i++)
        waits |= w->paths->nodes[i].waits > 0;
    if (waits) {
        out->wait = arena_array(memory, n_symbols, sizeof *out->wait);
        out->wait_own = arena_alloc(memory, n, sizeof *out->wait_own);
        out->wait_below = arena_array(memory, n, sizeof *out->wait_below);
    }
    out->self = arena_array(memory, n_symbols, sizeof *out->self);
    out->all = arena_array(memory, n_symbols, sizeof *out->all);
    out->symbol = arena_alloc(memory, n, sizeof *out->symbol);
    out->ticks = arena_alloc(memory, n, sizeof *out->ticks);
    out->outer = arena_alloc(memory, n, sizeof *out->outer);
    out->below = arena_array(memory, n, sizeof *out->below);
    out->unknown = arena_alloc(memory, n_symbols, sizeof *out->unknown);
    w->child = arena_array(&w->scratch, n + 1, sizeof *w->child);
    w->next = arena_alloc(&w->scratch, n + 1, sizeof *w->next);
    w->arc = arena_alloc(&w->scratch, n, sizeof *w->arc);
    w->is_filtered = arena_array(&w->scratch, n, sizeof *w->is_filtered);
}

/* What lies below each node, and its place among those of its parent. */
static void add_below(struct path_walk *w)
{
    struct path_times *out = w->out;
    for (uint32_t i = w->paths->n; i-- > 0;) {
        uint32_t parent = w->paths->nodes[i].parent;
        uint32_t above = parent == PATH_NO_NODE ? w->paths->n : parent;
        out->below[i] += out->ticks[i];
        if (parent != PATH_NO_NODE && !is_cut(w, i)) {
            out->below[parent] += out->below[i];
            if (out->wait_below)
                out->wait_below[parent] += out->wait_below[i];
        }
        w->next[i] = w->child[above];
        w->child[above] = i + 1;
    }
}

struct path_times *path_times_new(const struct path_times_request *r, struct err *e)
{
    struct path_times *out = arena_object(sizeof *out);
    struct path_walk w = {.r = r, .paths = r->table->profile->paths, .out = out, .e = e};
    make_room(&w);
    bool ok = find_frames(&w);
    if (ok) {
        find_arcs(&w);
        add_below(&w);
        ok = add_up(&w);
    }
    if (ok) {
        find_first(&w);
        /* Keep the arcs, in their order, and as pairs. */
        if (out->n_arcs)
            qsort(w.arcs, out->n_arcs, sizeof *w.arcs, by_ends);
        out->arcs = arena_alloc(&out->memory, out->n_arcs, sizeof *out->arcs);
        out->pairs.v = arena_alloc(&out->memory, out->n_arcs, sizeof *out->pairs.v);
        out->pairs.n = out->n_arcs;
        for (uint32_t i = 0; i < out->n_arcs; i++) {
            out->arcs[i] = w.arcs[i];
            out->pairs.v[i] = (struct found_call){w.arcs[i].from, w.arcs[i].to};
        }
    } else {
        arena_object_free(out);
    }
    arena_release(&w.scratch);
    intern_numbers_release(&w.numbers);
    free(w.arcs);
    return ok ? out : NULL;
}

const struct path_arc *path_arc_find(const struct path_times *p, sym_id from, sym_id to)
{
    const struct search_by by_from = SEARCH_BY(struct path_arc, from);
    size_t lo = search_below(p->arcs, p->n_arcs, by_from, from);
    size_t hi = search_upto(p->arcs, p->n_arcs, by_from, from);
    lo = search_between(p->arcs, lo, hi, SEARCH_BY(struct path_arc, to), to);
    return lo < hi && p->arcs[lo].to == to ? &p->arcs[lo] : NULL;
}

double *path_times_groups(const struct path_times *p, uint32_t n, const uint32_t *of,
                          uint32_t n_groups)
{
    double *all = mem_array(n_groups, sizeof *all);
    uint32_t *inside = mem_array(n_groups, sizeof *inside); /* nodes of it on the path at hand */
    uint32_t *child = mem_array((size_t)n + 1, sizeof *child), *next = mem_array(n, sizeof *next);
    for (uint32_t i = n; i-- > 0;) {
        uint32_t *first = &child[p->outer[i] == PATH_NO_NODE ? n : p->outer[i]];
        if (p->symbol[i] != NO_ID) {
            next[i] = *first;
            *first = i + 1;
        }
    }
    for (uint32_t i = n; i != n || child[n];)
        if (child[i]) {
            const uint32_t in = child[i] - 1, group = of[p->symbol[in]];
            child[i] = next[in];
            i = in;
            all[group] += inside[group]++ ? 0 : p->below[i];
        } else {
            inside[of[p->symbol[i]]]--;
            i = p->outer[i] == PATH_NO_NODE ? n : p->outer[i];
        }
    free(inside);
    free(child);
    free(next);
    return all;
}
