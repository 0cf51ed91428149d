/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_detail: what is said about a row of an entry beside its numbers. */
#ifndef GPTUI_VIEW_GRID_ENTRY_DETAIL_H
#define GPTUI_VIEW_GRID_ENTRY_DETAIL_H

#include "core/view/grid/entry_internal.h"

/* The words of a section's rule. */
const char *entry_section_title(const struct entry_grid *x, enum entry_section s);

/* A line below the primary one (ENTRY_BOUNDS and what follows it), appended to an empty line. */
void entry_note(const struct entry_grid *x, const struct entry_row *r, struct line *out);

/* The detail line. */
void entry_detail(const struct grid *g, uint32_t i, struct line *out);

#endif
