/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name: the name of a function as libbfd finds it.
 *
 * The attributes of its entry are taken in turn: the first name counts; a linkage name replaces it;
 * where the entry refers to its origin or specification, that one's attributes are taken at this
 * place, and those of further specifications, in other units and the shared file too. */
#ifndef GPTUI_LOAD_DWARF_NAME_H
#define GPTUI_LOAD_DWARF_NAME_H

#include "core/load/dwarf/abbrev.h"
#include "core/load/dwarf/unit.h"

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

#endif
