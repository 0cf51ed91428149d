/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compared entry of a function: which rows, in which order, with which numbers, and what they
 * are about. */
#include "core/view/grid/diff_entry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "tests/support/grid_fixture.h"

static struct fixture side[N_DIFF_SIDES];
static struct diff *d;
static struct view_diff v;

/* Compare what was made of both sides. */
static int compare_sides(void)
{
    struct err e = ERR_INIT;
    struct diff_request r = {.norm_symbol = NO_ID};
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        fixture_analyze(&side[i]);
        r.side[i] = (struct diff_side){.analysis = side[i].analysis, .n_runs = 1};
        v.side[i] = &side[i].v;
        v.label[i] = i == DIFF_OLD ? "old" : "new";
    }
    d = diff_new(&r, &e);
    assert_non_null(d);
    v.diff = d;
    return 0;
}

/* hub is called by aa and bb before, by aa alone after; it called old_only, and calls bb now. */
static int set_up(void **state)
{
    static const char *const old[] = {"aa", "bb", "hub", "dd", "old_only", "zz"};
    static const char *const new[] = {"aa", "bb", "hub", "dd", "zz"};
    static const uint64_t old_ticks[] = {0, 0, 30, 100, 20, 0}, new_ticks[] = {0, 0, 60, 100, 0};
    (void)state;
    fixture_init(&side[DIFF_OLD], old, 6);
    made_ticks(&side[DIFF_OLD].made, old_ticks);
    made_call(&side[DIFF_OLD].made, 0, 2, 10);
    made_call(&side[DIFF_OLD].made, 1, 2, 5);
    made_call(&side[DIFF_OLD].made, 2, 3, 100);
    made_call(&side[DIFF_OLD].made, 2, 4, 7);
    fixture_init(&side[DIFF_NEW], new, 5);
    made_ticks(&side[DIFF_NEW].made, new_ticks);
    made_call(&side[DIFF_NEW].made, 0, 2, 40);
    made_call(&side[DIFF_NEW].made, 2, 3, 100);
    made_call(&side[DIFF_NEW].made, 2, 1, 3);
    return compare_sides();
}

/* bb and hub call each other before; after, bb, hub and dd do in a circle. zz called them, too. */
static int set_up_cycles(void **state)
{
    static const char *const names[] = {"aa", "bb", "hub", "dd", "zz", "end"};
    static const uint64_t ticks[N_DIFF_SIDES][6] = {{0, 10, 20, 30}, {0, 10, 20, 60}};
    static const struct {
        uint32_t from, to;
        uint64_t calls[N_DIFF_SIDES];
    } arcs[] = {{0, 1, {10, 30}}, {0, 3, {0, 2}},  {1, 2, {20, 40}}, {2, 1, {20, 0}},
                {2, 2, {7, 7}},   {2, 3, {4, 12}}, {3, 1, {0, 12}},  {4, 2, {5, 0}}};
    (void)state;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        fixture_init(&side[i], names, 6);
        made_ticks(&side[i].made, ticks[i]);
        for (size_t k = 0; k < sizeof arcs / sizeof *arcs; k++)
            if (arcs[k].calls[i])
                made_call(&side[i].made, arcs[k].from, arcs[k].to, arcs[k].calls[i]);
    }
    return compare_sides();
}

/* Two cycles, bb and hub, dd and zz: one of them is left after, which another function joined. */
static int set_up_gone_cycle(void **state)
{
    static const char *const names[] = {"aa", "bb", "hub", "dd", "zz", "end"};
    static const uint64_t ticks[N_DIFF_SIDES][6] = {{0, 10, 20, 30}, {0, 10, 20, 60}};
    static const uint32_t arcs[N_DIFF_SIDES][6][2] = {
        {{0, 1}, {1, 2}, {2, 1}, {0, 3}, {3, 4}, {4, 3}},
        {{0, 1}, {1, 2}, {2, 1}, {0, 3}, {3, 4}, {1, 0}}};
    (void)state;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        fixture_init(&side[i], names, 6);
        made_ticks(&side[i].made, ticks[i]);
        for (size_t k = 0; k < 6; k++)
            made_call(&side[i].made, arcs[i][k][0], arcs[i][k][1], 3);
    }
    return compare_sides();
}

static int tear_down(void **state)
{
    (void)state;
    arena_object_free(d);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        fixture_release(&side[i]);
    return 0;
}

static uint32_t row_of(int of, sym_id s)
{
    return d->row_of[of][s];
}

enum { HUB = 2, OLD_ONLY = 4 };

