/* SPDX-License-Identifier: MIT */
/* dump: everything counted, into its files, whole: the program's profile, and the run with all
 * there is (runtime/run.h). One thread at a time; others wait for it. */
#ifndef GPTUI_RUNTIME_DUMP_H
#define GPTUI_RUNTIME_DUMP_H

#include <stdbool.h>
#include <stdint.h>

struct unite_message;
struct unite_profile;
struct unite_unit;
struct rt_image;
struct writer;

enum dump_where {
    DUMP_IN_PROGRAM, /* the dynamic loader may be asked */
    DUMP_ANYWHERE,   /* perhaps in a handler: system calls only */
};

/* Writes everything counted since the start or the last reset. Returns 0 or an errno; the first
 * failure is reported by one line on stderr. Does nothing in a vfork child, when a handler
 * interrupted a dump, or in a helper (option parent) that has nothing to report. */
int dump(enum dump_where where);

/* As dump(), by _mcleanup(). */
void dump_cleanup(void);

/* As dump(), at the end of what is counted, unless nothing was counted since dump_cleanup(): what
 * was kept of it (runtime/keep.h) goes, unless it says more. */
void dump_last(enum dump_where where);

/* Calls `what` when everything is counted that was sampled, while nobody writes. False: the
 * runtime has not started, this is a vfork child, or a dump is under way that a handler
 * interrupted. Not for handlers. */
bool dump_hold(void (*what)(void *ctx), void *ctx);

/* Says in one line, the first time, that a file could not be written. Returns error. */
int dump_lose(const char *path, int error);

/* Begin and end to write the profile: this process's, or that of a job. The second returns 0 or an
 * errno. In a dump, here and below. */
struct writer *dump_open_profile(void);
int dump_close_profile(void);

/* Writes the message that goes with what was written to the profile. Returns 0 or an errno. */
int dump_put_run(const struct unite_message *m, const struct unite_profile *profile);

/* What the bins of images count. */
struct unite_unit dump_unit(void);

/* Is it known where in the library samples were: is it a file, and not this runtime? */
bool dump_is_library(const struct rt_image *library);

/* What a program wrote before it becomes another one. */
struct dump_exec {
    bool is_new;                         /* these files were not there before */
    bool was_apart, was_taken, had_made; /* of output, before */
};

/* Writes everything counted, if that is anything, as the profile of another process of the run: the
 * program that this one becomes may write its own. False: there was nothing to write, or this is a
 * vfork child. Else dump_after_exec() is next if it becomes no other: what is new goes away again.
 * Not for handlers. */
bool dump_before_exec(struct dump_exec *x);
void dump_after_exec(const struct dump_exec *x);

/* Is the calling thread writing a dump? The time that this takes is not the program's. Safe in
 * handlers. */
bool dump_is_here(void);

/* Finds out which libraries there are now. Not for handlers. */
void dump_update_images(void);

/* Finds out which library there is at an address; not always at once. Safe in handlers, and where
 * there is no thread-local storage. */
void dump_find_library(uintptr_t pc);

/* Called before and after a library is closed. In between, dumps find no new libraries. */
void dump_close_begin(void);
void dump_close_end(void);

#endif
