/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions and arcs of two builds find each other; times and calls are what both sides have. */
#include "core/analyze/questions/diff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "core/view/values.h"
#include "tests/support/profile_builder.h"

static struct made m[N_DIFF_SIDES];
static struct analysis *side[N_DIFF_SIDES];
static struct diff *d;
static uint32_t n_alike; /* runs of a side whose runs are alike */

static struct diff_request request(void)
{
    return (struct diff_request){.side = {{.analysis = side[DIFF_OLD], .n_runs = 1},
                                          {.analysis = side[DIFF_NEW], .n_runs = 1}},
                                 .norm_symbol = NO_ID};
}

static void compare(const struct diff_request *r)
{
    struct err e = ERR_INIT;
    arena_object_free(d);
    d = diff_new(r, &e);
    assert_non_null(d);
}

static void analyse(void)
{
    for (int i = 0; i < N_DIFF_SIDES; i++)
        side[i] = made_analysis(&m[i], NULL, 0);
    const struct diff_request r = request();
    compare(&r);
}

static int teardown(void **state)
{
    (void)state;
    arena_object_free(d);
    d = NULL;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        analysis_free(side[i]);
        side[i] = NULL;
        made_release(&m[i]);
    }
    return 0;
}

/* The row of a function by its name in the new side, or in the old one. */
static const struct diff_row *row_named(const char *name)
{
    for (uint32_t k = 0; k < d->n_rows; k++) {
        const struct diff_row *r = &d->rows[k];
        int i = r->symbol[DIFF_NEW] == NO_ID ? DIFF_OLD : DIFF_NEW;
        if (strcmp(symbol_name(side[i], r->symbol[i]), name) == 0)
            return r;
    }
    fail_msg("no row of %s", name);
    return NULL;
}

static void two_builds(void)
{
    static const char *const old[] = {"main", "lookup", "gone", "hash_keys", "end"};
    static const char *const new[] = {"main", "added", "more", "lookup", "hash_of_keys", "end"};
    static const uint64_t old_ticks[] = {10, 200, 5, 50, 0};
    static const uint64_t new_ticks[] = {20, 0, 7, 100, 50, 0};
    made_functions(&m[DIFF_OLD], old, ARRAY_LEN(old));
    made_ticks(&m[DIFF_OLD], old_ticks);
    made_call(&m[DIFF_OLD], 0, 1, 10);
    made_call(&m[DIFF_OLD], 1, 3, 40);
    made_call(&m[DIFF_OLD], 0, 2, 1);
    made_functions(&m[DIFF_NEW], new, ARRAY_LEN(new));
    made_ticks(&m[DIFF_NEW], new_ticks);
    made_call(&m[DIFF_NEW], 0, 3, 20);
    made_call(&m[DIFF_NEW], 3, 4, 40);
    made_call(&m[DIFF_NEW], 0, 1, 3);
    analyse();
}

static void functions_find_each_other(void **state)
{
    (void)state;
    two_builds();
    const struct diff_row *lookup = row_named("lookup"), *renamed = row_named("hash_of_keys");
    assert_string_equal(symbol_name(side[DIFF_OLD], lookup->symbol[DIFF_OLD]), "lookup");
    assert_false(lookup->guessed);
    assert_true(renamed->guessed);
    assert_string_equal(symbol_name(side[DIFF_OLD], renamed->symbol[DIFF_OLD]), "hash_keys");
    assert_true(lookup->part[DIFF_OLD].self == 200 && lookup->part[DIFF_NEW].self == 100);
    assert_true(lookup->part[DIFF_OLD].calls == 10 && lookup->part[DIFF_NEW].calls == 20);

    assert_int_equal(row_named("gone")->symbol[DIFF_NEW], NO_ID);
    assert_int_equal(row_named("added")->symbol[DIFF_OLD], NO_ID);
    assert_int_equal(row_named("more")->symbol[DIFF_OLD], NO_ID);
    assert_int_equal(d->n_rows, 7);
}

