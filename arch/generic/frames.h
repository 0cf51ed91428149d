/* SPDX-License-Identifier: MIT */
/* frames: of a processor of which it is not known where it has what a walk begins with. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <machine.h> /* the machine that is compiled for, not this folder's */
#include "runtime/walk_place.h"

/* Callers are not measured. */
#define FRAMES_HAVE_TABLES 0
enum { UNWIND_SP, UNWIND_FP, UNWIND_PC };

static inline void frames_of(const void *context, struct walk_place *place)
{
    *place = (struct walk_place){.pc = machine_pc(context), .is_exact = true};
}

#endif
