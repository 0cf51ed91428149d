/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recording: what the parts of `gptui record` share: one program, from its name to its profile. */
#ifndef GPTUI_RECORD_RECORDING_H
#define GPTUI_RECORD_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "record/messages.h"
#include "record/options.h"
#include "record/output.h"
#include "record/record.h"
#include "record/run.h"
#include "record/target.h"

struct recording {
    const struct record_request *request;
    struct record_options options;
    struct target target;
    char *runtime; /* path of the library; NULL: there is none */
    struct output output;
    struct run_end end; /* of the last run */
    bool was_watched;   /* in the browser, while it ran (--live) */
    bool has_warned;    /* of what will be missing from the profile */
    int64_t log_bytes;  /* that were in it before */
    char *log;          /* the file that stands in place of the terminal, if any does */
    struct text remark; /* the line about what failed, to be printed with the result; empty: none */
    int64_t start_ms;   /* of clock_ms(), when the first run began */
    int64_t input;      /* where standard input stood then; -1: it cannot be read again */
};

/* Lines about the program, to be appended to t. */
struct say recording_say(const struct recording *g, struct text *t);

/* Write t to standard error and release it. */
void recording_complain(const struct recording *g, struct text *t);

/* Run the program once, into the folder of g->output, which is there, and wait for its end; quiet:
 * its standard output is thrown away, and nobody watches. Fails as run_program, and with ERR_READ
 * and ERR_WRITE for what --live puts in place of the terminal. */
bool recording_run(struct recording *g, bool quiet, struct err *e) ATTR_MUST_USE;

#endif
