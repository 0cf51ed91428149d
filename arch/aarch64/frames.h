/* SPDX-License-Identifier: MIT */
/* frames: how functions of AArch64 keep the frames of those that called them (Procedure Call
 * Standard for the Arm 64-bit Architecture, "The Frame Pointer"): x29 points at a record of the
 * caller's x29 and of the return address, which is in x30 before that. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "runtime/walk_place.h"

#define FRAMES_ARE_KEPT 1
/* Compilers keep the record also where it is not asked for, but in functions that call nothing. */
#define FRAMES_EVERYWHERE  0
#define FRAMES_ARE_CHAINED 0

/* In bytes from the frame pointer. What the caller had on its stack is somewhere above. */
enum { FRAME_NEXT = 0, FRAME_RETURN = 8, FRAME_BYTES = 16, FRAME_BIAS = 0 };

/* Their numbers in tables for exceptions (DWARF for the Arm 64-bit Architecture, 4.1). */
#define UNWIND_SP 31
#define UNWIND_FP 29

static inline void frames_of(const void *context, struct walk_place *place)
{
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    place->pc = (uintptr_t)registers->pc;
    place->sp = (uintptr_t)registers->sp;
    place->fp = (uintptr_t)registers->regs[29];
    place->link = (uintptr_t)registers->regs[30];
}

/* What the kernel wrote for a handler ends with a record of x29 and x30 as they were, to which the
 * handler's own leads. Below that is the ucontext, of a size that the processor decides: it has the
 * same two registers. The handler's frame ends at sp; room: bytes there. */
#define FRAMES_HAVE_SIGNALS
static inline const void *frames_signal(uintptr_t sp, uintptr_t shift, size_t room)
{
    enum { ALIGN = 16, FP = 29, LINK = 30 };
    uintptr_t record = *(const uintptr_t *)(sp - FRAME_BYTES + shift);
    if (record < sp || record - sp < sizeof(ucontext_t) || record % ALIGN != 0 ||
        record - sp > room - FRAME_BYTES)
        return NULL;
    const uintptr_t *kept = (const uintptr_t *)(record + shift);
    uintptr_t at = (record - sizeof(ucontext_t)) & -(uintptr_t)ALIGN;
    for (; at >= sp; at -= ALIGN) {
        const ucontext_t *context = (const void *)(at + shift);
        const mcontext_t *registers = &context->uc_mcontext;
        if (registers->regs[FP] == kept[0] && registers->regs[LINK] == kept[1] &&
            registers->sp % ALIGN == 0)
            return context;
    }
    return NULL;
}

#include "runtime/frames_plain.h"

enum aarch64_step { AARCH64_OTHER, AARCH64_FRAME, AARCH64_POP, AARCH64_RETURN, AARCH64_AWAY };

static inline enum aarch64_step aarch64_step(uint32_t code)
{
    if (code == 0x910003fd || (code & 0xffc003ff) == 0x910003fd) /* mov/add x29, sp */
        return AARCH64_FRAME;
    if ((code & 0xfe407fff) == 0xa8407bfd) /* ldp x29, x30, [sp...] */
        return AARCH64_POP;
    if (code == 0xd65f03c0 || code == 0xd65f0bff || code == 0xd65f0fff) /* ret, retaa, retab */
        return AARCH64_RETURN;
    bool is_branch = (code & 0x7c000000) == 0x14000000 || (code & 0xfe000000) == 0xd6000000 ||
                     (code & 0xfe000000) == 0x54000000 || (code & 0x7c000000) == 0x34000000;
    return is_branch ? AARCH64_AWAY : AARCH64_OTHER;
}

/* Is the return address of the function at pc still in x30, or there again? What comes next
 * decides. */
static inline size_t frames_missing(const struct walk_place *place, const struct walk_code *image)
{
    enum { STEPS = 24 };
    static const uint32_t STUB_END = 0xd61f0220; /* br x17 */
    const uint32_t *at = (const uint32_t *)place->pc;
    for (int i = 0; i < STEPS && walk_code_has(image, (uintptr_t)at); i++, at++)
        switch (aarch64_step(*at)) {
        case AARCH64_FRAME:
        case AARCH64_RETURN:
            return FRAMES_IN_LINK;
        case AARCH64_AWAY:
            return *at == STUB_END ? FRAMES_IN_LINK : FRAMES_WHOLE;
        case AARCH64_POP:
            return FRAMES_WHOLE;
        case AARCH64_OTHER:
            break;
        }
    return FRAMES_WHOLE;
}

/* Which call the instruction before an address is; stubs begin with "[bti c] adrp x16". */
static inline enum frames_call frames_call(uintptr_t address, const struct walk_code *image)
{
    enum { BTI_C = (int)0xd503245f };
    if (address % 4 != 0)
        return FRAMES_CALL_NONE;
    const uint32_t *call = (const uint32_t *)address - 1;
    if ((*call & 0xfffffc1f) == 0xd63f0000 || (*call & 0xfefff800) == 0xd63f0800) /* blr, blra */
        return FRAMES_CALL_ANY;
    if ((*call & 0xfc000000) != 0x94000000) /* bl */
        return FRAMES_CALL_NONE;
    uint32_t distance = *call << 6;
    uintptr_t target = (uintptr_t)call + (uintptr_t)(intptr_t)((int32_t)distance >> 4);
    if (!walk_code_has(image, target))
        return FRAMES_CALL_ANY;
    const uint32_t *stub = (const uint32_t *)target;
    stub += *stub == (uint32_t)BTI_C;
    return (*stub & 0x9f00001f) == 0x90000010 ? FRAMES_CALL_OUT : FRAMES_CALL_IN;
}

#endif
