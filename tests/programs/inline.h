/* SPDX-License-Identifier: GPL-3.0-or-later */
static __attribute__((noinline)) int from_header(int n)
{
    volatile int s = 0;

    for (int i = 0; i < 20; i++)
        s += i * n;
    return s;
}
