/* SPDX-License-Identifier: MIT */
/* options: what the environment asks of the runtime, read once at the start.
 *
 *     GPTUI_RT=NAME=VALUE,NAME=VALUE,...      gptui_rt(3) lists the names
 *
 * The build for tests (GPTUI_RT_TESTS) knows some more, which no user needs. An option that is
 * unknown or has a bad value is ignored, with one line on stderr that says so. */
#ifndef GPTUI_RUNTIME_OPTIONS_H
#define GPTUI_RUNTIME_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/output.h"

struct sampler_event;

enum { OUT_BYTES = 4096, RATE_MOST = 10000 };

struct options {
    char out[OUT_BYTES];               /* pattern of the file's name; empty: as libc's runtime */
    unsigned rate_hz;                  /* what is asked for, then what is granted */
    bool rate_is_auto;                 /* the most that is taken at random distances */
    bool is_wall;                      /* how long threads wait is measured, too (waits.h) */
    const struct sampler_event *event; /* NULL: time */
    unsigned delay_ms;                 /* after the start, when counting begins */
    bool libs;                         /* libraries have profiles too; off in tests alone */
    bool paths;                        /* samples are booked on call paths, too */
    bool asked;                        /* the program takes its samples itself; in tests */
    bool ranks;                        /* of a job: each rank's own files stay, too; in tests */
    unsigned wait_s;                   /* at MPI_Finalize, for other ranks; tests set it */
    char run[RUN_BYTES];               /* that somebody else began; empty: this process does */
    unsigned parent;                   /* whose children write in any case; 0: all processes do */
    unsigned char dump_signal;         /* 0: none */
    unsigned char reset_signal;
};

/* Fills in what is all zero. text: of GPTUI_RT; NULL: not set, or not to be trusted. Not for
 * handlers. */
void options_read(struct options *options, const char *text);

#endif
