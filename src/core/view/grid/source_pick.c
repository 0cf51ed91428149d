/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/source_pick.h"

#include <math.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/label.h"

void text_ticks(struct text *t, const struct analysis *a, double ticks)
{
    text_fixed(t, seconds_or_0(a, ticks), 0, 2);
    text_printf(t, " %s", unit_of(a->profile).s);
}

void text_line_time(struct text *t, const struct analysis *a, double ticks)
{
    text_ticks(t, a, ticks);
    text_str(t, " = ");
    text_fixed(t, ticks, 0, fabs(ticks - round(ticks)) < 0.05 ? 0 : 1);
    text_str(t, fabs(ticks - 1) < 0.05 ? " sample" : " samples");
    if (a->samples->total > 0) {
        text_str(t, ", ");
        text_fixed(t, percent(ticks, a->samples->total), 0, 1);
        text_char(t, '%');
    }
}

enum { TIMES_COLS = 18 };

/* "    1.94 s  13.8%"; without the share where that would leave a name no room. */
static void put_time(struct text *t, const struct analysis *a, unsigned cols, double ticks)
{
    text_fixed(t, seconds_or_0(a, ticks), 9, 2);
    text_printf(t, " %s", unit_of(a->profile).s);
    if (cols < TIMES_COLS + NAME_COLS)
        return;
    text_fixed(t, percent_or_0(ticks, a->samples->total), 6, 1);
    text_char(t, '%');
}

static void put_path(struct text *t, const struct view_context *v, const char *path, bool ascii)
{
    const char *file = label_file(v, path);

    text_shown(t, file, strlen(file), ascii);
}

void source_hot_line(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct line *out)
{
    uint32_t line = f->hot[i];
    const struct annotated_line *l = &f->lines->lines[line];
    node_id n = source_function_node(f, source_function(f, line));
    size_t at;

    put_time(&out->text, v->analysis, style->cols, l->ticks);
    line_mark(out, 0, ROLE_NUMBER, COLUMN_NONE);
    text_str(&out->text, "  ");
    out->pinned = out->text.n;
    put_path(&out->text, v, source_file_of(f, line)->path, style->ascii);
    text_printf(&out->text, ":%u", l->line);
    at = out->text.n;
    if (n != NO_ID) {
        size_t used = utf8_cols(out->text.p, out->text.n) + 2;

        text_str(&out->text, "  ");
        text_function_within(&out->text, v, n,
                             (struct name_style){style->names, style->ascii, false},
                             style->cols > used + NAME_COLS / 2 ? style->cols - used : NAME_COLS);
    }
    line_mark(out, at, ROLE_DIM, COLUMN_NONE);
}

void source_file_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out)
{
    const char *path = f->lines->files[i].path, *base = path_base(path);

    put_time(out, v->analysis, style->cols, f->lines->files[i].ticks);
    text_str(out, "  ");
    text_shown(out, base, strlen(base), style->ascii);
    text_str(out, base > path ? "  " : "");
    text_shown(out, path, (size_t)(base - path), style->ascii);
}

void source_file_time(const struct view_context *v, const struct annotated_file *file,
                      struct text *out)
{
    text_str(out, "self ");
    text_ticks(out, v->analysis, file->ticks);
    if (v->analysis->samples->total > 0) {
        text_str(out, ", ");
        text_fixed(out, percent(file->ticks, v->analysis->samples->total), 0, 1);
        text_char(out, '%');
    }
}

void source_call_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out)
{
    const struct source_call *c = &f->calls[i];
    node_id n = source_function_node(f, c->callee);

    text_str(out, " ~");
    text_ticks(out, v->analysis, c->ticks);
    text_uint(out, c->count, 12);
    text_str(out, " calls  ");
    if (n != NO_ID)
        text_name_alone(out, v, n, (struct name_style){style->names, style->ascii, true});
}
