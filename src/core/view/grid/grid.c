/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/grid.h"

#include "core/view/grid/cells.h"
#include "core/view/label.h"
#include "core/view/grid/diff.h"
#include "core/view/grid/flat.h"
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
    {"callers", FLAT_CALLERS},
    {"sites", FLAT_CALL_SITES},
    {"self/call", VALUE_SELF_PER_CALL},
    {"total/call", VALUE_TOTAL_PER_CALL},
    {"delta", DIFF_FIELD_DELTA},
    {"delta%", DIFF_FIELD_PCT},
    {"calls%", DIFF_FIELD_CALLS_PCT},
};

struct rowfilter *grid_rowfilter(const char *text, size_t n, struct err *e)
{
    return rowfilter_new(text, n, fields, ARRAY_LEN(fields), e);
}

const char *grid_rowfilter_field(size_t i)
{
    return i < ARRAY_LEN(fields) ? fields[i].name : NULL;
}

static bool matches(const struct regex *r, struct text *t)
{
    return t->n > 0 && regex_find(r, text_z(t), t->n, 0, NULL, NULL);
}

/* Is a match of the whole name among what the row shows of it? */
static bool shows_match(const struct grid *g, uint32_t i, const struct regex *r)
{
    struct line l = {0};
    g->ops->format(g, i, &l);
    bool shown = l.text.n > l.pinned && regex_find(r, l.text.p, l.text.n, l.pinned, NULL, NULL);
    line_release(&l);
    return shown;
}

bool grid_matches(const struct grid *g, const struct view_context *v, uint32_t i,
                  const struct regex *r, struct text *work)
{
    struct grid_row row;
    text_clear(work);
    g->ops->name(g, i, work);
    if (matches(r, work))
        return true;
    g->ops->row(g, i, &row);
    node_id n = row.subject.node;
    if (n == NO_ID || node_is_cycle(v->analysis, n))
        return false;
    text_clear(work);
    text_match_name(work, v, n);
    return matches(r, work) && shows_match(g, i, r);
}

uint32_t grid_section(const struct grid *g, uint32_t i)
{
    for (uint32_t k = i + 1; k-- > 0;) {
        struct grid_row row;
        g->ops->row(g, k, &row);
        if (row.kind == ROW_SECTION)
            return k;
    }
    return NO_ID;
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
