/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe() of registers.c. */

/* struct registers */
#define GENERAL(n) (4 * (n))
#define VECTORS 64
#define MASKS (VECTORS + 32 * 64)

#define ALL 0, 1, 2, 3, 4, 5, 6, 7
#define AVX512 2

    .text
    .globl probe
    .type probe, @function
probe:
    pushl %ebp
    pushl %ebx
    pushl %esi
    pushl %edi
    movl %esp, %eax /* 20: in, 24: out, 28: entry, 32: frame, 36: shift, 40: level */
    movl 36(%eax), %ecx
    negl %ecx
    leal (%esp, %ecx, 4), %esp
    movl 32(%eax), %ebp
    pushl %eax     /* 16: the stack to return to */
    pushl 40(%eax) /* 12: level */
    pushl 24(%eax) /* 8: out */
    pushl 28(%eax) /* 4: entry */
    pushl 4(%ebp)  /* 0: the caller's address, for __fentry__ */
    movl 20(%eax), %eax
    cmpl $AVX512, 12(%esp)
    je 1f
    .irp n, ALL
    vmovups VECTORS + 64 * \n(%eax), %ymm\n
    .endr
    jmp 2f
1:
    .irp n, ALL
    vmovups VECTORS + 64 * \n(%eax), %zmm\n
    kmovq MASKS + 8 * \n(%eax), %k\n
    .endr
2:
    movl GENERAL(1)(%eax), %ebx
    movl GENERAL(2)(%eax), %ecx
    movl GENERAL(3)(%eax), %edx
    movl GENERAL(4)(%eax), %esi
    movl GENERAL(5)(%eax), %edi
    movl GENERAL(0)(%eax), %eax
    call *4(%esp)
    pushl %eax
    movl 12(%esp), %eax
    popl GENERAL(0)(%eax)
    movl %ebx, GENERAL(1)(%eax)
    movl %ecx, GENERAL(2)(%eax)
    movl %edx, GENERAL(3)(%eax)
    movl %esi, GENERAL(4)(%eax)
    movl %edi, GENERAL(5)(%eax)
    movl %ebp, GENERAL(6)(%eax)
    cmpl $AVX512, 12(%esp)
    je 3f
    .irp n, ALL
    vmovups %ymm\n, VECTORS + 64 * \n(%eax)
    .endr
    jmp 4f
3:
    .irp n, ALL
    vmovups %zmm\n, VECTORS + 64 * \n(%eax)
    kmovq %k\n, MASKS + 8 * \n(%eax)
    .endr
4:
    vzeroupper
    movl 16(%esp), %esp
    popl %edi
    popl %esi
    popl %ebx
    popl %ebp
    ret
    .size probe, . - probe

    .section .note.GNU-stack, "", @progbits
