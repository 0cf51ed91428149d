/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_internal: what the files of load/lines share. */
#ifndef GPTUI_LOAD_LINES_LINES_INTERNAL_H
#define GPTUI_LOAD_LINES_LINES_INTERNAL_H

#include "core/base/intern.h"
#include "core/load/dwarf/function.h"
#include "core/load/dwarf/line.h"
#include "core/load/dwarf/split.h"
#include "core/load/file/debug_file.h"
#include "core/load/lines/lines.h"
#include "core/load/lines/lines_bfd.h"

enum { LINES_ROWS_KEPT = 2 << 20 }; /* in the tables that are kept; more, and some are dropped */

/* The line table of one unit; `read` is false for one that is not there. */
struct lines_table {
    bool read;
    struct dwarf_lines lines;
    const char **paths; /* by file, NULL: not yet put together */
};

struct lines {
    char *path;
    bool found; /* the files are open */
    bool opened;
    bool windows; /* paths of libbfd are made tidy */

    /* DWARF, read by ourselves */
    struct debug_file image, separate, shared;
    struct dwarf dwarf, shared_dwarf;
    struct dwarf_package package;
    struct dwarf_units units;
    struct lines_table *tables; /* by unit */
    size_t n_rows;              /* in all tables */
    size_t rows_kept;           /* LINES_ROWS_KEPT; tests want less */
    bool split;                 /* see lines_read_split */
    bool all_ranges;            /* also units that do not give their ranges are in the index */
    bool keep_tables;           /* whatever their number of rows */
    bool files_only;            /* what is asked now: tables without lines will do */

    struct bfd_lines *other;  /* NULL: not needed */
    struct intern_set *texts; /* paths and names: own_texts, or those of the first image */
    struct intern_set own_texts;

    struct dwarf_functions named; /* of the unit that lines_source_name was asked about last */
    size_t named_unit;            /* its number and one more; 0: none */

    /* Only the program has these. */
    const struct profile *profile; /* whose libraries are joined; NULL: none are */
    struct lines **libraries;      /* of which there are n_libraries */
    size_t n_libraries;
};

/* The image that addr belongs to; *addr becomes the one of its file. */
struct lines *lines_image_at(struct lines *l, uint64_t *addr);

/* Open the files at first use. `whole`: have all debug information in memory, for work that needs
 * most of it. */
void lines_open(struct lines *l, bool whole);

/* Let the index of units know what their line tables cover: of those that have no ranges of their
 * own, or of all. */
void lines_know_units(struct lines *l, bool all);

/* The table of a unit. */
struct lines_table *lines_get_table(struct lines *l, size_t unit);
void lines_drop_table(struct lines *l, size_t unit);

/* The path of a unit's file, NULL: none. The table must have been got. */
const char *lines_file_path(struct lines *l, size_t unit, uint32_t file);

/* The one copy of a path from libbfd. */
const char *lines_keep_path(struct lines *l, const char *file);

/* The one copy of n bytes of a path or name. */
const char *lines_keep_text(struct lines *l, const char *s, size_t n);

#endif
