/* SPDX-License-Identifier: MIT */
#include "runtime/sampling.h"

#include <sys/syscall.h>
#include <time.h>

#include "machine.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/signals.h"
#include "runtime/text.h"

enum { SAMPLERS_LOOK = 64 }; /* looked at for one of a thread that has ended */

/* One for each thread that lives. */
struct sampler {
    struct sampler *next;
    _Atomic int owner;      /* thread id; 0: free */
    struct account account; /* of the thread's CPU clock */
    int64_t owed_before_ns; /* the pause */
    _Atomic bool is_paused;
    _Atomic bool is_stopped; /* a signal that is on its way must not start the counter again */
    int fd;                  /* of a counter that signals samples; -1: none */
    struct timer timer;
};

static _Thread_local struct sampler *mine;
static _Thread_local bool is_attached; /* or about to be: a handler may interrupt that */

static uint64_t now_ns(void)
{
    return sys_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

void sampler_settle(void)
{
    if (!mine)
        return;
    account_pass(&mine->account, now_ns());
    account_take_rest(&mine->account, rt.sampling.pace.period_ns);
}

void sampler_pause(void)
{
    if (!mine)
        return;
    account_pass(&mine->account, now_ns());
    mine->owed_before_ns = mine->account.owed_ns;
    atomic_store_explicit(&mine->is_paused, true, memory_order_relaxed);
}

void sampler_go_on(void)
{
    if (!mine || !atomic_load_explicit(&mine->is_paused, memory_order_relaxed))
        return;
    account_pass(&mine->account, now_ns());
    mine->account.owed_ns = mine->owed_before_ns;
    atomic_store_explicit(&mine->is_paused, false, memory_order_relaxed);
}

/* ---- counters and timers ---- */

static bool has_counter(const struct sampler *sampler)
{
    return sampler->fd >= 0;
}

/* The next signal. */
static void set(struct sampler *sampler)
{
    const struct account_pace *pace = &rt.sampling.pace;
    if (!has_counter(sampler)) {
        timer_run(&sampler->timer, account_next(&sampler->account, pace), pace->period_ns);
        return;
    }
    if (atomic_load_explicit(&sampler->is_stopped, memory_order_relaxed))
        return;
    if (!rt.sampling.event)
        perf_set_period(sampler->fd, account_next(&sampler->account, pace));
    perf_go_on(sampler->fd);
}

static void start(struct sampler *sampler)
{
    if (rt.options.asked)
        return;
    if (rt.sampling.counter) {
        /* A counter whose overflows are signalled. */
        int fd = perf_open(rt.sampling.counter);
        fd = fd < 0 ? fd : perf_move_up(fd);
        if (fd >= 0 && !perf_ask_for_signals(fd)) {
            sys_close(fd);
            fd = -1;
        }
        sampler->fd = fd;
    }
    if (has_counter(sampler) ||
        (!rt.sampling.counter && timer_make(&sampler->timer, timer_of_thread(sys_tid()))))
        set(sampler);
}

/* ---- threads ---- */

static void release(struct sampler *sampler)
{
    if (perf_is_counter(sampler->fd))
        sys_close(sampler->fd);
    sampler->fd = -1;
    timer_delete_it(&sampler->timer);
}

static struct sampler *new_sampler(int me)
{
    struct sampler *sampler = sys_map(sizeof *sampler);
    if (!sampler)
        return NULL;
    sampler->fd = -1;
    atomic_store_explicit(&sampler->owner, me, memory_order_relaxed);
    sampler->next = atomic_load_explicit(&rt.sampling.all, memory_order_relaxed);
    /* Release: whoever finds it in the list sees it filled in. */
    while (!atomic_compare_exchange_weak_explicit(&rt.sampling.all, &sampler->next, sampler,
                                                  memory_order_release, memory_order_relaxed))
        ;
    return sampler;
}

/* One of a thread that has ended. */
static struct sampler *adopt(int me)
{
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (int i = 0; sampler && i < SAMPLERS_LOOK; sampler = sampler->next, i++)
        if (dump_take_over(&sampler->owner, me))
            return sampler;
    return NULL;
}

void sampler_attach(void)
{
    if (!rt.sampling.is_on || is_attached)
        return;
    is_attached = true;
    atomic_signal_fence(memory_order_seq_cst);
    int me = sys_tid();
    struct sampler *sampler = adopt(me);
    if (!sampler)
        sampler = new_sampler(me);
    if (!sampler)
        return;
    release(sampler);
    mine = sampler; /* before the first signal */
    counter_add(&rt.sampling.n_threads, 1);
    signals_open();
    account_begin(&sampler->account, now_ns(), sys_seed(), &rt.sampling.pace);
    atomic_store_explicit(&sampler->is_paused, false, memory_order_relaxed);
    atomic_store_explicit(&sampler->is_stopped, false, memory_order_relaxed);
    start(sampler);
}

/* Timers are not inherited, descriptors are. */
void sampler_forked(void)
{
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next) {
        atomic_store_explicit(&sampler->timer.is_there, false, memory_order_relaxed);
        sampler->account = (struct account){0};
        release(sampler);
        atomic_store_explicit(&sampler->owner, 0, memory_order_relaxed);
    }
    mine = NULL;
    is_attached = false;
    sampler_attach();
}

