/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges: by hand, and on random profiles against what is left when a function, a cycle or an arc
 * is taken out. tests/property/test_ranges.c runs programs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/analyze/entry.h"
#include "core/analyze/questions/ranges.h"
#include "core/base/attr.h"
#include "tests/support/profile_builder.h"

static struct made m;

static struct analysis *analyze(const char *cut, bool by_line)
{
    const struct filter filter = {cut, UINT32_C(1) << SET_ARCS_EX};
    const struct settings s = {.filters = &filter, .n_filters = cut != NULL, .by_line = by_line};
    struct err e = ERR_INIT;
    struct analysis *a = analysis_new(&m.profile, &s, NULL, NULL, NULL, &e);
    assert_non_null(a);
    return a;
}

static bool close_to(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

static void expect_range(const struct range *r, double low, double high, double callbacks)
{
    if (!close_to(r->low, low) || !close_to(r->high, high) || !close_to(r->callbacks, callbacks))
        fail_msg("[%g, %g + %g], not [%g, %g + %g]", r->low, r->high, r->callbacks, low, high,
                 callbacks);
}

static void expect_node(const struct analysis *a, node_id n, double low, double high,
                        double callbacks)
{
    struct ranges *r = ranges_new(a);
    struct range x;
    assert_true(ranges_of_node(r, n, &x));
    ranges_walk(r, &x, NULL);
    expect_range(&x, low, high, callbacks);
    ranges_free(r);
}

static void expect_arc(const struct analysis *a, sym_id from, sym_id to, double low, double high)
{
    struct ranges *r = ranges_new(a);
    struct range x;
    for (arc_id i = 0; i < a->graph->n_arcs; i++)
        if (a->graph->arcs[i].from == from && a->graph->arcs[i].to == to) {
            assert_true(ranges_of_arc(r, i, &x));
            ranges_walk(r, &x, NULL);
            expect_range(&x, low, high, 0);
        }
    ranges_free(r);
}

/* ---- by hand ---- */

enum { BURN, EASY, HARD, LEAF, MAIN, LAST };

static void make_hard(void)
{
    static const char *const names[] = {"burn", "easy", "hard", "leaf", "main", "z"};
    static const uint64_t ticks[] = {40, 1, 2, 0, 3, 0};
    made_functions(&m, names, ARRAY_LEN(names));
    made_ticks(&m, ticks);
    made_call(&m, MAIN, EASY, 1);
    made_call(&m, MAIN, HARD, 1);
    made_call(&m, EASY, LEAF, 3);
    made_call(&m, HARD, LEAF, 1);
    made_call(&m, LEAF, BURN, 4);
}

static void calls_share_out_what_nobody_knows(void **state)
{
    (void)state;
    make_hard();
    struct analysis *a = analyze(NULL, false);
    expect_node(a, BURN, 40, 40, 0);
    expect_node(a, LEAF, 40, 40, 0);
    expect_node(a, EASY, 1, 41, 0);
    expect_node(a, HARD, 2, 42, 0);
    expect_node(a, MAIN, 46, 46, 0);
    expect_node(a, LAST, 0, 0, 0);
    expect_arc(a, LEAF, BURN, 40, 40);
    expect_arc(a, EASY, LEAF, 0, 40);
    expect_arc(a, MAIN, HARD, 2, 42);
    analysis_free(a);
}

/* The time of calls that are cut is still there, but is no longer the caller's. */
static void cut_calls_are_entries(void **state)
{
    (void)state;
    make_hard();
    struct analysis *a = analyze("easy/leaf", false);
    expect_node(a, EASY, 1, 1, 0);
    expect_node(a, HARD, 2, 42, 0);
    expect_node(a, MAIN, 6, 46, 0);
    expect_arc(a, HARD, LEAF, 0, 40);
    analysis_free(a);
}

static void lines_have_no_range(void **state)
{
    (void)state;
    make_hard();
    struct analysis *a = analyze(NULL, true);
    struct ranges *r = ranges_new(a);
    struct range x;
    node_id n = MAIN;
    assert_false(ranges_of_node(r, n, &x));
    assert_false(ranges_of_arc(r, 0, &x));
    ranges_make(r);
    assert_false(ranges_of_node(NULL, n, &x));
    ranges_free(r);
    analysis_free(a);
}

/* Nor what is measured, whose functions have no order of callees and callers. */
static void measured_times_have_no_range(void **state)
{
    struct path_frame nodes[] = {{PATH_NO_NODE, made_addr(MAIN), 3, 0},
                                 {0, made_addr(BURN), 43, 0}};
    struct profile_paths paths = {nodes, 2, 46, 0, 0, 0};
    const struct settings s = {.callers = CALLERS_MEASURED, .ranges = true};
    struct err e = ERR_INIT;
    struct range x;
    (void)state;
    make_hard();
    m.profile.paths = &paths;
    struct analysis *a = analysis_new(&m.profile, &s, NULL, NULL, NULL, &e);
    assert_non_null(a);
    assert_non_null(a->paths);
    struct ranges *r = ranges_new(a);
    ranges_make(r);
    assert_false(ranges_of_node(r, MAIN, &x));
    assert_false(ranges_of_arc(r, 0, &x));
    ranges_free(r);
    analysis_free(a);
    m.profile.paths = NULL;
}

/* _start stands for a library that sorts: anybody may have called that, and compare is called back.
 */
static void what_is_called_back_stands_apart(void **state)
{
    enum { START, COMPARE, SWAP, TOP, OTHER };
    static const char *const names[] = {"_start", "compare", "swap", "main", "other", "z"};
    static const uint64_t ticks[] = {0, 8, 4, 2, 1, 0};
    (void)state;
    made_functions(&m, names, ARRAY_LEN(names));
    made_ticks(&m, ticks);
    made_call(&m, START, TOP, 1);
    made_call(&m, START, COMPARE, 9);
    made_call(&m, COMPARE, SWAP, 9);
    made_call(&m, TOP, OTHER, 9);
    made_call(&m, OTHER, SWAP, 1);
    struct analysis *a = analyze(NULL, false);
    expect_node(a, COMPARE, 8, 12, 0);
    expect_node(a, SWAP, 4, 4, 8);
    expect_node(a, OTHER, 1, 5, 8);
    expect_node(a, TOP, 3, 7, 8);
    expect_node(a, START, 3, 15, 0);
    analysis_free(a);
}

/* main -> a <-> b, b -> leaf; main -> leaf. Each member dominates what only it leads to. */
static void cycles_are_ranged_as_a_whole(void **state)
{
    enum { A, B, UNDER, TOP };
    static const char *const names[] = {"a", "b", "leaf", "main", "z"};
    static const uint64_t ticks[] = {8, 4, 2, 1, 0};
    (void)state;
    made_functions(&m, names, ARRAY_LEN(names));
    made_ticks(&m, ticks);
    made_call(&m, TOP, A, 1);
    made_call(&m, TOP, UNDER, 1);
    made_call(&m, A, B, 5);
    made_call(&m, B, A, 4);
    made_call(&m, B, UNDER, 4);
    struct analysis *a = analyze(NULL, false);
    expect_node(a, A, 12, 14, 0);
    expect_node(a, B, 4, 14, 0);
    expect_node(a, cycle_node(a, 1), 12, 14, 0);
    expect_arc(a, TOP, A, 12, 14);
    expect_arc(a, A, B, 4, 14);
    expect_arc(a, B, A, 0, 14);
    analysis_free(a);
}

/* ---- by chance ---- */

enum { N_MAX = 40 };

/* What stands in for a profile's calls: which pairs there are, and where paths begin. */
struct pairs {
    uint32_t n;
    bool calls[N_MAX][N_MAX], root[N_MAX];
    bool all_taken; /* else some arcs were never taken, and cycles as a whole have wider ranges */
};

static bool is_taken(const struct graph *g, const struct arc *x)
{
    return x->from != x->to && (x->count > 0 || g->calls[x->to] + g->recursion[x->to] == 0);
}

/* Mark what paths from `from` reach, itself included, that do not touch nodes in `without`. */
static void mark(const struct pairs *p, uint32_t from, const bool *without, bool *reached)
{
    if (reached[from] || without[from])
        return;
    reached[from] = true;
    for (uint32_t to = 0; to < p->n; to++)
        if (p->calls[from][to])
            mark(p, to, without, reached);
}

/* Ticks of what is marked, or of what is not. */
static double ticks_of(const struct analysis *a, const bool *marks, bool marked)
{
    double sum = 0;
    for (sym_id s = 0; s < a->n_symbols; s++)
        sum += marks[s] == marked ? a->samples->self[s] : 0;
    return sum;
}

/* Roots are those that nothing outside of what they reach reaches. */
static void read_pairs(const struct analysis *a, struct pairs *p)
{
    static bool reached[N_MAX][N_MAX];
    const bool none[N_MAX] = {false};
    *p = (struct pairs){.n = a->n_symbols, .all_taken = true};
    memset(reached, 0, sizeof reached);
    for (arc_id i = 0; i < a->graph->n_arcs; i++)
        if (is_taken(a->graph, &a->graph->arcs[i]))
            p->calls[a->graph->arcs[i].from][a->graph->arcs[i].to] = true;
        else
            p->all_taken &= a->graph->arcs[i].from == a->graph->arcs[i].to;
    for (uint32_t v = 0; v < p->n; v++)
        mark(p, v, none, reached[v]);
    for (uint32_t v = 0; v < p->n; v++) {
        p->root[v] = true;
        for (uint32_t u = 0; u < p->n; u++)
            p->root[v] &= !reached[u][v] || reached[v][u];
    }
}

/* What no path reaches without these nodes. */
static double cut_off(const struct analysis *a, const struct pairs *p, const bool *without)
{
    bool left[N_MAX] = {false};
    for (uint32_t v = 0; v < p->n; v++)
        if (p->root[v])
            mark(p, v, without, left);
    return ticks_of(a, left, false);
}

static double reachable(const struct analysis *a, const struct pairs *p, const bool *from)
{
    const bool none[N_MAX] = {false};
    bool reached[N_MAX] = {false};
    for (uint32_t v = 0; v < p->n; v++)
        if (from[v])
            mark(p, v, none, reached);
    return ticks_of(a, reached, true);
}

static void expect_low_high(const struct range *r, double low, double high)
{
    assert_false(r->is_open);
    expect_range(r, low, high, r->callbacks);
}

/* Walks with limits, made before one to the end or after it: what they find is below the high end,
 * and as far as they were asked to go. x: as it was got. */
static void expect_limits(struct ranges *r, const struct range *x, double high, uint64_t *chance)
{
    for (int i = 0; i < 3; i++) {
        const struct range_limit limit = {made_below(chance, 2) ? made_below(chance, 60) : INFINITY,
                                          made_below(chance, 2) ? made_below(chance, 20)
                                                                : UINT32_MAX};
        struct range y = *x;
        ranges_walk(r, &y, &limit);
        if (!y.is_open && !close_to(y.high, high))
            fail_msg("closed at %g, not %g", y.high, high);
        if (y.is_open && (y.high > high + 1e-6 || y.most < high - 1e-6))
            fail_msg("%g to %g, not %g", y.high, y.most, high);
        if (y.is_open && limit.steps == UINT32_MAX)
            assert_true(y.high > limit.enough);
    }
}

static void expect_nodes(const struct analysis *a, struct ranges *r, const struct pairs *p,
                         uint64_t *chance)
{
    struct range x;
    for (node_id n = 0; n < a->n_nodes; n++) {
        bool is_n[N_MAX] = {false};
        for (sym_id s = 0; s < a->n_symbols; s++)
            is_n[s] = s == n || (node_is_cycle(a, n) && cycle_node(a, a->cycles->cycle[s]) == n);
        double low = cut_off(a, p, is_n), high = reachable(a, p, is_n);
        assert_true(ranges_of_node(r, n, &x));
        struct range begun = x;
        bool as_one = node_is_cycle(a, n) && !p->all_taken;
        for (int i = 0; i < 2 && !as_one; i++) {
            expect_limits(r, &begun, high, chance);
            ranges_walk(r, &x, NULL);
        }
        ranges_walk(r, &x, NULL);
        if (as_one)
            assert_true(x.low < low + 1e-6 && x.high > high - 1e-6);
        else
            expect_low_high(&x, low, high);
    }
}

static void expect_arcs(const struct analysis *a, struct ranges *r, struct pairs *p)
{
    const bool none[N_MAX] = {false};
    struct range x;
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        const struct arc *arc = &a->graph->arcs[i];
        bool callee[N_MAX] = {false};
        callee[arc->to] = true;
        double low = 0, high = reachable(a, p, callee);
        assert_true(ranges_of_arc(r, i, &x));
        ranges_walk(r, &x, NULL);
        if (is_taken(a->graph, arc)) {
            p->calls[arc->from][arc->to] = false;
            low = cut_off(a, p, none);
            p->calls[arc->from][arc->to] = true;
        } else if (arc->from != arc->to) {
            high = 0;
        }
        expect_low_high(&x, low, high);
    }
}

