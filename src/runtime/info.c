/* SPDX-License-Identifier: MIT */
#include "runtime/info.h"

#include <time.h>

#include "runtime/rt.h"
#include "runtime/text.h"
#include "runtime/sampling.h"

/* ---- clocks and phases ---- */

uint64_t span_paused_ns(const struct info_span *span)
{
    if (!span->pause_ns)
        return span->paused_ns;
    return span->paused_ns + sys_clock_ns(CLOCK_THREAD_CPUTIME_ID) - span->pause_ns;
}

void span_begin(struct info_span *span, int is_on)
{
    span->paused_ns = 0;
    span->held_wall_ns = span->held_cpu_ns = 0;
    span->wall_ns = sys_clock_ns(CLOCK_MONOTONIC);
    span->cpu_ns = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    span->start_sec = sys_clock_ns(CLOCK_REALTIME) / 1000000000;
    span->sampled_ns = 0;
    span->on_since_ns = is_on ? span->cpu_ns : 0;
}

void span_switch(struct info_span *span, int is_on)
{
    uint64_t now = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    if (span->on_since_ns)
        span->sampled_ns += now - span->on_since_ns;
    span->on_since_ns = is_on ? now : 0;
}

/* The n-th one; NULL: there is none. */
static struct keep_phase *phase_at(unsigned n)
{
    return atomic_load_explicit(&rt.phases[n], memory_order_acquire);
}

/* It, made if need be; NULL: no memory for it. */
static struct keep_phase *make_phase(unsigned n)
{
    struct keep_phase *none = NULL, *phase = phase_at(n);
    if (!phase && (phase = keep_map(KEEP_PHASE, n, 0, sizeof *phase)) &&
        !atomic_compare_exchange_strong_explicit(&rt.phases[n], &none, phase, memory_order_acq_rel,
                                                 memory_order_acquire))
        phase = none; /* somebody was quicker */
    return phase;
}

void info_phase(const char *name)
{
    unsigned n = PHASES_MOST;
    if (rt_is_ours())
        n = atomic_fetch_add_explicit(&rt.n_phases, 1, memory_order_relaxed);
    struct keep_phase *phase = n < PHASES_MOST ? make_phase(n) : NULL;
    if (!phase)
        return;
    /* The phase may be left over from before a reset. Release and acquire below: no reader takes a
     * half-written name for a whole one. */
    atomic_exchange_explicit(&phase->is_whole, 0, memory_order_acq_rel);
    phase->name[0] = 0;
    text_add(phase->name, sizeof phase->name, name);
    phase->wall_ns = sys_clock_ns(CLOCK_MONOTONIC) - rt.run.wall_ns;
    phase->cpu_ns = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - rt.run.cpu_ns;
    /* Release: a dump that sees it whole sees all of it. */
    atomic_store_explicit(&phase->is_whole, 1, memory_order_release);
    keep_look_now();
}

void info_forget_phases(void)
{
    atomic_store_explicit(&rt.n_phases, 0, memory_order_relaxed);
    for (unsigned i = 0; i < PHASES_MOST && phase_at(i); i++)
        atomic_store_explicit(&phase_at(i)->is_whole, 0, memory_order_relaxed);
}

void info_forked(void)
{
    atomic_store_explicit(&rt.n_phases, 0, memory_order_relaxed);
    for (unsigned i = 0; i < PHASES_MOST; i++)
        atomic_store_explicit(&rt.phases[i], NULL, memory_order_relaxed);
}

static uint64_t ticks_of_ns(uint64_t ns)
{
    return ns / (1000000000 / rt.options.rate_hz);
}

uint64_t info_wall_ns(void)
{
    if (rt.run.held_wall_ns)
        return rt.run.held_wall_ns;
    return sys_clock_ns(CLOCK_MONOTONIC) - rt.run.wall_ns;
}

