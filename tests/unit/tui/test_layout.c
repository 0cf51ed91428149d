/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout at every size and setting: parts inside the screen, none over another. */
#include "tui/widget/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void use(unsigned char *rows, int row, int n)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(rows[row + i]++, 0);
}

static void check(int rows, int cols, const struct prefs *p, bool notice, bool pane)
{
    struct layout l = layout_make(rows, cols, p, pane, rows % 2);
    if (notice)
        layout_add_notice(&l);
    unsigned char used[128] = {0};
    const int lines[] = {l.title, l.notice, l.tabs, l.options, l.heading, l.detail, l.keys};
    assert_true(l.body.row >= 0 && l.body.rows >= 0 && l.body.row + l.body.rows <= rows);
    assert_true(l.body.col >= 0 && l.body.cols >= 0 && l.body.col + l.body.cols <= cols);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        assert_true(lines[i] >= -1 && lines[i] < rows);
        if (lines[i] >= 0)
            use(used, lines[i], 1);
    }
    use(used, l.body.row, l.body.rows);
    if (l.side_pane.rows && !l.side)
        use(used, l.side_pane.row, l.side_pane.rows);
    if (l.side_pane.rows)
        assert_true(l.side_pane.row + l.side_pane.rows <= rows &&
                    l.side_pane.col + l.side_pane.cols <= cols);
    if (l.side)
        assert_true(l.side_pane.col > l.body.col + l.body.cols - 1 &&
                    l.side_pane.rows == l.body.rows);
    for (int i = 0; i < rows; i++)
        assert_int_equal(used[i], 1); /* every row belongs to something */
    if (rows > 0)
        assert_true(l.body.rows > 0);
}

static void test_all_sizes(void **state)
{
    (void)state;
    struct prefs p;
    prefs_init(&p);
    for (p.v[PREF_SIDE_PANE] = 0; p.v[PREF_SIDE_PANE] < 3; p.v[PREF_SIDE_PANE]++)
        for (int rows = 0; rows <= 100; rows++)
            for (int cols = 0; cols <= 220; cols += 5) {
                check(rows, cols, &p, rows & 1, false);
                check(rows, cols, &p, rows & 1, true);
                check(rows, cols, &p, !(rows & 1), true);
            }
}

static void test_known_sizes(void **state)
{
    (void)state;
    struct prefs p;
    prefs_init(&p);
    assert_true(layout_make(11, 80, &p, true, true).plain);
    assert_true(layout_make(24, 59, &p, true, true).plain);
    assert_int_equal(layout_make(24, 80, &p, true, true).body.rows, 18);
    assert_int_equal(layout_make(24, 109, &p, true, true).side_pane.rows, 0);
    assert_true(layout_make(36, 120, &p, true, true).side_pane.rows >= 8);
    assert_false(layout_make(36, 159, &p, true, true).side);
    assert_true(layout_make(36, 160, &p, true, true).side);
    assert_int_equal(layout_make(-3, -1, &p, true, true).rows, 0);
    assert_int_equal(layout_make(36, 160, &p, false, true).side_pane.rows, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_sizes),
        cmocka_unit_test(test_known_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
