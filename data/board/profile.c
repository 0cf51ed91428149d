/* SPDX-License-Identifier: MIT */
#include "profile.h"

#include <stdbool.h>

/* Compiled with the rest of the program, -pg and all; but it must not count itself. */
#define UNCOUNTED __attribute__((no_instrument_function))

enum { N_BINS = 2048, N_ARCS = 1024, COUNT_MOST = 0xffff };

struct arc {
    uintptr_t from, to;
    uint32_t count;
};

static struct {
    bool is_on;
    uintptr_t lo, bin_bytes; /* a power of two */
    uint32_t n_bins, rate_hz;
    uint16_t bins[N_BINS];
    struct arc arcs[N_ARCS]; /* by a hash of both addresses; count 0: free */
} profile;

uint32_t profile_lost_calls;

UNCOUNTED void profile_start(uintptr_t lo, uintptr_t hi, uint32_t rate_hz)
{
    profile.lo = lo;
    profile.bin_bytes = 4;
    while (profile.bin_bytes * N_BINS < hi - lo)
        profile.bin_bytes *= 2;
    profile.n_bins = (hi - lo + profile.bin_bytes - 1) / profile.bin_bytes;
    profile.rate_hz = rate_hz;
    profile.is_on = true;
}

UNCOUNTED void profile_stop(void)
{
    profile.is_on = false;
}

UNCOUNTED void profile_tick(uintptr_t pc)
{
    uintptr_t bin = (pc - profile.lo) / profile.bin_bytes;
    if (profile.is_on && pc >= profile.lo && bin < profile.n_bins && profile.bins[bin] < COUNT_MOST)
        profile.bins[bin]++;
}

/* from: return address within the caller; to: within the callee. The lowest bit tells Thumb code.
 */
UNCOUNTED __attribute__((used)) void profile_count(uintptr_t from, uintptr_t to)
{
    uintptr_t at = (from >> 1) * 31 + (to >> 1);
    from &= ~(uintptr_t)1;
    to &= ~(uintptr_t)1;
    for (uint32_t tries = 0; profile.is_on && tries < N_ARCS; tries++) {
        struct arc *arc = &profile.arcs[at++ % N_ARCS];
        if (arc->count > 0 && (arc->from != from || arc->to != to))
            continue;
        *arc = (struct arc){from, to, arc->count + 1};
        return;
    }
    profile_lost_calls += profile.is_on;
}

#ifdef __aarch64__
/* What functions compiled with -pg do once their arguments are safe: mov x0, x30; bl _mcount. */
UNCOUNTED void _mcount(uintptr_t from)
{
    profile_count(from, (uintptr_t)__builtin_return_address(0));
}
#else
/* What functions compiled with -pg do first: push {lr}; bl __gnu_mcount_nc. It gives back lr and
 * takes the word from the stack, and leaves arguments as they are. Needs Thumb-2 or ARM code. */
UNCOUNTED __attribute__((naked)) void __gnu_mcount_nc(void)
{
    __asm__ volatile("push {r0, r1, r2, r3, lr}\n\t"
                     "ldr r0, [sp, #20]\n\t"
                     "mov r1, lr\n\t"
                     "bl profile_count\n\t"
                     "pop {r0, r1, r2, r3, ip, lr}\n\t"
                     "bx ip");
}
#endif

struct sink {
    void (*put)(void *to, const void *bytes, size_t n);
    void *to;
};

UNCOUNTED static void put_u32(const struct sink *sink, uint32_t number)
{
    sink->put(sink->to, &number, sizeof number);
}

UNCOUNTED static void put_address(const struct sink *sink, uintptr_t address)
{
    sink->put(sink->to, &address, sizeof address);
}

UNCOUNTED static void put_histogram(const struct sink *sink)
{
    sink->put(sink->to, "\0", 1); /* the tag of a histogram */
    put_address(sink, profile.lo);
    put_address(sink, profile.lo + profile.n_bins * profile.bin_bytes);
    put_u32(sink, profile.n_bins);
    put_u32(sink, profile.rate_hz);
    sink->put(sink->to, "seconds\0\0\0\0\0\0\0\0s", 16);
    sink->put(sink->to, profile.bins, profile.n_bins * sizeof profile.bins[0]);
}

UNCOUNTED static void put_arc(const struct sink *sink, const struct arc *arc)
{
    sink->put(sink->to, "\1", 1); /* the tag of an arc */
    put_address(sink, arc->from);
    put_address(sink, arc->to);
    put_u32(sink, arc->count);
}

/* gmon.out(5), GNU layout: numbers are in the byte order of the processor. */
UNCOUNTED void profile_write(void (*put)(void *to, const void *bytes, size_t n), void *to)
{
    struct sink sink = {put, to};
    bool was_on = profile.is_on;
    profile.is_on = false;
    sink.put(sink.to, "gmon", 4);
    put_u32(&sink, 1);
    sink.put(sink.to, "\0\0\0\0\0\0\0\0\0\0\0\0", 12);
    put_histogram(&sink);
    for (int i = 0; i < N_ARCS; i++)
        if (profile.arcs[i].count > 0)
            put_arc(&sink, &profile.arcs[i]);
    profile.is_on = was_on;
}
