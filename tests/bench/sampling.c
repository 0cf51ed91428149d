/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sampling ROUNDS: sorts and hashes so often, and prints the nanoseconds of CPU time that took. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { N_NUMBERS = 4096 };

static void fill(uint32_t *numbers, uint32_t seed)
{
    for (int i = 0; i < N_NUMBERS; i++)
        numbers[i] = seed = seed * 1664525 + 1013904223;
}

static void sift(uint32_t *heap, int top, int end)
{
    for (int child; (child = 2 * top + 1) < end; top = child) {
        if (child + 1 < end && heap[child + 1] > heap[child])
            child++;
        if (heap[top] >= heap[child])
            return;
        uint32_t moved = heap[top];
        heap[top] = heap[child];
        heap[child] = moved;
    }
}

static void sort(uint32_t *numbers)
{
    for (int i = N_NUMBERS / 2; i-- > 0;)
        sift(numbers, i, N_NUMBERS);
    for (int end = N_NUMBERS; --end > 0;) {
        uint32_t moved = numbers[0];
        numbers[0] = numbers[end];
        numbers[end] = moved;
        sift(numbers, 0, end);
    }
}

static uint32_t hash(const uint32_t *numbers)
{
    uint32_t sum = 0;
    for (int i = 0; i < N_NUMBERS; i++)
        sum = (sum ^ numbers[i]) * 16777619;
    return sum;
}

int main(int argc, char **argv)
{
    static uint32_t numbers[N_NUMBERS];
    struct timespec before, after;
    uint32_t sum = 1;
    if (argc < 2)
        return 1;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    for (long i = strtol(argv[1], NULL, 10); i > 0; i--) {
        fill(numbers, sum);
        sort(numbers);
        sum += hash(numbers);
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    printf("%lld\n",
           (after.tv_sec - before.tv_sec) * 1000000000LL + after.tv_nsec - before.tv_nsec);
    return sum == 0;
}
