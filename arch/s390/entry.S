/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg or -finstrument-functions call first, on 64-bit s390.
 *
 * -pg calls before the prologue, with all arguments in registers: r2 to r6, f0, f2, f4, f6, v24 to
 * v31. arcs_count() is compiled without floating-point and vector registers. r1 may change.
 * _mcount is called by r14, r0 may be the static chain. The caller's address is at 8(%r15), and the
 * function takes it from there again. __fentry__ (-mfentry) is called by r0, and r14 is what it is
 * for the function.
 *
 * clang calls mcount instead, after the prologue, as any other function: caller.c finds the
 * caller.
 *
 * A call that was seen before in this thread takes the fast path of x86-64 (entry.S there). The count
 * goes up by one instruction: no handler of this thread can come in between. */

    .machine "z10"

    .set KEPT, 16 /* r2 and what follows, in the caller's frame, which has room for that (ELF ABI) */
    .set FRAME, 224 /* 160 that are the callee's, then r14, r15, r0 to r5 */

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

    .section gptui_rt_entry, "ax", @progbits /* ARC_ENTRY in arcs.h */

/* One call of self by from, in registers of these names; done follows. An arc that may be new is left
 * to what comes after. r1 and r4 change. counting is looked at first: before the start there may be
 * no thread-local storage. The mask is read before the slots: rule 3 of arcs.h. */
    .macro count_known from, self, done
    lrl %r1, rt
    cijne %r1, ON, 9f
    ear %r1, %a0
    sllg %r1, %r1, 32
    ear %r1, %a1
    larl %r4, arc_thread@indntpoff
    ag %r1, 0(%r4)
    lgr %r4, \from
    msgfi %r4, C1
    agr %r4, \self
    msgfi %r4, C2
    srlg %r4, %r4, SHIFT
    ng %r4, MASK(%r1)
    ag %r4, SLOTS(%r1)
3:  lg %r1, FROM(%r4)
    cgrjne %r1, \from, 4f
    cg \self, SELF(%r4)
    jne 4f
    agsi COUNT(%r4), 1
    \done
4:  cgije %r1, 0, 9f
    la %r4, SLOT_BYTES(%r4)
    j 3b
9:
    .endm

/* A call by -pg; it returns by `back`, and load_from brings from into r2. All registers but r1 are
 * kept. load_from may look at the caller's stack, `up` further up. */
    .macro entry name, self, back, load_from
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    .cfi_return_column \self
    stmg %r2, %r4, KEPT(%r15)
    \load_from
    lgr %r3, \self
    count_known %r2, %r3, "lmg %r2, %r4, KEPT(%r15); \back"
    lmg %r3, %r4, KEPT + 8(%r15)
    aghi %r15, -FRAME
    .cfi_adjust_cfa_offset FRAME
    stmg %r14, %r5, 160(%r15)
    .cfi_rel_offset %r14, 160
    lgr %r3, \self
    brasl %r14, arcs_count
    lmg %r0, %r5, 176(%r15)
    lg %r14, 160(%r15)
    .cfi_restore %r14
    aghi %r15, FRAME
    .cfi_adjust_cfa_offset -FRAME
    lg %r2, KEPT(%r15)
    \back
    .cfi_endproc
    .size \name, . - \name
    .endm

    entry _mcount, %r14, "br %r14", "lg %r2, 8(%r15)"
    entry __fentry__, %r0, "lgr %r1, %r0; br %r1", "lgr %r2, %r14"

    .globl mcount
    .type mcount, @function
    .p2align 4
mcount:
    .cfi_startproc
    lgr %r2, %r14
    lgr %r3, %r15
    jg caller_call
    .cfi_endproc
    .size mcount, . - mcount

/* -finstrument-functions: an ordinary call of C with self in r2 and from in r3. */
    .globl __cyg_profile_func_enter
    .type __cyg_profile_func_enter, @function
    .p2align 4
__cyg_profile_func_enter:
    .cfi_startproc
    count_known %r3, %r2, "br %r14"
    lgr %r4, %r2
    lgr %r2, %r3
    lgr %r3, %r4
    jg arcs_count
    .cfi_endproc
    .size __cyg_profile_func_enter, . - __cyg_profile_func_enter

    .section .note.GNU-stack, "", @progbits
