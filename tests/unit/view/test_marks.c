/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks: which range and number make which, and where grids show them. */
#include "core/view/marks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/grid_fixture.h"

static void ranges_make_marks(void **state)
{
    static const struct {
        struct range range;
        double ticks;
        enum mark want;
    } cases[] = {
        {{0, 0, 0}, 0, MARK_NONE},          {{0, 0, 50}, 0, MARK_NONE},
        {{100, 100, 0}, 100, MARK_CERTAIN}, {{95, 105, 0}, 100, MARK_CERTAIN},
        {{94, 105, 0}, 100, MARK_NEAR},     {{75, 125, 0}, 100, MARK_NEAR},
        {{74, 125, 0}, 100, MARK_UNSURE},   {{75, 126, 0}, 100, MARK_UNSURE},
        {{0, 1, 0}, 0, MARK_UNSURE},        {{0, 400, 0}, 100, MARK_UNSURE},
        {{100, 100, 0}, 80, MARK_NEAR},     {{100, 100, 0}, 71, MARK_UNSURE},
        {{100, 100, 0}, 69, MARK_OUTSIDE},  {{100, 300, 0}, 69, MARK_OUTSIDE},
        {{50, 60, 0}, 90, MARK_OUTSIDE},    {{50, 100, 0}, 129, MARK_UNSURE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (range_mark(&cases[i].range, cases[i].ticks) != cases[i].want)
            fail_msg("case %u: %s", (unsigned)i,
                     mark_word(range_mark(&cases[i].range, cases[i].ticks)));
    assert_string_equal(mark_word(MARK_CERTAIN), "certain");
    assert_int_equal(mark_sign(MARK_OUTSIDE), '!');
    assert_int_equal(mark_sign(MARK_NONE), ' ');
}

/* hard and easy call leaf once and three times; z has no time. */
static void make(struct fixture *f, bool called_back)
{
    enum { EASY, HARD, LEAF, MAIN, BACK, N };
    static const char *const names[N + 1] = {"easy", "hard", "leaf", "main", "back", "z"};
    const uint64_t ticks[N + 1] = {[LEAF] = 40, [BACK] = called_back ? 10 : 0};
    fixture_init(f, names, N + 1);
    made_ticks(&f->made, ticks);
    made_call(&f->made, MAIN, EASY, 1);
    made_call(&f->made, MAIN, HARD, 1);
    made_call(&f->made, EASY, LEAF, 3);
    made_call(&f->made, HARD, LEAF, 1);
    fixture_analyze(f);
    f->v.ranges = ranges_new(f->analysis, NULL);
    assert_non_null(f->v.ranges);
}

static void release(struct fixture *f)
{
    ranges_free(f->v.ranges);
    fixture_release(f);
}

static void bounds_are_words(void **state)
{
    struct fixture f;
    struct text t = {0};
    struct range r;
    (void)state;
    make(&f, false);
    assert_int_equal(node_mark(&f.v, 0, &r), MARK_UNSURE);
    text_bounds(&t, &f.v, MARK_UNSURE, &r);
    assert_string_equal(text_z(&t), "between 0.0 and 100.0 %: time is shared out by calls");
    text_clear(&t);
    assert_int_equal(node_mark(&f.v, 2, &r), MARK_CERTAIN);
    text_bounds(&t, &f.v, MARK_CERTAIN, &r);
    assert_int_equal(t.n, 0);
    release(&f);
    make(&f, true);
    assert_int_equal(node_mark(&f.v, 0, &r), MARK_UNSURE);
    text_bounds(&t, &f.v, MARK_UNSURE, &r);
    assert_string_equal(text_z(&t),
                        "between 0.0 and 80.0 %: time is shared out by calls; callbacks "
                        "may add 20.0 %");
    text_release(&t);
    release(&f);
}

static void grids_show_marks(void **state)
{
    struct fixture f;
    struct line l = {0};
    struct grid_sort by_mark;
    (void)state;
    make(&f, false);
    struct grid *g = fixture_flat(&f, 80, NULL);
    by_mark = (struct grid_sort){fixture_column(g, "mark"), false};
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "name", "leaf");
    fixture_expect(g, &l, "mark", "=");
    grid_free(g);
    g = fixture_flat(&f, 80, &by_mark); /* the widest range first */
    g->ops->format(g, 0, &l);
    fixture_expect(g, &l, "name", "easy");
    fixture_expect(g, &l, "mark", "?");
    grid_free(g);
    g = fixture_entry(&f, 0, 80);
    g->ops->format(g, 3, &l);
    fixture_expect(g, &l, "mark", "?");
    g->ops->format(g, 4, &l);
    assert_string_equal(text_z(&l.text),
                        "          ? between 0.0 and 100.0 %: time is shared out by calls");
    grid_free(g);
    fixture_expect_all_widths(&f);
    line_release(&l);
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_make_marks),
        cmocka_unit_test(bounds_are_words),
        cmocka_unit_test(grids_show_marks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
