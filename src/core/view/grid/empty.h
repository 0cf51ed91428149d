/* SPDX-License-Identifier: GPL-3.0-or-later */
/* empty: why a view has no rows, as far as that is known. */
#ifndef GPTUI_VIEW_GRID_EMPTY_H
#define GPTUI_VIEW_GRID_EMPTY_H

#include "core/view/context.h"

struct empty_view {
    bool graph;         /* no function has an entry; else no function has a row */
    const char *filter; /* the row filter as typed; NULL or "": none */
    uint32_t n_hidden;  /* rows that it keeps out */
    bool ascii;
};

/* Append the reason, one line, safe to show: the row filter, options (which), or what the profile
 * lacks. A place without source says itself where it was looked for (source_grid). */
void empty_reason(struct text *out, const struct view_context *v, const struct empty_view *e);

#endif
