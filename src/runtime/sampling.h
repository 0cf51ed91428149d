/* SPDX-License-Identifier: MIT */
/* sampling: the timer that takes samples. */
#ifndef GPTUI_RUNTIME_SAMPLING_H
#define GPTUI_RUNTIME_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

/* Installs the handler of SIGPROF and makes the timer, which does not run yet. False: the kernel
 * has none for us. Not for handlers. */
bool clock_init(void);

/* In the child after fork, which has no timer yet. */
void clock_forked(void);

/* A sample: code at pc ran for n ticks. Dropped while nothing is to be counted, and what the
 * thread that is dumping hands in. Safe in handlers. */
void clock_take(uintptr_t pc, uint64_t n);

/* Counting and sampling begin after `ms` milliseconds of real time. Safe in handlers. */
void clock_delay(unsigned ms);

/* The timer of this process runs, or stops. */
void clock_run(bool on);

#endif
