/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function: which function of a unit, or function inlined there, an address belongs to, and its
 * name.
 *
 * As libbfd has it: of the pieces of code that hold the address the shortest one, of equally long
 * ones that whose function stands last in the file. Pieces of one function that touch each other
 * are one.
 *
 * A name as libbfd finds it: the attributes of a function's entry are taken in turn: the first name
 * counts; a linkage name replaces it; where the entry refers to its origin or specification, that
 * one's attributes are taken at this place, and those of further specifications, in other units and
 * the shared file too. */
#ifndef GPTUI_LOAD_DWARF_FUNCTION_H
#define GPTUI_LOAD_DWARF_FUNCTION_H

#include "core/load/dwarf/abbrev.h"

/* A unit whose entries are looked at, and what is needed for it. All-zero holds none. */
struct dwarf_open_unit {
    struct dwarf *d; /* NULL: none */
    struct dwarf_root root;
    struct dwarf_abbrevs abbrevs;
};

/* Open the unit that begins at start. False if it cannot be read. u may hold another one. */
bool dwarf_open_unit(struct dwarf_open_unit *u, struct dwarf *d, uint64_t start) ATTR_MUST_USE;
void dwarf_open_unit_release(struct dwarf_open_unit *u);

/* Finds names; keeps the other units that it had to open. All-zero is ready. */
struct dwarf_namer {
    struct dwarf_open_unit other; /* to be released by the owner */
    bool source;                  /* as in the source: linkage names do not count */
};

struct dwarf_name {
    const char *s;   /* valid until d is read again; NULL: none */
    bool is_linkage; /* it is the symbol's name, whatever the symbol table says */
};

/* The name of the entry at off, which lies in u. */
struct dwarf_name dwarf_name_find(struct dwarf_namer *n, struct dwarf_open_unit *u, uint64_t off);

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
