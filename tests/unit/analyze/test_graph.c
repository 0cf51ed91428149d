/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs between symbols: against arcs looked for one by one in a list, that a filtered graph is the
 * graph of the filtered arcs, and one with found calls that of a file with these at its end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/analyze/graph_build.h"
#include "core/select/symset.h"
#include "tests/support/profile_builder.h"

static struct made m;

static struct graph *make_in_threads(const struct table *t, bool apart)
{
    struct err e = {0};
    struct graph *g = graph_build(t, apart, NULL, &e);
    assert_non_null(g);
    return g;
}

static struct graph *make(const struct table *t)
{
    return make_in_threads(t, false);
}

/* ---- the slow version: a list of arcs in the order in which the file brings them ---- */

struct slow {
    struct arc arcs[MADE_ARCS];
    uint32_t n;
    uint64_t lost;
};

/* Calls of what is no function count for the function before it. */
static sym_id callee_of(const struct table *t, uint64_t addr)
{
    sym_id s = table_find(t, addr);
    while (s != NO_ID && !(t->symbols[s].flags & SYM_FUNC))
        s = s > 0 ? s - 1 : NO_ID;
    return s;
}

static void add_slowly(struct slow *w, sym_id from, sym_id to, uint64_t count)
{
    for (uint32_t i = 0; i < w->n; i++)
        if (w->arcs[i].from == from && w->arcs[i].to == to) {
            w->arcs[i].count += count;
            return;
        }
    w->arcs[w->n++] = (struct arc){from, to, count};
}

static void build_slowly(struct slow *w, const struct table *t)
{
    *w = (struct slow){.n = 0};
    for (size_t i = 0; i < m.profile.n_arcs; i++) {
        sym_id from = table_find(t, m.arcs[i].from), to = callee_of(t, m.arcs[i].to);
        if (from == NO_ID || to == NO_ID)
            w->lost++;
        else
            add_slowly(w, from, to, m.arcs[i].count);
    }
}

static void expect_arc(const struct arc *a, const struct arc *b)
{
    assert_int_equal(a->from, b->from);
    assert_int_equal(a->to, b->to);
    assert_int_equal(a->count, b->count);
}

/* Lists hold the latest first. */
static void expect_lists(const struct graph *g, const struct slow *w, sym_id s)
{
    uint32_t child = g->child_lo[s], parent = g->parent_lo[s];
    uint64_t calls = 0, recursion = 0;
    for (uint32_t i = w->n; i-- > 0;) {
        const struct arc *a = &w->arcs[i];
        if (a->from == s)
            expect_arc(&g->arcs[child++], a);
        if (a->to == s)
            expect_arc(&g->arcs[g->parent[parent++]], a);
        calls += a->to == s && a->from != s ? a->count : 0;
        recursion += a->to == s && a->from == s ? a->count : 0;
    }
    assert_int_equal(child, g->child_lo[s + 1]);
    assert_int_equal(parent, g->parent_lo[s + 1]);
    assert_int_equal(calls, g->calls[s]);
    assert_int_equal(recursion, g->recursion[s]);
}

