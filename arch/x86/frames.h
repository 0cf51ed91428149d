/* SPDX-License-Identifier: MIT */
/* frames: how functions of x86, 32 and 64 bit, keep the frames of those that called them; the names
 * are those of every CPU's frames.h.
 *
 * "push %rbp; mov %rsp, %rbp" makes a frame: the caller's frame pointer, above it the return
 * address (System V ABI, AMD64 supplement, 3.2.2; i386 supplement, "Standard Stack Frame"). */
#ifndef GPTUI_ARCH_X86_FRAMES_H
#define GPTUI_ARCH_X86_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include "arch/x86/plain.h"
#include "arch/x86/stack.h"
#include "runtime/walk_place.h"

/* Compilers make frames where they count calls. */
#define FRAMES_ARE_KEPT 1
/* Code without them leaves no trace of its own. */
#define FRAMES_EVERYWHERE  0
#define FRAMES_ARE_CHAINED 0

/* In bytes from the frame pointer; what the caller had on its stack begins after them. */
enum {
    FRAME_NEXT = 0,
    FRAME_RETURN = sizeof(uintptr_t),
    FRAME_BYTES = 2 * sizeof(uintptr_t),
    FRAME_BIAS = 0,
};

#ifdef __x86_64__
enum { X86_SP = 15, X86_FP = 10, X86_PC = 16 };
#else
enum { X86_SP = 7, X86_FP = 6, X86_PC = 14 };
#endif

/* Their numbers in tables for exceptions (AMD64 supplement, figure 3.36; i386 supplement, 2.14). */
#ifdef __x86_64__
#define UNWIND_SP 7
#define UNWIND_FP 6
#else
#define UNWIND_SP 4
#define UNWIND_FP 5
#endif

/* arch/x86/stack.h knows what they do not say. */
#define UNWIND_BY_CODE

static inline void frames_of(const void *context, struct walk_place *place)
{
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    place->pc = (uintptr_t)registers[X86_PC];
    place->sp = (uintptr_t)registers[X86_SP];
    place->fp = (uintptr_t)registers[X86_FP];
    place->link = 0;
}

/* What the kernel wrote for a handler begins at sp: where its ucontext is; room: bytes there. All
 * of it stands `shift` bytes further up than it was. */
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

static inline bool x86_bytes(const uint8_t *at, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (at[i] != (uint8_t)bytes[i])
            return false;
    return true;
}

enum x86_step { X86_OTHER, X86_PUSH, X86_FRAME, X86_POP, X86_RETURN, X86_JUMP, X86_AWAY };

/* What an instruction does to the frame, and where the next one is. */
static inline enum x86_step x86_step(const uint8_t **at)
{
    enum { LONG_MODE = sizeof(uintptr_t) == 8 };
    const uint8_t *code = *at;
    struct x86_plain plain = x86_plain(code, LONG_MODE);
    *at += plain.n_bytes;
    if (code[0] == 0x55)
        return X86_PUSH;
    if (x86_bytes(code, LONG_MODE ? "\x48\x89\xe5" : "\x89\xe5", LONG_MODE ? 3 : 2))
        return X86_FRAME;
    if (code[0] == 0x5d || code[0] == 0xc9)
        return X86_POP;
    if (code[0] == 0xc3 || code[0] == 0xc2 || x86_bytes(code, "\xf3\xc3", 2))
        return X86_RETURN;
    if (x86_bytes(code, LONG_MODE ? "\xf3\x0f\x1e\xfa" : "\xf3\x0f\x1e\xfb", 4)) {
        *at = code + 4; /* endbr */
        return X86_OTHER;
    }
    if (code[0] == 0xe9 || code[0] == 0xeb)
        return X86_JUMP;
    bool is_branch = (code[0] & 0xf0) == 0x70 || (code[0] == 0x0f && (code[1] & 0xf0) == 0x80);
    return plain.n_bytes == 0 || (plain.away && !is_branch) ? X86_AWAY : X86_OTHER;
}

