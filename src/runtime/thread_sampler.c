/* SPDX-License-Identifier: MIT */
#include "runtime/thread_sampler.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>

#include "frames.h"
#include "machine.h"
#include "runtime/account.h"
#include "runtime/ring.h"
#include "runtime/rt.h"
#include "runtime/sampling.h"
#include "runtime/signals.h"
#include "runtime/sys.h"
#include "runtime/timer.h"

enum {
    SAMPLERS_LOOK = 64,  /* looked at for one of a thread that has ended */
    TICKS_AWAKE = 4,     /* real time for which a thread may sleep before its timer does */
    YOUNG_NS = 10000000, /* of CPU time: then a thread gets a sampler */
    GROWN_TICKS = 64, /* of the process that find threads with samplers: then it is slowed down */
    SLOW_TICKS = 8,   /* in one tick of the process then */
    OWED_TICKS = 16,
    LATE_TICKS = 1000, /* more are not believed */
    TICK_PARTS = 8,    /* the tick's timer signals each tick that finds the thread running */
};

/* One for each thread that lives. Whoever has the ring's lock writes to it, but for what belongs to
 * the signals of its thread. */
struct sampler {
    struct sampler *next;
    _Atomic int owner; /* thread id; 0: free */
    struct ring ring;
    struct walk_stack stack; /* of its thread */
    struct account account;  /* of the thread's CPU clock */
    uint64_t young_ns;       /* what that showed when the thread got this */
    struct account before;   /* the pause */
    bool is_paused;
    int fd;                /* of a counter that signals samples; -1: none */
    struct timer real;     /* says when to look */
    struct timer cpu;      /* comes with the system's tick */
    bool is_asleep;        /* the real timer is off, the tick is on */
    uint32_t random;       /* not 0 */
    uint32_t tick_rest_ns; /* of ticks, less than a period: for the next one */
    struct thread_use use; /* at the last tick */
};

static _Thread_local struct sampler *mine;
static _Thread_local bool is_attached; /* or about to be: a handler may interrupt that */
static _Thread_local uint64_t n_young; /* ticks taken of it before it had a sampler */
static _Thread_local bool is_strict;   /* a system call would be its end */
static _Thread_local uint32_t strict_rest_ns;

