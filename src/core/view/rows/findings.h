/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings: what looks wrong with a profile, each with one line of advice. Private to
 * view/grid/info.
 *
 * Cheap enough for the first screen: nothing here reads all bins or all names, and at most a
 * million arcs. */
#ifndef GPTUI_VIEW_ROWS_FINDINGS_H
#define GPTUI_VIEW_ROWS_FINDINGS_H

#include "core/view/context.h"

enum finding_weight {
    FINDING_NOTE,    /* good to know */
    FINDING_WARNING, /* numbers are wrong, missing or hardly usable */
};

/* Both strings are lines without newline, perhaps with bytes from files in them, and end with the
 * call. */
typedef void finding_sink(void *ctx, enum finding_weight w, const char *problem,
                          const char *advice);

void findings_each(const struct view_context *v, finding_sink *add, void *ctx);

/* Samples of the files. */
struct sample_counts {
    double all, outside_text, outside_symbols;
};
void count_samples(const struct analysis *a, struct sample_counts *out);

#endif
