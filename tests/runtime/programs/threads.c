/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that call known numbers of functions: threads N M starts N threads, each of which calls
 * leaf M times, half of that through middle, and each function of many once per 100 calls. */
#include <pthread.h>
#include <stdlib.h>

#define ALONE __attribute__((noinline))

ALONE void leaf(void)
{
    __asm__ volatile("");
}

ALONE void middle(void)
{
    leaf();
    __asm__ volatile("");
}

#define MANY(n)                                                                                    \
    ALONE void many_##n(void)                                                                      \
    {                                                                                              \
        __asm__ volatile("# " #n); /* no two are the same code */                                  \
    }
MANY(0)
MANY(1)
MANY(2)
MANY(3)
MANY(4)
MANY(5)
MANY(6)
MANY(7)

static void (*const many[])(void) = {many_0, many_1, many_2, many_3,
                                     many_4, many_5, many_6, many_7};

ALONE void *work(void *calls)
{
    for (long i = 0; i < (long)calls; i += 2) {
        leaf();
        middle();
        if (i % 100 == 0)
            many[i / 100 % 8]();
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    void *calls = (void *)(argc > 2 ? atol(argv[2]) : 1000L);
    pthread_t *thread = calloc((size_t)n, sizeof *thread);
    for (int i = 0; i < n; i++)
        if (pthread_create(&thread[i], NULL, work, calls) != 0)
            return 1;
    for (int i = 0; i < n; i++)
        pthread_join(thread[i], NULL);
    free(thread);
    return 0;
}
