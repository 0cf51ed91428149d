/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cycles: strongly connected functions, found by a depth-first walk over the arcs (Tarjan's idea;
 * gprof paper, section 4), on a stack of our own.
 *
 * GNU gprof numbers functions and chains the members of a cycle in the order in which its walk
 * joins them, and reports show both orders. This walk yields the same orders in linear time:
 * the open functions form a stack of *groups*, runs that are known to be in one cycle; the lowest
 * function of a group is its head. An arc to an open function joins all groups above that
 * function's group to it, lowest first, each with its chain of members as a whole.
 * tests/diff/run_graphs compares both orders with gprof's, in random graphs. */
#include "core/analyze/cycles.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/prefetch.h"
#include "core/base/sort.h"
#include "core/select/symset.h"

/* Instead of a head: */
#define UNSEEN   NO_ID       /* not visited yet */
#define FINISHED (NO_ID - 1) /* has its number */

struct cycle_walk {
    const struct graph *g;
    uint32_t n;
    uint32_t *number; /* per symbol */
    sym_id *upward;   /* those that have one, by number, in table order within it */
    uint32_t n_upward;
    sym_id *head;    /* union-find towards the head of the group */
    uint8_t *leads;  /* per symbol: it was the head of a cycle */
    sym_id *next;    /* chain of members, NO_ID at its end */
    sym_id *tail;    /* per head: last member of its chain */
    sym_id *open;    /* stack of open symbols */
    arc_id *at;      /* per stack entry: the next arc to follow */
    uint32_t *group; /* stack of groups: index in open[] of the head */
    uint32_t n_open, n_groups, last_number;
    uint64_t n_steps;
    const struct progress *progress;
};

/* Steps from one look at the progress to the next. */
enum { STEP = 1 << 16 };

enum { MANY = 16 }; /* arcs of one symbol whose ends are asked for ahead */

/* One step: an arc followed, a symbol left, a member numbered, then listed. False: cancelled. */
static bool goes_on(struct cycle_walk *w)
{
    return w->n_steps++ % STEP ||
           progress_step(w->progress, "cycles", w->n_steps - 1, w->g->n_arcs + UINT64_C(3) * w->n);
}

static sym_id find_head(struct cycle_walk *w, sym_id s)
{
    while (w->head[s] != s) {
        w->head[s] = w->head[w->head[s]];
        s = w->head[s];
    }
    return s;
}

static void open_symbol(struct cycle_walk *w, sym_id s)
{
    w->head[s] = s;
    w->tail[s] = s;
    w->next[s] = NO_ID;
    w->group[w->n_groups++] = w->n_open;
    w->open[w->n_open] = s;
    w->at[w->n_open++] = w->g->child_lo[s];
    uint32_t n = w->g->child_lo[s + 1] - w->g->child_lo[s];
    const struct arc *a = &w->g->arcs[w->g->child_lo[s]];
    for (uint32_t i = 0; i < n && i < MANY; i++) {
        fetch(&w->head[a[i].to]);
        fetch(&w->g->child_lo[a[i].to]);
    }
}

/* A symbol that calls nobody needs no room on the stacks. */
static void open_or_finish(struct cycle_walk *w, sym_id s)
{
    if (w->g->child_lo[s] < w->g->child_lo[s + 1]) {
        open_symbol(w, s);
        return;
    }
    w->number[s] = ++w->last_number;
    w->upward[w->n_upward++] = s;
    w->head[s] = FINISHED;
    w->next[s] = NO_ID;
}

/* An arc leads back to s, which is open or waits in an open group. */
static void join(struct cycle_walk *w, sym_id s)
{
    sym_id head = find_head(w, s);
    uint32_t k = w->n_groups;
    while (w->open[w->group[k - 1]] != head)
        k--;
    for (uint32_t i = k; i < w->n_groups; i++) {
        sym_id above = w->open[w->group[i]];
        w->next[w->tail[head]] = above;
        w->tail[head] = w->tail[above];
        w->head[above] = head;
    }
    w->n_groups = k;
}

