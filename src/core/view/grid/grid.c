/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/grid.h"

#include <string.h>

#include "core/base/char.h"
#include "core/view/grid/flat.h"
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
