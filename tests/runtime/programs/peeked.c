/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peeked N: what has returned leaves its return addresses on the stack; then libc is called where
 * its frames have gaps. */
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned long sum;
static void leaf(int n)
{
    for (int i = 0; i < n; i++)
        sum += (unsigned)i;
}
static int peeked(int n)
{
    leaf(40);
    return n;
}
static void deep(int n)
{
    char room[64];
    room[n % 64] = (char)n;
    if (n > 0)
        deep(n - 1);
    else
        peeked(n);
    sum += (unsigned char)room[n % 64];
}
static void print(int n)
{
    char text[200];
    snprintf(text, sizeof text, "%d %s %f", n, "word", n * 1.5);
    sum += (unsigned char)text[0];
}

int main(int argc, char **argv)
{
    for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 1; i < n; i++) {
        deep(i % 23);
        print(i);
    }
    return 0;
}
