/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/picks.h"

#include <math.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/sheet.h"

enum pick_column { PICK_NAME, PICK_TOTAL, PICK_MARK, PICK_SELF, PICK_INDEX };

/* Columns beside the name: all or none. */
enum { FACTS_COLS = 50 };

static const struct grid_column columns[] = {
    [PICK_NAME] = {"name", " name", "the function", .left = true},
    [PICK_TOTAL] = {"total", "total", "with what it calls", .seconds = true, .digits = 2, .cols = 9,
                    .turn = 1, .from = FACTS_COLS},
    [PICK_MARK] = {"mark", "?", "total: ? may be far off, ! is off", .cell = CELL_MARK, .cols = 2,
                   .turn = 2, .from = FACTS_COLS},
    [PICK_SELF] = {"self", "self", "time in the function itself", .seconds = true, .digits = 2,
                   .cols = 9, .turn = 3, .from = FACTS_COLS},
    [PICK_INDEX] = {"index", "index", "number of its entry", .cell = CELL_TEXT, .cols = 9,
                    .turn = 4, .from = FACTS_COLS},
};
static const struct grid_columns pick_columns = {columns, ARRAY_LEN(columns)};

static struct sheet_name subject(const struct sheet *t, uint32_t node)
{
    return (struct sheet_name){&t->v, node, GRID_GUTTER};
}

static double number(const struct sheet *t, uint32_t node, unsigned column)
{
    const struct node_time *x = &t->v.analysis->times->node[node];
    return seconds_or_0(t->v.analysis, x->self + (column == PICK_TOTAL ? x->child : 0));
}

static enum role role(const struct sheet *t, uint32_t node, unsigned column)
{
    return column == PICK_INDEX ? ROLE_DIM : ROLE_NUMBER;
}

static enum mark mark(const struct sheet *t, uint32_t node)
{
    return node_mark(&t->v, node);
}

static void text(const struct sheet *t, uint32_t node, unsigned column, struct text *out)
{
    text_printf(out, "[%u]", (unsigned)t->v.analysis->order->index[node]);
}

static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    struct text name = {0};
    size_t used = 0, cols = sheet_name_room(t), room = cols > GRID_GUTTER ? cols - GRID_GUTTER : 0;
    sheet_function_name(t, i, &name);
    text_fill(&out->text, ' ', GRID_GUTTER);
    text_add(&out->text, name.p, utf8_fit(name.p ? name.p : "", name.n, room, &used));
    line_mark(out, GRID_GUTTER, ROLE_NAME, PICK_NAME);
    text_fill(&out->text, ' ', t->width[PICK_TOTAL] ? room - used : 0);
    out->text.failed |= name.failed;
    text_release(&name);
}

static void detail(const struct sheet *t, uint32_t node, struct line *out)
{
    struct text facts = {0};
    text_place(&facts, &t->v, node, "");
    line_detail(out, &t->style, &t->v, node, true, &facts);
}

static const struct sheet_ops ops = {
    .columns = &pick_columns,
    .tight = true,
    .name_first = true,
    .alone = true,
    .kind = ROW_FUNCTION,
    .subject = subject,
    .number = number,
    .mark = mark,
    .text = text,
    .role = role,
    .put_name = put_name,
    .detail = detail,
};

struct grid *picks_grid(const struct view_context *v, const struct picks *picks,
                        const struct grid_style *style)
{
    struct sheet *t = sheet_new(sizeof *t, &ops, v, style, NULL);
    t->id = arena_alloc(&t->memory, picks->n, sizeof *t->id);
    for (uint32_t i = 0; i < picks->n; i++)
        t->id[t->grid.n_rows++] = picks->node[picks->row ? picks->row[i] : i];
    return sheet_measure(t);
}

/* ---- files and calls ---- */

void text_line_time(struct text *t, const struct analysis *a, double ticks)
{
    text_printf(t, "%s = %.*f sample%s", ticks_of(a, ticks).s,
                fabs(ticks - round(ticks)) < 0.05 ? 0 : 1, ticks, number_one(ticks, 1) ? "" : "s");
    if (a->samples->total > 0)
        text_printf(t, ", %.1f%%", percent(ticks, a->samples->total));
}

enum { TIMES_COLS = 18 };

void source_file_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out)
{
    const char *path = f->lines->files[i].path, *base = path_base(path);
    /* "    1.94 s  13.8%"; without the share where that would leave a name no room. */
    double ticks = f->lines->files[i].ticks;
    text_printf(out, "%9.2f %s", seconds_or_0(v->analysis, ticks), unit_of(v->analysis->profile).s);
    if (style->cols >= TIMES_COLS + NAME_COLS)
        text_printf(out, "%6.1f%%", percent_or_0(ticks, v->analysis->samples->total));
    text_str(out, "  ");
    text_shown(out, base, strlen(base), style->ascii);
    text_str(out, base > path ? "  " : "");
    text_shown(out, path, (size_t)(base - path), style->ascii);
}

void source_file_time(const struct view_context *v, const struct annotated_file *file,
                      struct text *out)
{
    text_printf(out, "self %s", ticks_of(v->analysis, file->ticks).s);
    if (v->analysis->samples->total > 0)
        text_printf(out, ", %.1f%%", percent(file->ticks, v->analysis->samples->total));
    if (file->wait > 0 && v->analysis->rate_hz > 0)
        text_printf(out, ", wait %s", ticks_of(v->analysis, file->wait).s);
}

void source_call_row(const struct view_context *v, const struct source_facts *f,
                     const struct source_call *c, const struct grid_style *style, struct text *out)
{
    node_id n = source_function_node(f, c->callee);
    text_printf(out, " %s%s%12s %s", v->analysis->paths ? " " : "~",
                ticks_of(v->analysis, c->ticks).s, count_of(c->count, false).s,
                c->count == 1 ? "call   " : "calls  ");
    if (n != NO_ID)
        text_name_alone(out, v, n, (struct name_style){style->names, style->ascii, true});
}
