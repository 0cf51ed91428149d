/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/context: what every view reads. Borrowed parts, all outlive the view. lines may be NULL:
 * then no function has a known place. */
#ifndef GPTUI_VIEW_CONTEXT_H
#define GPTUI_VIEW_CONTEXT_H

#include "core/analyze/analysis.h"
#include "core/analyze/questions/diff.h"
#include "core/analyze/questions/ranges.h"
#include "core/analyze/questions/rates.h"
#include "core/load/code/code.h"
#include "core/load/lines/lines.h"
#include "core/options/settings.h"
#include "core/view/names/names.h"

struct view_context {
    const struct analysis *analysis;
    const struct analysis *other; /* by the other way of --callers; NULL: nobody asked, or there
                                     are no call paths */
    const struct settings *settings;
    struct names *names;
    struct lines *lines;
    struct code *code;     /* NULL: then no call in the code is known */
    struct ranges *ranges; /* NULL: no view asks */
    const struct rates
        *rates;        /* since the files were read the time before; NULL: nothing goes on */
    bool high_ends;    /* formats for other programs have the upper ends of ranges, too */
    bool for_terminal; /* reports in GNU's layout: words from files come out safe, whatever is in
                          them */
    unsigned helpers;  /* other threads that may lay out parts of long reports; 0: none */
};

/* Two sides compared: what views of differences read. All is borrowed. The names of functions are
 * those of their sides. */
struct view_diff {
    const struct diff *diff;
    const struct view_context *side[N_DIFF_SIDES];
    const char *label[N_DIFF_SIDES]; /* what a side is: a file, a number of them, a group */
};

#endif
