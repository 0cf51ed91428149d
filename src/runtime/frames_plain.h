/* SPDX-License-Identifier: MIT */
/* frames_plain: what arch/<cpu>/frames.h takes where the processor has nothing of its own: where a
 * handler of signals returns to, its ucontext stands FRAMES_SIGNAL_BYTES above the stack pointer;
 * not defined: it is not looked for. */
#ifndef GPTUI_RUNTIME_FRAMES_PLAIN_H
#define GPTUI_RUNTIME_FRAMES_PLAIN_H

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

static inline const void *frames_signal(uintptr_t sp, uintptr_t shift, size_t room)
{
#ifdef FRAMES_SIGNAL_BYTES
    bool is_there = room >= FRAMES_SIGNAL_BYTES + sizeof(ucontext_t);
    return is_there ? (const void *)(sp + FRAMES_SIGNAL_BYTES + shift) : NULL;
#else
    (void)sp, (void)shift, (void)room;
    return NULL;
#endif
}

#endif
