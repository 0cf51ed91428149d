/* SPDX-License-Identifier: MIT */
/* counter: 64-bit counts without locks, also where the machine adds only 32 bits at once.
 *
 * There, a count is its low 32 bits and the number of times that their half, 2^31, was filled. An
 * addition first changes low, then halves; in between, the top bit of low and the bottom bit of
 * halves differ, and readers, who see halves unchanged while they read low, know that one more half
 * is full. So reading is exact as long as one such addition at most is half done. Any thread and
 * handler may add at any time. */
#ifndef GPTUI_RUNTIME_COUNTER_H
#define GPTUI_RUNTIME_COUNTER_H

#include <stdatomic.h>
#include <stdint.h>

#if UINTPTR_MAX > 0xffffffff

struct counter {
    _Atomic uint64_t count;
};

/* Relaxed: the sum is all that matters. */
static inline void counter_add(struct counter *counter, uint64_t n)
{
    atomic_fetch_add_explicit(&counter->count, n, memory_order_relaxed);
}

static inline uint64_t counter_read(const struct counter *counter)
{
    return atomic_load_explicit(&counter->count, memory_order_relaxed);
}

/* For counters that nobody adds to. */
static inline void counter_set(struct counter *counter, uint64_t count)
{
    atomic_store_explicit(&counter->count, count, memory_order_relaxed);
}

#else

struct counter {
    _Atomic uint32_t low, halves;
};

enum { COUNTER_HALF_BITS = 31 };
#define COUNTER_HALF_MASK 0x7fffffffu

/* Release, with the acquire of counter_read: who sees a half counted sees low beyond it. */
static inline void counter_add(struct counter *counter, uint64_t n)
{
    uint32_t more = (uint32_t)n;
    uint32_t old = atomic_fetch_add_explicit(&counter->low, more, memory_order_relaxed);
    uint32_t sum = (old & COUNTER_HALF_MASK) + (more & COUNTER_HALF_MASK);
    uint32_t halves = (uint32_t)(n >> COUNTER_HALF_BITS) + (sum >> COUNTER_HALF_BITS);
    if (halves)
        atomic_fetch_add_explicit(&counter->halves, halves, memory_order_release);
}

static inline uint64_t counter_read(const struct counter *counter)
{
    uint32_t halves, low;
    do {
        halves = atomic_load_explicit(&counter->halves, memory_order_acquire);
        low = atomic_load_explicit(&counter->low, memory_order_acquire);
    } while (halves != atomic_load_explicit(&counter->halves, memory_order_relaxed));
    halves += (halves ^ low >> COUNTER_HALF_BITS) & 1;
    return (uint64_t)halves << COUNTER_HALF_BITS | (low & COUNTER_HALF_MASK);
}

/* For counters that nobody adds to. */
static inline void counter_set(struct counter *counter, uint64_t count)
{
    atomic_store_explicit(&counter->low, (uint32_t)count, memory_order_relaxed);
    atomic_store_explicit(&counter->halves, (uint32_t)(count >> COUNTER_HALF_BITS),
                          memory_order_release);
}

#endif

/* Returns the count and sets it to 0; what others add meanwhile is not lost. Only one caller at a
 * time. */
static inline uint64_t counter_take(struct counter *counter)
{
    uint64_t count = counter_read(counter);
    if (count)
        counter_add(counter, -count);
    return count;
}

#endif
