/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/source_facts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/base/utf8.h"
#include "core/view/number.h"
#include "core/view/rows/tail_calls.h"
#include "core/view/values.h"

/* ---- calls by line ---- */

/* A call in the code. */
struct site {
    uint64_t addr;
    sym_id to; /* a function */
};

struct call_finder {
    struct source_facts *f;
    struct code *code; /* NULL: calls cannot be found in it */
    uint32_t *arcs;    /* of the profile, by the place of the call */
    unsigned step;     /* addresses of arcs are multiples of it from some base */
    uint32_t *file_of; /* per file of by_line: its number in lines, NO_ID: none */
    arc_id *arc_to;    /* per function: the arc to it from the function at hand, NO_ID: none */
    struct source_line **files; /* the lines of each file that somebody looked at */

    /* What is asked for, and what is found. */
    uint32_t lo, hi; /* lines */
    sym_id callee;   /* NO_ID: any */
    struct site *sites;
    size_t n_sites;
    struct source_call *v; /* whoever asked frees it */
    size_t n;
};

/* ---- calls in the code ---- */

static void take_site(void *ctx, const struct code_call *c)
{
    struct call_finder *x = ctx;
    const struct table *functions = x->f->functions->table;
    sym_id to = table_find(functions, c->target);
    if (c->jump)
        return;
    if (to == NO_ID || functions->symbols[to].addr != c->target)
        to = table_find(functions, c->other);
    if (to == NO_ID)
        return;
    mem_append(&x->sites, &x->n_sites, &(struct site){c->site, to}, sizeof *x->sites);
}

static void find_sites(struct call_finder *x, sym_id s)
{
    const struct symbol *y = &x->f->functions->table->symbols[s];
    uint64_t end = code_end(x->code, y->addr);
    struct code_range r = {y->addr, y->end < end ? y->end : end, CALLS_DECODED};
    if (r.lo < r.hi)
        code_calls(x->code, &r, take_site, x);
}

/* ---- arcs ---- */

/* Calls are two to CALL_MAX bytes long. */
enum { CALL_MAX = 8 };

/* Whether the place after a call may have become `from`. */
static bool may_be(const struct call_finder *x, const struct site *s, uint64_t from)
{
    return s->addr + CALL_MAX >= from && s->addr + 2 < from + x->step;
}

static uint32_t line_at(const struct call_finder *x, uint64_t addr)
{
    const struct annotation *lines = x->f->lines;
    sym_id s = table_find(x->f->by_line->table, addr);
    const struct source_place *pos = s == NO_ID ? NULL : &x->f->by_line->sources->entry[s];
    uint32_t file = pos && pos->file != NO_ID ? x->file_of[pos->file] : NO_ID;
    if (file == NO_ID || lines->files[file].hi <= x->lo || lines->files[file].lo >= x->hi)
        return NO_ID;
    const struct annotated_line *l = annotation_find(lines, &lines->files[file], pos->line);
    return l ? (uint32_t)(l - lines->lines) : NO_ID;
}

static void add_found(struct call_finder *x, uint32_t line, sym_id to, uint64_t count)
{
    const struct analysis *functions = x->f->functions;
    const arc_id arc = x->arc_to[to];
    const uint64_t all = functions->graph->arcs[arc].count;
    /* The time of `count` of the calls of an arc between functions. */
    const struct arc_time t = arc_time(functions, arc);
    const double ticks = all ? (t.self + t.child) * ((double)count / (double)all) : 0;
    const struct source_call call = {line, to, arc, false, count, ticks};
    if (line != NO_ID)
        mem_append(&x->v, &x->n, &call, sizeof call);
}

/* The calls that the arc may stand for share its count; the first ones have one more if need be. */
static void add_arc(struct call_finder *x, const struct raw_arc *arc, sym_id to)
{
    uint64_t addr = arc->from > CALL_MAX ? arc->from - CALL_MAX : 0;
    size_t first = search_below(x->sites, x->n_sites, SEARCH_BY(struct site, addr), addr), n = 0,
           k = 0;
    for (size_t i = first; i < x->n_sites && x->sites[i].addr < arc->from + x->step; i++)
        n += x->sites[i].to == to && may_be(x, &x->sites[i], arc->from);
    if (!n) {
        /* Without a call in the code: the byte before `from`, if it belongs to the same function.
         */
        const struct table *functions = x->f->functions->table;
        addr = x->step > 1 ? arc->from : arc->from - 1;
        if (table_find(functions, addr) != table_find(functions, arc->from))
            addr = arc->from;
        add_found(x, line_at(x, addr), to, arc->count);
        return;
    }
    for (size_t i = first; k < n; i++) {
        if (x->sites[i].to != to || !may_be(x, &x->sites[i], arc->from))
            continue;
        uint64_t part = arc->count / n + (k++ < arc->count % n);
        if (part)
            add_found(x, line_at(x, x->sites[i].addr), to, part);
    }
}

