/* SPDX-License-Identifier: MIT */
/* walk_place: where code is and what it has on its stack, as arch/<cpu>/frames.h and the walk know
 * it.
 */
#ifndef GPTUI_RUNTIME_WALK_PLACE_H
#define GPTUI_RUNTIME_WALK_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers of a thread that was interrupted. */
struct walk_place {
    uintptr_t pc, sp, fp;
    uintptr_t link; /* the register that calls leave their return address in; 0: there is none */
};

struct unwind;

/* What was copied of a thread that waits. */
struct walk_copy {
    struct walk_place place;
    const void *stack;     /* what began at place.sp, aligned as that */
    size_t n_stack;        /* bytes; 0: nothing is known */
    struct unwind *unwind; /* place.fp is not known: by the tables for exceptions; else NULL */
};

/* What is mapped as code. */
struct walk_code {
    uintptr_t lo, hi;
};

/* frames_missing(): the function has its own frame; its return address is in the link register; or
 * there, and its frame holds the caller's frame pointer alone, where others have the return
 * address.
 */
#define FRAMES_WHOLE        SIZE_MAX
#define FRAMES_IN_LINK      (SIZE_MAX - 1)
#define FRAMES_IN_LINK_OVER (SIZE_MAX - 2)

/* What the instruction before a return address is. */
enum frames_call {
    FRAMES_CALL_NONE, /* no call */
    FRAMES_CALL_IN,   /* a call of code in the same image */
    FRAMES_CALL_ANY,  /* of what a register or memory holds */
    FRAMES_CALL_OUT,  /* of another image */
};

/* Can code around an address be read? frames.h looks at no more of it. */
static inline bool walk_code_has(const struct walk_code *code, uintptr_t address)
{
    enum { BEFORE = 16, AFTER = 24 };
    return address >= code->lo && address < code->hi && address - code->lo >= BEFORE &&
           code->hi - address >= AFTER;
}

#endif
