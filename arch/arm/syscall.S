/* SPDX-License-Identifier: MIT */
/* syscall: stands before libc's, on ARM. libc has no function for seccomp(2), so programs call it by
 * number, and its operation 0 is the strict mode: our timers' system calls must stop before.
 *
 * All other calls go on as in libc. */

#include <sys/syscall.h>

    .syntax unified
    .text
    .arm
    .globl syscall
    .type syscall, %function
    .p2align 2
syscall:
    .fnstart
    .cfi_startproc
    sub ip, r0, #256 /* the number is no operand of one instruction */
    cmp ip, #(SYS_seccomp - 256)
    cmpeq r1, #0
    beq 2f
1:  mov ip, sp
    push {r4, r5, r6, r7}
    .save {r4, r5, r6, r7}
    .cfi_adjust_cfa_offset 16
    .cfi_rel_offset r4, 0
    .cfi_rel_offset r5, 4
    .cfi_rel_offset r6, 8
    .cfi_rel_offset r7, 12
    mov r7, r0
    mov r0, r1
    mov r1, r2
    mov r2, r3
    ldmia ip, {r3, r4, r5, r6}
    svc #0
    pop {r4, r5, r6, r7}
    .cfi_adjust_cfa_offset -16
    .cfi_restore r4
    .cfi_restore r5
    .cfi_restore r6
    .cfi_restore r7
    cmn r0, #4096
    bxcc lr
    rsb r0, r0, #0
    b signals_fail
2:  push {r0, r1, r2, r3, r4, lr}
    .cfi_adjust_cfa_offset 24
    .cfi_rel_offset lr, 20
    bl signals_go_strict
    pop {r0, r1, r2, r3, r4, lr}
    .cfi_adjust_cfa_offset -24
    .cfi_restore lr
    b 1b
    .cfi_endproc
    .fnend
    .size syscall, . - syscall

    .section .note.GNU-stack, "", %progbits
