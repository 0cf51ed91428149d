/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All grids: no width or content makes them fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/view/grid/diff.h"
#include "core/view/grid/diff.h"
#include "core/view/grid/entry.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/grid.h"
#include "core/view/grid/modules.h"
#include "core/view/grid/runs.h"
#include "core/view/grid/source.h"

#include "tests/support/grid_fixture.h"

static void every_width(void **state)
{
    (void)state;
    struct fixture f;

    fixture_cycles(&f);
    fixture_expect_all_widths(&f);
    fixture_release(&f);
}

/* Names with escape sequences, broken UTF-8 and great length; huge numbers. */
static void hostile_names_and_numbers(void **state)
{
    (void)state;
    static char huge[2000];
    const char *names[] = {"\x1b[2J\x07", "\xff\xfe\x80", "a\nb\tc", "", huge, "_ZN1A1fEv", "end"};
    static const uint64_t ticks[] = {1, UINT64_C(1) << 52, 3, 0, 5, 999999, 0};
    struct fixture f;

    memset(huge, 'x', sizeof huge - 1);
    fixture_init(&f, names, 7);
    made_ticks(&f.made, ticks);
    made_call(&f.made, 0, 1, UINT64_MAX / 4);
    made_call(&f.made, 1, 2, UINT64_MAX / 8);
    made_call(&f.made, 2, 1, UINT64_MAX / 8);
    made_call(&f.made, 0, 4, 1);
    fixture_analyze(&f);
    fixture_expect_all_widths(&f);
    fixture_release(&f);
}

static void expect_heading(const struct grid *g, const char *want)
{
    struct line l = {0};
    g->ops->heading(g, &l);
    assert_string_equal(text_z(&l.text), want);
    line_release(&l);
}

/* Without times there are no columns for times, unless somebody asks for them. */
static void without_histogram(void **state)
{
    (void)state;
    static const char *const names[] = {"aa", "bb", "zz"};
    struct fixture f;
    struct line l = {0};

    fixture_init(&f, names, 3);
    made_call(&f.made, 0, 1, 3);
    f.settings.unused = true;
    fixture_analyze(&f);
    struct grid *g = fixture_flat(&f, 120, NULL);
    expect_heading(g, " callsv name");
    g->ops->format(g, 0, &l);
    assert_string_equal(text_z(&l.text), "      3 bb");
    struct grid_style asks = fixture_style(120);
    asks.with = 1u << fixture_column(g, "self");
    grid_free(g);
    g = flat_grid(&f.v, &asks, NULL, NULL);
    expect_heading(g, " self s callsv name");
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "self", "-");
    grid_free(g);
    g = fixture_entry(&f, 1, 80);
    expect_heading(g, " index  called name");
    g->ops->format(g, 1, &l);
    fixture_expect(g, &l, "called", "3/3");
    fixture_expect(g, &l, "name", "aa [2]");
    line_release(&l);
    grid_free(g);
    fixture_expect_all_widths(&f);
    fixture_release(&f);
}

static void one_function(void **state)
{
    (void)state;
    static const char *const names[] = {"only"};
    struct fixture f;

    fixture_init(&f, names, 1);
    made_ticks(&f.made, NULL);
    fixture_analyze(&f);
    struct grid *g = fixture_flat(&f, 80, NULL);

    assert_int_equal(g->n_rows, 0); /* neither called nor sampled */
    grid_free(g);
    f.settings.unused = true;
    g = fixture_flat(&f, 80, NULL);
    fixture_expect_order(g, "only ");
    grid_free(g);
    fixture_expect_all_widths(&f);
    fixture_release(&f);
}

/* What a column is about is read in a menu of 80 columns. */
static void helps_fit_the_menu(void **state)
{
    enum { MENU_COLS = 61 };
    const struct {
        const struct grid_column *v;
        unsigned n;
    } all[] = {{flat_columns, n_flat_columns},       {entry_columns, n_entry_columns},
               {modules_columns, n_modules_columns}, {source_columns, n_source_columns},
               {diff_columns, n_diff_columns},       {runs_columns, n_runs_columns}};
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(all); i++)
        for (unsigned k = 0; k < all[i].n; k++)
            if (all[i].v[k].help && strlen(all[i].v[k].help) > MENU_COLS)
                fail_msg("%s: %s", all[i].v[k].id, all[i].v[k].help);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_width),        cmocka_unit_test(hostile_names_and_numbers),
        cmocka_unit_test(without_histogram),  cmocka_unit_test(one_function),
        cmocka_unit_test(helps_fit_the_menu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
