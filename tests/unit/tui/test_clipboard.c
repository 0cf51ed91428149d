/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clipboard: the encoding, the wrappings, the limit. */
#include "tui/terminal/clipboard.h"

#include "tests/support/unit.h"

static void assert_sequence(const char *p, size_t n, enum clipboard_wrap wrap, const char *want)
{
    struct text t = {0};
    assert_true(clipboard_sequence(&t, p, n, wrap));
    assert_string_equal(text_z(&t), want);
    text_release(&t);
}

TEST(test_encoding)
{
    assert_sequence("", 0, CLIPBOARD_PLAIN, "\033]52;c;\a");
    assert_sequence("f", 1, CLIPBOARD_PLAIN, "\033]52;c;Zg==\a");
    assert_sequence("fo", 2, CLIPBOARD_PLAIN, "\033]52;c;Zm8=\a");
    assert_sequence("foo", 3, CLIPBOARD_PLAIN, "\033]52;c;Zm9v\a");
    assert_sequence("\xff\xfe\0\n", 4, CLIPBOARD_PLAIN, "\033]52;c;//4ACg==\a");
}

TEST(test_wrapping)
{
    assert_sequence("f", 1, CLIPBOARD_TMUX, "\033]52;c;Zg==\a\033Ptmux;\033\033]52;c;Zg==\a\033\\");
    assert_sequence("f", 1, CLIPBOARD_SCREEN, "\033P\033]52;c;Zg==\a\033\\");
    assert_int_equal(clipboard_wrap(NULL, NULL), CLIPBOARD_PLAIN);
    assert_int_equal(clipboard_wrap("", ""), CLIPBOARD_PLAIN);
    assert_int_equal(clipboard_wrap("/tmp/tmux-0/default,1,0", "1.x"), CLIPBOARD_TMUX);
    assert_int_equal(clipboard_wrap(NULL, "1.x"), CLIPBOARD_SCREEN);
}

/* screen drops strings over 768 bytes: pieces that give the whole again. */
TEST(test_pieces)
{
    struct text wrapped = {0}, plain = {0}, joined = {0};
    char data[5000];
    memset(data, 'x', sizeof data);
    assert_true(clipboard_sequence(&wrapped, data, sizeof data, CLIPBOARD_SCREEN));
    assert_true(clipboard_sequence(&plain, data, sizeof data, CLIPBOARD_PLAIN));
    const char *p = text_z(&wrapped);
    while (*p) {
        assert_memory_equal(p, "\033P", 2);
        const char *end = strstr(p, "\033\\");
        assert_non_null(end);
        assert_true(end - p < 768);
        text_add(&joined, p + 2, (size_t)(end - p - 2));
        p = end + 2;
    }
    assert_string_equal(text_z(&joined), text_z(&plain));
    text_release(&wrapped);
    text_release(&plain);
    text_release(&joined);
}

TEST(test_limit)
{
    struct text t = {0};
    char *data = calloc(CLIPBOARD_MAX_BYTES + 1, 1);
    assert_non_null(data);
    assert_false(clipboard_sequence(&t, data, CLIPBOARD_MAX_BYTES + 1, CLIPBOARD_PLAIN));
    assert_int_equal(t.n, 0);
    assert_true(clipboard_sequence(&t, data, CLIPBOARD_MAX_BYTES, CLIPBOARD_PLAIN));
    assert_int_equal(t.n, 100000); /* with the frame */
    free(data);
    text_release(&t);
}