static struct grid *entry(uint32_t row, unsigned cols, const struct grid_sort *sort,
                          const char *filter)
{
    const struct diff_look look = {.v = &v, .view = v.side[DIFF_NEW]};
    const struct grid_style style = fixture_style(cols);
    struct err e = ERR_INIT;
    struct rowfilter *f = filter ? grid_rowfilter(filter, strlen(filter), &e) : NULL;
    assert_true(!filter || f);
    struct grid *g = diff_entry_grid(&look, row, &style, sort, f, &e);
    rowfilter_free(f);
    assert_non_null(g);
    return g;
}

/* The rows: - a rule, < a caller, = the function or cycle, ~ the words below it, > a callee, + a
 * member. */
static void expect_rows(const struct grid *g, const char *want)
{
    static const char signs[] = {
        [ROW_SECTION] = '-', [ROW_CALLER] = '<', [ROW_PRIMARY] = '=', [ROW_NOTE] = '~',
        [ROW_CALLEE] = '>',  [ROW_CYCLE] = '=',  [ROW_MEMBER] = '+'};
    struct text t = {0};
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        text_char(&t, signs[r.kind]);
        g->ops->name(g, i, &t);
        text_char(&t, ' ');
    }
    assert_string_equal(text_z(&t), want);
    text_release(&t);
}

static void what_differs_most_is_next_to_the_function(void **state)
{
    (void)state;
    struct grid *g = entry(row_of(DIFF_NEW, HUB), 200, NULL, NULL);
    expect_rows(g, "- <bb <aa - =hub ~ - >old_only (gone) >bb >dd ");
    assert_int_equal(g->n_hidden, 0);
    grid_free(g);
}

static void other_orders(void **state)
{
    static const struct {
        enum diff_arc_column column;
        bool ascending;
        const char *rows;
    } cases[] = {
        {DIFF_ARC_COL_OLD_CALLS, true, "- <aa <bb - =hub ~ - >bb >old_only (gone) >dd "},
        {DIFF_ARC_COL_OLD_CALLS, false, "- <bb <aa - =hub ~ - >dd >old_only (gone) >bb "},
        {DIFF_ARC_COL_DELTA, true, "- <aa <bb - =hub ~ - >old_only (gone) >bb >dd "},
        {DIFF_ARC_COL_NEW, false, "- <bb <aa - =hub ~ - >dd >old_only (gone) >bb "},
        {DIFF_ARC_COL_CALLS_PCT, false, "- <bb <aa - =hub ~ - >bb >dd >old_only (gone) "},
        {DIFF_ARC_COL_CHANGE, false, "- <aa <bb - =hub ~ - >old_only (gone) >bb >dd "},
        {DIFF_ARC_COL_NAME, true, "- <bb <aa - =hub ~ - >bb >dd >old_only (gone) "},
        {DIFF_ARC_COL_NAME, false, "- <aa <bb - =hub ~ - >old_only (gone) >dd >bb "},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct grid_sort sort = {cases[i].column, cases[i].ascending};
        struct grid *g = entry(row_of(DIFF_NEW, HUB), 200, &sort, NULL);
        expect_rows(g, cases[i].rows);
        assert_int_equal(g->sort_column, cases[i].column);
        grid_free(g);
    }
}

static void filters(void **state)
{
    static const struct {
        const char *filter, *rows;
        uint32_t n_hidden;
    } cases[] = {
        {"arcs>0", "- <bb - =hub ~ - >old_only (gone) >bb ", 2},
        {"calls>=40", "- <aa - =hub ~ - >dd ", 3},
        {"delta<0", "- <bb - =hub ~ - >old_only (gone) ", 3},
        {"delta%>50", "- <aa - =hub ~ - ", 4},
        {"calls%<=-100", "- <bb - =hub ~ - >old_only (gone) ", 3},
        {"total>=1", "- <aa - =hub ~ - >dd ", 3},
        {"bb", "- <bb - =hub ~ - >bb ", 3},
        {"old_only", "- - =hub ~ - >old_only (gone) ", 4},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grid *g = entry(row_of(DIFF_NEW, HUB), 200, NULL, cases[i].filter);
        expect_rows(g, cases[i].rows);
        assert_int_equal(g->n_hidden, cases[i].n_hidden);
        grid_free(g);
    }
}

static void expect_cells(const struct grid *g, uint32_t row, const char *const want[8])
{
    static const char *const ids[] = {"old",       "new",   "delta",  "old-calls",
                                      "new-calls", "calls", "calls%", "arc"};
    struct line l = {0};
    g->ops->format(g, row, &l);
    for (size_t i = 0; i < 8; i++)
        fixture_expect(g, &l, ids[i], want[i]);
    line_release(&l);
}

