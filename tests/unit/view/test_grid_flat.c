/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat view: its numbers are those of GNU's layout, its order holds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/view/format/gnu.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/grid.h"

#include "tests/support/grid_fixture.h"

/* Column by column: `percent cum self [calls self/call total/call] name`. */
static void check_flat_row(const struct grid *g, uint32_t i, char *gnu)
{
    static const char *const with_calls[] = {"time%", "cum", "self", "calls", NULL, NULL, "name"};
    static const char *const without[] = {"time%", "cum", "self", "name"};
    char *words[7], *save = gnu;
    bool called = true;
    size_t n = 0;
    struct line l = {0};
    while (n < 6 && called) {
        words[n++] = strtok_r(NULL, " ", &save);
        called = n != 3 || strspn(save, " ") < 20; /* fields of calls may be blank */
    }
    words[n++] = save + strspn(save, " ");
    g->ops->format(g, i, &l);
    for (size_t k = 0; k < n; k++) {
        const char *id = n == 4 ? without[k] : with_calls[k];
        bool recursive = id && strcmp(id, "calls") == 0 && strcmp(words[n - 1], "cc") == 0;
        if (recursive)
            assert_string_equal(words[k], "5");
        if (id)
            fixture_expect(g, &l, id, recursive ? "5+2" : words[k]);
    }
    if (n == 4)
        fixture_expect(g, &l, "calls", "");
    line_release(&l);
}

static void flat_has_gnu_numbers(void **state)
{
    (void)state;
    struct fixture f;
    char *save = NULL, *all;
    uint32_t i = 0;

    fixture_cycles(&f);
    struct grid *g = fixture_flat(&f, 160, NULL);

    all = fixture_gnu(&f, gnu_flat);
    for (char *l = strtok_r(all, "\n", &save); l; l = strtok_r(NULL, "\n", &save))
        if (l[0] == ' ' && strchr("0123456789", l[strspn(l, " ")]))
            check_flat_row(g, i++, l);
    assert_int_equal(i, g->n_rows);
    assert_int_equal(i, 5);
    free(all);
    grid_free(g);
    fixture_release(&f);
}

static void flat_computes(void **state)
{
    (void)state;
    struct fixture f;
    struct line l = {0};

    fixture_cycles(&f);
    struct grid *g = fixture_flat(&f, 160, NULL);

    g->ops->format(g, 0, &l); /* ee: 7 of 17 ticks, 5 calls */
    fixture_expect(g, &l, "name", "ee <cycle 2>");
    fixture_expect(g, &l, "err", "0.03");
    fixture_expect(g, &l, "total", "0.07");
    fixture_expect(g, &l, "total%", "41.2");
    fixture_expect(g, &l, "self/call", "14.00 ms");
    fixture_expect(g, &l, "heat", "########");
    g->ops->format(g, 4, &l); /* aa: 1 tick, never called, below twice its error */
    fixture_expect(g, &l, "name", "aa");
    fixture_expect(g, &l, "total", "0.17");
    fixture_expect(g, &l, "total%", "100.0");
    fixture_expect(g, &l, "self/call", "");
    fixture_expect(g, &l, "heat", "#.......");
    g->ops->detail(g, 0, &l);
    assert_string_equal(
        text_z(&l.text),
        " ee <cycle 2>   0x1040..0x1050   7 of 17 samples, sampling error +/-37.8%, "
        "+/-11.9 of %time");
    grid_free(g);
    g = fixture_flat(&f, 80, NULL);
    g->ops->detail(g, 0, &l);
    assert_string_equal(text_z(&l.text), " ee <cycle 2>  7/17 samples (+/-37.8%)");
    grid_free(g);
    g = fixture_flat(&f, 20, NULL); /* on two lines where one has no room for both */
    g->ops->detail(g, 0, &l);
    assert_string_equal(text_z(&l.text), " ee <cycle 2>\n 7/17 samples (+/-37.8%)");
    line_release(&l);
    grid_free(g);
    fixture_release(&f);
}