static void a_function_of_another_size_is_gone(void **state)
{
    static const char *const old[] = {"main", "was", "end"}, *const new[] = {"main", "is", "end"};
    (void)state;
    made_functions(&m[DIFF_OLD], old, ARRAY_LEN(old));
    made_init(&m[DIFF_NEW], MADE_LO, MADE_LO + 0x400);
    for (uint32_t i = 0; i < ARRAY_LEN(new); i++)
        made_symbol(&m[DIFF_NEW], new[i], MADE_LO + (i == 2 ? 0x300 : MADE_BYTES * (uint64_t)i),
                    SYM_FUNC);
    made_call(&m[DIFF_OLD], 0, 1, 4);
    made_ticks(&m[DIFF_OLD], NULL);
    made_histogram(&m[DIFF_NEW], MADE_LO, MADE_LO + 0x400, 64)[20] = 3;
    analyse();
    assert_int_equal(row_named("was")->symbol[DIFF_NEW], NO_ID);
    assert_int_equal(row_named("is")->symbol[DIFF_OLD], NO_ID);
    assert_int_equal(d->n_rows, 4);
    assert_true(diff_delta(d, row_named("was"), DIFF_VALUE_CALLS) == -4);
    assert_true(isinf(diff_delta_pct(d, row_named("is"), DIFF_VALUE_SELF)));
    assert_true(isnan(diff_value(d, row_named("is"), DIFF_VALUE_PER_CALL, DIFF_OLD)));
}

static void arcs_are_compared_by_their_ends(void **state)
{
    uint32_t equal = 0, only_old = 0, only_new = 0, more = 0;
    (void)state;
    two_builds();
    for (uint32_t i = 0; i < d->n_arcs; i++) {
        const struct diff_arc *x = &d->arcs[i];
        only_old += x->has[DIFF_OLD] && !x->has[DIFF_NEW];
        only_new += x->has[DIFF_NEW] && !x->has[DIFF_OLD];
        equal += x->calls[DIFF_OLD] == 40 && x->calls[DIFF_NEW] == 40;
        more += x->calls[DIFF_OLD] == 10 && x->calls[DIFF_NEW] == 20;
        assert_true(i == 0 || x[-1].from < x->from || (x[-1].from == x->from && x[-1].to < x->to));
    }
    assert_int_equal(equal, 1);
    assert_int_equal(more, 1);
    assert_int_equal(only_old, 1);
    assert_int_equal(only_new, 1);
}

static const struct diff_arc *arc_named(const char *from, const char *to)
{
    uint32_t caller = (uint32_t)(row_named(from) - d->rows);
    uint32_t callee = (uint32_t)(row_named(to) - d->rows);
    for (uint32_t i = d->callee_lo[caller]; i < d->callee_lo[caller + 1]; i++)
        if (d->arcs[i].to == callee)
            return &d->arcs[i];
    fail_msg("no arc from %s to %s", from, to);
    return NULL;
}

static void arcs_are_found_by_either_end(void **state)
{
    uint32_t n = 0;
    (void)state;
    two_builds();
    for (uint32_t row = 0; row < d->n_rows; row++) {
        for (uint32_t i = d->callee_lo[row]; i < d->callee_lo[row + 1]; i++)
            assert_int_equal(d->arcs[i].from, row);
        for (uint32_t i = d->caller_lo[row]; i < d->caller_lo[row + 1]; i++, n++) {
            assert_int_equal(d->arcs[d->caller[i]].to, row);
            assert_true(i == d->caller_lo[row] || d->caller[i - 1] < d->caller[i]);
        }
    }
    assert_int_equal(n, d->n_arcs);
    assert_int_equal(d->callee_lo[d->n_rows], d->n_arcs);
    assert_int_equal(d->caller_lo[d->n_rows], d->n_arcs);
}