/* The clock that counts, whatever says when to look at it. */
static uint64_t now_ns(void)
{
    return sys_clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

static void book(uintptr_t pc, uint64_t ticks, const void *context)
{
    sample_book(&(const struct sample){.pc = pc, .ticks = ticks, .context = context});
}

/* ---- rings ---- */

/* CPU time after which a third of the ring is full. */
static uint64_t third_ns(const struct sampler *sampler)
{
    unsigned third = ring_room(&sampler->ring) / 3;
    return (third ? third : 1) * rt.sampling.period_ns;
}

/* Call paths need copies of stacks. */
static struct perf_wish wish_for_ring(void)
{
    return (struct perf_wish){.period_ns = rt.sampling.period_ns,
                              .overflow = PERF_WRITTEN,
                              .of_kernel = rt.sampling.of_kernel,
                              .of_stack = rt.paths.is_on};
}

/* Events other than time may come in any number at once, and would find no room. */
static bool start_ring(struct sampler *sampler)
{
    const struct perf_wish wish = wish_for_ring();
    int fd = rt.sampling.has_ring ? perf_open(&wish) : -1;
    if (fd < 0)
        return false;
    enum ring_kind kind = wish.of_stack ? RING_STACKS : wish.of_kernel ? RING_KERNEL : RING_PLACES;
    bool is_open = ring_open(&sampler->ring, fd, kind, rt.sampling.page_bytes);
    sys_close(fd);
    return is_open;
}

/* Whether the sampler's ring shows where the thread is in the kernel. */
static bool sees_kernel(const struct sampler *sampler)
{
    return sampler->ring.map && rt.sampling.of_kernel;
}

/* A sample, and those for which there was no room. What was owed when reading began, of which there
 * are no samples, goes to one in the kernel. */
static void take_sample(struct sampler *sampler, const struct ring_sample *sample, uint64_t *rest)
{
    uint64_t ticks = 0;
    for (uint64_t i = 0; i <= sample->n_missing; i++)
        ticks += account_take(&sampler->account, rt.sampling.period_ns);
    counter_add(&rt.sums->lost_samples, sample->n_missing);
    if (sample->is_kernel) {
        ticks += *rest;
        *rest = 0;
    }
    sample_book(&(const struct sample){
        .pc = sample->pc, .ticks = ticks, .copy = &sample->copy, .stack = &sampler->stack});
}

/* How long a thread that has ended ran for a sample: for those that found no room only as far as
 * its clock had not shown it before. */
static uint64_t worth_at_end(const struct account *account, const struct ring_sample *sample)
{
    const int64_t lost_ns = (int64_t)(sample->n_missing * rt.sampling.period_ns);
    const int64_t shown_ns = account->owed_ns > 0 ? account->owed_ns : 0;
    return rt.sampling.period_ns + (lost_ns > shown_ns ? (uint64_t)(lost_ns - shown_ns) : 0);
}

/* Between ring_begin and ring_end. clock_ns: of the ring's thread; 0: it has ended, and only its
 * samples tell how long it ran. */
static void read_ring(struct sampler *sampler, uint64_t clock_ns)
{
    struct ring_sample sample;
    struct account *account = &sampler->account;
    uint64_t period_ns = rt.sampling.period_ns;
    uint64_t rest = sees_kernel(sampler) ? account_take_rest(account, period_ns) : 0;
    /* What found no room is owed to the samples that stand for it. */
    const uint64_t n_missing = sampler->ring.n_missing,
                   n_kept = rest < n_missing ? rest : n_missing;
    rest -= n_kept;
    account->owed_ns += (int64_t)(n_kept * period_ns);
    account_pass(account, clock_ns);
    while (ring_next(&sampler->ring, &sample)) {
        if (clock_ns == 0)
            account_pass(account, account->clock_ns + worth_at_end(account, &sample));
        take_sample(sampler, &sample, &rest);
    }
    account->owed_ns += (int64_t)(rest * period_ns);
}

static void catch_up(struct sampler *sampler, bool is_over)
{
    if (!ring_begin(&sampler->ring))
        return;
    read_ring(sampler, sys_thread_ns(atomic_load_explicit(&sampler->owner, memory_order_relaxed)));
    if (is_over)
        account_take_rest(&sampler->account, rt.sampling.period_ns);
    ring_end(&sampler->ring);
}

static void catch_up_all(bool is_over)
{
    if (!rt.sampling.is_on || !rt_is_ours())
        return;
    /* Acquire: those in the list are filled in. */
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next)
        catch_up(sampler, is_over);
}

void sampler_catch_up(void)
{
    catch_up_all(false);
}

void sampler_settle(void)
{
    catch_up_all(true);
}

void sampler_pause(void)
{
    if (!mine || !ring_begin(&mine->ring))
        return;
    read_ring(mine, now_ns());
    mine->before = mine->account;
    mine->is_paused = true;
    ring_end(&mine->ring);
}

void sampler_go_on(void)
{
    if (!mine || !mine->is_paused || !ring_begin(&mine->ring))
        return;
    read_ring(mine, now_ns());
    mine->account.owed_ns = mine->before.owed_ns;
    mine->is_paused = false;
    ring_end(&mine->ring);
}

/* ---- timers, and which of all a thread has ---- */

/* A counter whose overflows are signalled. */
static bool start_counter(struct sampler *sampler)
{
    int fd = perf_open(&(const struct perf_wish){.event = rt.sampling.event,
                                                 .period_ns = rt.sampling.period_ns,
                                                 .overflow = PERF_SIGNALLED});
    fd = fd < 0 ? fd : perf_move_up(fd);
    if (fd < 0)
        return false;
    if (!perf_ask_for_signals(fd)) {
        sys_close(fd);
        return false;
    }
    sampler->fd = fd;
    perf_go_on(fd);
    return true;
}

static void run_tick(const struct sampler *sampler)
{
    timer_run(&sampler->cpu, 1, rt.sampling.tick_ns / TICK_PARTS);
}

