/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the source view look at; lines.elf says that it comes from here. */
#include "work.h"

static int once(int x)
{
    return x * 7 + 1;
}

int helper(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += once(i);
    return sum;
}

int main(void)
{
    int all = 0;
    for (int i = 0; i < 1000; i++) {
        all += helper(i);
        all += odd(i) + lost(i);
    }
    return all != 0;
}
