// SPDX-License-Identifier: GPL-3.0-or-later
// truth N: two functions of unlike cost throw and catch, with virtual calls in between, until N
// samples are taken (steps.h); prints for each function of interest its name and its share of them, callees
// included, in percent, by those that were taken at entry and exit.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "steps.c"

#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa)) // nor copied under another name
#endif

static volatile double sum;

APART static void work(int n)
{
    for (int i = 0; i < n; i++)
        sum = sum + std::sin(sum + i);
}

struct step {
    virtual ~step() = default;
    virtual void go(int n) = 0;
};

struct deep : step {
    APART void go(int n) override
    {
        if (n == 0)
            throw std::runtime_error("deep");
        work(20);
        go(n - 1);
        sum = sum * 0.5;
    }
};

struct flat : step {
    APART void go(int n) override
    {
        work(n);
        if (sum > -1e300)
            throw n;
        sum = sum * 0.5;
    }
};

APART static void often(step &s)
{
    for (int i = 0; i < 2; i++)
        try {
            s.go(4);
        } catch (int) {
            work(4);
        }
}

APART static void deeply(step &s)
{
    try {
        s.go(5);
    } catch (const std::exception &) {
        work(100);
    }
}

int main(int argc, char **argv)
{
    const long wanted = argc > 1 ? std::atol(argv[1]) : 0;
    long taken[2] = {0, 0};
    deep d;
    flat f;
    steps_begin(97);
    while (steps_taken() < wanted) {
        long first = steps_taken();
        often(f);
        long second = steps_taken();
        deeply(d);
        taken[0] += second - first;
        taken[1] += steps_taken() - second;
    }
    steps_end();
    const double all = double(steps_taken());
    std::printf("often %.2f\ndeeply %.2f\n", 100 * double(taken[0]) / all, 100 * double(taken[1]) / all);
    return 0;
}
