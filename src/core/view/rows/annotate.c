/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/annotate.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"

/* ---- lines ---- */

/* Symbols with a place, by file and line; those of one line in the table's order. */
struct placed {
    sym_id *ids;
    uint64_t *keys; /* rank of the file and line */
    uint32_t n;
};

struct annotation *annotation_new(const struct analysis *a, const struct progress *progress)
{
    struct annotation *n = arena_object(sizeof *n);
    struct placed p = {0};
    bool ok = true;
    p.ids = mem_array_raw(a->n_symbols, sizeof *p.ids);
    p.keys = mem_array_raw(a->n_symbols, sizeof *p.keys);
    for (sym_id s = 0; s < a->n_symbols && ok; s++) {
        ok = progress_some(progress, "lines", s, a->n_symbols);
        const struct source_place *pos = &a->sources->entry[s];
        if (pos->file == NO_ID || !pos->line || !symset_lets(a->anno, s))
            continue;
        p.ids[p.n] = s;
        p.keys[p.n++] = (uint64_t)(a->sources->n_files - 1 - pos->file) << 32 | pos->line;
    }
    sort_radix(p.keys, p.ids, p.n);
    n->files = arena_alloc(&n->memory, a->sources->n_files, sizeof *n->files);
    n->lines = arena_alloc(&n->memory, p.n, sizeof *n->lines);

    for (uint32_t i = 0; i < p.n && ok; i++) {
        /* Add the symbol number i of p. */
        ok = progress_some(progress, "lines", i, p.n);
        sym_id s = p.ids[i];
        const struct line_pos pos = sources_place(a->sources, s);
        uint64_t calls = a->graph->calls[s];
        double ticks = a->samples->self[s], wait = a->samples->wait ? a->samples->wait[s] : 0;
        if (i == 0 || p.keys[i] >> 32 != p.keys[i - 1] >> 32)
            n->files[n->n_files++] = (struct annotated_file){.path = pos.file, .lo = n->n_lines};
        if (i == 0 || p.keys[i] != p.keys[i - 1])
            n->lines[n->n_lines++] =
                (struct annotated_line){.line = pos.line, .first = s, .hottest = s};
        struct annotated_file *f = &n->files[n->n_files - 1];
        struct annotated_line *l = &n->lines[n->n_lines - 1];

        if (ticks > a->samples->self[l->hottest])
            l->hottest = s;
        l->n_symbols++;
        l->calls += calls;
        l->ticks += ticks;
        l->wait += wait;
        f->calls += calls;
        f->ticks += ticks;
        f->wait += wait;
        f->hi = n->n_lines;
    }
    free(p.ids);
    free(p.keys);
    if (ok)
        return n;
    arena_object_free(n);
    return NULL;
}

uint32_t annotation_from(const struct annotation *n, const struct annotated_file *f, uint64_t line)
{
    return f->lo + (uint32_t)search_below(n->lines + f->lo, f->hi - f->lo,
                                          SEARCH_BY(struct annotated_line, line), line);
}

const struct annotated_line *annotation_find(const struct annotation *n,
                                             const struct annotated_file *f, uint64_t line)
{
    uint32_t i = annotation_from(n, f, line);
    return i < f->hi && n->lines[i].line == line ? &n->lines[i] : NULL;
}

/* ---- counts ---- */

static void add_count(struct line_counts *out, uint64_t count, bool listed)
{
    if (listed)
        out->v[out->n++] = count;
    out->sum += count;
}

void annotation_counts(const struct analysis *a, const struct annotated_line *l, bool all_lines,
                       uint64_t *last, struct line_counts *out)
{
    unsigned n_blocks = a->blocks ? a->blocks->n[l->first] : 0;
    const struct raw_block *b = n_blocks ? a->blocks->v + a->blocks->lo[l->first] : NULL;
    *out = (struct line_counts){.n = 0};
    if (a->table->symbols[l->first].flags & SYM_FUNC) {
        add_count(out, l->calls, true);
        *last = l->calls;
    } else if (all_lines && b && (l->n_symbols > 1 || b->addr > a->table->symbols[l->first].addr)) {
        /* It ran before its first block. QUIRK(gnu): a line of several symbols always did; pinned
         * by tests/diff. */
        add_count(out, *last, true);
    }
    for (unsigned i = 0; i < n_blocks; i++) {
        bool repeated = all_lines && out->n && out->v[out->n - 1] == b[i].count;
        add_count(out, b[i].count, !repeated);
        *last = b[i].count;
    }
    if (all_lines && out->n == 0)
        add_count(out, *last, true);
}

void text_margin(struct text *t, const struct line_counts *c, uint64_t min_count)
{
    char room[32 * (1 + BLOCKS_MAX)];
    struct text m = text_in(room, sizeof room);
    if (c->n && c->sum < min_count)
        text_str(&m, "#####");
    for (unsigned i = 0; i < c->n && c->sum >= min_count; i++) {
        text_str(&m, i ? "," : "");
        text_uint(&m, c->v[i], 0);
    }
    text_str(&m, c->n ? " -> " : "");
    size_t n = m.n < MARGIN_COLS ? m.n : MARGIN_COLS;
    text_fill(t, ' ', MARGIN_COLS - n);
    text_add(t, m.p, n);
}

void annotation_top(const struct annotation *n, const struct annotated_file *f, uint32_t most,
                    uint32_t *out, uint32_t *n_out)
{
    uint32_t found = 0;
    uint64_t *keys = mem_array_raw(f->hi - f->lo, sizeof *keys);
    for (uint32_t i = f->lo; i < f->hi; i++) {
        if (!n->lines[i].calls)
            continue;
        keys[found] = ~n->lines[i].calls;
        out[found++] = i;
    }
    sort_radix(keys, out, found);
    free(keys);
    *n_out = found < most ? found : most;
}
