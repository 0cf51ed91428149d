/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments and results of all kinds come through the entry of functions compiled with -pg, the
 * first time, when the arc is entered, and later. Prints "FUNCTION COUNT" for what it called, or
 * says what went wrong and ends with status 1. */
#include <stdio.h>
#include <string.h>

#define ALONE __attribute__((noinline, noclone))

typedef float vector __attribute__((vector_size(16)));
struct small {
    int a;
    char b;
};
struct large {
    long part[9];
};
struct floats {
    float a, b, c, d;
};

static int n_wrong;

static void want(const char *what, int right)
{
    if (!right && n_wrong++ < 10)
        printf("wrong: %s\n", what);
}

ALONE long integers(int a, long b, char c, short d, unsigned e, long long f, int g, int h, long i)
{
    want("integer argument", a == -1 && b == 2 && c == 3 && d == -4 && e == 5u && f == 6LL << 40 &&
                                 g == 7 && h == -8 && i == 9);
    return b << 20 | c;
}

ALONE double doubles(double a, float b, double c, float d, double e, double f, double g, double h,
                     double i, int j)
{
    want("floating argument", a == 1.5 && b == 2.5f && c == 3.5 && d == -4.5f && e == 5.5 &&
                                  f == 6.5 && g == 7.5 && h == 8.5 && i == 9.5 && j == 10);
    return a * 0.25;
}

ALONE vector vectors(vector a, vector b, vector c, vector d)
{
    return a + b * c - d;
}

ALONE struct small small(struct small s, int add)
{
    s.a += add;
    s.b = (char)(s.b + add);
    return s;
}

ALONE struct large large(struct large s, long add)
{
    for (int i = 0; i < 9; i++)
        s.part[i] += add;
    return s;
}

ALONE struct floats floats(struct floats s, double by)
{
    struct floats r = {(float)(s.a * by), (float)(s.b * by), (float)(s.c * by), (float)(s.d * by)};
    return r;
}

ALONE _Complex double complexes(_Complex double a, long double b)
{
    return a * (double)b;
}

#ifdef __i386__
__attribute__((noinline, regparm(3))) int registers(int a, int b, int c)
{
    want("argument in a register", a == 1 && b == 2 && c == 3);
    return a - b + c;
}
#else
ALONE int registers(int a, int b, int c)
{
    return a - b + c;
}
#endif

/* A nested function gets its frame in a register of its own. */
#ifndef __clang__
ALONE int nested(int n)
{
    int there = n;
    __attribute__((noinline)) int inner(int more)
    {
        return there += more;
    }
    return inner(5) + inner(6);
}
#else
ALONE int nested(int n)
{
    return n + 5 + n + 5 + 6;
}
#endif

ALONE void round_of(int n)
{
    vector one = {1, 2, 3, 4}, two = {2, 2, 2, 2};
    want("integer result", integers(-1, 2, 3, -4, 5, 6LL << 40, 7, -8, 9) == (2L << 20 | 3));
    want("floating result", doubles(1.5, 2.5f, 3.5, -4.5f, 5.5, 6.5, 7.5, 8.5, 9.5, 10) == 0.375);
    vector v = vectors(one, two, one, two);
    want("vector result", v[0] == 1 && v[1] == 4 && v[2] == 7 && v[3] == 10);
    struct small s = small((struct small){n, 1}, 2);
    want("small struct", s.a == n + 2 && s.b == 3);
    struct large l = large((struct large){{1, 2, 3, 4, 5, 6, 7, 8, n}}, 10);
    want("large struct", l.part[0] == 11 && l.part[7] == 18 && l.part[8] == n + 10);
    struct floats f = floats((struct floats){1, 2, 3, 4}, 0.5);
    want("struct of floats", f.a == 0.5f && f.b == 1 && f.c == 1.5f && f.d == 2);
    _Complex double c = complexes(1.0 + 2.0i, 2.0L);
    want("complex", __real__ c == 2 && __imag__ c == 4);
    want("few registers", registers(1, 2, 3) == 2);
    want("static chain", nested(n) == 2 * n + 16);
}

int main(void)
{
    for (int i = 0; i < 100; i++)
        round_of(i);
    printf("integers 100\ndoubles 100\nvectors 100\nsmall 100\nlarge 100\nfloats 100\n"
           "complexes 100\nregisters 100\nround_of 100\n");
    return n_wrong != 0;
}
