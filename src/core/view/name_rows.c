/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/name_rows.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/view/names/form.h"

struct name_rows {
    struct name_list_rows list;
    struct row_names *names[2]; /* within the columns, and uncut; NULL: not yet made */
};

enum { LEAST_COLS = 8 }; /* in a list that has no room, the screen cuts */

static struct name_list_row row_of(const struct name_rows *r, uint32_t i)
{
    return r->list.row(r->list.ctx, i);
}

static void row(const void *ctx, uint32_t i, struct named_row *out)
{
    const struct name_rows *r = ctx;
    const struct name_list_row x = row_of(r, i);
    *out = (struct named_row){NULL, NO_ID, 0};
    if (x.node == NO_ID || node_is_cycle(x.v->analysis, x.node))
        return;
    size_t marks = r->list.alone ? 0 : label_marks_cols(x.v, x.node, r->list.style);
    out->names = x.v->names;
    out->raw = x.v->analysis->table->symbols[x.node].raw;
    out->cols = (unsigned)(x.cols > marks + LEAST_COLS ? x.cols - marks : LEAST_COLS);
}

/* What tells functions of one name apart. */
static bool place(const void *ctx, uint32_t i, unsigned which, struct text *out)
{
    const struct name_list_row x = row_of(ctx, i);
    struct line_pos pos;
    if (which == 0 && (x.v->settings->by_line || !label_place(x.v, x.node, &pos)))
        return false;
    text_str(out, which == 0 ? label_file(x.v, pos.file) : label_image(x.v, x.node));
    return true;
}

static const char *name_of(struct name_rows *r, uint32_t i, bool uncut)
{
    const struct name_list_rows *l = &r->list;
    const struct row_names_source source = {.level = l->style.level,
                                            .uncut = uncut,
                                            .ascii = l->style.ascii,
                                            .n_rows = l->n_rows,
                                            .near = l->near,
                                            .row = row,
                                            .place = place,
                                            .ctx = r};
    if (!r->names[uncut])
        r->names[uncut] = row_names_new(&source);
    return r->names[uncut] ? row_names_get(r->names[uncut], i) : NULL;
}

struct name_rows *name_rows_new(const struct name_list_rows *s)
{
    struct name_rows *r = mem_array(1, sizeof *r);
    if (r)
        r->list = *s;
    return r;
}

void name_rows_free(struct name_rows *r)
{
    if (!r)
        return;
    for (int uncut = 0; uncut < 2; uncut++)
        row_names_free(r->names[uncut]);
    free(r);
}

void line_row_name(struct line *l, struct name_rows *r, uint32_t i, bool uncut, struct cell c)
{
    const struct name_list_row x = row_of(r, i);
    const char *shown = name_of(r, i, uncut);
    if (x.node == NO_ID)
        return;
    l->text.failed |= !shown;
    line_name(l, x.v, x.node, r->list.style, c, shown ? shown : "");
}

void text_row_name(struct text *t, struct name_rows *r, uint32_t i, bool uncut)
{
    const char *shown = name_of(r, i, uncut);
    t->failed |= !shown;
    for (; shown && *shown; shown++)
        if (*shown != QUIET_BEGIN && *shown != QUIET_END)
            text_char(t, *shown);
}
