// SPDX-License-Identifier: GPL-3.0-or-later
// truth MS: two functions of unlike cost throw and catch, with virtual calls in between, until MS
// milliseconds of CPU time are used; prints for each function of interest its name and its share of the
// time, callees included, in percent, by the clock at entry and exit.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <stdexcept>

#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa)) // nor copied under another name
#endif

static volatile double sum;

static uint64_t cpu_ns()
{
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return uint64_t(t.tv_sec) * 1000000000 + uint64_t(t.tv_nsec);
}

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
        work(50);
        go(n - 1);
        sum = sum * 0.5;
    }
};

struct flat : step {
    APART void go(int n) override
    {
        work(10 * n);
        if (sum > -1e300)
            throw n;
        sum = sum * 0.5;
    }
};

APART static void often(step &s)
{
    for (int i = 0; i < 20; i++)
        try {
            s.go(4);
        } catch (int) {
            work(40);
        }
}

APART static void deeply(step &s)
{
    for (int i = 0; i < 20; i++)
        try {
            s.go(30);
        } catch (const std::exception &) {
            work(400);
        }
}

int main(int argc, char **argv)
{
    uint64_t wanted = argc > 1 ? uint64_t(std::atoi(argv[1])) * 1000000 : 0, begun = cpu_ns(), ns[2] = {0, 0};
    deep d;
    flat f;
    while (cpu_ns() - begun < wanted) {
        uint64_t t0 = cpu_ns();
        for (int i = 0; i < 10; i++)
            often(f);
        uint64_t t1 = cpu_ns();
        deeply(d);
        ns[0] += t1 - t0;
        ns[1] += cpu_ns() - t1;
    }
    double all = double(cpu_ns() - begun);
    std::printf("often %.2f\ndeeply %.2f\n", 100 * double(ns[0]) / all, 100 * double(ns[1]) / all);
    return 0;
}