/* The calls of a function, or of a part of one. Arcs that filters took away are none. */
static void find_calls_of(struct call_finder *x, sym_id piece)
{
    const struct profile *p = x->f->shown->profile;
    const struct table *functions = x->f->functions->table;
    const struct graph *g = x->f->functions->graph;
    const struct symbol *y = &functions->symbols[piece];
    const sym_id from = table_whole(functions, piece);
    size_t i = 0;
    for (size_t hi = p->n_arcs; i < hi;) {
        const size_t middle = i + (hi - i) / 2;
        if (p->arcs[x->arcs[middle]].from < y->addr)
            i = middle + 1;
        else
            hi = middle;
    }
    for (arc_id k = g->child_lo[from]; k < g->child_lo[from + 1]; k++)
        x->arc_to[g->arcs[k].to] = k;
    for (; i < p->n_arcs && table_holds(functions, piece, p->arcs[x->arcs[i]].from); i++) {
        const struct raw_arc *arc = &p->arcs[x->arcs[i]];
        sym_id to = table_find(functions, arc->to);
        if (to != NO_ID && x->arc_to[to] != NO_ID && (x->callee == NO_ID || x->callee == to))
            add_arc(x, arc, to);
    }
    for (arc_id k = g->child_lo[from]; k < g->child_lo[from + 1]; k++)
        x->arc_to[g->arcs[k].to] = NO_ID;
}

/* ---- by line ---- */

/* By line; on a line the heaviest first, then most calls. */
static int compare_found(const void *a, const void *b)
{
    const struct source_call *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->ticks != y->ticks)
        return x->ticks > y->ticks ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

/* Find the calls on lines [lo, hi), of `callee` (NO_ID: of any), in functions of which wanted[1 +
 * s] is set, and in those beside them, into which rounded addresses may belong. Frees `wanted`. */
static void find_calls(struct call_finder *x, bool *wanted)
{
    const uint32_t n_functions = x->f->functions->n_symbols;
    size_t n_found = 0;
    x->v = NULL;
    x->sites = NULL;
    x->n = x->n_sites = 0;
    for (sym_id s = 0; x->code && s < n_functions; s++)
        if (wanted[s] || wanted[s + 1] || wanted[s + 2])
            find_sites(x, s);
    for (sym_id s = 0; s < n_functions; s++)
        if (wanted[s] || wanted[s + 1] || wanted[s + 2])
            find_calls_of(x, s);
    free(wanted);
    free(x->sites);
    if (!x->n)
        return;
    /* Calls of one function on one line, from several places of its code, are one. */
    sort_ascending(x->v, x->n, SEARCH_BY(struct source_call, callee));
    sort_ascending(x->v, x->n, SEARCH_BY(struct source_call, line));
    for (size_t i = 0; i < x->n; i++) {
        struct source_call *last = &x->v[n_found ? n_found - 1 : 0], *c = &x->v[i];
        if (!n_found || last->line != c->line || last->callee != c->callee) {
            x->v[n_found++] = *c;
            continue;
        }
        last->count += c->count;
        last->ticks += c->ticks;
    }
    x->n = n_found;
    qsort(x->v, x->n, sizeof *x->v, compare_found);
}

static struct source_line *lines_of_file(const struct source_facts *f,
                                         const struct annotated_file *file)
{
    struct call_finder *x = f->finder;
    struct source_line *l = x->files[file - f->lines->files];
    const uint32_t n = file->hi - file->lo;
    if (l)
        return l;
    const struct analysis *a = f->by_line;
    const struct source_place *places = a->sources->entry;
    bool *wanted = mem_array(f->functions->n_symbols + 2, sizeof *wanted);
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (places[s].file == places[f->lines->lines[file->lo].first].file)
            wanted[1 + table_at(f->functions->table, a->table->symbols[s].addr)] =
                true; /* or [0] */
    x->lo = file->lo;
    x->hi = file->hi;
    x->callee = NO_ID;
    find_calls(x, wanted);
    struct source_call *call = arena_alloc(&x->f->memory, x->n, sizeof *call);
    struct source_call *const end = call + x->n;
    for (size_t i = 0; i < x->n; i++)
        call[i] = x->v[i];
    free(x->v);
    x->files[file - f->lines->files] = l = arena_array(&x->f->memory, n, sizeof *l);
    uint64_t last = 0;
    struct line_counts counts;
    for (uint32_t i = 0; i < n; i++) {
        l[i].calls = call;
        for (; call < end && call->line == file->lo + i; call++, l[i].n_calls++) {
            call->whole = call->count == f->functions->graph->arcs[call->arc].count;
            l[i].callee_ticks += call->ticks;
        }
        l[i].last = last;
        annotation_counts(f->by_line, &f->lines->lines[file->lo + i], true, &last, &counts);
    }
    return l;
}

