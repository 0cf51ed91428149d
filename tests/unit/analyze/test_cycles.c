/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linear cycle finder against the walk that GNU gprof's manual and paper describe, written
 * down literally: entry by entry, with lists walked to their ends. */
#include "core/analyze/cycles.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { MAX = 64 };

/* ---- the literal version ---- */

struct slow {
    const struct graph *g;
    uint32_t n;
    uint32_t number[MAX], last_number;
    int busy[MAX];
    sym_id head[MAX], next[MAX];
    sym_id stack[MAX];
    int top; /* index of the top entry, -1 for none */
};

static sym_id slow_end(const struct slow *w, sym_id s)
{
    while (w->next[s] != NO_ID)
        s = w->next[s];
    return s;
}

static void slow_join(struct slow *w, sym_id s)
{
    int e = w->top;
    while (w->stack[e] != s && !(w->head[s] != s && w->stack[e] == w->head[s]))
        e--;
    if (e == w->top)
        return;
    sym_id tail = slow_end(w, w->stack[e]), head = w->head[w->stack[e]];
    for (int i = e + 1; i <= w->top; i++) {
        sym_id x = w->stack[i];
        if (w->head[x] == x) {
            w->next[tail] = x;
            w->head[x] = head;
            for (tail = x; w->next[tail] != NO_ID; tail = w->next[tail])
                w->head[w->next[tail]] = head;
        } else {
            assert_int_equal(w->head[x], head);
        }
    }
}

static void slow_visit(struct slow *w, sym_id s)
{
    if (w->number[s])
        return;
    if (w->busy[s]) {
        slow_join(w, s);
        return;
    }
    w->stack[++w->top] = s;
    w->busy[s] = 1;
    for (arc_id a = w->g->child_lo[s]; a < w->g->child_lo[s + 1]; a++)
        slow_visit(w, w->g->arcs[a].to);
    if (w->head[s] == s) {
        w->last_number++;
        for (sym_id m = s; m != NO_ID; m = w->next[m])
            w->number[m] = w->last_number;
    }
    w->top--;
}

static void slow_walk(struct slow *w, const struct graph *g, uint32_t n)
{
    *w = (struct slow){.g = g, .n = n, .top = -1};
    for (sym_id s = 0; s < n; s++) {
        w->head[s] = s;
        w->next[s] = NO_ID;
    }
    for (sym_id s = 0; s < n; s++)
        slow_visit(w, s);
}

/* ---- graphs ---- */

struct drawn {
    struct graph g;
    struct arc arcs[MAX * MAX];
    arc_id child_lo[MAX + 1];
    uint64_t calls[MAX], recursion[MAX];
};

/* n symbols with up to `degree` random children each, no arc twice. */
static void draw(struct drawn *d, uint32_t n, uint32_t degree, uint64_t *state)
{
    memset(d, 0, sizeof *d);
    for (sym_id s = 0; s < n; s++) {
        for (uint32_t k = made_below(state, degree + 1); k > 0; k--) {
            sym_id to = made_below(state, n);
            uint32_t i = d->child_lo[s];
            while (i < d->g.n_arcs && d->arcs[i].to != to)
                i++;
            if (i == d->g.n_arcs)
                d->arcs[d->g.n_arcs++] = (struct arc){s, to, made_below(state, 9)};
        }
        d->child_lo[s + 1] = d->g.n_arcs;
    }
    d->g.arcs = d->arcs;
    d->g.child_lo = d->child_lo;
}

static void expect_equal(const struct cycles *c, const struct slow *w)
{
    uint32_t number = 0;
    assert_memory_equal(c->number, w->number, w->n * sizeof *w->number);
    for (sym_id s = 0; s < w->n; s++) {
        if (w->next[s] == NO_ID && w->head[s] == s)
            assert_int_equal(c->cycle[s], 0);
        if (w->head[s] != s || w->next[s] == NO_ID)
            continue;
        number++;
        uint32_t i = c->member_lo[number - 1];
        for (sym_id m = s; m != NO_ID; m = w->next[m], i++) {
            assert_int_equal(c->member[i], m);
            assert_int_equal(c->cycle[m], number);
        }
        assert_int_equal(i, c->member_lo[number]);
    }
    assert_int_equal(c->n_cycles, number);
}

static void expect_calls(const struct cycles *c, const struct graph *g)
{
    for (uint32_t k = 1; k <= c->n_cycles; k++) {
        uint64_t calls = 0, recursion = 0;
        for (arc_id i = 0; i < g->n_arcs; i++) {
            const struct arc *a = &g->arcs[i];
            if (c->cycle[a->to] == k && c->cycle[a->from] != k)
                calls += a->count;
            else if (c->cycle[a->to] == k && a->from != a->to)
                recursion += a->count;
        }
        assert_int_equal(c->calls[k - 1], calls);
        assert_int_equal(c->recursion[k - 1], recursion);
    }
}

static void expect_topological(const struct cycles *c, const struct graph *g, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        uint32_t before = c->number[c->upward[i - 1]], here = c->number[c->upward[i]];
        assert_true(before < here || (before == here && c->upward[i - 1] < c->upward[i]));
    }
    for (arc_id i = 0; i < g->n_arcs; i++)
        assert_true(c->number[g->arcs[i].to] <= c->number[g->arcs[i].from]);
}

TEST(random_graphs_agree)
{
    uint64_t seed = 1;
    struct drawn *d = malloc(sizeof *d);
    uint32_t with_cycles = 0;
    struct err e;
    assert_non_null(d);
    for (int round = 0; round < 40000; round++) {
        uint32_t n = 1 + made_below(&seed, round % 10 ? 12 : MAX);
        struct slow w;
        draw(d, n, 1 + made_below(&seed, 4), &seed);
        slow_walk(&w, &d->g, n);
        struct cycles *c = cycles_new(&d->g, n, NULL, &e);
        assert_non_null(c);
        expect_equal(c, &w);
        expect_calls(c, &d->g);
        expect_topological(c, &d->g, n);
        with_cycles += c->n_cycles > 1;
        arena_object_free(c);
    }
    assert_true(with_cycles > 1000); /* the test means something */
    free(d);
}

/* A chain as long as this would overflow the C stack of a recursive walk. */
TEST(a_chain_of_a_million)
{
    enum { N = 1000000 };
    struct graph g = {.n_arcs = N - 1};
    struct err e;
    g.arcs = calloc(N, sizeof *g.arcs);
    g.child_lo = calloc(N + 1, sizeof *g.child_lo);
    assert_true(g.arcs && g.child_lo);
    for (uint32_t s = 0; s < N; s++) {
        g.arcs[s] = (struct arc){s, s + 1, 1};
        g.child_lo[s + 1] = s + 1 < N ? s + 1 : N - 1;
    }
    struct cycles *c = cycles_new(&g, N, NULL, &e);
    assert_non_null(c);
    assert_int_equal(c->n_cycles, 0);
    assert_int_equal(c->number[N - 1], 1);
    assert_int_equal(c->number[0], N);
    arena_object_free(c);
    free(g.arcs);
    free(g.child_lo);
}
