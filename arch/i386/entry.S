/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, and basic blocks compiled with
 * -fsanitize-coverage=trace-pc, on i386.
 *
 * mcount comes after "push %ebp; mov %esp, %ebp": the caller's address is at 4(%ebp). __fentry__
 * (-mfentry) comes before anything: it is the word above our own return address. Arguments may be
 * in eax, edx and ecx, and in vector registers: compilers let us change the flags, nothing else.
 *
 * The fast path is that of x86-64, with a hash of 32 bits:
 *
 *     ecx = rol((from * C1 + self) * C2, ROTATE) & mask   home of the arc, as a byte offset
 *     ecx += slots                                        after mask: rule 3 of arcs.h
 *     slot holds from and self?  low += 1                 one instruction: no handler of this
 *                                                         thread can come in between
 *
 * Now and then low has filled another half (counter.h). There is no address relative to the
 * instruction: a call and a pop find out where we are. */

/* ARC_HASH_FROM, ARC_HASH_BOTH, ARC_HASH_ROTATE, ARC_BLOCK in arcs.h */
    .set C1, 0x5851f42d
    .set C2, 0x2545f491
    .set ROTATE, 23
    .set BLOCK, 2

/* enum rt_counting in rt.h */
    .set NEW, 0
    .set ON, 1

/* struct arc_slot */
#define FROM 0
#define SELF 4
#define LOW 8
#define HALVES 12
#define SLOT_BYTES 32

/* struct arc_thread */
#define SLOTS 0
#define MASK 4

    .section gptui_rt_entry, "ax", @progbits /* ARC_ENTRY in arcs.h */

/* A word on the stack, and off it, as debuggers know. */
    .macro push_word word
    pushl \word
    .cfi_adjust_cfa_offset 4
    .endm
    .macro pop_word word
    popl \word
    .cfi_adjust_cfa_offset -4
    .endm

/* An entry called name. With two words pushed, load brings from into eax, and hash from * C1 into
 * ecx. */
    .macro entry name, hash, load
    .globl \name
    .type \name, @function
    .p2align 6
\name:
    .cfi_startproc
    push_word %eax
    call 1f
    .cfi_adjust_cfa_offset 4
1:  pop_word %eax
    addl $_GLOBAL_OFFSET_TABLE_ + (. - 1b), %eax
    testb $ON, rt@GOTOFF(%eax) /* counting: before there may be no thread-local storage */
    jz 9f
    push_word %ecx
    \hash
    movl arc_thread@gotntpoff(%eax), %eax
    addl 8(%esp), %ecx
    imull $C2, %ecx
    roll $ROTATE, %ecx
    andl %gs:MASK(%eax), %ecx
    addl %gs:SLOTS(%eax), %ecx
    \load
    cmpl %eax, FROM(%ecx)
    jne 2f
    movl 8(%esp), %eax
    cmpl %eax, SELF(%ecx)
    jne 2f
    addl $1, LOW(%ecx)
    jo 7f
    jc 7f
8:  pop_word %ecx
    pop_word %eax
    ret
    .cfi_adjust_cfa_offset 4
9:  cmpb $NEW, rt@GOTOFF(%eax)
    push_word %ecx
    jne 8b
    \load
    push_word %edx
    movl 12(%esp), %edx
    jmp enter_arc
    .cfi_adjust_cfa_offset -4
2:  \load /* another arc at home: look further */
    push_word %edx
    movl 12(%esp), %edx
3:  cmpl %eax, FROM(%ecx)
    jne 4f
    cmpl %edx, SELF(%ecx)
    jne 4f
    pop_word %edx
    addl $1, LOW(%ecx)
    jo 7f
    jnc 8b
7:  incl HALVES(%ecx)
    jmp 8b
    .cfi_adjust_cfa_offset 4
4:  cmpl $0, FROM(%ecx)
    je enter_arc
    addl $SLOT_BYTES, %ecx
    jmp 3b
    .cfi_endproc
    .size \name, . - \name
    .endm

    entry mcount, "imull $C1, 4(%ebp), %ecx", "movl 4(%ebp), %eax"
    .globl _mcount
    .type _mcount, @function
    .set _mcount, mcount
    entry __fentry__, "imull $C1, 12(%esp), %ecx", "movl 12(%esp), %eax"
    entry __sanitizer_cov_trace_pc, "movl $(BLOCK * C1), %ecx", "movl $BLOCK, %eax"
    .globl __sanitizer_cov_trace_pc_guard
    .type __sanitizer_cov_trace_pc_guard, @function
    .set __sanitizer_cov_trace_pc_guard, __sanitizer_cov_trace_pc

/* -finstrument-functions: an ordinary call of C with self at 4(%esp) and from at 8(%esp). eax, ecx and
 * edx may change. */
    .globl __cyg_profile_func_enter
    .type __cyg_profile_func_enter, @function
    .p2align 6
__cyg_profile_func_enter:
    .cfi_startproc
    call 1f
    .cfi_adjust_cfa_offset 4
1:  pop_word %eax
    addl $_GLOBAL_OFFSET_TABLE_ + (. - 1b), %eax
    movl 8(%esp), %edx
    testb $ON, rt@GOTOFF(%eax)
    jz 7f
    imull $C1, %edx, %ecx
    movl arc_thread@gotntpoff(%eax), %eax
    addl 4(%esp), %ecx
    imull $C2, %ecx
    roll $ROTATE, %ecx
    andl %gs:MASK(%eax), %ecx
    addl %gs:SLOTS(%eax), %ecx
    movl 4(%esp), %eax
3:  cmpl %edx, FROM(%ecx)
    jne 4f
    cmpl %eax, SELF(%ecx)
    jne 4f
    addl $1, LOW(%ecx)
    jo 6f
    jc 6f
    ret
6:  incl HALVES(%ecx)
    ret
4:  cmpl $0, FROM(%ecx)
    je 8f
    addl $SLOT_BYTES, %ecx
    jmp 3b
7:  cmpb $NEW, rt@GOTOFF(%eax)
    movl 4(%esp), %eax
    je 8f
    ret
8:  push_word %eax
    push_word %edx
    call arcs_count
    addl $8, %esp
    .cfi_adjust_cfa_offset -8
    ret
    .cfi_endproc
    .size __cyg_profile_func_enter, . - __cyg_profile_func_enter

/* arcs_count(eax, edx), with all that C may change put aside: the three registers pushed by now. It
 * is compiled without vector registers, so the stack need not be aligned. */
    .type enter_arc, @function
    .p2align 4
enter_arc:
    .cfi_startproc
    .cfi_adjust_cfa_offset 12
    push_word %edx
    push_word %eax
    call arcs_count
    addl $8, %esp
    .cfi_adjust_cfa_offset -8
    pop_word %edx
    pop_word %ecx
    pop_word %eax
    ret
    .cfi_endproc
    .size enter_arc, . - enter_arc

    .section .note.GNU-stack, "", @progbits