/* -ln(u) * mean for a random u in (0, 1): log2 is that of the leading bit, and a parabola. */
static uint64_t random_ns(struct sampler *sampler, uint64_t mean_ns)
{
    uint32_t u = sampler->random, n = 1;
    u ^= u << 13;
    u ^= u >> 17;
    u ^= u << 5;
    sampler->random = u;
    for (; !(u >> 31); n++)
        u <<= 1;
    uint32_t part = (u << 1) >> 16;
    uint32_t log = part + (uint32_t)((uint64_t)part * (65536 - part) * 22545 >> 32);
    uint64_t ns = mean_ns * ((n << 16) - log) >> 16;
    return (ns * 45426 >> 16) + mean_ns / 16; /* ln 2 */
}

/* The next signal comes after a time that does not depend on what the thread does, not even in
 * answer to the last one: a signal ends some system calls early. The period is for one that is
 * lost. */
static void run_real_timer(struct sampler *sampler)
{
    uint64_t period_ns = rt.sampling.period_ns;
    timer_run(&sampler->real, random_ns(sampler, period_ns), 64 * period_ns);
}

static void start_real_timer(struct sampler *sampler)
{
    if (!timer_make(&sampler->real, CLOCK_MONOTONIC, TIMER_THREAD)) {
        run_tick(sampler);
        return;
    }
    timer_run(&sampler->cpu, 0, 0);
    run_real_timer(sampler);
}

/* The kernel's own samples say where the thread was there: with them the tick is not needed, but to
 * read the ring; and with each tick to save what is in there. */
static void start(struct sampler *sampler)
{
    bool has_kernel = false;
    if (rt.sampling.by_counter && start_ring(sampler))
        has_kernel = sees_kernel(sampler);
    else if (!rt.sampling.by_counter || !start_counter(sampler))
        start_real_timer(sampler);
    if (sampler->real.is_there)
        return;
    if (rt.sampling.event)
        timer_run(&sampler->cpu, 0, 0);
    else if (has_kernel && !rt.options.keep)
        timer_run(&sampler->cpu, third_ns(sampler), third_ns(sampler));
    else
        run_tick(sampler);
}

/* ---- threads ---- */

static void release(struct sampler *sampler)
{
    if (perf_is_counter(sampler->fd))
        sys_close(sampler->fd);
    sampler->fd = -1;
    timer_delete_it(&sampler->real);
    timer_delete_it(&sampler->cpu);
}

/* Called with its ring begun. */
static struct sampler *new_sampler(int me)
{
    struct sampler *sampler = sys_map(sizeof *sampler);
    if (!sampler)
        return NULL;
    sampler->fd = -1;
    ring_begin(&sampler->ring);
    atomic_store_explicit(&sampler->owner, me, memory_order_relaxed);
    sampler->next = atomic_load_explicit(&rt.sampling.all, memory_order_relaxed);
    /* Release: whoever finds it in the list sees it filled in. */
    while (!atomic_compare_exchange_weak_explicit(&rt.sampling.all, &sampler->next, sampler,
                                                  memory_order_release, memory_order_relaxed))
        ;
    return sampler;
}

/* Takes it if its thread has ended. False: that lives, or somebody reads its last samples. Acquire:
 * with all that the thread wrote. */
static bool take_over(struct sampler *sampler, int me)
{
    int owner = atomic_load_explicit(&sampler->owner, memory_order_relaxed);
    if ((owner && owner != me && sys_thread_alive(owner)) ||
        !atomic_compare_exchange_strong_explicit(&sampler->owner, &owner, me, memory_order_acquire,
                                                 memory_order_relaxed))
        return false;
    if (ring_begin(&sampler->ring))
        return true;
    atomic_store_explicit(&sampler->owner, 0, memory_order_relaxed);
    return false;
}

/* One of a thread that has ended, with its ring begun. */
static struct sampler *adopt(int me)
{
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (int i = 0; sampler && i < SAMPLERS_LOOK; sampler = sampler->next, i++)
        if (take_over(sampler, me))
            return sampler;
    return NULL;
}