static enum role role_of(const struct grid *g, const struct line *l, const char *column)
{
    unsigned c = fixture_column(g, column);
    for (size_t i = 0; i < l->n_spans; i++)
        if (l->spans[i].column == c)
            return (enum role)l->spans[i].role;
    fail_msg("no span for %s", column);
    return ROLE_PLAIN;
}

/* D13: what is dim is a number of samples with an error of more than half of it, or none at all;
 * never calls, totals and names. */
static void d13_only_what_is_uncertain_is_dim(void **state)
{
    (void)state;
    static const char *const names[] = {"three", "four", "none", "end"};
    static const char *const exact[] = {"total", "total%", "total/call", "calls", "name"};
    static const char *const sampled[] = {"time%", "self", "err", "self/call", "heat"};
    static const uint64_t ticks[] = {3, 4, 0, 0};
    static const bool dim[] = {false, true, true}; /* by rows: four, three, none */
    struct fixture f;
    struct line l = {0};
    fixture_init(&f, names, 4);
    made_ticks(&f.made, ticks);
    for (uint32_t i = 0; i < 3; i++)
        made_call(&f.made, 3, i, 10);
    fixture_analyze(&f);
    struct grid *g = fixture_flat(&f, 160, NULL);
    assert_int_equal(g->n_rows, 3);
    for (uint32_t row = 0; row < 3; row++) {
        g->ops->format(g, row, &l);
        for (size_t i = 0; i < 5; i++) {
            assert_int_not_equal(role_of(g, &l, exact[i]), ROLE_DIM);
            assert_int_equal(role_of(g, &l, sampled[i]) == ROLE_DIM, dim[row]);
        }
    }
    fixture_expect(g, &l, "err", "-"); /* zero is not known for sure */
    line_release(&l);
    grid_free(g);
    fixture_release(&f);
}

/* D20: main has most of the time below it, though gprof's flat profile does not list it. */
static void d20_roots_are_rows_by_total(void **state)
{
    (void)state;
    static const char *const names[] = {"main", "work", "more", "unused", "end"};
    static const uint64_t ticks[] = {0, 9, 4, 0, 0};
    struct fixture f;
    fixture_init(&f, names, 5);
    made_ticks(&f.made, ticks);
    made_call(&f.made, 0, 1, 2);
    made_call(&f.made, 0, 2, 2);
    fixture_analyze(&f);
    struct grid *g = fixture_flat(&f, 80, NULL);
    fixture_expect_order(g, "work more ");
    struct grid_sort sort = {fixture_column(g, "total"), false};
    grid_free(g);
    g = fixture_flat(&f, 80, &sort);
    fixture_expect_order(g, "main work more ");
    grid_free(g);
    sort.column = fixture_column(g = fixture_flat(&f, 80, NULL), "self");
    grid_free(g);
    g = fixture_flat(&f, 80, &sort);
    fixture_expect_order(g, "work more ");
    grid_free(g);
    char *gnu = fixture_gnu(&f, gnu_flat);
    assert_null(strstr(gnu, "main"));
    free(gnu);
    fixture_release(&f);
}