/* Does a call through a table of other images' addresses begin here? "[endbr; bnd] jmp *table" */
static inline bool x86_is_stub(const uint8_t *code)
{
    code += code[0] == 0xf3 && code[1] == 0x0f ? 4 : 0;
    code += *code == 0xf2;
    return code[0] == 0xff && (code[1] == 0x25 || code[1] == 0xa3);
}

/* The address that the call or jump of 5 bytes before `after` goes to. */
static inline uintptr_t x86_target(const uint8_t *after)
{
    uint32_t distance = (uint32_t)after[-4] | (uint32_t)after[-3] << 8 | (uint32_t)after[-2] << 16 |
                        (uint32_t)after[-1] << 24;
    return (uintptr_t)after + (uintptr_t)(intptr_t)(int32_t)distance;
}

/* Does a function begin here, with its frame or in another image? Jumps that stay in a function
 * never lead to where its frame is made. */
static inline bool x86_is_entry(const uint8_t *at, const struct walk_code *image)
{
    enum { STEPS = 4 };
    enum x86_step step = X86_OTHER;
    if (!walk_code_has(image, (uintptr_t)at) || x86_is_stub(at))
        return true;
    for (int i = 0; i < STEPS && step == X86_OTHER && walk_code_has(image, (uintptr_t)at); i++)
        step = x86_step(&at);
    return step == X86_PUSH;
}

/* A function that has not made its frame, or has none any more: by how many bytes its return
 * address is above sp. FRAMES_WHOLE: the frame is there. Compilers put other instructions between
 * those that make a frame, and between the last two: so what comes next decides, on any way from
 * here to the function's end. After a call there may be none. */
static inline size_t frames_missing(const struct walk_place *place, const struct walk_code *image)
{
    enum { STEPS = 64 };
    const uint8_t *at = (const uint8_t *)place->pc;
    bool is_popped = at[-1] == 0xc9 || at[-1] == 0x5d;
    bool is_pushed = true, is_indirect = at[0] == 0xff && (at[1] & 0x38) == 0x20;
    if ((is_popped && is_indirect) || x86_is_stub(at))
        return 0;
    for (int i = 0; i < STEPS && walk_code_has(image, (uintptr_t)at); i++) {
        const uint8_t *here = at;
        switch (x86_step(&at)) {
        case X86_PUSH:
            is_pushed = false;
            break;
        case X86_FRAME:
            return is_pushed ? sizeof(uintptr_t) : 0;
        case X86_RETURN:
            return 0;
        case X86_JUMP:
            at = here[0] == 0xe9 ? (const uint8_t *)x86_target(at) : at + (int8_t)at[-1];
            if (x86_is_entry(at, image) || (i == 0 && is_popped && at[0] == 0xe8))
                return 0; /* one that -mfentry made begins with a call */
            break;
        case X86_POP:
        case X86_AWAY:
            return FRAMES_WHOLE;
        case X86_OTHER:
            break;
        }
    }
    return FRAMES_WHOLE;
}

/* Which call the instruction before an address is; image: where code may be read. */
static inline enum frames_call frames_call(uintptr_t address, const struct walk_code *image)
{
    const uint8_t *after = (const uint8_t *)address;
    if (after[-5] == 0xe8) {
        uintptr_t target = x86_target(after);
        if (walk_code_has(image, target))
            return x86_is_stub((const uint8_t *)target) ? FRAMES_CALL_OUT : FRAMES_CALL_IN;
    }
    return x86_calls_any(after) ? FRAMES_CALL_ANY : FRAMES_CALL_NONE;
}

/* Where the instruction before an address calls, if it says so itself; 0: it does not. */
#define FRAMES_HAVE_TARGETS
static inline uintptr_t frames_target(uintptr_t address, const struct walk_code *image)
{
    const uint8_t *after = (const uint8_t *)address;
    return frames_call(address, image) == FRAMES_CALL_IN ? x86_target(after) : 0;
}

#endif
