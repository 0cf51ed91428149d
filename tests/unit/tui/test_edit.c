/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line editor of prompts, and the lines typed before. */
#include "tui/widget/edit.h"

#include "tests/support/unit.h"

static void assert_edit(struct edit *e, const char *text, size_t at)
{
    assert_string_equal(text_z(&e->text), text);
    assert_int_equal(e->at, at);
}

static void times(struct edit *e, enum edit_op op, int n)
{
    bool erases = op >= EDIT_ERASE;
    while (n--)
        assert_int_equal(edit_do(e, op), erases);
}

TEST(test_typing)
{
    struct edit e = {0};
    edit_insert(&e, 'a');
    edit_insert(&e, 0xe4);
    edit_insert(&e, 0x6f22);
    edit_insert(&e, 'z');
    assert_edit(&e, "a\xc3\xa4\xe6\xbc\xa2z", 7);
    times(&e, EDIT_LEFT, 2);
    assert_int_equal(e.at, 3);
    edit_insert(&e, 'b');
    assert_edit(&e,
                "a\xc3\xa4"
                "b\xe6\xbc\xa2z",
                4);
    times(&e, EDIT_ERASE, 1);
    times(&e, EDIT_ERASE, 1);
    assert_edit(&e, "a\xe6\xbc\xa2z", 1);
    times(&e, EDIT_DELETE, 1);
    assert_edit(&e, "az", 1);
    times(&e, EDIT_HOME, 1);
    times(&e, EDIT_ERASE, 1);
    times(&e, EDIT_LEFT, 5);
    assert_edit(&e, "az", 0);
    times(&e, EDIT_END, 1);
    times(&e, EDIT_DELETE, 1);
    times(&e, EDIT_RIGHT, 5);
    assert_edit(&e, "az", 2);
    edit_release(&e);
}

TEST(test_words)
{
    struct edit e = {0};
    edit_set(&e, "one two  ", 9);
    times(&e, EDIT_ERASE_WORD, 1);
    assert_edit(&e, "one ", 4);
    times(&e, EDIT_ERASE_WORD, 1);
    assert_edit(&e, "", 0);
    times(&e, EDIT_ERASE_WORD, 1);
    assert_edit(&e, "", 0);
    edit_set(&e, "ab cd", 5);
    times(&e, EDIT_LEFT, 2);
    times(&e, EDIT_ERASE_LINE, 1);
    assert_edit(&e, "cd", 0);
    times(&e, EDIT_END, 1);
    edit_replace(&e, 1, "xyz", 3);
    assert_edit(&e, "cxyz", 4);
    edit_release(&e);
}

TEST(test_stray_bytes)
{
    struct edit e = {0};
    edit_set(&e,
             "\x80\x80"
             "a\xff",
             4);
    times(&e, EDIT_LEFT, 1);
    assert_int_equal(e.at, 3);
    times(&e, EDIT_LEFT, 1);
    assert_int_equal(e.at, 2);
    times(&e, EDIT_LEFT, 1);
    assert_int_equal(e.at, 0);
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
