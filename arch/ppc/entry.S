/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on 64-bit little-endian PowerPC. _mcount is
 * called as any other function, after the prologue: where the caller returns to is in the caller's
 * frame, one up the chain. */

    .machine power8
    .abiversion 2
    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .globl _mcount
    .type _mcount, %function
    .p2align 4
_mcount:
    .cfi_startproc
0:  addis 2, 12, .TOC. - 0b@ha
    addi 2, 2, .TOC. - 0b@l
    .localentry _mcount, . - _mcount
    ld 3, 0(1)
    ld 3, 16(3)
    mflr 4
    b arcs_call
    .cfi_endproc
    .size _mcount, . - _mcount

    .section .note.GNU-stack, "", %progbits