unsigned sampler_threads(void)
{
    unsigned n = 0;
    /* Acquire: those in the list are filled in. */
    const struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next)
        n += atomic_load_explicit(&sampler->owner, memory_order_relaxed) != 0;
    return n;
}

/* ---- signals ---- */

void sampler_run(bool on)
{
    struct sampler *sampler = mine;
    if (!sampler || !has_counter(sampler))
        return;
    atomic_store_explicit(&sampler->is_stopped, !on, memory_order_relaxed);
    if (on)
        set(sampler);
    else
        perf_stop(sampler->fd);
}

#ifdef GPTUI_RT_TESTS
int gptui_rt_sample_signal(siginfo_t *info)
{
    sampler_attach();
    info->si_code = SI_TIMER;
    info->si_value.sival_ptr = mine ? &mine->timer : NULL;
    return mine ? signals_number() : 0;
}

unsigned long long gptui_rt_samples(void)
{
    return counter_read(&rt.n_samples);
}
#endif

/* Around our own code that counts calls, in a section of its own; the linker makes these names. */
extern __attribute__((visibility("hidden"))) const char __start_gptui_rt_entry[],
    __stop_gptui_rt_entry[];

/* Takes a sample, the one place where that is done: what a handler interrupted ran for so long.
 * Dropped while nothing is to be counted, and what the thread that is dumping hands in. */
static void book(const void *context, uint64_t ticks)
{
    const uintptr_t pc = machine_pc(context);
    if (ticks == 0 || dump_is_here() || !rt_is_counting())
        return;
    images_hit(&rt.images, dump_image_at(pc), pc, ticks);
    paths_hit(context, ticks);
    counter_add(&rt.n_samples, 1);
    if (pc - (uintptr_t)__start_gptui_rt_entry <
        (uintptr_t)(__stop_gptui_rt_entry - __start_gptui_rt_entry))
        counter_add(&rt.n_own_ticks, ticks);
}

/* The samples that a signal stands for, if it is from the calling thread's sampler. */
static void take_samples(const siginfo_t *info, const void *context)
{
    struct sampler *sampler = mine;
    if (!sampler ||
        !(has_counter(sampler) ? perf_sent(sampler->fd, info) : timer_sent(&sampler->timer, info)))
        return;
    if (rt.sampling.event || rt.options.asked)
        book(context, 1);
    else {
        account_pass(&sampler->account, now_ns());
        if (!atomic_load_explicit(&sampler->is_paused, memory_order_relaxed))
            book(context, account_take(&sampler->account, &rt.sampling.pace));
    }
    set(sampler);
}

static const struct timer_kind of_delay = {.clock = CLOCK_MONOTONIC};

/* In a handler: no lock, no allocation. */
static void on_signal(int number, siginfo_t *info, void *interrupted)
{
    const void *context = signals_context(interrupted);
    if (rt.paths.is_on) {
        walk_find_return((uintptr_t)__builtin_return_address(0));
        walk_find_stack(context);
    }
    if (timer_sent(&rt.delay, info))
        rt_control(true);
    else
        take_samples(info, context);
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
    struct options *options = &rt.options;
    signals_init(on_signal);
    const int fd = options->event ? perf_open(options->event) : 0;
    if (fd < 0) {
        text_complain(
            "event:", options->event->name,
            "is not there or not allowed, see perf_event_open(2); time is sampled instead", -fd);
        options->event = NULL;
        set_pace(true);
    } else if (options->event) {
        sys_close(fd);
    }
    rt.sampling.counter = options->event;
    if (options->event && options->event->period)
        rt.sampling.event = options->event;
    rt.sampling.is_on = true;
    sampler_attach();
}

/* Where a thread makes its own at this moment, it may get two: account_take() knows. */
void clock_move(void)
{
    const uint64_t period_ns = rt.sampling.pace.period_ns;
    timer_make_again(&rt.delay, of_delay);
    if (atomic_load_explicit(&rt.is_waiting, memory_order_relaxed))
        timer_run(&rt.delay, (uint64_t)rt.options.delay_ms * 1000000, 0);
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next) {
        int owner = atomic_load_explicit(&sampler->owner, memory_order_relaxed);
        if (perf_is_counter(sampler->fd) && !perf_change_signal(sampler->fd))
            perf_stop(sampler->fd);
        timer_make_again(&sampler->timer, timer_of_thread(owner));
        timer_run(&sampler->timer, period_ns, period_ns);
    }
}
