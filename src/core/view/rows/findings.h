/* SPDX-License-Identifier: GPL-3.0-or-later */
/* findings: what looks wrong with a profile, each with what the reader can do with this file, if
 * there is something. Of a profile of another program nothing else is said.
 *
 * Cheap enough for the first screen: nothing here reads all bins or all names, at most a million
 * arcs, and beginnings of functions only where there are no arcs. */
#ifndef GPTUI_VIEW_ROWS_FINDINGS_H
#define GPTUI_VIEW_ROWS_FINDINGS_H

#include "core/view/context.h"
#include "core/view/notice.h"
#include "core/view/title.h"

enum finding_weight {
    FINDING_NOTE,    /* good to know */
    FINDING_WARNING, /* numbers are wrong, missing or hardly usable */
};

/* Both strings are lines without newline, perhaps with bytes from files in them, and end with the
 * call. */
struct finding {
    enum finding_weight weight;
    bool is_notice;      /* the views can show little for it */
    const char *problem; /* no sentence: without a point at its end */
    const char *advice;  /* sentences; "": there is nothing to be done */
};
typedef void finding_sink(void *ctx, const struct finding *f);

/* What is found in the profile holds for all analyses of it with the same samples and names which
 * have call paths alike: no filter of the call graph changes it. */
enum findings_which {
    FINDINGS_OF_PROFILE = 1,
    FINDINGS_OF_OPTIONS = 2,
    FINDINGS_ALL = FINDINGS_OF_PROFILE | FINDINGS_OF_OPTIONS,
};
void findings_each(const struct view_context *v, unsigned which, finding_sink *add, void *ctx);

struct finding_summary {
    struct finding_counts counts;
    struct notice notice; /* the first of them */
};

/* Add those to *out. */
void findings_count(const struct view_context *v, unsigned which, struct finding_summary *out);

/* Samples of the files. */
struct sample_counts {
    double all, outside_text, outside_symbols;
};
void count_samples(const struct analysis *a, struct sample_counts *out);

#endif
