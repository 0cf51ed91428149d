/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample: a small profiled program: static functions, recursion, a cycle, a C++ name. */
#include <stdio.h>

static volatile unsigned long sum;

void add(unsigned long v) __asm__("_ZN6sample3addEm");

void add(unsigned long v)
{
    sum += v;
}

static void leaf(int n)
{
    for (int i = 0; i < n * 100000; i++)
        sum += (unsigned long)i * i;
    add(1);
}

__attribute__((noinline)) static void odd(int n);

__attribute__((noinline)) static void even(int n)
{
    leaf(1);
    if (n > 0)
        odd(n - 1);
}

static void odd(int n)
{
    leaf(2);
    if (n > 0)
        even(n - 1);
}

static void work(int n)
{
    leaf(n);
    if (n > 0)
        work(n - 1);
}

int main(void)
{
    for (int i = 0; i < 20; i++) {
        work(5);
        even(9);
    }
    printf("%lu\n", sum);
    return 0;
}
