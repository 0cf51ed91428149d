/* SPDX-License-Identifier: MIT */
/* unwind: who called a piece of code, by the tables that compilers write for exceptions (.eh_frame:
 * Linux Standard Base Core 5.0, 10.6; DWARF 5, 6.4).
 *
 * 1. For any thread and handler at any time: no lock, no allocation. What was found is kept by
 *    address, in slots that are read again if somebody wrote them meanwhile.
 * 2. The tables of the program, and of libraries that are there when the program starts, are read
 *    in place: these never go. Those of other libraries may be closed meanwhile: the system is
 * asked what is mapped, and to read it.
 * 3. Of registers only the stack pointer, the frame pointer and the return address are followed,
 * and of expressions those that compilers and linkers write for these. */
#ifndef GPTUI_RUNTIME_UNWIND_H
#define GPTUI_RUNTIME_UNWIND_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/walk_place.h"

enum { UNWIND_ROWS = 1024, UNWIND_FILES = 64, UNWIND_FOUND = 64, UNWIND_WORDS = 6 };

/* What a mapped file has: a sorted table of functions; or, as in static programs, what that would
 * lead to; or neither. */
struct unwind_tables {
    uintptr_t lo, hi; /* its addresses */
    uintptr_t table;  /* 0: there is none */
    uintptr_t frames, n_frames;
    uintptr_t read_lo, read_hi; /* what may be read in place */
};

/* Words that belong together; the first is 0 as long as there is nothing. */
struct unwind_slot {
    _Atomic uint32_t turn; /* odd: somebody writes it */
    _Atomic uintptr_t word[UNWIND_WORDS];
};

/* Zeroed: nothing was looked for. */
struct unwind {
    struct unwind_tables files[UNWIND_FILES]; /* that never go */
    size_t n_files;
    struct unwind_slot found[UNWIND_FOUND]; /* other files, and where there is none */
    struct unwind_slot rows[UNWIND_ROWS];   /* by address: what the tables say of it */
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

/* Finds the files that are there. Once, when the program starts. */
void unwind_init(struct unwind *unwind);

/* What was found of other files may not be true any more: one was closed. Safe in handlers. */
void unwind_forget(struct unwind *unwind);

/* To the caller; *place changes only if there is one. Safe in handlers. */
enum unwind_end unwind_step(struct unwind *unwind, const struct unwind_stack *stack,
                            struct walk_place *place);

#endif
