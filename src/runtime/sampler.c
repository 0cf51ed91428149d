/* SPDX-License-Identifier: MIT */
#include "runtime/sampler.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "machine.h"
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"

enum {
    SAMPLERS_LOOK = 64,     /* looked at for one of a thread that has ended */
    DESCRIPTOR_LEAST = 200, /* out of the way of programs that count on the lowest number */
};

/* One for each thread that lives. Only its owner writes to it, but for owner. */
struct sampler {
    struct sampler *next;
    _Atomic int owner; /* thread id; 0: free */
    int fd;            /* -1: none */
    int timer;
    bool has_timer;
    uint64_t counted_ns; /* of the clock that counts: up to here ticks were taken */
};

struct sampler_event {
    char name[20];
    char unit[15];
    uint32_t type;
    uint64_t config;
    uint64_t period; /* events in a tick: so many that thousands of ticks a second are the most */
};

static const struct sampler_event events[] = {
    {"cycles", "Mcycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1000000},
    {"instructions", "Minstructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 1000000},
    {"branches", "Mbranches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 1000000},
    {"branch-misses", "kbranch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 1000},
    {"cache-references", "kcache-refs", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, 1000},
    {"cache-misses", "kcache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 1000},
    {"page-faults", "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 1},
    {"context-switches", "switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 1},
};

static _Thread_local struct sampler *mine;

const struct sampler_event *sampler_event_find(const char *name)
{
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (text_equal(events[i].name, name))
            return &events[i];
    return NULL;
}

const char *sampler_event_name(const struct sampler_event *event)
{
    return event->name;
}

const char *sampler_event_unit(const struct sampler_event *event)
{
    return event->unit;
}

static uint64_t period_ns(void)
{
    return 1000000000 / rt.options.rate_hz;
}

/* The clock that counts, whatever says when to look at it. */
static uint64_t now_ns(void)
{
    return sys_clock_ns(rt.sampling.of_wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID);
}

/* ---- counters ---- */

/* Of the calling thread. Below zero: -errno. It looks at code of the program only: most kernels
 * allow no more, and a signal born in the midst of exec would kill the next program. */
static int open_counter(const struct sampler_event *event)
{
    struct perf_event_attr attr;
    for (size_t i = 0; i < sizeof attr; i++)
        ((volatile char *)&attr)[i] = 0;
    attr.size = sizeof attr;
    attr.type = event ? event->type : PERF_TYPE_SOFTWARE;
    attr.config = event ? event->config : PERF_COUNT_SW_TASK_CLOCK;
    attr.sample_period = event ? event->period : period_ns();
    attr.wakeup_events = 1;
    attr.disabled = 1;
    attr.exclude_kernel = 1;
    attr.exclude_hv = 1;
    return (int)machine_syscall(SYS_perf_event_open,
                                (const long[6]){(long)&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC});
}

static long control(int fd, int command, long argument)
{
    return machine_syscall(SYS_fcntl, (const long[6]){fd, command, argument});
}

/* The counter stops with each signal and goes on after it. */
static void rearm(int fd)
{
    machine_syscall(SYS_ioctl, (const long[6]){fd, PERF_EVENT_IOC_REFRESH, 1});
}

/* Moves the descriptor up, and has each overflow signalled to this thread. */
static bool signal_overflow(struct sampler *sampler, int low)
{
    struct f_owner_ex owner = {F_OWNER_TID, sys_tid()};
    int fd = (int)control(low, F_DUPFD_CLOEXEC, DESCRIPTOR_LEAST);
    sys_close(low);
    if (fd < 0)
        return false;
    if (control(fd, F_SETOWN_EX, (long)&owner) < 0 || control(fd, F_SETSIG, SIGPROF) < 0 ||
        control(fd, F_SETFL, O_ASYNC | O_NONBLOCK) < 0) {
        sys_close(fd);
        return false;
    }
    sampler->fd = fd;
    rearm(fd);
    return true;
}

static bool start_counter(struct sampler *sampler)
{
    int fd = open_counter(rt.sampling.event);
    return fd >= 0 && signal_overflow(sampler, fd);
}

/* ---- timers ---- */

static void start_timer(struct sampler *sampler)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
    long ns = (long)period_ns();
    struct itimerspec time = {{ns / 1000000000, ns % 1000000000},
                              {ns / 1000000000, ns % 1000000000}};
#ifdef sigev_notify_thread_id
    event.sigev_notify_thread_id = sys_tid();
#else
    event._sigev_un._tid = sys_tid();
#endif
    const long create[6] = {CLOCK_MONOTONIC, (long)&event, (long)&sampler->timer};
    sampler->has_timer = machine_syscall(SYS_timer_create, create) == 0;
    if (sampler->has_timer)
        machine_syscall(SYS_timer_settime, (const long[6]){sampler->timer, 0, (long)&time});
}

/* ---- threads ---- */

/* The program may have closed every descriptor and be using the number for something else. */
static bool is_counter(int fd)
{
    uint64_t id;
    return fd >= 0 &&
           machine_syscall(SYS_ioctl, (const long[6]){fd, PERF_EVENT_IOC_ID, (long)&id}) == 0;
}

static void release(struct sampler *sampler)
{
    if (is_counter(sampler->fd))
        sys_close(sampler->fd);
    if (sampler->has_timer)
        machine_syscall(SYS_timer_delete, (const long[6]){sampler->timer});
    sampler->fd = -1;
    sampler->has_timer = false;
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

/* One of a thread that has ended. Acquire: with all that the thread wrote. */
static struct sampler *adopt(int me)
{
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (int i = 0; sampler && i < SAMPLERS_LOOK; sampler = sampler->next, i++) {
        int owner = atomic_load_explicit(&sampler->owner, memory_order_relaxed);
        if (owner && owner != me && sys_thread_alive(owner))
            continue;
        if (atomic_compare_exchange_strong_explicit(&sampler->owner, &owner, me,
                                                    memory_order_acquire, memory_order_relaxed))
            return sampler;
    }
    return NULL;
}

void sampler_attach(void)
{
    if (!rt.sampling.is_on || mine)
        return;
    int me = sys_tid();
    struct sampler *sampler = adopt(me);
    if (!sampler)
        sampler = new_sampler(me);
    if (!sampler)
        return;
    release(sampler);
    sampler->counted_ns = now_ns();
    mine = sampler; /* before the first signal */
    if (!(rt.sampling.by_counter && start_counter(sampler)))
        start_timer(sampler);
}

/* Timers are not inherited, descriptors are. */
void sampler_forked(void)
{
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next) {
        sampler->has_timer = false;
        release(sampler);
        atomic_store_explicit(&sampler->owner, 0, memory_order_relaxed);
    }
    mine = NULL;
    sampler_attach();
}

bool sampler_init(const struct sampler_event *event, bool of_wall, int *error)
{
    int fd = of_wall ? -1 : open_counter(event);
    *error = fd < 0 ? -fd : 0;
    if (fd >= 0)
        sys_close(fd);
    if (event && fd < 0)
        return false;
    rt.sampling.event = event;
    rt.sampling.of_wall = of_wall;
    rt.sampling.by_counter = fd >= 0;
    rt.sampling.is_on = true;
    sampler_attach();
    return true;
}

bool sampler_is_on(void)
{
    return rt.sampling.is_on;
}

uint64_t sampler_ticks(void)
{
    struct sampler *sampler = mine;
    if (!sampler)
        return 0;
    if (sampler->fd >= 0)
        rearm(sampler->fd);
    if (rt.sampling.event)
        return 1;
    uint64_t ticks = (now_ns() - sampler->counted_ns) / period_ns();
    sampler->counted_ns += ticks * period_ns();
    return ticks;
}
