/* SPDX-License-Identifier: MIT */
#include "runtime/sampling.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>

#include "machine.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/text.h"
#include "runtime/thread_sampler.h"

/* What a timer's signal is about. */
enum { OF_SAMPLE, OF_DELAY };

/* Around our own code that counts calls, in a section of its own; the linker makes these names. */
extern __attribute__((visibility("hidden"))) const char __start_gptui_rt_entry[],
    __stop_gptui_rt_entry[];

/* Ticks that came while one was waiting are not sent again, only counted. */
static uint64_t ticks_of_process(const siginfo_t *info)
{
    return 1 + (uint64_t)(info->si_code == SI_TIMER ? info->si_overrun : 0);
}

void clock_take(uintptr_t pc, uint64_t ticks)
{
    if (ticks == 0 || dump_is_here() || !rt_is_counting())
        return;
    images_hit(&rt.images, pc, ticks);
    counter_add(&rt.n_samples, 1);
    if (pc - (uintptr_t)__start_gptui_rt_entry <
        (uintptr_t)(__stop_gptui_rt_entry - __start_gptui_rt_entry))
        counter_add(&rt.n_own_ticks, ticks);
}

/* In a handler: no lock, no allocation; no system call unless threads have samplers of their own.
 */
static void on_tick(int number, siginfo_t *info, void *context)
{
    (void)number;
    if (info->si_code == SI_TIMER && info->si_value.sival_int == OF_DELAY) {
        rt_control(true);
        return;
    }
    clock_take(machine_pc(context), sampler_is_on() ? sampler_ticks() : ticks_of_process(info));
}

static bool install_handler(void)
{
    struct sigaction action;
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    return sigaction(SIGPROF, &action, NULL) == 0;
}

/* Linux sends the signal of a timer_create timer to the thread that is running only since 6.4;
 * before, the main thread was asked first, and samples told lies about threads. */
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

static bool make_timer(int clock, int about, int *timer)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGPROF};
    event.sigev_value.sival_int = about;
    return machine_syscall(SYS_timer_create, (const long[6]){clock, (long)&event, (long)timer}) ==
           0;
}

static bool make_sampler(void)
{
    return make_timer(CLOCK_PROCESS_CPUTIME_ID, OF_SAMPLE, &rt.timer);
}

void clock_delay(unsigned ms)
{
    int timer;
    struct itimerspec time = {.it_value = {ms / 1000, ms % 1000 * 1000000}};
    atomic_store_explicit(&rt.is_waiting, true, memory_order_relaxed);
    if (make_timer(CLOCK_MONOTONIC, OF_DELAY, &timer))
        machine_syscall(SYS_timer_settime, (const long[6]){timer, 0, (long)&time});
}

/* Timers on CPU clocks are looked at with each tick of the system's clock, not more often. */
static bool is_beyond_tick(unsigned rate_hz)
{
    struct timespec tick;
    const long args[6] = {CLOCK_REALTIME_COARSE, (long)&tick};
    return machine_syscall(SYS_clock_getres, args) == 0 && tick.tv_sec == 0 &&
           (uint64_t)tick.tv_nsec * rate_hz > 1000000000;
}

/* True: threads have samplers of their own. */
static bool init_samplers(void)
{
    int error;
    const struct options *options = &rt.options;
    if (options->event && !sampler_init(options->event, false, &error))
        text_complain(
            "event:", sampler_event_name(options->event),
            "is not there or not allowed, see perf_event_open(2); time is sampled instead", error);
    if (!sampler_is_on() &&
        (options->clock != OPTIONS_CLOCK_PROCESS || is_beyond_tick(options->rate_hz)))
        sampler_init(NULL, options->clock == OPTIONS_CLOCK_WALL, &error);
    return sampler_is_on();
}

bool clock_init(void)
{
    if (!install_handler())
        return false;
    if (init_samplers())
        return true;
    rt.has_timer = signals_find_runner() && make_sampler();
    return true;
}

/* Without a timer of its own the process has the one of setitimer. It outlives exec and would kill
 * the new program: so children, which usually go on to exec, leave it alone. */
void clock_forked(void)
{
    if (sampler_is_on())
        sampler_forked();
    else if (rt.has_timer)
        rt.has_timer = make_sampler();
    else
        rt.is_sampling = false;
}

void clock_run(bool on)
{
    if (!rt.is_sampling || sampler_is_on()) /* those go on, and count nothing */
        return;
    long period_ns = on ? 1000000000 / (long)rt.options.rate_hz : 0;
    struct itimerspec time = {{period_ns / 1000000000, period_ns % 1000000000},
                              {period_ns / 1000000000, period_ns % 1000000000}};
    struct itimerval old_time = {{time.it_value.tv_sec, time.it_value.tv_nsec / 1000},
                                 {time.it_value.tv_sec, time.it_value.tv_nsec / 1000}};
    if (rt.has_timer)
        machine_syscall(SYS_timer_settime, (const long[6]){rt.timer, 0, (long)&time});
    else
        machine_syscall(SYS_setitimer, (const long[6]){ITIMER_PROF, (long)&old_time});
}
