/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cycle_lines: what there is to say about cycles, as lines to choose from: all of them; one with
 * its callers, the cuts that take it apart, and its inner arcs. */
#ifndef GPTUI_VIEW_GRID_CYCLE_LINES_H
#define GPTUI_VIEW_GRID_CYCLE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/analyze/questions/cuts.h"
#include "core/base/mem.h"
#include "core/view/context.h"
#include "core/view/grid/grid.h"

enum cycle_line_kind {
    CYCLE_LINE_TEXT,  /* nothing to choose */
    CYCLE_LINE_HEAD,  /* likewise, a title */
    CYCLE_LINE_CYCLE, /* `which`: its number, from 1 */
    CYCLE_LINE_ENTRY, /* likewise: the entry of the cycle as a whole */
    CYCLE_LINE_CUT,   /* `which`: of struct cuts */
    CYCLE_LINE_ARC,   /* `which`: an arc_id */
};

struct cycle_line {
    enum cycle_line_kind kind;
    uint32_t which;
    const char *text; /* safe to show */
};

struct cycle_lines {
    struct arena memory; /* of the texts */
    struct cycle_line *v;
    size_t n;
};

/* A heading, and one line for each cycle, that with most time first.
 * The lines, empty at first, need cycle_lines_release in any case. */
void cycle_lines_all(struct cycle_lines *out, const struct view_context *v,
                     const struct grid_style *style);

/* A cycle. without[i]: the analysis in which cut i is made, NULL: not known. */
struct cycle_shown {
    uint32_t cycle; /* from 1 */
    const struct cuts *cuts;
    const struct analysis *without[CUTS_MOST];
};
void cycle_lines_one(struct cycle_lines *out, const struct view_context *v,
                     const struct cycle_shown *c, const struct grid_style *style);

void cycle_lines_release(struct cycle_lines *l);

#endif
