/* SPDX-License-Identifier: GPL-3.0-or-later */
/* list: every operation from every state of small lists. */
#include "tui/widget/list.h"

#include "tests/support/unit.h"

enum { MAX_N = 9, MAX_HEIGHT = 7 };

static void assert_shown(const struct list *l)
{
    assert_true(list_valid(l));
    if (l->n && l->height)
        assert_true(list_visible(l, l->cursor));
}

static void check_moves(struct list l)
{
    for (ptrdiff_t d = -12; d <= 12; d++) {
        struct list m = l;
        list_move(&m, d);
        assert_shown(&m);
        ptrdiff_t want = (ptrdiff_t)l.cursor + d;
        ptrdiff_t last = l.n ? (ptrdiff_t)l.n - 1 : 0;
        want = want < 0 ? 0 : want > last ? last : want;
        assert_int_equal(m.cursor, want);
        if (list_visible(&l, m.cursor))
            assert_int_equal(m.top, l.top); /* no scroll without need */
    }
}

static void check_extremes(struct list l)
{
    static const ptrdiff_t far[] = {PTRDIFF_MIN, PTRDIFF_MAX, -1000, 1000};
    for (size_t i = 0; i < 4; i++) {
        struct list m = l;
        list_move(&m, far[i]);
        assert_shown(&m);
        assert_int_equal(m.cursor, far[i] < 0 || !l.n ? 0 : l.n - 1);
        m = l;
        list_scroll(&m, far[i]);
        assert_true(list_valid(&m));
        assert_int_equal(m.cursor, l.cursor);
    }
}

static void check_pages(struct list l)
{
    for (int k = -3; k <= 3; k++) {
        struct list m = l;
        list_pages(&m, k);
        assert_shown(&m);
        if (k > 0 && l.n)
            assert_true(m.cursor > l.cursor || l.cursor == l.n - 1);
        if (k < 0 && l.n)
            assert_true(m.cursor < l.cursor || l.cursor == 0);
    }
}

/* Paging down from the top shows every row, and ends. */
static void check_page_through(struct list l)
{
    bool seen[MAX_N] = {false};
    if (l.height == 0)
        return;
    list_set(&l, 0);
    for (size_t step = 0; step <= MAX_N; step++) {
        for (int y = 0; y < MAX_HEIGHT; y++) {
            if (list_row_at(&l, y) != LIST_NONE)
                seen[list_row_at(&l, y)] = true;
        }
        list_pages(&l, 1);
    }
    for (size_t i = 0; i < l.n; i++)
        assert_true(seen[i]);
    assert_int_equal(l.cursor, l.n ? l.n - 1 : 0);
}

static void check_scroll(struct list l)
{
    for (ptrdiff_t d = -12; d <= 12; d++) {
        struct list m = l;
        list_scroll(&m, d);
        assert_true(list_valid(&m));
        assert_int_equal(m.cursor, l.cursor);
        if (d > 0)
            assert_true(m.top >= l.top && m.top <= l.top + (size_t)d);
        else
            assert_true(m.top <= l.top && m.top + (size_t)-d >= l.top);
        list_move(&m, 0);
        assert_shown(&m); /* touching the cursor brings it back */
        assert_int_equal(m.cursor, l.cursor);
    }
}

static void check_resize(struct list l)
{
    for (size_t n = 0; n <= MAX_N; n++) {
        for (int h = -1; h <= MAX_HEIGHT; h++) {
            struct list m = l;
            list_resize(&m, n, h);
            assert_true(list_valid(&m));
            assert_int_equal(m.height, h < 0 ? 0 : h);
            if (l.cursor < n)
                assert_int_equal(m.cursor, l.cursor);
            if (list_visible(&l, l.cursor) || l.n == 0)
                assert_shown(&m);
        }
    }
}

static void check_select(struct list l)
{
    for (size_t row = 0; row <= MAX_N + 1; row++) {
        struct list m = l, c = l;
        list_set(&m, row);
        list_center(&c, row);
        assert_shown(&m);
        assert_shown(&c);
        assert_int_equal(m.cursor, l.n == 0 ? 0 : row < l.n ? row : l.n - 1);
        assert_int_equal(c.cursor, m.cursor);
    }
    struct list m = l;
    list_set(&m, LIST_NONE);
    assert_shown(&m);
    assert_int_equal(m.cursor, l.n ? l.n - 1 : 0);
    list_set(&m, 0);
    assert_shown(&m);
    assert_int_equal(m.cursor, 0);
}

static void check_row_at(struct list l)
{
    for (int y = -1; y <= MAX_HEIGHT; y++) {
        size_t row = list_row_at(&l, y);
        if (row == LIST_NONE)
            assert_true(y < 0 || (size_t)y >= l.height || l.top + (size_t)y >= l.n);
        else
            assert_true(list_visible(&l, row) && row - l.top == (size_t)y);
    }
}

/* Every valid state of up to MAX_N rows and MAX_HEIGHT lines. */
TEST(test_every_state)
{
    static void (*const checks[])(struct list) = {check_moves,        check_extremes, check_pages,
                                                  check_page_through, check_scroll,   check_resize,
                                                  check_select,       check_row_at};
    for (size_t n = 0; n <= MAX_N; n++)
        for (size_t h = 0; h <= MAX_HEIGHT; h++)
            for (size_t i = 0; i < (n + 1) * (n + 1); i++) {
                struct list l = {.n = n, .height = h, .top = i / (n + 1), .cursor = i % (n + 1)};
                for (size_t k = 0; k < ARRAY_LEN(checks) && list_valid(&l); k++)
                    checks[k](l);
            }
}

TEST(test_center)
{
    struct list l = {.n = 100, .height = 11};
    list_center(&l, 50);
    assert_int_equal(l.top, 45);
    list_center(&l, 52); /* in view: no jump */
    assert_int_equal(l.top, 45);
    list_center(&l, 99);
    assert_int_equal(l.top, 89);
}
