/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwarf_split: the file that the entries of a compilation unit were split off to (split DWARF).
 *
 * The program keeps a skeleton of the unit: its ranges, its line program, all addresses, and the
 * name and id of a file X.dwo with the rest. Or the rest of all units is in a package, PROGRAM.dwp.
 * These names stand in the image, so the files are opened like all that nobody named to us
 * (load/source.h), and nothing is taken from one with another id. */
#ifndef GPTUI_LOAD_DWARF_SPLIT_H
#define GPTUI_LOAD_DWARF_SPLIT_H

#include "core/load/file/debug_file.h"
#include "core/load/dwarf/function.h"

/* The package of an image. All-zero is one that was not yet looked for. Must not be moved. */
struct dwarf_package {
    bool tried;
    struct debug_file file; /* path NULL: there is none */
    struct bytes index;
};

void dwarf_package_close(struct dwarf_package *p);

/* What was split off from one unit. Must not be moved. */
struct dwarf_split {
    struct debug_file file; /* path NULL: the unit is in the package */
    struct dwarf dwarf;
    struct dwarf_open_unit unit; /* what it says of addresses refers to the file of the skeleton */
};

/* Open what was split off from the unit `skeleton`, which must stay open, of the image at path
 * `image`. False if nothing was, or if it cannot be found or read; then there is nothing to close.
 */
bool dwarf_split_open(struct dwarf_split *s, const struct dwarf_open_unit *skeleton,
                      const char *image, struct dwarf_package *package) ATTR_MUST_USE;
void dwarf_split_close(struct dwarf_split *s);

#endif
