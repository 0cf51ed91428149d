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
#include "core/view/grid/picks.h"
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

static struct grid *links(const struct session *s, node_id n, enum link_side side, unsigned cols)
{
    struct grid_style narrow = style;
    struct err e = ERR_INIT;
    narrow.cols = cols;
    struct grid *g = links_grid(&s->view, n, side, &narrow, &e);
    assert_non_null(g);
    return g;
}

/* The sum of the shares that rows show, none above the one before it. */
static double shares(const struct session *s, node_id n, enum link_side side)
{
    struct grid *g = links(s, n, side, 80);
    struct line line = {0};
    double sum = 0, last = 1e9;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->format(g, i, &line);
        double v = strtod(text_z(&line.text), NULL);
        assert_true(v <= last + 0.05);
        last = v;
        sum += v;
    }
    if (!node_is_cycle(s->analysis, n) && side == LINK_CALLERS)
        assert_int_equal(g->n_rows, analysis_n_callers(s->analysis, n));
    line_release(&line);
    grid_free(g);
    return sum;
}

static void check_node(const struct session *s, node_id n)
{
    const struct analysis *a = s->analysis;
    double sum = shares(s, n, LINK_CALLEES);
    /* inner calls of a cycle carry no time, so a member's callees may hold less than all */
    const struct node_time *t = &a->times->node[n];
    bool member = !node_is_cycle(a, n) && node_cycle_number(a, n);
    if (t->prop_self + t->prop_child > 0 && !member)
        assert_true(sum > 99 && sum < 101);
    assert_true(shares(s, n, LINK_CALLERS) < 101); /* nobody pays more than there is */
}

static void test_links_of_every_node(void **state)
{
    const struct session *s = *state;
    assert_true(s->analysis->cycles->n_cycles > 0);
    for (node_id n = 0; n < s->analysis->n_nodes; n++)
        check_node(s, n);
}

static struct grid *picks(const struct session *s, unsigned cols, bool ascii)
{
    const struct grid_style narrow = {.cols = cols, .ascii = ascii, .names = NAME_SHORT};
    struct err e = ERR_INIT;
    node_id all[1000];
    struct picks p = {.node = all};
    for (; p.n < s->analysis->n_symbols && p.n < ARRAY_LEN(all); p.n++)
        all[p.n] = p.n;
    struct grid *g = picks_grid(&s->view, &p, &narrow, &e);
    assert_non_null(g);
    return g;
}

/* Times are in the unit that the profile names. */
static void test_unit(void **state)
{
    struct session *s = *state;
    struct line l = {0}, head = {0};
    s->profile->abbrev = 'k';
    struct grid *g = links(s, 0, LINK_CALLEES, 80), *p = picks(s, 80, true);
    g->ops->format(g, 0, &l);
    p->ops->heading(p, &head);
    assert_non_null(strstr(text_z(&l.text), " k "));
    assert_non_null(strstr(text_z(&head.text), "total k ?   self k"));
    grid_free(g);
    grid_free(p);
    line_release(&l);
    line_release(&head);
}

/* At least 16 columns are left for names, unless there are hardly more. */
static void test_numbers_give_way(void **state)
{
    const struct session *s = *state;
    struct line l = {0};
    for (unsigned cols = 26; cols < 120; cols++) {
        struct grid *g = links(s, 0, LINK_CALLEES, cols);
        g->ops->format(g, 0, &l);
        assert_true(l.pinned + 16 <= cols);
        assert_int_equal(strstr(text_z(&l.text), " s ") != NULL, cols >= 41);
        grid_free(g);
    }
    line_release(&l);
}

static void test_picks_fit(void **state)
{
    const struct session *s = *state;
    struct line l = {0};
    for (unsigned cols = 0; cols < 120; cols++) {
        struct grid *g = picks(s, cols, cols & 1);
        for (uint32_t i = 0; i < g->n_rows; i++) {
            g->ops->format(g, i, &l);
            assert_true(!l.text.failed && utf8_cols(l.text.p, l.text.n) <= (cols > 1 ? cols : 1));
        }
        grid_free(g);
    }
    line_release(&l);
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
        T(test_picks_fit),           T(test_title_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
