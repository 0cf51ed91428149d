/* SPDX-License-Identifier: GPL-3.0-or-later */
/* With -O2 the compiler makes copies: .constprop, .part, .isra, .cold and numbered statics. */
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) int by_constant(const int *v, int n, int step)
{
    int s = 0;

    for (int i = 0; i < n; i += step)
        s += v[i];
    return s;
}

static __attribute__((noinline)) int partly(int *v, int n)
{
    if (__builtin_expect(n < 0, 0)) {
        fprintf(stderr, "negative\n");
        abort();
    }
    v[n & 63] += n;
    return v[n & 31];
}

static __attribute__((noinline)) int first(int n)
{
    static int counter;

    return counter += n;
}

static __attribute__((noinline)) int second(int n)
{
    static int counter;

    return counter -= n;
}

int main(int argc, char **argv)
{
    int v[64], s = 0;

    (void)argv;
    for (int i = 0; i < 64; i++)
        v[i] = i;
    for (int i = 0; i < 100000; i++)
        s += by_constant(v, 64, 2) + partly(v, i * argc) + first(i) + second(i);
    printf("%d\n", s);
    return 0;
}