/* Sets of some arcs, more than are looked at in one walk. */
static void expect_arc_sets(const struct analysis *a, struct ranges *r, const struct pairs *p,
                            uint64_t *chance)
{
    enum { SETS = 70, MOST = 4 };
    static struct set_arc arcs[SETS][MOST];
    struct arc_set sets[SETS];
    struct range got[SETS];
    for (uint32_t i = 0; i < SETS; i++) {
        sets[i] = (struct arc_set){arcs[i], a->graph->n_arcs ? made_below(chance, MOST + 1) : 0};
        for (uint32_t k = 0; k < sets[i].n; k++)
            arcs[i][k] =
                (struct set_arc){made_below(chance, a->graph->n_arcs), made_below(chance, 4) > 0};
    }
    assert_true(ranges_of_arc_sets(r, sets, SETS, got));
    for (uint32_t i = 0; i < SETS; i++) {
        static struct pairs left;
        const bool none[N_MAX] = {false};
        bool callee[N_MAX] = {false};
        left = *p;
        for (uint32_t k = 0; k < sets[i].n; k++) {
            const struct arc *x = &a->graph->arcs[arcs[i][k].arc];
            callee[x->to] |= is_taken(a->graph, x);
            left.calls[x->from][x->to] &= !arcs[i][k].whole;
        }
        expect_low_high(&got[i], cut_off(a, &left, none), reachable(a, p, callee));
    }
}

