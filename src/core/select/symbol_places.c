/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/symbol_places.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/intern.h"
#include "core/base/sort.h"

enum { STEP = 4096 }; /* symbols between two reports of progress */

/* Work space: places by raw symbol, and numbers of paths. */
struct sources_maker {
    const struct table *t;
    const struct image *im;
    const struct table_options *o;
    struct lines *lines;
    const struct progress *progress;
    struct line_pos *place; /* per raw symbol */
    struct intern_numbers numbers;
    const char **files; /* in the order in which they were met */
    size_t n_files;
    const char *last; /* the file that was asked for last; NULL: none */
    uint32_t number;  /* of it */
    struct sources *out;
};

static bool look_up(struct sources_maker *m, struct err *e)
{
    uint32_t n = 0;
    uint32_t *ids = mem_array_raw(m->im->n_symbols, sizeof *ids);
    /* The accepted symbols in the order of their addresses: tables of lines are read by unit, and
     * the symbol table of an image knows no order of units. */
    uint64_t *keys = mem_array_raw(m->im->n_symbols, sizeof *keys);
    for (uint32_t i = 0; i < m->im->n_symbols; i++)
        if (table_accepts(m->o, m->im->symbols[i].flags)) {
            keys[n] = m->im->symbols[i].addr;
            ids[n++] = i;
        }
    sort_radix(keys, ids, n);
    free(keys);
    /* A line symbol has the place of its address. */
    const struct line_symbols *l = m->t->lines;
    const struct line_symbol *line = l ? l->v : NULL, *end = line ? line + l->n : NULL;
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) {
        uint64_t addr = m->im->symbols[ids[i]].addr;
        struct line_pos *place = &m->place[ids[i]];
        ok = i % STEP || progress_step(m->progress, "source lines", i, n) ||
             err_set(e, ERR_CANCELLED, NULL);
        while (line < end && line->addr < addr)
            line++;
        if (line < end && line->addr == addr)
            *place = (struct line_pos){line->file, line->line};
        else if (ok && !lines_find(m->lines, addr, place))
            *place = (struct line_pos){0};
    }
    free(ids);
    return ok;
}

/* The number of a file; NULL has none. */
static uint32_t file_number(struct sources_maker *m, const char *file)
{
    bool is_new;
    if (!file || file == m->last)
        return file ? m->number : NO_ID;
    m->last = file;
    m->number = intern_number(&m->numbers, (uintptr_t)file, &is_new) - 1;
    if (is_new)
        mem_append(&m->files, &m->n_files, &file, sizeof file);
    return m->number;
}

/* Line symbols have their places themselves; both lists ascend by address. */
static void fill_entries(struct sources_maker *m)
{
    const struct line_symbol *line = m->t->lines ? m->t->lines->v : NULL;
    for (sym_id y = 0; y < m->t->n_symbols; y++) {
        const struct symbol *s = &m->t->symbols[y];
        while (s->flags & SYM_LINE && line->addr < s->addr)
            line++;
        struct line_pos at =
            s->flags & SYM_LINE ? (struct line_pos){line->file, line->line} : m->place[s->raw];
        m->out->entry[y] = (struct source_place){file_number(m, at.file), at.line};
    }
}

struct sources *sources_new(const struct table *t, const struct table_options *o,
                            struct lines *lines, const struct progress *progress, struct err *e)
{
    struct sources *s = arena_object(sizeof *s);
    struct sources_maker m = {
        .t = t, .im = t->profile->image, .o = o, .lines = lines, .progress = progress, .out = s};
    s->entry = arena_alloc(&s->memory, t->n_symbols, sizeof *s->entry);
    m.place = mem_array(m.im->n_symbols, sizeof *m.place);
    bool ok = !lines || (lines_ready(lines, progress, e) && look_up(&m, e));
    if (ok) {
        const struct line_symbols *l = m.t->lines;
        for (uint32_t i = 0; i < m.im->n_symbols; i++)
            (void)file_number(&m, m.place[i].file);
        for (uint32_t i = 0; l && i < l->n; i++)
            (void)file_number(&m, l->v[i].file);
        fill_entries(&m);
        s->files = arena_alloc(&s->memory, m.n_files, sizeof *s->files);
        for (; s->n_files < m.n_files; s->n_files++)
            s->files[s->n_files] = m.files[s->n_files];
    } else {
        arena_object_free(s);
    }
    free(m.place);
    free(m.files);
    intern_numbers_release(&m.numbers);
    return ok ? s : NULL;
}

const char *sources_last_by_base(const struct sources *s, const char *base, size_t n)
{
    for (uint32_t i = s->n_files; i-- > 0;) {
        const char *b = path_base(s->files[i]);
        if (strlen(b) == n && memcmp(b, base, n) == 0)
            return s->files[i];
    }
    return NULL;
}

bool sources_alone(const struct sources *s, const char *path)
{
    const char *base = path_base(path), *last = sources_last_by_base(s, base, strlen(base));
    for (uint32_t i = 0; i < s->n_files; i++)
        if (s->files[i] != last && strcmp(path_base(s->files[i]), base) == 0)
            return false;
    return last && strcmp(last, path) == 0;
}
