/* SPDX-License-Identifier: MIT */
/* unwind: who called code that keeps no frames, by the tables that compilers write for exceptions
 * (.eh_frame: Linux Standard Base Core 5.0, 10.6; DWARF 5, 6.4).
 *
 * Tables are read as foreign memory, for a library may be closed meanwhile, and what was found is
 * kept by address. That takes system calls: it is for the thread that looks at waits, not for
 * handlers. What the tables say by an expression, and with registers other than the stack and the
 * frame pointer, is not followed; there, and where nothing is said, the code itself is asked
 * (runtime/unwind_code.h), as also for a frame pointer that is not known. */
#ifndef GPTUI_RUNTIME_UNWIND_H
#define GPTUI_RUNTIME_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a register of the caller is. */
enum unwind_at {
    UNWIND_SAME, /* where it was: the code has not touched it */
    UNWIND_KEPT, /* on the stack */
    UNWIND_LOST,
};

struct unwind_rule {
    enum unwind_at at;
    int32_t offset; /* from the stack pointer that the caller goes on with */
};

/* What the tables say of an address. */
struct unwind_row {
    uintptr_t pc; /* 0: nothing is known of any */
    bool is_found;
    bool is_by_code;  /* the tables do not say it, the code does: not where the function ends */
    bool is_from_fp;  /* the caller's stack pointer stands that far from the frame pointer, */
    int32_t offset;   /* else from the stack pointer */
    uintptr_t lo, hi; /* the function */
    struct unwind_rule fp, after; /* its caller's frame pointer, its return address */
};

enum { UNWIND_ROWS = 128, UNWIND_FILES = 4, UNWIND_LINE_BYTES = 4096 + 100, UNWIND_ROOM = 8192 };

/* What a mapped file has: a sorted table of functions; or, as in static programs, what that would
 * lead to; or neither. */
struct unwind_tables {
    uintptr_t lo, hi; /* its code */
    uintptr_t table;  /* 0: there is none */
    uintptr_t frames, n_frames;
};

/* Zeroed: nothing was looked for. For one caller at a time. */
struct unwind {
    struct unwind_row rows[UNWIND_ROWS]; /* by address */
    struct unwind_tables tables[UNWIND_FILES];
    unsigned n_tables; /* ever */
    char line[UNWIND_LINE_BYTES];
    uint64_t room[UNWIND_ROOM / sizeof(uint64_t)];
};

/* A part of a stack. */
struct unwind_stack {
    uintptr_t lo; /* where it begins, a multiple of a word's size */
    const uintptr_t *words;
    size_t n_words;
};

struct unwind_place {
    uintptr_t pc, sp, fp; /* fp 0: not known */
    bool is_exact;        /* pc is where the thread stands, else after a call */
    bool is_outermost;    /* a step found that nobody has called it */
};

/* What was found may not be true any more: a library was closed. */
void unwind_forget(struct unwind *unwind);

/* To the caller. False: it is not known, *place is what it was but for is_outermost. */
bool unwind_step(struct unwind *unwind, const struct unwind_stack *stack,
                 struct unwind_place *place);

/* Is the frame pointer known, and that of a frame that the function there has made? Code without
 * one has in the register what it likes. */
bool unwind_has_frame(struct unwind *unwind, const struct unwind_place *place);

/* The function around a return address; false: not known. */
bool unwind_function(struct unwind *unwind, uintptr_t after, uintptr_t *lo, uintptr_t *hi);

#endif
