/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on 64-bit s390, before the prologue, with all
 * arguments in registers: r2 to r6, f0, f2, f4, f6, v24 to v31. arcs_call() is compiled without
 * floating-point and vector registers.
 *
 * _mcount is called by r14, r0 may be the static chain. The caller's address is at 8(%r15), and the
 * function takes it from there again. __fentry__ (-mfentry) is called by r0, and r14 is what it is
 * for the function.
 *
 * clang calls mcount instead, after the prologue, as any other function: caller.c finds the
 * caller. */

#define FRAME 224 /* 160 that are the callee's, then r14, r15, r0 to r5 */

    .section gptui_rt_entry, "ax", @progbits /* ARC_ENTRY in arcs.h */
/* Calls arcs_call(from, self), all registers kept. load_from may look at the caller's stack, FRAME
 * further up: its 8(%r15) is 232(%r15) there. */
    .macro count_call load_from, self
    aghi %r15, -FRAME
    .cfi_adjust_cfa_offset FRAME
    stmg %r14, %r5, 160(%r15)
    .cfi_rel_offset %r14, 160
    \load_from
    lgr %r3, \self
    brasl %r14, arcs_call
    lmg %r0, %r5, 176(%r15)
    lg %r14, 160(%r15)
    .cfi_restore %r14
    aghi %r15, FRAME
    .cfi_adjust_cfa_offset -FRAME
    .endm

    .globl _mcount
    .type _mcount, @function
    .p2align 4
_mcount:
    .cfi_startproc
    count_call "lg %r2, 232(%r15)", %r14
    br %r14
    .cfi_endproc
    .size _mcount, . - _mcount

    .globl __fentry__
    .type __fentry__, @function
    .p2align 4
__fentry__:
    .cfi_startproc
    .cfi_return_column %r0
    count_call "lgr %r2, %r14", %r0
    lgr %r1, %r0
    br %r1
    .cfi_endproc
    .size __fentry__, . - __fentry__

    .globl mcount
    .type mcount, @function
    .p2align 4
mcount:
    .cfi_startproc
    lgr %r2, %r14
    lgr %r3, %r15
    jg caller_call
    .cfi_endproc
    .size mcount, . - mcount

    .section .note.GNU-stack, "", @progbits
