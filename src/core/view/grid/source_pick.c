/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/source_pick.h"

#include <math.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/label.h"
#include "core/view/number.h"

void text_line_time(struct text *t, const struct analysis *a, double ticks)
{
    text_ticks(t, a, ticks);
    text_printf(t, fabs(ticks - round(ticks)) < 0.05 ? " = %.0f" : " = %.1f", ticks);
    text_str(t, number_one(ticks, 1) ? " sample" : " samples");
    if (a->samples->total > 0)
        text_printf(t, ", %.1f%%", percent(ticks, a->samples->total));
}

enum { TIMES_COLS = 18 };

/* "    1.94 s  13.8%"; without the share where that would leave a name no room. */
static void put_time(struct text *t, const struct analysis *a, unsigned cols, double ticks)
{
    text_printf(t, "%9.2f %s", seconds_or_0(a, ticks), unit_of(a->profile).s);
    if (cols >= TIMES_COLS + NAME_COLS)
        text_printf(t, "%6.1f%%", percent_or_0(ticks, a->samples->total));
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
    if (v->analysis->samples->total > 0)
        text_printf(out, ", %.1f%%", percent(file->ticks, v->analysis->samples->total));
    if (file->wait > 0 && v->analysis->rate_hz > 0) {
        text_str(out, ", wait ");
        text_ticks(out, v->analysis, file->wait);
    }
}

void source_call_row(const struct view_context *v, const struct source_facts *f, uint32_t i,
                     const struct grid_style *style, struct text *out)
{
    const struct source_call *c = &f->calls[i];
    node_id n = source_function_node(f, c->callee);
    text_str(out, v->analysis->paths ? "  " : " ~");
    text_ticks(out, v->analysis, c->ticks);
    text_uint(out, c->count, 12);
    text_str(out, c->count == 1 ? " call   " : " calls  ");
    if (n != NO_ID)
        text_name_alone(out, v, n, (struct name_style){style->names, style->ascii, true});
}
