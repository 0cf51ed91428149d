/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abbrev: which attributes the entries of a unit have, in which form, and their values.
 *
 * The sizes of values depend on the unit, so a table serves units of one kind only. */
#ifndef GPTUI_LOAD_DWARF_ABBREV_H
#define GPTUI_LOAD_DWARF_ABBREV_H

#include "core/load/dwarf/unit.h"

enum {
    ABBREV_VARIES = 0xff, /* of an attribute: the value says its size */
    ABBREV_UNKNOWN = 0,   /* name or form: a number beyond all that are known */
};

struct dwarf_attribute {
    uint16_t name, form;
    uint8_t bytes; /* of the value */
};

struct dwarf_abbrev {
    uint64_t code;
    uint32_t first, n; /* its attributes in the table's */
    uint32_t bytes;    /* of all values; valid unless varies */
    uint16_t tag;
    bool varies, has_children;
};

/* All-zero is empty and ready. */
struct dwarf_abbrevs {
    struct dwarf_abbrev *all; /* ascending by code */
    size_t n, cap;
    struct dwarf_attribute *attributes;
    size_t n_attributes, attribute_cap;
    uint64_t off; /* in .debug_abbrev */
    uint8_t version, addr_bytes, offset_bytes;
    bool read;  /* the table is that of off */
    bool dense; /* codes are 1, 2, 3 and so on */
};

/* Make t the table at off for u; free if it is already. Of a damaged table the part before the
 * damage is kept. */
void dwarf_abbrevs_read(struct dwarf_abbrevs *t, struct dwarf *d, const struct dwarf_unit *u,
                        uint64_t off);
void dwarf_abbrevs_release(struct dwarf_abbrevs *t);

/* NULL: no entry has that code. */
const struct dwarf_abbrev *dwarf_abbrev_find(const struct dwarf_abbrevs *t, uint64_t code);

/* After a value of that attribute, in unit u, at p; NULL: it would end beyond `end`. */
const uint8_t *dwarf_skip_value(const uint8_t *p, const uint8_t *end,
                                const struct dwarf_attribute *a, const struct dwarf_unit *u,
                                const struct dwarf *d);

/* The string that v stands for, valid until the next call; NULL: none, or in another file. */
const char *dwarf_value_string(struct dwarf *d, const struct dwarf_unit *u,
                               const struct dwarf_value *v);

/* Read a value of form `form` at the cursor, which walks bytes of the section from c_off on.
 * False if the form is unknown. */
bool dwarf_read_value(struct cursor *c, uint64_t c_off, const struct dwarf_unit *u, uint32_t form,
                      struct dwarf_value *v);

#endif