static int by_call_site(const void *a, const void *b)
{
    const struct raw_arc *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

/* Some or many functions and labels with gaps after .text, arcs from and to anywhere; in half of
 * the rounds the callers ascend, as in files, up to the last few arcs at times. */
static void draw(uint64_t *chance)
{
    uint32_t n = 1 + made_below(chance, made_below(chance, 8) ? 40 : 200);
    uint32_t labels = made_below(chance, 4);
    made_init(&m, 0, n * 16);
    for (uint32_t i = 0; i < n; i++)
        made_symbol(&m, "f", 8 + i * 16, labels && !made_below(chance, labels + 1) ? 0 : SYM_FUNC);
    for (uint32_t i = made_below(chance, 200); i > 0; i--)
        made_arc(&m, made_below(chance, n * 16 + 8), made_below(chance, n * 16 + 8),
                 made_below(chance, 4));
    if (made_below(chance, 2))
        qsort(m.arcs, m.profile.n_arcs - made_below(chance, 3) % (m.profile.n_arcs + 1),
              sizeof *m.arcs, by_call_site);
}

static void expect_slow(const struct graph *g, const struct slow *w, uint32_t n_symbols)
{
    assert_int_equal(g->n_arcs, w->n);
    assert_int_equal(g->lost, w->lost);
    for (uint32_t i = 0; i < w->n; i++)
        expect_arc(&g->arcs[graph_created(g, i)], &w->arcs[i]);
    for (sym_id s = 0; s < n_symbols; s++)
        expect_lists(g, w, s);
}

/* Made by one thread as by two. */
static void equals_the_slow_version(void **state)
{
    static struct slow w;
    uint64_t chance = 5;
    (void)state;
    for (uint32_t round = 0; round < 3000; round++) {
        draw(&chance);
        struct table *t = made_table(&m);

        build_slowly(&w, t);
        for (int apart = 0; apart < 2; apart++) {
            struct graph *g = make_in_threads(t, apart);
            expect_slow(g, &w, t->n_symbols);
            arena_object_free(g);
        }
        arena_object_free(t);
    }
}

/* ---- filters ---- */

static void expect_same(const struct graph *a, const struct graph *b, uint32_t n)
{
    assert_int_equal(a->n_arcs, b->n_arcs);
    assert_int_equal(a->lost, b->lost);
    for (arc_id i = 0; i < a->n_arcs; i++) {
        expect_arc(&a->arcs[i], &b->arcs[i]);
        assert_int_equal(graph_created(a, i), graph_created(b, i));
    }
    assert_memory_equal(a->parent, b->parent, a->n_arcs * sizeof *a->parent);
    assert_memory_equal(a->child_lo, b->child_lo, (n + 1) * sizeof *a->child_lo);
    assert_memory_equal(a->parent_lo, b->parent_lo, (n + 1) * sizeof *a->parent_lo);
    assert_memory_equal(a->calls, b->calls, n * sizeof *a->calls);
    assert_memory_equal(a->recursion, b->recursion, n * sizeof *a->recursion);
}

struct drawn_set {
    struct arcset set;
    struct arc_rule rules[3];
    uint8_t bytes[6][MADE_SYMBOLS];
};

static void draw_set(struct drawn_set *d, uint32_t n, uint64_t *chance)
{
    memset(d, 0, sizeof *d);
    d->set.rules = d->rules;
    d->set.n_rules = made_below(chance, 4);
    d->set.some = d->set.n_rules > 0;
    for (uint32_t r = 0; r < 6; r++)
        for (uint32_t i = 0; i < n; i++)
            d->bytes[r][i] = made_below(chance, 3) == 0;
    for (uint32_t r = 0; r < 3; r++)
        d->rules[r] = (struct arc_rule){d->bytes[2 * r], d->bytes[2 * r + 1]};
}

/* Take the arcs out of the file that the sets keep out; lost ones stay. */
static void filter_file(const struct table *t, const struct arcset_pair *sets)
{
    size_t n = 0;
    for (size_t i = 0; i < m.profile.n_arcs; i++) {
        sym_id from = table_find(t, m.arcs[i].from), to = callee_of(t, m.arcs[i].to);
        if (from == NO_ID || to == NO_ID || arcset_lets(sets, from, to))
            m.arcs[n++] = m.arcs[i];
    }
    m.profile.n_arcs = n;
}

static void a_filtered_graph_is_that_of_the_filtered_arcs(void **state)
{
    static struct drawn_set in, ex;
    uint64_t chance = 17;
    uint32_t cut = 0;
    (void)state;
    for (uint32_t round = 0; round < 3000; round++) {
        draw(&chance);
        struct table *t = made_table(&m);
        struct graph *all = make(t);

        draw_set(&in, t->n_symbols, &chance);
        draw_set(&ex, t->n_symbols, &chance);
        const struct arcset_pair sets = {.in = in.set, .ex = ex.set};
        struct graph *filtered = graph_filter(all, t->n_symbols, &sets);

        assert_non_null(filtered);
        filter_file(t, &sets);
        struct graph *want = make(t);

        expect_same(filtered, want, t->n_symbols);
        cut += filtered->n_arcs > 0 && filtered->n_arcs < all->n_arcs;
        arena_object_free(all);
        arena_object_free(filtered);
        arena_object_free(want);
        arena_object_free(t);
    }
    assert_true(cut > 500); /* the test means something */
}

/* ---- found calls ---- */

/* Each function's callees in an order of chance, each once; and the same at the end of the file. */
static uint32_t draw_found(const struct table *t, struct found_call *v, uint64_t *chance)
{
    uint32_t n = 0;
    for (sym_id from = 0; from < t->n_symbols; from++) {
        uint32_t first = made_below(chance, t->n_symbols), some = made_below(chance, 4);
        for (uint32_t i = 0; i < some && i < t->n_symbols; i++) {
            sym_id to = (first + t->n_symbols - i) % t->n_symbols;
            if (!(t->symbols[to].flags & SYM_FUNC))
                continue;
            v[n++] = (struct found_call){from, to};
            made_arc(&m, t->symbols[from].addr, t->symbols[to].addr, 0);
        }
    }
    return n;
}

static void found_calls_are_the_latest_arcs(void **state)
{
    static struct found_call v[MADE_ARCS];
    uint64_t chance = 29;
    uint32_t added = 0;
    (void)state;
    for (uint32_t round = 0; round < 3000; round++) {
        struct err e = {0};
        draw(&chance);
        struct table *t = made_table(&m);
        struct graph *all = make(t);
        struct found_calls found = {.v = v, .n = draw_found(t, v, &chance)};
        struct graph *more = graph_add(all, t->n_symbols, &found, &e);

        assert_non_null(more);
        struct graph *want = make(t);

        more->lost = want->lost; /* the last symbol may have no address that is found */
        expect_same(more, want, t->n_symbols);
        added += more->n_arcs - all->n_arcs;
        arena_object_free(all);
        arena_object_free(more);
        arena_object_free(want);
        arena_object_free(t);
    }
    assert_true(added > 10000); /* the test means something */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_slow_version),
        cmocka_unit_test(a_filtered_graph_is_that_of_the_filtered_arcs),
        cmocka_unit_test(found_calls_are_the_latest_arcs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
