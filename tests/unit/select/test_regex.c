/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select/regex: what matches where, in text and in bytes, and that nothing runs away. */
#include "core/select/regex.h"

#include "tests/support/unit.h"

#define NO_MATCH SIZE_MAX

static const struct {
    const char *pattern, *subject;
    enum regex_case c;
    size_t lo, hi;
} cases[] = {
    {"", "abc", REGEX_EXACT, 0, 0},
    {"", "", REGEX_SMART, 0, 0},
    {"abc", "", REGEX_EXACT, NO_MATCH, 0},
    {"abc", "ab", REGEX_SMART, NO_MATCH, 0},
    {"abc", "xxabcabc", REGEX_EXACT, 2, 5},
    {"abc", "xABCx", REGEX_EXACT, NO_MATCH, 0},
    {"abc", "xABCx", REGEX_SMART, 1, 4},
    {"aBc", "xabcx", REGEX_SMART, NO_MATCH, 0},
    {"aab", "aaab", REGEX_SMART, 1, 4},
    {"a.c", "xABCx", REGEX_SMART, 1, 4},
    {"A.c", "xABCx", REGEX_SMART, NO_MATCH, 0},
    {"\\Wx", "aX .X", REGEX_SMART, 3, 5}, /* the capital of \W is not one */
    {"^std::", "std::move", REGEX_SMART, 0, 5},
    {"^std::", "xstd::move", REGEX_SMART, NO_MATCH, 0},
    {"operator\\(\\)$", "A::operator()", REGEX_SMART, 3, 13},
    {"[0-9]+", "ab 123 c", REGEX_EXACT, 3, 6},
    {"x$", "x\n", REGEX_EXACT, NO_MATCH, 0}, /* a name may hold a newline */
    {"a.b", "a\nb", REGEX_EXACT, 0, 3},
    {"gr\xc3\xbc\xc3\x9f", "das gr\xc3\xbc\xc3\x9f", REGEX_EXACT, 4, 10},
    {"\xc3\xa4", "\xc3\x84", REGEX_SMART, 0, 2}, /* a umlaut, small and capital */
    {"^.$", "\xc3\x84", REGEX_EXACT, 0, 2},      /* one character */
    {"^..$", "\xc3\xff", REGEX_EXACT, 0, 2},     /* two bytes that are no character */
    {"b.c",
     "\xff"
     "b\xfe"
     "c",
     REGEX_EXACT, 1, 4},
    {"\xff.",
     "a\xff"
     "b",
     REGEX_EXACT, 1, 3},                             /* a pattern that is no UTF-8 */
    {"\\x{100}", "a\xff", REGEX_EXACT, NO_MATCH, 0}, /* a character that no byte can be */
};

TEST(finds)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t lo = 0, hi = 0, n = strlen(cases[i].subject);
        struct regex *r =
            regex_new(cases[i].pattern, strlen(cases[i].pattern), cases[i].c, no_err());
        assert_non_null(r);
        bool found = regex_find(r, cases[i].subject, n, 0, &lo, &hi);
        if (found != (cases[i].lo != NO_MATCH) || (found && lo != cases[i].lo) ||
            (found && hi != cases[i].hi))
            fail_msg("/%s/ in \"%s\": %d [%zu, %zu)", cases[i].pattern, cases[i].subject, found, lo,
                     hi);
        assert_int_equal(regex_find(r, cases[i].subject, n, 0, NULL, NULL), found);
        regex_free(r);
    }
}

TEST(goes_on_from_an_offset)
{
    static const char *const patterns[] = {"ab", "a[b]"};
    for (int i = 0; i < 2; i++) {
        struct regex *r = regex_new(patterns[i], strlen(patterns[i]), REGEX_SMART, no_err());
        size_t lo, hi;
        assert_true(regex_find(r, "ab-ab", 5, 1, &lo, &hi));
        assert_int_equal(lo, 3);
        assert_int_equal(hi, 5);
        assert_false(regex_find(r, "ab-ab", 5, 4, &lo, &hi));
        assert_false(regex_find(r, "ab-ab", 5, 5, &lo, &hi));
        assert_false(regex_find(r, "ab-ab", 5, 6, &lo, &hi));
        regex_free(r);
    }
}

/* The subject is found the same way before and after machine code was made. */
TEST(stays_the_same_over_many_subjects)
{
    struct regex *r = regex_new("b+(c|d)", 7, REGEX_SMART, no_err());
    for (int i = 0; i < 500; i++) {
        size_t lo = 0, hi = 0;
        assert_true(regex_find(r, "aBBd\xc3\xa4", 6, 0, &lo, &hi));
        assert_int_equal(lo, 1);
        assert_int_equal(hi, 4);
        assert_true(regex_find(r,
                               "\xff"
                               "bc",
                               3, 0, &lo, &hi));
        assert_int_equal(lo, 1);
        assert_false(regex_find(r, "aBBe", 4, 0, NULL, NULL));
    }
    regex_free(r);
}

TEST(refuses)
{
    static const struct {
        const char *pattern;
        uint64_t offset;
    } bad[] = {{"a(b", 3}, {"a[", 2}, {"*", 0}, {"a\\", 2}, {"a\\C", 3}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct err e = {0};
        assert_null(regex_new(bad[i].pattern, strlen(bad[i].pattern), REGEX_EXACT, &e));
        assert_int_equal(e.code, ERR_REGEX);
        assert_string_equal(e.other, bad[i].pattern);
        assert_true(e.what[0] != '\0');
        assert_int_equal(e.offset, bad[i].offset);
    }
}

/* Without a bound this would not end; with one it does not match. */
TEST(does_not_run_away)
{
    static const char *const patterns[] = {"(a+)+$", "(a|aa)+$", "((a*)*)*b", "(.*)*x\\1"};
    char subject[4096];
    memset(subject, 'a', sizeof subject);
    subject[sizeof subject - 1] = '!';
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        struct regex *r = regex_new(patterns[i], strlen(patterns[i]), REGEX_EXACT, no_err());
        for (int k = 0; k < 70; k++)
            assert_false(regex_find(r, subject, sizeof subject, 0, NULL, NULL));
        regex_free(r);
    }
}

TEST(tells_plain_text)
{
    assert_true(regex_is_literal("", 0));
    assert_true(regex_is_literal("a_b::c<d>", 9));
    assert_true(regex_is_literal("a\0b", 3));
    for (const char *p = "\\^$.[|()?*+{"; *p; p++)
        assert_false(regex_is_literal(p, 1));
}
