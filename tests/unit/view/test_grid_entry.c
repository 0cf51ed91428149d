/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries of the call graph: their numbers are those of GNU's layout, of functions and of cycles.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/view/format/gnu.h"
#include "core/view/grid/entry.h"
#include "core/view/grid/grid.h"

#include "tests/support/grid_fixture.h"

static bool is_share(const char *w)
{
    return w[0] && w[strlen(w) - 1] == '%';
}

/* The words of a row of a grid and of GNU's line are the same, but for shares. */
static void check_entry_row(const struct grid *g, uint32_t i, const char *gnu)
{
    struct line l = {0};
    char *mine, *theirs = mem_text(gnu, strlen(gnu)), *save1 = NULL, *save2 = NULL;
    g->ops->format(g, i, &l);
    mine = mem_text(l.text.p, l.text.n);
    char *a = strtok_r(mine, " ", &save1);

    for (char *b = strtok_r(theirs, " ", &save2); b; b = strtok_r(NULL, " ", &save2)) {
        if (a && is_share(a))
            a = strtok_r(NULL, " ", &save1);
        if (!a || strcmp(a, b) != 0)
            fail_msg("'%s' is not '%.*s'", gnu, (int)l.text.n, l.text.p);
        a = strtok_r(NULL, " ", &save1);
    }
    free(mine);
    free(theirs);
    line_release(&l);
}

/* Compare the lines of one of GNU's entries with the rows of its grid that gprof has, too. */
static void check_entry(const struct fixture *f, node_id n, char *const *lines, size_t n_lines)
{
    struct grid *g = fixture_entry(f, n, 160);
    size_t k = 0;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        struct line l = {0};
        bool cycle = node_is_cycle(f->analysis, n);
        g->ops->row(g, i, &r);
        g->ops->format(g, i, &l);
        bool self = strstr(text_z(&l.text), "(self)") != NULL;

        line_release(&l);
        if (r.kind == ROW_SECTION || r.kind == ROW_NOTE || self)
            continue;
        if (cycle && (r.kind == ROW_CALLER || r.kind == ROW_CALLEE))
            continue;
        assert_true(k < n_lines);
        check_entry_row(g, i, lines[k++]);
    }
    assert_int_equal(k, n_lines);
    grid_free(g);
}

static void entries_have_gnu_numbers(void **state)
{
    (void)state;
    struct fixture f;
    char *save = NULL, *lines[20], *all;
    size_t n = 0;
    unsigned checked = 0;

    fixture_cycles(&f);
    all = fixture_gnu(&f, gnu_graph);
    char *from = strstr(all, "index %");

    for (char *l = strtok_r(strchr(from, '\n'), "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
        if (l[0] != '-') {
            lines[n++] = l;
            continue;
        }
        for (size_t i = 0; i < n; i++)
            if (lines[i][0] == '[') {
                unsigned index = (unsigned)strtoul(lines[i] + 1, NULL, 10);
                check_entry(&f, f.analysis->order->ranked[index - 1], lines, n);
                checked++;
            }
        n = 0;
    }
    assert_int_equal(checked, 7);
    free(all);
    fixture_release(&f);
}

static void check_lines(const struct grid *g, const char *const *want, size_t n)
{
    assert_int_equal(g->n_rows, n);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct line l = {0};
        g->ops->format(g, i, &l);
        assert_string_equal(text_z(&l.text), want[i]);
        line_release(&l);
    }
}

static void entry_of_a_function(void **state)
{
    (void)state;
    static const char *const want[] = {
        " callers ------------------------------------------------------------- 0 of 0 --",
        "                                                  <spontaneous>",
        " function ----------------------------------------------------------------------",
        " [1]   100.0   0.01       0.16                aa [1]",
        "          self   5.9% |#..............|   children  94.1% |##############.|",
        "          self +/- 0.01 s (1 sample)   total +/- 0.04 s   ",
        " callees ------------------------------------------------------------- 2 of 2 --",
        "               0.06       0.09     1/1  88.2%     bb <cycle 1> [7]",
        "               0.01       0.00    1/10   5.9%     dd <cycle 2> [6]",
        "               0.01                      5.9%     (self)",
    };
    struct fixture f;
    struct line l = {0};

    fixture_cycles(&f);
    struct grid *g = fixture_entry(&f, 0, 80);

    check_lines(g, want, sizeof want / sizeof *want);
    g->ops->heading(g, &l);
    assert_string_equal(text_z(&l.text), " index %time self s children s  called  share name");
    g->ops->detail(g, 1, &l);
    assert_non_null(strstr(text_z(&l.text), "no recorded call"));
    g->ops->detail(g, 3, &l);
    assert_string_equal(text_z(&l.text), " aa [1]  self +/- 0.01 s");
    g->ops->detail(g, 8, &l);
    assert_string_equal(text_z(&l.text), " dd <cycle 2> [6]  1 of 10 calls of dd <cycle 2> comes "
                                         "from aa");
    assert_int_equal(grid_find(g, (struct subject){0, NO_ID}), 3);
    assert_int_equal(grid_find(g, (struct subject){3, NO_ID}), 8);
    assert_int_equal(grid_find(g, (struct subject){4, NO_ID}), NO_ID);
    line_release(&l);
    grid_free(g);
    fixture_release(&f);
}

