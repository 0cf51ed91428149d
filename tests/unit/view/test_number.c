/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of screens: a comma between thousands, from five digits on. */
#include "core/view/number.h"

#include "core/view/grid/cells.h"
#include "tests/support/unit.h"

TEST(counts)
{
    static const struct {
        uint64_t v;
        const char *plain, *grouped;
    } cases[] = {
        {0, "0", "0"},
        {9999, "9999", "9999"},
        {10000, "10000", "10,000"},
        {123456, "123456", "123,456"},
        {1234567, "1234567", "1,234,567"},
        {UINT64_MAX, "18446744073709551615", "18,446,744,073,709,551,615"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int grouped = 0; grouped < 2; grouped++) {
            struct text t = {0};
            text_str(&t, "1234567 ");
            size_t before = t.n;
            text_count(&t, cases[i].v, grouped);
            assert_string_equal(text_z(&t) + before, grouped ? cases[i].grouped : cases[i].plain);
            assert_int_equal(t.n - before, count_cols(cases[i].v, grouped));
            text_release(&t);
        }
}

TEST(decimals)
{
    static const struct {
        double v;
        int digits;
        const char *want;
    } cases[] = {
        {9999.994, 2, "9999.99"},  {9999.996, 2, "10,000.00"}, {-12345.6789, 4, "-12,345.6789"},
        {1e9, 0, "1,000,000,000"}, {0.0 / 1, 2, "0.00"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text t = {0};
        text_decimal(&t, cases[i].v, cases[i].digits, true);
        assert_taken(&t, cases[i].want);
    }
}

TEST(lack_of_room_is_sticky)
{
    char room[7];
    struct text t = text_in(room, sizeof room);
    text_count(&t, 1234567, true);
    assert_true(t.failed);
}

TEST(calls)
{
    static const struct {
        struct call_counts counts;
        const char *want;
    } cases[] = {
        {{0, 0, 0}, "0"},
        {{1, 0, 9}, "1+9"},
        {{12345, 67890, 0}, "12,345/67,890"},
        {{1, 2, 30000}, "1/2+30,000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text t = {0};
        text_calls(&t, &cases[i].counts);
        assert_string_equal(text_z(&t), cases[i].want);
        assert_int_equal(t.n, calls_cols(&cases[i].counts));
        text_release(&t);
    }
}

TEST(large_numbers)
{
    static const struct {
        double v;
        const char *want;
    } cases[] = {
        {139e6, "139 million"},       {999.4e6, "999 million"},
        {999.6e6, "1 billion"},       {1.56e10, "15.6 billion"},
        {2e12, "2 trillion"},         {18446744073709551615.0, "18.4 quintillion"},
        {1e23, "100000 quintillion"},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct text t = {0};
        text_large(&t, cases[i].v);
        assert_taken(&t, cases[i].want);
    }
    assert_string_equal(plural(1), "");
    assert_string_equal(plural(0), "s");
    assert_true(number_one(1, 0) && number_one(0.96, 1) && !number_one(0.94, 1) &&
                !number_one(2, 0));
}

TEST(a_trail_is_as_high_as_its_numbers)
{
    static const uint8_t v[] = {0, 1, 50, 100};
    static const char *const want[] = {" \xe2\x96\x81\xe2\x96\x84\xe2\x96\x88", " .=#", "    "};
    for (int i = 0; i < 3; i++) {
        struct line l = {0};
        cell_trail(&l, (struct cell){.width = 4}, v, i < 2 ? 100 : 0, i > 0);
        assert_string_equal(text_z(&l.text), want[i]);
        line_release(&l);
    }
}