struct source_line *source_line(const struct source_facts *f, uint32_t line)
{
    const struct annotated_file *file = source_file_of(f, line);
    return &lines_of_file(f, file)[line - file->lo];
}

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

static uint64_t line_addr(const struct source_facts *f, uint32_t line)
{
    return f->by_line->table->symbols[f->lines->lines[line].hottest].addr;
}

/* Is the code at addr, of a file, in a library or header that comes with the system or its
 * compilers? */
static bool comes_with_system(const struct source_facts *f, const char *path, uint64_t addr)
{
    const struct library *l = profile_library(f->shown->profile, addr);
    return strncmp(path, "/usr/include/", 13) == 0 || strstr(path, "/include/c++/") ||
           strstr(path, "/lib/gcc/") ||
           (l && (strncmp(l->path, "/usr/lib", 8) == 0 || strncmp(l->path, "/lib", 4) == 0));
}

static bool is_systems(const struct source_facts *f, uint32_t line)
{
    return comes_with_system(f, source_file_of(f, line)->path, line_addr(f, line));
}

uint32_t source_first_line(const struct source_facts *f)
{
    const struct annotated_file *most = NULL;
    for (uint32_t i = 0; i < f->n_hot; i++)
        if (!is_systems(f, f->hot[i]))
            return f->hot[i];
    for (uint32_t i = 0; i < f->lines->n_files; i++) {
        const struct annotated_file *file = &f->lines->files[i];
        if (!is_systems(f, file->lo) && (!most || file->calls > most->calls))
            most = file;
    }
    return most ? most->lo : NO_ID;
}

bool source_place_of(const struct source_facts *f, uint64_t addr, struct line_pos *out)
{
    sym_id s = table_find(f->by_line->table, addr);
    if (s == NO_ID)
        return false;
    *out = sources_place(f->by_line->sources, s);
    return out->file && out->line;
}

sym_id source_function(const struct source_facts *f, uint32_t line)
{
    return table_find(f->functions->table, line_addr(f, line));
}

uint32_t source_calling_line(const struct source_facts *f, sym_id callee, bool own)
{
    const struct graph *g = f->functions->graph;
    const struct source_call *best = NULL;
    struct call_finder *x = f->finder;
    if (callee == NO_ID)
        return NO_ID;
    bool *calls = mem_array(f->functions->n_symbols + 2, sizeof *calls);
    for (uint32_t i = g->parent_lo[callee]; i < g->parent_lo[callee + 1]; i++)
        calls[1 + g->arcs[g->parent[i]].from] = true;
    for (sym_id s = 0; s < f->functions->n_symbols; s++)
        calls[1 + s] |= calls[1 + table_whole(f->functions->table, s)];
    x->lo = 0;
    x->hi = f->lines->n_lines;
    x->callee = callee;
    find_calls(x, calls);
    for (size_t i = 0; i < x->n; i++) {
        const struct source_call *c = &x->v[i];
        if (source_function(f, c->line) != callee && !(own && is_systems(f, c->line)) &&
            (!best || c->ticks > best->ticks ||
             (c->ticks == best->ticks && c->count > best->count)))
            best = c;
    }
    const uint32_t line = best ? best->line : NO_ID;
    free(x->v);
    return line;
}

