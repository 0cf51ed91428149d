/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clipboard: which wrapping, and the limit; sequences themselves are judged by fuzz_clipboard. */
#include "tui/terminal/clipboard.h"

#include "tests/support/unit.h"

TEST(test_wrapping)
{
    assert_int_equal(clipboard_wrap(NULL, NULL), CLIPBOARD_PLAIN);
    assert_int_equal(clipboard_wrap("", ""), CLIPBOARD_PLAIN);
    assert_int_equal(clipboard_wrap("/tmp/tmux-0/default,1,0", "1.x"), CLIPBOARD_TMUX);
    assert_int_equal(clipboard_wrap(NULL, "1.x"), CLIPBOARD_SCREEN);
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
