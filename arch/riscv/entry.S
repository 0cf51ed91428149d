/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on 64-bit RISC-V: _mcount(return address), a
 * call like any other: compilers keep no argument in a register that a call may change.
 *
 * clang before 17 passes nothing; there is an argument of the function instead. caller.c finds out.
 */

    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .globl _mcount
    .type _mcount, %function
    .p2align 2
_mcount:
    .cfi_startproc
    mv a1, ra
    mv a2, s0
    mv a3, sp
    tail caller_call
    .cfi_endproc
    .size _mcount, . - _mcount

    .section .note.GNU-stack, "", %progbits
