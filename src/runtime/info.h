/* SPDX-License-Identifier: MIT */
/* info: what a profile data file has no place for: clocks, phases, sums of all kinds. */
#ifndef GPTUI_RUNTIME_INFO_H
#define GPTUI_RUNTIME_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/kept.h"

enum { PHASES_MOST = 256 };

/* Clocks when counting from 0 began, and how long samples were taken since. */
struct info_span {
    uint64_t wall_ns, cpu_ns; /* the clocks at the beginning */
    uint64_t start_sec;       /* since 1970 */
    uint64_t sampled_ns;      /* of CPU time, while sampling was on, up to on_since_ns */
    uint64_t on_since_ns;     /* 0: it is off */
    uint64_t paused_ns;       /* CPU time that dumps took */
    uint64_t pause_ns; /* the CPU clock of the thread that dumps now, when it began; 0: none does */
    uint64_t held_wall_ns, held_cpu_ns; /* what the run took until its clocks were held, or 0 */
};

/* CPU time that dumps took up to now. In a dump, for its thread. */
uint64_t span_paused_ns(const struct info_span *span);

/* The clocks of now; sampling is on or off from here on. */
void span_begin(struct info_span *span, int is_on);
void span_switch(struct info_span *span, int is_on);

/* From here on the clocks of the run stand still, so that all that is written meanwhile says the
 * same, or go on. */
void info_hold(bool is_held);

/* Notes that a phase begins here. Any thread, also in handlers; beyond PHASES_MOST nothing is
 * noted. */
void info_phase(const char *name);

/* There were no phases. Safe in handlers. */
void info_forget_phases(void);

/* In the child after fork: likewise, and its own will be elsewhere. */
void info_forked(void);

/* Nanoseconds of the run up to now. */
uint64_t info_wall_ns(void);

/* Samples that were taken per second of CPU time; 0: there was too little of it to say. And what
 * they were taken by. */
uint64_t info_achieved_hz(void);
const char *info_sampled_by(void);

/* Writes down what the clocks of the run show, and counters that are elsewhere, as facts of the
 * process. is_last: no samples are on their way. Safe in handlers. */
void info_look(bool is_last);

#endif
