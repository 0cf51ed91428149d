/* SPDX-License-Identifier: GPL-3.0-or-later */
/* annotate: what annotated source says of each line: counts and ticks of its symbols.
 *
 * 1. Files stand in GNU gprof's order: the one registered last (select/symbol_places.h) first. Only
 *    files with lines are there.
 * 2. Lines ascend within a file; those without symbols are not there, so that huge line numbers
 *    cost nothing.
 * 3. Symbols that the ANNO sets do not let through have no part in anything. */
#ifndef GPTUI_VIEW_ROWS_ANNOTATE_H
#define GPTUI_VIEW_ROWS_ANNOTATE_H

#include "core/analyze/analysis.h"
#include "core/base/mem.h"
#include "core/base/text.h"

struct annotated_line {
    uint32_t line; /* from 1 */
    uint32_t n_symbols;
    sym_id first; /* of these, in the table's order; it lends the line its blocks */
    sym_id
        hottest; /* of these; the first where none has samples. Copies of a function share lines */
    uint64_t calls; /* of all of them */
    double ticks;   /* of all of them */
    double wait;    /* ticks of waiting time; 0 in a profile without */
};

struct annotated_file {
    const char *path; /* as in the debug information */
    uint32_t lo, hi;  /* its lines are [lo, hi) */
    uint64_t calls;   /* of all its symbols */
    double ticks, wait;
};

struct annotation {
    struct arena memory; /* arena_object_free */
    struct annotated_file *files;
    uint32_t n_files;
    struct annotated_line *lines;
    uint32_t n_lines;
};

/* For an analysis with sources. NULL: the progress (NULL: none) said to stop. */
struct annotation *annotation_new(const struct analysis *a,
                                  const struct progress *progress) ATTR_MUST_USE;

/* The first line of a file from `line` on: its number in n->lines, f->hi if there is none. */
uint32_t annotation_from(const struct annotation *n, const struct annotated_file *f, uint64_t line);

/* The line of a file, or NULL. */
const struct annotated_line *annotation_find(const struct annotation *n,
                                             const struct annotated_file *f, uint64_t line);

/* The counts in front of a line: of the function that begins there, and of its blocks. */
struct line_counts {
    uint64_t v[1 + BLOCKS_MAX];
    unsigned n; /* 0: nothing is known */
    uint64_t sum;
};

/* The counts of l. all_lines (-x): runs of equal counts are one, and a line without any has the one
 * met last, *last, which goes from line to line, even from file to file; 0 at first. */
void annotation_counts(const struct analysis *a, const struct annotated_line *l, bool all_lines,
                       uint64_t *last, struct line_counts *out);

enum { MARGIN_COLS = 16 };

/* Append the counts as GNU gprof shows them: "2,13 -> " or, if they are less than min_count in all,
 * "##### -> ", right in MARGIN_COLS; longer ones are cut. */
void text_margin(struct text *t, const struct line_counts *c, uint64_t min_count);

/* Numbers (in n->lines) of the lines of f with calls, most called first, at most `most`, into out
 * (room for as many as f has lines); their number in *n_out. */
void annotation_top(const struct annotation *n, const struct annotated_file *f, uint32_t most,
                    uint32_t *out, uint32_t *n_out);

#endif
