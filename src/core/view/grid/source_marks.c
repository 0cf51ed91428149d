/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/source_marks.h"

#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/view/grid/source_rows.h"

enum { LINES_AT_ONCE = 64 }; /* lines whose ranges are found together */

/* Measured times are exact but for calls of one function on several lines. */
static struct range measured_range(const struct source_grid *x, uint32_t line)
{
    const struct source_facts *f = x->facts;
    struct range r = {0};
    for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
        const struct arc_time t = arc_time(f->functions, f->calls[i].arc);
        r.low += f->calls[i].whole ? t.self + t.child : 0;
        r.high += t.self + t.child;
    }
    return r;
}

/* The next lines that call, from `line` on, into lines[]; their number. */
static unsigned list_lines(const struct source_grid *x, uint32_t line, uint32_t *lines)
{
    const struct source_facts *f = x->facts;
    unsigned n = 0;
    for (; line < x->file->hi && n < LINES_AT_ONCE; line++)
        if (f->call_lo[line] < f->call_lo[line + 1])
            lines[n++] = line;
    return n;
}

static void find_ranges(const struct source_grid *x, uint32_t line)
{
    const struct source_facts *f = x->facts;
    uint32_t lines[LINES_AT_ONCE], first = f->call_lo[line];
    struct arc_set sets[LINES_AT_ONCE];
    struct range found[LINES_AT_ONCE];
    unsigned n = list_lines(x, line, lines);
    struct set_arc *arcs = mem_array_raw(f->call_lo[lines[n - 1] + 1] - first, sizeof *arcs);
    for (unsigned i = 0; arcs && i < n; i++) {
        uint32_t lo = f->call_lo[lines[i]], hi = f->call_lo[lines[i] + 1];
        sets[i] = (struct arc_set){arcs + lo - first, hi - lo};
        for (uint32_t k = lo; k < hi; k++)
            arcs[k - first] = (struct set_arc){f->calls[k].arc, f->calls[k].whole};
    }
    if (arcs && ranges_of_arc_sets(x->v.ranges, sets, n, found))
        for (unsigned i = 0; i < n; i++)
            x->ranges[lines[i] - x->file->lo] = (struct source_range){found[i], true};
    free(arcs);
}

enum mark source_callees_mark(const struct source_grid *x, const struct annotated_line *l,
                              const struct range **r)
{
    uint32_t line = source_row_number(x, l);
    struct source_range *known = &x->ranges[line - x->file->lo];
    double ticks = x->facts->callee_ticks[line];
    *r = NULL;
    if (x->facts->functions->paths) {
        const struct range measured = measured_range(x, line);
        return range_mark(&measured, ticks);
    }
    if (!known->known && knows_ranges(&x->v))
        find_ranges(x, line);
    if (known->known)
        *r = &known->r;
    return assumed_mark(*r, ticks);
}