static void begin(struct sampler *sampler)
{
    account_begin(&sampler->account, now_ns());
    sampler->young_ns = sampler->account.clock_ns;
    sampler->use = (struct thread_use){0, 0, 0};
    sampler->random = (uint32_t)sampler->account.clock_ns | 1;
    sampler->tick_rest_ns = 0;
    sampler->is_asleep = false;
    sampler->stack = walk_stack_here();
    timer_make(&sampler->cpu, CLOCK_THREAD_CPUTIME_ID, TIMER_THREAD);
    start(sampler);
}

static void attach(void)
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
    read_ring(sampler, 0); /* what the previous thread left there */
    counter_add(&rt.sampling.young.ended_ns, sampler->account.clock_ns - sampler->young_ns);
    ring_close(&sampler->ring);
    release(sampler);
    mine = sampler; /* before the first signal */
    signals_open();
    begin(sampler);
    ring_end(&sampler->ring);
}

void sampler_attach(void)
{
    if (!rt.sampling.is_lazy)
        attach();
}

void sampler_go_strict(void)
{
    struct sampler *sampler = mine;
    is_strict = true;
    if (!rt.sampling.is_on)
        return;
    mine = NULL;
    if (sampler && ring_begin(&sampler->ring)) {
        read_ring(sampler, now_ns());
        ring_close(&sampler->ring);
        release(sampler);
        ring_end(&sampler->ring);
    }
    if (rt.sampling.is_lazy)
        sampler_run_process(true);
}

/* ---- threads that have no sampler yet ---- */

/* CPU time of the process that threads used without a sampler. */
static uint64_t clock_of_young(void)
{
    const uint64_t all_ns = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t others_ns = rt.sampling.young.before_ns + counter_read(&rt.sampling.young.ended_ns);
    /* Acquire: those in the list are filled in. */
    const struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next) {
        int owner = atomic_load_explicit(&sampler->owner, memory_order_relaxed);
        uint64_t ns = sys_thread_ns(owner);
        ns = owner && !ns ? sampler->account.clock_ns : ns;
        others_ns += ns > sampler->young_ns ? ns - sampler->young_ns : 0;
    }
    return all_ns > others_ns ? all_ns - others_ns : 0;
}

static void begin_young(void)
{
    rt.sampling.young.before_ns = 0;
    counter_take(&rt.sampling.young.ended_ns);
    counter_take(&rt.sampling.young.ticks);
    rt.sampling.young.before_ns = clock_of_young();
}

/* Periods for ticks of the process that found the calling thread, which has no sampler: all that
 * is owed to such threads, but not more than it can have used, and these ticks of threads that
 * were not found. The kernel hands signals on to threads that sleep when the one that runs has
 * another; and on a busy machine it may be long until it finds one. */
static unsigned take_young(unsigned n_ticks)
{
    const uint64_t period_ns = rt.sampling.period_ns;
    const uint64_t taken_ns = counter_read(&rt.sampling.young.ticks) * period_ns;
    const int64_t owed_ns = (int64_t)(clock_of_young() - taken_ns);
    const int64_t most_ns =
        (int64_t)(now_ns() + n_ticks * rt.sampling.tick_ns) - (int64_t)(n_young * period_ns);
    const int64_t worth_ns = owed_ns < most_ns ? owed_ns : most_ns;
    const unsigned n = worth_ns > 0 ? (unsigned)((uint64_t)worth_ns / period_ns) : 0;
    counter_add(&rt.sampling.young.ticks, n);
    n_young += n;
    return n;
}

/* No clock can be asked: n ticks in whole periods; the rest is kept. */
static unsigned periods_of_strict(unsigned n_ticks)
{
    uint64_t sum_ns = strict_rest_ns + n_ticks * rt.sampling.tick_ns;
    strict_rest_ns = (uint32_t)(sum_ns % rt.sampling.period_ns);
    return (unsigned)(sum_ns / rt.sampling.period_ns);
}

/* Timers and rings are not inherited, descriptors are. */
void sampler_forked(void)
{
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next) {
        ring_forked(&sampler->ring);
        sampler->real.is_there = sampler->cpu.is_there = false;
        sampler->account = (struct account){0, 0, 0};
        sampler->young_ns = 0;
        release(sampler);
        atomic_store_explicit(&sampler->owner, 0, memory_order_relaxed);
    }
    mine = NULL;
    is_attached = false;
    n_young = 0;
    sampler_attach();
    begin_young();
}

