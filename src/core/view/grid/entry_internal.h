/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_internal: what the files of the grid of a call-graph entry share. Private to them. */
#ifndef GPTUI_VIEW_GRID_ENTRY_INTERNAL_H
#define GPTUI_VIEW_GRID_ENTRY_INTERNAL_H

#include "core/view/grid/cells.h"
#include "core/view/grid/run_columns.h"
#include "core/view/rows/entry_rows.h"

enum entry_column {
    ENTRY_COL_INDEX,
    ENTRY_COL_PERCENT,
    ENTRY_COL_SELF,
    ENTRY_COL_CHILDREN,
    ENTRY_COL_WAIT,
    ENTRY_COL_WALL,
    ENTRY_COL_MARK,
    ENTRY_COL_BOTH_WAYS,
    ENTRY_COL_CALLED,
    ENTRY_COL_SHARE,
    ENTRY_COL_RUNS, /* the first of enum run_column */
    ENTRY_COL_IMAGE = ENTRY_COL_RUNS + N_RUN_COLUMNS,
    ENTRY_COL_NAME,
    N_ENTRY_COLUMNS,
};

struct entry_grid {
    struct grid grid;
    struct view_context v;
    struct grid_style style;
    node_id node;
    bool folded;
    bool elsewhere; /* as in struct graph_folds */
    struct entry_rows rows;
    struct run_columns runs;
    int width[N_ENTRY_COLUMNS]; /* 0: not shown */
    size_t gap;
    struct name_rows *names;
};

static inline const struct entry_grid *entry_of(const struct grid *g)
{
    return (const struct entry_grid *)g;
}

static inline struct name_style entry_name_style(const struct entry_grid *x)
{
    return (struct name_style){x->style.names, x->style.ascii, true};
}

/* The colour of a share of one entry, which is less than one of the program. */
static inline enum role entry_heat(double share_pct)
{
    return heat_role(share_pct / 5, ROLE_NUMBER);
}

/* ---- entry_detail.c: what is said about a row beside its numbers ---- */

/* The words of a section's rule. */
const char *entry_section_title(const struct entry_grid *x, enum entry_section s);

/* A line below the primary one (ENTRY_BOUNDS and what follows it), appended to an empty line. */
void entry_note(const struct entry_grid *x, const struct entry_row *r, struct line *out);

/* The detail line. */
void entry_detail(const struct grid *g, uint32_t i, struct line *out);

#endif
