/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: a program in the foreground, as if the shell had started it itself.
 *
 * It stays in our process group, so that what the terminal sends (Ctrl-C, Ctrl-Z, Ctrl-\, its size)
 * reaches it without us; signals that another process sends to us alone are passed on. When it
 * stops, so do we, and the shell gets its terminal. Beside the browser it does not get that. */
#ifndef GPTUI_RECORD_RUN_H
#define GPTUI_RECORD_RUN_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/base/attr.h"
#include "core/base/err.h"

struct run_request {
    const char *path; /* of the file */
    char *const *argv;
    char *const *environment;
    const char *streams[3]; /* files that are there, for its standard streams; NULL: ours */

    /* Called while the program runs, with the signals as they were. NULL: nothing is. */
    void (*meanwhile)(void *ctx, pid_t program);
    void *ctx;
};

struct run_end {
    pid_t pid;
    int status;       /* for a shell: what it exited with, or 128 and the signal that ended it */
    int signal;       /* 0: it exited */
    bool asked;       /* SIGHUP or SIGTERM came meanwhile: we are to end, too */
    bool interrupted; /* SIGINT or SIGQUIT came, which the program may survive */
};

/* Run a program and wait for its end. Fails with ERR_OPEN (sys) if it cannot be started. */
bool run_program(const struct run_request *r, struct run_end *end, struct err *e) ATTR_MUST_USE;

#endif
