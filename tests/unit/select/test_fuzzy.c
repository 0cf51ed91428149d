/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select/fuzzy: classes, ranking, positions; and properties of them on random names. */
#include <stdbool.h>

#include "core/select/fuzzy.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

static enum fuzzy_class classify(const char *pattern, const char *name)
{
    struct fuzzy f;
    fuzzy_init(&f, pattern, strlen(pattern));
    return fuzzy_match(&f, name, strlen(name));
}

TEST(classes)
{
    static const struct {
        const char *pattern, *name;
        enum fuzzy_class want;
    } cases[] = {
        {"", "anything", FUZZY_PREFIX},
        {"main", "main", FUZZY_EQUAL},
        {"MAIN", "main", FUZZY_NONE},
        {"main", "MAIN", FUZZY_EQUAL},
        {"seek", "seek(int)", FUZZY_EQUAL}, /* functions of C beside it weigh no more */
        {"pa", "page_get", FUZZY_PREFIX},
        {"get", "page_get", FUZZY_WORD_START},
        {"ge_", "page_get", FUZZY_SUBSTRING},
        {"pg", "page_get", FUZZY_INITIALS},
        {"page_", "page_get", FUZZY_PREFIX},
        {"pa_", "page_get", FUZZY_SUBSEQUENCE},
        {"pa_", "exec_prepared", FUZZY_NONE},
        {"seek", "btree::seek(int)", FUZZY_WORD_START},
        {"bs", "btree::seek(int)", FUZZY_INITIALS},
        {"btse", "btree::seek(int)", FUZZY_INITIALS},
        {"ek", "btree::seek(int)", FUZZY_SUBSTRING},
        {"Get", "pageGet", FUZZY_WORD_START},
        {"get", "pageGet", FUZZY_WORD_START},
        {"get", "pageget", FUZZY_SUBSTRING},
        {"pG", "pageGet", FUZZY_INITIALS},
        {"pG", "pageget", FUZZY_NONE},
        {"xy", "yx", FUZZY_NONE},
        {"abc", "ab", FUZZY_NONE},
        {"a", "", FUZZY_NONE},
        {"get page", "page_get", FUZZY_WORD_START},
        {"page get", "page_get", FUZZY_WORD_START},
        {"page gt", "page_get", FUZZY_SUBSEQUENCE},
        {"page put", "page_get", FUZZY_NONE},
        {"  page  ", "page", FUZZY_EQUAL},
        {"\xc3\xa4", "b\xc3\xa4r", FUZZY_SUBSTRING},
        {"\xc3\xa4", "\xc3\x84\xc4\xa4", FUZZY_NONE}, /* its bytes, but of two characters */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum fuzzy_class got = classify(cases[i].pattern, cases[i].name);
        if (got != cases[i].want)
            fail_msg("'%s' in '%s': %d, not %d", cases[i].pattern, cases[i].name, got,
                     cases[i].want);
    }
}

