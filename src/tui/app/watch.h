/* SPDX-License-Identifier: GPL-3.0-or-later */
/* watch: whether image and profiles are still the files that were read, or what processes count
 * that go on. Looked at while nothing is pressed, never in scripts. */
#ifndef GPTUI_TUI_APP_WATCH_H
#define GPTUI_TUI_APP_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file_stamp;
struct kept_held;

/* What the files are. */
enum watch_state {
    WATCH_FILES,
    WATCH_RUNS,  /* some are of processes that go on; */
    WATCH_ENDED, /* they were, and the processes have written their files; */
    WATCH_EARLY, /* or have not: killed, _exit, exec. All that was counted is there */
};

/* All-zero: nothing is watched. */
struct watch {
    const char *const *files; /* n_files, besides the image; borrowed */
    const char *image;
    size_t n_files;
    struct file_stamp *read, *seen; /* as they were read, and at the last look; the image's first */
    bool changed;                   /* and not read again yet */
    int64_t every_ms;               /* what processes count is renewed so often, */
    int64_t renewed_ms, renewal_ms; /* the last time then, by clock_ms(), and in so long; */
    bool frozen;                    /* or not for now */
    enum watch_state state;
    bool was_last;          /* the last renewal, which is needed when no process goes on */
    struct kept_held *held; /* those of the files that processes count into */
};

enum { WATCH_MS = 1000 }; /* between two looks */

/* These files are read. */
void watch_begin(struct watch *w, const char *image, const char *const *files, size_t n_files);

/* Whether a file is there, is another one than was read, and was the same at the look before this
 * one: what is still being written is not worth reading. What processes count always is,
 * and once more when they ended. */
bool watch_look(struct watch *w);

/* Processes that the run of the one file has started since are held, too. */
void watch_hold(struct watch *w);

/* The files are going to be read now. */
void watch_again(struct watch *w);

void watch_release(struct watch *w);

#endif
