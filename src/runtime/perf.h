/* SPDX-License-Identifier: MIT */
/* perf: counters of perf_event_open for the calling thread. All may be used in handlers. */
#ifndef GPTUI_RUNTIME_PERF_H
#define GPTUI_RUNTIME_PERF_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct sampler_event {
    char name[20];
    char unit[15]; /* of a tick */
    uint32_t type;
    uint64_t config;
    uint64_t period; /* events in a tick, so that there are at most thousands of ticks a second;
                        0: nanoseconds of CPU time, as many as the rate asks for */
};

/* The event of a name; NULL: none has it. */
const struct sampler_event *sampler_event_find(const char *name);

/* A counter of every n-th event, after which it stops, or of time, with or, if that is not allowed,
 * without that in the kernel: a descriptor, or below zero -errno. */
int perf_open(const struct sampler_event *event);

/* Overflows signal the calling thread. */
bool perf_ask_for_signals(int fd);

/* By the signal that is ours now; false: by none. */
bool perf_change_signal(int fd);

/* Was a signal sent by the counter that asked for them by this descriptor? */
bool perf_sent(int fd, const siginfo_t *info);

/* A counter that stopped goes on, until the next overflow: after period events, if that is set. */
void perf_go_on(int fd);
void perf_set_period(int fd, uint64_t period);
void perf_stop(int fd);

/* The descriptor out of the way of programs that count on low numbers; it takes the place of the
 * old one. Below zero: -errno, and it is closed. */
int perf_move_up(int fd);

/* Is it a counter's? The program may have closed every descriptor and be using the number for
 * something else. */
bool perf_is_counter(int fd);

#endif
