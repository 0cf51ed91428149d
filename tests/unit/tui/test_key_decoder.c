/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_keys: what terminals send, whole and in pieces. */
#include "tui/terminal/key_decoder.h"

#include "tests/support/unit.h"

#define A KEY_ALT

static const struct {
    const char *bytes;
    uint32_t keys[4]; /* up to a zero */
} cases[] = {
    {"j", {'j'}},
    {"jk", {'j', 'k'}},
    {"\x01", {1}},
    {"\x1a", {26}},
    {"\r", {KEYS_ENTER}},
    {"\n", {KEYS_ENTER}},
    {"\t", {KEYS_TAB}},
    {"\b", {KEYS_BACKSPACE}},
    {"\x7f", {KEYS_BACKSPACE}},
    {"\x1b", {KEYS_ESCAPE}},
    {"\x1bj", {A | 'j'}},
    {"\x1bjj", {A | 'j', 'j'}},
    {"\x1b\r", {A | KEYS_ENTER}},
    {"\x1b\x7f", {A | KEYS_BACKSPACE}},
    {"\x1b\x1b", {KEYS_ESCAPE, KEYS_ESCAPE}},
    {"\x1b[", {A | '['}},
    {"\x1bO", {A | 'O'}},
    {"\x1b]", {A | ']'}},
    {"\x1b[A", {KEYS_UP}},
    {"\x1bOA", {KEYS_UP}},
    {"\x1b[Bx", {KEYS_DOWN, 'x'}},
    {"\x1b\x1b[D", {A | KEYS_LEFT}},
    {"\x1b[1;3D", {A | KEYS_LEFT}},
    {"\x1b[1;5C", {KEYS_RIGHT}},
    {"\x1b[H\x1b[F", {KEYS_HOME, KEYS_END}},
    {"\x1b[1~\x1b[4~", {KEYS_HOME, KEYS_END}},
    {"\x1b[5~\x1b[6~", {KEYS_PAGE_UP, KEYS_PAGE_DOWN}},
    {"\x1b[2~\x1b[3~", {KEYS_INSERT, KEYS_DELETE}},
    {"\x1b[6;3~", {A | KEYS_PAGE_DOWN}},
    {"\x1b[Z", {KEYS_BACK_TAB}},
    {"\x1bOP\x1bOS", {KEYS_F1, KEYS_F1 + 3}},
    {"\x1b[15~\x1b[17~\x1b[24~", {KEYS_F1 + 4, KEYS_F1 + 5, KEYS_F12}},
    {"\x1b[[E", {KEYS_F1 + 4}}, /* the terminal's own, see setup */
    {"\x1b[200~x", {'x'}},      /* unknown: swallowed whole */
    {"\x1b[?1;2cx", {'x'}},
    {"\x1b[12;34Rx", {KEYS_F1 + 2, 'x'}},
    {"\x1b[99", {0}}, /* cut off: nothing is typed */
    {"\x1b[3\x1b[A", {KEYS_UP}},
    {"\x1b[m\x1b[<0;1;1mx", {'x'}}, /* a release */
    {"\xe4\xb8\xad", {0x4e2d}},
    {"\x1b\xc3\xa9", {A | 0xe9}},
    {"\xf0\x9f\x98\x80!", {0x1f600, '!'}},
    {"\xff"
     "x",
     {'x'}},
    {"\xe4\xb8", {0}},
};

static void setup(struct key_decoder *d)
{
    *d = (struct key_decoder){0};
    keys_define(d, "\x1b[[E", KEYS_F1 + 4);
    keys_define(d, "\x1bOA", KEYS_UP);
    keys_define(d, "", KEYS_DOWN);
    keys_define(d, "x", KEYS_DOWN);
}

/* Take what is there; keys to out, their number as result. */
static size_t take(struct key_decoder *d, bool flush, uint32_t *out, size_t n, size_t max)
{
    for (;;) {
        struct event e = keys_next(d, flush, 0);
        if (e.kind == EVENT_NONE)
            return n;
        assert_int_equal(e.kind, EVENT_KEY);
        assert_true(n < max);
        out[n++] = e.key;
    }
}

static void check(size_t i, const uint32_t *got, size_t n)
{
    size_t want = 0;
    while (want < 4 && cases[i].keys[want])
        want++;
    if (n != want || memcmp(got, cases[i].keys, n * sizeof *got) != 0)
        print_error("case %zu: %zu keys, first %lx\n", i, n, n ? (unsigned long)got[0] : 0);
    assert_int_equal(n, want);
    assert_memory_equal(got, cases[i].keys, n * sizeof *got);
}

/* At once, and byte by byte without a pause long enough to matter. */
TEST(test_cases)
{
    for (size_t i = 0; i < 2 * ARRAY_LEN(cases); i++) {
        const char *bytes = cases[i / 2].bytes;
        struct key_decoder d;
        uint32_t got[8];
        size_t n = 0;
        setup(&d);
        for (size_t left = strlen(bytes), piece = i % 2 ? 1 : left; left; left -= piece) {
            keys_feed(&d, bytes + strlen(bytes) - left, piece);
            n = take(&d, left == piece, got, n, 8);
        }
        check(i / 2, got, n);
        assert_int_equal(d.n, 0);
    }
}

