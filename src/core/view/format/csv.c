/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV (RFC 4180): one table for all sections, a row for each line of the text report. */
#include <stdlib.h>

#include "core/view/format/parts.h"

static void put_row(void *ctx, const struct format_row *r)
{
    struct gnu_out *o = ctx;
    for (enum format_column c = 0; c < N_FORMAT_COLUMNS; c++) {
        if (!format_has_column(o->v, c))
            continue;
        text_str(&o->t, c ? "," : "");
        if (!format_row_has(r, c))
            continue;
        if (format_columns[c].kind == FORMAT_TEXT) {
            const char *s = r->v[c].text;
            quote_csv(&o->t, s ? format_clean(o, s, false)
                               : format_clean_node(o, format_name, r->node, false));
        } else {
            format_value(&o->t, r, c);
        }
    }
    text_str(&o->t, "\r\n");
}

static void put_entry(struct gnu_out *o, node_id entry)
{
    struct entry_rows rows;
    struct format_row r;
    entry_rows_make(&rows, &(struct entry_order){.v = o->v, .node = entry});
    for (size_t i = 0; i < rows.n && gnu_row(o); i++) {
        if (!format_prints(o->v->analysis, entry, &rows.v[i]))
            continue;
        format_row_entry(&r, o->v, entry, &rows.v[i]);
        put_row(o, &r);
    }
    free(rows.v);
}

static bool put_count(void *ctx, const struct count_row *row)
{
    struct gnu_out *o = ctx;
    struct format_row r;
    format_row_count(&r, o->v, row);
    put_row(o, &r);
    return gnu_row(o);
}

void format_csv(struct gnu_out *o, uint32_t styles)
{
    uint32_t rank = 0;
    node_id entry;
    (void)ranges_make(o->v->ranges, NULL);
    for (enum format_column c = 0; c < N_FORMAT_COLUMNS; c++)
        if (format_has_column(o->v, c)) {
            text_str(&o->t, c ? "," : "");
            text_str(&o->t, format_columns[c].name);
        }
    text_str(&o->t, "\r\n");
    if (styles & STYLE_FLAT)
        format_each_flat(o, put_row, o);
    while ((styles & STYLE_GRAPH) && gnu_row(o) && format_next_entry(o->v, &rank, &entry))
        put_entry(o, entry);
    if (styles & STYLE_COUNTS)
        count_rows_each(o->v, put_count, o);
}
