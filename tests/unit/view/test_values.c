/* SPDX-License-Identifier: GPL-3.0-or-later */
/* values: a screen and gprof's layout show the same digits, also where the order of floating-point
 * operations decides the last one; and what a row lacks is not a number. */
#include "core/view/values.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/load/image/demangle.h"
#include "core/view/format/gnu.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/grid.h"

#include "tests/support/profile_builder.h"

enum { FUNCTIONS = 400, BYTES = 16, LO = 0x1000, ROUNDS = 10 };

/* f0 calls all others, each of which has time of its own. */
static void make_profile(struct made *m, uint64_t *chance)
{
    made_init(m, LO, LO + FUNCTIONS * BYTES);
    uint64_t *bins = made_histogram(m, LO, LO + FUNCTIONS * BYTES, FUNCTIONS);
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        char name[16];
        snprintf(name, sizeof name, "f%u", (unsigned)i);
        made_symbol(m, name, LO + i * BYTES, SYM_FUNC);
        bins[i] = 1 + made_below(chance, 5000);
        if (i)
            made_arc(m, LO, LO + i * BYTES, 1 + made_below(chance, 1000));
    }
}

static bool collect(void *ctx, const char *p, size_t n, struct err *e)
{
    (void)e;
    text_add(ctx, p, n);
    return true;
}

/* The text of a row's column, without its blanks. */
static void column_text(const struct grid *g, const struct line *l, const char *id, char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < l->n_spans; i++)
        for (uint32_t k = l->spans[i].lo; k < l->spans[i].hi; k++)
            if (strcmp(g->columns[l->spans[i].column].id, id) == 0 && l->text.p[k] != ' ')
                out[n++] = l->text.p[k];
    out[n] = '\0';
}

/* Compare the cells of a row per call, if they are in milliseconds, with words of gprof's row,
 * which always are under -T. Returns how many were. */
static unsigned compare_row(const struct grid *g, uint32_t row, char *gnu)
{
    static const char *const ids[] = {"self/call", "total/call"};
    char *save = gnu, *word[6], cell[256];
    struct line l = {0};
    unsigned compared = 0;
    for (size_t i = 0; i < 6; i++)
        word[i] = strtok_r(NULL, " ", &save);
    g->ops->format(g, row, &l);
    for (size_t i = 0; word[5] && i < 2; i++) {
        column_text(g, &l, ids[i], cell);
        char *unit = strstr(cell, "ms");
        if (!unit)
            continue;
        *unit = '\0';
        assert_string_equal(cell, word[4 + i]);
        compared++;
    }
    line_release(&l);
    return compared;
}

static unsigned compare(const struct view_context *v)
{
    struct grid_style style = {.cols = 200, .ascii = true, .names = NAME_FULL};
    struct text report = {0};
    const struct emitter to = {.write = collect, .ctx = &report};
    struct err e = ERR_INIT;
    char *save = NULL;
    uint32_t row = 0;
    unsigned compared = 0;
    struct grid *g = flat_grid(v, &style, NULL, NULL);
    assert_true(g && gnu_flat(v, &to, &e));
    text_char(&report, '\0');
    for (char *l = strtok_r(report.p, "\n", &save); l; l = strtok_r(NULL, "\n", &save))
        if (strchr("0123456789", l[strspn(l, " ")]))
            compared += compare_row(g, row++, l);
    assert_int_equal(row, g->n_rows);
    grid_free(g);
    text_release(&report);
    return compared;
}

static void screen_and_report_agree(void **state)
{
    static struct made m;
    uint64_t chance = 11;
    unsigned compared = 0;
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        struct settings s = {.demangle = true, .traditional = true, .width = 80};
        struct err e = ERR_INIT;
        make_profile(&m, &chance);
        struct analysis *a = analysis_new(&m.profile, &s, NULL, NULL, NULL, &e);
        struct names *names = names_new(&m.profile, NULL, true, demangle_style_auto());
        assert_true(a && names);
        compared += compare(&(struct view_context){.analysis = a, .settings = &s, .names = names});
        analysis_free(a);
        names_free(names);
    }
    assert_true(compared > ROUNDS * FUNCTIONS);
}

static void unit_comes_before_the_division(void **state)
{
    const struct amounts r = {.hz = 100, .self = 13, .child = 0, .calls = 16};
    char text[32];
    (void)state;
    snprintf(text, sizeof text, "%.2f", value_of(&r, VALUE_SELF_PER_CALL, 1e3));
    assert_string_equal(text, "8.12"); /* of 8.125 exactly */
    assert_true(value_of(&r, VALUE_SELF_PER_CALL, 1e3) == 8.125);
}

static void what_is_missing_is_no_number(void **state)
{
    const struct amounts no_rate = {.self = 1, .calls = 1, .whole = 1};
    const struct amounts no_calls = {.hz = 100, .self = 1, .wait = -1};
    (void)state;
    for (int v = VALUE_SELF; v <= VALUE_WALL; v++)
        assert_true(isnan(known_value(&no_rate, (enum row_value)v, 1)) == (v != VALUE_CALLS));
    assert_true(isinf(value_of(&no_rate, VALUE_SELF, 1))); /* what gprof prints */
    assert_true(isnan(known_value(&no_calls, VALUE_SELF_PER_CALL, 1)));
    assert_true(isnan(known_value(&no_calls, VALUE_SHARE_PCT, 1)));
    assert_true(known_value(&no_calls, VALUE_SELF_PCT, 1) == 100); /* gprof's base of nothing: 1 */
    assert_true(isnan(known_value(&no_calls, VALUE_WAIT, 1)));
    assert_true(isnan(known_value(&no_calls, VALUE_WALL, 1)));
    assert_true(percent_or_0(1, 0) == 0 && part_of(1, 0) == 0);
}

static void wall_of_an_entry_has_children(void **state)
{
    const struct amounts r = {.hz = 1000, .self = 250, .child = 250, .wait = 1500};
    const struct amounts none = {.hz = 1000, .self = 250, .child = 250, .wait = -1};
    (void)state;
    assert_true(known_value(&r, VALUE_TOTAL_WALL, 1) == 2);
    assert_true(isnan(known_value(&none, VALUE_TOTAL_WALL, 1)));
}

static void wall_is_self_and_wait(void **state)
{
    const struct amounts r = {.hz = 1000, .self = 250, .wait = 1500};
    (void)state;
    assert_true(known_value(&r, VALUE_WAIT, 1) == 1.5);
    assert_true(known_value(&r, VALUE_WALL, 1) == 1.75);
    assert_true(known_value(&r, VALUE_SELF, 1) == 0.25);
}

/* 64 of 100 samples, of which 36 are its own: sums are Poisson, shares binomial. */
static void errors_of_sums_and_shares(void **state)
{
    const struct amounts x = {.hz = 10, .self = 36, .child = 28, .all = 100};
    (void)state;
    assert_true(fabs(value_of(&x, VALUE_ERROR, 1) - 0.6) < 1e-9);
    assert_true(fabs(value_of(&x, VALUE_TOTAL_ERROR, 1) - 0.8) < 1e-9);
    assert_true(fabs(value_of(&x, VALUE_SELF_PCT_ERROR, 1) - 4.8) < 1e-9);
    assert_true(share_error(0, 100) == 0 && share_error(100, 100) == 0 && share_error(5, 0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_of_sums_and_shares),
        cmocka_unit_test(screen_and_report_agree),
        cmocka_unit_test(unit_comes_before_the_division),
        cmocka_unit_test(what_is_missing_is_no_number),
        cmocka_unit_test(wall_is_self_and_wait),
        cmocka_unit_test(wall_of_an_entry_has_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
