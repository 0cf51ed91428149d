/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/sum: the sum of all profile files, as a profile file (-s; GNU manual, node "Output
 * Options").
 *
 * 1. Arcs and blocks have the addresses that files recorded, so that the sum says of lines and of
 *    places in the code all that its parts did. ARCS sets leave out what they do of the graph, and
 *    then also arcs without symbols; for this it takes an analysis.
 * 2. Ranges, arcs and blocks stand in the order of their addresses, so that every order and
 *    grouping of files gives the same bytes: those that the ranks of a job of MPI write together
 *    (runtime/mpi/files.c).
 * 3. Strict: arcs have the addresses of the symbols that they were credited to, and blocks are
 *    those that symbols have room for. Arcs stand by caller, within a caller the most recently
 *    created one first. Files are read in that order, so summing again turns it round. QUIRK(gnu):
 *    so it is in gprof; pinned by tests/diff. */
#ifndef GPTUI_ANALYZE_SUM_H
#define GPTUI_ANALYZE_SUM_H

#include "core/analyze/analysis.h"

/* Write the sum of a's profile to `path`, in the layout and the byte order of a's image that s
 * asks for (-O, --strict). Fails like gmon_write. */
bool sum_write(const struct analysis *a, const struct settings *s, const char *path,
               struct err *e) ATTR_MUST_USE;

#endif
