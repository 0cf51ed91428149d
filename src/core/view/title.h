/* SPDX-License-Identifier: GPL-3.0-or-later */
/* title: what is being looked at, in one line: program, files, samples, functions and arcs of the
 * program alone; and how much the doctor found. What was chosen may stand between these. */
#ifndef GPTUI_VIEW_TITLE_H
#define GPTUI_VIEW_TITLE_H

#include "core/view/context.h"
#include "core/view/line.h"

/* What the doctor found (view/rows/findings). */
struct finding_counts {
    unsigned n;   /* notes, too */
    bool warning; /* with one of them numbers are wrong, missing or hardly usable */
};

struct title_style {
    unsigned cols;   /* of the screen */
    unsigned beside; /* of these, what something between title and findings would fill */
    bool graph;      /* what options leave is what they leave to the call graph */
    bool changed;    /* the files are others by now: R reads them */
    bool full;       /* names are shown in full */
    struct finding_counts findings;
};

/* Append the title, in the longest form that fits style->cols columns (cut by the caller if none
 * does), as one span. What options take out of the samples is said as "1.35 s - 0.31 s out =
 * 1.04 s", or "1.04 of 1.35 s". Findings stand at the right end as another span: "!2 findings"
 * with a warning among them, "2 findings" if all are notes. */
void title_line(const struct view_context *v, const struct title_style *style, struct line *out);

#endif
