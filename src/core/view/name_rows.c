/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/name_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/view/names/form.h"

struct name_rows {
    struct name_list_rows list;
    struct row_names *names;
};

enum { LEAST_COLS = 8 }; /* in a list that has no room, the screen cuts */

static void row(const void *ctx, uint32_t i, struct named_row *out)
{
    const struct name_list_rows *l = &((const struct name_rows *)ctx)->list;
    size_t cols, marks;
    node_id n = l->node(l->ctx, i, &cols);
    *out = (struct named_row){NO_ID, 0};
    if (n == NO_ID || node_is_cycle(l->v->analysis, n))
        return;
    marks = label_marks_cols(l->v, n, l->style);
    out->raw = l->v->analysis->table->symbols[n].raw;
    out->cols = (unsigned)(cols > marks + LEAST_COLS ? cols - marks : LEAST_COLS);
}

/* What tells functions of one name apart. */
static bool place(const void *ctx, uint32_t i, unsigned which, struct text *out)
{
    const struct name_list_rows *l = &((const struct name_rows *)ctx)->list;
    struct line_pos pos;
    size_t cols;
    node_id n = l->node(l->ctx, i, &cols);
    if (which == 0 && (l->v->settings->by_line || !label_place(l->v, n, &pos)))
        return false;
    text_str(out, which == 0 ? label_file(l->v, pos.file) : label_image(l->v, n));
    return true;
}

struct name_rows *name_rows_new(const struct name_list_rows *s)
{
    struct name_rows *r = mem_array(1, sizeof *r);
    if (!r)
        return NULL;
    r->list = *s;
    const struct row_names_source source = {.names = s->v->names,
                                            .level = s->style.level,
                                            .ascii = s->style.ascii,
                                            .n_rows = s->n_rows,
                                            .near = s->near,
                                            .row = row,
                                            .place = place,
                                            .ctx = r};

    r->names = row_names_new(&source);
    if (r->names)
        return r;
    free(r);
    return NULL;
}

void name_rows_free(struct name_rows *r)
{
    if (!r)
        return;
    row_names_free(r->names);
    free(r);
}

void line_row_name(struct line *l, struct name_rows *r, uint32_t i, bool uncut, struct cell c)
{
    const struct name_list_rows *list = &r->list;
    size_t cols;
    node_id n = list->node(list->ctx, i, &cols);
    const char *shown = uncut ? NULL : row_names_get(r->names, i);
    if (n == NO_ID)
        return;
    l->text.failed |= !uncut && !shown;
    line_name(l, list->v, n, list->style, c, shown);
}

void text_row_name(struct text *t, struct name_rows *r, uint32_t i)
{
    const char *shown = row_names_get(r->names, i);
    t->failed |= !shown;
    for (; shown && *shown; shown++)
        if (*shown != QUIET_BEGIN && *shown != QUIET_END)
            text_char(t, *shown);
}
