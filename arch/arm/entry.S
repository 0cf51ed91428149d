/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, on ARM:
 *
 *     push {lr}
 *     bl __gnu_mcount_nc
 *
 * with arguments in r0 to r3 and in vector registers. We take the caller's address off the stack
 * and back into lr. The bottom bits of addresses mark Thumb code and are dropped. arcs_call() is
 * compiled without vector registers; ip may change, as with any call.
 *
 * clang calls mcount instead, after the prologue, as any other function. The caller's address is
 * in the frame: r11 points to it, or r7 in Thumb code. */

    .syntax unified
    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .arm
    .globl __gnu_mcount_nc
    .type __gnu_mcount_nc, %function
    .p2align 2
__gnu_mcount_nc:
    .fnstart
    .cfi_startproc
    .cfi_def_cfa_offset 4
    push {r0, r1, r2, r3, r4, lr}
    .save {r0, r1, r2, r3, r4, lr}
    .cfi_adjust_cfa_offset 24
    .cfi_rel_offset r4, 16
    .cfi_rel_offset lr, 20
    ldr r0, [sp, #24]
    bic r0, r0, #1
    bic r1, lr, #1
    mov r4, sp
    .cfi_def_cfa_register r4
    bic ip, sp, #7 /* what is pushed before us need not leave it aligned */
    mov sp, ip
    bl arcs_call
    mov sp, r4
    .cfi_def_cfa_register sp
    pop {r0, r1, r2, r3, r4, ip, lr}
    .cfi_def_cfa_offset 0
    bx ip
    .cfi_endproc
    .fnend
    .size __gnu_mcount_nc, . - __gnu_mcount_nc

    .globl mcount
    .type mcount, %function
    .p2align 2
mcount:
    .fnstart
    .cfi_startproc
    tst lr, #1
    ldreq r0, [r11, #4]
    ldrne r0, [r7, #4]
    bic r0, r0, #1
    bic r1, lr, #1
    b arcs_call
    .cfi_endproc
    .fnend
    .size mcount, . - mcount

    .section .note.GNU-stack, "", %progbits
