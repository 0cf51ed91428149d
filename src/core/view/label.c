/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/label.h"

#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/char.h"
#include "core/base/file/path.h"
#include "core/base/prefetch.h"
#include "core/base/utf8.h"
#include "core/load/image/demangle.h"
#include "core/select/symset.h"
#include "core/view/names/form.h"

const char *label_printed(const struct view_context *v, sym_id s)
{
    return names_printed(v->names, v->analysis->table->symbols[s].raw);
}

const char *label_name(const struct view_context *v, sym_id s, enum name_level level)
{
    return names_get(v->names, v->analysis->table->symbols[s].raw, level);
}

void label_fetch(const struct view_context *v, sym_id s, unsigned steps)
{
    const struct symbol *y = &v->analysis->table->symbols[s];
    if (steps >= 2) {
        fetch(y);
        if (v->analysis->sources)
            fetch(&v->analysis->sources->entry[s]);
    } else {
        names_fetch(v->names, y->raw, steps == 0);
    }
}

bool label_place(const struct view_context *v, sym_id s, struct line_pos *out)
{
    if (v->analysis->sources) {
        *out = sources_place(v->analysis->sources, s);
        return out->file;
    }
    return v->lines && lines_find(v->lines, v->analysis->table->symbols[s].addr, out);
}

const char *label_source(const struct view_context *v, sym_id s)
{
    if (v->analysis->sources)
        return sources_place(v->analysis->sources, s).file;
    return v->lines ? lines_find_file(v->lines, v->analysis->table->symbols[s].addr) : NULL;
}

uint64_t label_addr(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;
    return profile_file_addr(a->profile, a->table->symbols[s].addr);
}

const char *label_image(const struct view_context *v, sym_id s)
{
    return path_base(function_image(v, s));
}

const char *label_uncounted(const struct view_context *v, node_id n)
{
    const struct analysis *a = v->analysis;
    const struct library *l =
        node_is_cycle(a, n) ? NULL : profile_library(a->profile, a->table->symbols[n].addr);
    return l && !analysis_counts_calls(a, l->lo, l->hi) ? path_base(l->path) : NULL;
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
    bool shown = a->printed[n];
    text_str(t, shown ? " [" : " (");
    text_uint(t, a->order->index[n], 0);
    text_char(t, shown ? ']' : ')');
}

const char *function_file(const struct view_context *v, sym_id s)
{
    struct line_pos pos;
    return label_place(v, s, &pos) ? pos.file : NULL;
}

const char *function_image(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;
    return profile_file_path(a->profile, a->table->symbols[s].addr);
}

uint32_t filter_sets(const struct view_context *v)
{
    uint32_t sets = 0;
    for (size_t i = 0; i < v->settings->n_filters; i++)
        sets |= v->settings->filters[i].sets;
    return sets;
}

bool samples_excluded(const struct view_context *v)
{
    uint32_t sets = filter_sets(v);
    return sets & UINT32_C(1) << SET_FLAT_EX && !(sets & UINT32_C(1) << SET_FLAT_IN);
}

bool function_excluded(const struct view_context *v, sym_id s)
{
    const struct analysis *a = v->analysis;
    return samples_excluded(v) && !symset_lets(a->flat, s) &&
           !symset_is_runtime(table_plain_name(a->table, s));
}

struct unit_name unit_of(const struct profile *p)
{
    const bool shown = p->abbrev > ' ' && p->abbrev <= '~';
    return (struct unit_name){{shown ? p->abbrev : '\0'}};
}

struct unit_name unit_after(const struct profile *p)
{
    const struct unit_name u = unit_of(p);
    return (struct unit_name){{u.s[0] ? ' ' : '\0', u.s[0]}};
}

/* ---- names as screens show them ---- */

/* With -l a function is many rows, so what tells them apart comes first: "file.c:12 f @ 1649". */
static void add_code_line(struct text *t, const struct view_context *v, sym_id s, bool ascii)
{
    struct line_pos pos;
    if (!v->settings->by_line || !label_place(v, s, &pos))
        return;
    const char *file = label_file(v, pos.file);

    text_shown(t, file, strlen(file), ascii);
    text_printf(t, ":%u ", pos.line);
}

static void add_code_addr(struct text *t, const struct view_context *v, sym_id s)
{
    struct line_pos pos;
    if (!v->settings->by_line || !label_place(v, s, &pos))
        return;
    text_str(t, " @ ");
    text_hex(t, label_addr(v, s));
}

static void add_cycle(struct text *t, const struct analysis *a, node_id n)
{
    text_str(t, node_is_cycle(a, n) ? "" : " ");
    text_cycle(t, node_cycle_number(a, n), node_is_cycle(a, n));
}

static void add_marks(struct text *t, const struct analysis *a, node_id n, bool index)
{
    if (node_cycle_number(a, n))
        add_cycle(t, a, n);
    if (index)
        text_index(t, a, n);
}

void text_name(struct text *t, const struct view_context *v, node_id n, struct name_style style)
{
    text_name_within(t, v, n, style, 0);
}

