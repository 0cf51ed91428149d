/* SPDX-License-Identifier: MIT */
#include "runtime/thread_sampler.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "machine.h"
#include "runtime/ring.h"
#include "runtime/rt.h"
#include "runtime/sampling.h"
#include "runtime/sys.h"
#include "runtime/text.h"

enum {
    SAMPLERS_LOOK = 64,     /* looked at for one of a thread that has ended */
    DESCRIPTOR_LEAST = 200, /* out of the way of programs that count on the lowest number */
    TICKS_AWAKE = 4,        /* real time for which a thread may sleep before its timer does */
};

/* Signals its thread. */
struct timer {
    int id; /* the kernel's */
    bool is_there;
};

/* One for each thread that lives. Only its owner writes to it, but for owner and what belongs to
 * who reads the ring: that and the clocks. */
struct sampler {
    struct sampler *next;
    _Atomic int owner;  /* thread id; 0: free */
    int fd;             /* -1: none */
    struct timer real;  /* says when to look */
    struct timer cpu;   /* says that the thread woke up */
    unsigned n_asleep;  /* signals of the real timer in a row for nothing; TICKS_AWAKE: it is off */
    uint64_t looked_ns; /* the clock that counts at the last signal */
    struct ring ring;
    void *alarm;         /* of the counter that says when to read it; NULL: none */
    uint64_t counted_ns; /* of the clock that counts: up to here ticks were taken */
    uint64_t begun_ns;   /* the thread's CPU clock when the ring's clock began */
    uint64_t ahead_ns;   /* of it the ring's clock is: by what a hypervisor took */
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
static _Thread_local bool is_attached; /* or about to be: a handler may interrupt that */

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

/* Ticks of the clock that counts, up to its value ns. */
static uint64_t advance(struct sampler *sampler, uint64_t ns)
{
    uint64_t ticks = ns < sampler->counted_ns ? 0 : (ns - sampler->counted_ns) / period_ns();
    sampler->counted_ns += ticks * period_ns();
    return ticks;
}

/* ---- counters ---- */

/* What becomes of an overflow: a signal, of one counter or of an alarm that goes on by itself, or a
 * sample in a ring. */
enum overflow { IS_SIGNALLED, IS_ALARM, IS_WRITTEN };

/* A counter of the calling thread. Below zero: -errno. It looks at code of the program only: most
 * kernels allow no more, and a signal born in the midst of exec would kill the next program. */
static int open_counter(const struct sampler_event *event, enum overflow overflow)
{
    struct perf_event_attr attr;
    for (size_t i = 0; i < sizeof attr; i++)
        ((volatile char *)&attr)[i] = 0;
    attr.size = sizeof attr;
    attr.type = event ? event->type : PERF_TYPE_SOFTWARE;
    attr.config = event ? event->config : PERF_COUNT_SW_TASK_CLOCK;
    attr.sample_period = event ? event->period : period_ns();
    if (overflow == IS_WRITTEN) {
        attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_READ; /* struct ring_sample */
        attr.watermark = 1;
        attr.wakeup_watermark = UINT32_MAX; /* nobody waits for it */
    } else {
        attr.wakeup_events = 1;
        attr.disabled = overflow == IS_SIGNALLED;
    }
    if (overflow == IS_ALARM)
        attr.sample_period = ring_room(rt.sampling.page_bytes) / 3 * period_ns();
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

/* To this thread, as long as there is the counter, with a descriptor or without. */
static bool ask_for_signals(int fd)
{
    struct f_owner_ex owner = {F_OWNER_TID, sys_tid()};
    return control(fd, F_SETOWN_EX, (long)&owner) >= 0 && control(fd, F_SETSIG, SIGPROF) >= 0 &&
           control(fd, F_SETFL, O_ASYNC | O_NONBLOCK) >= 0;
}

/* One whose overflows are signalled, with its descriptor moved up. */
static bool start_counter(struct sampler *sampler)
{
    int low = open_counter(rt.sampling.event, IS_SIGNALLED);
    if (low < 0)
        return false;
    int fd = (int)control(low, F_DUPFD_CLOEXEC, DESCRIPTOR_LEAST);
    sys_close(low);
    if (fd < 0)
        return false;
    if (!ask_for_signals(fd)) {
        sys_close(fd);
        return false;
    }
    sampler->fd = fd;
    rearm(fd);
    return true;
}

/* ---- timers ---- */

/* A timer of the calling thread; false: there are no more. */
static bool make_timer(struct timer *timer, int clock)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF};
#ifdef sigev_notify_thread_id
    event.sigev_notify_thread_id = sys_tid();
#else
    event._sigev_un._tid = sys_tid();
#endif
    const long create[6] = {clock, (long)&event, (long)&timer->id};
    timer->is_there = machine_syscall(SYS_timer_create, create) == 0;
    return timer->is_there;
}

