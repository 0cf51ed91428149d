/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on AArch64: _mcount(return address), a call
 * like any other: compilers keep no argument in a register that a call may change.
 *
 * clang before 17 passes nothing; there is an argument of the function instead. But functions
 * compiled with -pg have a frame, by gcc and by clang, with the return address in it, perhaps
 * signed. Where x29 cannot be that of a frame, the argument is taken.
 *
 * A call that was seen before in this thread takes the fast path of x86-64 (entry.S there). The count
 * goes up between an exclusive load and store: a handler that comes in between makes the store fail. */

    .set FRAME_BITS, 24 /* most bytes of a frame, as a power of two */

/* ARC_HASH_FROM, ARC_HASH_BOTH, ARC_HASH_SHIFT in arcs.h, in halves */
    .set C1_HIGH, 0x5851
    .set C1_LOW, 0xf42d
    .set C2_HIGH, 0x2545
    .set C2_LOW, 0xf491
    .set SHIFT, 20

    .set ON, 1 /* enum rt_counting in rt.h */

/* struct arc_slot: from and self stand first */
    .set COUNT, 16
    .set SLOT_BYTES, 32

/* One call, of self (x1) by from (x0); returns to x30. Slots and mask are read at once: rule 3 of
 * arcs.h. */
    .macro count_call
    adrp x2, rt
    ldr w2, [x2, :lo12:rt] /* counting: before there may be no thread-local storage */
    cmp w2, #ON
    b.ne 9f
    adrp x3, :gottprel:arc_thread
    ldr x3, [x3, :gottprel_lo12:arc_thread]
    mrs x2, tpidr_el0
    add x2, x2, x3
    ldp x2, x4, [x2]
    mov x3, #C1_LOW
    movk x3, #C1_HIGH, lsl #16
    mov x5, #C2_LOW
    movk x5, #C2_HIGH, lsl #16
    madd x3, x0, x3, x1
    mul x3, x3, x5
    and x3, x4, x3, lsr #SHIFT
    add x2, x2, x3
3:  ldp x3, x4, [x2]
    cmp x3, x0
    b.ne 4f
    cmp x4, x1
    b.ne 4f
    add x2, x2, #COUNT
6:  ldxr x3, [x2]
    add x3, x3, #1
    stxr w4, x3, [x2]
    cbnz w4, 6b
    ret
4:  cbz x3, 9f
    add x2, x2, #SLOT_BYTES
    b 3b
9:  b arcs_count
    .endm

    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .globl _mcount
    .type _mcount, %function
    .p2align 6
_mcount:
    .cfi_startproc
    hint #34 /* bti c */
    mov x1, x30
    .cfi_register x30, x1
    mov x2, sp
    sub x2, x29, x2
    ror x2, x2, #3 /* what is below a multiple of 8 comes out on top */
    lsr x2, x2, #(FRAME_BITS - 3)
    cbnz x2, 1f
    ldr x30, [x29, #8]
    hint #7 /* xpaclri: without the signature */
    mov x0, x30
    mov x30, x1
    .cfi_restore x30
1:  count_call
    .cfi_endproc
    .size _mcount, . - _mcount

/* -finstrument-functions: an ordinary call of C with self in x0 and from in x1. */
    .globl __cyg_profile_func_enter
    .type __cyg_profile_func_enter, %function
    .p2align 6
__cyg_profile_func_enter:
    .cfi_startproc
    hint #34
    mov x2, x0
    mov x0, x1
    mov x1, x2
    count_call
    .cfi_endproc
    .size __cyg_profile_func_enter, . - __cyg_profile_func_enter

/* A note that branches end at instructions made for that (ELF for the Arm 64-bit Architecture,
 * "Program Property"): without it, programs linked with us would lose that protection. */
    .section .note.gnu.property, "a"
    .p2align 3
    .word 4, 16, 5 /* bytes of the owner's name, bytes that follow it, NT_GNU_PROPERTY_TYPE_0 */
    .asciz "GNU"
    .word 0xc0000000, 4, 1, 0 /* GNU_PROPERTY_AARCH64_FEATURE_1_AND, its bytes: BTI, padding */

    .section .note.GNU-stack, "", %progbits
