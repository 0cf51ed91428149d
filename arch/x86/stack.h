/* SPDX-License-Identifier: MIT */
/* arch/x86/stack: how code of x86, 32 and 64 bit, uses its stack, told from the code alone, where
 * no table says it: by following it to where it returns, or from where the function begins. */
#ifndef GPTUI_ARCH_X86_STACK_H
#define GPTUI_ARCH_X86_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { X86_CODE_BYTES = 128 }; /* what is read at once */

/* Where code can be read: the first bytes at an address, however many are there. */
typedef size_t x86_read(uintptr_t from, void *to, size_t bytes);

/* A way from a place in a function to its end. */
struct x86_exit {
    size_t after; /* bytes from the stack pointer up to the return address */
    size_t fp;    /* and to what the caller has in the frame pointer; SIZE_MAX: in the register */
};

/* Is that where the function ends? */
typedef bool x86_accept(const struct x86_exit *found, void *data);

/* The first way from pc on that is accepted. Where branches lead is tried after what comes
 * next; calls come back and leave the stack as it was. False: none was, or it takes a frame pointer
 * to know. */
bool x86_find_exit(uintptr_t pc, x86_read *read, x86_accept *accept, void *data,
                   struct x86_exit *found);

/* By how many bytes the stack pointer stands below the frame pointer, after the first instructions
 * of a function that makes a frame; SIZE_MAX: it makes none. It may stand further below: what has a
 * size that is not known before comes later. */
size_t x86_below_frame(uintptr_t lo, x86_read *read);

/* Does the instruction before `after`, of which 7 bytes before can be read, call what a register or
 * memory holds? */
bool x86_calls_any(const uint8_t *after);

#endif