/* From now on it signals each time that so much of its clock has passed; 0: not any more. */
static void set_timer(const struct timer *timer, uint64_t ns)
{
    struct timespec period = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    struct itimerspec time = {period, period};
    if (timer->is_there)
        machine_syscall(SYS_timer_settime, (const long[6]){timer->id, 0, (long)&time});
}

static void delete_timer(struct timer *timer)
{
    if (timer->is_there)
        machine_syscall(SYS_timer_delete, (const long[6]){timer->id});
    timer->is_there = false;
}

static void start_timers(struct sampler *sampler)
{
    sampler->n_asleep = 0;
    sampler->looked_ns = sampler->counted_ns;
    if (!rt.sampling.of_wall)
        make_timer(&sampler->cpu, CLOCK_THREAD_CPUTIME_ID);
    if (make_timer(&sampler->real, CLOCK_MONOTONIC))
        set_timer(&sampler->real, period_ns());
}

/* Real time passes for threads that sleep, too: they are left alone until they use CPU time again,
 * more than our signals take. */
static void follow(struct sampler *sampler, uint64_t now)
{
    bool was_asleep = sampler->n_asleep == TICKS_AWAKE;
    bool is_busy = now - sampler->looked_ns >= period_ns() / 4;
    sampler->looked_ns = now;
    if (!sampler->cpu.is_there || (was_asleep && !is_busy))
        return;
    sampler->n_asleep = is_busy ? 0 : sampler->n_asleep + 1;
    bool is_asleep = sampler->n_asleep == TICKS_AWAKE;
    if (is_asleep == was_asleep)
        return;
    set_timer(&sampler->real, is_asleep ? 0 : period_ns());
    set_timer(&sampler->cpu, is_asleep ? period_ns() : 0);
}

/* ---- rings ---- */

/* A counter that says when to read the ring, and lives as long as its page is mapped. The ring's
 * own would signal each sample; timers on CPU clocks may never come where other programs run as
 * well. */
static bool start_alarm(struct sampler *sampler)
{
    int fd = open_counter(NULL, IS_ALARM);
    if (fd < 0)
        return false;
    sampler->alarm = ask_for_signals(fd) ? sys_map_file(fd, rt.sampling.page_bytes) : NULL;
    sys_close(fd);
    return sampler->alarm;
}

static void stop_alarm(struct sampler *sampler)
{
    if (sampler->alarm)
        sys_unmap(sampler->alarm, rt.sampling.page_bytes);
    sampler->alarm = NULL;
}

/* Events other than time may come in any number at once, and would find no room. */
static bool start_ring(struct sampler *sampler)
{
    int fd = rt.sampling.event ? -1 : open_counter(NULL, IS_WRITTEN);
    if (fd < 0)
        return false;
    bool is_open = ring_open(&sampler->ring, fd, rt.sampling.page_bytes);
    sys_close(fd);
    if (!is_open || !start_alarm(sampler)) {
        ring_close(&sampler->ring);
        return false;
    }
    sampler->begun_ns = sampler->counted_ns;
    sampler->counted_ns = sampler->ahead_ns = 0;
    return true;
}

/* The CPU clock of any thread of ours, as the kernel numbers clocks; 0: it has ended, or is none.
 */
