/* SPDX-License-Identifier: MIT */
/* output: names of profile data files, and writing them: into a file beside, then renamed, so that
 * nobody ever sees half a file. System calls only: safe in signal handlers. */
#ifndef GPTUI_RUNTIME_OUTPUT_H
#define GPTUI_RUNTIME_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PATH_BYTES = 4096, WRITE_BYTES = 8192 };

struct output {
    char folder[PATH_BYTES]; /* working folder at the start, and '/'; empty: unknown */
    char pattern[PATH_BYTES];
    bool is_plain;             /* pattern is a name, its '%' mean nothing */
    bool with_pid;             /* the name ends in the process id */
    uint64_t start_sec;        /* for %t */
    char path[2 * PATH_BYTES]; /* where this process writes */
};

/* Where this process writes. pattern: a name with %p process id, %h host, %e program, %t seconds
 * since 1970 at the start, %% a percent sign; empty: PREFIX.PID, or gmon.out where prefix is NULL.
 * Relative names are in the folder that is the working folder now. */
void output_init(struct output *output, const char *pattern, const char *prefix);

/* After fork: a name of its own for the child. If the pattern has no %p, ".PID" is added. */
void output_forked(struct output *output);

/* A file that is being written. */
struct writer {
    const char *path;
    int fd;        /* -1: could not be opened */
    bool in_place; /* path is a device, a pipe or the like: it is not to be replaced */
    int error;     /* first errno; 0: none */
    size_t n_bytes;
    char bytes[WRITE_BYTES];
    char beside[2 * PATH_BYTES + 32];
};

/* Errors are remembered; writing on after one does nothing. path must outlive w. */
void writer_open(struct writer *w, const char *path);
void writer_put(struct writer *w, const void *p, size_t bytes);

/* Makes the file appear under its name; false: it does not, and w->error says why. */
bool writer_close(struct writer *w);

#endif