TEST(positions)
{
    static const struct {
        const char *pattern, *name, *marks;
    } cases[] = {
        {"get", "page_get", "     ^^^"},    {"pg", "page_get", "^    ^  "},
        {"ge", "page_get", "     ^^ "},     {"pa_", "page_get", "^^  ^   "},
        {"get pa", "page_get", "^^   ^^^"}, {"age ge", "page_get", " ^^^ ^^ "},
        {"x", "page_get", "        "},      {"", "page_get", "        "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char marks[64] = "";
        uint32_t at[64];
        struct fuzzy f;
        size_t n = strlen(cases[i].name);
        fuzzy_init(&f, cases[i].pattern, strlen(cases[i].pattern));
        memset(marks, ' ', n);
        for (size_t k = fuzzy_positions(&f, cases[i].name, n, at, 64); k > 0; k--)
            marks[at[k - 1]] = '^';
        assert_string_equal(marks, cases[i].marks);
    }
}

TEST(long_patterns_are_cut)
{
    char many[600];
    struct fuzzy f;
    memset(many, 'a', sizeof many);
    fuzzy_init(&f, many, sizeof many);
    assert_int_equal(f.n_words, 1);
    assert_int_equal(f.words[0].n, FUZZY_BYTES);
    assert_int_equal(fuzzy_match(&f, many, sizeof many), FUZZY_PREFIX);
    for (size_t i = 1; i < sizeof many; i += 2)
        many[i] = ' ';
    fuzzy_init(&f, many, sizeof many);
    assert_int_equal(f.n_words, FUZZY_WORDS);
}

/* ---- properties ---- */

enum { N_NAMES = 3000, NAME_BYTES = 24 };

static size_t random_name(uint64_t *s, char *out, size_t room)
{
    static const char letters[] = "aabbcxAB__:1\xc3\xa4";
    size_t n = made_bits(s) % room;
    for (size_t i = 0; i < n; i++)
        out[i] = letters[made_bits(s) % (sizeof letters - 1)];
    return n;
}

static bool stands_for(char p, char c)
{
    return p == c || (p >= 'a' && p <= 'z' && c == p - 32);
}

/* The plainest definition: by trying all ways to leave out characters of the name. */
static bool subsequence(const char *p, size_t n, const char *s, size_t m)
{
    if (n == 0)
        return true;
    for (size_t i = 0; i < m; i++)
        if (stands_for(p[0], s[i]) && subsequence(p + 1, n - 1, s + i + 1, m - i - 1))
            return true;
    return false;
}

TEST(matches_are_subsequences)
{
    uint64_t seed = 88172645463325252u;
    char name[NAME_BYTES], pattern[4];
    int found = 0;
    for (int i = 0; i < 100000; i++) {
        size_t n = random_name(&seed, name, sizeof name), m = random_name(&seed, pattern, 4);
        struct fuzzy f;
        uint32_t at[NAME_BYTES * 2];
        bool plain = true;
        for (size_t k = 0; k < m; k++)
            plain &= (unsigned char)pattern[k] < 0x80;
        if (m == 0 || !plain)
            continue;
        fuzzy_init(&f, pattern, m);
        enum fuzzy_class c = fuzzy_match(&f, name, n);

        assert_int_equal(c != FUZZY_NONE, subsequence(pattern, m, name, n));
        size_t n_at = fuzzy_positions(&f, name, n, at, NAME_BYTES * 2);
        assert_int_equal(n_at, c == FUZZY_NONE ? 0 : m);
        for (size_t k = 0; k < n_at; k++)
            assert_true(stands_for(pattern[k], name[at[k]]) && (k == 0 || at[k] > at[k - 1]));
        if (c != FUZZY_NONE)
            assert_int_equal(f.mask & ~fuzzy_mask(name, n), 0);
        found += c != FUZZY_NONE;
    }
    assert_true(found > 1000);
}

/* By class, in one class as given, with and without masks; all matches, each once. */
TEST(ranking_is_stable)
{
    static char bytes[N_NAMES][NAME_BYTES];
    static struct fuzzy_item items[N_NAMES];
    static uint8_t class_room[N_NAMES];
    static uint32_t with[N_NAMES], without[N_NAMES];
    uint64_t seed = 1;
    struct fuzzy f;
    uint32_t want = 0;
    fuzzy_init(&f, "ab", 2);
    for (uint32_t i = 0; i < N_NAMES; i++) {
        items[i].name = bytes[i];
        items[i].n = (uint32_t)random_name(&seed, bytes[i], NAME_BYTES);
        items[i].mask = fuzzy_mask(bytes[i], items[i].n);
        want += fuzzy_match(&f, bytes[i], items[i].n) != FUZZY_NONE;
    }
    uint32_t n = fuzzy_rank(&f, items, N_NAMES, class_room, with);
    for (uint32_t i = 0; i < N_NAMES; i++)
        items[i].mask = ~UINT64_C(0);
    assert_int_equal(n, want);
    assert_true(n > 100 && n < N_NAMES);
    assert_int_equal(fuzzy_rank(&f, items, N_NAMES, class_room, without), n);
    assert_memory_equal(with, without, n * sizeof *with);
    for (uint32_t i = 1; i < n; i++) {
        enum fuzzy_class a = fuzzy_match(&f, items[with[i - 1]].name, items[with[i - 1]].n);
        enum fuzzy_class b = fuzzy_match(&f, items[with[i]].name, items[with[i]].n);
        assert_true(a < b || (a == b && with[i - 1] < with[i]));
    }
    assert_int_equal(fuzzy_rank(&f, items, 0, class_room, with), 0);
}
