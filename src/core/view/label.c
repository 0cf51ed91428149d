/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/label.h"

#include "core/base/fetch.h"
#include "core/base/path.h"

const char *label_name(const struct view_context *v, sym_id s, enum name_level level)
{
    const struct symbol *y = &v->analysis->table->symbols[s];

    return names_get(v->names, y->raw, level);
}

void label_fetch(const struct view_context *v, sym_id s, unsigned steps)
{
    const struct symbol *y = &v->analysis->table->symbols[s];

    if (steps >= 2)
        fetch(y);
    else
        names_fetch(v->names, y->raw, steps == 0);
}

bool label_place(const struct view_context *v, sym_id s, struct line_pos *out)
{
    if (v->analysis->sources) {
        *out = v->analysis->sources->entry[s];
        return out->file;
    }
    return v->lines && lines_find(v->lines, v->analysis->table->symbols[s].addr, out);
}

const char *label_source(const struct view_context *v, sym_id s)
{
    if (v->analysis->sources)
        return v->analysis->sources->entry[s].file;
    return v->lines ? lines_find_file(v->lines, v->analysis->table->symbols[s].addr) : NULL;
}

uint64_t label_addr(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;

    return profile_file_addr(a->profile, a->table->symbols[s].addr);
}

const char *label_image(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;

    return path_base(profile_file_path(a->profile, a->table->symbols[s].addr));
}

const char *label_file(const struct view_context *v, const char *path)
{
    return v->settings->print_path ? path : path_base(path);
}

void text_cycle(struct text *t, uint32_t cycle, bool whole)
{
    text_str(t, "<cycle ");
    text_uint(t, cycle, 0);
    text_str(t, whole ? " as a whole>" : ">");
}

void text_index(struct text *t, const struct analysis *a, node_id n)
{
    bool shown = a->shown[n];

    text_str(t, shown ? " [" : " (");
    text_uint(t, a->order->index[n], 0);
    text_char(t, shown ? ']' : ')');
}
