/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count_rows: which execution counts -C prints, in which order. Private to view. */
#ifndef GPTUI_VIEW_ROWS_COUNT_ROWS_H
#define GPTUI_VIEW_ROWS_COUNT_ROWS_H

#include "core/base/mem.h"
#include "core/view/context.h"

/* A function or line, with basic blocks one of its blocks. */
struct count_row {
    sym_id s;
    struct line_pos pos; /* of s; file NULL if not known */
    uint64_t addr, count;
};

struct count_rows {
    struct arena memory;
    const struct view_context *v;
    sym_id *symbols;      /* in printed order */
    struct line_pos *pos; /* per symbol of the table */
    uint32_t n;
};

/* Release its memory. */
void count_rows_make(struct count_rows *r, const struct view_context *v);

/* Hand all rows to `take`, until it returns false. */
void count_rows_each(const struct count_rows *r,
                     bool (*take)(void *ctx, const struct count_row *row), void *ctx);

#endif
