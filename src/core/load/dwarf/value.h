/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value: values of attributes, read by their forms. */
#ifndef GPTUI_LOAD_DWARF_VALUE_H
#define GPTUI_LOAD_DWARF_VALUE_H

#include "core/load/dwarf/section.h"

struct dwarf_unit;

/* A value of an attribute as it stands in the file. */
struct dwarf_value {
    uint32_t form; /* 0: the attribute is missing */
    uint64_t v;    /* number, or offset of a string in the section that the form names; for a
                      string in place: its offset in .debug_info */
};

/* The string that v stands for, valid until the next call; NULL: none, or in another file. */
const char *dwarf_value_string(struct dwarf *d, const struct dwarf_unit *u,
                               const struct dwarf_value *v);

/* Bytes of a form of fixed size; 0: it has none, or takes no bytes. */
unsigned dwarf_form_bytes(const struct dwarf_unit *u, uint32_t form);

/* Read a value of form `form` at the cursor, which walks bytes of the section from c_off on.
 * False if the form is unknown. */
bool dwarf_read_value(struct cursor *c, uint64_t c_off, const struct dwarf_unit *u, uint32_t form,
                      struct dwarf_value *v);

#endif
