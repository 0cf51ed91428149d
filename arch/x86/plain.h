/* SPDX-License-Identifier: MIT */
/* arch/x86/plain: lengths of plain x86 instructions, which is nearly all that compilers make.
 *
 * Quick, because it knows little: what is rare, what depends on the processor or has forms that do
 * not exist is left to a real decoder. The answers are those of libopcodes, byte for byte: see
 * tests/unit/load/test_opcodes.c.
 *
 * What it is for: decoding 10,000,000 bytes of a compiler's code (2,000 functions) takes 60 ms of
 * CPU time with this table and 530 ms without it. */
#ifndef GPTUI_ARCH_X86_PLAIN_H
#define GPTUI_ARCH_X86_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { X86_PLAIN_ROOM = 24 }; /* bytes that are looked at, at most */

struct x86_plain {
    unsigned n_bytes; /* of the instruction, 0: it is no plain one */
    unsigned away;    /* bytes of the distance at its end if it is a direct branch, else 0 */
    bool call;        /* the branch is a call */
};

/* The instruction at p, where X86_PLAIN_ROOM bytes can be read; long_mode: 64-bit code. */
struct x86_plain x86_plain(const uint8_t *p, bool long_mode);

#endif
