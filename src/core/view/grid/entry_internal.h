/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_internal: what the files of the grid of a call-graph entry share. Private to them. */
#ifndef GPTUI_VIEW_GRID_ENTRY_INTERNAL_H
#define GPTUI_VIEW_GRID_ENTRY_INTERNAL_H

#include "core/view/grid/sheet.h"
#include "core/view/rows/entry_rows.h"

enum { ENTRY_INDENT = 4 }; /* of names other than the primary one */

struct entry_grid {
    struct sheet t; /* first */
    node_id node;
    bool folded;
    bool elsewhere; /* as in struct graph_folds */
    struct entry_rows rows;
    uint32_t shown[N_SECTIONS];      /* rows that a filter left */
    double most[SHEET_COLUMNS_MOST]; /* per column: the largest number of the rows that it left */
};

static inline const struct entry_grid *entry_of(const struct sheet *t)
{
    return (const struct entry_grid *)t;
}

/* The colour of a share of one entry, which is less than one of the program. */
static inline enum role entry_heat(double share_pct)
{
    return heat_role(share_pct / 5);
}

/* ---- entry_detail.c: what is said about a row beside its numbers ---- */

/* The words of a section's rule. */
const char *entry_section_title(const struct entry_grid *x, enum entry_section s);

/* Append which member an arc into or out of a cycle belongs to: nothing where it would be cut, or
 * leave the name no room; the detail line says it, too. */
void entry_member(const struct sheet *t, const struct entry_row *r, struct text *out);

/* Append what stands beside the name of an entry. A place is left out where it would be cut. */
void entry_beside(const struct sheet *t, size_t used, struct text *out);

/* A line below the primary one (ENTRY_BOUNDS and what follows it), appended to an empty line. */
void entry_note(const struct entry_grid *x, const struct entry_row *r, struct line *out);

/* The detail line. */
void entry_detail(const struct sheet *t, uint32_t i, struct line *out);

#endif
