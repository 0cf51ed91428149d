/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches whose counts are known: the steps of Collatz's rule from 1 to 100. */

int collatz(int n)
{
    int steps = 0;
    while (n != 1) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n /= 2;
        steps++;
    }
    return steps;
}

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 1; i <= 100; i++)
        sum += collatz(i);
    return argc > 5 ? argv[0][0] : sum != 3142;
}
