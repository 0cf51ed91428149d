/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_facts: what the source view says of every line of the program's code.
 *
 * 1. Ticks and counts of a line come from an analysis by line (-l), functions from one without -l;
 *    both have all other options in common.
 * 2. What a line's callees take is the time of the arcs from its function, divided among the lines
 *    that call by their numbers of calls (gprof paper, section 4: time goes to callers by calls).
 *    Recursive calls carry no time.
 * 3. Nodes are those of the analysis that the views show. */
#ifndef GPTUI_VIEW_ROWS_SOURCE_FACTS_H
#define GPTUI_VIEW_ROWS_SOURCE_FACTS_H

#include "core/load/code/counters.h"
#include "core/load/lines/source_text.h"
#include "core/view/context.h"
#include "core/view/marks.h"
#include "core/view/rows/annotate.h"

/* What a line calls. */
struct source_call {
    uint32_t line; /* an index of lines->lines */
    sym_id callee; /* a function, of the analysis without -l */
    arc_id arc;    /* from the line's function to it */
    bool whole;    /* all calls of the arc stand on this line */
    uint64_t count;
    double ticks; /* of the callee and what it calls, for these calls */
};

/* What is known of a line once its file was looked at. */
struct source_line {
    const struct source_call *calls; /* heaviest first */
    uint32_t n_calls;
    bool knows_range;
    double callee_ticks;
    uint64_t last; /* the count met before it (annotation_counts) */
    struct range range;
};

struct source_facts {
    struct arena memory; /* arena_object_free */
    const struct analysis *shown, *functions, *by_line;
    struct annotation *lines;
    struct call_finder *finder; /* private: of files that somebody looked at */
    uint32_t *hot;              /* lines with ticks, most first */
    uint32_t n_hot;
    struct code_counters counters;
    bool knows_counters; /* the code says which functions count their calls */
};

/* `shown` is the analysis of the views, `other` one with the opposite of its -l; both have sources,
 * belong to one profile and outlive the result. */
/* `code` tells where calls stand; NULL: nowhere. NULL: the progress (NULL: none) said to stop. */
struct source_facts *source_facts_new(const struct analysis *shown, const struct analysis *other,
                                      struct code *code,
                                      const struct progress *progress) ATTR_MUST_USE;

/* What is known of a line (an index of lines->lines), made for all of its file at first. */
struct source_line *source_line(const struct source_facts *f, uint32_t line);

/* The file at `path`, or NULL: no code comes from it. */
const struct annotated_file *source_file_find(const struct source_facts *f, const char *path);

/* The file that a line (an index of lines->lines) is in. */
const struct annotated_file *source_file_of(const struct source_facts *f, uint32_t line);

/* The line to begin with, an index of lines->lines: the hottest, else the first of the file with
 * most calls; none of what comes with the system or its compilers. NO_ID: there is no other. */
uint32_t source_first_line(const struct source_facts *f);

/* Where the code at an address comes from. False if that is not known. */
bool source_place_of(const struct source_facts *f, uint64_t addr, struct line_pos *out);

/* The function around a line's code, of the analysis without -l; NO_ID if there is none. */
sym_id source_function(const struct source_facts *f, uint32_t line);

/* The node that stands for a function in the analysis shown; NO_ID: none. */
node_id source_function_node(const struct source_facts *f, sym_id function);

/* The node of a line, by its number, of a file; of one without code that of the function around it.
 * NO_ID: none. */
node_id source_node_around(const struct source_facts *f, const struct annotated_file *file,
                           uint32_t line);

/* The line (an index of lines->lines) that calls a function of the analysis without -l for most
 * time, then most often, and is not in the function itself, nor, if `own`, in what comes with the
 * system; NO_ID if none is known. */
uint32_t source_calling_line(const struct source_facts *f, sym_id callee, bool own);

/* The line of the program's own that calls what stands at an address for most time, or calls what
 * calls it; NO_ID: none is known, or that is the program's own, too, and needs none. */
uint32_t source_own_caller(const struct source_facts *f, uint64_t addr);

/* The line of a file with most time, or else its first with code. */
uint32_t source_hottest_line(const struct source_facts *f, const struct annotated_file *file);

/* Append a line of source, safe to show, with its tabs as blanks; what is too long is cut. */
void text_source(struct text *t, struct source_piece p, bool ascii);

/* The counts in front of a line, with -x as the settings have it; and appended as words: "2,13",
 * "#####" if that is less than -m asks for, nothing if it may have run all the same. */
struct line_counts source_counts(const struct source_facts *f, uint32_t line,
                                 const struct settings *s);
void text_source_counts(struct text *t, const struct source_facts *f, uint32_t line,
                        const struct view_context *v);

/* ---- how far times of callees can be off ---- */

/* The range of the time of what a line with calls calls, found for some lines at a time and kept;
 * NULL where it is not known. */
struct range *source_range(const struct source_facts *f, const struct view_context *v,
                           uint32_t line);

/* The mark of that time. Measured times bear none unless they are shared out among several lines.
 */
enum mark callees_mark(const struct source_facts *f, const struct view_context *v, uint32_t line);

#endif