static struct event one(struct key_decoder *d, const char *bytes, int64_t ms)
{
    keys_feed(d, bytes, strlen(bytes));
    return keys_next(d, true, ms);
}

static void assert_mouse(struct event e, enum mouse_button b, int row, int col, bool twice)
{
    assert_int_equal(e.kind, EVENT_MOUSE);
    assert_int_equal(e.button, b);
    assert_int_equal(e.row, row);
    assert_int_equal(e.col, col);
    assert_int_equal(e.double_click, twice);
}

TEST(test_mouse)
{
    struct key_decoder d = {0};
    assert_mouse(one(&d, "\x1b[<0;1;1M", 0), MOUSE_LEFT, 0, 0, false);
    assert_mouse(one(&d, "\x1b[<1;300;200M", 0), MOUSE_MIDDLE, 199, 299, false);
    assert_mouse(one(&d, "\x1b[<2;3;4M", 0), MOUSE_RIGHT, 3, 2, false);
    assert_mouse(one(&d, "\x1b[<64;3;4M", 0), MOUSE_WHEEL_UP, 3, 2, false);
    assert_mouse(one(&d, "\x1b[<65;3;4M", 0), MOUSE_WHEEL_DOWN, 3, 2, false);
    assert_mouse(one(&d, "\x1b[<69;3;4M", 0), MOUSE_WHEEL_DOWN, 3, 2, false); /* with Shift */
    assert_mouse(one(&d, "\x1b[M !!", 0), MOUSE_LEFT, 0, 0, false);
    assert_mouse(one(&d, "\x1b[Ma#$", 0), MOUSE_WHEEL_DOWN, 3, 2, false);
    static const char *const nothing[] = {"\x1b[<0;3;4m",  "\x1b[<32;3;4M",  "\x1b[<35;3;4M",
                                          "\x1b[<66;3;4M", "\x1b[<128;3;4M", "\x1b[<0;0;4M",
                                          "\x1b[<0;4M",    "\x1b[<M",        "\x1b[M#!!",
                                          "\x1b[M\x1f!!",  "\x1b[<3;3;4M",   "\x1b[<0;1;2;3M"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        assert_int_equal(one(&d, nothing[i], 0).kind, EVENT_NONE);
    assert_int_equal(d.n, 0);
}

TEST(test_double_click)
{
    struct key_decoder d = {0};
    assert_mouse(one(&d, "\x1b[<0;3;4M", 0), MOUSE_LEFT, 3, 2, false);
    assert_int_equal(one(&d, "\x1b[<0;3;4m", 10).kind, EVENT_NONE);
    assert_mouse(one(&d, "\x1b[<0;3;4M", 300), MOUSE_LEFT, 3, 2, true);
    assert_mouse(one(&d, "\x1b[<0;3;4M", 310), MOUSE_LEFT, 3, 2, false); /* the third */
    assert_mouse(one(&d, "\x1b[<0;4;4M", 320), MOUSE_LEFT, 3, 3, false); /* elsewhere */
    assert_mouse(one(&d, "\x1b[<2;4;4M", 330), MOUSE_RIGHT, 3, 3, false);
    assert_mouse(one(&d, "\x1b[<2;4;4M", 1000), MOUSE_RIGHT, 3, 3, false); /* too late */
    assert_mouse(one(&d, "\x1b[<64;4;4M", 1010), MOUSE_WHEEL_UP, 3, 3, false);
    assert_mouse(one(&d, "\x1b[<64;4;4M", 1020), MOUSE_WHEEL_UP, 3, 3, false);
}

/* No bytes at all make the decoder stick, run over, or invent a kind. */
TEST(test_noise)
{
    static const char alphabet[] = "\x1b\x1b\x1b[[O<;;0159MmA~x\xe4\xb8\xff\x7f";
    uint32_t seed = 1;
    struct key_decoder d;
    setup(&d);
    for (int i = 0; i < 200000; i++) {
        seed = seed * 1664525u + 1013904223u;
        char c = alphabet[(seed >> 16) % (sizeof alphabet - 1)];
        assert_int_equal(keys_feed(&d, &c, 1), 1);
        bool flush = (seed >> 8) % 16 == 0;
        while (keys_next(&d, flush, i).kind != EVENT_NONE)
            ;
        if (flush)
            assert_int_equal(d.n, 0);
    }
}

TEST(test_full_buffer)
{
    struct key_decoder d = {0};
    char digits[2 * KEYS_BUFFER];
    memset(digits, '1', sizeof digits);
    keys_feed(&d, "\x1b[", 2);
    assert_int_equal(keys_feed(&d, digits, sizeof digits), KEYS_BUFFER - 2);
    assert_int_equal(keys_next(&d, false, 0).kind, EVENT_NONE);
    assert_int_equal(d.n, 0);
}

ALL_TESTS(use_utf8, NULL);
