/* SPDX-License-Identifier: MIT */
/* walk: who called the code that a sample hit, by the frames on the stack.
 *
 * 1. The tables for exceptions tell each next frame (runtime/unwind.h). The program's own code,
 * where it has none, keeps a frame pointer, as compilers make it where they count calls. Else the
 * path ends there.
 * 2. A walk reads the thread's stack between the stack pointer and an end that is known since the
 *    thread began, so it cannot fault, and takes no lock. Of a stack that is neither the thread's
 * own nor that for its signals, as coroutines have, the kernel says how much of it can be read. */
#ifndef GPTUI_RUNTIME_WALK_H
#define GPTUI_RUNTIME_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/walk_place.h"

/* Addresses of a path; frames further out are cut. */
enum { WALK_MOST = 128 };

/* What may be read of a thread's stack. */
struct walk_stack {
    uintptr_t lo, hi;
};

enum walk_end {
    WALK_WHOLE, /* up to where the thread began */
    WALK_CUT,   /* to a frame that leads nowhere, or too many frames */
    WALK_ALONE, /* the stack is not known: the innermost code alone */
};

struct walk {
    size_t n;                /* at least 1 */
    uintptr_t at[WALK_MOST]; /* innermost first: pc, then the last byte of each call */
    enum walk_end end;
};

/* Finds what all walks need to know. Once, after images_init(). False: this processor's tables are
 * not known, no caller is found. */
bool walk_init(void);

/* There is a handler from now on. */
void walk_find_signals(void);

/* Our handler returns to `after`: where libc does not say (i386, AArch64 and PowerPC, which have
 * code of the kernel's for that), handlers of the program do so, too. Safe in handlers. */
void walk_find_return(uintptr_t after);

/* What is known of a thread when it begins. */
struct walk_start {
    uintptr_t frame;     /* of the code that calls what the thread is to run */
    uintptr_t own;       /* what libc keeps for it, mostly at the upper end of its stack */
    size_t stack, guard; /* bytes in all, and of these not to be touched */
};

/* The calling thread begins here. Not for handlers. */
void walk_begin_thread(const struct walk_start *start);

/* The calling thread was interrupted, and walk_begin_thread() was not called for it: looks where
 * its stack is, if that is not known. Makes system calls, but rarely. */
void walk_find_stack(const void *context);

/* From the context that a handler of the calling thread got, with the stack of that thread. Safe in
 * handlers. */
void walk_from(const void *context, struct walk *walk);

/* From what was copied of the stack of a thread that waits. Any thread. */
void walk_from_copy(const struct walk_copy *copy, struct walk *walk);

#endif
