/* SPDX-License-Identifier: MIT */
#include "runtime/sampling.h"

#include <sys/syscall.h>
#include <time.h>

#include "machine.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/signals.h"
#include "runtime/text.h"
#include "runtime/thread_sampler.h"
#include "runtime/timer.h"

/* Around our own code that counts calls, in a section of its own; the linker makes these names. */
extern __attribute__((visibility("hidden"))) const char __start_gptui_rt_entry[],
    __stop_gptui_rt_entry[];

void sample_book(const void *context, uint64_t ticks)
{
    const uintptr_t pc = machine_pc(context);
    if (ticks == 0 || dump_is_here() || !rt_is_counting())
        return;
    images_hit(&rt.images, pc, ticks);
    paths_hit(context, ticks);
    counter_add(&rt.n_samples, 1);
    if (pc - (uintptr_t)__start_gptui_rt_entry <
        (uintptr_t)(__stop_gptui_rt_entry - __start_gptui_rt_entry))
        counter_add(&rt.n_own_ticks, ticks);
}

static const struct timer_kind of_delay = {.clock = CLOCK_MONOTONIC};

/* In a handler: no lock, no allocation. */
static void on_signal(int number, siginfo_t *info, void *interrupted)
{
    const void *context = signals_context(interrupted);
    (void)number;
    if (rt.paths.is_on) {
        walk_find_return((uintptr_t)__builtin_return_address(0));
        walk_find_stack(context);
    }
    if (timer_sent(&rt.delay, info))
        rt_control(true);
    else
        sampler_on_signal(info, context);
    keep_look();
}

void clock_delay(unsigned ms)
{
    atomic_store_explicit(&rt.is_waiting, true, memory_order_relaxed);
    if (timer_make(&rt.delay, of_delay))
        timer_run(&rt.delay, (uint64_t)ms * 1000000, 0);
}

enum { TICK_NS_UNKNOWN = 10000000 };

/* Timers on CPU clocks are looked at with each tick of the system's clock, not more often. */
static uint64_t tick_ns(void)
{
    long t[2]; /* the kernel's timespec */
    const long args[6] = {CLOCK_REALTIME_COARSE, (long)t};
    bool is_known = machine_syscall(SYS_clock_getres, args) == 0 && t[0] == 0 && t[1] > 0 &&
                    t[1] <= TICK_NS_UNKNOWN;
    return is_known ? (uint64_t)t[1] : TICK_NS_UNKNOWN;
}

/* No sample is taken more often than the clocks are looked at: more would be of the same tick. */
static void set_pace(bool is_by_tick)
{
    enum { USUAL_HZ = 1000 }; /* of a clock that knows no tick */
    struct options *options = &rt.options;
    const unsigned most_hz = (unsigned)(1000000000 / rt.sampling.tick_ns);
    if (options->rate_is_auto)
        options->rate_hz = is_by_tick ? most_hz / 2 : USUAL_HZ;
    else if (is_by_tick && options->rate_hz > most_hz)
        options->rate_hz = most_hz;
    rt.sampling.pace.period_ns = 1000000000 / options->rate_hz;
    rt.sampling.pace.tick_ns = is_by_tick ? rt.sampling.tick_ns : 0;
}

void clock_find_rate(void)
{
    rt.sampling.tick_ns = tick_ns();
    set_pace(!rt.options.event);
}

void clock_init(void)
{
    int error = 0;
    struct options *options = &rt.options;
    signals_init(on_signal);
    if (sampler_init(options->event, &error))
        return;
    text_complain("event:", sampler_event_name(options->event),
                  "is not there or not allowed, see perf_event_open(2); time is sampled instead",
                  error);
    options->event = NULL;
    set_pace(true);
    sampler_init(NULL, &error);
}

void clock_move(void)
{
    timer_make_again(&rt.delay, of_delay);
    if (atomic_load_explicit(&rt.is_waiting, memory_order_relaxed))
        timer_run(&rt.delay, (uint64_t)rt.options.delay_ms * 1000000, 0);
    sampler_move();
}
