/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/sum: the sum of all profile files, as a profile file (-s; GNU manual, node "Output
 * Options").
 *
 * 1. Addresses of arcs are those of the symbols that they were credited to, so it takes an
 *    analysis; its graph is without arcs that have no symbols and those that ARCS sets leave out.
 * 2. Ranges, arcs and blocks stand in the order of their addresses, so that every order and
 *    grouping of files gives the same bytes.
 * 3. Strict: arcs stand by caller, within a caller the most recently created one first. Files are
 *    read in that order, so summing again turns it round. QUIRK(gnu): so it is in gprof; pinned by
 *    tests/diff. */
#ifndef GPTUI_ANALYZE_SUM_H
#define GPTUI_ANALYZE_SUM_H

#include <stdbool.h>
#include <stdint.h>

#include "core/analyze/analysis.h"
#include "core/base/attr.h"

/* The address of the symbol that an address is credited to at that end of an arc; itself if it is
 * none's. */
uint64_t sum_credited(const struct analysis *a, uint64_t addr, bool is_callee);

/* Write the sum of a's profile to `path`, in the layout and the byte order of a's image that s
 * asks for (-O, --strict). Fails like gmon_write. */
bool sum_write(const struct analysis *a, const struct settings *s, const char *path,
               struct err *e) ATTR_MUST_USE;

#endif
