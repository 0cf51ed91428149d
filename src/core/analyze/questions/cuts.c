/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small cycles: every set of inner arcs is tried. Larger ones: the greedy order of P. Eades, X. Lin
 * and W. F. Smyth ("A fast and effective heuristic for the feedback arc set problem", Information
 * Processing Letters 47, 1993), with calls as weights, in which members then move to where they
 * lose fewer calls as long as one can; the arcs that lead backwards in it are cut, and then put
 * back, those with most calls first, where they close no circle. */
#include "core/analyze/questions/cuts.h"

#include <string.h>

#include "core/base/sort.h"

/* Arcs and members looked at while arcs are put back, and while members move; between two looks at
 * the progress. */
enum { REPAIR_STEPS = 1 << 26, MOVING_STEPS = 1 << 26, PROGRESS_STEPS = 1 << 14 };

/* An inner arc between members, by their place in the cycle. */
struct inner_arc {
    uint32_t from, to;
    uint64_t calls;
};

struct cutter {
    struct arena scratch; /* owns the arrays */
    const struct graph *g;
    struct cuts *out;
    uint32_t n;            /* members */
    struct inner_arc *arc; /* out->n_inner, as in out->inner */
    bool *cut;             /* per arc */
    const struct progress *progress;
    uint64_t steps, told; /* made, and when the progress was last asked */
    bool stopped;         /* it said so */
};

/* Whether to go on after some more steps. */
static bool goes_on(struct cutter *x, uint64_t steps)
{
    x->steps += steps;
    if (x->steps - x->told < PROGRESS_STEPS)
        return true;
    x->told = x->steps;
    x->stopped = !progress_step(x->progress, "cuts", 0, 0);
    return !x->stopped;
}

/* ---- inner arcs ---- */

static bool list_inner(struct cutter *x, const struct cycles *c, uint32_t cycle, uint32_t *place)
{
    const sym_id *member = c->member + c->member_lo[cycle - 1];
    const struct graph *g = x->g;
    uint32_t most = 0, n = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        place[member[i]] = i;
        most += g->child_lo[member[i] + 1] - g->child_lo[member[i]];
    }
    uint64_t *keys = arena_alloc(&x->scratch, most, sizeof *keys);
    x->out->inner = arena_alloc(&x->out->memory, most, sizeof *x->out->inner);
    for (uint32_t i = 0; i < x->n; i++) {
        for (arc_id a = g->child_lo[member[i]]; a < g->child_lo[member[i] + 1]; a++)
            if (g->arcs[a].to != member[i] && c->cycle[g->arcs[a].to] == cycle) {
                keys[n] = UINT64_MAX - g->arcs[a].count;
                x->out->inner[n++] = a;
            }
        if (!goes_on(x, 1 + g->child_lo[member[i] + 1] - g->child_lo[member[i]]))
            return false;
    }
    x->out->n_inner = n;
    sort_radix(keys, x->out->inner, n);
    x->arc = arena_alloc(&x->scratch, n, sizeof *x->arc);
    x->cut = arena_array(&x->scratch, n, sizeof *x->cut);
    for (uint32_t i = 0; i < n && goes_on(x, 1); i++) {
        const struct arc *a = &g->arcs[x->out->inner[i]];
        x->arc[i] = (struct inner_arc){place[a->from], place[a->to], a->count};
    }
    return !x->stopped;
}

static void add_cut(struct cutter *x, uint32_t at)
{
    struct cut *c = &x->out->cut[at];
    for (uint32_t i = 0; i < x->out->n_inner; i++)
        c->n_arcs += x->cut[i];
    c->arcs = arena_alloc(&x->out->memory, c->n_arcs, sizeof *c->arcs);
    c->n_arcs = 0;
    for (uint32_t i = 0; i < x->out->n_inner; i++)
        if (x->cut[i]) {
            c->arcs[c->n_arcs++] = x->out->inner[i];
            c->lost += x->arc[i].calls;
        }
}

/* ---- all sets of arcs ---- */

