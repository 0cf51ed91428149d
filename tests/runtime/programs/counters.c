/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runtime's counters: sums are right, and what is read while threads add is never less than
 * what was read before. Ends with status 1 otherwise. */
#include <pthread.h>
#include <stdio.h>

#include "runtime/counter.h"

enum { N_THREADS = 4, N_ADDITIONS = 100000 };
static const uint64_t step = 0x30000001; /* a half is full after three */

static struct counter shared;

static int wrong(const char *what, uint64_t wanted, uint64_t found)
{
    if (wanted != found)
        printf("%s: wanted %llx, found %llx\n", what, (unsigned long long)wanted,
               (unsigned long long)found);
    return wanted != found;
}

static int alone(void)
{
    static const uint64_t added[] = {
        1,          0x7ffffffe,  1,           0x7fffffff,     0x80000000,
        0xffffffff, 0x100000000, 0x17fffffff, 0x123456789abc,
    };
    struct counter counter = {0};
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof added / sizeof added[0]; i++) {
        counter_add(&counter, added[i]);
        sum += added[i];
        if (wrong("sum", sum, counter_read(&counter)))
            return 1;
        struct counter copy = {0};
        counter_set(&copy, sum);
        if (wrong("set", sum, counter_read(&copy)) || wrong("taken", sum, counter_take(&copy)) ||
            wrong("rest", 0, counter_read(&copy)))
            return 1;
    }
    return 0;
}

static void *add(void *unused)
{
    for (int i = 0; i < N_ADDITIONS; i++)
        counter_add(&shared, step);
    return unused;
}

/* watched: reads are compared too. One addition at most is half done then: one thread adds. */
static int together(int n_threads, int watched)
{
    const uint64_t wanted = (uint64_t)n_threads * N_ADDITIONS * step;
    pthread_t thread[N_THREADS];
    counter_set(&shared, 0);
    for (int i = 0; i < n_threads; i++)
        if (pthread_create(&thread[i], NULL, add, NULL) != 0)
            return 1;
    for (uint64_t before = 0, now; watched && before < wanted; before = now) {
        now = counter_read(&shared);
        if (now < before || now > wanted)
            return wrong("meanwhile", before, now);
    }
    for (int i = 0; i < n_threads; i++)
        pthread_join(thread[i], NULL);
    return wrong("of all threads", wanted, counter_read(&shared));
}

int main(void)
{
    return alone() || together(1, 1) || together(N_THREADS, 0);
}