static void what_became_of_arcs(void **state)
{
    (void)state;
    two_builds();
    const struct diff_arc *gone = arc_named("main", "gone"), *new = arc_named("main", "added");
    const struct diff_arc *more = arc_named("main", "lookup");
    assert_int_equal(diff_arc_change(d, gone), DIFF_ARC_GONE);
    assert_int_equal(diff_arc_change(d, new), DIFF_ARC_NEW);
    assert_int_equal(diff_arc_change(d, more), DIFF_ARC_CALLS);
    assert_int_equal(diff_arc_change(d, arc_named("lookup", "hash_of_keys")), DIFF_ARC_EQUAL);
    assert_int_equal(row_named("main")->arcs_new, 1);
    assert_int_equal(row_named("main")->arcs_gone, 1);
    assert_int_equal(row_named("added")->arcs_new, 1);
    assert_int_equal(row_named("added")->arcs_gone, 0);
    assert_int_equal(row_named("lookup")->arcs_new + row_named("lookup")->arcs_gone, 0);
}

/* What the samples of one side alone know of, those of the other may have missed. */
static void sampled_arcs_are_not_gone(void **state)
{
    enum { LOOKUP = MADE_LO + MADE_BYTES, GONE = LOOKUP + MADE_BYTES };
    struct path_frame seen[] = {{PATH_NO_NODE, LOOKUP + 1, 0, 0}, {0, GONE + 1, 5, 0}};
    struct profile_paths paths = {seen, ARRAY_LEN(seen), 5, 0, 0, 0};
    const struct settings measured = {.callers = CALLERS_MEASURED};
    struct err e = ERR_INIT;
    (void)state;
    two_builds();
    m[DIFF_OLD].profile.paths = &paths;
    analysis_free(side[DIFF_OLD]);
    side[DIFF_OLD] = analysis_new(&m[DIFF_OLD].profile, &measured, NULL, NULL, NULL, &e);
    assert_non_null(side[DIFF_OLD]);
    const struct diff_request r = request();
    compare(&r);
    assert_int_equal(diff_arc_change(d, arc_named("lookup", "gone")), DIFF_ARC_EQUAL);
    assert_int_equal(diff_arc_change(d, arc_named("main", "gone")), DIFF_ARC_GONE);
    assert_int_equal(row_named("lookup")->arcs_gone, 0);
    assert_int_equal(row_named("gone")->arcs_gone, 1);
    m[DIFF_OLD].profile.paths = NULL;
}

/* Where call paths measured what arcs bring, each is tested by itself: work took longer for bb. */
static void arcs_are_tested_by_call_paths(void **state)
{
    static const char *const names[] = {"main", "aa", "bb", "work", "end"};
    static const uint64_t ticks[N_DIFF_SIDES][5] = {{0, 0, 0, 200}, {0, 0, 0, 310}};
    const struct settings settings[] = {{.callers = CALLERS_MEASURED},
                                        {.callers = CALLERS_ASSUMED}};
    struct path_frame seen[N_DIFF_SIDES][5];
    struct profile_paths paths[N_DIFF_SIDES];
    struct err e = ERR_INIT;
    (void)state;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        made_functions(&m[i], names, ARRAY_LEN(names));
        made_ticks(&m[i], ticks[i]);
        const struct path_frame all[] = {{PATH_NO_NODE, made_addr(0) + 1, 0, 0},
                                         {0, made_addr(1) + 1, 0, 0},
                                         {0, made_addr(2) + 1, 0, 0},
                                         {1, made_addr(3) + 1, 100, 0},
                                         {2, made_addr(3) + 1, ticks[i][3] - 100, 0}};
        memcpy(seen[i], all, sizeof all);
        paths[i] = (struct profile_paths){seen[i], ARRAY_LEN(all), ticks[i][3], 0, 0, 0};
        m[i].profile.paths = &paths[i];
        made_call(&m[i], 0, 1, 1);
        made_call(&m[i], 0, 2, 1);
        made_call(&m[i], 1, 3, 50);
        made_call(&m[i], 2, 3, 50);
    }
    for (size_t k = 0; k < ARRAY_LEN(settings); k++) {
        for (int i = 0; i < N_DIFF_SIDES; i++) {
            analysis_free(side[i]);
            side[i] = analysis_new(&m[i].profile, &settings[k], NULL, NULL, NULL, &e);
            assert_non_null(side[i]);
        }
        const struct diff_request r = request();
        compare(&r);
        const struct diff_arc *aa = arc_named("aa", "work"), *bb = arc_named("bb", "work");
        assert_int_equal(d->measured, k == 0);
        assert_int_equal(diff_judge_arc(aa), k ? DIFF_UNTESTED : DIFF_WITHIN);
        assert_int_equal(diff_judge_arc(bb), k ? DIFF_UNTESTED : DIFF_BEYOND);
        assert_true(k || fabs(bb->test.error - sqrt(310) / 100) < 1e-9);
    }
    m[DIFF_OLD].profile.paths = m[DIFF_NEW].profile.paths = NULL;
}