/* What -P takes out stands at the end in any order, with its samples and calls and no more. */
static void what_is_taken_out_comes_last(void **state)
{
    (void)state;
    static const struct filter out[] = {{"bb", 1u << SET_FLAT_EX}};
    static const struct filter hottest[] = {{"ee", 1u << SET_FLAT_EX}};
    struct fixture f;
    struct grid_style style = fixture_style(120);
    struct err e = {0};
    struct line l = {0};
    fixture_cycles(&f);
    analysis_free(f.analysis);
    f.settings.filters = out;
    f.settings.n_filters = 1;
    names_free(f.printed);
    fixture_analyze(&f);
    struct grid *g = flat_grid(&f.v, &style, NULL, NULL);
    fixture_expect_order(g, "ee <cycle 2> cc <cycle 1> dd <cycle 2> aa ");
    grid_free(g);
    style.excluded = true;
    for (unsigned column = 0; column < n_flat_columns; column++)
        for (int ascending = 0; ascending < 2; ascending++) {
            struct grid_sort sort = {column, ascending};
            if (strcmp(flat_columns[column].id, "image") == 0)
                continue; /* what was made by hand has none */
            g = flat_grid(&f.v, &style, &sort, NULL);
            assert_int_equal(g->n_rows, 5);
            g->ops->format(g, 4, &l);
            fixture_expect(g, &l, "name", "x bb <cycle 1>");
            fixture_expect(g, &l, "self", "0.02");
            fixture_expect(g, &l, "calls", "5");
            fixture_expect(g, &l, "time%", "");
            fixture_expect(g, &l, "total", "");
            for (size_t i = 0; i < l.n_spans; i++)
                assert_true(l.spans[i].role == ROLE_DIM || l.spans[i].role == ROLE_CYCLE);
            grid_free(g);
        }
    g = flat_grid(&f.v, &style, NULL, NULL);
    g->ops->detail(g, 4, &l);
    assert_string_equal(text_z(&l.text), " bb <cycle 1>   0x1010..0x1020   -P takes out 2 samples, "
                                         "sampling error +/-70.7%");
    grid_free(g);
    struct rowfilter *r = grid_rowfilter("self<0.03", 9, &e);
    g = flat_grid(&f.v, &style, NULL, r);
    fixture_expect_order(g, "aa bb <cycle 1> ");
    assert_int_equal(g->n_hidden, 3);
    grid_free(g);
    rowfilter_free(r);
    f.settings.filters = hottest;
    analysis_free(f.analysis);
    names_free(f.printed);
    fixture_analyze(&f);
    g = flat_grid(&f.v, &style, NULL, NULL);
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "name", "cc <cycle 1>");
    fixture_expect(g, &l, "heat", "########"); /* now that is the hottest */
    grid_free(g);
    line_release(&l);
    fixture_release(&f);
}

/* What many columns say nobody reads. */
static void columns_are_few(void **state)
{
    (void)state;
    assert_in_range(n_flat_columns, 1, 15);
}

static bool shows(const struct grid *g, const char *head)
{
    struct line l = {0};
    g->ops->heading(g, &l);
    bool there = strstr(text_z(&l.text), head);
    line_release(&l);
    return there;
}

/* Which image a function is from is of interest where two of them have time. */
static void images_are_shown_if_two_have_time(void **state)
{
    static const char *const names[] = {"own", "more", "libs", "end"};
    static char program[] = "prog", path[] = "/lib/liba.so";
    struct library library = {.path = path, .lo = made_addr(2), .hi = made_addr(3)};
    (void)state;
    for (uint64_t theirs = 4; theirs < 6; theirs++) {
        const uint64_t ticks[] = {50, 50 - theirs, theirs, 0};
        struct fixture f;
        fixture_init(&f, names, 4);
        made_ticks(&f.made, ticks);
        f.made.image.path = program;
        f.made.profile.libraries = &library;
        f.made.profile.n_libraries = f.made.profile.n_joined = 1;
        fixture_analyze(&f);
        struct grid *g = fixture_flat(&f, 120, NULL);
        assert_int_equal(shows(g, " image"), theirs == 5);
        grid_free(g);
        struct grid_style style = fixture_style(120);
        style.with = UINT32_C(1) << FLAT_IMAGE;
        g = flat_grid(&f.v, &style, NULL, NULL);
        assert_true(shows(g, " image"));
        grid_free(g);
        f.made.profile.libraries = NULL;
        f.made.profile.n_libraries = f.made.profile.n_joined = 0;
        f.made.image.path = NULL;
        fixture_release(&f);
    }
}

/* A learner reads "1" as called once. */
static void calls_of_itself_are_shown(void **state)
{
    (void)state;
    static const char *const names[] = {"fact", "main", "end"};
    struct fixture f;
    struct line l = {0};
    struct grid_style style = fixture_style(80);
    fixture_init(&f, names, 3);
    made_call(&f.made, 1, 0, 1);
    made_call(&f.made, 0, 0, 123456);
    fixture_analyze(&f);
    struct grid *g = fixture_flat(&f, 80, NULL);
    g->ops->format(g, 0, &l);
    assert_string_equal(text_z(&l.text), " 1+123456 fact");
    grid_free(g);
    style.grouped = true;
    g = flat_grid(&f.v, &style, NULL, NULL);
    g->ops->format(g, 0, &l);
    assert_string_equal(text_z(&l.text), " 1+123,456 fact");
    line_release(&l);
    grid_free(g);
    fixture_release(&f);
}

