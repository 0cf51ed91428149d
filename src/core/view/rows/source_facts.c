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

/* A call of an arc by line, and the line that it stands on. */
struct line_call {
    uint32_t line;
    struct source_call call;
};

/* A call in the code. */
struct site {
    uint64_t addr;
    sym_id to; /* a function */
};

struct call_finder {
    const struct source_facts *f;
    uint32_t *line_of; /* per symbol of by_line: its line, NO_ID: none */
    arc_id *arc_to;    /* per function: the arc to it from the function at hand, NO_ID: none */
    sym_id caller;     /* whose arcs arc_to has */
    unsigned step;     /* addresses of arcs are multiples of it from some base */
    struct site *sites;
    size_t n_sites;
    struct line_call *v;
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

/* The calls in all functions in which arcs begin, and in those after them, into which rounded
 * addresses may belong. */
static void find_sites(struct call_finder *x, struct code *code, const uint32_t *arcs)
{
    const struct profile *p = x->f->shown->profile;
    const struct table *functions = x->f->functions->table;
    sym_id next = 0;
    struct err e = ERR_INIT;
    if (!code || code_ready(code, CALLS_DECODED, &e) != CODE_READY)
        return;
    for (size_t i = 0; i < p->n_arcs; i++) {
        sym_id s = table_find(functions, p->arcs[arcs[i]].from);
        for (sym_id k = s > next ? s : next; s != NO_ID && k < functions->n_symbols && k <= s + 1;
             k++) {
            const struct symbol *y = &x->f->functions->table->symbols[k];
            uint64_t end = code_end(code, y->addr);
            struct code_range r = {y->addr, y->end < end ? y->end : end, CALLS_DECODED};
            if (r.lo < r.hi)
                code_calls(code, &r, take_site, x);
        }
        next = s != NO_ID && s + 2 > next ? s + 2 : next;
    }
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
    sym_id s = table_find(x->f->by_line->table, addr);
    return s == NO_ID ? NO_ID : x->line_of[s];
}

static void add_found(struct call_finder *x, uint32_t line, sym_id to, uint64_t count)
{
    const struct analysis *functions = x->f->functions;
    struct source_call call = {.callee = to, .arc = x->arc_to[to], .count = count};
    if (line == NO_ID)
        return;
    /* The time of `count` of the calls of an arc between functions. */
    arc_id arc = x->arc_to[to];
    struct arc_time t = arc_time(functions, arc);
    uint64_t all = functions->graph->arcs[arc].count;
    call.ticks = all ? (t.self + t.child) * ((double)count / (double)all) : 0;
    mem_append(&x->v, &x->n, &(struct line_call){line, call}, sizeof *x->v);
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

/* Arcs that filters took away are none. */
static void find_call(struct call_finder *x, const struct raw_arc *arc)
{
    const struct table *functions = x->f->functions->table;
    sym_id from = table_find(functions, arc->from), to = table_find(functions, arc->to);
    if (from == NO_ID || to == NO_ID)
        return;
    if (from != x->caller) {
        /* Make arc_to that of another caller. */
        const struct graph *g = x->f->functions->graph;
        if (x->caller != NO_ID)
            for (arc_id i = g->child_lo[x->caller]; i < g->child_lo[x->caller + 1]; i++)
                x->arc_to[g->arcs[i].to] = NO_ID;
        x->caller = from;
        for (arc_id i = g->child_lo[from]; i < g->child_lo[from + 1]; i++)
            x->arc_to[g->arcs[i].to] = i;
    }
    if (!(x->arc_to[to] == NO_ID))
        add_arc(x, arc, to);
}

/* ---- by line ---- */

/* By line; on a line the heaviest first, then most calls. */
static int compare_found(const void *a, const void *b)
{
    const struct line_call *x = a, *y = b;
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
    const struct line_call *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->call.callee > y->call.callee) - (x->call.callee < y->call.callee);
}

/* Fill calls, call_lo and callee_ticks; the lines are there. */
static void source_calls_find(struct source_facts *f, struct code *code)
{
    struct call_finder x = {.f = f};
    const struct profile *p = x.f->shown->profile;
    uint32_t n_functions = x.f->functions->n_symbols;
    uint32_t *ids = arcs_by_place(p);
    x.caller = NO_ID;
    /* 16, 8 or 1: what all differences of their addresses are multiples of. */
    uint64_t bits = 0;
    for (size_t i = 1; i < p->n_arcs; i++)
        bits |= p->arcs[i].from - p->arcs[0].from;
    x.step = bits % 16 == 0 ? 16 : bits % 8 == 0 ? 8 : 1;
    x.arc_to = mem_array_raw(n_functions, sizeof *x.arc_to);
    const struct analysis *a = x.f->by_line;
    const struct annotation *lines = x.f->lines;
    uint32_t *file_of = mem_array_raw(a->sources->n_files, sizeof *file_of);
    x.line_of = mem_array_raw(a->n_symbols, sizeof *x.line_of);
    memset(file_of, 0xff, a->sources->n_files * sizeof *file_of);
    for (uint32_t i = 0; i < lines->n_files; i++)
        file_of[a->sources->entry[lines->lines[lines->files[i].lo].first].file] = i;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        const struct source_place *pos = &a->sources->entry[s];
        uint32_t file = pos->file == NO_ID ? NO_ID : file_of[pos->file];
        const struct annotated_line *l =
            file == NO_ID ? NULL : annotation_find(lines, &lines->files[file], pos->line);
        x.line_of[s] = l ? (uint32_t)(l - lines->lines) : NO_ID;
    }
    free(file_of);
    find_sites(&x, code, ids);