/* An arc has the time of its callee and of what that calls, as far as the caller pays it. */
static void arcs_bring_times(void **state)
{
    (void)state;
    two_builds();
    const struct diff_arc *x = arc_named("main", "lookup"), *gone = arc_named("main", "gone");
    assert_true(diff_arc_value(d, x, DIFF_VALUE_TOTAL, DIFF_OLD) == 2.5);
    assert_true(diff_arc_value(d, x, DIFF_VALUE_TOTAL, DIFF_NEW) == 1.5);
    assert_true(diff_arc_delta(d, x, DIFF_VALUE_TOTAL) == -1);
    assert_true(diff_arc_delta_pct(d, x, DIFF_VALUE_TOTAL) == -40);
    assert_true(diff_arc_delta(d, x, DIFF_VALUE_CALLS) == 10);
    assert_true(isnan(diff_arc_value(d, x, DIFF_VALUE_SELF, DIFF_OLD)));
    assert_true(diff_arc_value(d, gone, DIFF_VALUE_TOTAL, DIFF_OLD) == 0.05);
    assert_true(diff_arc_value(d, gone, DIFF_VALUE_TOTAL, DIFF_NEW) == 0);
}

/* A function that calls itself pays nothing for that, and has the arc once. */
static void recursion_has_no_time(void **state)
{
    static const char *const names[] = {"main", "tree", "end"};
    static const uint64_t ticks[] = {10, 40, 0};
    (void)state;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        made_functions(&m[i], names, ARRAY_LEN(names));
        made_ticks(&m[i], ticks);
        made_call(&m[i], 0, 1, 4);
    }
    made_call(&m[DIFF_NEW], 1, 1, 9);
    analyse();
    assert_true(isnan(diff_arc_value(d, arc_named("tree", "tree"), DIFF_VALUE_TOTAL, DIFF_NEW)));
    assert_true(diff_arc_value(d, arc_named("main", "tree"), DIFF_VALUE_TOTAL, DIFF_NEW) == 0.4);
    assert_int_equal(row_named("tree")->arcs_new, 1);
}