/* False: cancelled, as below. */
static bool close_symbol(struct cycle_walk *w)
{
    sym_id s = w->open[--w->n_open];
    if (w->head[s] != s)
        return true;
    w->n_groups--;
    w->last_number++;
    w->leads[s] = w->next[s] != NO_ID;
    uint32_t lo = w->n_upward;
    for (sym_id m = s; m != NO_ID; m = w->next[m]) {
        if (!goes_on(w))
            return false;
        w->number[m] = w->last_number;
        w->head[m] = FINISHED;
        w->upward[w->n_upward++] = m;
    }
    sort_ascending(w->upward + lo, w->n_upward - lo, SEARCH_PLAIN(sym_id));
    return true;
}

static bool visit_from(struct cycle_walk *w, sym_id root)
{
    open_or_finish(w, root);
    while (w->n_open) {
        sym_id s = w->open[w->n_open - 1];
        arc_id a = w->at[w->n_open - 1];
        const bool at_end = a == w->g->child_lo[s + 1];
        if (!goes_on(w) || (at_end && !close_symbol(w)))
            return false;
        if (at_end)
            continue;
        w->at[w->n_open - 1]++;
        sym_id to = w->g->arcs[a].to;
        if (a + 1 < w->g->child_lo[s + 1]) /* where the walk may go next */
            fetch(&w->g->arcs[w->g->child_lo[w->g->arcs[a + 1].to]]);
        if (w->head[to] == UNSEEN)
            open_or_finish(w, to);
        else if (w->head[to] != FINISHED)
            join(w, to);
    }
    return true;
}

/* ---- result ---- */

/* Number the cycles in table order of their heads and list their members. */
static bool collect(struct cycles *c, struct cycle_walk *w)
{
    uint32_t n_members = 0;
    for (sym_id s = 0; s < w->n; s++) {
        c->n_cycles += w->leads[s];
        n_members += w->next[s] != NO_ID;
    }
    c->cycle = arena_array(&c->memory, w->n, sizeof *c->cycle);
    c->member = arena_alloc(&c->memory, (size_t)n_members + c->n_cycles, sizeof *c->member);
    c->member_lo = arena_array(&c->memory, (size_t)c->n_cycles + 1, sizeof *c->member_lo);
    c->calls = arena_array(&c->memory, c->n_cycles, sizeof *c->calls);
    c->recursion = arena_array(&c->memory, c->n_cycles, sizeof *c->recursion);
    uint32_t k = 0, n = 0;
    for (sym_id s = 0; s < w->n; s++) {
        if (!w->leads[s])
            continue;
        for (sym_id m = s; m != NO_ID; m = w->next[m]) {
            if (!goes_on(w))
                return false;
            c->member[n++] = m;
            c->cycle[m] = k + 1;
        }
        c->member_lo[++k] = n;
    }
    return true;
}

struct cycles *cycles_new(const struct graph *g, uint32_t n_symbols,
                          const struct progress *progress, struct err *e)
{
    struct cycles *c = arena_object(sizeof *c);
    struct arena scratch = {0};
    struct cycle_walk w = {
        .g = g,
        .n = n_symbols,
        .number = arena_alloc(&c->memory, n_symbols, sizeof *w.number),
        .upward = arena_alloc(&c->memory, n_symbols, sizeof *w.upward),
        .head = arena_alloc(&scratch, n_symbols, sizeof *w.head),
        .leads = arena_array(&scratch, n_symbols, sizeof *w.leads),
        .next = arena_alloc(&scratch, n_symbols, sizeof *w.next),
        .tail = arena_alloc(&scratch, n_symbols, sizeof *w.tail),
        .open = arena_alloc(&scratch, n_symbols, sizeof *w.open),
        .at = arena_alloc(&scratch, n_symbols, sizeof *w.at),
        .group = arena_alloc(&scratch, n_symbols, sizeof *w.group),
        .progress = progress,
    };
    bool ok = true;
    memset(w.head, 0xff, n_symbols * sizeof *w.head);
    c->number = w.number;
    c->upward = w.upward;
    for (sym_id s = 0; ok && s < n_symbols; s++)
        ok = w.head[s] != UNSEEN || visit_from(&w, s);
    ok = ok && collect(c, &w);
    /* Calls of a cycle: from outside; its recursion: between different members. */
    for (arc_id i = 0; ok && c->n_cycles && i < g->n_arcs; i++) {
        const struct arc *a = &g->arcs[i];
        uint32_t to = c->cycle[a->to];
        if (to && a->from != a->to)
            *(c->cycle[a->from] == to ? &c->recursion[to - 1] : &c->calls[to - 1]) += a->count;
    }
    arena_release(&scratch);
    if (ok)
        return c;
    arena_object_free(c);
    err_set(e, ERR_CANCELLED, NULL);
    return NULL;
}

