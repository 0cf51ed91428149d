/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Something for compilers of all machines to make calls, tail calls and branches of. */
int shared;

int leaf(int x);
int last(int x);

__attribute__((noinline)) int first(int x)
{
    return x > 3 ? leaf(x) + last(x - 1) : shared;
}

__attribute__((noinline)) static int hidden(int x)
{
    shared += x;
    return last(x) * 2;
}

__attribute__((noinline)) int leaf(int x)
{
    return x ^ shared;
}

__attribute__((noinline)) int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1 ? leaf(i) : hidden(i);
    return sum;
}

__attribute__((noinline)) int tail(int x)
{
    if (x & 1)
        return first(x);
    return loop(x);
}

__attribute__((noinline)) int choose(int x)
{
    switch (x) {
    case 0:
        return leaf(1);
    case 1:
        return loop(2);
    case 2:
        return tail(3);
    case 3:
        return hidden(4);
    case 4:
        return shared;
    case 5:
        return first(9);
    default:
        return x > 100 ? choose(x - 7) + 1 : 0;
    }
}

__attribute__((noinline)) int last(int x)
{
    return x ? choose(x - 1) + last(x / 2) : 0;
}
