/* SPDX-License-Identifier: GPL-3.0-or-later */
static __attribute__((noinline)) int helper(int n)
{
    volatile int s = n;

    for (int i = 0; i < 30; i++)
        s += i ^ n;
    return s;
}

int util_one(int n);

int util_one(int n)
{
    return n % 3 ? helper(n) : helper(n + 1) + 1;
}