/* Whether the arcs that are not in the set close no circle. */
static bool is_cut(const struct cutter *x, uint32_t set)
{
    uint32_t left = ~set & ((UINT32_C(1) << x->out->n_inner) - 1), before;
    do { /* arcs to members that no arc leaves are on no circle */
        uint32_t callers = 0;
        before = left;
        for (uint32_t i = 0; i < x->out->n_inner; i++)
            if (before >> i & 1)
                callers |= UINT32_C(1) << x->arc[i].from;
        for (uint32_t i = 0; i < x->out->n_inner; i++)
            if (before >> i & 1 && !(callers >> x->arc[i].to & 1))
                left &= ~(UINT32_C(1) << i);
    } while (left != before);
    return left == 0;
}

struct found_set {
    uint32_t set, n_arcs;
    uint64_t lost;
};

static struct found_set weigh(const struct cutter *x, uint32_t set)
{
    struct found_set f = {.set = set};
    for (uint32_t i = 0; i < x->out->n_inner; i++)
        if (set >> i & 1) {
            f.n_arcs++;
            f.lost += x->arc[i].calls;
        }
    return f;
}

static bool is_less(const struct found_set *a, const struct found_set *b)
{
    return a->lost != b->lost ? a->lost < b->lost : a->n_arcs < b->n_arcs;
}

/* Whether each arc of a cut is needed. */
static bool is_minimal(const struct cutter *x, uint32_t set)
{
    for (uint32_t i = 0; i < x->out->n_inner; i++)
        if (set >> i & 1 && is_cut(x, set & ~(UINT32_C(1) << i)))
            return false;
    return true;
}

static void try_all(struct cutter *x)
{
    struct found_set best[CUTS_MOST + 1];
    uint32_t n = 0;
    for (uint32_t set = 1; set >> x->out->n_inner == 0; set++) {
        struct found_set f = weigh(x, set);
        if ((n == CUTS_MOST && !is_less(&f, &best[n - 1])) || !is_cut(x, set) ||
            !is_minimal(x, set))
            continue;
        uint32_t at = n;
        for (; at > 0 && is_less(&f, &best[at - 1]); at--)
            best[at] = best[at - 1];
        best[at] = f;
        n += n < CUTS_MOST;
    }
    x->out->exact = true;
    x->out->n_cuts = n;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < x->out->n_inner; k++)
            x->cut[k] = best[i].set >> k & 1;
        add_cut(x, i);
    }
}

/* ---- the heuristic ---- */

/* Arcs by member: those that leave it, and those that reach it, in [lo[m], lo[m + 1]). */
struct member_arcs {
    uint32_t *leaves, *leaves_lo, *reaches, *reaches_lo;
};

struct greedy {
    uint32_t *rank;         /* per member: its place in the order */
    uint32_t *queue, *at;   /* a heap of members that are not placed; where each is, or NO_ID */
    uint64_t *in, *out;     /* calls of arcs from and to members that are not placed */
    uint32_t *n_in, *n_out; /* such arcs */
};

static bool list_by(struct cutter *x, struct arena *work, bool from, uint32_t **v, uint32_t **lo)
{
    uint32_t n = x->out->n_inner;
    *v = arena_alloc(work, n, sizeof **v);
    *lo = arena_array(work, (size_t)x->n + 2, sizeof **lo);
    for (uint32_t i = 0; i < n && goes_on(x, 1); i++)
        (*lo)[(from ? x->arc[i].from : x->arc[i].to) + 2]++;
    for (uint32_t m = 0; m < x->n; m++)
        (*lo)[m + 2] += (*lo)[m + 1];
    for (uint32_t i = 0; i < n && !x->stopped && goes_on(x, 1); i++)
        (*v)[(*lo)[(from ? x->arc[i].from : x->arc[i].to) + 1]++] = i;
    return !x->stopped;
}

/* Whether a is placed before b: first members that call nobody who is left, which go to the end;
 * then those that nobody calls who is left; then those with most calls more made than received. */
static bool is_sooner(const struct greedy *w, uint32_t a, uint32_t b)
{
    int of_a = w->n_out[a] == 0 ? 0 : w->n_in[a] == 0 ? 1 : 2;
    int of_b = w->n_out[b] == 0 ? 0 : w->n_in[b] == 0 ? 1 : 2;
    uint64_t more_a = w->out[a] + w->in[b], more_b = w->out[b] + w->in[a];
    if (of_a != of_b || of_a < 2 || more_a == more_b)
        return of_a != of_b ? of_a < of_b : a < b;
    return more_a > more_b;
}

