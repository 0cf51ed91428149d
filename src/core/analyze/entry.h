/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/entry: the lines of a call-graph entry, in the order in which they are printed. */
#ifndef GPTUI_ANALYZE_ENTRY_H
#define GPTUI_ANALYZE_ENTRY_H

#include "core/analyze/analysis.h"

/* Whether the call graph prints an entry for this node (5.8 of the format: its print flag is on,
 * and it was used unless `unused`). */
bool analysis_has_entry(const struct analysis *a, node_id n, bool unused);

/* Ask the memory for what the entry of n will read. For walks over many entries, which call it for
 * entries ahead: with steps 4, 3, 2, 1 as the entry comes nearer. */
void analysis_fetch_entry(const struct analysis *a, node_id n, unsigned steps);

/* ---- arcs ---- */

/* Zero for arcs that carry no time. */
struct arc_time arc_time(const struct analysis *a, arc_id arc);

/* Kinds of arcs, in the order in which callers of an entry are listed. */
enum arc_kind {
    ARC_RECURSION, /* a function calls itself */
    ARC_INNER,     /* between members of one cycle */
    ARC_PLAIN,
};

/* True for an arc from a function to itself or within one cycle. */
bool arc_is_inner(const struct analysis *a, arc_id arc);

/* A line of an entry. */
struct entry_arc {
    arc_id arc;
    sym_id from, to;
    enum arc_kind kind;
    uint64_t count;
    uint64_t calls; /* ARC_PLAIN: of the callee, or of its cycle; count is a part of it */
    struct arc_time time;
};

struct entry_arc entry_arc(const struct analysis *a, arc_id arc);

/* Sort by kind, then time, then count; those alike stay in order. */
void entry_arcs_sort(struct entry_arc *v, uint32_t n, bool descending);

/* Arcs in the order in which an entry prints them, into `out` (room for analysis_n_callers or
 * _callees): callers of s from the lightest, callees from the heaviest. */
void analysis_callers(const struct analysis *a, sym_id s, struct entry_arc *out);
void analysis_callees(const struct analysis *a, sym_id s, struct entry_arc *out);
uint32_t analysis_n_callers(const struct analysis *a, sym_id s);
uint32_t analysis_n_callees(const struct analysis *a, sym_id s);

/* ---- cycles ---- */

struct entry_arcs {
    struct entry_arc *v; /* malloc'ed */
    size_t n;
};

/* The arcs by which functions outside call members of a cycle (from 1), or, if `callees`, by which
 * its members call functions outside: in the order of their ids. */
void analysis_cycle_arcs(const struct analysis *a, uint32_t cycle, bool callees,
                         struct entry_arcs *out);

/* Members of a cycle (from 1) in printed order, into out (room for analysis_n_members). */
void analysis_members(const struct analysis *a, uint32_t cycle, sym_id *out);
uint32_t analysis_n_members(const struct analysis *a, uint32_t cycle);

#endif