    memset(x.arc_to, 0xff, n_functions * sizeof *x.arc_to);
    for (size_t i = 0; i < p->n_arcs; i++)
        find_call(&x, &p->arcs[ids[i]]);
    free(ids);
    free(x.line_of);
    free(x.arc_to);
    free(x.sites);
    if (x.n) {
        size_t n = 0;
        qsort(x.v, x.n, sizeof *x.v, compare_callee);
        for (size_t i = 0; i < x.n; i++) {
            if (n && compare_callee(&x.v[n - 1], &x.v[i]) == 0) {
                x.v[n - 1].call.count += x.v[i].call.count;
                x.v[n - 1].call.ticks += x.v[i].call.ticks;
            } else {
                x.v[n++] = x.v[i];
            }
        }
        x.n = n;
        qsort(x.v, x.n, sizeof *x.v, compare_found);
    }
    uint32_t n = f->lines->n_lines, at = 0;
    f->calls = arena_alloc(&f->memory, x.n, sizeof *f->calls);
    f->call_lo = arena_alloc(&f->memory, (size_t)n + 1, sizeof *f->call_lo);
    f->callee_ticks = arena_array(&f->memory, n, sizeof *f->callee_ticks);
    for (uint32_t line = 0; line < n; line++) {
        f->call_lo[line] = at;
        for (; at < x.n && x.v[at].line == line; at++) {
            f->calls[at] = x.v[at].call;
            f->calls[at].whole =
                f->calls[at].count == f->functions->graph->arcs[f->calls[at].arc].count;
            f->callee_ticks[line] += x.v[at].call.ticks;
        }
    }
    f->call_lo[n] = at;
    free(x.v);
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

static uint32_t calling_line(const struct source_facts *f, sym_id callee, bool own)
{
    const struct source_call *best = NULL;
    uint32_t found = NO_ID;
    for (uint32_t line = 0; line < f->lines->n_lines; line++)
        for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
            const struct source_call *c = &f->calls[i];
            if (c->callee != callee || source_function(f, line) == callee ||
                (own && is_systems(f, line)))
                continue;
            if (best &&
                (c->ticks < best->ticks || (c->ticks == best->ticks && c->count <= best->count)))
                continue;
            best = c;
            found = line;
        }
    return found;
}

uint32_t source_calling_line(const struct source_facts *f, sym_id callee)
{
    return calling_line(f, callee, false);
}

