/* SPDX-License-Identifier: MIT */
/* frames: how functions of 64-bit PowerPC keep the frames of those that called them (64-Bit ELF V2
 * ABI Specification, "The Stack Frame"): r1 points at the frame before it, always; there, a
 * function keeps its return address, which is in the link register before that. So the frame
 * pointer here is where the stack pointer of the caller is. */
#ifndef GPTUI_ARCH_FRAMES_H
#define GPTUI_ARCH_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "runtime/walk_place.h"

#define FRAMES_ARE_KEPT   1
#define FRAMES_EVERYWHERE 1

/* In bytes from the frame pointer. */
enum { FRAME_NEXT = 0, FRAME_RETURN = 16, FRAME_BYTES = 24, FRAME_BIAS = 0 };
#define FRAMES_ARE_CHAINED 1

static inline void frames_of(const void *context, struct walk_place *place)
{
    enum { R1 = 1, NIP = 32, LINK = 36 };
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    uintptr_t sp = (uintptr_t)registers->gp_regs[R1];
    place->pc = (uintptr_t)registers->gp_regs[NIP];
    place->sp = sp;
    place->link = (uintptr_t)registers->gp_regs[LINK];
    place->fp = sp && sp % 16 == 0 ? *(const uintptr_t *)sp : 0;
}

/* The kernel makes a frame for handlers, which leads to that of the code that was interrupted;
 * above what a handler may use of it, as of any caller's, is the ucontext. It begins FRAME_BYTES
 * below sp; room: bytes from there on. */
#define FRAMES_HAVE_SIGNALS
static inline const void *frames_signal(uintptr_t sp, uintptr_t shift, size_t room)
{
    enum { R1 = 1, UCONTEXT = 144 };
    const uintptr_t *frame = (const uintptr_t *)(sp - FRAME_BYTES + shift);
    const ucontext_t *context = (const void *)((const char *)frame + UCONTEXT);
    if (room < UCONTEXT + sizeof *context || context->uc_mcontext.gp_regs[R1] != frame[0])
        return NULL;
    return context;
}

#include "runtime/frames_plain.h"

enum ppc_step { PPC_OTHER, PPC_FRAME, PPC_POP, PPC_LINK, PPC_AWAY };

static inline enum ppc_step ppc_step(uint32_t code)
{
    unsigned opcode = code >> 26;
    if ((code & 0xffff0003) == 0xf8210001 || code == 0x7c21016a) /* stdu, stdux r1 */
        return PPC_FRAME;
    if ((code & 0xffe00000) == 0x38200000 || (code & 0xfc1f07fe) == 0x7c010378 ||
        (code & 0xffe00003) == 0xe8200000) /* addi, mr, ld to r1 */
        return PPC_POP;
    if ((code & 0xfc1fffff) == 0x7c0803a6) /* mtlr */
        return PPC_LINK;
    return opcode == 16 || opcode == 18 || opcode == 19 ? PPC_AWAY : PPC_OTHER;
}

/* Does a stub end with this "bctr", which goes on in another image? "ld r12, N(r12); mtctr r12" */
static inline bool ppc_is_stub(const uint32_t *at)
{
    return at[0] == 0x4e800420 && at[-1] == 0x7d8903a6 && (at[-2] & 0xffe00003) == 0xe9800000;
}

/* The frame of the function that a return address is in; 0: unknown. */
static inline size_t frames_bytes(uintptr_t after, const struct walk_code *image)
{
    enum { LOOK_BYTES = 1 << 14 };
    const uint32_t *at = (const uint32_t *)after;
    for (size_t n = 0; n < LOOK_BYTES && walk_code_has(image, (uintptr_t)--at); n += 4)
        if ((*at & 0xffff0003) == 0xf8210001) /* stdu r1, -N(r1) */
            return 0x10000 - (*at & 0xfffc);
    return 0;
}
#define FRAMES_HAVE_BYTES 1

/* Is the return address of the function at pc still in the link register, or there again, or only
 * in the frame that was before? What comes next decides. */
static inline size_t frames_missing(struct walk_place *place, const struct walk_code *image)
{
    enum { STEPS = 24, SAVED = FRAME_RETURN, RETURN = 0x4e800020 };
    const uint32_t *at = (const uint32_t *)place->pc;
    bool is_loaded = false;
    for (int i = 0; i < STEPS && walk_code_has(image, (uintptr_t)at); i++, at++)
        switch (ppc_step(*at)) {
        case PPC_FRAME:
            return FRAMES_IN_LINK;
        case PPC_POP:
            return FRAMES_WHOLE;
        case PPC_LINK:
            is_loaded = true;
            break;
        case PPC_AWAY:
            return is_loaded                          ? SAVED
                   : *at == RETURN || ppc_is_stub(at) ? FRAMES_IN_LINK
                                                      : FRAMES_WHOLE;
        case PPC_OTHER:
            break;
        }
    return FRAMES_WHOLE;
}

/* Which call the instruction before an address is: after one that may leave the image, r2 is
 * restored. */
static inline enum frames_call frames_call(uintptr_t address, const struct walk_code *image)
{
    enum { RESTORE = (int)0xe8410018 }; /* ld r2, 24(r1) */
    (void)image;
    if (address % 4 != 0)
        return FRAMES_CALL_NONE;
    const uint32_t *after = (const uint32_t *)address;
    if (after[-1] == 0x4e800421 || after[-1] == 0x4e800021) /* bctrl, blrl */
        return FRAMES_CALL_ANY;
    if ((after[-1] & 0xfc000003) != 0x48000001) /* bl */
        return FRAMES_CALL_NONE;
    return *after == (uint32_t)RESTORE ? FRAMES_CALL_OUT : FRAMES_CALL_IN;
}

#endif
