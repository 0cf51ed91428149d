/* SPDX-License-Identifier: GPL-3.0-or-later */
/* label: what all views say about a function or a cycle: its name, its place, its marks. Reports
 * and screens build their longer forms from these. */
#ifndef GPTUI_VIEW_LABEL_H
#define GPTUI_VIEW_LABEL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/model/runs.h"
#include "core/view/context.h"
#include "core/view/line.h"

/* The name of s as gprof prints it, and as a screen shows it that has room for it and no other
 * function; zero-terminated and owned by v->names. Both may hold any
 * byte but zero: text_shown makes them safe for screens. */
const char *label_printed(const struct view_context *v, sym_id s);
const char *label_name(const struct view_context *v, sym_id s, enum name_level level);

/* Ask the memory for what label_printed will read. For walks over many functions, which call it for
 * those ahead: with steps 2, 1, 0 as one comes nearer. */
void label_fetch(const struct view_context *v, sym_id s, unsigned steps);

/* Where s begins; false if that is not known, as always without v->lines and sources. */
bool label_place(const struct view_context *v, sym_id s, struct line_pos *out);

/* The file where s begins, NULL if that is not known. Where nobody asks for lines, this takes less
 * time and memory. */
const char *label_source(const struct view_context *v, sym_id s);

/* The address of s in the file of its image, and the base name of that. */
uint64_t label_addr(const struct view_context *v, sym_id s);
const char *label_image(const struct view_context *v, sym_id s);

/* The base name of the joined library that n is in, if none of its functions counts calls; else
 * NULL. */
const char *label_uncounted(const struct view_context *v, node_id n);

/* A source file as it is printed: its base name, with -L the whole path. */
const char *label_file(const struct view_context *v, const char *path);

/* Append "<cycle 2>", or "<cycle 2 as a whole>". */
void text_cycle(struct text *t, uint32_t cycle, bool whole);

/* Append " [3]", or " (3)" if the node has no entry. */
void text_index(struct text *t, const struct analysis *a, node_id n);

/* Path of the file in which s begins, or NULL. */
const char *function_file(const struct view_context *v, sym_id s);

/* Path of the program or library that has s. */
const char *function_image(const struct view_context *v, sym_id s);

/* The sets that options feed, as bits: 1 << enum filter_set. */
uint32_t filter_sets(const struct view_context *v);

/* Do the options take samples out by -P? gprof ignores it while -p says whose samples count. */
bool samples_excluded(const struct view_context *v);

/* Do they take out those of s? */
bool function_excluded(const struct view_context *v, sym_id s);

/* The letter of the profile's dimension ("s"), or "" if it cannot be shown; the same after a number
 * (" s"). */
struct unit_name {
    char s[3];
};
struct unit_name unit_of(const struct profile *p);
struct unit_name unit_after(const struct profile *p);

/* ---- names as screens show them ---- */

struct name_style {
    enum name_level level;
    bool ascii;
    bool index; /* with "[3]" */
};

/* Append a node's name, safe to show: "f <cycle 1> [3]", "<cycle 1 as a whole> [2]", with -l
 * "file.c:12 f @ 1649". Marks it with c.role and its cycle with ROLE_CYCLE. `shown` is the
 * function's own name, quiet parts set off as in view/names/form.h. */
void line_name(struct line *l, const struct view_context *v, node_id n, struct name_style style,
               struct cell c, const char *shown);

/* Columns of what such a name has beside the function's. */
size_t label_marks_cols(const struct view_context *v, node_id n, struct name_style style);

/* Append a node's name as text_name does, within `cols` columns (0: any), marks included. Marks are
 * never cut. */
void text_name_within(struct text *t, const struct view_context *v, node_id n,
                      struct name_style style, size_t cols);

/* Append the function's name alone within `cols` columns (0: any); a cycle as text_cycle has it. */
void text_function_within(struct text *t, const struct view_context *v, node_id n,
                          struct name_style style, size_t cols);

/* Append a node's name as line_name does, as text alone. */
void text_name(struct text *t, const struct view_context *v, node_id n, struct name_style style);

/* Append a node's name without the place that -l adds, for views that are about places anyway. */
void text_name_alone(struct text *t, const struct view_context *v, node_id n,
                     struct name_style style);

/* Append the name that regular expressions match, wherever they are typed: demangled in full,
 * without the type that it returns, whatever the options. Not safe to show. */
void text_match_name(struct text *t, const struct view_context *v, sym_id s);

/* Append the label of a run of a set or a sum, safe to show; and in a sentence, where a label that
 * is a number alone is "run 7" or "rank 7". */
void text_run(struct text *t, const struct profile_runs *r, uint32_t run, bool ascii);
void text_run_in_words(struct text *t, const struct profile_runs *r, uint32_t run, bool ascii);

/* What people call one of them: "run", or "rank" where all are those of parallel jobs. */
const char *label_of_runs(const struct profile_runs *r);

/* "0x40..0x58", the addresses of s in its image's file. */
void text_range(struct text *t, const struct view_context *v, sym_id s);

/* "libx.so" and `after`, if s is a library's. */
void text_image(struct text *t, const struct view_context *v, sym_id s, const char *after);

/* "file.c:12" of s and `after`, if the place is known and not part of the name already (-l). */
void text_place(struct text *t, const struct view_context *v, sym_id s, const char *after);

#endif
