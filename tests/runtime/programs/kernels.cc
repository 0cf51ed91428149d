// SPDX-License-Identifier: GPL-3.0-or-later
// kernels NAME THREADS CALLS: makes about so many calls in each thread and prints nanoseconds of
// CPU time for each. For measuring what a profiling runtime adds.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <pthread.h>
#include <vector>

#define ALONE __attribute__((noinline))

static long n_calls;

// ---- leaf: one caller, one callee ----

ALONE static int leaf(int x)
{
    __asm__ volatile("");
    return x + 1;
}

static void leaves()
{
    int x = 0;
    for (long i = 0; i < n_calls; i++)
        x = leaf(x);
}

// ---- deep: recursion of 1000 levels ----

ALONE static int deep(int n)
{
    if (n == 0)
        return 0;
    int r = deep(n - 1);
    __asm__ volatile("");
    return r + 1;
}

static void recursion()
{
    for (long i = 0; i < n_calls; i += 1000)
        deep(999);
}

// ---- sites: 500 functions called in turn, each from a place of its own ----

template <int N> ALONE int site(int x)
{
    __asm__ volatile("" ::"i"(N));
    return x + N;
}

template <int N> struct all {
    static int call(int x) { return site<N>(all<N - 1>::call(x)); }
};
template <> struct all<0> {
    static int call(int x) { return x; }
};

static void sites()
{
    int x = 0;
    for (long i = 0; i < n_calls; i += 500)
        x = all<500>::call(x);
    __asm__ volatile("" ::"r"(x));
}

// ---- indirect: one call site, 256 targets ----

typedef int function(int);

template <int N> struct fill {
    static void in(function **table)
    {
        table[N - 1] = site<N>;
        fill<N - 1>::in(table);
    }
};
template <> struct fill<0> {
    static void in(function **) {}
};

static void indirect()
{
    function *table[256];
    fill<256>::in(table);
    int x = 0;
    for (long i = 0; i < n_calls; i++)
        x = table[i & 255](x);
    __asm__ volatile("" ::"r"(x));
}

// ---- virtual: objects of four classes ----

struct shape {
    virtual int area(int x) = 0;
    virtual ~shape() {}
};
template <int N> struct kind : shape {
    ALONE int area(int x) override
    {
        __asm__ volatile("" ::"i"(N));
        return x + N;
    }
};

static void virtuals()
{
    kind<1> a;
    kind<2> b;
    kind<3> c;
    kind<4> d;
    shape *const shapes[] = {&a, &b, &c, &d};
    int x = 0;
    for (long i = 0; i < n_calls; i++)
        x = shapes[i & 3]->area(x);
    __asm__ volatile("" ::"r"(x));
}

// ----

static const struct {
    const char *name;
    void (*run)();
} kernels[] = {{"leaf", leaves},
               {"deep", recursion},
               {"sites", sites},
               {"indirect", indirect},
               {"virtual", virtuals}};

static void *in_thread(void *kernel)
{
    (*(void (**)())kernel)();
    return nullptr;
}

static double cpu_ns()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    std::vector<pthread_t> threads((size_t)std::atoi(argv[2]));
    n_calls = std::atol(argv[3]);
    for (auto &k : kernels) {
        if (std::strcmp(k.name, argv[1]) != 0)
            continue;
        void (*run)() = k.run;
        double before = cpu_ns();
        for (auto &t : threads)
            pthread_create(&t, nullptr, in_thread, &run);
        for (auto &t : threads)
            pthread_join(t, nullptr);
        std::printf("%.4f\n", (cpu_ns() - before) / (double)n_calls / (double)threads.size());
        return 0;
    }
    return 2;
}
