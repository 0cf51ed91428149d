/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Back and forward, against a plain model; places are freed exactly once (under ASan). */
#include "tui/history/history.h"

#include "core/base/mem.h"

#include "tests/support/unit.h"

static struct place place(size_t top)
{
    return (struct place){.view = 1, .top = top, .file = mem_text("f", 1)};
}

TEST(test_is_bounded)
{
    struct history h = {0};
    for (size_t i = 0; i < 3 * HISTORY_MAX; i++)
        history_push(&h, place(i));
    assert_int_equal(h.n, HISTORY_MAX);
    for (size_t i = 1; i < HISTORY_MAX; i++)
        assert_int_equal(history_step(&h, -1)->top, 3 * HISTORY_MAX - 1 - i);
    assert_null(history_step(&h, -1));
    h.at = h.n;
    assert_false(history_valid(&h));
    history_release(&h);
}

/* Any walk agrees with a list and an index. */
TEST(test_random_walk)
{
    struct history h = {0};
    size_t model[HISTORY_MAX], n = 0, at = 0;
    uint32_t seed = 7;
    for (size_t i = 0; i < 5000; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned what = seed >> 24 & 3;
        if (what == 0 && (!n || at < HISTORY_MAX - 1)) {
            n = n ? at + 1 : 0;
            at = n;
            model[n++] = i;
            history_push(&h, place(i));
        } else if (what == 1 && n) {
            model[at] = i;
            history_update(&h, place(i));
        } else {
            int d = what == 2 ? -1 : 1;
            bool can = n && (d < 0 ? at > 0 : at + 1 < n);
            const struct place *p = history_step(&h, d);
            assert_int_equal(p != NULL, can);
            at = can ? at + (size_t)d : at;
        }
        assert_true(history_valid(&h));
        assert_int_equal(h.n, n);
        if (n)
            assert_int_equal(h.place[h.at].top, model[at]);
    }
    history_release(&h);
}

TEST(test_copies_share_nothing)
{
    struct place p = place(3), c = place_copy(&p);
    assert_true(place_same(&p, &c));
    assert_ptr_not_equal(p.file, c.file);
    place_release(&p);
    assert_string_equal(c.file, "f");
    place_release(&c);
    assert_int_equal(c.view, 0);
}
