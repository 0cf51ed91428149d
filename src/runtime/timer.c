/* SPDX-License-Identifier: MIT */
#include "runtime/timer.h"

#include <sys/syscall.h>
#include <time.h>

#include "machine.h"
#include "runtime/signals.h"
#include "runtime/sys.h"

bool timer_make(struct timer *timer, int clock, enum timer_target target)
{
    struct sigevent event = {.sigev_signo = CLOCK_SIGNAL, .sigev_notify = SIGEV_SIGNAL};
    event.sigev_value.sival_ptr = timer;
    if (target == TIMER_THREAD) {
        event.sigev_notify = SIGEV_THREAD_ID;
#ifdef sigev_notify_thread_id
        event.sigev_notify_thread_id = sys_tid();
#else
        event._sigev_un._tid = sys_tid();
#endif
    }
    const long create[6] = {clock, (long)&event, (long)&timer->id};
    timer->is_there = machine_syscall(SYS_timer_create, create) == 0;
    return timer->is_there;
}

static struct timespec time_of(uint64_t ns)
{
    return (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
}

void timer_run(const struct timer *timer, uint64_t first_ns, uint64_t period_ns)
{
    struct itimerspec time = {.it_value = time_of(first_ns), .it_interval = time_of(period_ns)};
    if (timer->is_there)
        machine_syscall(SYS_timer_settime, (const long[6]){timer->id, 0, (long)&time});
}

void timer_delete_it(struct timer *timer)
{
    if (timer->is_there)
        machine_syscall(SYS_timer_delete, (const long[6]){timer->id});
    timer->is_there = false;
}

bool timer_sent(const struct timer *timer, const siginfo_t *info)
{
    return info->si_code == SI_TIMER && info->si_value.sival_ptr == timer;
}
