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
    char folder[PATH_BYTES]; /* working folder at the start; empty: unknown, names are used as they
                                are */
    char prefix[PATH_BYTES]; /* GMON_OUT_PREFIX; empty: gmon.out */
    char path[2 * PATH_BYTES]; /* where to write */
};

/* The name for this process. prefix: of GMON_OUT_PREFIX, NULL: not set, or not to be trusted. */
void output_init(struct output *output, const char *prefix);

/* After fork: a name that is not the parent's. */
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
