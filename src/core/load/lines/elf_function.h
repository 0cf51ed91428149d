/* SPDX-License-Identifier: GPL-3.0-or-later */
/* elf_function: the nearest symbol at or before an address: the function's name where debug
 * information knows none. */
#ifndef GPTUI_LOAD_LINES_ELF_FUNCTION_H
#define GPTUI_LOAD_LINES_ELF_FUNCTION_H

#include <stddef.h>
#include <stdint.h>

#include "core/load/file/elf.h"

struct elf_function {
    uint64_t addr, size; /* size is never 0 */
    const char *name;    /* in the table's names */
};

/* All-zero holds none. */
struct elf_functions {
    struct elf_function *all; /* ascending by address, one for each */
    size_t n;
    char *names;
};

/* Read the symbols of f for its section .text. What is damaged is left out. */
void elf_functions_read(struct elf_functions *t, const struct elf *f);
void elf_functions_release(struct elf_functions *t);

/* Where a walk in ascending order is. All-zero is ready. */
struct elf_cursor {
    const struct elf_function *at; /* NULL: none */
    size_t n;                      /* symbols at or before the address that was looked up last */
};

/* The symbol for addr, NULL: none. It holds up to *until. QUIRK(gnu): a symbol that was found keeps
 * all addresses of its size, whatever others begin there; pinned by
 * tests/unit/load/test_line_oracle_random.c. */
const struct elf_function *elf_functions_walk(const struct elf_functions *t, struct elf_cursor *c,
                                              uint64_t addr, uint64_t *until);

#endif
