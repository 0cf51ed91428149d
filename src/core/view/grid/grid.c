/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/grid.h"

#include <string.h>

#include "core/base/char.h"
#include "core/view/grid/flat.h"
#include "core/view/label.h"
#include "core/view/values.h"

/* What filters ask that no column shows, or that columns of several views show. */
static const struct row_field numbers[] = {
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
};

static const struct grid_columns *const tables[] = {
    &flat_columns, &entry_columns, &modules_columns, &source_columns,
    &runs_columns, &diff_columns,  &tree_columns};

/* A name that can be typed before an operator, and is not there yet. */
static void add_field(struct grid_fields *f, const char *name)
{
    bool is_word = false;
    for (const char *p = name; *p; p++)
        is_word |= char_is_letter(*p);
    for (unsigned i = 0; i < f->n; i++)
        is_word &= strcmp(f->name[i], name) != 0;
    if (is_word && !strpbrk(name, " <>=!") && f->n < GRID_FIELDS_MOST)
        f->name[f->n++] = name;
}

void grid_fields(struct grid_fields *out)
{
    *out = (struct grid_fields){.n = 0};
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++)
        add_field(out, numbers[i].name);
    out->n_beside = out->n;
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        for (unsigned c = 0; c < tables[i]->n; c++) {
            if (tables[i]->v[c].words)
                continue;
            add_field(out, tables[i]->v[c].id);
            add_field(out, tables[i]->v[c].head);
        }
}

unsigned grid_field_value(unsigned i)
{
    return i < ARRAY_LEN(numbers) ? numbers[i].value : FIELD_OF_COLUMNS;
}

bool grid_compares(const struct rowfilter *f, unsigned value)
{
    bool any = false;
    for (unsigned i = 0; i < ARRAY_LEN(numbers); i++)
        any |= numbers[i].value == value && rowfilter_compares(f, i);
    return any;
}

struct rowfilter *grid_rowfilter(const char *text, size_t n, struct err *e)
{
    struct grid_fields names;
    struct row_field fields[GRID_FIELDS_MOST];
    grid_fields(&names);
    for (unsigned i = 0; i < names.n; i++)
        fields[i] = (struct row_field){names.name[i], i};
    return rowfilter_new(text, n, fields, names.n, e);
}

static bool matches(const struct regex *r, struct text *t)
{
    return t->n > 0 && regex_find(r, text_z(t), t->n, 0, NULL, NULL);
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
    if (!matches(r, work))
        return false;
    struct line l = {0}; /* is a match of the whole name among what the row shows of it? */
    g->ops->format(g, i, &l);
    bool shown = l.text.n > l.pinned && regex_find(r, l.text.p, l.text.n, l.pinned, NULL, NULL);
    line_release(&l);
    return shown;
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
