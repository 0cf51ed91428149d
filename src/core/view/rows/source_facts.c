/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/source_facts.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/view/rows/source_calls.h"

/* ---- lookup ---- */

const struct annotated_file *source_file_find(const struct source_facts *f, const char *path)
{
    for (uint32_t i = 0; i < f->lines->n_files; i++)
        if (strcmp(f->lines->files[i].path, path) == 0)
            return &f->lines->files[i];
    return NULL;
}

const struct annotated_file *source_file_of(const struct source_facts *f, uint32_t line)
{
    const struct annotation *n = f->lines;
    size_t begun = search_upto(n->files, n->n_files, SEARCH_BY(struct annotated_file, lo), line);
    return &n->files[begun ? begun - 1 : 0];
}

const struct annotated_file *source_first_file(const struct source_facts *f)
{
    if (f->n_hot)
        return source_file_of(f, f->hot[0]);
    return f->lines->n_files ? &f->lines->files[0] : NULL;
}

bool source_place_of(const struct source_facts *f, uint64_t addr, struct line_pos *out)
{
    sym_id s = table_find(f->by_line->table, addr);
    if (s == NO_ID)
        return false;
    *out = f->by_line->sources->entry[s];
    return out->file && out->line;
}

static uint64_t line_addr(const struct source_facts *f, uint32_t line)
{
    return f->by_line->table->symbols[f->lines->lines[line].hottest].addr;
}

sym_id source_function(const struct source_facts *f, uint32_t line)
{
    return table_find(f->functions->table, line_addr(f, line));
}

uint32_t source_calling_line(const struct source_facts *f, sym_id callee)
{
    const struct source_call *best = NULL;
    uint32_t found = NO_ID;
    for (uint32_t line = 0; line < f->lines->n_lines; line++)
        for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
            const struct source_call *c = &f->calls[i];
            if (c->callee != callee || source_function(f, line) == callee)
                continue;
            if (best &&
                (c->ticks < best->ticks || (c->ticks == best->ticks && c->count <= best->count)))
                continue;
            best = c;
            found = line;
        }
    return found;
}

uint32_t source_hottest_line(const struct source_facts *f, const struct annotated_file *file)
{
    uint32_t best = file->lo;
    for (uint32_t i = file->lo; i < file->hi; i++)
        if (f->lines->lines[i].ticks > f->lines->lines[best].ticks)
            best = i;
    return best;
}

node_id source_function_node(const struct source_facts *f, sym_id function)
{
    if (f->shown == f->functions || function == NO_ID)
        return function;
    return table_find(f->shown->table, f->functions->table->symbols[function].addr);
}

node_id source_line_node(const struct source_facts *f, uint32_t line)
{
    return table_find(f->shown->table, line_addr(f, line));
}

/* ---- the hottest lines ---- */

static bool add_hot(struct source_facts *f)
{
    const struct annotation *n = f->lines;
    uint64_t *keys = mem_array_raw(n->n_lines, sizeof *keys);
    f->hot = mem_array_raw(n->n_lines, sizeof *f->hot);
    for (uint32_t i = 0; keys && f->hot && i < n->n_lines; i++) {
        if (!(n->lines[i].ticks > 0))
            continue;
        keys[f->n_hot] = sort_key_descending(n->lines[i].ticks);
        f->hot[f->n_hot++] = i;
    }
    bool ok = keys && f->hot && sort_radix(keys, f->hot, f->n_hot);
    free(keys);
    return ok;
}

/* ---- counts before each line ---- */

static bool add_last(struct source_facts *f)
{
    struct line_counts c;
    f->last = mem_array_raw(f->lines->n_lines, sizeof *f->last);
    for (uint32_t i = 0; f->last && i < f->lines->n_files; i++) {
        uint64_t last = 0;
        for (uint32_t k = f->lines->files[i].lo; k < f->lines->files[i].hi; k++) {
            f->last[k] = last;
            annotation_counts(f->by_line, &f->lines->lines[k], true, &last, &c);
        }
    }
    return f->last;
}

/* ---- life ---- */

struct source_facts *source_facts_new(const struct analysis *shown, const struct analysis *other,
                                      struct code *code, struct err *e)
{
    struct source_facts *f = mem_array(1, sizeof *f);
    if (!f) {
        err_memory(e, sizeof *f);
        return NULL;
    }
    f->shown = shown;
    f->functions = shown->by_line ? other : shown;
    f->by_line = shown->by_line ? shown : other;
    f->lines = annotation_new(f->by_line, e);
    if (f->lines && source_calls_find(f, code) && add_hot(f) && add_last(f))
        return f;
    source_facts_free(f);
    err_memory(e, 0);
    return NULL;
}

void source_facts_free(struct source_facts *f)
{
    if (!f)
        return;
    annotation_free(f->lines);
    free(f->calls);
    free(f->call_lo);
    free(f->callee_ticks);
    free(f->last);
    free(f->hot);
    free(f);
}
