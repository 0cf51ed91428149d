/* SPDX-License-Identifier: GPL-3.0-or-later */
/* served: a program that is started once and then runs many times (see shim.c). */
#ifndef TESTS_HOSTILE_SERVED_H
#define TESTS_HOSTILE_SERVED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "shim.h"

struct served {
    const char *name; /* "gptui" or "gprof": names the files of its streams */
    const char *program;
    char **argv;
    const char *streams; /* a folder for its streams */
    const char *shim;
    const char *limit_sec, *limit_mb;
    bool keep_stdin; /* else it is empty */

    pid_t pid;
    int to, from;
    struct hostile_page *page;

    /* of the last run */
    int status; /* as of waitpid, or HOSTILE_HANGS */
    char *out, *err;
    size_t n_out, n_err;
    long peak_bytes; /* of the heap; 0: not measured */
};

void served_start(struct served *s);
void served_run(struct served *s);
void served_stop(struct served *s);

/* Did the last run end by itself with this exit status? */
bool served_exited(const struct served *s, int status);

#endif
