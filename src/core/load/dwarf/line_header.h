/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line_header: header of a line program, versions 2 to 5; paths of its files. */
#ifndef GPTUI_LOAD_DWARF_LINE_HEADER_H
#define GPTUI_LOAD_DWARF_LINE_HEADER_H

#include "core/base/text.h"
#include "core/load/dwarf/line.h"

/* A directory, or a file with its directory. A string in place has its offset in the head. */
struct dwarf_entry {
    struct dwarf_value name;
    uint64_t dir;
};

struct dwarf_line_head {
    const uint8_t *program; /* valid until .debug_line is read again */
    size_t program_bytes;
    uint8_t min_instruction, max_ops;
    int8_t line_base;
    uint8_t line_range, opcode_base; /* never 0 */
    uint8_t operands[256];           /* by standard opcode */
    bool big_endian;
};

/* Read the header of u's program, its files and directories into l. False if there is no usable
 * program. */
bool dwarf_line_head_read(struct dwarf_line_head *h, struct dwarf_lines *l, struct dwarf *d,
                          const struct dwarf_unit *u);

/* A file defined by the program itself, in n bytes at p. */
void dwarf_line_define_file(struct dwarf_lines *l, const struct dwarf_line_head *h,
                            const uint8_t *p, size_t n);

/* Append the path of a file as GNU gprof prints it: compilation directory, directory and name, put
 * together as they stand and beginning with the last absolute one. False if there is no such file.
 */
bool dwarf_lines_path(const struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      uint32_t file, struct text *out);

#endif
