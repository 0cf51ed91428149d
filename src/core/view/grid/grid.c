/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/grid.h"

#include "core/view/grid/cells.h"
#include "core/view/values.h"

static const struct row_field fields[] = {
    {"self", VALUE_SELF},
    {"children", VALUE_CHILDREN},
    {"total", VALUE_TOTAL},
    {"cum", VALUE_CUMULATIVE},
    {"err", VALUE_ERROR},
    {"time%", VALUE_SELF_PCT},
    {"%time", VALUE_SELF_PCT},
    {"self%", VALUE_SELF_PCT},
    {"total%", VALUE_TOTAL_PCT},
    {"%total", VALUE_TOTAL_PCT},
    {"share", VALUE_SHARE_PCT},
    {"share%", VALUE_SHARE_PCT},
    {"calls", VALUE_CALLS},
    {"called", VALUE_CALLS},
    {"self/call", VALUE_SELF_PER_CALL},
    {"total/call", VALUE_TOTAL_PER_CALL},
};

struct rowfilter *grid_rowfilter(const char *text, size_t n, struct err *e)
{
    return rowfilter_new(text, n, fields, ARRAY_LEN(fields), e);
}

const char *grid_rowfilter_field(size_t i)
{
    return i < ARRAY_LEN(fields) ? fields[i].name : NULL;
}

uint32_t grid_find(const struct grid *g, struct subject s)
{
    for (uint32_t i = 0; i < g->n_rows && s.node != NO_ID; i++) {
        struct grid_row r;

        g->ops->row(g, i, &r);
        if (r.subject.node == s.node && (s.arc == NO_ID || r.subject.arc == s.arc))
            return i;
    }
    return NO_ID;
}
