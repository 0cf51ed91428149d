/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of every shape: recursion, mutual recursion, nested and overlapping cycles, statics,
 * aliases, weak functions, indirect calls. Fixed work, no output that depends on anything. */
#include <stdio.h>

#ifdef __clang__
#define KEEP __attribute__((noinline))
#else
#define KEEP __attribute__((noinline, noclone))
#endif

static volatile unsigned long sink;

KEEP static void burn(unsigned n)
{
    for (unsigned i = 0; i < n * 2000; i++)
        sink += i ^ sink >> 3;
}

KEEP int self(int n)
{
    burn(3);
    return n > 0 ? self(n - 1) + 1 : 0;
}

KEEP int odd(int n);

KEEP int even(int n)
{
    burn(1);
    return n == 0 ? 1 : odd(n - 1);
}

KEEP int odd(int n)
{
    burn(2);
    return n == 0 ? 0 : even(n - 1);
}

KEEP static int outer_b(int n);
KEEP static int inner_b(int n);

KEEP static int inner_a(int n)
{
    burn(1);
    return n > 0 ? inner_b(n - 1) : 0;
}

KEEP static int inner_b(int n)
{
    int s = n % 3 == 2 ? outer_b(n - 1) : 0;

    burn(1);
    return n > 0 ? s + inner_a(n - 1) + (n % 4 == 0 ? inner_b(n / 2) : 0) : 0;
}

KEEP static int outer_a(int n)
{
    return n > 0 ? outer_b(n - 1) + inner_a(n / 2) : 1;
}

KEEP static int outer_b(int n)
{
    burn(2);
    return n > 0 ? outer_a(n - 1) + 1 : 1;
}

KEEP int shared_end(int n)
{
    burn(1);
    return n > 0 && n % 5 == 0 ? outer_a(2) : n;
}

KEEP int left(int n);

KEEP int middle(int n)
{
    return n > 0 ? left(n - 1) + shared_end(n) : 0;
}

KEEP int left(int n)
{
    return n > 0 ? middle(n - 2) + even(2) : 0;
}

KEEP int real_name(int n)
{
    burn(1);
    return n + 1;
}

int _alias(int n) __attribute__((alias("real_name")));
int __alias(int n) __attribute__((alias("real_name")));
int another(int n) __attribute__((weak, alias("real_name")));

KEEP __attribute__((weak)) int weakling(int n)
{
    burn(1);
    return n * 2;
}

KEEP static int through(int (*f)(int), int n)
{
    return f(n);
}

KEEP int never_called(int n)
{
    return n - 1;
}

int main(void)
{
    int (*const table[])(int) = {real_name, weakling, self, shared_end};
    int s = 0;

    for (int i = 0; i < 40; i++) {
        s += self(i % 7) + even(i) + outer_a(i % 9) + middle(i % 11);
        s += through(table[i % 4], i) + _alias(i) + another(i);
    }
    printf("%d\n", s);
    return s == never_called(1);
}
