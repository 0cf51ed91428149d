/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows sorted by what a column shows: nothing comes last either way, what is alike stays. */
#include "core/view/rows/row_order.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/attr.h"

static const double numbers[] = {2, NAN, -1, INFINITY, 2, 0, NAN, -0.0, -INFINITY, 1e-9};
static const char *const words[] = {
    "b", "",     "ba", "a_word_of_more_than_eight", "b", "a_word_of_more_than_seven", "B",
    "",  "\xff", "a"};
enum { N = ARRAY_LEN(numbers) };
_Static_assert(N == ARRAY_LEN(words), "one of each");

static double number(const void *ctx, uint32_t id)
{
    (void)ctx;
    return numbers[id];
}

static const char *word(const void *ctx, uint32_t id)
{
    (void)ctx;
    return words[id];
}

/* Below 0: a stands before b in rows that ascend, whatever the order of ids. */
static int compare(uint32_t a, uint32_t b, bool by_word)
{
    if (by_word)
        return strcmp(words[a], words[b]);
    return numbers[a] < numbers[b] ? -1 : numbers[a] > numbers[b];
}

static void expect_order(bool by_word, bool ascending)
{
    const struct row_order o = {
        .ascending = ascending, .number = number, .word = by_word ? word : NULL};
    uint32_t id[N];
    for (uint32_t i = 0; i < N; i++)
        id[i] = i;
    row_order_sort(id, N, &o);
    for (uint32_t i = 1; i < N; i++) {
        uint32_t a = id[i - 1], b = id[i];
        int c = ascending ? compare(a, b, by_word) : compare(b, a, by_word);
        bool none = !by_word && isnan(numbers[a]), next = !by_word && isnan(numbers[b]);
        assert_true(none <= next && c <= 0);
        if (none == next && c == 0)
            assert_true(a < b);
    }
}

static void sorts(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++)
        expect_order(i & 1, i & 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
