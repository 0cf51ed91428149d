/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/format: whole reports: in GNU gprof's layout (gnu.h), and for other programs (--format), one
 * function per format.
 *
 * 1. What is written are the rows of the sections in `styles` as gnu.h prints them, under the
 *    same filters, with the same numbers, only not rounded to two digits.
 * 2. A text that is not UTF-8 comes out as UTF-8: each byte that belongs to no character as \xHH.
 * 3. Numbers that are not finite are left out.
 *
 * gptui-json(5) and gptui(1) describe the formats. */
#ifndef GPTUI_VIEW_FORMAT_FORMAT_H
#define GPTUI_VIEW_FORMAT_FORMAT_H

#include "core/analyze/questions/call_tree.h"
#include "core/base/err.h"
#include "core/base/file/emitter.h"
#include "core/view/writer.h"

/* An object with everything; its schema is data/gptui-profile.schema.json. */
void format_json(struct gnu_out *o, uint32_t styles);

/* One table (RFC 4180) of all sections. */
void format_csv(struct gnu_out *o, uint32_t styles);

/* A directed graph for graphviz. */
void format_dot(struct gnu_out *o, uint32_t styles);

/* A file for callgrind_annotate and KCachegrind. */
void format_callgrind(struct gnu_out *o, uint32_t styles);

/* Estimated stacks (view/format/stacks), a line each with its microseconds. */
void format_folded(struct gnu_out *o, uint32_t styles);

/* Estimated stacks as a message perftools.profiles.Profile, not compressed. */
void format_pprof(struct gnu_out *o, uint32_t styles);

/* The tree of calls as a picture, of measured paths or of what is certain without; and of a tree at
 * hand (of which what is seen is opened; NULL: the former) with node `top` as the whole, which
 * fails as `out` does. */
void format_svg(struct gnu_out *o, uint32_t styles);
bool format_svg_tree(const struct view_context *v, struct call_tree *tree, uint32_t top,
                     const struct emitter *out, struct err *e) ATTR_MUST_USE;

/* ---- a report in the format that the settings ask for ---- */

/* Whether the format of s can show `styles`; else fills e with ERR_OUTPUT_STYLE. */
bool report_allows(const struct settings *s, uint32_t styles, struct err *e) ATTR_MUST_USE;

/* Write what looks wrong with the profile, after what -i says of its files. */
bool report_findings(const struct view_context *v, const struct emitter *out,
                     struct err *e) ATTR_MUST_USE;

/* Write the sections `styles` (report_allows) to `out`. `any_before`: something was printed
 * already. Fails as gnu_report and `out` do, with ERR_OUTPUT_BINARY if a terminal would get bytes
 * that are no text, and with ERR_OUTPUT_LIMIT where there would be more of them than the settings
 * allow. */
bool report_write(const struct view_context *v, uint32_t styles, bool any_before,
                  const struct emitter *out, struct err *e) ATTR_MUST_USE;

/* ---- a comparison (--diff) as text for logs, as CSV and as JSON ---- */

/* Whether a comparison can be written in the format of s; else fills e with ERR_OUTPUT_STYLE. */
bool format_diff_allows(const struct settings *s, struct err *e) ATTR_MUST_USE;

/* Write it in the format of the new side's settings (OUTPUT_TEXT, OUTPUT_CSV, OUTPUT_JSON). The
 * text leaves out rows that differ by nothing but noise, unless -z. Fails as `out` does. */
bool format_diff(const struct view_diff *v, const struct emitter *out, struct err *e) ATTR_MUST_USE;

/* ---- how the numbers of an analysis came about, step by step (-d) ----
 *
 * The categories are those of GNU gprof (GNU manual, node "Debugging"), the lines are our own: the
 * category's name, then one fact. Nothing is recorded meanwhile: all of it is read off the
 * finished analysis, or from computing a part of it again. */

enum {
    TRACE_NUMBERS = 2,    /* topological order */
    TRACE_CYCLES = 4,     /* their members and calls */
    TRACE_TALLY = 16,     /* calls of functions, arc by arc */
    TRACE_SORT = 32,      /* callers and callees of each entry in their order */
    TRACE_RECORDS = 64,   /* histograms with their samples, and arcs */
    TRACE_SYMBOLS = 128,  /* which symbols the table has, and why not others */
    TRACE_CODE = 256,     /* calls found in the code */
    TRACE_LOOKUPS = 512,  /* addresses to symbols */
    TRACE_TIMES = 1024,   /* propagation of time */
    TRACE_BLOCKS = 2048,  /* basic blocks */
    TRACE_SPECS = 4096,   /* what each symspec selects */
    TRACE_SOURCES = 8192, /* where source files are looked for */
};

/* Write the categories in `what`, in the order of events. Bytes of files come out safe for a
 * terminal. Fails with what the emitter says, ERR_REGEX. */
bool trace_write(const struct view_context *v, uint32_t what, const struct emitter *out,
                 struct err *e) ATTR_MUST_USE;

#endif
