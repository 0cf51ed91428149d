/* SPDX-License-Identifier: MIT */
/* info: what a profile data file has no place for: clocks, phases, sums of all kinds. */
#ifndef GPTUI_RUNTIME_INFO_H
#define GPTUI_RUNTIME_INFO_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/put.h"

struct rt_arc;
struct rt_image;

enum { PHASES_MOST = 256, PHASE_NAME_BYTES = 40 };

/* A moment that the program named. It may lie in a file (runtime/keep.h): 64 bytes everywhere. */
struct phase {
    char name[PHASE_NAME_BYTES];          /* cut off if longer */
    _Alignas(8) uint64_t wall_ns, cpu_ns; /* since the start */
    _Atomic uint32_t is_whole;            /* all of it is written */
};

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

/* The n-th one; NULL: there is none. */
struct phase *info_phase_at(unsigned n);

/* There were no phases. Safe in handlers. */
void info_forget_phases(void);

/* In the child after fork: likewise, and its own will be elsewhere. */
void info_forked(void);

/* What adds up over processes. arcs: all there are. */
typedef void info_take(void *ctx, enum unite_fact_kind kind, uint64_t value);
void info_each(const struct rt_arc *arcs, size_t n_arcs, info_take *take, void *ctx);

/* What is known of an image, but for its bins and arcs. */
struct unite_image info_image(const struct rt_image *image);

/* Nanoseconds of the run up to now: real time, and CPU time without what dumps took. */
uint64_t info_wall_ns(void);
uint64_t info_cpu_ns(void);

/* Samples that were taken per second of CPU time; 0: there was too little of it to say. And what
 * they were taken by. */
uint64_t info_achieved_hz(void);
const char *info_sampled_by(void);

/* Looks at the clocks of the run, for the file that is kept: *seen by enum keep_seen. Not while a
 * dump is written. Safe in handlers. */
void info_look(uint64_t *seen);

#endif
