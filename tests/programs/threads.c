/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <pthread.h>
#include <stdio.h>

enum { N_THREADS = 4 };

static __attribute__((noinline)) unsigned work(unsigned n)
{
    volatile unsigned s = n;

    for (unsigned i = 0; i < 200; i++)
        s = s * 31 + i;
    return s;
}

static void *run(void *arg)
{
    unsigned *n = arg;

    for (unsigned i = 0; i < 2000; i++)
        *n += work(i);
    return NULL;
}

int main(void)
{
    pthread_t threads[N_THREADS];
    unsigned sums[N_THREADS] = {0}, all = 0;

    for (int i = 0; i < N_THREADS; i++)
        if (pthread_create(&threads[i], NULL, run, &sums[i]) != 0)
            return 1;
    for (int i = 0; i < N_THREADS; i++) {
        pthread_join(threads[i], NULL);
        all += sums[i];
    }
    printf("%u\n", all);
    return 0;
}