/* Put m, one of the n in the queue, where it belongs now. */
static void queue_move(struct greedy *w, uint32_t n, uint32_t m)
{
    uint32_t i = w->at[m], k;
    for (; i > 0 && is_sooner(w, m, w->queue[(i - 1) / 2]); i = (i - 1) / 2) {
        w->queue[i] = w->queue[(i - 1) / 2];
        w->at[w->queue[i]] = i;
    }
    for (; (k = 2 * i + 1) < n; i = k) {
        k += k + 1 < n && is_sooner(w, w->queue[k + 1], w->queue[k]);
        if (!is_sooner(w, w->queue[k], m))
            break;
        w->queue[i] = w->queue[k];
        w->at[w->queue[i]] = i;
    }
    w->queue[i] = m;
    w->at[m] = i;
}

/* Take the first one of the n in the queue out. */
static uint32_t queue_take(struct greedy *w, uint32_t n)
{
    uint32_t m = w->queue[0], last = w->queue[n - 1];
    w->at[last] = 0;
    queue_move(w, n - 1, last);
    w->at[m] = NO_ID;
    return m;
}

static bool order_members(struct cutter *x, struct greedy *w, const struct member_arcs *by)
{
    uint32_t first = 0, last = x->n;
    for (uint32_t i = 0; i < x->out->n_inner && goes_on(x, 1); i++) {
        w->out[x->arc[i].from] += x->arc[i].calls;
        w->in[x->arc[i].to] += x->arc[i].calls;
        w->n_out[x->arc[i].from]++;
        w->n_in[x->arc[i].to]++;
    }
    for (uint32_t m = 0; m < x->n && !x->stopped; m++) {
        w->at[m] = m;
        queue_move(w, m + 1, m);
    }
    while (first < last && !x->stopped) {
        uint32_t m = queue_take(w, last - first);
        w->rank[m] = w->n_out[m] == 0 ? --last : first++;
        for (uint32_t k = by->leaves_lo[m]; k < by->leaves_lo[m + 1]; k++) {
            const struct inner_arc *a = &x->arc[by->leaves[k]];
            w->in[a->to] -= a->calls;
            w->n_in[a->to]--;
            if (w->at[a->to] != NO_ID)
                queue_move(w, last - first, a->to);
        }
        for (uint32_t k = by->reaches_lo[m]; k < by->reaches_lo[m + 1]; k++) {
            const struct inner_arc *a = &x->arc[by->reaches[k]];
            w->out[a->from] -= a->calls;
            w->n_out[a->from]--;
            if (w->at[a->from] != NO_ID)
                queue_move(w, last - first, a->from);
        }
        (void)goes_on(x, 1 + (by->leaves_lo[m + 1] - by->leaves_lo[m]) +
                             (by->reaches_lo[m + 1] - by->reaches_lo[m]));
    }
    return !x->stopped;
}

/* Where in the order, of which it is no part, m loses the fewest calls: calls[x] are those of m to
 * x less those of x to m. The first such place, but `at` if that is as good. */
static uint32_t best_place(const struct cutter *x, const uint32_t *order, uint32_t at,
                           const double *calls)
{
    double sum = 0, best = 0, here = 0;
    uint32_t place = 0;
    for (uint32_t i = 0; i + 1 < x->n; i++) {
        sum += calls[order[i]];
        here = i + 1 == at ? sum : here;
        if (sum < best) {
            best = sum;
            place = i + 1;
        }
    }
    return here == best ? at : place;
}

/* Move each member to where it loses the fewest calls, until none moves. */
static bool move_members(struct cutter *x, struct greedy *w, const struct member_arcs *by,
                         uint32_t *order, double *calls, bool *moved)
{
    *moved = false;
    for (uint32_t m = 0; m < x->n; m++) {
        uint32_t at = w->rank[m];
        for (uint32_t k = by->leaves_lo[m]; k < by->leaves_lo[m + 1]; k++)
            calls[x->arc[by->leaves[k]].to] += (double)x->arc[by->leaves[k]].calls;
        for (uint32_t k = by->reaches_lo[m]; k < by->reaches_lo[m + 1]; k++)
            calls[x->arc[by->reaches[k]].from] -= (double)x->arc[by->reaches[k]].calls;
        memmove(order + at, order + at + 1, (x->n - 1 - at) * sizeof *order);
        uint32_t to = best_place(x, order, at, calls);
        memmove(order + to + 1, order + to, (x->n - 1 - to) * sizeof *order);
        order[to] = m;
        *moved |= to != at;
        for (uint32_t i = to < at ? to : at; i <= (to < at ? at : to); i++)
            w->rank[order[i]] = i;
        memset(calls, 0, x->n * sizeof *calls);
        if (!goes_on(x, x->n))
            return false;
    }
    return true;
}

