/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Propagated time: by hand under each filter, and that no time is lost or made on the way up. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/analyze/entry.h"
#include "core/analyze/times.h"
#include "core/select/symset.h"
#include "tests/support/profile_builder.h"

#define BIT(set) (UINT32_C(1) << (set))

static struct made m;

static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

/* ---- by hand ----
 *
 *     main --1--> b --1--> a        main 10 ticks, a 40, b 20, zz none (it is the last symbol)
 *     main --3-----------> a
 */

static void make_by_hand(void)
{
    static const char *const names[] = {"a", "b", "main", "zz"};
    static const uint64_t ticks[] = {40, 20, 10, 0};
    made_init(&m, 0x1000, 0x1040);
    for (uint32_t i = 0; i < 4; i++)
        made_symbol(&m, names[i], 0x1000 + 16 * (uint64_t)i, SYM_FUNC);
    uint64_t *bins = made_histogram(&m, 0x1000, 0x1040, 4);

    memcpy(bins, ticks, sizeof ticks);
    made_arc(&m, 0x1021, 0x1010, 1);
    made_arc(&m, 0x1021, 0x1000, 3);
    made_arc(&m, 0x1011, 0x1000, 1);
}

static const struct {
    struct filter filter;
    double total;
    struct {
        double self, child, fraction;
        int shown;
    } want[3]; /* a, b, main */
} by_hand[] = {
    {{"", 0}, 70, {{40, 0, 1, 1}, {20, 10, 1, 1}, {10, 60, 1, 1}}},
    {{"a", BIT(SET_GRAPH_EX)}, 70, {{40, 0, 1, 0}, {20, 10, 1, 1}, {10, 60, 1, 1}}},
    {{"a", BIT(SET_GRAPH_EX) | BIT(SET_TIME_EX)},
     30,
     {{0, 0, 0, 0}, {20, 0, 1, 1}, {10, 20, 1, 1}}},
    {{"b", BIT(SET_GRAPH_IN)}, 70, {{40, 0, 1, 1}, {20, 10, 1, 1}, {10, 60, 1, 0}}},
    {{"b", BIT(SET_GRAPH_IN) | BIT(SET_TIME_IN)},
     30,
     {{10, 0, .25, 1}, {20, 10, 1, 1}, {0, 0, 0, 0}}},
    {{"main", BIT(SET_TIME_EX)}, 30, {{10, 0, .25, 1}, {20, 10, 1, 1}, {0, 0, 0, 1}}},
    {{"main/a", BIT(SET_ARCS_EX)}, 70, {{40, 0, 1, 1}, {20, 40, 1, 1}, {10, 60, 1, 1}}},
    {{"a", BIT(SET_FLAT_EX)}, 30, {{0, 0, 1, 1}, {20, 0, 1, 1}, {10, 20, 1, 1}}},
};

static void filters_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(by_hand); i++) {
        make_by_hand();
        struct analysis *a = made_analysis(&m, &by_hand[i].filter, 1);

        for (sym_id s = 0; s < 3; s++) {
            const struct node_time *t = &a->times->node[s];
            if (!close_to(t->prop_self, by_hand[i].want[s].self) ||
                !close_to(t->prop_child, by_hand[i].want[s].child) ||
                !close_to(t->fraction, by_hand[i].want[s].fraction) ||
                a->printed[s] != by_hand[i].want[s].shown)
                fail_msg("'%s' %x, symbol %u: %g %g %g %d", by_hand[i].filter.spec,
                         (unsigned)by_hand[i].filter.sets, (unsigned)s, t->prop_self, t->prop_child,
                         t->fraction, a->printed[s]);
        }
        assert_true(close_to(a->times->total, by_hand[i].total));
        analysis_free(a);
    }
}

/* ---- conservation ---- */

/* What nobody is charged for: time of entries without calls from outside. Members hand theirs to
 * the cycle, which has no fraction of its own if nobody calls it. */
static double time_at_top(const struct analysis *a)
{
    double sum = 0;
    for (node_id n = 0; n < a->n_nodes; n++)
        if (!node_calls(a, n) && (node_is_cycle(a, n) || !a->cycles->cycle[n]))
            sum += a->times->node[n].self + a->times->node[n].child;
    return sum;
}

static double self_time(const struct analysis *a)
{
    double sum = 0;
    for (sym_id s = 0; s < a->n_symbols; s++)
        sum += a->samples->self[s];
    return sum;
}

/* Arcs into a node bring its callers what it has, in all. */
static void expect_shared_out(const struct analysis *a, double *into)
{
    memset(into, 0, a->n_nodes * sizeof *into);
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        sym_id to = a->graph->arcs[i].to;
        struct arc_time t = arc_time(a, i);
        into[a->cycles->cycle[to] ? cycle_node(a, a->cycles->cycle[to]) : to] += t.self + t.child;
    }
    for (node_id n = 0; n < a->n_nodes; n++)
        if (node_calls(a, n) && (node_is_cycle(a, n) || !a->cycles->cycle[n]))
            assert_true(close_to(into[n], a->times->node[n].self + a->times->node[n].child));
}

static void all_time_arrives_at_the_top(void **state)
{
    static double into[2 * MADE_SYMBOLS];
    uint64_t chance = 23;
    uint32_t cycles = 0;
    (void)state;
    for (uint32_t round = 0; round < 3000; round++) {
        uint32_t n = 1 + made_below(&chance, 60);
        made_random(&m, n, made_below(&chance, n * 3), &chance);
        struct analysis *a = made_analysis(&m, NULL, 0);

        for (sym_id s = 0; s < n; s++)
            assert_true(close_to(a->times->node[s].fraction, 1) && a->printed[s]);
        assert_true(close_to(a->times->total, self_time(a)));
        assert_true(close_to(time_at_top(a), self_time(a)));
        expect_shared_out(a, into);
        cycles += a->cycles->n_cycles > 0;
        analysis_free(a);
    }
    assert_true(cycles > 300); /* the test means something */
}

/* ---- pieces ---- */

/* The times of a in pieces of a given number of symbols. */
static void expect_pieces(const struct analysis *a, uint32_t piece, unsigned helpers)
{
    const struct symset_pair none = {.in = {0}};
    struct err e = {0};
    const struct times_request r = {.samples = a->samples,
                                    .graph = a->graph,
                                    .cycles = a->cycles,
                                    .n_symbols = a->n_symbols,
                                    .sets = &none,
                                    .helpers = helpers,
                                    .piece = piece};
    struct times *t = times_new(&r, &e);
    assert_non_null(t);
    assert_memory_equal(t->node, a->times->node, a->n_nodes * sizeof *t->node);
    assert_memory_equal(&t->total, &a->times->total, sizeof t->total);
    arena_object_free(t);
}

/* Bit by bit, however many threads there are. */
static void pieces_change_nothing(void **state)
{
    uint64_t chance = 41;
    (void)state;
    for (uint32_t round = 0; round < 300; round++) {
        uint32_t n = 1 + made_below(&chance, 200);
        made_random(&m, n, made_below(&chance, n * 4), &chance);
        struct analysis *a = made_analysis(&m, NULL, 0);

        for (unsigned helpers = 0; helpers < 3; helpers++)
            expect_pieces(a, 1 + made_below(&chance, 20), helpers);
        analysis_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_by_hand),
        cmocka_unit_test(all_time_arrives_at_the_top),
        cmocka_unit_test(pieces_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
