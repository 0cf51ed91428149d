/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decoding of every byte sequence up to four bytes long, widths, and safe showing. */
#include <locale.h>

#include "core/base/utf8.h"

#include "tests/support/unit.h"

static size_t encode(int32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n; --i > 0; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)((0xf00 >> n & 0xff & ~0xf) | (n == 2 ? 0xc0 : n == 3 ? 0xe0 : 0xf0) | c);
    return n;
}

TEST(all_characters)
{
    for (int32_t c = 0; c <= 0x10ffff; c++) {
        char p[4];
        int32_t got;
        size_t n = encode(c, p), len = utf8_decode(p, n, &got);
        bool surrogate = c >= 0xd800 && c <= 0xdfff;
        if (surrogate ? got != -1 || len != 1 : got != c || len != n)
            fail_msg("U+%04X: got %d, %zu bytes", (unsigned)c, (int)got, len);
        for (size_t cut = 1; cut < n; cut++) {
            assert_int_equal(utf8_decode(p, cut, &got), 1);
            assert_int_equal(got, -1);
        }
    }
}

/* Whatever two or three bytes decode to, encoding gives them back: nothing overlong gets through.
 */
TEST(all_short_sequences)
{
    for (uint32_t v = 0; v < 1u << 24; v++) {
        char p[4] = {(char)(v >> 16), (char)(v >> 8), (char)v, 0}, back[4];
        int32_t c;
        size_t len = utf8_decode(p, 3, &c);
        if (c < 0) {
            assert_int_equal(len, 1);
            continue;
        }
        if (encode(c, back) != len || memcmp(p, back, len) != 0)
            fail_msg("%06x is not the encoding of U+%04X", v, (unsigned)c);
    }
}

TEST(four_byte_edges)
{
    static const struct {
        const char *p;
        int32_t c;
    } cases[] = {
        {"\xf0\x90\x80\x80", 0x10000}, {"\xf0\x8f\xbf\xbf", -1}, {"\xf4\x8f\xbf\xbf", 0x10ffff},
        {"\xf4\x90\x80\x80", -1},      {"\xf5\x80\x80\x80", -1}, {"\xf8\x88\x80\x80", -1},
        {"\xff\xff\xff\xff", -1},      {"\x80\x80\x80\x80", -1}, {"\xf0\x9f\x98\xc0", -1},
        {"\xf0\x9f\x98\x80", 0x1f600},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        int32_t c;
        assert_int_equal(utf8_decode(cases[i].p, 4, &c), cases[i].c < 0 ? 1 : 4);
        assert_int_equal(c, cases[i].c);
    }
}

TEST(widths)
{
    assert_int_equal(utf8_width('a'), 1);
    assert_int_equal(utf8_width(0xe9), 1);
    assert_int_equal(utf8_width(0x301), 0);
    assert_int_equal(utf8_width(0x4e2d), 2);
    assert_int_equal(utf8_width(0x202e), -1);
    for (int32_t c = -1; c < 0x20; c++)
        assert_int_equal(utf8_width(c), -1);
    for (int32_t c = 0x7f; c < 0xa0; c++)
        assert_int_equal(utf8_width(c), -1);
}

TEST(fitting)
{
    const char *s = "a\xe4\xb8\xad"
                    "e\xcc\x81z"; /* widths 1 2 1+0 1 */
    static const struct {
        size_t cols, bytes, used;
    } cases[] = {{0, 0, 0}, {1, 1, 1}, {2, 1, 1}, {3, 4, 3}, {4, 7, 4}, {5, 8, 5}, {99, 8, 5}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        size_t used;
        assert_int_equal(utf8_fit(s, 8, cases[i].cols, &used), cases[i].bytes);
        assert_int_equal(used, cases[i].used);
    }
    assert_int_equal(utf8_cols(s, 8), 5);
    assert_int_equal(utf8_cols("", 0), 0);
    assert_int_equal(utf8_fit(s, 8, 3, NULL), 4);
}

TEST(ends_that_fit)
{
    static const struct {
        const char *whole;
        size_t cols;
        const char *want;
    } cases[] = {
        {"/lib/libm.so", 12, "/lib/libm.so"},
        {"/lib/libm.so", 11, "..b/libm.so"},
        {"/lib/libm.so", 10, "..libm.so"}, /* not ../libm.so, which is a path */
        {"a\xe4\xb8\xad"
         "bc",
         4, "..bc"}, /* half of a wide character */
        {"abc", 2, ".."},
        {"abc", 1, "."},
        {"", 0, ""},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct text t = {0};
        text_end(&t, cases[i].whole, strlen(cases[i].whole), cases[i].cols);
        assert_string_equal(text_z(&t), cases[i].want);
        assert_true(utf8_cols(text_z(&t), t.n) <= cases[i].cols);
        text_release(&t);
    }
}

static void check_shown(const char *in, size_t n, bool ascii, const char *want)
{
    struct text t = {0};
    text_shown(&t, in, n, ascii);
    assert_taken(&t, want);
}

