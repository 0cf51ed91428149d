/* SPDX-License-Identifier: MIT */
#include "runtime/sampling.h"

#include <sys/syscall.h>
#include <sys/utsname.h>
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

void sample_book(const struct sample *sample)
{
    if (sample->ticks == 0 || dump_is_here() || !rt_is_counting())
        return;
    images_hit(&rt.images, sample->pc, sample->ticks);
    paths_hit(sample);
    counter_add(&rt.n_samples, 1);
    if (sample->pc - (uintptr_t)__start_gptui_rt_entry <
        (uintptr_t)(__stop_gptui_rt_entry - __start_gptui_rt_entry))
        counter_add(&rt.n_own_ticks, sample->ticks);
}

/* In a handler: no lock, no allocation; no system call unless threads have samplers of their own,
 * or counts are kept.
 * Ticks that came while one was waiting are not sent again, only counted. */
static void on_signal(int number, siginfo_t *info, void *context)
{
    if (rt.paths.is_on) {
        walk_find_return((uintptr_t)__builtin_return_address(0));
        walk_find_stack(context);
    }
    if (timer_sent(&rt.delay, info))
        rt_control(true);
    else if (timer_sent(&rt.timer, info))
        sample_book(&(const struct sample){.pc = machine_pc(context),
                                           .ticks = 1 + (uint64_t)info->si_overrun,
                                           .context = context});
    else if (!sampler_on_signal(info, context))
        signals_pass_on(number, info, context);
    keep_look();
}

/* Linux sends the signal of a timer_create timer to the thread that is running only since 6.4;
 * before, the main thread was asked first, so that samples were counted for the wrong thread: there
 * each has a sampler of its own. */
static bool signals_find_runner(void)
{
    struct utsname system;
    if (machine_syscall(SYS_uname, (const long[6]){(long)&system}) < 0)
        return false;
    unsigned part[2] = {0};
    const char *at = system.release;
    for (int i = 0; i < 2; i++, at++)
        for (; *at >= '0' && *at <= '9'; at++)
            part[i] = part[i] * 10 + (unsigned)(*at - '0');
    return part[0] > 6 || (part[0] == 6 && part[1] >= 4);
}

void clock_delay(unsigned ms)
{
    atomic_store_explicit(&rt.is_waiting, true, memory_order_relaxed);
    if (timer_make(&rt.delay, CLOCK_MONOTONIC, TIMER_PROCESS))
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
void clock_find_rate(void)
{
    rt.sampling.tick_ns = tick_ns();
    const unsigned most_hz = (unsigned)(1000000000 / rt.sampling.tick_ns);
    if (!rt.options.event && rt.options.rate_hz > most_hz)
        rt.options.rate_hz = most_hz;
}

/* Chooses whether threads have samplers of their own. */
static void init_samplers(void)
{
    int error;
    struct options *options = &rt.options;
    if (options->event && !sampler_init(options->event, &error)) {
        text_complain(
            "event:", sampler_event_name(options->event),
            "is not there or not allowed, see perf_event_open(2); time is sampled instead", error);
        options->event = NULL;
        clock_find_rate();
    }
    /* A signal of the process that finds no thread running ends the wait of one. */
    if (!sampler_is_on() && (options->clock != OPTIONS_CLOCK_PROCESS || !signals_find_runner()))
        sampler_init(NULL, &error);
}

static void make_timer(void)
{
    if (!sampler_is_on())
        timer_make(&rt.timer, CLOCK_PROCESS_CPUTIME_ID, TIMER_PROCESS);
}

void clock_init(void)
{
    signals_init(on_signal);
    init_samplers();
    make_timer();
}

void clock_forked(void)
{
    if (sampler_is_on())
        sampler_forked();
    make_timer();
}

void clock_run(bool on)
{
    uint64_t period_ns = on ? 1000000000 / rt.options.rate_hz : 0;
    if (!sampler_is_on()) /* else they go on, and count nothing */
        timer_run(&rt.timer, period_ns, period_ns);
}