static void numbers_are_those_of_both_sides(void **state)
{
    (void)state;
    two_builds();
    const struct diff_row *r = row_named("lookup");
    assert_true(diff_value(d, r, DIFF_VALUE_SELF, DIFF_OLD) == 2.0);
    assert_true(diff_value(d, r, DIFF_VALUE_SELF, DIFF_NEW) == 1.0);
    assert_true(diff_delta(d, r, DIFF_VALUE_SELF) == -1.0);
    assert_true(diff_delta_pct(d, r, DIFF_VALUE_SELF) == -50);
    assert_true(fabs(diff_error(r, DIFF_VALUE_SELF) - sqrt(300) / 100) < 1e-12);
    assert_true(diff_delta_pct(d, r, DIFF_VALUE_CALLS) == 100);
    assert_true(diff_delta_pct(d, r, DIFF_VALUE_PER_CALL) == -75);
    assert_int_equal(diff_judge(r, DIFF_SELF), DIFF_BEYOND);
    assert_int_equal(diff_judge(row_named("hash_of_keys"), DIFF_SELF), DIFF_WITHIN);
    assert_int_equal(diff_judge(row_named("more"), DIFF_SELF), DIFF_UNTESTED);
    assert_true(d->total.part[DIFF_OLD].self == 265 && d->total.part[DIFF_NEW].self == 177);
    assert_int_equal(diff_judge_alone(&d->total, DIFF_SELF), DIFF_BEYOND);
}

/* The old side is scaled to what is the norm. */
static void sides_are_made_comparable(void **state)
{
    (void)state;
    two_builds();
    struct diff_request r = request();
    r.norm = DIFF_PER_TOTAL;
    compare(&r);
    const struct diff_row *lookup = row_named("lookup");
    assert_true(fabs(diff_delta(d, &d->total, DIFF_VALUE_SELF)) < 1e-12);
    assert_true(fabs(diff_value(d, lookup, DIFF_VALUE_SELF, DIFF_OLD) - 2.0 * 177 / 265) < 1e-12);
    assert_true(diff_value(d, lookup, DIFF_VALUE_CALLS, DIFF_OLD) == 10);

    r.norm = DIFF_PER_CALLS;
    r.norm_symbol = lookup->symbol[DIFF_NEW];
    compare(&r);
    lookup = row_named("lookup");
    assert_int_equal(d->norm, DIFF_PER_CALLS);
    assert_true(diff_delta(d, lookup, DIFF_VALUE_CALLS) == 0);
    assert_true(diff_value(d, lookup, DIFF_VALUE_SELF, DIFF_OLD) == 4.0);
    assert_true(diff_delta(d, row_named("hash_of_keys"), DIFF_VALUE_CALLS) == -40);

    r.norm_symbol = row_named("main")->symbol[DIFF_NEW]; /* never called: no norm */
    compare(&r);
    assert_int_equal(d->norm, DIFF_PER_RUN);
}

/* Time in the kernel is no function that was called otherwise before. */
static void the_kernel_is_not_renamed(void **state)
{
    static const char *const names[] = {"main", "work", "away"};
    static const char *const new_names[] = {"main", "work", "[kernel]"};
    (void)state;
    made_functions(&m[DIFF_OLD], names, ARRAY_LEN(names));
    made_functions(&m[DIFF_NEW], new_names, ARRAY_LEN(new_names));
    analyse();
    assert_true(row_named("[kernel]")->guessed);
    side[DIFF_NEW]->table->symbols[2].flags |= SYM_KERNEL;
    const struct diff_request r = request();
    compare(&r);
    assert_int_equal(row_named("[kernel]")->symbol[DIFF_OLD], NO_ID);
    assert_int_equal(row_named("away")->symbol[DIFF_NEW], NO_ID);
}

static struct run_spread spread_alike(double mean, uint32_t n)
{
    return (struct run_spread){n, mean, mean, mean, 0, NO_ID};
}

static bool equal_runs(const struct analysis *a, sym_id s, struct run_spread *out)
{
    *out = spread_alike(a->samples->self[s] / n_alike, n_alike);
    return true;
}

/* All runs of a side are alike. */
static void are_alike(struct diff_side *of, uint32_t n_runs)
{
    of->n_runs = n_alike = n_runs;
    of->spread = equal_runs;
    of->whole = spread_alike(of->analysis->samples->total / n_runs, n_runs);
}

