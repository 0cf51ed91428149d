/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf_function: the nearest symbol at or before an address: the function's name where debug
 * information knows none. */
#ifndef GPTUI_LOAD_ELF_FUNCTION_H
#define GPTUI_LOAD_ELF_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/load/elf.h"

struct elf_function {
    uint64_t addr;
    uint32_t name; /* offset in names */
};

/* All-zero holds none. */
struct elf_functions {
    struct elf_function *all; /* ascending by address, one for each */
    size_t n;
    char *names; /* zero-terminated each */
};

/* Read the symbols of f. What is damaged is left out; false when memory runs out. */
bool elf_functions_read(struct elf_functions *t, const struct elf *f) ATTR_MUST_USE;
void elf_functions_release(struct elf_functions *t);

/* The name for addr, NULL: none. It holds up to *until, not included. */
const char *elf_functions_find(const struct elf_functions *t, uint64_t addr, uint64_t *until);

#endif
