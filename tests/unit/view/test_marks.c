/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks: which range and number make which, and where grids show them. */
#include "core/view/marks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/view/grid/explain.h"
#include "tests/support/grid_fixture.h"

static void ranges_make_marks(void **state)
{
    static const struct {
        struct range range;
        double ticks;
        enum mark want;
    } cases[] = {
        {{.high = 0}, 0, MARK_NONE},
        {{.high = 0, .callbacks = 50}, 0, MARK_NONE},
        {{.low = 100, .high = 100}, 100, MARK_NONE},
        {{.low = 95, .high = 105}, 100, MARK_NONE},
        {{.low = 75, .high = 125}, 100, MARK_NONE},
        {{.low = 74, .high = 125}, 100, MARK_UNSURE},
        {{.low = 75, .high = 126}, 100, MARK_UNSURE},
        {{.low = 0, .high = 1}, 0, MARK_UNSURE},
        {{.low = 0, .high = 1}, 1, MARK_NONE}, /* no wider than the sampling error */
        {{.low = 0, .high = 400}, 100, MARK_UNSURE},
        {{.low = 100, .high = 100}, 80, MARK_NONE},
        {{.low = 100, .high = 100}, 71, MARK_UNSURE},
        {{.low = 100, .high = 100}, 69, MARK_OUTSIDE},
        {{.low = 100, .high = 300}, 69, MARK_OUTSIDE},
        {{.low = 50, .high = 60}, 90, MARK_OUTSIDE},
        {{.low = 50, .high = 100}, 129, MARK_UNSURE},
        /* of an open range, what all that is possible has */
        {{.low = 100, .high = 0, .is_open = true, .most = 120}, 100, MARK_NONE},
        {{.low = 100, .high = 0, .is_open = true, .most = 130}, 100, MARK_UNSURE},
        {{.low = 100, .high = 126, .is_open = true, .most = 900}, 100, MARK_UNSURE},
        {{.low = 100, .high = 0, .is_open = true, .most = 900}, 69, MARK_OUTSIDE},
        {{.low = 0, .high = 0, .is_open = true, .most = 1000}, 1000, MARK_UNSURE},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (range_mark(&cases[i].range, cases[i].ticks) != cases[i].want)
            fail_msg("case %u: %s", (unsigned)i,
                     mark_word(range_mark(&cases[i].range, cases[i].ticks)));
    assert_string_equal(mark_word(MARK_OUTSIDE), "outside");
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
    f->v.ranges = ranges_new(f->analysis);
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
    assert_int_equal(node_range(&f.v, 0, &r), MARK_UNSURE);
    text_bounds(&t, &f.v, MARK_UNSURE, &r);
    assert_string_equal(text_z(&t), "between 0.0 and 100.0 %: time is shared out by calls");
    text_clear(&t);
    assert_int_equal(node_range(&f.v, 2, &r), MARK_NONE);
    text_bounds(&t, &f.v, MARK_NONE, &r);
    assert_int_equal(t.n, 0);
    release(&f);
    make(&f, true);
    assert_int_equal(node_range(&f.v, 0, &r), MARK_UNSURE);
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
    (void)state;
    make(&f, false);
    struct grid *g = fixture_flat(&f, 80, NULL);
    static const char *const want[][2] = {{"leaf", "0.40"}, {"easy", "0.30 ?"}, {"hard", "0.10 ?"}};
    for (uint32_t i = 0; i < ARRAY_LEN(want); i++) {
        g->ops->format(g, i, &l);
        fixture_expect(g, &l, "name", want[i][0]);
        fixture_expect(g, &l, "total", want[i][1]);
    }
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

/* big leads to so much that a walk for its mark ends before: it is shown as unsure, and = says so.
 */
static void long_walks_are_cut_short(void **state)
{
    enum { FIRST = 2, N = FIRST + MARK_STEPS + 9 };
    static const char *names[N];
    static char room[N][8];
    static uint64_t ticks[N];
    struct fixture f;
    struct text t = {0};
    struct range r;
    (void)state;
    names[0] = "big";
    names[1] = "main";
    ticks[1] = 60000;
    for (uint32_t i = FIRST; i < N; i++) {
        snprintf(room[i], sizeof room[i], "f%u", (unsigned)i % 100000);
        names[i] = room[i];
        ticks[i] = i + 1 < N;
    }
    fixture_init(&f, names, N);
    made_ticks(&f.made, ticks);
    made_call(&f.made, 1, 0, 1);
    for (uint32_t i = FIRST; i < N; i++)
        made_call(&f.made, 0, i, 1);
    fixture_analyze(&f);
    f.v.ranges = ranges_new(f.analysis);
    assert_non_null(f.v.ranges);
    const struct grid_style style = fixture_style(80);
    for (int i = 0; i < 2; i++) { /* what = found changes nothing */
        assert_int_equal(node_mark(&f.v, 0), MARK_UNSURE);
        assert_int_equal(node_mark(&f.v, 1), MARK_NONE); /* all that was sampled is in it */
        text_clear(&t);
        assert_true(explain_node(&t, &f.v, 0, &style));
        assert_non_null(strstr(text_z(&t), "  In the rows it was not worked out, so that they "
                                           "show ?: it leads to too much.\n"));
        assert_int_equal(node_range(&f.v, 0, &r), MARK_NONE);
    }
    text_release(&t);
    release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_make_marks),
        cmocka_unit_test(bounds_are_words),
        cmocka_unit_test(grids_show_marks),
        cmocka_unit_test(long_walks_are_cut_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
