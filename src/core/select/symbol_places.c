/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/symbol_places.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/sort.h"

enum { STEP = 4096 }; /* symbols between two reports of progress */

/* Work space: places by raw symbol, and paths as they are met. */
struct sources_maker {
    const struct table *t;
    const struct image *im;
    const struct table_options *o;
    struct lines *lines;
    const struct progress *progress;
    struct line_pos *place; /* per raw symbol */
    uint64_t *met;          /* pointers to paths, with repetitions */
    size_t n_met;
    uint32_t *by_pointer; /* numbers of files, ascending by the pointer */
    uint32_t number;      /* of the file that was asked for last; NO_ID: none */
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

static void meet(struct sources_maker *m, const char *file)
{
    uint64_t p = (uint64_t)(uintptr_t)file;
    if (!file || (m->n_met && m->met[m->n_met - 1] == p))
        return;
    mem_append(&m->met, &m->n_met, &p, sizeof *m->met);
}

/* List each path once, in the order in which paths were met first: sort by path, keep the first of
 * each run, sort those by place. */
static void list_files(struct sources_maker *m)
{
    struct sources *s = m->out;
    uint32_t *ids = mem_array_raw(m->n_met, sizeof *ids);
    uint64_t *keys = mem_array_raw(m->n_met, sizeof *keys);
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->n_met; i++) {
        ids[i] = i;
        keys[i] = m->met[i];
    }
    sort_radix(keys, ids, m->n_met);
    for (size_t i = 0; i < m->n_met; i++)
        if (n == 0 || m->met[ids[i]] != m->met[ids[n - 1]])
            ids[n++] = ids[i];
    for (uint32_t i = 0; i < n; i++)
        keys[i] = ids[i];
    sort_radix(keys, ids, n);
    s->files = arena_alloc(&s->memory, n, sizeof *s->files);
    for (; s->n_files < n; s->n_files++)
        s->files[s->n_files] = (const char *)(uintptr_t)m->met[ids[s->n_files]];
    free(keys);
    free(ids);
}

static int compare_pointers(const void *ctx, uint32_t a, uint32_t b)
{
    const char *const *files = ctx;
    uintptr_t x = (uintptr_t)files[a], y = (uintptr_t)files[b];
    return x < y ? -1 : x > y;
}

/* The number of a file, which was met; NULL has none. */
static uint32_t file_number(struct sources_maker *m, const char *file)
{
    const char *const *files = m->out->files;
    if (!file || (m->number != NO_ID && files[m->number] == file))
        return file ? m->number : NO_ID;
    uint32_t lo = 0, hi = m->out->n_files;
    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;
        if ((uintptr_t)files[m->by_pointer[mid]] <= (uintptr_t)file)
            lo = mid;
        else
            hi = mid;
    }
    m->number = m->by_pointer[lo];
    return m->number;
}

/* Line symbols have their places themselves; both lists ascend by address. */
static void fill_entries(struct sources_maker *m)
{
    const struct line_symbol *line = m->t->lines ? m->t->lines->v : NULL;
    m->by_pointer = mem_array_raw(m->out->n_files, sizeof *m->by_pointer);
    for (uint32_t i = 0; i < m->out->n_files; i++)
        m->by_pointer[i] = i;
    sort_merge(m->by_pointer, m->out->n_files, compare_pointers, m->out->files);
    for (sym_id y = 0; y < m->t->n_symbols; y++) {
        const struct symbol *s = &m->t->symbols[y];
        while (s->flags & SYM_LINE && line->addr < s->addr)
            line++;
        struct line_pos at =
            s->flags & SYM_LINE ? (struct line_pos){line->file, line->line} : m->place[s->raw];
        m->out->entry[y] = (struct source_place){file_number(m, at.file), at.line};
    }
    free(m->by_pointer);
}

struct sources *sources_new(const struct table *t, const struct table_options *o,
                            struct lines *lines, const struct progress *progress, struct err *e)
{
    struct sources *s = arena_object(sizeof *s);
    struct sources_maker m = {.t = t,
                              .im = t->profile->image,
                              .o = o,
                              .lines = lines,
                              .progress = progress,
                              .number = NO_ID,
                              .out = s};
    s->entry = arena_alloc(&s->memory, t->n_symbols, sizeof *s->entry);
    m.place = mem_array(m.im->n_symbols, sizeof *m.place);
    bool ok = !lines || (lines_ready(lines, progress, e) && look_up(&m, e));
    if (ok) {
        const struct line_symbols *l = m.t->lines;
        for (uint32_t i = 0; i < m.im->n_symbols; i++)
            meet(&m, m.place[i].file);
        for (uint32_t i = 0; l && i < l->n; i++)
            meet(&m, l->v[i].file);
        if (m.n_met >= UINT32_MAX)
            mem_fail();
        list_files(&m);
        fill_entries(&m);
    } else {
        arena_object_free(s);
    }
    free(m.place);
    free(m.met);
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
