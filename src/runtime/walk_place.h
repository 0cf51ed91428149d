/* SPDX-License-Identifier: MIT */
/* walk_place: where code is and what it has on its stack, as arch/<cpu>/frames.h, the tables and
 * the walk know it. */
#ifndef GPTUI_RUNTIME_WALK_PLACE_H
#define GPTUI_RUNTIME_WALK_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Registers of a thread that was interrupted, or that will go on after a call. */
struct walk_place {
    uintptr_t pc, sp;
    uintptr_t fp;   /* 0: not known */
    uintptr_t link; /* the register that calls leave their return address in; 0: there is none */
    bool is_exact;  /* pc is where the thread stands, else after a call */
};

/* What was copied of a thread that waits. */
struct walk_copy {
    struct walk_place place;
    const void *stack; /* what began at place.sp, aligned as that */
    size_t n_stack;    /* bytes; 0: nothing is known */
};

#endif
