/* SPDX-License-Identifier: GPL-3.0-or-later */
/* count_rows: which execution counts -C prints, in which order. Private to view. */
#ifndef GPTUI_VIEW_ROWS_COUNT_ROWS_H
#define GPTUI_VIEW_ROWS_COUNT_ROWS_H

#include "core/view/context.h"

/* A function or line, with basic blocks one of its blocks. */
struct count_row {
    sym_id s;
    struct line_pos pos; /* of s; file NULL if not known */
    uint64_t addr, count;
};

/* Hand all rows to `take`, until it returns false. */
void count_rows_each(const struct view_context *v,
                     bool (*take)(void *ctx, const struct count_row *row), void *ctx);

#endif