uint32_t source_own_caller(const struct source_facts *f, uint64_t addr)
{
    enum { STEPS_MOST = 16 }; /* headers of the system call each other, perhaps in circles */
    sym_id s = table_find(f->functions->table, addr);
    struct line_pos at;
    if (!source_place_of(f, addr, &at) || !comes_with_system(f, at.file, addr))
        return NO_ID;
    for (int i = 0; i < STEPS_MOST && s != NO_ID; i++) {
        uint32_t line = source_calling_line(f, s, true);
        if (line != NO_ID)
            return line;
        line = source_calling_line(f, s, false);
        s = line == NO_ID ? NO_ID : source_function(f, line);
    }
    return NO_ID;
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

/* ---- lines ---- */

node_id source_node_around(const struct source_facts *f, const struct annotated_file *file,
                           uint32_t line)
{
    uint32_t lo = annotation_from(f->lines, file, line);
    if (lo < file->hi && f->lines->lines[lo].line == line)
        return table_find(f->shown->table, line_addr(f, lo));
    if (lo == file->lo || lo == file->hi)
        return NO_ID;
    sym_id before = source_function(f, lo - 1), after = source_function(f, lo);
    return before == after ? source_function_node(f, before) : NO_ID;
}

void text_source(struct text *t, struct source_piece p, bool ascii)
{
    enum { TAB_COLS = 8, BYTES_MOST = 4096 };
    size_t cols = 0, end = p.n < BYTES_MOST ? p.n : BYTES_MOST;
    while (p.n > end && end && ((unsigned char)p.p[end] & 0xc0) == 0x80)
        end--;
    for (size_t i = 0; i < end;) {
        const char *tab = memchr(p.p + i, '\t', end - i);
        size_t stop = tab ? (size_t)(tab - p.p) : end, at = t->n;
        text_shown(t, p.p + i, stop - i, ascii);
        cols += t->n > at ? utf8_cols(t->p + at, t->n - at) : 0;
        size_t blanks = tab ? TAB_COLS - cols % TAB_COLS : 0;
        text_fill(t, ' ', blanks);
        cols += blanks;
        i = stop + (tab != NULL);
    }
    if (end < p.n)
        text_str(t, " ...");
}

/* ---- counts ---- */

struct line_counts source_counts(const struct source_facts *f, uint32_t line,
                                 const struct settings *s)
{
    struct line_counts c;
    uint64_t last = source_line(f, line)->last;
    annotation_counts(f->by_line, &f->lines->lines[line], s->all_lines, &last, &c);
    return c;
}

/* Would a call of a function be counted? That of main is none of the program. Where its code does
 * not say, that of any other is. */
static bool is_counted(const struct source_facts *f, sym_id function)
{
    const struct table *t = f->functions->table;
    const struct symbol *y = &t->symbols[function];
    if (strcmp(table_plain_name(t, function), "main") == 0)
        return false;
    return f->knows_counters ? code_counters_hit(&f->counters, y->addr, y->end)
                             : f->functions->recorded->n_arcs > 0;
}

/* May a line have run of which no call is counted? It has samples or a call that was made; so has
 * the function that begins there, or it counts no calls. */
static bool ran_uncounted(const struct source_facts *f, uint32_t line)
{
    const struct annotated_line *l = &f->lines->lines[line];
    const struct symbol *y = &f->by_line->table->symbols[l->first];
    const struct analysis *a = f->functions;
    bool ran = l->ticks > 0 || l->wait > 0;
    const struct source_line *calls = source_line(f, line);
    for (uint32_t i = 0; i < calls->n_calls; i++)
        ran |= calls->calls[i].count > 0;
    sym_id s = y->flags & SYM_FUNC ? table_find(a->table, y->addr) : NO_ID;
    return ran || (s != NO_ID && (a->samples->self[s] > 0 || a->graph->calls[s] > 0 ||
                                  (a->samples->wait && a->samples->wait[s] > 0) ||
                                  calls_others(a->graph, s) || !is_counted(f, s)));
}

void text_source_counts(struct text *t, const struct source_facts *f, uint32_t line,
                        const struct view_context *v)
{
    const struct line_counts c = source_counts(f, line, v->settings);
    if (c.n && !c.sum && ran_uncounted(f, line))
        return;
    if (c.n && c.sum < v->settings->min_count) {
        text_str(t, "#####");
        return;
    }
    for (unsigned i = 0; i < c.n; i++) /* a comma stands between several */
        text_printf(t, "%s%s", i ? "," : "", count_of(c.v[i], c.n == 1).s);
}

/* ---- how far times of callees can be off ---- */

enum { LINES_AT_ONCE = 64 }; /* lines whose ranges are found together */

struct range *source_range(const struct source_facts *f, const struct view_context *v,
                           uint32_t line)
{
    struct source_line *const at = source_line(f, line), *calling[LINES_AT_ONCE];
    struct arc_set sets[LINES_AT_ONCE];
    struct range found[LINES_AT_ONCE];
    unsigned n = 0;
    if (at->knows_range || !knows_ranges(v))
        return at->knows_range ? &at->range : NULL;
    /* Those of the next lines that call, too. */
    size_t n_arcs = 0;
    const struct source_line *end = at + (source_file_of(f, line)->hi - line);
    for (struct source_line *l = at; l < end && n < LINES_AT_ONCE; l++)
        if (l->n_calls)
            n_arcs += (calling[n++] = l)->n_calls;
    struct set_arc *arcs = mem_array_raw(n_arcs, sizeof *arcs), *arc = arcs;
    for (unsigned i = 0; i < n; i++) {
        sets[i] = (struct arc_set){arc, calling[i]->n_calls};
        for (uint32_t k = 0; k < calling[i]->n_calls; k++)
            *arc++ = (struct set_arc){calling[i]->calls[k].arc, calling[i]->calls[k].whole};
    }
    if (ranges_of_arc_sets(v->ranges, sets, n, found))
        for (unsigned i = 0; i < n; i++) {
            calling[i]->range = found[i];
            calling[i]->knows_range = true;
        }
    free(arcs);
    return at->knows_range ? &at->range : NULL;
}

enum mark callees_mark(const struct source_facts *f, const struct view_context *v, uint32_t line)
{
    const struct source_line *l = source_line(f, line);
    struct range measured = {0};
    if (!f->functions->paths)
        return assumed_mark(source_range(f, v, line), l->callee_ticks);
    /* Measured times are exact but for calls of one function on several lines. */
    for (uint32_t i = 0; i < l->n_calls; i++) {
        const struct arc_time t = arc_time(f->functions, l->calls[i].arc);
        measured.low += l->calls[i].whole ? t.self + t.child : 0;
        measured.high += t.self + t.child;
    }
    return range_mark(&measured, l->callee_ticks);
}

/* ---- life ---- */

static struct call_finder *finder_new(struct source_facts *f, struct code *code, uint32_t *arcs)
{
    const struct profile *p = f->shown->profile;
    const struct sources *sources = f->by_line->sources;
    struct call_finder *x = arena_array(&f->memory, 1, sizeof *x);
    struct err e = ERR_INIT;
    uint64_t bits = 0;
    x->f = f;
    x->code = code && code_ready(code, CALLS_DECODED, &e) == CODE_READY ? code : NULL;
    x->files = arena_array(&f->memory, f->lines->n_files, sizeof *x->files);
    x->arcs = arcs;
    /* 16, 8 or 1: what all differences of their addresses are multiples of. */
    for (size_t i = 1; i < p->n_arcs; i++)
        bits |= p->arcs[i].from - p->arcs[0].from;
    x->step = bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : 1;
    x->arc_to = arena_alloc(&f->memory, f->functions->n_symbols, sizeof *x->arc_to);
    memset(x->arc_to, 0xff, f->functions->n_symbols * sizeof *x->arc_to);
    x->file_of = arena_alloc(&f->memory, sources->n_files, sizeof *x->file_of);
    memset(x->file_of, 0xff, sources->n_files * sizeof *x->file_of);
    for (uint32_t i = 0; i < f->lines->n_files; i++)
        x->file_of[sources->entry[f->lines->lines[f->lines->files[i].lo].first].file] = i;
    return x;
}

struct source_facts *source_facts_new(const struct analysis *shown, const struct analysis *other,
                                      struct code *code, const struct progress *progress)
{
    struct source_facts *f = arena_object(sizeof *f);
    f->shown = shown;
    f->functions = shown->by_line ? other : shown;
    f->by_line = shown->by_line ? shown : other;
    f->lines = annotation_new(f->by_line, progress);
    bool ok = f->lines != NULL;
    if (ok) {
        arena_join(&f->memory, &f->lines->memory);
        uint32_t *arcs = arcs_by_place(&f->memory, shown->profile);
        ok = progress_step(progress, "calls", 0, 0);
        f->knows_counters = code_counters_init(&f->counters, code, shown->profile->image);
        f->finder = finder_new(f, code, arcs);
    }
    if (!ok || !progress_step(progress, "calls", 0, 0)) {
        arena_object_free(f);
        return NULL;
    }
    /* The hottest lines. */
    const struct annotation *n = f->lines;
    for (uint32_t i = 0; i < n->n_lines; i++)
        f->n_hot += n->lines[i].ticks > 0;
    uint64_t *keys = mem_array_raw(f->n_hot, sizeof *keys);
    f->hot = arena_alloc(&f->memory, f->n_hot, sizeof *f->hot);
    f->n_hot = 0;
    for (uint32_t i = 0; i < n->n_lines; i++) {
        if (!(n->lines[i].ticks > 0))
            continue;
        keys[f->n_hot] = sort_key_descending(n->lines[i].ticks);
        f->hot[f->n_hot++] = i;
    }
    sort_radix(keys, f->hot, f->n_hot);
    free(keys);
    return f;
}