static void heading_shows_the_direction(void **state)
{
    (void)state;
    static const struct {
        unsigned column;
        bool ascending, ascii;
        const char *want;
    } cases[] = {
        {COLUMN_NONE, false, true, " %time self sv total s calls name"},
        {1, false, true, " %time self sv total s calls name"},
        {1, true, true, " %time self s^ total s calls name"},
        {1, true, false, " %time self s\xe2\x86\x91 total s calls name"},
        {1, false, false, " %time self s\xe2\x86\x93 total s calls name"},
        {FLAT_NAME, true, true, " %time self s total s calls name^"},
    };
    struct fixture f;
    fixture_cycles(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grid_style style = fixture_style(64);
        struct grid_sort sort = {cases[i].column, cases[i].ascending};
        struct line l = {0};
        style.ascii = cases[i].ascii;
        struct grid *g = flat_grid(&f.v, &style, &sort, NULL);
        g->ops->heading(g, &l);
        char *words = mem_text(l.text.p, l.text.n), *save = NULL;
        struct text got = {0};
        for (char *w = strtok_r(words, " ", &save); w; w = strtok_r(NULL, " ", &save))
            text_printf(&got, " %s", w);
        assert_string_equal(text_z(&got), cases[i].want);
        text_release(&got);
        free(words);
        line_release(&l);
        grid_free(g);
    }
    fixture_release(&f);
}

static bool finds(const struct fixture *f, const struct grid *g, uint32_t row, const char *pattern)
{
    struct err e = {0};
    struct text work = {0};
    struct regex *r = regex_new(pattern, strlen(pattern), REGEX_EXACT, &e);
    assert_non_null(r);
    bool found = grid_matches(g, &f->v, row, r, &work);
    regex_free(r);
    text_release(&work);
    return found;
}

/* D19: row filters see the name that options see, without the type that it returns, and the name as
 * shown; searches see that alone. */
static void d19_filters_see_what_options_see(void **state)
{
    (void)state;
    static const char *const names[] = {"_ZN3std4pickIiEEPcT_", "_ZN4mine4pickEi", "end"};
    static const struct {
        const char *filter;
        enum name_level level;
        uint32_t rows, n_found;
    } cases[] = {
        {"^std::", NAME_FULL, 1, 1},      {"!^std::", NAME_FULL, 1, 1},
        {"^std::", NAME_SHORT, 1, 1},     {"^std::", NAME_RAW, 1, 0},
        {"pick<int>", NAME_RAW, 1, 0},    {"^char", NAME_FULL, 0, 0},
        {"^char", NAME_SHORT, 0, 0},      {"pick$", NAME_SHORT, 2, 2},
        {"_ZN3std", NAME_RAW, 1, 1},      {"_ZN3std", NAME_SHORT, 0, 0},
        {"\\(int\\)$", NAME_SHORT, 2, 0},
    };
    static const uint64_t ticks[] = {9, 5, 0};
    struct fixture f;
    fixture_init(&f, names, 3);
    made_ticks(&f.made, ticks);
    made_call(&f.made, 0, 1, 1);
    fixture_analyze(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grid_style style = fixture_style(80);
        struct err e = {0};
        style.names = cases[i].level;
        struct rowfilter *r = grid_rowfilter(cases[i].filter, strlen(cases[i].filter), &e);
        struct grid *g = flat_grid(&f.v, &style, NULL, r);
        if (g->n_rows != cases[i].rows)
            fail_msg("%s: %u rows", cases[i].filter, g->n_rows);
        grid_free(g);
        g = flat_grid(&f.v, &style, NULL, NULL);
        uint32_t found = 0;
        bool negated = cases[i].filter[0] == '!';
        for (uint32_t row = 0; row < g->n_rows; row++)
            found += finds(&f, g, row, cases[i].filter + negated) != negated;
        if (found != cases[i].n_found)
            fail_msg("%s: found %u times", cases[i].filter, found);
        grid_free(g);
        rowfilter_free(r);
    }
    fixture_release(&f);
}