static void numbers(void **state)
{
    (void)state;
    struct grid *g = entry(row_of(DIFF_NEW, HUB), 200, NULL, NULL);
    const struct {
        uint32_t row;
        const char *want[8];
    } cases[] = {
        {1, {"0.50", "0.00", "-0.50", "5", "0", "-5", "-100.0", "gone"}},
        {2, {"1.00", "1.60", "+0.60", "10", "40", "+30", "+300.0", ""}},
        {4, {"1.50", "1.60", "+0.10", "15", "40", "+25", "+166.7", ""}},
        {7, {"0.20", "0.00", "-0.20", "7", "0", "-7", "-100.0", "gone"}},
        {8, {"0.00", "0.00", "0.00", "0", "3", "+3", "new", "new"}},
        {9, {"1.00", "1.00", "0.00", "100", "100", "0", "0.0", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_cells(g, cases[i].row, cases[i].want);
    grid_free(g);
}

static void what_rows_are_about(void **state)
{
    struct grid_row r;
    (void)state;
    struct grid *g = entry(row_of(DIFF_NEW, HUB), 80, NULL, NULL);
    g->ops->row(g, 2, &r); /* aa calls it */
    assert_int_equal(r.subject.node, 0);
    assert_true(r.subject.arc != NO_ID);
    const struct arc *arc = &side[DIFF_NEW].analysis->graph->arcs[r.subject.arc];
    assert_true(arc->from == 0 && arc->to == HUB);
    g->ops->row(g, 1, &r); /* bb does no longer */
    assert_int_equal(r.subject.node, 1);
    assert_int_equal(r.subject.arc, NO_ID);
    g->ops->row(g, 7, &r); /* is gone */
    assert_int_equal(r.subject.node, NO_ID);
    assert_int_equal(diff_entry_grid_row(g, 7), row_of(DIFF_OLD, OLD_ONLY));
    assert_int_equal(diff_entry_grid_row(g, 4), row_of(DIFF_NEW, HUB));
    assert_int_equal(diff_entry_grid_row(g, 0), NO_ID);
    assert_int_equal(diff_grid_row(g, 4), NO_ID); /* a grid of another kind */
    grid_free(g);
}

static void one_that_is_gone(void **state)
{
    struct line l = {0};
    (void)state;
    struct grid *g = entry(row_of(DIFF_OLD, OLD_ONLY), 80, NULL, NULL);
    expect_rows(g, "- <hub - =old_only (gone) ~ - ");
    g->ops->detail(g, 1, &l);
    assert_string_equal(text_z(&l.text),
                        " hub  calls it: gone; calls 7 -> 0 (-7); 0.20 -> 0.00 s (-0.20)");
    g->ops->detail(g, 3, &l);
    assert_non_null(strstr(text_z(&l.text), "1 arc gone"));
    line_release(&l);
    grid_free(g);
}

/* Where arcs were tested, each says what came of it; the function, what came of its whole time. */
static void whether_times_of_arcs_are_real(void **state)
{
    static const double adjusted[] = {0.01, 0.5, NAN};
    static const char *const marks[] = {"!", ".", ""};
    static const char *const words[] = {" +/- 0.25: real", " +/- 0.25: noise", "(-0.50)"};
    struct line l = {0};
    (void)state;
    struct grid *g = entry(row_of(DIFF_NEW, HUB), 200, NULL, NULL);
    g->ops->heading(g, &l);
    assert_null(strchr(text_z(&l.text), '!'));
    grid_free(g);
    d->measured = true;
    for (size_t k = 0; k < sizeof adjusted / sizeof *adjusted; k++) {
        for (uint32_t i = 0; i < d->n_arcs; i++)
            d->arcs[i].test = (struct diff_test){0.25, adjusted[k], adjusted[k], true};
        d->rows[row_of(DIFF_NEW, HUB)].test[DIFF_TOTAL].adjusted = adjusted[k];
        d->rows[row_of(DIFF_NEW, HUB)].test[DIFF_TOTAL].by_runs = true;
        g = entry(row_of(DIFF_NEW, HUB), 200, NULL, NULL);
        for (uint32_t row = 1; row <= 4; row += 3) { /* a caller, the function */
            g->ops->format(g, row, &l);
            fixture_expect(g, &l, "real", marks[k]);
        }
        g->ops->detail(g, 1, &l);
        const char *end = text_z(&l.text) + l.text.n - strlen(words[k]);
        assert_string_equal(end, words[k]);
        grid_free(g);
    }
    line_release(&l);
}

static struct grid *cycle_entry(sym_id of)
{
    const struct diff_look look = {.v = &v, .view = v.side[DIFF_NEW], .cycle = true};
    const struct grid_style style = fixture_style(200);
    struct err e = ERR_INIT;
    struct grid *g = diff_entry_grid(&look, row_of(DIFF_NEW, of), &style, NULL, NULL, &e);
    assert_non_null(g);
    return g;
}

/* Those of its members on either side. */
static void a_cycle_and_its_members(void **state)
{
    const struct analysis *a = side[DIFF_NEW].analysis;
    struct grid_row r;
    struct line l = {0};
    (void)state;
    struct grid *g = cycle_entry(HUB);
    expect_rows(g, "- <zz <aa - =<cycle of hub> ~ - +dd <cycle 1> +hub <cycle 1> +bb <cycle 1> ");
    const struct {
        uint32_t row;
        const char *want[8];
    } cases[] = {
        {1, {"0.20", "0.00", "-0.20", "5", "0", "-5", "-100.0", "gone"}},
        {2, {"0.40", "0.90", "+0.50", "10", "32", "+22", "+220.0", ""}},
        {4, {"0.60", "0.90", "+0.30", "15", "32", "+17", "+113.3", ""}},
        {7, {"0.00", "0.60", "+0.60", "0", "12", "+12", "new", "new"}},
        {8, {"0.50", "0.20", "-0.30", "20", "40", "+20", "+100.0", ""}},
        {9, {"0.10", "0.10", "0.00", "20", "12", "-8", "-40.0", ""}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_cells(g, cases[i].row, cases[i].want);
    g->ops->row(g, 4, &r);
    assert_int_equal(r.subject.node, cycle_node(a, a->cycles->cycle[HUB]));
    assert_int_equal(diff_entry_grid_row(g, 4), row_of(DIFF_NEW, HUB));
    g->ops->format(g, 5, &l);
    assert_non_null(strstr(text_z(&l.text), "members 2 -> 3"));
    g->ops->detail(g, 7, &l);
    assert_string_equal(text_z(&l.text), " dd <cycle 1>   by the cycle: new; calls 0 -> 12 (+12); "
                                         "0.00 -> 0.60 s (+0.60)");
    line_release(&l);
    grid_free(g);
}

/* dd was in none: the function alone is compared with its cycle. A function in none has its own. */
static void a_cycle_that_is_new(void **state)
{
    (void)state;
    struct grid *g = cycle_entry(3);
    expect_rows(g, "- <hub <cycle 1> <aa - =<cycle of dd> ~ - +dd <cycle 1> +hub <cycle 1> "
                   "+bb <cycle 1> ");
    expect_cells(
        g, 4, (const char *const[8]){"0.30", "0.90", "+0.60", "4", "32", "+28", "+700.0", "new"});
    grid_free(g);
    g = cycle_entry(0);
    expect_rows(g, "- - =aa ~ - >bb <cycle 1> >dd <cycle 1> ");
    grid_free(g);
}

/* Few rows: no rule above the function, no words below it. Few columns: no line is longer than a
 * name needs. */
static void little_room(void **state)
{
    (void)state;
    const struct diff_look look = {.v = &v, .view = v.side[DIFF_NEW], .side_by_side = true};
    for (unsigned cols = 1; cols < 160; cols++) {
        struct grid_style style = fixture_style(cols);
        struct err e = ERR_INIT;
        struct line l = {0};
        style.brief = true;
        struct grid *g = diff_entry_grid(&look, row_of(DIFF_NEW, HUB), &style, NULL, NULL, &e);
        assert_non_null(g);
        expect_rows(g, "- <bb <aa =hub - >old_only (gone) >bb >dd ");
        for (uint32_t i = 0; i < g->n_rows; i++) {
            g->ops->format(g, i, &l);
            assert_false(l.text.failed);
            assert_true(cols < 40 || l.text.n <= cols);
        }
        line_release(&l);
        grid_free(g);
    }
}

/* Each is listed once, by a function in it. */
static void cycles_of_either_side(void **state)
{
    struct diff_cycles x;
    (void)state;
    assert_true(diff_cycles_make(&x, d));
    assert_int_equal(x.n, 2);
    assert_true(diff_row_cycle(d, &d->rows[x.row[0]], DIFF_NEW) > 0);
    assert_int_equal(diff_row_cycle(d, &d->rows[x.row[1]], DIFF_NEW), 0);
    assert_int_equal(diff_row_cycle(d, &d->rows[x.row[1]], DIFF_OLD),
                     diff_row_cycle(d, &d->rows[row_of(DIFF_OLD, 3)], DIFF_OLD));
    diff_cycles_release(&x);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cycles_of_either_side, set_up_gone_cycle, tear_down),
        cmocka_unit_test_setup_teardown(whether_times_of_arcs_are_real, set_up, tear_down),
        T(what_differs_most_is_next_to_the_function),
        T(other_orders),
        T(filters),
        T(numbers),
        T(what_rows_are_about),
        T(one_that_is_gone),
        T(little_room),
        cmocka_unit_test_setup_teardown(a_cycle_and_its_members, set_up_cycles, tear_down),
        cmocka_unit_test_setup_teardown(a_cycle_that_is_new, set_up_cycles, tear_down),
    };
#undef T
    return cmocka_run_group_tests(tests, NULL, NULL);
}