uint32_t source_own_caller(const struct source_facts *f, uint64_t addr)
{
    enum { STEPS_MOST = 16 }; /* headers of the system call each other, perhaps in circles */
    sym_id s = table_find(f->functions->table, addr);
    struct line_pos at;
    if (!source_place_of(f, addr, &at) || !comes_with_system(f, at.file, addr))
        return NO_ID;
    for (int i = 0; i < STEPS_MOST && s != NO_ID; i++) {
        uint32_t line = calling_line(f, s, true);
        if (line != NO_ID)
            return line;
        line = calling_line(f, s, false);
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

node_id source_line_node(const struct source_facts *f, uint32_t line)
{
    return table_find(f->shown->table, line_addr(f, line));
}

/* ---- lines ---- */

node_id source_node_around(const struct source_facts *f, const struct annotated_file *file,
                           uint32_t line)
{
    uint32_t lo = annotation_from(f->lines, file, line);
    if (lo < file->hi && f->lines->lines[lo].line == line)
        return source_line_node(f, lo);
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
    uint64_t last = f->last[line];
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
    for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++)
        ran |= f->calls[i].count > 0;
    sym_id s = y->flags & SYM_FUNC ? table_find(a->table, y->addr) : NO_ID;
    return ran || (s != NO_ID && (a->samples->self[s] > 0 || a->graph->calls[s] > 0 ||
                                  (a->samples->wait && a->samples->wait[s] > 0) ||
                                  calls_others(a->graph, s) || !is_counted(f, s)));
}

void text_source_counts(struct text *t, const struct source_facts *f, uint32_t line,
                        const struct view_context *v, bool grouped)
{
    const struct line_counts c = source_counts(f, line, v->settings);
    if (c.n && !c.sum && ran_uncounted(f, line))
        return;
    if (c.n && c.sum < v->settings->min_count) {
        text_str(t, "#####");
        return;
    }
    for (unsigned i = 0; i < c.n; i++) /* a comma stands between several */
        text_printf(t, "%s%s", i ? "," : "", count_of(c.v[i], grouped && c.n == 1).s);
}

/* ---- how far times of callees can be off ---- */

enum { LINES_AT_ONCE = 64 }; /* lines whose ranges are found together */

/* Find the ranges of `line` and of the next ones that call. */
static void find_ranges(const struct callee_ranges *x, uint32_t line)
{
    const struct source_facts *f = x->facts;
    uint32_t lines[LINES_AT_ONCE], first = f->call_lo[line];
    struct arc_set sets[LINES_AT_ONCE];
    struct range found[LINES_AT_ONCE];
    unsigned n = 0;
    for (uint32_t at = line; at < x->file->hi && n < LINES_AT_ONCE; at++)
        if (f->call_lo[at] < f->call_lo[at + 1])
            lines[n++] = at;
    struct set_arc *arcs = mem_array_raw(f->call_lo[lines[n - 1] + 1] - first, sizeof *arcs);
    for (unsigned i = 0; i < n; i++)
        sets[i] = source_arcs(f, lines[i], arcs + f->call_lo[lines[i]] - first);
    if (ranges_of_arc_sets(x->v->ranges, sets, n, found))
        for (unsigned i = 0; i < n; i++)
            x->line[lines[i] - x->file->lo] = (struct source_range){found[i], true};
    free(arcs);
}

struct arc_set source_arcs(const struct source_facts *f, uint32_t line, struct set_arc *out)
{
    const uint32_t lo = f->call_lo[line], n = f->call_lo[line + 1] - lo;
    for (uint32_t i = 0; i < n; i++)
        out[i] = (struct set_arc){f->calls[lo + i].arc, f->calls[lo + i].whole};
    return (struct arc_set){out, n};
}

enum mark callees_mark(const struct callee_ranges *x, uint32_t line, const struct range **r)
{
    const struct source_facts *f = x->facts;
    const struct source_range *known = &x->line[line - x->file->lo];
    const double ticks = f->callee_ticks[line];
    *r = NULL;
    if (f->functions->paths) {
        /* Measured times are exact but for calls of one function on several lines. */
        struct range measured = {0};
        for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
            const struct arc_time t = arc_time(f->functions, f->calls[i].arc);
            measured.low += f->calls[i].whole ? t.self + t.child : 0;
            measured.high += t.self + t.child;
        }
        return range_mark(&measured, ticks);
    }
    if (!known->known && knows_ranges(x->v))
        find_ranges(x, line);
    *r = known->known ? &known->r : NULL;
    return assumed_mark(*r, ticks);
}

/* ---- life ---- */

struct source_facts *source_facts_new(const struct analysis *shown, const struct analysis *other,
                                      struct code *code)
{
    struct source_facts *f = arena_object(sizeof *f);
    f->shown = shown;
    f->functions = shown->by_line ? other : shown;
    f->by_line = shown->by_line ? shown : other;
    f->lines = annotation_new(f->by_line);
    arena_join(&f->memory, &f->lines->memory);
    f->knows_counters = code_counters_init(&f->counters, code, shown->profile->image);
    source_calls_find(f, code);
    /* The hottest lines. */
    const struct annotation *n = f->lines;
    uint64_t *keys = mem_array_raw(n->n_lines, sizeof *keys);
    f->hot = arena_alloc(&f->memory, n->n_lines, sizeof *f->hot);
    for (uint32_t i = 0; i < n->n_lines; i++) {
        if (!(n->lines[i].ticks > 0))
            continue;
        keys[f->n_hot] = sort_key_descending(n->lines[i].ticks);
        f->hot[f->n_hot++] = i;
    }
    sort_radix(keys, f->hot, f->n_hot);
    free(keys);
    /* The counts before each line. */
    struct line_counts c;
    f->last = arena_alloc(&f->memory, f->lines->n_lines, sizeof *f->last);
    for (uint32_t i = 0; i < f->lines->n_files; i++) {
        uint64_t last = 0;
        for (uint32_t k = f->lines->files[i].lo; k < f->lines->files[i].hi; k++) {
            f->last[k] = last;
            annotation_counts(f->by_line, &f->lines->lines[k], true, &last, &c);
        }
    }
    return f;
}
