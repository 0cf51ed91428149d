/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks per symbol: by hand, against every bin held to every symbol, and that no tick gets lost. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/analyze/samples.h"
#include "core/select/symset.h"
#include "tests/support/profile_builder.h"

static struct made m;

static struct samples *assign(const struct table *t, const struct symset *in,
                              const struct symset *ex)
{
    static const struct symset none;
    const struct symset_pair sets = {.in = in ? *in : none, .ex = ex ? *ex : none};
    struct err e = {0};
    struct samples *s = samples_new(t, &sets, NULL, &e);
    assert_non_null(s);
    return s;
}

static void by_hand(void **state)
{
    (void)state;
    made_init(&m, 0x1000, 0x1040);
    made_symbol(&m, "a", 0x1000, SYM_FUNC);
    made_symbol(&m, "b", 0x1004, SYM_FUNC);
    made_symbol(&m, "c", 0x1018, SYM_FUNC);
    made_symbol(&m, "last", 0x1030, SYM_FUNC);
    uint64_t *bins = made_histogram(&m, 0x0ff0, 0x1040, 10); /* 8 bytes each */
    struct table *t = made_table(&m);

    bins[0] = 5;   /* in front of all symbols */
    bins[2] = 10;  /* half a, half b */
    bins[3] = 3;   /* b */
    bins[4] = 1;   /* b to its end */
    bins[5] = 100; /* c */
    bins[8] = 7;   /* the last symbol gets no time */
    struct samples *s = assign(t, NULL, NULL);
    const double want[] = {5, 9, 100, 0};

    for (sym_id y = 0; y < 4; y++)
        assert_true(s->self[y] == want[y]);
    assert_true(s->total == 126);
    arena_object_free(s);

    uint8_t only_b[] = {0, 1, 0, 0};
    const struct symset set = {true, only_b};

    s = assign(t, &set, NULL); /* what belongs to others leaves the total */
    assert_true(s->self[0] == 0 && s->self[1] == 9 && s->self[2] == 0 && s->total == 126 - 105);
    arena_object_free(s);
    s = assign(t, NULL, &set);
    assert_true(s->self[0] == 5 && s->self[1] == 0 && s->self[2] == 100 && s->total == 126 - 9);
    arena_object_free(s);
    arena_object_free(t);
}

/* ---- every bin held to every symbol ---- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void assign_slowly(const struct table *t, double *self)
{
    const struct profile *p = t->profile;
    for (uint32_t k = 0; k < p->n_hists; k++)
        for (uint32_t i = 0; i < p->hists[k].n_bins; i++) {
            uint64_t base = p->hists[k].lo / 2, lo = base + (uint64_t)(p->scale * i),
                     hi = base + (uint64_t)(p->scale * (i + 1));
            for (sym_id y = 0; y + 1 < t->n_symbols; y++) {
                uint64_t from = later(t->symbols[y].addr / 2, lo), to = t->symbols[y + 1].addr / 2;
                to = to < hi ? to : hi;
                if (to > from)
                    self[y] += (double)(to - from) * (double)p->hists[k].bins[i] / p->scale;
            }
        }
}

static void draw(uint64_t base, uint64_t *chance)
{
    uint32_t n = 2 + made_below(chance, 60);
    uint64_t span = 2 + 2 * (uint64_t)made_below(chance, 2000);
    made_init(&m, base, base + span);
    for (uint32_t i = 0; i < n; i++)
        made_symbol(&m, "f", base + made_below(chance, (uint32_t)span), SYM_FUNC);
    uint32_t half = (uint32_t)span / 4, n_bins = half ? 1 + made_below(chance, half) : 0;

    for (uint32_t k = 0; k < 2 && half; k++) { /* the second one lies in front of the first */
        uint64_t lo = base + (k ? 0 : 2 * half);
        uint64_t *bins = made_histogram(&m, lo, lo + 2 * half, n_bins);
        for (uint32_t i = 0; i < n_bins; i++)
            bins[i] = made_below(chance, 4) ? 0 : made_below(chance, 1000);
    }
}

static void equals_the_slow_version(void **state)
{
    static const uint64_t bases[] = {0, 0x1000, 0x401001, UINT64_MAX - 5000};
    uint64_t chance = 3;
    (void)state;
    for (uint32_t round = 0; round < 2000; round++) {
        double want[MADE_SYMBOLS] = {0}, all = 0;
        draw(bases[round % ARRAY_LEN(bases)], &chance);
        struct table *t = made_table(&m);
        struct samples *s = assign(t, NULL, NULL);

        assign_slowly(t, want);
        for (sym_id y = 0; y < t->n_symbols; y++)
            assert_true(s->self[y] == want[y]);
        for (uint32_t k = 0; k < m.profile.n_hists; k++)
            for (uint32_t i = 0; i < m.hists[k].n_bins; i++)
                all += (double)m.hists[k].bins[i];
        assert_true(s->total == all);
        arena_object_free(s);
        arena_object_free(t);
    }
}

