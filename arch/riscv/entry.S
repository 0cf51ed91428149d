/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg or -finstrument-functions call first, on 64-bit RISC-V.
 *
 * -pg calls _mcount(return address), a call like any other: compilers keep no argument in a register
 * that a call may change. clang before 17 passes nothing; there is an argument of the function
 * instead. In the table are return addresses alone: what is found there was one. Else caller.c finds
 * out.
 *
 * A call that was seen before in this thread takes the fast path of x86-64 (entry.S there). The count
 * goes up by one instruction: no handler of this thread can come in between. */

/* ARC_HASH_FROM, ARC_HASH_BOTH, ARC_HASH_SHIFT in arcs.h */
#define C1 0x5851f42d
#define C2 0x2545f491
#define SHIFT 20

#define ON 1 /* enum rt_counting in rt.h */

/* struct arc_slot */
#define FROM 0
#define SELF 8
#define COUNT 16
#define SLOT_BYTES 32

/* struct arc_thread */
#define SLOTS 0
#define MASK 8

#define PAGE_HIGH 1 /* upper bits of PAGE_LEAST in caller.c, as LUI has them */

    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */

/* One call of self by from, in registers of these names; returns. An arc that may be new is left to
 * what comes after. t0 to t4 change. counting is looked at first: before the start there may be no
 * thread-local storage. The mask is read before the slots: rule 3 of arcs.h. */
    .macro count_known from, self
    lw t0, rt
    li t3, ON /* 1: also what the count goes up by */
    bne t0, t3, 9f
    la.tls.ie t0, arc_thread
    add t0, t0, tp
    li t1, C1
    mul t1, \from, t1
    ld t2, MASK(t0)
    ld t0, SLOTS(t0)
    add t1, t1, \self
    li t4, C2
    mul t1, t1, t4
    srli t1, t1, SHIFT
    and t1, t1, t2
    add t0, t0, t1
3:  ld t1, FROM(t0)
    bne t1, \from, 4f
    ld t2, SELF(t0)
    bne t2, \self, 4f
    addi t0, t0, COUNT
    amoadd.d zero, t3, (t0)
    ret
4:  addi t0, t0, SLOT_BYTES
    bnez t1, 3b
9:
    .endm

    .globl _mcount
    .type _mcount, %function
    .p2align 2
_mcount:
    .cfi_startproc
    lui t0, PAGE_HIGH
    bltu a0, t0, 1f
    count_known a0, ra
1:  mv a1, ra
    mv a2, s0
    mv a3, sp
    tail caller_call
    .cfi_endproc
    .size _mcount, . - _mcount

/* -finstrument-functions: an ordinary call of C with self in a0 and from in a1. */
    .globl __cyg_profile_func_enter
    .type __cyg_profile_func_enter, %function
    .p2align 2
__cyg_profile_func_enter:
    .cfi_startproc
    count_known a1, a0
    mv a2, a0
    mv a0, a1
    mv a1, a2
    tail arcs_count
    .cfi_endproc
    .size __cyg_profile_func_enter, . - __cyg_profile_func_enter

    .section .note.GNU-stack, "", %progbits
