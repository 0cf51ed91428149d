/* SPDX-License-Identifier: MIT */
/* unwind: who called a piece of code, by the tables that compilers write for exceptions (.eh_frame:
 * Linux Standard Base Core 5.0, 10.6; DWARF 5, 6.4).
 *
 * 1. For any thread and handler at any time: no lock, no allocation. What was found is kept by
 *    address, in slots that whoever finds them taken does without.
 * 2. The tables of the program, and of libraries that are there when the program starts, are read
 *    in place: these never go. Those of other libraries may be closed meanwhile: the system is
 * asked to read them.
 * 3. Of registers only the stack pointer, the frame pointer and the return address are followed,
 * and of expressions those that compilers and linkers write for these. */
#ifndef GPTUI_RUNTIME_UNWIND_H
#define GPTUI_RUNTIME_UNWIND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/walk_place.h"

/* Where a register of the caller is. */
struct unwind_rule {
    enum unwind_rule_kind {
        RULE_SAME, /* where it was: the code has not touched it */
        RULE_KEPT, /* on the stack, so far from the stack pointer that the caller goes on with, */
        RULE_KEPT_SP, /* from the stack pointer now, */
        RULE_KEPT_FP, /* or from the frame pointer */
        RULE_LOST,
        RULE_NONE, /* it has no value: nobody has called this */
    } kind;
    int32_t offset;
};

/* A number, or what is so far from a register, or what is kept there. */
struct unwind_value {
    enum unwind_base {
        BASE_UNKNOWN, /* a number */
        BASE_SP,
        BASE_FP,
    } base;
    bool is_there;
    int32_t offset;
};

/* What is true at one address of a function. */
struct unwind_state {
    struct unwind_value sp; /* the caller's stack pointer */
    struct unwind_rule fp, after;
};

/* What the tables say of an address. */
struct unwind_row {
    enum unwind_told {
        TOLD_NOTHING,
        TOLD,
        TOLD_UNKNOWN,
    } told;
    uintptr_t function; /* where it begins */
    struct unwind_state is;
};

/* Where functions are described: a sorted table of them; or, as in static programs, what that would
 * lead to; or neither. */
struct unwind_tables {
    uintptr_t table; /* 0: there is none */
    uintptr_t frames, n_frames;
    uintptr_t read_lo, read_hi; /* what may be read in place */
};

enum { UNWIND_ROWS = 1024 };

/* Zeroed: nothing was looked for. */
struct unwind {
    struct unwind_tables of_static; /* program */
    struct unwind_slot {
        _Atomic bool is_taken;
        uintptr_t pc; /* 0: nothing is known */
        struct unwind_row row;
    } rows[UNWIND_ROWS];
};

/* A part of a stack. */
struct unwind_stack {
    uintptr_t lo; /* where it begins, a multiple of a word's size */
    const uintptr_t *words;
    size_t n_words;
    bool is_waiting; /* of a thread whose frame pointer nobody knows: it is looked for */
};

enum unwind_end {
    UNWIND_CALLED,    /* by *place */
    UNWIND_OUTERMOST, /* nobody has called it */
    UNWIND_UNTOLD,    /* the tables do not cover it */
    UNWIND_UNKNOWN,   /* what they say is not understood, or the stack does not hold it */
};

/* When the images are known. Not for handlers. */
void unwind_init(void);

/* What was found may not be true any more: a library was closed. Safe in handlers. */
void unwind_forget(void);

/* To the caller; *place changes only if there is one. Safe in handlers. */
enum unwind_end unwind_step(const struct unwind_stack *stack, struct walk_place *place);

#endif
