/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_order: rows sorted by what a column shows, and kept or not by a row filter. */
#ifndef GPTUI_VIEW_ROWS_ROW_ORDER_H
#define GPTUI_VIEW_ROWS_ROW_ORDER_H

#include "core/base/attr.h"
#include "core/select/row_filter.h"
#include "core/select/scope.h"
#include "core/view/label.h"

struct row_order {
    bool ascending;

    /* What the column shows of a row: a number, of which NaN comes last in either direction, or a
     * word. One of both. */
    double (*number)(const void *ctx, uint32_t id);
    const char *(*word)(const void *ctx, uint32_t id);
    const void *ctx;
};

/* Sort ids; rows that show the same keep their order. */
void row_order_sort(uint32_t *ids, uint32_t n, const struct row_order *o);

/* A row filter at work; all zero but for filter (NULL: it keeps all) and style. */
struct rows_kept {
    const struct rowfilter *filter;
    struct name_style style; /* of the names that it matches */
    struct text name, full;
    struct scope scope;
    const struct image *scope_of; /* whose names it reads */
};

/* A row as a filter sees it. */
struct row_asked {
    const struct view_context *v;
    node_id node;      /* a function or a cycle; NO_ID: the row is about something else, */
    const char *words; /* which is called this */
    uint32_t id;
    double (*number)(const void *ctx, uint32_t id, unsigned value); /* NaN: it has none */
    const void *ctx;
};

bool rows_kept_ask(struct rows_kept *k, const struct row_asked *row);

/* Release it; false: it lacked memory. */
void rows_kept_end(struct rows_kept *k);

#endif
