/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_order: rows sorted by what a column shows. */
#ifndef GPTUI_VIEW_ROWS_ROW_ORDER_H
#define GPTUI_VIEW_ROWS_ROW_ORDER_H

#include <stdbool.h>
#include <stdint.h>

struct row_order {
    bool ascending;

    /* What the column shows of a row: a number, of which NaN comes last in either direction, or a
     * word. One of both. */
    double (*number)(const void *ctx, uint32_t id);
    const char *(*word)(const void *ctx, uint32_t id);
    const void *ctx;

    /* The ids in the order in which they are asked fastest; NULL: as they stand. */
    const uint32_t *asked;
};

/* Sort ids, which ascend where they are sorted by words; rows that show the same keep their order.
 */
void row_order_sort(uint32_t *ids, uint32_t n, const struct row_order *o);

#endif
