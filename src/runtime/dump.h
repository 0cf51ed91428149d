/* SPDX-License-Identifier: MIT */
/* dump: everything counted, into its files, whole: the program's profile, and the run with all
 * there is (runtime/run.h). One thread at a time; others wait for it. */
#ifndef GPTUI_RUNTIME_DUMP_H
#define GPTUI_RUNTIME_DUMP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct unite_message;
struct unite_unit;
struct rt_image;

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

/* As dump(DUMP_IN_PROGRAM), at the end of what is counted, unless nothing was counted since
 * dump_cleanup(): what was kept of it (runtime/keep.h) goes, unless it says more. */
void dump_last(void);

/* Calls `what` when everything is counted that was sampled, while nobody writes. False: the
 * runtime has not started, this is a vfork child, or a dump is under way that a handler
 * interrupted. Not for handlers. */
bool dump_hold(void (*what)(void));

/* Writes both files of a message: of this process, or of a job. Returns 0 or an errno. Nothing is
 * written beside what is no file: /dev/null, a pipe. In a dump. */
int dump_message(const struct unite_message *m);

/* What the bins of images count. */
struct unite_unit dump_unit(void);

/* Is the calling thread writing a dump? The time that this takes is not the program's. Safe in
 * handlers. */
bool dump_is_here(void);

/* Finds out which libraries there are now. Not for handlers. */
void dump_update_images(void);

/* The image whose code is there, looked for, by system calls, if a library may have come. NULL:
 * none, or somebody else looks for libraries; code that was made at run time is in no file, and its
 * page is not looked at again, nor are most others once there were many. Safe in handlers, and
 * where there is no thread-local storage. */
struct rt_image *dump_image_at(uintptr_t pc);

/* Called before and after a library is closed. In between, dumps find no new libraries. */
void dump_close_begin(void);
void dump_close_end(void);

/* Waits until a lock, which holds the thread id of its owner, is the calling thread's. False: it
 * was already, and a handler interrupted it. Acquire and release: what it guards is one thread's at
 * a time. */
bool dump_lock(_Atomic int *lock);
void dump_unlock(_Atomic int *lock);

/* Takes over for the calling thread what its owner had, if that is no thread any more. Acquire:
 * with all that it wrote. */
bool dump_take_over(_Atomic int *of, int me);

#endif
