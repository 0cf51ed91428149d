/* SPDX-License-Identifier: MIT */
/* syscall: stands before libc's, on AArch64. libc has no function for seccomp(2), so programs call it
 * by number, and its operation 0 is the strict mode: our timers' system calls must stop before.
 *
 * All other calls go on as in libc, without a frame: some return twice. */

#include <sys/syscall.h>

    .text
    .globl syscall
    .type syscall, %function
    .p2align 4
syscall:
    .cfi_startproc
    hint #34 /* bti c */
    cmp x0, #SYS_seccomp
    b.eq 2f
1:  mov x8, x0
    mov x0, x1
    mov x1, x2
    mov x2, x3
    mov x3, x4
    mov x4, x5
    mov x5, x6
    svc #0
    cmn x0, #4095
    b.hs 3f
    ret
2:  cbnz w1, 1b
    stp x29, x30, [sp, #-48]!
    .cfi_def_cfa_offset 48
    .cfi_rel_offset x29, 0
    .cfi_rel_offset x30, 8
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    bl signals_go_strict
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x29, x30, [sp], #48
    .cfi_def_cfa_offset 0
    .cfi_restore x29
    .cfi_restore x30
    b 1b
3:  neg x0, x0
    b signals_fail
    .cfi_endproc
    .size syscall, . - syscall

/* As in entry.S: branches end at instructions made for that. */
    .section .note.gnu.property, "a"
    .p2align 3
    .word 4, 16, 5
    .asciz "GNU"
    .word 0xc0000000, 4, 1, 0

    .section .note.GNU-stack, "", %progbits
