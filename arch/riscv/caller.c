/* SPDX-License-Identifier: MIT */
/* caller: who called, where compilers differ in what they pass to _mcount. gcc, and clang from 17
 * on, passes the return address, and s0 may hold anything; earlier clang passes anything, and s0 is
 * the end of a frame with the return address at its top.
 *
 * A return address is after a call: that tells which of the two is one, if it can be read. It is
 * read for new arcs alone: only what was a return address is in the table. */
#include <stdbool.h>
#include <stdint.h>

#include "runtime/arcs.h"
#include "runtime/rt.h"
#include "runtime/sys.h"

enum { FRAME_MOST = 1 << 24, STACK_ALIGN = 16, PAGE_LEAST = 4096 };

/* passed: what _mcount was called with, in no arc with self that is known; self: where it returns
 * to; frame: s0; stack: sp. */
void caller_call(uintptr_t passed, uintptr_t self, uintptr_t frame, uintptr_t stack);

/* Is the instruction before address a call, of 16 or 32 bits (RISC-V Unprivileged ISA, "Control
 * Transfer Instructions")? Links are in ra, or t0. */
static bool is_after_call(uintptr_t address)
{
    if (address < PAGE_LEAST || address % 2 || !sys_can_read(address - 4))
        return false;
    const uint16_t *half = (const uint16_t *)address;
    uint32_t last = half[-1], word = last << 16 | half[-2];
    bool jal = (word & 0xdff) == 0x0ef, jalr = (word & 0x7dff) == 0x00e7;
    bool short_jalr = (last & 0xf07f) == 0x9002 && (last & 0xf80);
    return jal || jalr || short_jalr;
}

/* The return address if `frame` points to a stack frame; 0: it does not. */
static uintptr_t of_frame(uintptr_t frame, uintptr_t stack)
{
    if (frame <= stack || frame - stack > FRAME_MOST || frame % STACK_ALIGN)
        return 0;
    return ((const uintptr_t *)frame)[-1];
}

ARC_ENTRY void caller_call(uintptr_t passed, uintptr_t self, uintptr_t frame, uintptr_t stack)
{
    if (!rt_is_counting() && !rt_begin())
        return;
    uintptr_t from = of_frame(frame, stack);
    if (arcs_count_known(from, self))
        return;
    if (is_after_call(passed))
        from = passed;
    else if (!is_after_call(from))
        from = 0;
    arcs_count(from, self);
}
