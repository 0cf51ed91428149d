/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sections: the sections of an image that hold machine code, whatever its format; and where an ELF
 * file says that data lies between its instructions, or that these are of another set: mapping
 * symbols "$a", "$t", "$x" and "$d" (ELF for the Arm Architecture, "Mapping symbols"; the same for
 * AArch64 and RISC-V). */
#ifndef GPTUI_LOAD_CODE_SECTIONS_H
#define GPTUI_LOAD_CODE_SECTIONS_H

#include "core/load/file/elf.h"
#include "core/load/file/image_file.h"

struct code_section {
    uint64_t addr;
    struct bytes bytes; /* not empty; its end has an address, too */
    bool is_text;       /* the one called .text */
};

struct code_sections {
    struct code_section *v; /* by address; may overlap in damaged files */
    size_t n;
    size_t text;      /* the first called .text; n: none */
    uint16_t machine; /* ELF's number, 0: unknown */
    bool big_endian;
    bool wide;     /* addresses of 64 bits */
    bool unlinked; /* addresses in the code are not final */
};

void code_sections_release(struct code_sections *s);

/* Those of an ELF file. What lies outside of the file is left out. Fails with ERR_MEMORY, ERR_READ;
 * *out needs code_sections_release in any case. */
bool code_sections_read(struct code_sections *out, const struct elf *f,
                        struct err *e) ATTR_MUST_USE;

/* Those of an image that is no ELF file; none if s is no object file, or if it is damaged. False
 * when memory runs out. */
bool bfd_code_read(struct code_sections *out, const struct source *s) ATTR_MUST_USE;

struct code_mark {
    uint64_t addr;
    uint32_t kind; /* 'a', 't', 'x', 'd' */
};

struct code_marks {
    struct code_mark *v; /* by address; malloc'ed */
    size_t n;
};

/* None for machines that have no such symbols, or if the table is damaged. Fails with
 * ERR_MEMORY, ERR_READ; m->v is to be freed in any case. */
bool code_marks_read(struct code_marks *m, const struct elf *f, struct err *e) ATTR_MUST_USE;

/* The first mark after addr; m->n if there is none. The one before it, if any, holds at addr. */
size_t code_marks_after(const struct code_marks *m, uint64_t addr);

#endif