TEST(showing)
{
    check_shown("plain", 5, false, "plain");
    check_shown("", 0, false, "");
    check_shown("\x1b[2J\r\n\x1f", 7, false, "\\x1b[2J\\x0d\\x0a\\x1f");
    check_shown("a\0b", 3, false, "a\\x00b");
    check_shown("\xc3\xa9", 2, false, "\xc3\xa9");
    check_shown("\xc3\xa9", 2, true, "\\xc3\\xa9");
    check_shown("\xc3", 1, false, "\\xc3");
    check_shown("\xe4\xb8z", 3, false, "\\xe4\\xb8z");
    check_shown("\xc2\x9b"
                "31m",
                5, false, "\\xc2\\x9b31m");
    check_shown("\xe2\x80\xae"
                "abc",
                6, false,
                "\\xe2\\x80\\xae"
                "abc");
}

/* What shows nothing, or directs what stands around it; and neighbours that are to be seen. */
TEST(showing_unseen)
{
    static const struct {
        int32_t first, last;
    } unseen[] = {{0xad, 0xad},     {0x34f, 0x34f},     {0x61c, 0x61c},     {0x115f, 0x1160},
                  {0x17b4, 0x17b5}, {0x180b, 0x180e},   {0x200b, 0x200f},   {0x2028, 0x202e},
                  {0x2060, 0x2064}, {0x2066, 0x206f},   {0x2800, 0x2800},   {0x3164, 0x3164},
                  {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff9, 0xfffb},
                  {0xfffe, 0xffff}, {0xe0000, 0xe007f}, {0xe0100, 0xe01ef}, {0x10fffe, 0x10ffff}};
    static const int32_t seen[] = {0xa0,   0xac,   0xae,   0x61b,  0x115e, 0x1161, 0x200a,
                                   0x2010, 0x2027, 0x202f, 0x27ff, 0x2801, 0x3000, 0x3163,
                                   0x3165, 0xfe10, 0xff9f, 0xffa1, 0xfffd, 0xe000, 0x1f600};
    for (size_t i = 0; i < ARRAY_LEN(unseen); i++)
        for (int32_t c = unseen[i].first; c <= unseen[i].last; c++)
            assert_false(utf8_visible(c) || utf8_width(c) >= 0);
    for (size_t i = 0; i < ARRAY_LEN(seen); i++)
        assert_true(utf8_visible(seen[i]));
    check_shown("a\xe2\x80\x8bz", 5, false, "a\\xe2\\x80\\x8bz");
    check_shown("\xef\xb8\x8f", 3, false, "\\xef\\xb8\\x8f");
}

#define ACUTE "\xcc\x81"

TEST(showing_marks)
{
    check_shown("e" ACUTE "z", 4, false, "e" ACUTE "z");
    check_shown("\xc3\xa9" ACUTE, 4, false, "\xc3\xa9" ACUTE);
    check_shown("e" ACUTE ACUTE ACUTE ACUTE "z", 10, false, "e" ACUTE ACUTE ACUTE ACUTE "z");
    check_shown("e" ACUTE ACUTE ACUTE ACUTE ACUTE ACUTE "z" ACUTE, 16, false,
                "e" ACUTE ACUTE ACUTE ACUTE "\\xcc\\x81\\xcc\\x81z" ACUTE);
    check_shown(ACUTE "z", 3, false, "\\xcc\\x81z"); /* nothing to stand on */
    check_shown("\xff" ACUTE, 3, false, "\\xff\\xcc\\x81");
}

static void check_visible(const char *in, const char *want)
{
    struct text t = {0};
    text_visible(&t, in, strlen(in));
    assert_taken(&t, want);
}

TEST(visible_anywhere)
{
    check_visible("n\xe2\x80\xae\xff", "n\\xe2\\x80\\xae\\xff");
    check_visible("\xe2\x80\xa8|\x1b[m", "\\xe2\\x80\\xa8|\\x1b[m");
    check_visible("\xc3\xa9 \xe4\xb8\xad", "\xc3\xa9 \xe4\xb8\xad");
    check_visible("e" ACUTE ACUTE ACUTE ACUTE ACUTE, "e" ACUTE ACUTE ACUTE ACUTE "\\xcc\\x81");
    assert_non_null(setlocale(LC_CTYPE, "C"));
    check_visible("n\xe2\x80\xae\xff", "n\\xe2\\x80\\xae\\xff");
    check_visible("\xc3\xa9 \xe4\xb8\xad", "\xc3\xa9 \xe4\xb8\xad");
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
}

TEST(without_utf8)
{
    assert_non_null(setlocale(LC_CTYPE, "C"));
    assert_int_equal(utf8_width('a'), 1);
    assert_int_equal(utf8_width(0xe9), -1);
    check_shown("\xc3\xa9!", 3, false, "\\xc3\\xa9!");
    assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
}

ALL_TESTS(use_utf8, NULL);