struct cycles *cycles_none(uint32_t n_symbols)
{
    struct graph none = {.child_lo = mem_array((size_t)n_symbols + 1, sizeof *none.child_lo)};
    struct cycles *c = cycles_new(&none, n_symbols, NULL, NULL);
    free(none.child_lo);
    return c;
}

/* ---- print flags ----
 *
 * The print flag of every entry: callers hand it down to callees, symspecs turn it on and off
 * (-e, -f; GNU manual, node "Output Options"). Apart from times, which do not depend on it, so that
 * hiding a function recomputes little. */

/* Without symspecs all symbols are shown, and cycles that are called from outside. */
static bool is_entered(const struct graph *g, const struct cycles *c, uint32_t cycle)
{
    for (uint32_t i = c->member_lo[cycle - 1]; i < c->member_lo[cycle]; i++) {
        sym_id m = c->member[i];
        for (uint32_t k = g->parent_lo[m]; k < g->parent_lo[m + 1]; k++)
            if (c->cycle[g->arcs[g->parent[k]].from] != cycle)
                return true;
    }
    return false;
}

struct print_flags *print_flags_new(const struct graph *g, const struct cycles *c,
                                    uint32_t n_symbols, const struct symset_pair *sets)
{
    struct print_flags *out = arena_object(sizeof *out);
    out->flag = arena_array(&out->memory, (size_t)n_symbols + c->n_cycles, 1);
    if (sets->in.some || sets->ex.some) {
        uint32_t cycle_before = 0;
        for (uint32_t i = n_symbols; i-- > 0;) {
            sym_id s = c->upward[i];
            if (c->cycle[s] && c->cycle[s] != cycle_before) {
                /* The whole of a cycle has the flag that its members inherit, before symspecs
                 * change theirs. */
                uint32_t cycle = c->cycle[s];
                uint8_t whole = out->flag[n_symbols + cycle - 1];
                for (uint32_t k = c->member_lo[cycle - 1]; k < c->member_lo[cycle]; k++)
                    out->flag[c->member[k]] = whole;
            }
            cycle_before = c->cycle[s];
            if (!out->flag[s])
                out->flag[s] = symset_lets(sets, s);
            else if (symset_has(&sets->ex, s) && !symset_has(&sets->in, s))
                out->flag[s] = 0;
            if (out->flag[s]) {
                /* A callee, or the cycle it is in, is shown if any caller from outside is. */
                uint32_t own = c->cycle[s];
                for (arc_id k = g->child_lo[s]; k < g->child_lo[s + 1]; k++) {
                    sym_id to = g->arcs[k].to;
                    uint32_t cycle = c->cycle[to];
                    if (to != s && !(cycle && cycle == own))
                        out->flag[cycle ? n_symbols + cycle - 1 : to] = 1;
                }
            }
        }
    } else {
        memset(out->flag, 1, n_symbols);
        for (uint32_t k = 1; k <= c->n_cycles; k++)
            out->flag[n_symbols + k - 1] = is_entered(g, c, k);
    }
    return out;
}