/* Ties keep gprof's order, whichever way. */
static void flat_sorts(void **state)
{
    (void)state;
    static const char *const names[] = {"delta", "beta", "gamma", "alpha", "beta_long_one", "end"};
    static const uint64_t ticks[] = {5, 5, 9, 5, 1, 0};
    static const struct {
        const char *column;
        bool ascending;
        const char *want;
    } cases[] = {
        {"self", false, "gamma beta alpha delta beta_long_one "},
        {"self", true, "beta_long_one beta alpha delta gamma "},
        {"time%", true, "beta_long_one beta alpha delta gamma "},
        {"cum", true, "gamma beta alpha delta beta_long_one "},
        {"cum", false, "beta_long_one delta alpha beta gamma "},
        {"calls", false, "beta gamma alpha delta beta_long_one "},
        {"calls", true, "gamma alpha delta beta_long_one beta "},
        {"self/call", false, "beta gamma alpha delta beta_long_one "}, /* those without last */
        {"self/call", true, "beta gamma alpha delta beta_long_one "},
        {"name", true, "alpha beta beta_long_one delta gamma "},
        {"name", false, "gamma delta beta_long_one beta alpha "},
        {"total", false, "delta gamma beta alpha beta_long_one "},
    };
    struct fixture f;

    fixture_init(&f, names, 6);
    made_ticks(&f.made, ticks);
    made_call(&f.made, 0, 1, 2);
    f.settings.unused = false;
    fixture_analyze(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grid *any = fixture_flat(&f, 80, NULL);
        struct grid_sort sort = {fixture_column(any, cases[i].column), cases[i].ascending};
        struct grid *g = fixture_flat(&f, 80, &sort);
        assert_int_equal(g->sort_column, sort.column);
        fixture_expect_order(g, cases[i].want);
        grid_free(g);
        grid_free(any);
    }
    fixture_release(&f);
}

static void flat_filters(void **state)
{
    (void)state;
    static const struct {
        const char *filter, *want;
    } cases[] = {
        {"", "ee <cycle 2> cc <cycle 1> dd <cycle 2> bb <cycle 1> aa "},
        {"cycle 2", "ee <cycle 2> dd <cycle 2> "},
        {"!cycle", "aa "},
        {"self>=0.04", "ee <cycle 2> cc <cycle 1> "},
        {"calls>=10", "dd <cycle 2> "},
        {"total%>90", "aa "},
        {"cum<0.08", "ee <cycle 2> "},
        {"file:x", ""},
    };
    struct fixture f;
    struct grid_style style = fixture_style(80);

    fixture_cycles(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err e = {0};
        struct rowfilter *r = grid_rowfilter(cases[i].filter, strlen(cases[i].filter), &e);
        struct grid *g = flat_grid(&f.v, &style, NULL, r);
        fixture_expect_order(g, cases[i].want);
        assert_int_equal(g->n_rows + g->n_hidden, 5);
        grid_free(g);
        rowfilter_free(r);
    }
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_has_gnu_numbers),
        cmocka_unit_test(flat_computes),
        cmocka_unit_test(d13_only_what_is_uncertain_is_dim),
        cmocka_unit_test(d20_roots_are_rows_by_total),
        cmocka_unit_test(what_is_taken_out_comes_last),
        cmocka_unit_test(columns_are_few),
        cmocka_unit_test(images_are_shown_if_two_have_time),
        cmocka_unit_test(calls_of_itself_are_shown),
        cmocka_unit_test(heading_shows_the_direction),
        cmocka_unit_test(d19_filters_see_what_options_see),
        cmocka_unit_test(flat_sorts),
        cmocka_unit_test(flat_filters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
