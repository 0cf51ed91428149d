/* SPDX-License-Identifier: MIT */
/* output: names of profile data files, and writing them: into a file beside, then renamed, so that
 * nobody ever sees half a file. System calls only: safe in signal handlers.
 *
 *     FILE, FILE.run            the profile, and the run with all there is
 *     FILE.d/RUN.HOST.PID       those of another process of the run; its folder is made for the
 * first FILE.d/RUN.HOST.PID.run   of them
 *
 * In a run that somebody else began (option run), every process is such another one: whoever began
 * it decides which of them FILE is. A folder that we make bears a marker, FILE.d/gptui-run. */
#ifndef GPTUI_RUNTIME_OUTPUT_H
#define GPTUI_RUNTIME_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/put.h"

enum { PATH_BYTES = 4096, WRITE_BYTES = 8192, RUN_BYTES = 64, HOST_BYTES = 65 };

struct rt_output {
    char folder[PATH_BYTES]; /* working folder at the start, and '/'; empty: unknown */
    char pattern[PATH_BYTES];
    bool is_plain; /* pattern is a name, its '%' mean nothing */
    bool with_pid; /* the name ends in the process id */
    bool is_taken; /* a profile of this process has the name */
    bool in_run;   /* pattern is FOLDER/RUN, of a run that somebody else began */
    bool has_made; /* the folder */
    bool is_apart; /* not the process that FILE is of: in its folder, by run and id */
    char run[RUN_BYTES];
    unsigned number;   /* from 2 on: of the processes that had this id, appended as -N */
    uint64_t start_ns; /* since 1970 */
    const char *rank;  /* for %r; NULL: unknown, the process id stands for it */
    char path[2 * PATH_BYTES + RUN_BYTES + HOST_BYTES]; /* where this process writes */
};

/* What the environment asks for. */
struct output_wish {
    const char *pattern; /* a name with %p process id, %r rank, %h host, %e program, %t seconds
                          * since 1970 at the start, %% a percent sign; empty: PREFIX.PID, or
                          * gmon.out where prefix is NULL */
    const char *prefix;
    const char *run; /* empty: this process begins a run; else PREFIX is FOLDER/RUN */
    const char *rank;
};

/* Where this process writes. Relative names are in the folder that is the working folder now.
 * wish->rank must outlive output. */
void output_init(struct rt_output *output, const struct output_wish *wish);

/* After fork: a name of its own for the child: that of another process of the run, unless the
 * pattern has %p or PREFIX.PID is asked for. */
void output_forked(struct rt_output *output);

/* This process is the one that FILE is of, or another one. Means nothing to names with a process
 * id. */
void output_set_apart(struct rt_output *output, bool is_apart);

/* From now on this process belongs to a run that another one began. */
void output_join(struct rt_output *output, const char *run);

/* Has another process written the file of that name since our start? */
bool output_is_of_others(const struct rt_output *output);

/* Makes the folder of further processes, unless it is there; is_private: nobody but the owner can
 * look into it. What fails is seen when a file there is opened. room: for names. */
void output_make_folder(struct rt_output *output, bool is_private, char *room, size_t bytes);

/* Removes a folder that was made so, if only its marker is there. There is room for the name of
 * that after the path. */
void output_remove_folder(struct rt_output *output, char *folder, size_t bytes);

/* Where what the process counts is kept (runtime/keep.h): in that folder, RUN.HOST.PID-NUMBER.keep.
 */
void output_kept_path(const struct rt_output *output, unsigned number, char *to, size_t bytes);

/* Is there a device, a pipe or the like of that name, which is not to be replaced? */
bool output_is_in_place(const char *path);

/* A file that is being written. */
struct writer {
    struct unite_sink sink; /* it */
    const char *path;
    int fd;                   /* -1: could not be opened */
    bool in_place;            /* as output_is_in_place() says */
    int error;                /* first errno; 0: none */
    struct unite_profile all; /* what was put into it */
    size_t n_bytes;
    char bytes[WRITE_BYTES];
    char beside[3 * PATH_BYTES + 32];
};

/* Errors are remembered; writing on after one does nothing. Where there are many bytes of zero,
 * files have a hole. path must outlive w. is_private: only
 * the owner may read the file, and it is never a device or the like. Such are not waited for when
 * they are opened, only when they are written to. */
void writer_open(struct writer *w, const char *path, bool is_private);

/* Makes the file appear under its name, in place of an older one; false: it does not, and w->error
 * says why. names: not NULL: the name is theirs, and they get another one if an earlier process has
 * written there. */
bool writer_close(struct writer *w, struct rt_output *names);

#endif