/* Returns 0, or an errno where the kernel has no such counter for us. */
static int try_counter(const struct perf_wish *wish)
{
    int fd = perf_open(wish);
    if (fd >= 0)
        sys_close(fd);
    return fd < 0 ? -fd : 0;
}

/* Samples are read from a ring, with those in the kernel, as far as the kernel allows it. */
static void choose_ring(void)
{
    bool is_wanted = rt.sampling.by_counter && !rt.sampling.event && rt.options.ring &&
                     !(rt.paths.is_on && FRAMES_RING == 0);
    rt.sampling.of_kernel = true;
    struct perf_wish wish = wish_for_ring();
    rt.sampling.of_kernel = is_wanted && try_counter(&wish) == 0;
    wish.of_kernel = false;
    rt.sampling.has_ring = rt.sampling.of_kernel || (is_wanted && try_counter(&wish) == 0);
}

bool sampler_init(const struct sampler_event *event, uint64_t tick_ns, bool is_lazy, int *error)
{
    uint64_t period_ns = 1000000000 / rt.options.rate_hz;
    struct perf_wish wish = {.event = event, .period_ns = period_ns, .overflow = PERF_SIGNALLED};
    *error = try_counter(&wish);
    if (event && *error)
        return false;
    rt.sampling.event = event;
    rt.sampling.by_counter = *error == 0;
    rt.sampling.period_ns = period_ns;
    choose_ring();
    rt.sampling.tick_ns = tick_ns;
    rt.sampling.page_bytes = getauxval(AT_PAGESZ);
    rt.sampling.is_lazy = is_lazy && !event;
    rt.sampling.is_on = true;
    attach();
    begin_young();
    return true;
}

bool sampler_may_call(void)
{
    return !is_strict;
}

