/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pe: the headers of a program for Windows, every size checked. */
#ifndef GPTUI_LOAD_FILE_PE_H
#define GPTUI_LOAD_FILE_PE_H

#include "core/load/file/elf.h"

/* Offsets and sizes as in Microsoft's "PE Format". */
enum {
    PE_SECTION_BYTES = 40,
    PE_SYMBOL_BYTES = 18,
};

struct pe_head {
    bool is64;
    uint64_t base; /* address at which it is loaded */
    uint64_t sections_off, symbols_off;
    uint32_t n_sections, n_symbols;
};

/* False if s is no such program. */
bool pe_head_read(struct pe_head *h, const struct source *s);

/* Its sections as if they were an ELF file's, which has nothing else: what reads debug information
 * by the names of sections reads both. False if s is no such program, or cannot be read. Release it
 * with elf_release. */
bool pe_sections(struct elf *f, const struct source *s);

#endif
