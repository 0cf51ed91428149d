/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D7: sums over groups of functions, against adding them up by hand. */
#include <math.h>

#include "core/analyze/entry.h"
#include "core/analyze/questions/rollup.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { ROUNDS = 200, GROUPS = 5 };

static struct made m;

/* ---- groups ---- */

static struct group_sums add_up(const struct analysis *a, const uint32_t *group, uint32_t g)
{
    struct group_sums x = {0};
    for (sym_id s = 0; s < a->n_symbols; s++) {
        bool called = node_calls(a, s) || node_recursion(a, s);
        if (group[s] != g)
            continue;
        x.functions++;
        x.called += called;
        x.used += called || a->samples->self[s] != 0;
        x.self += a->samples->self[s];
    }
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        const struct entry_arc arc = entry_arc(a, i);
        if (group[arc.from] == g && group[arc.to] != g)
            x.calls_out += arc.count;
        if (group[arc.to] == g && group[arc.from] != g) {
            x.calls_in += arc.count;
            x.time_in += arc.time.self + arc.time.child;
        }
    }
    return x;
}

static void expect_sums(const struct group_sums *x, const struct group_sums *y)
{
    assert_int_equal(x->functions, y->functions);
    assert_int_equal(x->called, y->called);
    assert_int_equal(x->used, y->used);
    assert_true(x->calls_in == y->calls_in && x->calls_out == y->calls_out);
    assert_true(x->self == y->self && x->time_in == y->time_in);
}

TEST(d7_sums_are_those_of_the_members)
{
    uint64_t chance = 1;
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t n = 1 + made_below(&chance, 60), group[60];
        made_random(&m, n, made_below(&chance, n * 3), &chance);
        struct analysis *a = made_analysis(&m, NULL, 0);
        struct group_sums sums[GROUPS];
        double self = 0;
        for (sym_id s = 0; s < a->n_symbols; s++)
            group[s] = made_below(&chance, GROUPS);
        rollup(a, group, GROUPS, sums);
        for (uint32_t g = 0; g < GROUPS; g++) {
            struct group_sums want = add_up(a, group, g);
            expect_sums(&sums[g], &want);
            self += sums[g].self;
        }
        double all = 0;
        for (sym_id s = 0; s < a->n_symbols; s++)
            all += a->samples->self[s];
        assert_true(fabs(self - all) < 1e-6);
        analysis_free(a);
    }
}

/* ---- places of calls ---- */

TEST(call_sites_are_addresses)
{
    static const char *const names[] = {"aa", "bb", "cc"};
    static const uint32_t want[] = {0, 2, 1};
    uint32_t sites[3];
    made_functions(&m, names, 3);
    made_ticks(&m, NULL);
    made_arc(&m, made_addr(0) + 2, made_addr(1), 1);
    made_arc(&m, made_addr(0) + 6, made_addr(1), 3);
    made_arc(&m, made_addr(0) + 2, made_addr(1), 4); /* another file has the same place */
    made_arc(&m, made_addr(1) + 2, made_addr(2), 9);
    made_arc(&m, made_addr(2) + 2, made_addr(2), 9); /* in itself */
    struct analysis *a = made_analysis(&m, NULL, 0);
    rollup_call_sites(a, sites);
    assert_memory_equal(sites, want, sizeof want);
    analysis_free(a);
}

static int tear_down(void **state)
{
    made_release(&m);
    return 0;
}

ALL_TESTS(NULL, tear_down);
