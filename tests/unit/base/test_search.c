/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Binary search finds what counting one by one does, at every key and beside it,
 * wherever it begins. */
#include "core/base/search.h"

#include "tests/support/unit.h"

struct object {
    char first;
    uint32_t narrow;
    uint64_t wide;
};

enum { MOST = 40 };

static void compare(const struct object *v, size_t n, uint64_t key)
{
    size_t below[2] = {0}, upto[2] = {0};
    for (size_t i = 0; i < n; i++) {
        below[0] += v[i].narrow < key;
        upto[0] += v[i].narrow <= key;
        below[1] += v[i].wide < key;
        upto[1] += v[i].wide <= key;
    }
    assert_int_equal(search_below(v, n, SEARCH_BY(struct object, narrow), key), below[0]);
    assert_int_equal(search_upto(v, n, SEARCH_BY(struct object, narrow), key), upto[0]);
    assert_int_equal(search_below(v, n, SEARCH_BY(struct object, wide), key), below[1]);
    assert_int_equal(search_upto(v, n, SEARCH_BY(struct object, wide), key), upto[1]);
    for (size_t near = 0; near <= n + 1; near++) {
        assert_int_equal(search_upto_near(v, n, SEARCH_BY(struct object, narrow), key, near),
                         upto[0]);
        assert_int_equal(search_upto_near(v, n, SEARCH_BY(struct object, wide), key, near),
                         upto[1]);
    }
}

/* Every key stands twice or three times; narrow and wide ones up to the largest there are. */
TEST(counts_as_one_by_one)
{
    struct object v[MOST];
    for (size_t n = 0; n <= MOST; n++) {
        for (size_t i = 0; i < n; i++)
            v[i] = (struct object){'x', UINT32_MAX - (uint32_t)(n - 1 - i) / 2 * 3,
                                   UINT64_MAX - (n - 1 - i) / 3 * 2};
        for (uint64_t away = 0; away < 80; away++) {
            compare(v, n, away);
            compare(v, n, UINT32_MAX - away);
            compare(v, n, UINT64_MAX - away);
            compare(v, n, (uint64_t)UINT32_MAX + away);
        }
    }
}

TEST(finds_in_plain_numbers)
{
    static const uint32_t narrow[] = {0, 3, 3, 9};
    static const uint64_t wide[] = {0, 3, 3, UINT64_MAX};
    assert_int_equal(search_below(narrow, ARRAY_LEN(narrow), SEARCH_PLAIN(uint32_t), 3), 1);
    assert_int_equal(search_upto(narrow, ARRAY_LEN(narrow), SEARCH_PLAIN(uint32_t), 3), 3);
    assert_int_equal(search_upto(wide, ARRAY_LEN(wide), SEARCH_PLAIN(uint64_t), UINT64_MAX - 1), 3);
    assert_int_equal(search_upto(wide, ARRAY_LEN(wide), SEARCH_PLAIN(uint64_t), UINT64_MAX), 4);
    assert_int_equal(search_upto(NULL, 0, SEARCH_PLAIN(uint64_t), 7), 0);
}
