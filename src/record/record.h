/* SPDX-License-Identifier: GPL-3.0-or-later */
/* record: run a program with the profiling runtime (gptui record). */
#ifndef GPTUI_RECORD_RECORD_H
#define GPTUI_RECORD_RECORD_H

#include <stdbool.h>

#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/base/file/sink.h"

struct record_request {
    const char *program;      /* argv[0] */
    char *const *argv;        /* what stands after `record`; NULL after the last */
    char *const *environment; /* ours */
    bool on_terminal;         /* standard output is one: the profile may be opened */
    struct sink *out, *err;
    const struct progress *progress; /* of work that takes long; NULL: none is shown */
    void (*clear)(void *ctx);        /* take its line away, before others are written */

    /* Open the browser on the process that is called so, renewed each time that these seconds
     * have passed ("": of itself). Returns its exit status. */
    int (*browse)(void *ctx, const char *who, const char *seconds);
    void *ctx; /* of both */
};

struct record_end {
    int status; /* the program's; 127: not found, 126: cannot be run; 1: gptui itself failed */
    char *image, *profile; /* to be opened now, malloc'ed; NULL: nothing is to be opened. The
                              profile may be the folder of a run */
};

/* Do what the words of r->argv ask for; output and messages go to the sinks. */
void record_run(const struct record_request *r, struct record_end *end);

/* Append the line that says how to open the profile later, when opening it has failed. */
void record_say_later(const struct record_request *r, const struct record_end *end,
                      struct text *out);
void record_end_release(struct record_end *end);

#endif
