/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on 64-bit s390. _mcount comes before the
 * prologue, with all arguments in registers: r2 to r6, f0, f2, f4, f6, v24 to v31; r0 is the static
 * chain. The caller's address is at 8(%r15), and the function takes it from there again.
 * arcs_call() is compiled without floating-point and vector registers. */

#define FRAME 224 /* 160 that are the callee's, then r14, r15, r0 to r5 */

    .section gptui_rt_entry, "ax", @progbits /* ARC_ENTRY in arcs.h */
    .globl _mcount
    .type _mcount, @function
    .p2align 4
_mcount:
    .cfi_startproc
    aghi %r15, -FRAME
    .cfi_adjust_cfa_offset FRAME
    stmg %r14, %r5, 160(%r15)
    .cfi_rel_offset %r14, 160
    lg %r2, FRAME + 8(%r15)
    lgr %r3, %r14
    brasl %r14, arcs_call
    lmg %r0, %r5, 176(%r15)
    lg %r14, 160(%r15)
    .cfi_restore %r14
    aghi %r15, FRAME
    .cfi_adjust_cfa_offset -FRAME
    br %r14
    .cfi_endproc
    .size _mcount, . - _mcount

    .section .note.GNU-stack, "", @progbits
