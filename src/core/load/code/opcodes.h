/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/code/opcodes: the door to libopcodes, which decodes x86.
 *
 * The library is loaded when the first decoder is made, so that nobody else pays for it: it comes
 * with libbfd, from whose place and version its own follow. */
#ifndef GPTUI_LOAD_CODE_OPCODES_H
#define GPTUI_LOAD_CODE_OPCODES_H

#include "arch/calls.h"
#include "core/base/err.h"

struct opcodes;

/* A decoder for a machine number of ELF; wide: addresses of 64 bits. NULL if the library is not
 * there or does not know the machine; e is then as before, or says */
struct opcodes *opcodes_new(uint16_t machine, bool wide, struct err *e);
void opcodes_free(struct opcodes *o);

/* Bytes of the instruction at addr, as the library says; 0: it cannot. */
unsigned opcodes_length(struct opcodes *o, const struct call_bytes *code, uint64_t addr);

/* Find the next call in s, instruction by instruction, and go after it. False at the end. */
bool opcodes_calls(struct opcodes *o, struct call_scan *s, struct code_call *out);

/* Is there a jump in s to what a register or memory holds? */
bool opcodes_jumps_by_address(struct opcodes *o, struct call_scan *s);

#endif
