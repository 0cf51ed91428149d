/* SPDX-License-Identifier: MIT */
/* sampling: the timer that takes samples. */
#ifndef GPTUI_RUNTIME_SAMPLING_H
#define GPTUI_RUNTIME_SAMPLING_H

#include <stdbool.h>
#include <stdint.h>

/* As many samples as there can be are enough. Before anybody asks for the rate. */
void clock_find_rate(void);

/* Installs the handler; threads have samplers from now on. If the kernel has none for us, samples
 * are missing. Not for handlers. */
void clock_init(void);

/* Takes a sample, the one place where that is done: what a handler interrupted, by its context, ran
 * for a number of ticks. Dropped while nothing is to be counted, and what the thread that is
 * dumping hands in. Safe in handlers. */
void sample_book(const void *context, uint64_t ticks);

/* Counting and sampling begin after `ms` milliseconds of real time. Safe in handlers. */
void clock_delay(unsigned ms);

/* Timers and counters send the signal that is ours now; with none they stop. */
void clock_move(void);

#endif
