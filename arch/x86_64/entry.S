/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, and basic blocks compiled with
 * -fsanitize-coverage=trace-pc, on x86-64.
 *
 * mcount comes after "push %rbp; mov %rsp, %rbp": the caller's address is at 8(%rbp). __fentry__
 * (-mfentry) comes before anything: it is the word above our own return address. Compilers let us
 * change r11 and the flags, nothing else: arguments are in registers, vector registers among them.
 *
 * A call that was seen before in this thread takes the fast path:
 *
 *     r11 = ((from * C1 + self) * C2 >> 20) & mask        home of the arc, as a byte offset
 *     r11 += slots                                        after mask: rule 3 of arcs.h
 *     slot holds from and self?  count += 1               one instruction: no handler of this
 *                                                         thread can come in between
 *
 * What it costs is the number of instructions: hence one register put aside, used for three things in
 * turn, and from and self read from memory again. A slot without from ends the search, also that for
 * a from of 0: arcs_count() enters the arc. There is always such a slot. */

#include <cet.h> /* we may be called indirectly, and say so */

/* ARC_HASH_FROM, ARC_HASH_BOTH, ARC_HASH_SHIFT, ARC_BLOCK in arcs.h */
    .set C1, 0x5851f42d
    .set C2, 0x2545f491
    .set SHIFT, 20
    .set BLOCK, 2

/* enum rt_counting in rt.h */
    .set NEW, 0
    .set ON, 1

/* struct arc_slot */
#define FROM 0
#define SELF 8
#define COUNT 16
#define SLOT_BYTES 32

/* struct arc_thread */
#define SLOTS 0
#define MASK 8

    .section gptui_rt_entry, "ax", @progbits /* ARC_ENTRY in arcs.h */

/* A word on the stack, and off it, as debuggers know. */
    .macro push_word word
    pushq \word
    .cfi_adjust_cfa_offset 8
    .endm
    .macro pop_word word
    popq \word
    .cfi_adjust_cfa_offset -8
    .endm

/* An entry called name. With one word pushed, load brings from into rax, and hash from * C1 into r11. */
    .macro entry name, hash, load
    .globl \name
    .type \name, @function
    .p2align 6
\name:
    .cfi_startproc
    _CET_ENDBR
    testb $ON, rt(%rip) /* counting: the first member; nothing else is touched before the start */
    jz 7f
    push_word %rax
    \hash
    movq arc_thread@gottpoff(%rip), %rax
    addq 8(%rsp), %r11
    imulq $C2, %r11, %r11
    shrq $SHIFT, %r11
    andq %fs:MASK(%rax), %r11
    addq %fs:SLOTS(%rax), %r11
    \load
    cmpq %rax, FROM(%r11)
    jne 2f
    movq 8(%rsp), %rax
    cmpq %rax, SELF(%r11)
    jne 2f
    incq COUNT(%r11)
    pop_word %rax
    ret
7:  cmpb $NEW, rt(%rip)
    je 8f
    ret
8:  push_word %rax
    \load
    push_word %rcx
    movq 16(%rsp), %rcx
    jmp enter_arc
    .cfi_adjust_cfa_offset -8
2:  \load /* another arc at home: look further */
    push_word %rcx
    movq 16(%rsp), %rcx
3:  cmpq %rax, FROM(%r11)
    jne 4f
    cmpq %rcx, SELF(%r11)
    jne 4f
    incq COUNT(%r11)
    pop_word %rcx
    pop_word %rax
    ret
    .cfi_adjust_cfa_offset 16
4:  cmpq $0, FROM(%r11)
    je enter_arc
    addq $SLOT_BYTES, %r11
    jmp 3b
    .cfi_endproc
    .size \name, . - \name
    .endm

    entry mcount, "imulq $C1, 8(%rbp), %r11", "movq 8(%rbp), %rax"
    .globl _mcount
    .type _mcount, @function
    .set _mcount, mcount
    entry __fentry__, "imulq $C1, 16(%rsp), %r11", "movq 16(%rsp), %rax"
    entry __sanitizer_cov_trace_pc, "movq $(BLOCK * C1), %r11", "movl $BLOCK, %eax"
    .globl __sanitizer_cov_trace_pc_guard
    .type __sanitizer_cov_trace_pc_guard, @function
    .set __sanitizer_cov_trace_pc_guard, __sanitizer_cov_trace_pc

/* -finstrument-functions: an ordinary call of C with self in rdi and from in rsi. */
    .globl __cyg_profile_func_enter
    .type __cyg_profile_func_enter, @function
    .p2align 6
__cyg_profile_func_enter:
    .cfi_startproc
    _CET_ENDBR
    testb $ON, rt(%rip)
    jz 7f
    imulq $C1, %rsi, %r11
    movq arc_thread@gottpoff(%rip), %rax
    addq %rdi, %r11
    imulq $C2, %r11, %r11
    shrq $SHIFT, %r11
    andq %fs:MASK(%rax), %r11
    addq %fs:SLOTS(%rax), %r11
3:  cmpq %rsi, FROM(%r11)
    jne 4f
    cmpq %rdi, SELF(%r11)
    jne 4f
    incq COUNT(%r11)
    ret
4:  cmpq $0, FROM(%r11)
    je 8f
    addq $SLOT_BYTES, %r11
    jmp 3b
7:  cmpb $NEW, rt(%rip)
    je 8f
    ret
8:  movq %rdi, %rax
    movq %rsi, %rdi
    movq %rax, %rsi
    jmp arcs_count
    .cfi_endproc
    .size __cyg_profile_func_enter, . - __cyg_profile_func_enter

/* arcs_count(rax, rcx), with all that C may change put aside. It is compiled without vector
 * registers. The stack is aligned by hand: __fentry__ comes before any alignment. */
    .type enter_arc, @function
    .p2align 4
enter_arc:
    .cfi_startproc
    .cfi_adjust_cfa_offset 16
    push_word %rdx
    push_word %rsi
    push_word %rdi
    push_word %r8
    push_word %r9
    push_word %r10
    push_word %rbp
    .cfi_rel_offset %rbp, 0
    movq %rsp, %rbp
    .cfi_def_cfa_register %rbp
    andq $-16, %rsp
    movq %rax, %rdi
    movq %rcx, %rsi
    call arcs_count
    movq %rbp, %rsp
    .cfi_def_cfa_register %rsp
    pop_word %rbp
    .cfi_restore %rbp
    pop_word %r10
    pop_word %r9
    pop_word %r8
    pop_word %rdi
    pop_word %rsi
    pop_word %rdx
    pop_word %rcx
    pop_word %rax
    ret
    .cfi_endproc
    .size enter_arc, . - enter_arc

    .section .note.GNU-stack, "", @progbits
