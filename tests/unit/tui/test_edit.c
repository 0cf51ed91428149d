/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line editor of prompts: bytes that are no characters, and lines typed before.
 * screen/run_steps has what keys do to a line. */
#include "tui/widget/edit.h"

#include "tests/support/unit.h"

static void assert_edit(struct edit *e, const char *text, size_t at)
{
    assert_string_equal(text_z(&e->text), text);
    assert_int_equal(e->at, at);
}

TEST(test_stray_bytes)
{
    struct edit e = {0};
    edit_set(&e,
             "\x80\x80"
             "a\xff",
             4);
    for (size_t at = 4; e.at; at = e.at) {
        assert_false(edit_do(&e, EDIT_LEFT));
        assert_int_equal(e.at, at == 2 ? 0 : at - 1);
    }
    edit_release(&e);
}

TEST(test_past)
{
    struct past p = {0};
    struct edit e = {0};
    past_step(&p, &e, -1);
    assert_edit(&e, "", 0);
    past_add(&p, "one", 3);
    past_add(&p, "two", 3);
    past_add(&p, "two", 3);
    past_add(&p, "", 0);
    assert_int_equal(p.n, 2);
    edit_set(&e, "dra", 3);
    past_step(&p, &e, -1);
    assert_edit(&e, "two", 3);
    past_step(&p, &e, -1);
    past_step(&p, &e, -1);
    assert_edit(&e, "one", 3);
    past_step(&p, &e, 1);
    past_step(&p, &e, 1);
    assert_edit(&e, "dra", 3);
    past_step(&p, &e, 1);
    assert_edit(&e, "dra", 3);
    past_release(&p);
    edit_release(&e);
}

TEST(test_past_is_bounded)
{
    struct past p = {0};
    struct edit e = {0};
    for (int i = 0; i < 3 * PAST_MAX; i++) {
        char line[16];
        line[0] = (char)('a' + i % 26);
        line[1] = (char)('a' + i / 26);
        past_add(&p, line, 2);
    }
    assert_int_equal(p.n, PAST_MAX);
    for (int i = 0; i < 2 * PAST_MAX; i++)
        past_step(&p, &e, -1);
    int oldest = 2 * PAST_MAX;
    assert_int_equal(e.text.p[0], 'a' + oldest % 26);
    past_release(&p);
    edit_release(&e);
}
