/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on i386.
 *
 * mcount comes after "push %ebp; mov %esp, %ebp": the caller's address is at 4(%ebp). __fentry__
 * (-mfentry) comes before anything: it is the word above our own return address. Arguments may be
 * in eax, edx and ecx, and in vector registers, which arcs_call() is compiled without. */

    .section gptui_rt_entry, "ax", @progbits /* ARC_ENTRY in arcs.h */

/* Calls arcs_call(from, our return address), all registers kept. from: where the caller's address
 * is after three pushes. */
    .macro count_call from
    .cfi_startproc
    pushl %eax
    .cfi_adjust_cfa_offset 4
    pushl %ecx
    .cfi_adjust_cfa_offset 4
    pushl %edx
    .cfi_adjust_cfa_offset 4
    movl \from, %eax
    pushl 12(%esp)
    .cfi_adjust_cfa_offset 4
    pushl %eax
    .cfi_adjust_cfa_offset 4
    call arcs_call
    addl $8, %esp
    .cfi_adjust_cfa_offset -8
    popl %edx
    .cfi_adjust_cfa_offset -4
    popl %ecx
    .cfi_adjust_cfa_offset -4
    popl %eax
    .cfi_adjust_cfa_offset -4
    ret
    .cfi_endproc
    .endm

    .globl mcount
    .type mcount, @function
    .globl _mcount
    .type _mcount, @function
    .p2align 4
mcount:
_mcount:
    count_call 4(%ebp)
    .size mcount, . - mcount
    .size _mcount, . - _mcount

    .globl __fentry__
    .type __fentry__, @function
    .p2align 4
__fentry__:
    count_call 16(%esp)
    .size __fentry__, . - __fentry__

    .section .note.GNU-stack, "", @progbits
