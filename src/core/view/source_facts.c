/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/source_facts.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

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
    const struct annotated_file *files = f->lines->files;
    uint32_t lo = 0, hi = f->lines->n_files;

    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;

        if (files[mid].lo <= line)
            lo = mid;
        else
            hi = mid;
    }
    return &files[lo];
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
    return f->by_line->table->symbols[f->lines->lines[line].first].addr;
}

sym_id source_function(const struct source_facts *f, uint32_t line)
{
    return table_find(f->functions->table, line_addr(f, line));
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

/* ---- calls ---- */

/* A call of an arc by line, and the line that it stands on. */
struct found {
    uint32_t line;
    struct source_call call;
};

struct finder {
    const struct source_facts *f;
    uint32_t *line_of; /* per symbol of by_line: its line, NO_ID: none */
    arc_id *arc_to;    /* per function: the arc to it from the function at hand, NO_ID: none */
    sym_id caller;     /* whose arcs arc_to has */
    struct found *v;
    size_t n, cap;
};

static bool find_lines(struct finder *x)
{
    const struct analysis *a = x->f->by_line;
    const struct annotation *n = x->f->lines;
    uint32_t *file_of = mem_array_raw(a->sources->n_files, sizeof *file_of);

    x->line_of = mem_array_raw(a->n_symbols, sizeof *x->line_of);
    if (!file_of || !x->line_of) {
        free(file_of);
        return false;
    }
    memset(file_of, 0xff, a->sources->n_files * sizeof *file_of);
    for (uint32_t i = 0; i < n->n_files; i++)
        file_of[sources_file(a->sources, n->files[i].path)] = i;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        const struct line_pos *pos = &a->sources->entry[s];
        uint32_t file = pos->file ? file_of[sources_file(a->sources, pos->file)] : NO_ID;
        const struct annotated_line *l =
            file == NO_ID ? NULL : annotation_find(n, &n->files[file], pos->line);

        x->line_of[s] = l ? (uint32_t)(l - n->lines) : NO_ID;
    }
    free(file_of);
    return true;
}

/* Make arc_to that of another caller. */
static void enter_caller(struct finder *x, sym_id caller)
{
    const struct graph *g = x->f->functions->graph;

    if (x->caller != NO_ID)
        for (arc_id i = g->child_lo[x->caller]; i < g->child_lo[x->caller + 1]; i++)
            x->arc_to[g->arcs[i].to] = NO_ID;
    x->caller = caller;
    for (arc_id i = g->child_lo[caller]; i < g->child_lo[caller + 1]; i++)
        x->arc_to[g->arcs[i].to] = i;
}

/* The part of an arc between functions that so many calls stand for. */
static double part_of(const struct analysis *a, arc_id arc, uint64_t count)
{
    struct arc_time t = arc_time(a, arc);
    uint64_t all = a->graph->arcs[arc].count;

    return all ? (t.self + t.child) * ((double)count / (double)all) : 0;
}

/* GNU gprof -l counts arcs by functions all the same; the line comes from the address of the call.
 * Arcs that filters took away are none. */
static bool find_call(struct finder *x, const struct raw_arc *arc)
{
    const struct analysis *functions = x->f->functions;
    sym_id at = table_find(x->f->by_line->table, arc->from);
    sym_id from = table_find(functions->table, arc->from);
    sym_id to = table_find(functions->table, arc->to);

    if (at == NO_ID || x->line_of[at] == NO_ID || from == NO_ID || to == NO_ID)
        return true;
    if (from != x->caller)
        enter_caller(x, from);
    if (x->arc_to[to] == NO_ID)
        return true;
    if (!mem_grow(&x->v, &x->cap, x->n + 1, sizeof *x->v))
        return false;
    x->v[x->n++] = (struct found){x->line_of[at],
                                  {.callee = to,
                                   .count = arc->count,
                                   .ticks = part_of(functions, x->arc_to[to], arc->count)}};
    return true;
}

