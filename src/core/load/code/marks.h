/* SPDX-License-Identifier: GPL-3.0-or-later */
/* marks: where an ELF file says that data lies between its instructions, or that these are of
 * another set: mapping symbols "$a", "$t", "$x" and "$d" (ELF for the Arm Architecture, "Mapping
 * symbols"; the same for AArch64 and RISC-V). */
#ifndef GPTUI_LOAD_CODE_MARKS_H
#define GPTUI_LOAD_CODE_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/load/file/elf.h"

struct code_mark {
    uint64_t addr;
    char kind; /* 'a', 't', 'x', 'd' */
};

struct code_marks {
    struct code_mark *v; /* by address */
    size_t n, cap;
};

/* None for machines that have no such symbols, or if the table is damaged. Fails with
 * ERR_MEMORY, ERR_READ; *m needs code_marks_release in any case. */
bool code_marks_read(struct code_marks *m, const struct elf *f, struct err *e) ATTR_MUST_USE;
void code_marks_release(struct code_marks *m);

/* The first mark after addr; m->n if there is none. The one before it, if any, holds at addr. */
size_t code_marks_after(const struct code_marks *m, uint64_t addr);

#endif
