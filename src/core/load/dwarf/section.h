/* SPDX-License-Identifier: GPL-3.0-or-later */
/* section: the sections with debug information of one ELF file, read piece by piece.
 *
 * A file that the entries of a unit were split off to (.dwo) is read like any other; what its
 * entries say about addresses refers to the file that has the code. Of a package of such files
 * (.dwp) the part of one unit looks like a file of its own.
 *
 * Big sections are read through a window where they are asked for, so that a lookup in 100 MB of
 * debug information touches a few pages. Compressed ones are unpacked whole, by libbfd. */
#ifndef GPTUI_LOAD_DWARF_SECTION_H
#define GPTUI_LOAD_DWARF_SECTION_H

#include "core/load/file/elf.h"

enum dwarf_section_id {
    DWARF_INFO,
    DWARF_ABBREV,
    DWARF_LINE,
    DWARF_RANGES,
    DWARF_RNGLISTS,
    DWARF_ADDR,
    DWARF_STR,
    DWARF_LINE_STR,
    DWARF_STR_OFFSETS,
    DWARF_SECTIONS
};

struct dwarf_section {
    const struct elf_section *header; /* NULL: the file has none */
    uint64_t size;                    /* unpacked, 0 without header */
    bool tried;                       /* to have all of it in memory */
    struct bytes all;                 /* p NULL: not in memory */
    struct bytes window;              /* of the bytes from window_off on */
    uint64_t window_off;
    size_t n_window;
};

struct dwarf {
    const struct source *source; /* must stay open */
    const struct elf *elf;
    struct dwarf *code; /* of the file with the code, if this one was split off; else NULL */
    bool by_standard;   /* also where GNU gprof 2.40 is not: lists of ranges with indexed
                           addresses, the file that a line program of version 5 begins with */
    struct elf_section parts[DWARF_SECTIONS]; /* headers of those that are parts of a section */
    struct dwarf *shared; /* of the file whose strings this one uses too; NULL: none */
    struct dwarf_section sections[DWARF_SECTIONS];
    uint64_t *starts; /* of all units, ascending; NULL: not yet needed */
    size_t n_starts, start_cap;
    uint64_t work, work_most; /* see dwarf_work */
};

/* Find the sections of elf; those of a file that was split off from `code` (NULL: it was not),
 * which must stay. Reads nothing. */
void dwarf_init(struct dwarf *d, const struct elf *elf, struct dwarf *code);

/* Let the section have only the n bytes from off on. False: it has not got them, or is compressed.
 */
bool dwarf_take_part(struct dwarf *d, enum dwarf_section_id id, uint64_t off, uint64_t n);
void dwarf_release(struct dwarf *d);

/* Have all sections in memory, if there is room: for work that needs most of them. */
void dwarf_read_whole(struct dwarf *d);

/* Give back what dwarf_read_whole read: from now on it is read piece by piece again. */
void dwarf_drop_whole(struct dwarf *d);

/* At least `want` bytes of a section from off on, or all up to its end if that is nearer; their
 * number in *n. They stay valid until the next call for the same section. NULL: nothing is there,
 * or it cannot be read. */
const uint8_t *dwarf_get(struct dwarf *d, enum dwarf_section_id id, uint64_t off, uint64_t want,
                         size_t *n);

/* The zero-terminated string at off, valid as long; NULL: there is none. */
const char *dwarf_string(struct dwarf *d, enum dwarf_section_id id, uint64_t off);

/* A number of 1 to 8 bytes at off, in the file's byte order. */
bool dwarf_number(struct dwarf *d, enum dwarf_section_id id, uint64_t off, unsigned bytes,
                  uint64_t *v);

/* Account for n steps of work. False when it is so much more than the file has bytes that only
 * tables which refer to each other again and again can be the reason. */
bool dwarf_work(struct dwarf *d, uint64_t n);

/* Numbers of 7 bits a byte, at a cursor. Most have one byte. */
uint64_t dwarf_long_uleb(struct cursor *c);
int64_t dwarf_long_sleb(struct cursor *c);

static inline bool dwarf_is_short(const struct cursor *c)
{
    return c->at < c->n && !(c->p[c->at] & 0x80) && !c->short_read;
}
static inline uint64_t dwarf_uleb(struct cursor *c)
{
    return dwarf_is_short(c) ? c->p[c->at++] : dwarf_long_uleb(c);
}
static inline int64_t dwarf_sleb(struct cursor *c)
{
    if (!dwarf_is_short(c))
        return dwarf_long_sleb(c);
    int v = c->p[c->at++];
    return v & 0x40 ? v - 0x80 : v;
}

/* The string that ends before the cursor's end, in place; NULL (and short_read): none. */
const char *dwarf_inline_string(struct cursor *c);

#endif