/* The program's arcs by the address of the call, so that those of a function stand together; free
 * it. NULL: no memory. */
static uint32_t *ranked_arcs(const struct profile *p)
{
    uint32_t *ids = mem_array_raw(p->n_arcs, sizeof *ids);
    uint64_t *keys = mem_array_raw(p->n_arcs, sizeof *keys);

    for (uint32_t i = 0; ids && keys && i < p->n_arcs; i++) {
        ids[i] = i;
        keys[i] = p->arcs[i].from;
    }
    if (!ids || !keys || !sort_radix(keys, ids, p->n_arcs)) {
        free(ids);
        ids = NULL;
    }
    free(keys);
    return ids;
}

static bool find_calls(struct finder *x)
{
    const struct profile *p = x->f->shown->profile;
    uint32_t n = x->f->functions->n_symbols;
    uint32_t *ids = ranked_arcs(p);

    x->caller = NO_ID;
    x->arc_to = mem_array_raw(n, sizeof *x->arc_to);
    bool ok = ids && x->arc_to && find_lines(x);
    if (ok)
        memset(x->arc_to, 0xff, n * sizeof *x->arc_to);
    for (size_t i = 0; ok && i < p->n_arcs; i++)
        ok = find_call(x, &p->arcs[ids[i]]);
    free(ids);
    return ok;
}

/* By line; on a line the heaviest first, then most calls. */
static int compare_found(const void *a, const void *b)
{
    const struct found *x = a, *y = b;

    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->call.ticks != y->call.ticks)
        return x->call.ticks > y->call.ticks ? -1 : 1;
    if (x->call.count != y->call.count)
        return x->call.count > y->call.count ? -1 : 1;
    return (x->call.callee > y->call.callee) - (x->call.callee < y->call.callee);
}

/* Calls of one function on one line, from several places of its code, are one. */
static int compare_callee(const void *a, const void *b)
{
    const struct found *x = a, *y = b;

    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->call.callee > y->call.callee) - (x->call.callee < y->call.callee);
}

static void join_calls(struct finder *x)
{
    size_t n = 0;

    qsort(x->v, x->n, sizeof *x->v, compare_callee);
    for (size_t i = 0; i < x->n; i++) {
        if (n && compare_callee(&x->v[n - 1], &x->v[i]) == 0) {
            x->v[n - 1].call.count += x->v[i].call.count;
            x->v[n - 1].call.ticks += x->v[i].call.ticks;
        } else {
            x->v[n++] = x->v[i];
        }
    }
    x->n = n;
    qsort(x->v, x->n, sizeof *x->v, compare_found);
}

static bool take_calls(struct source_facts *f, const struct finder *x)
{
    uint32_t n = f->lines->n_lines, at = 0;

    f->calls = mem_array_raw(x->n, sizeof *f->calls);
    f->call_lo = mem_array_raw((size_t)n + 1, sizeof *f->call_lo);
    f->callee_ticks = mem_array(n, sizeof *f->callee_ticks);
    if (!f->calls || !f->call_lo || !f->callee_ticks)
        return false;
    for (uint32_t line = 0; line < n; line++) {
        f->call_lo[line] = at;
        for (; at < x->n && x->v[at].line == line; at++) {
            f->calls[at] = x->v[at].call;
            f->callee_ticks[line] += x->v[at].call.ticks;
        }
    }
    f->call_lo[n] = at;
    return true;
}

static bool add_calls(struct source_facts *f)
{
    struct finder x = {.f = f};
    bool ok = find_calls(&x);

    if (ok && x.n)
        join_calls(&x);
    ok = ok && take_calls(f, &x);
    free(x.line_of);
    free(x.arc_to);
    free(x.v);
    return ok;
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
                                      struct err *e)
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
    if (f->lines && add_calls(f) && add_hot(f) && add_last(f))
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
