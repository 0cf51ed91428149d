/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on 64-bit RISC-V: _mcount(return address), a
 * call like any other: compilers keep no argument in a register that a call may change.
 *
 * clang 14 passes nothing; there is an argument of the function instead. What is too small for an
 * address of code is dropped: such numbers have a meaning of their own in arcs.h. */

    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .globl _mcount
    .type _mcount, %function
    .p2align 2
_mcount:
    .cfi_startproc
    srli a1, a0, 12
    snez a1, a1
    neg a1, a1
    and a0, a0, a1
    mv a1, ra
    tail arcs_call
    .cfi_endproc
    .size _mcount, . - _mcount

    .section .note.GNU-stack, "", %progbits