static void random_profiles_agree(void **state)
{
    static struct pairs p;
    uint64_t chance = 3;
    uint32_t cycles = 0;
    (void)state;
    for (uint32_t round = 0; round < 1500; round++) {
        uint32_t n = 1 + made_below(&chance, round % 8 ? 10 : N_MAX);
        made_random(&m, n, made_below(&chance, n * 3), &chance);
        struct analysis *a = analyze(NULL, false);
        struct ranges *r = ranges_new(a);
        assert_non_null(r);
        read_pairs(a, &p);
        if (round % 2)
            ranges_make(r);
        expect_nodes(a, r, &p, &chance);
        expect_arcs(a, r, &p);
        if (round % 8 == 0)
            expect_arc_sets(a, r, &p, &chance);
        cycles += a->cycles->n_cycles > 0;
        ranges_free(r);
        analysis_free(a);
    }
    assert_true(cycles > 100); /* the test means something */
}

/* What ranges need of an analysis may have been made with it, beside its times, or be made when
 * they are asked for; a filter of times leaves it as it is, one of arcs does not. */
static void flow_is_a_stage(void **state)
{
    static const struct filter time[] = {{"f1", UINT32_C(1) << SET_TIME_EX}};
    static const struct filter arcs[] = {{"f1/f2", UINT32_C(1) << SET_ARCS_EX}};
    struct settings s = {.ranges = true};
    struct err e = ERR_INIT;
    uint64_t chance = 4;
    struct range x, y;
    (void)state;
    made_random(&m, 40, 90, &chance);
    struct analysis *a = analyze(NULL, false),
                    *b = analysis_new(&m.profile, &s, NULL, NULL, NULL, &e);
    assert_null(a->flow);
    assert_non_null(b->flow);
    struct ranges *late = ranges_new(a), *early = ranges_new(b);
    for (node_id n = 0; n < a->n_nodes; n++) {
        assert_true(ranges_of_node(late, n, &x) && ranges_of_node(early, n, &y));
        ranges_walk(late, &x, NULL);
        ranges_walk(early, &y, NULL);
        expect_range(&x, y.low, y.high, y.callbacks);
    }
    s.n_filters = 1;
    for (int i = 0; i < 2; i++) {
        s.filters = i ? arcs : time;
        struct analysis *c = analysis_new(&m.profile, &s, NULL, b, NULL, &e);
        assert_int_equal(c->flow == b->flow, i == 0);
        analysis_free(c);
    }
    ranges_free(late);
    ranges_free(early);
    analysis_free(a);
    analysis_free(b);
}

static int release(void **state)
{
    (void)state;
    made_release(&m);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_share_out_what_nobody_knows),
        cmocka_unit_test(cut_calls_are_entries),
        cmocka_unit_test(lines_have_no_range),
        cmocka_unit_test(measured_times_have_no_range),
        cmocka_unit_test(what_is_called_back_stands_apart),
        cmocka_unit_test(cycles_are_ranged_as_a_whole),
        cmocka_unit_test(random_profiles_agree),
        cmocka_unit_test(flow_is_a_stage),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
