/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV (RFC 4180): one table for all sections, a row for each line of the text report. */
#include <stdlib.h>

#include "core/view/format/parts.h"

struct csv {
    struct gnu_out out;
    struct format_word word;
};

static void put_row(struct csv *x, const struct format_row *r)
{
    for (enum format_column c = 0; c < N_FORMAT_COLUMNS; c++) {
        if (!format_has_column(x->out.v, c))
            continue;
        text_str(&x->out.t, c ? "," : "");
        if (!format_row_has(r, c))
            continue;
        if (format_columns[c].kind == FORMAT_TEXT) {
            const char *s = r->v[c].text;
            quote_csv(&x->out.t,
                      s ? format_clean(&x->word, s, false)
                        : format_clean_node(&x->out, &x->word, format_name, r->node, false));
        } else {
            format_value(&x->out.t, r, c);
        }
    }
    text_str(&x->out.t, "\r\n");
}

static void put_entry(struct csv *x, node_id entry)
{
    struct entry_rows rows;
    struct format_row r;
    format_rows_entry(&rows, x->out.v, entry);
    for (size_t i = 0; i < rows.n && gnu_row(&x->out); i++) {
        if (!format_prints(x->out.v->analysis, entry, &rows.v[i]))
            continue;
        format_row_entry(&r, x->out.v, entry, &rows.v[i]);
        put_row(x, &r);
    }
    free(rows.v);
}

static bool put_count(void *ctx, const struct count_row *row)
{
    struct csv *x = ctx;
    struct format_row r;
    format_row_count(&r, x->out.v, row);
    put_row(x, &r);
    return gnu_row(&x->out);
}

bool format_csv(const struct view_context *v, uint32_t styles, const struct emitter *out,
                struct err *e)
{
    struct csv x = {0};
    uint32_t rank = 0;
    node_id entry;
    gnu_begin(&x.out, v, out, e);
    (void)ranges_make(x.out.v->ranges, NULL);
    for (enum format_column c = 0; c < N_FORMAT_COLUMNS; c++)
        if (format_has_column(v, c)) {
            text_str(&x.out.t, c ? "," : "");
            text_str(&x.out.t, format_columns[c].name);
        }
    text_str(&x.out.t, "\r\n");
    if (styles & STYLE_FLAT) {
        struct flat_rows rows;
        struct format_row r;
        format_rows_flat(&rows, x.out.v);
        for (uint32_t i = 0; i < rows.n && gnu_row(&x.out); i++) {
            format_row_flat(&r, x.out.v, &rows, i);
            put_row(&x, &r);
        }
        arena_release(&rows.memory);
    }
    while ((styles & STYLE_GRAPH) && gnu_row(&x.out) && format_next_entry(v, &rank, &entry))
        put_entry(&x, entry);
    if (styles & STYLE_COUNTS) {
        struct count_rows rows;
        count_rows_make(&rows, x.out.v);
        count_rows_each(&rows, put_count, &x);
        arena_release(&rows.memory);
    }
    format_word_release(&x.word);
    return gnu_end(&x.out);
}
