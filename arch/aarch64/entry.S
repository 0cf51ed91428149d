/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on AArch64: _mcount(return address), a call
 * like any other: compilers keep no argument in a register that a call may change.
 *
 * clang before 17 passes nothing; there is an argument of the function instead. But functions
 * compiled with -pg have a frame, by gcc and by clang, with the return address in it, perhaps
 * signed. Where x29 cannot be that of a frame, the argument is taken. */

    .set FRAME_BITS, 24 /* most bytes of a frame, as a power of two */

    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .globl _mcount
    .type _mcount, %function
    .p2align 4
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
1:  b arcs_call
    .cfi_endproc
    .size _mcount, . - _mcount

/* A note that branches end at instructions made for that (ELF for the Arm 64-bit Architecture,
 * "Program Property"): without it, programs linked with us would lose that protection. */
    .section .note.gnu.property, "a"
    .p2align 3
    .word 4, 16, 5 /* bytes of the owner's name, bytes that follow it, NT_GNU_PROPERTY_TYPE_0 */
    .asciz "GNU"
    .word 0xc0000000, 4, 1, 0 /* GNU_PROPERTY_AARCH64_FEATURE_1_AND, its bytes: BTI, padding */

    .section .note.GNU-stack, "", %progbits
