/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwarf: debugging information for written images: units, functions, line rows.
 *
 * Versions 2 to 5 of the standard (line tables: 2 to 4 look alike but for one byte). Units must
 * not overlap; rows of a sequence ascend. */
#ifndef TESTS_DWARF_H
#define TESTS_DWARF_H

#include "elf.h"

struct dwarf_row {
    uint64_t addr;
    unsigned file, line; /* file from 1; 0: end of sequence */
};

struct dwarf_function {
    char *name;
    uint64_t lo, hi;
    unsigned file, line;
};

struct dwarf {
    bool wide;
    bool detailed; /* functions have what gcc -g says about small ones: types, parameters,
                    * variables and a block; set it after dwarf_init */
    struct bytes info, abbrev, lines;
    char *name, *dir; /* of the open unit; NULL: none */
    unsigned version;
    char **files;
    size_t n_files, cap_files;
    struct dwarf_row *rows;
    size_t n_rows, cap_rows;
    struct dwarf_function *functions;
    size_t n_functions, cap_functions;
};

void dwarf_init(struct dwarf *d, bool wide, bool big);
void dwarf_unit(struct dwarf *d, const char *name, const char *dir, unsigned version);
unsigned dwarf_file(struct dwarf *d, const char *path); /* its number, from 1 */
void dwarf_function(struct dwarf *d, const char *name, uint64_t lo, uint64_t hi, unsigned file,
                    unsigned line);
void dwarf_row(struct dwarf *d, uint64_t addr, unsigned file, unsigned line);
/* Close the last unit, put the sections into e, release d. Nothing if there was no unit. */
void dwarf_finish(struct dwarf *d, struct elf *e);

#endif
