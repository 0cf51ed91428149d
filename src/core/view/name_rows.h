/* SPDX-License-Identifier: GPL-3.0-or-later */
/* name_rows: the names of the functions in a list, within the columns that the list has for them or
 * in as many as they take, different where the functions are (view/names/row_names.h). */
#ifndef GPTUI_VIEW_NAME_ROWS_H
#define GPTUI_VIEW_NAME_ROWS_H

#include "core/base/attr.h"
#include "core/view/label.h"
#include "core/view/names/row_names.h"

struct name_rows;

/* What a row is about. */
struct name_list_row {
    const struct view_context *v;
    node_id node; /* a function or cycle of v; NO_ID: none */
    size_t cols;  /* for its name with its marks */
};

/* What the list says of its rows; ctx outlives it. */
struct name_list_rows {
    struct name_style style;
    uint32_t n_rows;
    bool near;  /* only rows near each other need differ: for lists that change with every key */
    bool alone; /* text_row_name writes them: no marks */
    struct name_list_row (*row)(const void *ctx, uint32_t row);
    const void *ctx;
};

/* NULL: no memory. */
struct name_rows *name_rows_new(const struct name_list_rows *s) ATTR_MUST_USE;
void name_rows_free(struct name_rows *r);

/* Append the name of a row as line_name does, and of any length if `uncut`. */
void line_row_name(struct line *l, struct name_rows *r, uint32_t row, bool uncut, struct cell c);

/* Append the name of a row's function alone, without quiet parts. */
void text_row_name(struct text *t, struct name_rows *r, uint32_t row, bool uncut);

#endif
