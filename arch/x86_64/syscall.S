/* SPDX-License-Identifier: MIT */
/* syscall: stands before libc's, on x86-64. libc has no function for seccomp(2), so programs call it by
 * number, and its operation 0 is the strict mode: our timers' system calls must stop before.
 *
 * All other calls go on as in libc, without a frame: some return twice. */

#include <cet.h>
#include <sys/syscall.h>

    .text
    .globl syscall
    .type syscall, @function
    .p2align 4
syscall:
    .cfi_startproc
    _CET_ENDBR
    cmpq $SYS_seccomp, %rdi
    je 2f
1:  movq %rdi, %rax
    movq %rsi, %rdi
    movq %rdx, %rsi
    movq %rcx, %rdx
    movq %r8, %r10
    movq %r9, %r8
    movq 8(%rsp), %r9
    syscall
    cmpq $-4095, %rax
    jae 3f
    ret
2:  testl %esi, %esi
    jne 1b
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    pushq %rcx
    .cfi_adjust_cfa_offset 8
    call signals_go_strict
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    xorl %esi, %esi
    jmp 1b
3:  negq %rax
    movq %rax, %rdi
    jmp signals_fail
    .cfi_endproc
    .size syscall, . - syscall

    .section .note.GNU-stack, "", @progbits