/* CPU time of the run, without what dumps took. */
static uint64_t cpu_ns(void)
{
    if (rt.run.held_cpu_ns)
        return rt.run.held_cpu_ns;
    uint64_t ns = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - rt.run.cpu_ns;
    uint64_t paused_ns = span_paused_ns(&rt.run);
    return ns > paused_ns ? ns - paused_ns : 0;
}

void info_hold(bool is_held)
{
    rt.run.held_wall_ns = rt.run.held_cpu_ns = 0;
    if (is_held) {
        const uint64_t wall_ns = info_wall_ns();
        rt.run.held_cpu_ns = cpu_ns();
        rt.run.held_wall_ns = wall_ns;
    }
}

/* CPU time of the run in which samples were taken. */
static uint64_t sampled_ns(void)
{
    uint64_t now = cpu_ns() + rt.run.cpu_ns;
    return rt.run.sampled_ns + (rt.run.on_since_ns ? now - rt.run.on_since_ns : 0);
}

uint64_t info_achieved_hz(void)
{
    uint64_t n = counter_read(&rt.n_samples), ns = sampled_ns();
    return ns < 1000000 ? 0 : (n * 1000 + ns / 2000000) / (ns / 1000000);
}

/* Ticks of CPU time of which there is no sample; 0 where that may be chance: two, 2 %, and what
 * threads end with, which is at most a tick each, more or less. n_unread: more may be on their way,
 * while threads run. */
static uint64_t missing(uint64_t ticks, uint64_t n_unread)
{
    uint64_t own_ns = counter_read(&rt.waits.cpu_ns), all_ns = sampled_ns();
    uint64_t all = ticks_of_ns(all_ns > own_ns ? all_ns - own_ns : 0);
    uint64_t chance = 9 * counter_read(&rt.sampling.n_threads); /* three deviations, squared */
    if (rt.sampling.event || all <= ticks + n_unread)
        return 0;
    uint64_t n = all - ticks - n_unread;
    return n <= 2 || n <= all / 50 || n * n <= chance ? 0 : n;
}

const char *info_sampled_by(void)
{
    if (rt.sampling.event)
        return rt.sampling.event->unit;
    return rt.sampling.counter ? rt.sampling.counter->name : "timer";
}

_Static_assert(UNITE_FACT_WAITS + N_WAIT_KINDS == UNITE_FACT_RATE_ACHIEVED, "a name for each kind");

/* Counter by counter, so that none is half written when the process ends. */
void info_look(bool is_last)
{
    uint64_t unknown;
    const uint64_t ticks = images_ticks(&rt.images, &unknown);
    const uint64_t unread_ns = 2 * rt.sampling.tick_ns * sampler_threads();
    const uint64_t n_unread = 1 + 2 * (uint64_t)sampler_threads() + ticks_of_ns(unread_ns);
    counter_set(&rt.sums[KEEP_START_SEC], rt.run.start_sec);
    counter_set(rt_fact(UNITE_FACT_WALL), info_wall_ns());
    counter_set(rt_fact(UNITE_FACT_CPU),
                rt.options.asked ? ticks * (1000000000 / rt.options.rate_hz) : cpu_ns());
    counter_set(rt_fact(UNITE_FACT_LOST_CALLS), counter_read(&rt.n_lost_calls));
    /* The most samples a second that could be had; 0: the kernel's tick sets no limit. */
    counter_set(rt_fact(UNITE_FACT_RATE_TICK),
                rt.sampling.pace.tick_ns ? 1000000000 / rt.sampling.pace.tick_ns : 0);
    counter_set(rt_fact(UNITE_FACT_MISSING_SAMPLES), missing(ticks, is_last ? 0 : n_unread));
    counter_set(rt_fact(UNITE_FACT_UNKNOWN_TICKS), unknown);
    counter_set(rt_fact(UNITE_FACT_COUNTING_TICKS), counter_read(&rt.n_own_ticks));
    counter_set(rt_fact(UNITE_FACT_LOOKS), counter_read(&rt.waits.n_looks));
    counter_set(rt_fact(UNITE_FACT_LOOK_CPU), counter_read(&rt.waits.cpu_ns));
}
