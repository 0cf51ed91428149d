/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line: the line program of one unit, run and kept as a table, and the paths of its files.
 *
 * 1. Rows stand in sequences; within one they ascend by address, one row per address: of several
 *    the last one counts.
 * 2. Sequences ascend and do not overlap: where two do, the one that begins first (of those the
 *    one that ends last) keeps its addresses.
 * 3. File 1 is the first of a program. QUIRK(gnu): in version 5 it is file 0, the unit's source,
 * until the program names another, unless the struct dwarf is by_standard; pinned by
 *    tests/unit/load/test_line_damage.c.
 * 4. Where only files were asked for, a row holds until the file changes, and nothing but whether
 *    there is one is known of its line. Such a table takes a fraction of the memory. */
#ifndef GPTUI_LOAD_DWARF_LINE_H
#define GPTUI_LOAD_DWARF_LINE_H

#include "core/base/text.h"
#include "core/load/dwarf/unit.h"

/* A directory, or a file with its directory. A string in place has its offset in the head. */
struct dwarf_entry {
    struct dwarf_value name;
    uint64_t dir;
};

struct dwarf_row {
    uint64_t addr;
    uint32_t file, line;
};

struct dwarf_sequence {
    uint64_t lo, hi;      /* where its rows hold */
    size_t first, n_rows; /* in the table */
};

struct dwarf_lines {
    struct dwarf_row *rows;
    size_t n_rows, row_cap;
    struct dwarf_sequence *sequences;
    size_t n_sequences, sequence_cap;

    /* files and directories of the header */
    uint8_t *head; /* its bytes */
    size_t head_bytes;
    struct dwarf_entries {
        struct dwarf_entry *v;
        size_t n, cap;
    } dirs, files;
    uint16_t version;
    uint8_t offset_bytes;
    bool files_only;
};

/* Run the program of u. files_only: nobody will ask for lines. Of what is damaged, the part before
 * the damage is kept. */
void dwarf_lines_read(struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      bool files_only);
void dwarf_lines_release(struct dwarf_lines *l);

/* Where the last lookup ended, for lookups that mostly ascend. All-zero is ready. */
struct dwarf_row_cursor {
    size_t sequence, n; /* rows of it at or before the address */
};

/* The row that holds at addr, or NULL; up to *until the answer does not change. */
const struct dwarf_row *dwarf_lines_at(const struct dwarf_lines *l, struct dwarf_row_cursor *c,
                                       uint64_t addr, uint64_t *until);

static inline const struct dwarf_row *dwarf_lines_find(const struct dwarf_lines *l, uint64_t addr)
{
    struct dwarf_row_cursor c = {0};
    uint64_t until;
    return dwarf_lines_at(l, &c, addr, &until);
}

/* Append the path of a file as GNU gprof prints it: compilation directory, directory and name, put
 * together as they stand and beginning with the last absolute one. False if there is no such file.
 */
bool dwarf_lines_path(const struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      uint32_t file, struct text *out);

#endif
