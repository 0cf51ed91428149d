/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines/lines_bfd: source lines by libbfd's own lookup, for images that are no ELF files, whose
 * addresses need relocation, or whose debug information is of another kind. */
#ifndef GPTUI_LOAD_LINES_LINES_BFD_H
#define GPTUI_LOAD_LINES_LINES_BFD_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"

struct bfd_lines;

/* NULL if libbfd cannot read the file at `path`. */
struct bfd_lines *bfd_lines_new(const char *path);
void bfd_lines_free(struct bfd_lines *l);

/* After the last byte of the text that the file holds, whatever its header claims. */
uint64_t bfd_lines_end(const struct bfd_lines *l);

/* Strings are valid until the next call. */
struct bfd_place {
    const char *file, *function;
    uint32_t line;
};

/* What is known of addr; false unless all of it is: GNU gprof takes no line from code, such as that
 * of assembler files in PE images, for which libbfd finds no function. */
bool bfd_lines_find(struct bfd_lines *l, uint64_t addr, struct bfd_place *out) ATTR_MUST_USE;

#endif
