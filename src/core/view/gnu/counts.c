/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Execution counts (-C): a line per function or line, with -l and basic blocks one per block. */
#include "core/view/gnu/counts.h"

#include "core/view/rows/count_rows.h"
#include "core/view/writer.h"

static bool put_row(void *ctx, const struct count_row *row)
{
    struct gnu_out *out = ctx;
    struct text *t = &out->t;
    gnu_words(out->v, t, row->pos.file ? row->pos.file : "<unknown>");
    text_char(t, ':');
    text_uint(t, row->pos.line, 0);
    text_str(t, ": (");
    gnu_words(out->v, t, symbol_name(out->v->analysis, row->s));
    text_str(t, ":0x");
    text_hex(t, row->addr);
    text_str(t, ") ");
    text_uint(t, row->count, 0);
    text_str(t, " executions\n");
    return gnu_row(out);
}

bool gnu_counts(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct gnu_out out;
    struct count_rows rows;
    gnu_begin(&out, v, to, e);
    if (count_rows_make(&rows, v))
        count_rows_each(&rows, put_row, &out);
    else
        gnu_no_memory(&out);
    count_rows_release(&rows);
    return gnu_end(&out);
}
