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
    bool is_taken;             /* a profile of this process has the name */
    unsigned number;           /* from 2 on: of the processes that had this id, appended as -N */
    uint64_t start_sec;        /* for %t */
    char path[2 * PATH_BYTES]; /* where this process writes */
};

/* Where this process writes. pattern: a name with %p process id, %h host, %e program, %t seconds
 * since 1970 at the start, %% a percent sign; empty: PREFIX.PID, or gmon.out where prefix is NULL.
 * Relative names are in the folder that is the working folder now. */
void output_init(struct output *output, const char *pattern, const char *prefix);

/* After fork: a name of its own for the child. If the pattern has no %p, ".PID" is added. */
void output_forked(struct output *output);

/* Is there a device, a pipe or the like of that name, which is not to be replaced? */
bool output_is_in_place(const char *path);

/* A file that is being written. */
struct writer {
    const char *path;
    int fd;        /* -1: could not be opened */
    bool in_place; /* as output_is_in_place() says */
    int error;     /* first errno; 0: none */
    size_t n_bytes;
    char bytes[WRITE_BYTES];
    char beside[2 * PATH_BYTES + 32];
};

/* Errors are remembered; writing on after one does nothing. path must outlive w. is_private: only
 * the owner may read the file, and it is never a device or the like. Such are not waited for when
 * they are opened, only when they are written to. */
void writer_open(struct writer *w, const char *path, bool is_private);
void writer_put(struct writer *w, const void *p, size_t bytes);

/* Makes the file appear under its name, in place of an older one; false: it does not, and w->error
 * says why. names: not NULL: the name is theirs, and they get another one if an earlier process has
 * written there. */
bool writer_close(struct writer *w, struct output *names);

#endif
