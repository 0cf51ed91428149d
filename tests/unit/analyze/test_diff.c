/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of two builds find each other; times and calls are what both sides have. */
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

/* One run of each side, unless a test says otherwise. */
static struct diff_side compared[N_DIFF_SIDES];

static void compare(void)
{
    struct err e = ERR_INIT;
    arena_object_free(d);
    d = diff_new(compared, &e);
    assert_non_null(d);
}

static void analyse(void)
{
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        side[i] = made_analysis(&m[i], NULL, 0);
        compared[i] = (struct diff_side){.analysis = side[i], .n_runs = 1};
    }
    compare();
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

static struct run_spread spread_alike(double mean, uint32_t n)
{
    return (struct run_spread){n, mean, mean, 0, NO_ID};
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
    are_alike(&compared[DIFF_OLD], 2);
    compare();
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
        are_alike(&compared[DIFF_OLD], 3);
        are_alike(&compared[DIFF_NEW], 3);
        compare();
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
    are_alike(&compared[DIFF_OLD], 49);
    compare();
    assert_true(diff_delta(d, row_named("once"), DIFF_VALUE_CALLS) == 0);
    assert_true(d->whole_calls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(functions_find_each_other, teardown),
        cmocka_unit_test_teardown(a_function_of_another_size_is_gone, teardown),
        cmocka_unit_test_teardown(equal_runs_are_not_exact, teardown),
        cmocka_unit_test_teardown(equal_means_are_equal, teardown),
        cmocka_unit_test_teardown(numbers_are_those_of_both_sides, teardown),
        cmocka_unit_test_teardown(runs_are_averaged, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