/* The mean of several runs is compared with one run. */
static void runs_are_averaged(void **state)
{
    (void)state;
    two_builds();
    struct diff_request r = request();
    are_alike(&r.side[DIFF_OLD], 2);
    compare(&r);
    assert_true(diff_delta(d, row_named("lookup"), DIFF_VALUE_SELF) == 0);
    assert_true(diff_value(d, row_named("lookup"), DIFF_VALUE_CALLS, DIFF_OLD) == 5);
    assert_false(d->repeated);    /* two runs and one say nothing of how runs differ */
    assert_false(d->whole_calls); /* gone was called once in two runs */
}

/* Runs of 21 samples each do not say that a run never has 22: it takes more to be real. */
static void equal_runs_are_not_exact(void **state)
{
    static const char *const names[] = {"main", "work", "end"};
    static const struct {
        uint64_t ticks;
        enum diff_verdict verdict;
    } cases[] = {{22, DIFF_NOISE}, {21, DIFF_NOISE}, {60, DIFF_REAL}};
    for (size_t k = 0; k < ARRAY_LEN(cases); k++) {
        const uint64_t ticks[N_DIFF_SIDES][3] = {{0, 3 * 21, 0}, {0, 3 * cases[k].ticks, 0}};
        for (int i = 0; i < N_DIFF_SIDES; i++) {
            made_functions(&m[i], names, ARRAY_LEN(names));
            made_ticks(&m[i], ticks[i]);
        }
        analyse();
        struct diff_request r = request();
        are_alike(&r.side[DIFF_OLD], 3);
        are_alike(&r.side[DIFF_NEW], 3);
        compare(&r);
        assert_int_equal(diff_judge(row_named("work"), DIFF_SELF), cases[k].verdict);
        assert_int_equal(diff_judge(row_named("work"), DIFF_TOTAL), cases[k].verdict);
        assert_true(diff_error(row_named("work"), DIFF_VALUE_SELF) > 0);
        assert_true(row_named("work")->test[DIFF_SELF].p > 0);
        teardown(state);
    }
}

/* 49 times one call are one call a run: 49 times a 49th is less than 1 in binary. */
static void equal_means_are_equal(void **state)
{
    static const char *const names[] = {"main", "once", "end"};
    static const uint64_t ticks[] = {10, 40, 0};
    (void)state;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        made_functions(&m[i], names, ARRAY_LEN(names));
        made_ticks(&m[i], ticks);
        made_call(&m[i], 0, 1, i == DIFF_OLD ? 49 : 1);
    }
    analyse();
    struct diff_request r = request();
    are_alike(&r.side[DIFF_OLD], 49);
    compare(&r);
    assert_true(diff_delta(d, row_named("once"), DIFF_VALUE_CALLS) == 0);
    assert_true(d->whole_calls);
    assert_int_equal(diff_arc_change(d, arc_named("main", "once")), DIFF_ARC_EQUAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(functions_find_each_other, teardown),
        cmocka_unit_test_teardown(a_function_of_another_size_is_gone, teardown),
        cmocka_unit_test_teardown(the_kernel_is_not_renamed, teardown),
        cmocka_unit_test_teardown(arcs_are_compared_by_their_ends, teardown),
        cmocka_unit_test_teardown(arcs_are_found_by_either_end, teardown),
        cmocka_unit_test_teardown(what_became_of_arcs, teardown),
        cmocka_unit_test_teardown(sampled_arcs_are_not_gone, teardown),
        cmocka_unit_test_teardown(arcs_are_tested_by_call_paths, teardown),
        cmocka_unit_test_teardown(arcs_bring_times, teardown),
        cmocka_unit_test_teardown(recursion_has_no_time, teardown),
        cmocka_unit_test_teardown(equal_runs_are_not_exact, teardown),
        cmocka_unit_test_teardown(equal_means_are_equal, teardown),
        cmocka_unit_test_teardown(numbers_are_those_of_both_sides, teardown),
        cmocka_unit_test_teardown(sides_are_made_comparable, teardown),
        cmocka_unit_test_teardown(runs_are_averaged, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
