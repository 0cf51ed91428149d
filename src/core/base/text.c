/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* 128 bits hold a 53-bit mantissa times 10^9 without rounding. */
__extension__ typedef unsigned __int128 wide;

enum {
    UINT_DIGITS = 20, /* decimal digits of the largest uint64_t */
    DIGITS_MOST = 9,
    ROOM = 32, /* bytes of a short run; any number that is not printed by printf fits */
};

static const char blanks[ROOM + 1] = "                                ";
/* 10^n */
static const uint64_t powers[UINT_DIGITS] = {1,
                                             10,
                                             100,
                                             1000,
                                             10000,
                                             100000,
                                             1000000,
                                             10000000,
                                             100000000,
                                             1000000000,
                                             10000000000,
                                             100000000000,
                                             1000000000000,
                                             10000000000000,
                                             100000000000000,
                                             1000000000000000,
                                             10000000000000000,
                                             100000000000000000,
                                             1000000000000000000,
                                             10000000000000000000u};
static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

bool text_same(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool text_is_among(const char *s, const char *const *words, size_t n)
{
    size_t i = 0;
    while (i < n && strcmp(words[i], s) != 0)
        i++;
    return i < n;
}

bool text_is(const char *p, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(p, word, n) == 0;
}

bool text_ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n > m && strcmp(s + n - m, end) == 0;
}

void text_release(struct text *t)
{
    if (!t->borrowed)
        free(t->p);
    *t = (struct text){0};
}

void text_clear(struct text *t)
{
    t->n = 0;
    t->failed = false;
}

bool text_reserve(struct text *t, size_t more)
{
    if (t->failed)
        return false;
    if (more <= t->cap - t->n)
        return true;
    t->failed = t->borrowed;
    if (!t->borrowed)
        mem_grow(&t->p, &t->cap, more > PTRDIFF_MAX ? SIZE_MAX : t->n + more, 1);
    return !t->failed;
}

const char *text_z(struct text *t)
{
    if (!text_reserve(t, 1))
        return "";
    t->p[t->n] = '\0';
    return t->p;
}

void text_add(struct text *t, const char *p, size_t n)
{
    if (!n || !text_reserve(t, n))
        return;
    memcpy(t->p + t->n, p, n);
    t->n += n;
}

void text_str(struct text *t, const char *s)
{
    text_add(t, s, strlen(s));
}

/* Rows are made of short runs: where there is room for ROOM bytes they are stored whole, which is a
 * few instructions, and only the first n count. */
static bool has_room(const struct text *t, size_t n)
{
    return n <= ROOM && t->cap - t->n >= ROOM && !t->failed;
}

void text_fill(struct text *t, char c, size_t n)
{
    if (c == ' ' && has_room(t, n)) {
        memcpy(t->p + t->n, blanks, ROOM);
        t->n += n;
        return;
    }
    if (!n || !text_reserve(t, n))
        return;
    memset(t->p + t->n, c, n);
    t->n += n;
}

void text_right(struct text *t, const char *s, size_t width)
{
    size_t n = strlen(s);
    if (n < width)
        text_fill(t, ' ', width - n);
    text_add(t, s, n);
}

void text_left(struct text *t, const char *s, size_t width)
{
    size_t n = strlen(s);
    text_add(t, s, n);
    if (n < width)
        text_fill(t, ' ', width - n);
}

/* Write the decimal digits of v so that they end before `end`; returns where they start. */
static char *digits_before(char *end, uint64_t v)
{
    while (v >= 100) {
        end -= 2;
        memcpy(end, pairs + v % 100 * 2, 2);
        v /= 100;
    }
    if (v >= 10) {
        end -= 2;
        memcpy(end, pairs + v * 2, 2);
    } else {
        *--end = (char)('0' + v);
    }
    return end;
}

/* Room for n characters in a field that printf would call %*s, filled with blanks; a negative width
 * means flush left. Returns where the characters end, NULL if they do not fit. Numbers are
 * written there at once: to copy them out of a buffer costs more than to make them, since bytes
 * just stored cannot be loaded as a word. */
static char *open_field(struct text *t, size_t n, int width)
{
    size_t field = width < 0 ? 0 - (size_t)width : (size_t)width;
    size_t cols = field > n ? field : n;
    if (has_room(t, cols))
        memcpy(t->p + t->n, blanks, ROOM);
    else if (text_reserve(t, cols))
        memset(t->p + t->n, ' ', cols);
    else
        return NULL;
    char *end = t->p + t->n + (width < 0 ? n : cols);
    t->n += cols;
    return end;
}

/* 1233 / 4096 is little more than log10(2). */
size_t text_uint_cols(uint64_t v)
{
    v |= 1; /* as long as v, and 0 has a digit */
    size_t n = (size_t)(64 - __builtin_clzll(v)) * 1233 >> 12;

    return n + (v >= powers[n]);
}

void text_uint(struct text *t, uint64_t v, int width)
{
    char *end = open_field(t, text_uint_cols(v), width);
    if (end)
        digits_before(end, v);
}

