/* SPDX-License-Identifier: MIT */
/* syscall: stands before libc's, on 64-bit RISC-V. libc has no function for seccomp(2), so programs call
 * it by number, and its operation 0 is the strict mode: our timers' system calls must stop before.
 *
 * All other calls go on as in libc, without a frame: some return twice. */

#include <sys/syscall.h>

    .text
    .globl syscall
    .type syscall, %function
    .p2align 2
syscall:
    .cfi_startproc
    li t0, SYS_seccomp
    beq a0, t0, 2f
1:  mv t0, a0
    mv a0, a1
    mv a1, a2
    mv a2, a3
    mv a3, a4
    mv a4, a5
    mv a5, a6
    mv a7, t0
    ecall
    li t0, -4096
    bltu t0, a0, 3f
    ret
2:  sext.w t0, a1
    bnez t0, 1b
    addi sp, sp, -48
    .cfi_def_cfa_offset 48
    sd ra, 40(sp)
    .cfi_rel_offset ra, 40
    sd a0, 0(sp)
    sd a1, 8(sp)
    sd a2, 16(sp)
    sd a3, 24(sp)
    call signals_go_strict
    ld a0, 0(sp)
    ld a1, 8(sp)
    ld a2, 16(sp)
    ld a3, 24(sp)
    ld ra, 40(sp)
    .cfi_restore ra
    addi sp, sp, 48
    .cfi_def_cfa_offset 0
    j 1b
3:  neg a0, a0
    tail signals_fail
    .cfi_endproc
    .size syscall, . - syscall

    .section .note.GNU-stack, "", %progbits
