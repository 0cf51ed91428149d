/* SPDX-License-Identifier: MIT */
#include "runtime/timer.h"

#include <sys/syscall.h>
#include <time.h>

#include "machine.h"
#include "runtime/signals.h"

struct timer_kind timer_of_thread(int id)
{
    enum { ID_SHIFT = 3, OF_THREAD = 4, IS_RUN_TIME = 2 }; /* of the kernel's clock ids */
    return (struct timer_kind){(int)(~(unsigned)id << ID_SHIFT) | OF_THREAD | IS_RUN_TIME, id};
}

bool timer_make(struct timer *timer, struct timer_kind kind)
{
    struct sigevent event = {.sigev_signo = signals_number(), .sigev_notify = SIGEV_SIGNAL};
    int id = 0;
    event.sigev_value.sival_ptr = timer;
    if (kind.thread) {
        event.sigev_notify = SIGEV_THREAD_ID;
#ifdef sigev_notify_thread_id
        event.sigev_notify_thread_id = kind.thread;
#else
        event._sigev_un._tid = kind.thread;
#endif
    }
    const long create[6] = {kind.clock, (long)&event, (long)&id};
    bool is_there = event.sigev_signo && machine_syscall(SYS_timer_create, create) == 0;
    atomic_store_explicit(&timer->id, id, memory_order_relaxed);
    atomic_store_explicit(&timer->is_there, is_there, memory_order_relaxed);
    return is_there;
}

static void delete_id(int id)
{
    machine_syscall(SYS_timer_delete, (const long[6]){id});
}

void timer_make_again(struct timer *timer, struct timer_kind kind)
{
    if (!atomic_load_explicit(&timer->is_there, memory_order_relaxed))
        return;
    int old = atomic_load_explicit(&timer->id, memory_order_relaxed);
    timer_make(timer, kind);
    delete_id(old);
}

static struct timespec time_of(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
}

void timer_run(const struct timer *timer, uint64_t first_ns, uint64_t period_ns)
{
    struct itimerspec time = {.it_value = time_of(first_ns), .it_interval = time_of(period_ns)};
    if (atomic_load_explicit(&timer->is_there, memory_order_relaxed))
        machine_syscall(SYS_timer_settime,
                        (const long[6]){atomic_load_explicit(&timer->id, memory_order_relaxed), 0,
                                        (long)&time});
}

void timer_delete_it(struct timer *timer)
{
    if (atomic_exchange_explicit(&timer->is_there, false, memory_order_relaxed))
        delete_id(atomic_load_explicit(&timer->id, memory_order_relaxed));
}

bool timer_sent(const struct timer *timer, const siginfo_t *info)
{
    return info->si_code == SI_TIMER && info->si_value.sival_ptr == timer;
}