static void no_tick_is_lost_between_symbols(void **state)
{
    uint64_t chance = 11;
    (void)state;
    for (uint32_t round = 0; round < 500; round++) {
        double sum = 0;
        uint32_t n = 2 + made_below(&chance, 100);
        made_random(&m, n, 0, &chance);
        for (uint32_t i = n * 4 - 4; i < n * 4; i++)
            m.bins[0][i] = 0; /* the last symbol gets no time */
        struct table *t = made_table(&m);
        struct samples *s = assign(t, NULL, NULL);

        for (sym_id y = 0; y < n; y++)
            sum += s->self[y];
        assert_true(fabs(sum - s->total) <= 1e-9 * s->total);
        arena_object_free(s);
        arena_object_free(t);
    }
}

/* Ranges that the reader lets through, but that hold no code. */
static void odd_histograms(void **state)
{
    static const struct {
        uint64_t lo, hi;
        double scale;
    } odd[] = {
        {0x1000, 0x1000, 0}, {0x1040, 0x1000, 1e300}, {0, UINT64_MAX, 1e18}, {0x1000, 0x1010, NAN}};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(odd); i++) {
        made_init(&m, 0x1000, 0x1040);
        made_symbol(&m, "a", 0x1000, SYM_FUNC);
        made_symbol(&m, "b", 0x1020, SYM_FUNC);
        uint64_t *bins = made_histogram(&m, odd[i].lo, odd[i].hi, 4);

        m.profile.scale = odd[i].scale;
        bins[0] = bins[3] = 9;
        struct table *t = made_table(&m);
        struct samples *s = assign(t, NULL, NULL);

        assert_true(s->total == 18 && s->self[0] >= 0 && s->self[0] <= 18 && s->self[1] == 0);
        arena_object_free(s);
        arena_object_free(t);
    }
}

/* Waits are sampled more often here than CPU time; parts of the code alone, in any order. */
static void waits_stand_beside(void **state)
{
    (void)state;
    made_init(&m, 0x1000, 0x1040);
    made_symbol(&m, "a", 0x1000, SYM_FUNC);
    made_symbol(&m, "b", 0x1010, SYM_FUNC);
    made_symbol(&m, "c", 0x1021, SYM_FUNC);
    made_symbol(&m, "last", 0x1030, SYM_FUNC);
    made_histogram(&m, 0x1000, 0x1040, 16)[1] = 4;
    uint64_t late[] = {10, 0, 30}, early[] = {50, 20};
    struct histogram waits[] = {
        {.lo = 0x1020, .hi = 0x102c, .bins = late, .n_bins = 3, .scale = 2},
        {.lo = 0x100c, .hi = 0x1014, .bins = early, .n_bins = 2, .scale = 2},
    };
    struct table *t = made_table(&m);
    struct samples *s = assign(t, NULL, NULL);
    assert_null(s->wait);
    arena_object_free(s);

    m.profile.waits = waits;
    m.profile.n_waits = 2;
    m.profile.wait_hz = 1000; /* of CPU time: 100 */
    const uint8_t only_b[] = {0, 1, 0, 0};
    const struct symset set = {true, (uint8_t *)only_b};
    s = assign(t, NULL, NULL);
    assert_true(s->self[0] == 4 && s->total == 4);
    assert_float_equal(s->wait[0], 5, 1e-9);
    assert_float_equal(s->wait[1], 2, 1e-9); /* c begins in an odd byte: its unit is its own */
    assert_float_equal(s->wait[2], 4, 1e-9);
    assert_float_equal(s->wait_total, 11, 1e-9);
    arena_object_free(s);
    s = assign(t, &set, NULL);
    assert_true(s->wait[0] == 0 && s->wait[2] == 0 && s->total == 0);
    assert_float_equal(s->wait[1], 2, 1e-9);
    assert_float_equal(s->wait_total, 2, 1e-9);
    arena_object_free(s);
    arena_object_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(equals_the_slow_version),
        cmocka_unit_test(no_tick_is_lost_between_symbols),
        cmocka_unit_test(odd_histograms),
        cmocka_unit_test(waits_stand_beside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