static uint64_t thread_ns(int tid)
{
    return tid == 0 ? 0 : sys_clock_ns((int)(~(unsigned)tid << 3 | 6));
}

/* The ring's clock also runs while a hypervisor lets the processor do something else. */
static void set_ahead(struct sampler *sampler)
{
    uint64_t now = thread_ns(atomic_load_explicit(&sampler->owner, memory_order_relaxed));
    uint64_t latest = ring_latest_ns(&sampler->ring);
    uint64_t most = now - sampler->begun_ns + sampler->ahead_ns;
    if (now > sampler->begun_ns && latest > most)
        sampler->ahead_ns += latest - most;
}

/* Between ring_begin and ring_end. */
static void read_ring(struct sampler *sampler)
{
    struct ring_sample sample;
    uint64_t n_lost = 0;
    while (ring_next(&sampler->ring, &sample, &n_lost))
        clock_take(sample.pc, advance(sampler, sample.cpu_ns > sampler->ahead_ns
                                                   ? sample.cpu_ns - sampler->ahead_ns
                                                   : 0));
    counter_add(&rt.n_lost_samples, n_lost);
}

static void catch_up(struct sampler *sampler)
{
    if (!ring_begin(&sampler->ring))
        return;
    set_ahead(sampler);
    read_ring(sampler);
    ring_end(&sampler->ring);
}

void sampler_catch_up(void)
{
    if (!rt.sampling.is_on || !rt_is_ours())
        return;
    /* Acquire: those in the list are filled in. */
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next)
        catch_up(sampler);
}

void sampler_catch_up_here(void)
{
    if (mine)
        catch_up(mine);
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
    sampler->fd = -1;
    delete_timer(&sampler->real);
    delete_timer(&sampler->cpu);
}

/* With its ring begun. */
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

static void start(struct sampler *sampler)
{
    if (!rt.sampling.by_counter || !(start_ring(sampler) || start_counter(sampler)))
        start_timers(sampler);
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
    read_ring(sampler); /* what the thread before left behind */
    ring_close(&sampler->ring);
    stop_alarm(sampler);
    release(sampler);
    sampler->counted_ns = now_ns();
    mine = sampler; /* before the first signal */
    start(sampler);
    ring_end(&sampler->ring);
}

/* Timers and rings are not inherited, descriptors are. */
void sampler_forked(void)
{
    struct sampler *sampler = atomic_load_explicit(&rt.sampling.all, memory_order_acquire);
    for (; sampler; sampler = sampler->next) {
        ring_forked(&sampler->ring);
        sampler->alarm = NULL; /* neither has the child this */
        sampler->real.is_there = sampler->cpu.is_there = false;
        release(sampler);
        atomic_store_explicit(&sampler->owner, 0, memory_order_relaxed);
    }
    mine = NULL;
    is_attached = false;
    sampler_attach();
}

bool sampler_init(const struct sampler_event *event, bool of_wall, int *error)
{
    int fd = of_wall ? -1 : open_counter(event, IS_SIGNALLED);
    *error = fd < 0 ? -fd : 0;
    if (fd >= 0)
        sys_close(fd);
    if (event && fd < 0)
        return false;
    rt.sampling.event = event;
    rt.sampling.of_wall = of_wall;
    rt.sampling.by_counter = fd >= 0;
    rt.sampling.page_bytes = getauxval(AT_PAGESZ);
    rt.sampling.is_on = true;
    sampler_attach();
    return true;
}

bool sampler_is_on(void)
{
    return rt.sampling.is_on;
}

/* Ticks since the last signal of a thread that has no ring. */
static uint64_t ticks_of(struct sampler *sampler)
{
    if (sampler->fd >= 0)
        rearm(sampler->fd);
    if (rt.sampling.event)
        return 1;
    uint64_t now = now_ns();
    if (sampler->fd < 0)
        follow(sampler, now);
    return advance(sampler, now);
}

uint64_t sampler_ticks(void)
{
    if (!mine)
        return 0;
    if (!mine->ring.map)
        return ticks_of(mine);
    catch_up(mine);
    return 0;
}
