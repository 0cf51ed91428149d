/* SPDX-License-Identifier: MIT */
#include "runtime/perf.h"

#include <fcntl.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "machine.h"
#include "runtime/signals.h"
#include "runtime/sys.h"
#include "runtime/text.h"

enum { DESCRIPTOR_LEAST = 200, PERF_FIRST_NS = 1000000 };

static const struct sampler_event events[] = {
    {"task-clock", "seconds", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, 0},
    {"cycles", "Mcycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1000000},
    {"instructions", "Minstructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, 1000000},
    {"branches", "Mbranches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 1000000},
    {"branch-misses", "kbranch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, 1000},
    {"cache-references", "kcache-refs", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES, 1000},
    {"cache-misses", "kcache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, 1000},
    {"page-faults", "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 1},
    {"context-switches", "switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, 1},
};

const struct sampler_event *sampler_event_find(const char *name)
{
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++)
        if (text_equal(events[i].name, name))
            return &events[i];
    return NULL;
}

/* It counts in code of the program alone: most kernels allow no more, and a signal that is sent
 * during exec would end the next program. */
int perf_open(const struct sampler_event *event)
{
    struct perf_event_attr attr;
    for (size_t i = 0; i < sizeof attr; i++)
        ((volatile char *)&attr)[i] = 0;
    attr.size = sizeof attr;
    attr.type = event->type;
    attr.config = event->config;
    attr.sample_period = event->period ? event->period : PERF_FIRST_NS;
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

bool perf_change_signal(int fd)
{
    return signals_number() && control(fd, F_SETSIG, signals_number()) >= 0;
}

bool perf_ask_for_signals(int fd)
{
    struct f_owner_ex owner = {F_OWNER_TID, sys_tid()};
    return control(fd, F_SETOWN_EX, (long)&owner) >= 0 && perf_change_signal(fd) &&
           control(fd, F_SETFL, O_ASYNC | O_NONBLOCK) >= 0;
}

bool perf_sent(int fd, const siginfo_t *info)
{
    return (info->si_code == POLL_IN || info->si_code == POLL_HUP) && info->si_fd == fd;
}

void perf_set_period(int fd, uint64_t period)
{
    machine_syscall(SYS_ioctl, (const long[6]){fd, PERF_EVENT_IOC_PERIOD, (long)&period});
}

void perf_stop(int fd)
{
    machine_syscall(SYS_ioctl, (const long[6]){fd, PERF_EVENT_IOC_DISABLE, 0});
}

void perf_go_on(int fd)
{
    machine_syscall(SYS_ioctl, (const long[6]){fd, PERF_EVENT_IOC_REFRESH, 1});
}

int perf_move_up(int fd)
{
    int high = (int)control(fd, F_DUPFD_CLOEXEC, DESCRIPTOR_LEAST);
    sys_close(fd);
    return high;
}

bool perf_is_counter(int fd)
{
    uint64_t id;
    return fd >= 0 &&
           machine_syscall(SYS_ioctl, (const long[6]){fd, PERF_EVENT_IOC_ID, (long)&id}) == 0;
}
