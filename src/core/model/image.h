/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image: what an executable says about its functions, frozen after loading.
 *
 * 1. Symbols stand in the order of the file's symbol table. Only those that some option could put
 *    into the analysed table are here; which of them are used is the table's business.
 * 2. Addresses are those of the image file. Ranges are half-open.
 * 3. Names live in `names` and are zero-terminated there.
 * 4. Symbols can come from another file (-S). Such an image has no source lines: nothing says that
 *    its debug information is about the same addresses. */
#ifndef GPTUI_MODEL_IMAGE_H
#define GPTUI_MODEL_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SYM_STATIC = 1,  /* local binding; else global or weak */
    SYM_FUNC = 2,    /* ELF type FUNC */
    SYM_KEPT = 8,    /* no option leaves it out of the table */
    SYM_OBJECT = 16, /* stands for an object file, whose name it has */
    SYM_CLONE = 64,  /* made by the compiler of another function, with a dot in its name: GNU gprof
                      * takes it for a part of the function before it */
    SYM_TYPED = 32,  /* a function for Windows that GNU gprof takes for a label: static or weak */
    SYM_STUB = 128,  /* by which functions of shared libraries are called, with a name made by us
                      * (load/image/stubs.c); GNU gprof takes it for a part of the one before it */
    SYM_LABEL = 512, /* no function: a label for Windows that GNU gprof takes for one */
    SYM_UNKNOWN_TO_GNU = SYM_CLONE | SYM_STUB,
};

struct raw_symbol {
    uint64_t addr;
    uint32_t name; /* offset in image.names */
    uint32_t flags;
};

/* A section with machine code that the file holds. */
struct image_code {
    uint64_t addr, n_bytes; /* its end has an address, too */
    uint64_t offset;        /* in the file */
};

/* A few addresses, all different. */
struct image_addresses {
    uint64_t v[8];
    unsigned n;
};

/* The addresses between which start-up code may let a profile range. */
struct image_bounds {
    struct image_addresses starts, ends; /* before they are rounded */
    uint64_t code_lo, code_hi;           /* segments with code */
    uint64_t base;                       /* of the first segment that is loaded */
    uint64_t page_bytes; /* a program is moved by a multiple of it; 0: nothing runs this file */
};

struct image {
    char *path;         /* as the user named it; NULL: there is no file */
    char *symbols_path; /* the file that the symbols are from; NULL: the image itself */
    uint16_t machine;   /* ELF e_machine, 0 if not ELF */
    uint8_t addr_bytes; /* 4 or 8 */
    bool big_endian;
    bool windows;      /* PE/COFF: there long has 32 bits, and paths have backslashes */
    char leading_char; /* what the target's compilers put before each name of C; '\0': nothing */
    uint64_t text_lo, text_hi; /* section .text */
    bool is_x86;               /* its code is, of 32 or of 64 bits */
    bool is_stripped; /* the symbols are those of another file, or for dynamic linking alone */
    struct image_code *code; /* n_code, by address */
    uint32_t n_code;
    struct image_bounds bounds;
    /* Words of the program that hold the address of what counts calls; for i386 also as distances
     * from its table of addresses. */
    struct image_addresses counters;
    bool can_record;   /* gptui record can run it here, as far as the file says */
    const char *names; /* n_name_bytes, the last one zero */
    size_t n_name_bytes;
    struct raw_symbol *symbols;
    uint32_t n_symbols;
    uint32_t
        *objects; /* object files of a map (-R) by name: offsets in `names`, ascending as well */
    uint32_t n_objects;
    uint64_t n_bad_lines, bad_line; /* in symbols_path, without an address; number of the first */
    int64_t mtime_sec;              /* of the file, 0 if unknown */
    uint64_t file_bytes;
};

static inline const char *image_name(const struct image *im, const struct raw_symbol *s)
{
    return im->names + s->name;
}

/* Bytes of a long in the program. */
static inline uint8_t image_long_bytes(const struct image *im)
{
    return im->windows ? 4 : im->addr_bytes;
}

/* A name of im's symbols, or of its debug information, as reports show it where it has no other
 * source form: without the target's leading character. The result lies in `name`. */
static inline const char *image_plain_name(const struct image *im, const char *name)
{
    return im->leading_char && name[0] == im->leading_char ? name + 1 : name;
}

/* Whether it is what the code of a weak function of Windows is called. */
bool image_is_weak_name(const struct image *im, const char *name);

/* The file whose fault it is when there are no symbols. */
static inline const char *image_symbols_path(const struct image *im)
{
    return im->symbols_path ? im->symbols_path : im->path;
}

/* How many symbols have the flag? */
uint32_t image_count(const struct image *im, uint32_t flag);

/* What GNU gprof gets wrong in programs for Windows: take symbols for functions that are such
 * (SYM_TYPED), leave out labels that are none (SYM_LABEL), and call weak functions by their names.
 * Before anything refers to a symbol by its number. */
void image_mend_windows(struct image *im);

/* Is it the name of a function by which code compiled with -pg, or the like, counts calls, or of a
 * stub for one (NAME@plt)? */
bool image_is_counter(const char *name);

/* Add an address that is not there yet; those for which there is no room are left out. */
void image_add_address(struct image_addresses *a, uint64_t addr);

/* Add the bound that a symbol of this name is, if any. */
void image_see_symbol(struct image *im, const char *name, uint64_t addr);

/* Add a section with code, of which the first few thousand are kept; whoever adds sorts them. */
void image_add_code(struct image *im, struct image_code c);

/* Free im and all that it owns; NULL is fine. */
void image_free(struct image *im);

#endif
