/* SPDX-License-Identifier: GPL-3.0-or-later */
/* title: what is being looked at, in one line: program, files, samples, counts. */
#ifndef GPTUI_VIEW_TITLE_H
#define GPTUI_VIEW_TITLE_H

#include "core/view/context.h"
#include "core/view/line.h"

/* Append the title, in the longest form that fits `cols` columns (cut by the caller if none does);
 * `findings` is the doctor's count. */
void title_line(const struct view_context *v, unsigned findings, unsigned cols, struct line *out);

#endif
