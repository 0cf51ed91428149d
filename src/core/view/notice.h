/* SPDX-License-Identifier: GPL-3.0-or-later */
/* notice: the one line under the title for a profile of which the views can show little: what it
 * lacks, what still holds, and what to do. Most profiles of small programs need it. */
#ifndef GPTUI_VIEW_NOTICE_H
#define GPTUI_VIEW_NOTICE_H

#include "core/view/context.h"
#include "core/view/line.h"

/* Fewer samples than that say little about any function. */
enum { NOTICE_FEW_SAMPLES = 20 };

/* Append the notice to an empty line, in the longest form that fits `cols` columns (cut by the
 * caller if none does). It is about the first of these that holds: another program wrote the
 * profile (named, if it is known), it has no histogram, no samples or few, no arcs, some runs of a
 * set are shown and what is not kept per run is missing. False, and nothing is appended, if none
 * does. Other options play no part. */
bool notice_line(const struct view_context *v, unsigned cols, struct line *out);

#endif
