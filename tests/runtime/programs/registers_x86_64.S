/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe() of registers.c. */

/* struct registers */
#define GENERAL(n) (8 * (n))
#define VECTORS 128
#define MASKS (VECTORS + 32 * 64)

#define SMALL 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#define LARGE SMALL, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
#define AVX512 2

    .text
    .globl probe
    .type probe, @function
probe:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, %rax
    negq %r8
    leaq (%rsp, %r8, 8), %rsp
    pushq %rax     /* 32: the stack to return to */
    pushq %r9      /* 24: level */
    pushq %rsi     /* 16: out */
    pushq %rdx     /* 8: entry */
    pushq 8(%rcx)  /* 0: the caller's address, for __fentry__ */
    movq %rcx, %rbp
    cmpl $AVX512, %r9d
    je 1f
    .irp n, SMALL
    vmovups VECTORS + 64 * \n(%rdi), %ymm\n
    .endr
    jmp 2f
1:
    .irp n, LARGE
    vmovups VECTORS + 64 * \n(%rdi), %zmm\n
    .endr
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    kmovq MASKS + 8 * \n(%rdi), %k\n
    .endr
2:
    movq GENERAL(0)(%rdi), %rax
    movq GENERAL(1)(%rdi), %rbx
    movq GENERAL(2)(%rdi), %rcx
    movq GENERAL(3)(%rdi), %rdx
    movq GENERAL(4)(%rdi), %rsi
    movq GENERAL(6)(%rdi), %r8
    movq GENERAL(7)(%rdi), %r9
    movq GENERAL(8)(%rdi), %r10
    movq GENERAL(9)(%rdi), %r12
    movq GENERAL(10)(%rdi), %r13
    movq GENERAL(11)(%rdi), %r14
    movq GENERAL(12)(%rdi), %r15
    movq GENERAL(5)(%rdi), %rdi
    call *8(%rsp)
    movq 16(%rsp), %r11
    movq %rax, GENERAL(0)(%r11)
    movq %rbx, GENERAL(1)(%r11)
    movq %rcx, GENERAL(2)(%r11)
    movq %rdx, GENERAL(3)(%r11)
    movq %rsi, GENERAL(4)(%r11)
    movq %rdi, GENERAL(5)(%r11)
    movq %r8, GENERAL(6)(%r11)
    movq %r9, GENERAL(7)(%r11)
    movq %r10, GENERAL(8)(%r11)
    movq %r12, GENERAL(9)(%r11)
    movq %r13, GENERAL(10)(%r11)
    movq %r14, GENERAL(11)(%r11)
    movq %r15, GENERAL(12)(%r11)
    movq %rbp, GENERAL(13)(%r11)
    cmpl $AVX512, 24(%rsp)
    je 3f
    .irp n, SMALL
    vmovups %ymm\n, VECTORS + 64 * \n(%r11)
    .endr
    jmp 4f
3:
    .irp n, LARGE
    vmovups %zmm\n, VECTORS + 64 * \n(%r11)
    .endr
    .irp n, 0, 1, 2, 3, 4, 5, 6, 7
    kmovq %k\n, MASKS + 8 * \n(%r11)
    .endr
4:
    vzeroupper
    movq 32(%rsp), %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size probe, . - probe

    .section .note.GNU-stack, "", @progbits
