/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on x86-64.
 *
 * mcount comes after "push %rbp; mov %rsp, %rbp": the caller's address is at 8(%rbp). __fentry__
 * (-mfentry) comes before anything: it is the word above our own return address. Compilers let us
 * change r11 and the flags, nothing else: arguments are in registers, vector registers among them.
 *
 * A call that was seen before in this thread takes the fast path, here from left to right:
 *
 *     rax = from, self = our return address
 *     r11 = (((from * C1 + self) * C2) >> 32) & mask      home of the arc, as a byte offset
 *     r11 += slots                                        after mask: see "growth" in arcs.h
 *     slot holds from and self?  count += 1               one instruction: no handler of this
 *                                                         thread can come in between
 *
 * A slot without from ends the search: arcs_count() enters the arc. There is always such a slot. */

#define C1 0x5851f42d /* ARC_HASH_FROM, ARC_HASH_BOTH in arcs.h */
#define C2 0x2545f491

/* struct arc_slot */
#define FROM 0
#define SELF 8
#define COUNT 16
#define SLOT_BYTES 32

/* struct arc_thread */
#define SLOTS 0
#define MASK 8

    .text

/* Expects two words pushed (rax, rcx), the caller's address in rax, our return address above. */
    .macro count_arc
    .cfi_adjust_cfa_offset 16
    movq arc_thread@gottpoff(%rip), %rcx
    imulq $C1, %rax, %r11
    addq 16(%rsp), %r11
    imulq $C2, %r11, %r11
    shrq $32, %r11
    andq %fs:MASK(%rcx), %r11
    addq %fs:SLOTS(%rcx), %r11
    movq 16(%rsp), %rcx
1:  cmpq %rax, FROM(%r11)
    jne 2f
    cmpq %rcx, SELF(%r11)
    jne 3f
    incq COUNT(%r11)
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_adjust_cfa_offset 16
2:  cmpq $0, FROM(%r11)
    je enter_arc
3:  addq $SLOT_BYTES, %r11
    jmp 1b
    .endm

    .globl entry_begin
    .hidden entry_begin
    .p2align 6
entry_begin:

    .globl mcount
    .type mcount, @function
    .globl _mcount
    .type _mcount, @function
    .p2align 6
mcount:
_mcount:
    .cfi_startproc
    endbr64
    cmpl $0, rt(%rip) /* counting: the first member; nothing else is touched before the start */
    je 9f
    pushq %rax
    pushq %rcx
    movq 8(%rbp), %rax
    count_arc
9:  .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size mcount, . - mcount
    .size _mcount, . - _mcount

    .globl __fentry__
    .type __fentry__, @function
    .p2align 6
__fentry__:
    .cfi_startproc
    endbr64
    cmpl $0, rt(%rip)
    je 9f
    pushq %rax
    pushq %rcx
    movq 24(%rsp), %rax
    count_arc
9:  .cfi_adjust_cfa_offset -16
    ret
    .cfi_endproc
    .size __fentry__, . - __fentry__

/* arcs_count(rax, rcx), with all that C may change put aside. It is compiled without vector
 * registers. The stack is aligned by hand: __fentry__ comes before any alignment. */
    .type enter_arc, @function
    .p2align 4
enter_arc:
    .cfi_startproc
    .cfi_adjust_cfa_offset 16
    pushq %rdx
    .cfi_adjust_cfa_offset 8
    pushq %rsi
    .cfi_adjust_cfa_offset 8
    pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %r8
    .cfi_adjust_cfa_offset 8
    pushq %r9
    .cfi_adjust_cfa_offset 8
    pushq %r10
    .cfi_adjust_cfa_offset 8
    pushq %rbp
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset %rbp, 0
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    andq $-16, %rsp
    movq %rax, %rdi
    movq %rcx, %rsi
    call arcs_count
    movq %rbp, %rsp
    .cfi_def_cfa_register %rsp
    popq %rbp
    .cfi_adjust_cfa_offset -8
    .cfi_restore %rbp
    popq %r10
    .cfi_adjust_cfa_offset -8
    popq %r9
    .cfi_adjust_cfa_offset -8
    popq %r8
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    popq %rsi
    .cfi_adjust_cfa_offset -8
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rcx
    .cfi_adjust_cfa_offset -8
    popq %rax
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size enter_arc, . - enter_arc

    .globl entry_end
    .hidden entry_end
entry_end:

    .section .note.GNU-stack, "", @progbits
