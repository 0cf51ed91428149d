/* SPDX-License-Identifier: MIT */
/* files: what a message says, as the files of a profile and of what goes with it (gmon.out(5)). */
#ifndef GPTUI_UNITE_FILES_H
#define GPTUI_UNITE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/message.h"
#include "unite/put.h"
#include "unite/record.h"

/* Where files go, one after the other. */
struct unite_files_ops {
    /* Begin one; its name goes on with `name` after that of the profile, or is "runs". A failure is
     * that of close. */
    struct unite_sink *(*open)(void *ctx, const char *name);
    bool (*close)(void *ctx);

    /* What the text about the run begins with. */
    void (*put_head)(void *ctx, struct unite_sink *s);
};

struct unite_files_state;

struct unite_files {
    const struct unite_message *message;
    const struct unite_files_ops *ops;
    void *ctx;
    const char *stem;       /* what names in the text begin with */
    struct unite_gmon gmon; /* the layout; no sink */
    struct unite_unit unit; /* of ticks; its rate is that of paths */
    uint64_t n_runs;        /* for the text; 0: those of the message */
    uint64_t lost_path_ticks;
    bool has_no_paths;    /* nodes are left out */
    bool has_callers;     /* arcs within an image have the calls from elsewhere, too */
    uint64_t arc_records; /* that one arc or block may take; 0: any number */
    struct unite_files_state *state;
};

/* Look through the message, which stays until the end. Fails as unite does. */
enum unite_result unite_files_begin(struct unite_files *f);

/* The program's profile. Fails, here and below, as unite does, with UNITE_TOO_LARGE (arc_records),
 * or with UNITE_NOT_WRITTEN, when closing a file failed. */
enum unite_result unite_files_program(struct unite_files *f);

/* All that goes with it: the profiles of libraries, waits, call paths and the text. */
enum unite_result unite_files_rest(struct unite_files *f);

/* The statistics; libraries without a profile are left out. */
enum unite_result unite_files_runs(struct unite_files *f);

void unite_files_end(struct unite_files *f);

#endif
