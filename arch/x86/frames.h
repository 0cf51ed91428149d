/* SPDX-License-Identifier: MIT */
/* frames: where x86, 32 and 64 bit, has what a walk of the stack begins with; the names are those
 * of every CPU's frames.h. */
#ifndef GPTUI_ARCH_X86_FRAMES_H
#define GPTUI_ARCH_X86_FRAMES_H

#include <ucontext.h>

#include "runtime/walk_place.h"

/* Compilers write tables for exceptions (.eh_frame) for all code. */
#define FRAMES_HAVE_TABLES 1

/* The numbers of registers there (AMD64 supplement, figure 3.36; i386 supplement, 2.14). */
#ifdef __x86_64__
enum { X86_SP = 15, X86_FP = 10, X86_PC = 16, UNWIND_SP = 7, UNWIND_FP = 6, UNWIND_PC = 16 };
#else
enum { X86_SP = 7, X86_FP = 6, X86_PC = 14, UNWIND_SP = 4, UNWIND_FP = 5, UNWIND_PC = 8 };
#endif

/* In bytes from the frame pointer of code that keeps one: what its caller's was, and the return
 * address; what the caller had on its stack begins after them (System V ABI, AMD64 supplement,
 * 3.2.2; i386 supplement, "Standard Stack Frame"). */
#define FRAMES_HAVE_POINTER 1
enum { FRAME_NEXT = 0, FRAME_RETURN = sizeof(uintptr_t), FRAME_BYTES = 2 * sizeof(uintptr_t) };

/* Where "call target" goes, 5 bytes; 0: it is another instruction. */
#define FRAMES_HAVE_CALLS 1
enum { FRAMES_CALL_BYTES = 5, FRAMES_STUB_BYTES = 16 };

static inline uintptr_t frames_call(const uint8_t *code, uintptr_t after)
{
    int32_t away;
    __builtin_memcpy(&away, code + 1, sizeof away);
    return code[0] == 0xe8 ? after + (uintptr_t)(intptr_t)away : 0;
}

/* What a stub for calls of other images jumps by, "[endbr] [bnd] jmp *address"; 0: it is none. */
static inline uintptr_t frames_stub(const uint8_t *code, uintptr_t at)
{
    int32_t away;
    size_t i = code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e ? 4 : 0;
    i += code[i] == 0xf2;
    if (code[i] != 0xff || code[i + 1] != 0x25)
        return 0;
    __builtin_memcpy(&away, code + i + 2, sizeof away);
    return (sizeof at == 8 ? at + i + 6 : 0) + (uintptr_t)(intptr_t)away;
}

static inline bool frames_in_stub(uintptr_t pc)
{
    return frames_stub((const uint8_t *)pc, pc);
}

static inline void frames_of(const void *context, struct walk_place *place)
{
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    *place = (struct walk_place){
        .pc = (uintptr_t)registers[X86_PC],
        .sp = (uintptr_t)registers[X86_SP],
        .fp = (uintptr_t)registers[X86_FP],
        .is_exact = true,
    };
}

/* What the kernel wrote for a handler begins at sp: where its ucontext is; room: bytes there. All
 * of it stands `shift` bytes further up than it was. */
#define FRAMES_HAVE_SIGNAL 1
static inline const void *frames_signal(uintptr_t sp, uintptr_t shift, size_t room)
{
#ifdef __x86_64__
    return room >= sizeof(ucontext_t) ? (const void *)(sp + shift) : NULL;
#else
    uintptr_t at = room >= 12 ? ((const uintptr_t *)(sp + shift))[2] : 0;
    bool is_there = at >= sp && at - sp < room && room - (at - sp) >= sizeof(ucontext_t);
    return is_there ? (const void *)(at + shift) : NULL;
#endif
}

#endif
