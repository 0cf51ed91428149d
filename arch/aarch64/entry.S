/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on AArch64: _mcount(return address), a call
 * like any other: compilers keep no argument in a register that a call may change.
 *
 * clang 14 passes nothing; there is an argument of the function instead. What is too small for an
 * address of code is dropped: such numbers have a meaning of their own in arcs.h. */

    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .globl _mcount
    .type _mcount, %function
    .p2align 4
_mcount:
    .cfi_startproc
    hint #34 /* bti c */
    cmp x0, #4095
    csel x0, xzr, x0, ls
    mov x1, x30
    b arcs_call
    .cfi_endproc
    .size _mcount, . - _mcount

    .section .note.GNU-stack, "", %progbits