void text_int(struct text *t, int64_t v)
{
    if (v < 0)
        text_char(t, '-');
    text_uint(t, v < 0 ? 0 - (uint64_t)v : (uint64_t)v, 0);
}

void text_hex(struct text *t, uint64_t v)
{
    char buf[16], *end = buf + sizeof buf, *p = end;
    do {
        *--p = "0123456789abcdef"[v & 15];
        v >>= 4;
    } while (v);
    text_add(t, p, (size_t)(end - p));
}

/* x / 2^shift as an integer, rounded to nearest, ties to even. x < 2^84. */
static wide shift_rounded(wide x, int shift)
{
    if (shift == 0)
        return x;
    if (shift > 100) /* less than a half, whatever x is */
        return 0;
    wide q = x >> shift, rest = x & (((wide)1 << shift) - 1), half = (wide)1 << (shift - 1);
    return q + (rest > half || (rest == half && (q & 1)));
}

/* Scale most numbers of reports with one multiplication: the product is off by less than 1e-3, so
 * where it is not near a half the nearest integer is right. */
static bool scaled_quickly(double v, uint64_t power, uint64_t *out)
{
    double product = v * (double)(int64_t)power; /* signed conversions are one instruction */
    if (!(product >= 0 && product < 1e12))
        return false;
    int64_t nearest = (int64_t)(product + 0.5);
    double off = product - (double)nearest;
    *out = (uint64_t)nearest;
    return off > -0.499 && off < 0.499;
}

/* |v| * 10^digits rounded to an integer in *out; false if v is not finite or that is too much. */
static bool scaled(double v, uint64_t power, uint64_t *out)
{
    if (scaled_quickly(v, power, out))
        return true;
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7ff);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    if (exponent)
        mantissa |= UINT64_C(1) << 52;
    else
        exponent = 1;
    exponent -= 1075; /* |v| = mantissa * 2^exponent */
    if (exponent > 11)
        return false;
    wide x = (wide)mantissa * power;
    x = exponent > 0 ? x << exponent : shift_rounded(x, -exponent);
    *out = (uint64_t)x;
    return x <= UINT64_MAX;
}

/* q is |v| * 10^digits. */
static void write_fixed(char *end, uint64_t q, int digits)
{
    if (digits == 2) { /* constants divide by multiplication */
        memcpy(end - 2, pairs + q % 100 * 2, 2);
        end -= 3;
        *end = '.';
        q /= 100;
    } else if (digits) {
        char *start = end - digits, *p = digits_before(end, q % powers[digits]);
        while (p > start)
            *--p = '0';
        end = start - 1;
        *end = '.';
        q /= powers[digits];
    }
    digits_before(end, q);
}

bool text_put_fixed(char *p, double v, unsigned width)
{
    uint64_t q;
    if (width < 4 || !scaled_quickly(v, 100, &q) || q >= powers[width - 1] || signbit(v))
        return false;
    write_fixed(p + width, q, 2);
    return true;
}

void text_fixed(struct text *t, double v, int width, int digits)
{
    uint64_t q;
    if (digits == 2 && width > 0 && width < UINT_DIGITS && has_room(t, (size_t)width)) {
        memcpy(t->p + t->n, blanks, ROOM);
        if (text_put_fixed(t->p + t->n, v, (unsigned)width)) {
            t->n += (size_t)width;
            return;
        }
    }
    if (digits < 0 || digits > DIGITS_MOST || !scaled(v, powers[digits], &q)) {
        text_printf(t, "%*.*f", width, digits, v);
        return;
    }
    size_t whole = text_uint_cols(q), least = (size_t)digits + 1;
    size_t n = (whole > least ? whole : least) + (digits > 0) + (size_t) !!signbit(v);
    char *end = open_field(t, n, width);
    if (!end)
        return;
    write_fixed(end, q, digits);
    if (signbit(v))
        end[-(ptrdiff_t)n] = '-';
}

char *text_blanks(struct text *t, size_t n)
{
    bool room = t->cap - t->n >= TEXT_BLANKS;
    if (!room)
        text_reserve(t, n);
    char *p = t->p + t->n;
    memset(p, ' ', room ? TEXT_BLANKS : n); /* of a constant, a few instructions */
    t->n += n;
    return p;
}

bool text_put_uint(char *p, uint64_t v, unsigned width)
{
    if (v >= powers[width])
        return false;
    digits_before(p + width, v);
    return true;
}

bool text_put_uint_left(char *p, uint64_t v, unsigned width)
{
    size_t n = text_uint_cols(v);
    if (n > width)
        return false;
    digits_before(p + n, v);
    return true;
}

void text_vprintf(struct text *t, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    if (text_reserve(t, n < 0 ? SIZE_MAX : (size_t)n + 1)) {
        vsnprintf(t->p + t->n, (size_t)n + 1, fmt, again);
        t->n += (size_t)n;
    }
    va_end(again);
}

void text_printf(struct text *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    text_vprintf(t, fmt, args);
    va_end(args);
}

char *text_format(const char *fmt, ...)
{
    struct text t = {0};
    va_list args;
    va_start(args, fmt);
    text_vprintf(&t, fmt, args);
    va_end(args);
    text_z(&t);
    return t.p;
}