static void entry_of_a_cycle(void **state)
{
    (void)state;
    static const char *const want[] = {
        " callers into the cycle ---------------------------------------------- 1 of 1 --",
        "               0.06       0.09     1/1 100.0%     aa [1]  (to bb)",
        " cycle -------------------------------------------------------------------------",
        " [2]    88.2   0.06       0.09     1+9        <cycle 1 as a whole> [2]  2 members",
        "          self  40.0% |######.........|   children  60.0% |#########......|",
        "          150.00 ms per call",
        " members ------------------------------------------------------------- 2 of 2 --",
        "               0.04       0.09     5+2  86.7%     cc <cycle 1> [3]",
        "               0.02       0.00       5  13.3%     bb <cycle 1> [7]",
        " callees out of the cycle -------------------------------------------- 1 of 1 --",
        "               0.09       0.00    9/10  60.0%     dd <cycle 2> [6]  (from cc)",
        "               0.06                     40.0%     (self)",
    };
    struct fixture f;

    fixture_cycles(&f);
    struct grid *g = fixture_entry(&f, cycle_node(f.analysis, 1), 80);

    check_lines(g, want, sizeof want / sizeof *want);
    grid_free(g);

    struct graph_folds folds = {.members = true};
    struct grid_style style = fixture_style(80);
    struct line l = {0};

    g = entry_grid(&f.v, cycle_node(f.analysis, 1), &style, &folds, NULL);
    assert_int_equal(g->n_rows, 10);
    assert_int_equal(g->n_hidden, 0);
    g->ops->format(g, 6, &l);
    assert_string_equal(
        text_z(&l.text),
        " members (folded) ---------------------------------------------------- 0 of 2 --");
    line_release(&l);
    grid_free(g);
    fixture_release(&f);
}

/* Callers of a member pay for its whole cycle, so their shares are of that. */
static void shares_of_a_member_stay_below_100(void **state)
{
    (void)state;
    struct fixture f;
    struct line l = {0};
    uint32_t from_outside = 0;

    fixture_cycles(&f);
    struct grid *g =
        fixture_entry(&f, 1, 80); /* bb <cycle 1>, called by aa and by cc of its cycle */

    for (uint32_t i = 0; i < g->n_rows; i++) {
        line_clear(&l);
        g->ops->format(g, i, &l);
        if (strstr(text_z(&l.text), "1/1")) {
            from_outside++;
            assert_non_null(strstr(text_z(&l.text), " 100.0% "));
        }
    }
    assert_int_equal(from_outside, 1);
    line_release(&l);
    grid_free(g);
    fixture_release(&f);
}

/* Whose head is to stay in sight while a section scrolls. */
static void rows_know_the_head_of_their_section(void **state)
{
    (void)state;
    static const uint32_t want[] = {0, 0, 2, 2, 2, 2, 6, 6, 6, 6};
    struct fixture f;
    fixture_cycles(&f);
    struct grid *g = fixture_entry(&f, 0, 80);
    for (uint32_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(grid_section(g, i), want[i]);
    grid_free(g);
    g = fixture_flat(&f, 80, NULL);
    assert_int_equal(grid_section(g, 3), NO_ID);
    grid_free(g);
    fixture_release(&f);
}

static void entry_filters(void **state)
{
    (void)state;
    static const struct {
        const char *filter;
        uint32_t rows, hidden;
    } cases[] = {{"", 10, 0},        {"bb", 9, 1},       {"!.", 8, 2},
                 {"share>10", 9, 1}, {"calls=1", 10, 0}, {"self/call>3ms", 9, 1}};
    struct fixture f;
    struct grid_style style = fixture_style(80);

    fixture_cycles(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err e = {0};
        struct rowfilter *r = grid_rowfilter(cases[i].filter, strlen(cases[i].filter), &e);
        struct grid *g = entry_grid(&f.v, 0, &style, NULL, r);
        if (g->n_rows != cases[i].rows || g->n_hidden != cases[i].hidden)
            fail_msg("'%s': %u rows, %u hidden", cases[i].filter, g->n_rows, g->n_hidden);
        grid_free(g);
        rowfilter_free(r);
    }
    fixture_release(&f);
}

/* Rows of another profile than the one that is browsed are about nothing there, but name nodes of
 * their own. */
static void rows_elsewhere_have_no_subjects(void **state)
{
    const struct graph_folds folds = {.elsewhere = true};
    struct fixture f;
    struct grid_style style = fixture_style(80);
    (void)state;
    fixture_cycles(&f);
    struct grid *here = entry_grid(&f.v, 0, &style, NULL, NULL);
    struct grid *g = entry_grid(&f.v, 0, &style, &folds, NULL);
    assert_int_equal(g->n_rows, here->n_rows);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row row, same;
        g->ops->row(g, i, &row);
        here->ops->row(here, i, &same);
        assert_true(row.kind == same.kind && row.subject.node == NO_ID && row.subject.arc == NO_ID);
        assert_int_equal(entry_grid_node(g, i), same.subject.node);
    }
    assert_int_equal(entry_grid_node(g, g->n_rows), NO_ID);
    grid_free(here);
    grid_free(g);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_have_gnu_numbers),
        cmocka_unit_test(entry_of_a_function),
        cmocka_unit_test(entry_of_a_cycle),
        cmocka_unit_test(shares_of_a_member_stay_below_100),
        cmocka_unit_test(rows_know_the_head_of_their_section),
        cmocka_unit_test(entry_filters),
        cmocka_unit_test(rows_elsewhere_have_no_subjects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
