/* SPDX-License-Identifier: MIT */
/* frames: of a processor of which it is not known how functions keep them. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <machine.h> /* the machine that is compiled for, not this folder's */
#include "runtime/walk_place.h"

#define FRAMES_ARE_KEPT    0 /* somewhere: a walk can begin */
#define FRAMES_EVERYWHERE  0 /* in all libraries, too */
#define FRAMES_ARE_CHAINED 0 /* the stack pointer points at the next one */

/* From a frame pointer: where the caller's is kept, the return address, what belongs to the frame.
 * BIAS is added to a frame pointer as code keeps it, and makes ours. */
enum {
    FRAME_NEXT = 0,
    FRAME_RETURN = sizeof(uintptr_t),
    FRAME_BYTES = 2 * sizeof(uintptr_t),
    FRAME_BIAS = 0,
};

static inline void frames_of(const void *context, struct walk_place *place)
{
    *place = (struct walk_place){.pc = machine_pc(context)};
}

#include "runtime/frames_plain.h"

static inline size_t frames_missing(const struct walk_place *place, const struct walk_code *image)
{
    (void)place, (void)image;
    return FRAMES_WHOLE;
}

static inline enum frames_call frames_call(uintptr_t address, const struct walk_code *image)
{
    (void)address, (void)image;
    return FRAMES_CALL_NONE;
}

#endif
