/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg or -finstrument-functions call first, on 64-bit
 * little-endian PowerPC. With -pg, _mcount is called as any other function, after the prologue: where
 * the caller returns to is in the caller's frame, one up the chain.
 *
 * A call that was seen before in this thread takes the fast path of x86-64 (entry.S there). The count
 * goes up between a load and a conditional store: a handler that comes in between makes the store
 * fail. */

    .machine power8
    .abiversion 2

/* ARC_HASH_FROM, ARC_HASH_BOTH, ARC_HASH_SHIFT in arcs.h, in halves */
    .set C1_HIGH, 0x5851
    .set C1_LOW, 0xf42d
    .set C2_HIGH, 0x2545
    .set C2_LOW, 0xf491
    .set SHIFT, 20

    .set ON, 1 /* enum rt_counting in rt.h */

/* struct arc_slot */
    .set FROM, 0
    .set SELF, 8
    .set COUNT, 16
    .set SLOT_BYTES, 32

/* struct arc_thread */
    .set SLOTS, 0
    .set MASK, 8

    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */

/* The head of a function: r2 for callers from elsewhere. */
    .macro begin name
    .globl \name
    .type \name, %function
    .p2align 4
\name:
    .cfi_startproc
    addis 2, 12, .TOC. - \name@ha
    addi 2, 2, .TOC. - \name@l
    .localentry \name, . - \name
    .endm

/* One call of self by from, in registers of these numbers; returns. An arc that may be new is left to
 * what comes after. r8 to r10 change. counting is looked at first: before the start there may be no
 * thread-local storage. The mask is read before the slots: rule 3 of arcs.h. */
    .macro count_known from, self
    addis 9, 2, rt@toc@ha
    lwz 9, rt@toc@l(9)
    cmpwi 9, ON
    bne 9f
    addis 9, 2, arc_thread@got@tprel@ha
    ld 9, arc_thread@got@tprel@l(9)
    lis 10, C1_HIGH
    ori 10, 10, C1_LOW
    add 9, 9, arc_thread@tls
    mulld 10, \from, 10
    lis 8, C2_HIGH
    ori 8, 8, C2_LOW
    add 10, 10, \self
    mulld 10, 10, 8
    ld 8, MASK(9)
    ld 9, SLOTS(9)
    srdi 10, 10, SHIFT
    and 10, 10, 8
    add 9, 9, 10
3:  ld 10, FROM(9)
    cmpld 10, \from
    bne 4f
    ld 8, SELF(9)
    cmpld 8, \self
    bne 4f
    addi 9, 9, COUNT
6:  ldarx 10, 0, 9
    addi 10, 10, 1
    stdcx. 10, 0, 9
    bne- 6b
    blr
4:  cmpdi 10, 0
    addi 9, 9, SLOT_BYTES
    bne 3b
9:
    .endm

    begin _mcount
    ld 3, 0(1)
    ld 3, 16(3)
    mflr 4
    count_known 3, 4
    b arcs_count
    .cfi_endproc
    .size _mcount, . - _mcount

/* -finstrument-functions: an ordinary call of C with self in r3 and from in r4. */
    begin __cyg_profile_func_enter
    count_known 4, 3
    mr 9, 3
    mr 3, 4
    mr 4, 9
    b arcs_count
    .cfi_endproc
    .size __cyg_profile_func_enter, . - __cyg_profile_func_enter

    .section .note.GNU-stack, "", %progbits
