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

/* In the child after fork, which has no timer yet. */
void clock_forked(void);

/* Code at pc ran for a number of ticks. */
struct sample {
    uintptr_t pc; /* 0: the place is unknown */
    uint64_t ticks;
    const void *context; /* of the handler that interrupted it there */
};

/* Takes a sample: the one place where that is done. Dropped while nothing is to be counted, and
 * what the thread that is dumping hands in. Safe in handlers. */
void sample_book(const struct sample *sample);

/* Counting and sampling begin after `ms` milliseconds of real time. Safe in handlers. */
void clock_delay(unsigned ms);

/* Timers and counters send the signal that is ours now; with none they stop. */
void clock_move(void);

/* The calling thread's counter runs or stops; threads' timers go on, and count nothing. */
void clock_run(bool on);

#endif
