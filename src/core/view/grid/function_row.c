/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/function_row.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/view/grid/cells.h"

/* " name....   total s ?   self s  [index]" */
enum { NUMBER_COLS = 9, MARK_COLS = 2, INDEX_COLS = 9 };
enum { FACTS_COLS = 2 * NUMBER_COLS + MARK_COLS + INDEX_COLS };

/* Columns for the name; the numbers go first when there is no room for both. */
static size_t name_cols(unsigned cols, bool *facts)
{
    *facts = cols >= 1 + NAME_COLS + FACTS_COLS;
    return *facts ? cols - 1 - FACTS_COLS : cols > 1 ? cols - 1 : 0;
}

size_t pick_name_cols(unsigned cols)
{
    bool facts;
    return name_cols(cols, &facts);
}

void pick_line(const struct view_context *v, node_id node, const char *name, unsigned cols,
               bool ascii, struct line *out)
{
    const struct analysis *a = v->analysis;
    const struct node_time *t = &a->times->node[node];
    struct text shown = {0};
    bool facts;
    size_t used, room = name_cols(cols, &facts);
    text_shown(&shown, name, strlen(name), ascii);
    size_t fit = utf8_fit(shown.p ? shown.p : "", shown.n, room, &used);
    text_char(&out->text, ' ');
    text_add(&out->text, shown.p, fit);
    line_mark(out, 1, ROLE_NAME, COLUMN_NONE);
    out->text.failed |= shown.failed;
    text_release(&shown);
    if (!facts)
        return;
    text_fill(&out->text, ' ', room - used);
    size_t lo = out->text.n;
    text_fixed(&out->text, seconds_or_0(a, t->self + t->child), NUMBER_COLS, 2);
    line_mark(out, lo, ROLE_NUMBER, COLUMN_NONE);
    cell_mark(out, (struct cell){ROLE_PLAIN, COLUMN_NONE, MARK_COLS}, node_mark(v, node));
    lo = out->text.n;
    text_fixed(&out->text, seconds_or_0(a, t->self), NUMBER_COLS, 2);
    line_mark(out, lo, ROLE_NUMBER, COLUMN_NONE);
    char digits[24];
    struct text index = text_in(digits, sizeof digits);
    text_printf(&index, "[%u]", (unsigned)a->order->index[node]);
    lo = out->text.n;
    text_right(&out->text, text_z(&index), INDEX_COLS);
    line_mark(out, lo, ROLE_DIM, COLUMN_NONE);
}

static void add_head(const struct view_context *v, const char *what, struct line *out)
{
    char room[24];
    struct text head = text_in(room, sizeof room);
    text_printf(&head, "%s %s", what, unit_of(v->analysis->profile).s);
    text_right(&out->text, text_z(&head), NUMBER_COLS);
}

void pick_heading(const struct view_context *v, unsigned cols, struct line *out)
{
    bool facts;
    size_t room = name_cols(cols, &facts);
    text_str(&out->text, " ");
    text_left(&out->text, "name", room);
    if (facts) {
        add_head(v, "total", out);
        text_right(&out->text, "?", MARK_COLS);
        add_head(v, "self", out);
        text_right(&out->text, "index", INDEX_COLS);
    }
    line_mark(out, 0, ROLE_HEAD, COLUMN_NONE);
}

void pick_detail(const struct view_context *v, node_id node, const struct grid_style *style,
                 struct line *out)
{
    struct text facts = {0};
    text_place(&facts, v, node, "");
    line_detail(out, style, v, node, true, &facts);
}
