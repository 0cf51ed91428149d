/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg or -finstrument-functions call first, on ARM. -pg:
 *
 *     push {lr}
 *     bl __gnu_mcount_nc
 *
 * with arguments in r0 to r3 and in vector registers. We take the caller's address off the stack
 * and back into lr. The bottom bits of addresses mark Thumb code and are dropped. arcs_count() is
 * compiled without vector registers; ip may change, as with any call.
 *
 * clang calls mcount instead, after the prologue, as any other function. The caller's address is
 * in the frame: r11 points to it, or r7 in Thumb code.
 *
 * A call that was seen before in this thread takes the fast path of i386 (entry.S there). low goes up
 * between an exclusive load and store: a handler that comes in between makes the store fail. */

/* ARC_HASH_FROM, ARC_HASH_BOTH, ARC_HASH_ROTATE in arcs.h */
    .set C1, 0x5851f42d
    .set C2, 0x2545f491
    .set ROTATE, 23

    .set ON, 1 /* enum rt_counting in rt.h */

/* struct arc_slot: from and self stand first */
    .set LOW, 8
    .set HALVES, 12
    .set SLOT_BYTES, 32

    .set AHEAD, 8 /* pc is that much beyond the instruction that reads it */

    .syntax unified
    .section gptui_rt_entry, "ax", %progbits /* ARC_ENTRY in arcs.h */
    .arm

/* Adds 1 to where ip points; the sum is in r2. */
    .macro add_one
7:  ldrex r2, [ip]
    add r2, r2, #1
    strex r3, r2, [ip]
    cmp r3, #0
    bne 7b
    .endm

/* One call of self by from, in registers of these names; done follows, and ends with a jump. An arc
 * that may be new is left to what comes after. r2, r3 and ip change. counting is looked at first: before
 * the start there may be no thread-local storage. Slots and mask are read at once: rule 3 of arcs.h. */
    .macro count_known from, self, done
    ldr r2, 5f
1:  ldr r2, [pc, r2]
    cmp r2, #ON
    bne 9f
    ldr r2, 5f + 8
    ldr r3, 5f + 12
    mla r2, \from, r2, \self
    ldr ip, 5f + 4
2:  ldr ip, [pc, ip]
    mul r2, r3, r2
    mrc p15, 0, r3, c13, c0, 3
    add ip, ip, r3
    ldm ip, {r3, ip}
    and r2, ip, r2, ror #(32 - ROTATE)
    add ip, r2, r3
3:  ldrd r2, r3, [ip]
    cmp r2, \from
    cmpeq r3, \self
    bne 4f
    add ip, ip, #LOW
    add_one
    movs r2, r2, lsl #1 /* has it filled another half (counter.h)? */
    beq 6f
    \done
6:
#if __ARM_ARCH >= 7
    dmb ish
#else
    mov r3, #0
    mcr p15, 0, r3, c7, c10, 5
#endif
    add ip, ip, #(HALVES - LOW)
    add_one
    \done
4:  cmp r2, #0
    addne ip, ip, #SLOT_BYTES
    bne 3b
    b 9f
5:  .word rt - (1b + AHEAD)
    .word arc_thread(gottpoff) + (. - 2b - AHEAD)
    .word C1
    .word C2
9:
    .endm

    .macro leave_mcount
    .cfi_remember_state
    mov ip, lr
    .cfi_register lr, ip
    pop {r0, r1, r2, r3, lr}
    .cfi_def_cfa_offset 0
    bx ip
    .cfi_restore_state
    .endm

    .globl __gnu_mcount_nc
    .type __gnu_mcount_nc, %function
    .p2align 2
__gnu_mcount_nc:
    .fnstart
    .cfi_startproc
    .cfi_def_cfa_offset 4
    push {r0, r1, r2, r3}
    .save {r0, r1, r2, r3}
    .cfi_adjust_cfa_offset 16
    ldr r0, [sp, #16]
    bic r0, r0, #1
    bic r1, lr, #1
    count_known r0, r1, leave_mcount
    push {r4, lr}
    .save {r4, lr}
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset r4, 0
    .cfi_rel_offset lr, 4
    mov r4, sp
    .cfi_def_cfa_register r4
    bic ip, sp, #7 /* what is pushed before us need not leave it aligned */
    mov sp, ip
    bl arcs_count
    mov sp, r4
    .cfi_def_cfa_register sp
    pop {r4, lr}
    .cfi_adjust_cfa_offset -8
    .cfi_restore r4
    .cfi_restore lr
    leave_mcount
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
    count_known r0, r1, "bx lr"
    b arcs_count
    .cfi_endproc
    .fnend
    .size mcount, . - mcount

/* -finstrument-functions: an ordinary call of C with self in r0 and from in r1. */
    .globl __cyg_profile_func_enter
    .type __cyg_profile_func_enter, %function
    .p2align 2
__cyg_profile_func_enter:
    .fnstart
    .cfi_startproc
    count_known r1, r0, "bx lr"
    mov r2, r0
    mov r0, r1
    mov r1, r2
    b arcs_count
    .cfi_endproc
    .fnend
    .size __cyg_profile_func_enter, . - __cyg_profile_func_enter

    .section .note.GNU-stack, "", %progbits