bool sampler_is_on(void)
{
    return rt.sampling.is_on;
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

/* ---- signals; those of the tick and of counters with the ring begun ---- */

static struct thread_use use_of_thread(const struct sampler *sampler)
{
    long use[64]; /* two struct timeval of the kernel's, and more */
    if (machine_syscall(SYS_getrusage, (const long[6]){RUSAGE_THREAD, (long)use}) < 0)
        return sampler->use;
    return (struct thread_use){(uint64_t)use[0] * 1000000 + (uint64_t)use[1],
                               (uint64_t)use[2] * 1000000 + (uint64_t)use[3],
                               (unsigned long)use[16]};
}

/* Whether the thread was in the kernel at the tick that signals now. Where the kernel does better
 * than count ticks, no tick shows: then much is owed, and this is where more of the time went than
 * before. */
static bool was_in_kernel(struct sampler *sampler)
{
    struct thread_use before = sampler->use;
    sampler->use = use_of_thread(sampler);
    bool is_much = sampler->account.owed_ns > (int64_t)(OWED_TICKS * rt.sampling.tick_ns);
    return account_of_kernel(&before, &sampler->use, is_much ? 0 : rt.sampling.tick_ns / 1000);
}

/* Real time passes for threads that sleep, too: one that slept since the last signal has the tick's
 * timer, which does not wake it up, until it sleeps no more. */
static void follow(struct sampler *sampler)
{
    struct thread_use use = use_of_thread(sampler);
    bool has_slept = use.n_sleeps != sampler->use.n_sleeps, was_asleep = sampler->is_asleep;
    sampler->use = use;
    sampler->is_asleep = has_slept && sampler->cpu.is_there;
    if (!sampler->is_asleep)
        run_real_timer(sampler);
    else if (!was_asleep)
        timer_run(&sampler->real, 0, 0);
    if (sampler->is_asleep && !was_asleep)
        run_tick(sampler);
    else if (was_asleep && !sampler->is_asleep)
        timer_run(&sampler->cpu, 0, 0);
}

/* Ticks of the system's clock in whole periods; the rest is kept. */
static uint32_t periods_of_tick(uint32_t *rest_ns)
{
    uint32_t period_ns = (uint32_t)rt.sampling.period_ns;
    uint32_t sum = *rest_ns + (uint32_t)rt.sampling.tick_ns, n = sum / period_ns;
    *rest_ns = sum - n * period_ns;
    return n;
}

/* of_tick: the tick's timer signals, else that of real time. */
static void on_timer(struct sampler *sampler, bool of_tick, const void *context)
{
    if (!ring_begin(&sampler->ring))
        return;
    uint64_t ticks = of_tick ? periods_of_tick(&sampler->tick_rest_ns) : 1;
    account_pass(&sampler->account, now_ns());
    ticks = account_take_about(&sampler->account, ticks, rt.sampling.period_ns);
    follow(sampler);
    ring_end(&sampler->ring);
    book(machine_pc(context), ticks, context);
}

static void on_tick(struct sampler *sampler, const void *context)
{
    if (!sampler->ring.map && sampler->fd < 0) {
        on_timer(sampler, true, context);
        return;
    }
    if (!ring_begin(&sampler->ring))
        return;
    uint64_t ticks = 0;
    bool is_kernel = was_in_kernel(sampler);
    read_ring(sampler, now_ns());
    if (is_kernel && !sees_kernel(sampler))
        ticks = account_take_rest(&sampler->account, rt.sampling.period_ns);
    ring_end(&sampler->ring);
    book(machine_pc(context), ticks, context);
}

static void on_counter(struct sampler *sampler, const void *context)
{
    uint64_t ticks = 1;
    perf_go_on(sampler->fd);
    if (!rt.sampling.event) {
        if (!ring_begin(&sampler->ring))
            return;
        account_pass(&sampler->account, now_ns());
        ticks = account_take(&sampler->account, rt.sampling.period_ns);
        ring_end(&sampler->ring);
    }
    book(machine_pc(context), ticks, context);
}

bool sampler_on_signal(const siginfo_t *info, const void *context)
{
    struct sampler *sampler = mine;
    if (!sampler)
        return false;
    if (timer_sent(&sampler->cpu, info))
        on_tick(sampler, context);
    else if (timer_sent(&sampler->real, info))
        on_timer(sampler, false, context);
    else if (sampler->fd >= 0 && perf_sent(sampler->fd, info))
        on_counter(sampler, context);
    else
        return false;
    return true;
}

/* ---- ticks of the process, for threads that have no sampler yet ---- */

void sampler_run_process(bool on)
{
    uint64_t period_ns = on ? rt.sampling.tick_ns : 0;
    atomic_store_explicit(&rt.sampling.n_grown_ticks, 0, memory_order_relaxed);
    timer_run(&rt.timer, period_ns, period_ns);
}

/* Ticks that find none but those go slowly, until one finds another thread: it is worth no more, as
 * what it stands for is not known. */
static void on_grown(void)
{
    unsigned n = atomic_fetch_add_explicit(&rt.sampling.n_grown_ticks, 1, memory_order_relaxed);
    if (n + 1 == GROWN_TICKS)
        timer_run(&rt.timer, SLOW_TICKS * rt.sampling.tick_ns, SLOW_TICKS * rt.sampling.tick_ns);
}

void sampler_on_process_tick(unsigned n_overrun, const void *context)
{
    const unsigned n_ticks = n_overrun < LATE_TICKS ? n_overrun + 1 : LATE_TICKS;
    if (is_strict) {
        book(machine_pc(context), periods_of_strict(n_ticks), context);
        return;
    }
    if (is_attached) {
        on_grown();
        return;
    }
    unsigned n_before = atomic_load_explicit(&rt.sampling.n_grown_ticks, memory_order_relaxed);
    unsigned n = take_young(n_ticks);
    book(machine_pc(context), n, context);
    if (n == 0) {
        sampler_catch_up(); /* whose tick this was may block all signals */
        on_grown();
    } else if (n_before >= GROWN_TICKS) {
        sampler_run_process(true);
    } else {
        atomic_store_explicit(&rt.sampling.n_grown_ticks, 0, memory_order_relaxed);
    }
    if (sys_clock_ns(CLOCK_THREAD_CPUTIME_ID) >= YOUNG_NS)
        attach();
}