void text_name_alone(struct text *t, const struct view_context *v, node_id n,
                     struct name_style style)
{
    if (!node_is_cycle(v->analysis, n))
        text_function_within(t, v, n, style, 0);
    add_marks(t, v->analysis, n, style.index);
}

void text_match_name(struct text *t, const struct view_context *v, sym_id s)
{
    const char *plain = table_plain_name(v->analysis->table, s);
    int style = demangle_style_auto();
    const struct settings *set = v->settings;
    /* Only instances of templates have a return type in their names; all others are in memory. */
    bool in_memory = set->demangle && set->demangle_style == style && plain[0] == '_' &&
                     plain[1] == 'Z' && !strchr(plain, 'I');
    if (in_memory || !demangle(plain, style, false, t))
        text_str(t, in_memory ? label_printed(v, s) : plain);
}

void line_name(struct line *l, const struct view_context *v, node_id n, struct name_style style,
               struct cell c, const char *shown)
{
    const struct analysis *a = v->analysis;
    size_t at = l->text.n;
    if (!node_is_cycle(a, n)) {
        add_code_line(&l->text, v, n, style.ascii);
        line_mark(l, at, c.role, c.column);
        while (*shown) { /* each part as what it is */
            bool quiet = *shown == QUIET_BEGIN;
            shown += quiet;
            size_t n_part = strcspn(shown, quiet ? "\002" : "\001"), lo = l->text.n;
            text_add(&l->text, shown, n_part);
            line_mark(l, lo, quiet ? ROLE_DIM : c.role, c.column);
            shown += n_part + (quiet && shown[n_part] == QUIET_END);
        }
    }
    at = l->text.n;
    if (!node_is_cycle(a, n))
        add_code_addr(&l->text, v, n);
    line_mark(l, at, ROLE_DIM, c.column);
    at = l->text.n;
    if (node_cycle_number(a, n))
        add_cycle(&l->text, a, n);
    line_mark(l, at, ROLE_CYCLE, c.column);
    at = l->text.n;
    if (style.index)
        text_index(&l->text, a, n);
    line_mark(l, at, ROLE_DIM, c.column);
}

size_t label_marks_cols(const struct view_context *v, node_id n, struct name_style style)
{
    struct text t = {0};
    if (!node_is_cycle(v->analysis, n)) {
        add_code_line(&t, v, n, style.ascii);
        add_code_addr(&t, v, n);
    }
    add_marks(&t, v->analysis, n, style.index);
    size_t cols = t.n ? utf8_cols(t.p, t.n) : 0;

    text_release(&t);
    return cols;
}

void text_function_within(struct text *t, const struct view_context *v, node_id n,
                          struct name_style style, size_t cols)
{
    const struct analysis *a = v->analysis;
    if (node_is_cycle(a, n))
        text_cycle(t, node_cycle_number(a, n), false);
    else
        names_within(v->names, a->table->symbols[n].raw, style.level, style.ascii, cols, t);
}

void text_name_within(struct text *t, const struct view_context *v, node_id n,
                      struct name_style style, size_t cols)
{
    size_t marks = cols ? label_marks_cols(v, n, style) : 0;
    if (!node_is_cycle(v->analysis, n)) {
        add_code_line(t, v, n, style.ascii);
        text_function_within(t, v, n, style, cols > marks ? cols - marks : cols ? 1 : 0);
        add_code_addr(t, v, n);
    }
    add_marks(t, v->analysis, n, style.index);
}

void text_place(struct text *t, const struct view_context *v, sym_id s, const char *after)
{
    struct line_pos pos;
    if (v->settings->by_line || !label_place(v, s, &pos))
        return;
    const char *file = label_file(v, pos.file);

    text_shown(t, file, strlen(file), false);
    text_char(t, ':');
    text_uint(t, pos.line, 0);
    text_str(t, after);
}

void text_range(struct text *t, const struct view_context *v, sym_id s)
{
    const struct symbol *y = &v->analysis->table->symbols[s];
    uint64_t lo = label_addr(v, s);
    text_printf(t, "0x%llx..0x%llx", (unsigned long long)lo,
                (unsigned long long)(lo + (y->end - y->addr)));
}

void text_image(struct text *t, const struct view_context *v, sym_id s, const char *after)
{
    if (!profile_library(v->analysis->profile, v->analysis->table->symbols[s].addr))
        return;
    const char *image = label_image(v, s);

    text_shown(t, image, strlen(image), false);
    text_str(t, after);
}

void text_run(struct text *t, const struct profile_runs *r, uint32_t run, bool ascii)
{
    text_shown(t, r->v[run].label, strlen(r->v[run].label), ascii);
}

void text_run_in_words(struct text *t, const struct profile_runs *r, uint32_t run, bool ascii)
{
    if (char_is_digit(r->v[run].label[0]))
        text_printf(t, "%s ", label_of_runs(r));
    text_run(t, r, run, ascii);
}

const char *label_of_runs(const struct profile_runs *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (r->v[i].rank == RUN_NO_RANK)
            return "run";
    return r->n > 0 ? "rank" : "run";
}
