/* SPDX-License-Identifier: MIT */
/* syscall: stands before libc's, on 64-bit little-endian PowerPC. libc has no function for seccomp(2),
 * so programs call it by number, and its operation 0 is the strict mode: our timers' system calls must
 * stop before.
 *
 * All other calls go on as in libc, without a frame: some return twice. */

#include <sys/syscall.h>

    .machine power8
    .abiversion 2
    .text
    .globl syscall
    .type syscall, %function
    .p2align 4
syscall:
    .cfi_startproc
0:  addis 2, 12, .TOC. - 0b@ha
    addi 2, 2, .TOC. - 0b@l
    .localentry syscall, . - syscall
    cmpdi 3, SYS_seccomp
    beq 2f
1:  mr 0, 3
    mr 3, 4
    mr 4, 5
    mr 5, 6
    mr 6, 7
    mr 7, 8
    mr 8, 9
    sc
    bnslr+
    b signals_fail
2:  cmpwi 4, 0
    bne 1b
    mflr 0
    std 0, 16(1)
    .cfi_offset lr, 16
    stdu 1, -64(1)
    .cfi_def_cfa_offset 64
    std 3, 32(1)
    std 4, 40(1)
    std 5, 48(1)
    std 6, 56(1)
    bl signals_go_strict
    nop
    ld 3, 32(1)
    ld 4, 40(1)
    ld 5, 48(1)
    ld 6, 56(1)
    addi 1, 1, 64
    .cfi_def_cfa_offset 0
    ld 0, 16(1)
    mtlr 0
    .cfi_restore lr
    b 1b
    .cfi_endproc
    .size syscall, . - syscall

    .section .note.GNU-stack, "", %progbits
