/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The number formats of base/text against printf. */
#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

static void check_same(struct text *t, const char *want, size_t n, double v)
{
    if (t->failed || t->n != n || memcmp(t->p, want, n) != 0)
        fail_msg("%a: \"%.*s\" is not \"%s\"", v, (int)t->n, t->p, want);
}

static void check_fixed(struct text *t, double v, int width, int digits)
{
    char want[512];
    int n = snprintf(want, sizeof want, "%*.*f", width, digits, v);
    text_clear(t);
    text_fixed(t, v, width, digits);
    check_same(t, want, (size_t)n, v);
}

static void check_all_digits(struct text *t, double v)
{
    for (int digits = 0; digits <= 9; digits++) {
        check_fixed(t, v, 0, digits);
        check_fixed(t, -v, 8, digits);
    }
}

TEST(fixed_special)
{
    /* beside powers of two, which follow */
    static const double values[] = {DBL_MAX,
                                    2.2250738585072011e-308,
                                    1e22,
                                    1e21,
                                    999999.995,
                                    18446744073709551615.0,
                                    18446744073709549568.0,
                                    18446744073709.551615,
                                    184467440737095516.15,
                                    9007199254740993.0,
                                    4503599627370496.5,
                                    0.4999999999999999,
                                    0.49999999999999994};
    struct text t = {0};
    for (size_t i = 0; i < ARRAY_LEN(values); i++)
        check_all_digits(&t, values[i]);
    check_all_digits(&t, (double)INFINITY);
    check_all_digits(&t, (double)NAN);
    for (int e = -1074; e <= 1023; e++)
        check_all_digits(&t, ldexp(1.0, e));
    text_release(&t);
}

/* Any doubles; what reports print, as seconds, percentages and microseconds per call; and doubles
 * next to decimal ties, on both sides. */
TEST(fixed_random)
{
    struct text t = {0};
    uint64_t seed = 1;
    for (int i = 0; i < 300000; i++) {
        uint64_t bits = made_bits(&seed);
        double v;
        memcpy(&v, &bits, sizeof v);
        check_fixed(&t, v, (int)(bits % 25), (int)(bits / 32 % 10));
    }
    for (int i = 0; i < 1000000; i++) {
        uint64_t r = made_bits(&seed);
        check_fixed(&t, (double)(r >> 40) / 100.0, 8, 2);
        check_fixed(&t, (double)(r >> 11) * 0x1p-53 * 1000, 6, (int)(r % 4));
        check_fixed(&t, ldexp((double)(r >> 11), (int)(r & 63) - 63), 0, (int)(r >> 8 & 7));
    }
    for (int k = 0; k < 200000; k++) {
        double v = (2 * k + 1) / 200.0;
        check_fixed(&t, v, 8, 2);
        check_fixed(&t, nextafter(v, 0), 8, 2);
        check_fixed(&t, nextafter(v, 1e9), 8, 2);
    }
    text_release(&t);
}

/* A field that a writer says it filled holds what printf prints; it fills those that suffice. */
static void check_put(bool done, const char *field, const char *want, int n, unsigned width)
{
    if (done && ((unsigned)n > width || memcmp(field, want, width) != 0))
        fail_msg("\"%.*s\" is not \"%s\"", (int)width, field, want);
}

static void put_one(uint64_t bits, unsigned width)
{
    char want[512];
    struct text t = {0};
    double v = (double)(bits % 100000000) / 100 / (double)(1 + bits % 7);
    uint64_t number = bits >> bits % 64;
    int n = snprintf(want, sizeof want, "%*.2f", (int)width, v);
    char *p = text_blanks(&t, width);
    check_put(text_put_fixed(p, v, width), p, want, n, width);
    p = text_blanks(&t, width);
    n = snprintf(want, sizeof want, "%*" PRIu64, (int)width, number);
    bool done = text_put_uint(p, number, width);
    check_put(done, p, want, n, width);
    assert_true(done == ((unsigned)n <= width));
    p = text_blanks(&t, width);
    n = snprintf(want, sizeof want, "%-*" PRIu64, (int)width, number);
    done = text_put_uint_left(p, number, width);
    check_put(done, p, want, n, width);
    assert_true(done == ((unsigned)n <= width));
    assert_int_equal(t.n, 3 * (size_t)width);
    text_release(&t);
}

