/* SPDX-License-Identifier: MIT */
/* syscall: stands before libc's, on i386. libc has no function for seccomp(2), so programs call it by
 * number, and its operation 0 is the strict mode: our timers' system calls must stop before.
 *
 * All other calls go on as in libc: the kernel is entered where glibc has noted down that it wants to
 * be. */

#include <features.h>
#include <sys/syscall.h>

    .text
    .globl syscall
    .type syscall, @function
    .p2align 4
syscall:
    .cfi_startproc
    cmpl $SYS_seccomp, 4(%esp)
    jne 1f
    cmpl $0, 8(%esp)
    jne 1f
    call signals_go_strict
1:  pushl %ebp
    .cfi_adjust_cfa_offset 4
    .cfi_rel_offset %ebp, 0
    pushl %edi
    .cfi_adjust_cfa_offset 4
    .cfi_rel_offset %edi, 0
    pushl %esi
    .cfi_adjust_cfa_offset 4
    .cfi_rel_offset %esi, 0
    pushl %ebx
    .cfi_adjust_cfa_offset 4
    .cfi_rel_offset %ebx, 0
    movl 20(%esp), %eax
    movl 24(%esp), %ebx
    movl 28(%esp), %ecx
    movl 32(%esp), %edx
    movl 36(%esp), %esi
    movl 40(%esp), %edi
    movl 44(%esp), %ebp
#ifdef __GLIBC__
    call *%gs:16
#else
    int $0x80
#endif
    popl %ebx
    .cfi_adjust_cfa_offset -4
    .cfi_restore %ebx
    popl %esi
    .cfi_adjust_cfa_offset -4
    .cfi_restore %esi
    popl %edi
    .cfi_adjust_cfa_offset -4
    .cfi_restore %edi
    popl %ebp
    .cfi_adjust_cfa_offset -4
    .cfi_restore %ebp
    cmpl $-4095, %eax
    jae 3f
    ret
3:  negl %eax
    pushl %eax
    .cfi_adjust_cfa_offset 4
    call signals_fail
    addl $4, %esp
    .cfi_adjust_cfa_offset -4
    ret
    .cfi_endproc
    .size syscall, . - syscall

    .section .note.GNU-stack, "", @progbits