/* Whether arcs that are not cut lead from one member to another. *stack has room for all members,
 * seen[m] is *round for those visited. */
struct cut_search {
    uint32_t *stack, *seen, round;
    uint32_t steps;
};

static bool leads_to(const struct cutter *x, const struct member_arcs *by, struct cut_search *s,
                     uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    s->round++;
    s->stack[n++] = from;
    s->seen[from] = s->round;
    while (n > 0) {
        uint32_t m = s->stack[--n];
        if (m == to)
            return true;
        for (uint32_t k = by->leaves_lo[m]; k < by->leaves_lo[m + 1]; k++, s->steps++) {
            const struct inner_arc *a = &x->arc[by->leaves[k]];
            if (x->cut[by->leaves[k]] || s->seen[a->to] == s->round)
                continue;
            s->seen[a->to] = s->round;
            s->stack[n++] = a->to;
        }
    }
    return false;
}

static bool try_greedy(struct cutter *x)
{
    struct arena *work = &x->scratch;
    struct member_arcs by = {0};
    struct greedy w = {.rank = arena_array(work, x->n, sizeof *w.rank),
                       .queue = arena_array(work, x->n, sizeof *w.queue),
                       .at = arena_array(work, x->n, sizeof *w.at),
                       .in = arena_array(work, x->n, sizeof *w.in),
                       .out = arena_array(work, x->n, sizeof *w.out),
                       .n_in = arena_array(work, x->n, sizeof *w.n_in),
                       .n_out = arena_array(work, x->n, sizeof *w.n_out)};
    struct cut_search s = {.stack = arena_array(work, x->n, sizeof *s.stack),
                           .seen = arena_array(work, x->n, sizeof *s.seen)};
    uint32_t *order = arena_array(work, x->n, sizeof *order);
    double *calls = arena_array(work, x->n, sizeof *calls);
    uint64_t steps = (uint64_t)x->n * x->n + x->out->n_inner;
    bool moved = true;
    if (!list_by(x, work, true, &by.leaves, &by.leaves_lo) ||
        !list_by(x, work, false, &by.reaches, &by.reaches_lo) || !order_members(x, &w, &by))
        return false;
    for (uint32_t m = 0; m < x->n; m++)
        order[w.rank[m]] = m;
    for (uint64_t n = steps; n < MOVING_STEPS && moved; n += steps)
        if (!move_members(x, &w, &by, order, calls, &moved))
            return false;
    for (uint32_t i = 0; i < x->out->n_inner; i++)
        x->cut[i] = w.rank[x->arc[i].from] > w.rank[x->arc[i].to];
    for (uint32_t i = 0; i < x->out->n_inner && s.steps < REPAIR_STEPS; i++) {
        uint32_t before = s.steps;
        if (x->cut[i] && !leads_to(x, &by, &s, x->arc[i].to, x->arc[i].from))
            x->cut[i] = false;
        if (!goes_on(x, s.steps - before))
            return false;
    }
    add_cut(x, 0);
    x->out->n_cuts = 1;
    return true;
}

struct cuts *cuts_new(const struct graph *g, const struct cycles *c, uint32_t cycle,
                      uint32_t n_symbols, const struct progress *progress, struct err *e)
{
    struct cutter x = {.g = g,
                       .out = arena_object(sizeof *x.out),
                       .n = c->member_lo[cycle] - c->member_lo[cycle - 1],
                       .progress = progress,
                       .steps = PROGRESS_STEPS};
    uint32_t *place = arena_alloc(&x.scratch, n_symbols, sizeof *place);
    bool ok = list_inner(&x, c, cycle, place);
    if (ok && x.out->n_inner <= CUTS_EXACT_ARCS)
        try_all(&x);
    else
        ok = ok && try_greedy(&x);
    if (!ok) {
        err_set(e, ERR_CANCELLED, NULL);
        arena_object_free(x.out);
        x.out = NULL;
    }
    arena_release(&x.scratch);
    return x.out;
}
