/* SPDX-License-Identifier: GPL-3.0-or-later */
/* notice: the one line for a profile of which the views can show little: what it
 * lacks, and what to do, in the words of the finding about it. Most profiles of small programs need
 * it. And why a view has no rows, as far as that is known. */
#ifndef GPTUI_VIEW_NOTICE_H
#define GPTUI_VIEW_NOTICE_H

#include "core/view/context.h"
#include "core/view/line.h"

/* Fewer samples than that say little about any function. */
enum { NOTICE_FEW_SAMPLES = 20, NOTICE_BYTES = 512 };

/* The first finding for which the views show little; problem "": there is none. */
struct notice {
    char problem[NOTICE_BYTES], advice[NOTICE_BYTES];
};

/* Append the notice to an empty line, without the advice if there is no room for both in `cols`
 * columns (the caller cuts what is still too long). False, and nothing is appended, for none. */
bool notice_line(const struct notice *n, unsigned cols, struct line *out);

/* Append why a view has no rows, one line, safe to show: the row filter as typed ("": none), which
 * keeps n_hidden rows out, options (which), or what the profile
 * lacks. A place without source says itself where it was looked for (source_grid). */
void empty_reason(struct text *out, const struct view_context *v, const char *filter,
                  uint32_t n_hidden, bool ascii);

#endif
