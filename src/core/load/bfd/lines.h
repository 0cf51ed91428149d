/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bfd/lines: source lines by libbfd's own lookup, for images that are no ELF files, whose addresses
 * need relocation, or whose debug information is of another kind. */
#ifndef GPTUI_LOAD_BFD_LINES_H
#define GPTUI_LOAD_BFD_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"

struct bfd_lines;

/* NULL if libbfd cannot read the file at `path`. */
struct bfd_lines *bfd_lines_new(const char *path);
void bfd_lines_free(struct bfd_lines *l);

/* File (valid until the next call) and line at addr. */
bool bfd_lines_find(struct bfd_lines *l, uint64_t addr, const char **file,
                    uint32_t *line) ATTR_MUST_USE;

#endif
