/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of callers and callees beside a view, rows to pick from, and the title line. */
#include "core/view/grid/callers_callees.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/analyze/entry.h"
#include "core/base/utf8.h"
#include "core/view/grid/function_row.h"
#include "core/view/title.h"
#include "core/session/session.h"

#include "tests/support/app_driver.h"
#include "tests/support/sample_profile.h"

static int setup(void **state)
{
    *state = make_session("program", invented_profile());
    return 0;
}

static int teardown(void **state)
{
    session_free(*state);
    return 0;
}

static const struct grid_style style = {.cols = 80, .ascii = true, .names = NAME_SHORT};

/* The share that a row shows. */
static double share(struct links *l, enum link_side side, uint32_t i)
{
    struct line line = {0};
    links_line(l, side, i, &style, &line);
    double v = strtod(text_z(&line.text), NULL);
    line_release(&line);
    return v;
}

static void check_node(const struct session *s, node_id n)
{
    const struct analysis *a = s->analysis;
    struct links *l = links_new(&s->view, n);
    assert_non_null(l);
    double sum = 0, last = 1e9;
    for (uint32_t i = 0; i < links_n(l, LINK_CALLEES); i++) {
        double v = share(l, LINK_CALLEES, i);
        assert_true(v <= last + 0.05);
        last = v;
        sum += v;
    }
    /* inner calls of a cycle carry no time, so a member's callees may hold less than all */
    const struct node_time *t = &a->times->node[n];
    bool member = !node_is_cycle(a, n) && node_cycle_number(a, n);
    if (t->prop_self + t->prop_child > 0 && !member)
        assert_true(sum > 99 && sum < 101);
    sum = 0;
    for (uint32_t i = 0; i < links_n(l, LINK_CALLERS); i++) {
        sum += share(l, LINK_CALLERS, i);
        assert_true(!i || share(l, LINK_CALLERS, i) <= share(l, LINK_CALLERS, i - 1) + 0.05);
    }
    assert_true(sum < 101); /* nobody pays more than there is */
    if (!node_is_cycle(a, n))
        assert_int_equal(links_n(l, LINK_CALLERS), analysis_n_callers(a, n));
    links_free(l);
}

static void test_links_of_every_node(void **state)
{
    const struct session *s = *state;
    assert_true(s->analysis->cycles->n_cycles > 0);
    for (node_id n = 0; n < s->analysis->n_nodes; n++)
        check_node(s, n);
}

/* Times are in the unit that the profile names. */
static void test_unit(void **state)
{
    struct session *s = *state;
    struct line l = {0}, head = {0};
    s->profile->abbrev = 'k';
    struct links *links = links_new(&s->view, 0);
    assert_non_null(links);
    links_line(links, LINK_CALLEES, 0, &style, &l);
    pick_heading(&s->view, 80, &head);
    assert_non_null(strstr(text_z(&l.text), " k "));
    assert_non_null(strstr(text_z(&head.text), "total k ?   self k"));
    links_free(links);
    line_release(&l);
    line_release(&head);
}

/* At least 16 columns are left for names, unless there are hardly more. */
static void test_numbers_give_way(void **state)
{
    const struct session *s = *state;
    struct links *links = links_new(&s->view, 0);
    struct line l = {0}, pick = {0};
    assert_non_null(links);
    for (unsigned cols = 26; cols < 120; cols++) {
        struct grid_style narrow = {.cols = cols, .ascii = true};
        line_clear(&l);
        links_line(links, LINK_CALLEES, 0, &narrow, &l);
        assert_true(l.pinned + 16 <= cols);
        assert_int_equal(strstr(text_z(&l.text), " s ") != NULL, cols >= 41);
        line_clear(&pick);
        pick_line(&s->view, 0, "0123456789abcdef_and_more", cols, true, &pick);
        assert_non_null(strstr(text_z(&pick.text), "0123456789abcdef"));
    }
    line_release(&l);
    line_release(&pick);
    links_free(links);
}

static void test_pick_lines_fit(void **state)
{
    const struct session *s = *state;
    for (unsigned cols = 0; cols < 120; cols++)
        for (sym_id n = 0; n < s->analysis->n_symbols; n++) {
            struct line l = {0};
            pick_line(&s->view, n, symbol_name(s->analysis, n), cols, cols & 1, &l);
            assert_true(!l.text.failed && utf8_cols(l.text.p, l.text.n) <= (cols > 1 ? cols : 1));
            line_release(&l);
        }
}

static void test_title_fits(void **state)
{
    const struct session *s = *state;
    for (unsigned cols = 60; cols < 200; cols++) {
        struct line l = {0};
        title_line(
            &s->view,
            &(struct title_style){cols, true, cols % 5 == 0, cols % 7 == 0, {cols % 3, cols % 2}},
            &l);
        assert_true(utf8_cols(l.text.p, l.text.n) <= cols);
        assert_non_null(strstr(text_z(&l.text), "program"));
        char findings[32];
        snprintf(findings, sizeof findings, " %s%u finding", cols % 2 ? "!" : "", cols % 3);
        if (cols % 3)
            assert_non_null(strstr(text_z(&l.text), findings));
        line_release(&l);
    }
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_links_of_every_node), T(test_unit),       T(test_numbers_give_way),
        T(test_pick_lines_fit),      T(test_title_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
