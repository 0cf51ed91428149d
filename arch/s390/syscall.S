/* SPDX-License-Identifier: MIT */
/* syscall: stands before libc's, on 64-bit s390. libc has no function for seccomp(2), so programs call it
 * by number, and its operation 0 is the strict mode: our timers' system calls must stop before.
 *
 * All other calls go on as in libc. */

#include <sys/syscall.h>

#define FRAME 160

    .text
    .globl syscall
    .type syscall, @function
    .p2align 4
syscall:
    .cfi_startproc
    cghi %r2, SYS_seccomp
    je 2f
1:  stmg %r6, %r7, 48(%r15)
    .cfi_rel_offset %r6, 48
    .cfi_rel_offset %r7, 56
    lgr %r1, %r2
    lgr %r2, %r3
    lgr %r3, %r4
    lgr %r4, %r5
    lgr %r5, %r6
    lmg %r6, %r7, FRAME(%r15)
    svc 0
    lmg %r6, %r7, 48(%r15)
    .cfi_restore %r6
    .cfi_restore %r7
    lghi %r0, -4095
    clgr %r2, %r0
    jnl 3f
    br %r14
2:  ltr %r3, %r3
    jne 1b
    stmg %r2, %r15, 16(%r15)
    .cfi_rel_offset %r14, 112
    .cfi_rel_offset %r15, 120
    aghi %r15, -FRAME
    .cfi_adjust_cfa_offset FRAME
    brasl %r14, signals_go_strict
    lmg %r2, %r15, FRAME + 16(%r15)
    .cfi_adjust_cfa_offset -FRAME
    .cfi_restore %r14
    .cfi_restore %r15
    j 1b
3:  lcgr %r2, %r2
    jg signals_fail
    .cfi_endproc
    .size syscall, . - syscall

    .section .note.GNU-stack, "", @progbits