TEST(put_over_blanks)
{
    uint64_t seed = 7;
    for (unsigned width = 1; width <= 19; width++)
        for (int i = 0; i < 20000; i++)
            put_one(made_bits(&seed), width);
    char field[8] = "        ";
    assert_true(text_put_fixed(field, 9999.994, 7) && memcmp(field, "9999.99", 7) == 0);
    assert_false(text_put_fixed(field, 9999.996, 7));
    assert_false(text_put_fixed(field, -1, 7));
    assert_false(text_put_fixed(field, -0.0, 7));
    assert_false(text_put_fixed(field, (double)NAN, 7));
    assert_false(text_put_fixed(field, (double)INFINITY, 7));
}

static void check_integers(struct text *t, uint64_t v, int width)
{
    char want[128];
    int n = snprintf(want, sizeof want, "%*" PRIu64 "|%-*" PRIu64 "|%" PRId64 "|%" PRIx64, width, v,
                     width, v, (int64_t)v, v);
    text_clear(t);
    text_uint(t, v, width);
    text_char(t, '|');
    text_uint(t, v, -width);
    text_char(t, '|');
    text_int(t, (int64_t)v);
    text_char(t, '|');
    text_hex(t, v);
    check_same(t, want, (size_t)n, (double)v);
}

TEST(integers)
{
    struct text t = {0};
    uint64_t seed = 3, power = 1;
    for (int i = 0; i < 20; i++, power *= 10)
        for (uint64_t d = 0; d < 5; d++)
            check_integers(&t, power - 2 + d, i);
    check_integers(&t, UINT64_MAX, 7);
    check_integers(&t, (uint64_t)INT64_MIN, 7);
    check_integers(&t, 0, 0);
    for (int i = 0; i < 300000; i++) {
        uint64_t r = made_bits(&seed);
        check_integers(&t, r >> (i & 63), (int)(r % 24));
    }
    text_release(&t);
}

TEST(fields)
{
    struct text t = {0};
    text_right(&t, "ab", 4);
    text_left(&t, "cd", 4);
    text_right(&t, "long", 2);
    text_left(&t, "long", 2);
    text_fill(&t, '-', 3);
    text_fill(&t, '-', 0);
    text_printf(&t, "%s%d", "x", 42);
    assert_string_equal(text_z(&t), "  abcd  longlong---x42");
    assert_int_equal(t.n, 22);
    text_clear(&t);
    assert_taken(&t, "");
    assert_null(t.p);
}

TEST(borrowed_memory)
{
    char room[8];
    struct text t = text_in(room, sizeof room);
    text_fixed(&t, 12.345, 7, 2);
    assert_string_equal(text_z(&t), "  12.35"); /* 12.345 is a little more than its decimal */
    assert_ptr_equal(t.p, room);
    text_char(&t, 'x');
    assert_false(t.failed);
    text_char(&t, 'y');
    assert_true(t.failed);
    assert_int_equal(t.n, 8);
    text_uint(&t, 5, 0);
    text_fixed(&t, 1e300, 0, 2);
    assert_int_equal(t.n, 8);
    assert_string_equal(text_z(&t), "");
    text_clear(&t);
    text_str(&t, "again");
    assert_taken(&t, "again");
}

TEST(endings)
{
    assert_true(text_ends_in("a.gmon", ".gmon"));
    assert_false(text_ends_in(".gmon", ".gmon"));
    assert_false(text_ends_in("a.gmon1", ".gmon"));
    assert_false(text_ends_in("", ".gmon"));
}
