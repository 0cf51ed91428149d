/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function: which function of a unit, or function inlined there, an address belongs to.
 *
 * As libbfd has it: of the pieces of code that hold the address the shortest one, of equally long
 * ones that whose function stands last in the file. Pieces of one function that touch each other
 * are one. */
#ifndef GPTUI_LOAD_DWARF_FUNCTION_H
#define GPTUI_LOAD_DWARF_FUNCTION_H

#include "core/load/dwarf/name.h"

struct dwarf_function {
    uint64_t lo; /* of its first piece */
    union {
        uint64_t entry;   /* in .debug_info; before it is named */
        const char *name; /* the owner's */
    };
};

enum { DWARF_NO_FUNCTION = UINT32_MAX };

/* From lo to the next span's the addresses belong to `function`. */
struct dwarf_span {
    uint64_t lo;
    uint32_t function; /* or DWARF_NO_FUNCTION */
};

struct dwarf_functions {
    struct dwarf_function *all; /* in the order of the file */
    size_t n, cap;
    struct dwarf_span *spans; /* ascending; the last one is without function */
    size_t n_spans;
};

/* Read the functions of an open unit. What is damaged is left out. */
void dwarf_functions_read(struct dwarf_functions *f, struct dwarf_open_unit *u);
void dwarf_functions_release(struct dwarf_functions *f);

#endif
