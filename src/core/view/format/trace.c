/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the numbers of an analysis came about (-d). */
#include "core/view/format/format.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/load/lines/source_text.h"
#include "core/select/symset.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/writer.h"

/* ---- words of lines ---- */

/* Words of files, safe to show, until the line ends. */
static const char *words(struct gnu_out *o, const char *s)
{
    struct text t = {0};
    message_add(&t, s, strlen(s));
    const char *safe = arena_text(&o->memory, t.p ? t.p : "", t.n);
    text_release(&t);
    return safe;
}

static const char *symbol(struct gnu_out *o, sym_id s)
{
    return s == NO_ID ? "nothing" : words(o, symbol_name(o->v->analysis, s));
}

static const char *node(struct gnu_out *o, node_id n)
{
    struct text t = {0};
    if (!node_is_cycle(o->v->analysis, n))
        return symbol(o, n);
    text_cycle(&t, node_cycle_number(o->v->analysis, n), false);
    const char *cycle = arena_text(&o->memory, t.p, t.n);
    text_release(&t);
    return cycle;
}

static void end_line(struct gnu_out *o)
{
    text_char(&o->t, '\n');
    gnu_row(o);
    arena_release(&o->memory);
}

static void trace(struct gnu_out *o, const char *fmt, ...) ATTR_PRINTF(2, 3);

/* A line: its category, then one fact. */
static void trace(struct gnu_out *o, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    text_vprintf(&o->t, fmt, args);
    va_end(args);
    end_line(o);
}

/* Numbers as printf takes them. */
typedef unsigned long long ull;

/* ---- symspecs ---- */

static void put_selection(struct gnu_out *o, const struct sym_list *l)
{
    for (uint32_t i = 0; i < l->n; i++)
        text_printf(&o->t, "%s%s", i ? ", " : " ", symbol(o, l->v[i]));
    if (!l->n)
        text_str(&o->t, " nothing");
}

static const char *const set_names[N_SETS] = {
    [SET_FLAT_IN] = "flat profile, only", [SET_FLAT_EX] = "flat profile, all but",
    [SET_GRAPH_IN] = "graph, only",       [SET_GRAPH_EX] = "graph, all but",
    [SET_TIME_IN] = "time, only",         [SET_TIME_EX] = "time, all but",
    [SET_ARCS_IN] = "arcs, only",         [SET_ARCS_EX] = "arcs, all but",
    [SET_ANNO_IN] = "annotated, only",    [SET_ANNO_EX] = "annotated, all but",
    [SET_EXEC_IN] = "execution, only",    [SET_EXEC_EX] = "execution, all but",
};

static bool put_filter(struct gnu_out *o, const struct filter *f, enum filter_set set)
{
    const struct analysis *a = o->v->analysis;
    const struct symset_source src = {a->table, a->sources, f, 1, o->v->settings->strict};
    struct symset symbols;
    struct arcset arcs;
    struct arena memory = {0};
    bool ok;
    text_printf(&o->t, "specs: %s (%s) selects", words(o, f->spec), set_names[set]);
    if (set == SET_ARCS_IN || set == SET_ARCS_EX) {
        ok = arcset_build(&arcs, &memory, &src, set, o->e);
        for (size_t i = 0; ok && i < arcs.n_rules; i++) {
            text_str(&o->t, i ? "; arcs from" : " arcs from");
            put_selection(o, &arcs.rules[i].from);
            text_str(&o->t, " to");
            put_selection(o, &arcs.rules[i].to);
        }
        if (arcs.n_rules == 0)
            text_str(&o->t, " nothing");
    } else {
        ok = symset_build(&symbols, &memory, &src, set, o->e);
        struct sym_list all = {arena_alloc(&memory, a->n_symbols, sizeof *all.v), 0};
        for (sym_id s = 0; s < a->n_symbols; s++)
            if (symset_has(&symbols, s))
                all.v[all.n++] = s;
        put_selection(o, &all);
    }
    arena_release(&memory);
    if (ok)
        end_line(o);
    return ok && !o->failed;
}

static void trace_specs(struct gnu_out *o)
{
    const struct settings *s = o->v->settings;
    for (size_t i = 0; i < s->n_filters; i++)
        for (int set = 0; set < N_SETS && !o->failed; set++)
            if (s->filters[i].sets & UINT32_C(1) << set)
                o->failed |= !put_filter(o, &s->filters[i], (enum filter_set)set);
}

/* ---- numbers and cycles ---- */

static void trace_numbers(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (uint32_t i = 0; i < a->n_symbols && !o->failed; i++) {
        sym_id s = a->cycles->upward[i];
        text_printf(&o->t, "numbers: %u %s", (unsigned)a->cycles->number[s], symbol(o, s));
        if (a->cycles->cycle[s])
            text_printf(&o->t, ", cycle %u", (unsigned)a->cycles->cycle[s]);
        end_line(o);
    }
}

static void trace_cycles(struct gnu_out *o)
{
    const struct cycles *c = o->v->analysis->cycles;
    for (uint32_t k = 0; k < c->n_cycles && !o->failed; k++) {
        text_printf(&o->t,
                    "cycles: cycle %u, %llu calls from outside, %llu within:", (unsigned)k + 1,
                    (ull)c->calls[k], (ull)c->recursion[k]);
        for (uint32_t i = c->member_lo[k]; i < c->member_lo[k + 1]; i++)
            text_printf(&o->t, " %s", symbol(o, c->member[i]));
        end_line(o);
    }
}

static void trace_code(struct gnu_out *o)
{
    const struct found_calls *f = o->v->analysis->found;
    for (uint32_t i = 0; f && i < f->n && !o->failed; i++)
        trace(o, "code: the code of %s calls %s", symbol(o, f->v[i].from), symbol(o, f->v[i].to));
}

/* ---- time ---- */

static void put_share(struct gnu_out *o, arc_id i)
{
    const struct analysis *a = o->v->analysis;
    struct entry_arc x = entry_arc(a, i);
    if (x.kind != ARC_PLAIN)
        return;
    uint32_t cycle = a->cycles->cycle[x.to];
    node_id callee = cycle ? cycle_node(a, cycle) : x.to;
    const struct node_time *of = &a->times->node[callee];
    trace(o,
          "time: %s gets %.6g+%.6g ticks of %s: %llu/%llu calls of %.6g+%.6g times fraction %.6g",
          symbol(o, x.from), x.time.self, x.time.child, node(o, callee), (ull)x.count, (ull)x.calls,
          of->self, of->child, a->times->node[x.from].fraction);
}

static void put_time(struct gnu_out *o, node_id n)
{
    const struct node_time *t = &o->v->analysis->times->node[n];
    trace(o, "time: %s has %.6g+%.6g ticks, of which fraction %.6g counts: %.6g+%.6g", node(o, n),
          t->self, t->child, t->fraction, t->prop_self, t->prop_child);
}

static void trace_times(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (uint32_t i = 0; i < a->n_symbols && !o->failed; i++) {
        sym_id s = a->cycles->upward[i];
        for (arc_id k = a->graph->child_lo[s]; k < a->graph->child_lo[s + 1] && !o->failed; k++)
            put_share(o, k);
        put_time(o, s);
    }
    for (node_id n = a->n_symbols; n < a->n_nodes && !o->failed; n++)
        put_time(o, n);
}

/* ---- orders ---- */

static void put_line(struct gnu_out *o, sym_id of, bool caller, const struct entry_arc *x)
{
    static const char *const kinds[] = {
        [ARC_RECURSION] = "recursion", [ARC_INNER] = "in the cycle", [ARC_PLAIN] = "time"};
    text_printf(&o->t, "sort: %s %s %s: %s", symbol(o, of), caller ? "from" : "to",
                symbol(o, caller ? x->from : x->to), kinds[x->kind]);
    if (x->kind == ARC_PLAIN)
        text_printf(&o->t, " %.6g", x->time.self + x->time.child);
    trace(o, ", %llu call%s", (ull)x->count, plural(x->count));
}

static void trace_sort(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (uint32_t k = 0; k < a->n_nodes && !o->failed; k++)
        if (!node_is_cycle(a, a->order->ranked[k])) {
            sym_id s = a->order->ranked[k];
            uint32_t callers = analysis_n_callers(a, s), callees = analysis_n_callees(a, s);
            struct entry_arc *v = mem_array((size_t)callers + callees, sizeof *v);
            analysis_callers(a, s, v);
            analysis_callees(a, s, v + callers);
            for (uint32_t i = 0; i < callers + callees; i++)
                put_line(o, s, i < callers, &v[i]);
            free(v);
        }
}

/* ---- symbols ---- */

/* The symbol that stands exactly at addr, or NO_ID. The last one may hold no address. */
static sym_id symbol_at(const struct table *t, uint64_t addr)
{
    sym_id s = table_find(t, addr);
    if (s == NO_ID)
        s = t->n_symbols - 1;
    return t->symbols[s].addr == addr ? s : NO_ID;
}

static void put_missing(struct gnu_out *o, const struct image *im, uint32_t raw)
{
    const struct settings *s = o->v->settings;
    const struct table_options options = settings_table(s);
    const struct raw_symbol *r = &im->symbols[raw];
    sym_id winner = symbol_at(o->v->analysis->table, r->addr);
    if (winner != NO_ID && o->v->analysis->table->symbols[winner].raw == raw)
        return;
    text_printf(&o->t, "symbols: %s at 0x%llx", words(o, image_name(im, r)), (ull)r->addr);
    if (table_accepts(&options, r->flags))
        trace(o, " gives way to %s", symbol(o, winner));
    else
        trace(o, " is left out: %s", s->no_static ? "static (-a)" : "no function (-D)");
}

static void trace_symbols(struct gnu_out *o)
{
    const struct table *t = o->v->analysis->table;
    const struct image *im = t->profile->image;
    for (uint32_t i = 0; i < im->n_symbols && !o->failed; i++)
        if (!(im->symbols[i].flags & SYM_UNKNOWN_TO_GNU))
            put_missing(o, im, i);
    for (sym_id s = 0; s < t->n_symbols && !o->failed; s++) {
        const struct symbol *y = &t->symbols[s];
        struct line_pos pos;
        uint32_t flags = y->flags;
        text_printf(&o->t, "symbols: %s 0x%llx..0x%llx, %s%s%s", symbol(o, s), (ull)y->addr,
                    (ull)y->end, flags & SYM_STATIC ? "static" : "global",
                    flags & SYM_LINE   ? ", a source line"
                    : flags & SYM_FUNC ? ""
                                       : ", no function",
                    flags & SYM_OBJECT ? ", stands for an object file" : "");
        if (label_place(o->v, s, &pos))
            text_printf(&o->t, ", %s:%u", words(o, pos.file), (unsigned)pos.line);
        end_line(o);
    }
}

/* ---- samples and arcs ---- */

static void put_part(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks)
{
    struct gnu_out *o = ctx;
    const struct histogram *h = &o->v->analysis->profile->hists[hist];
    trace(o, "records: %.6g of the %llu in bin %u go to %s%s", ticks, (ull)histogram_ticks(h, bin),
          (unsigned)bin, symbol(o, s),
          symset_lets(o->v->analysis->flat, s) ? "" : ", which is left out");
}

static void trace_records(struct gnu_out *o)
{
    const struct profile *p = o->v->analysis->profile;
    const struct sample_watch w = {put_part, o};
    for (uint32_t i = 0; i < p->n_files && !o->failed; i++) {
        const struct profile_file *f = &p->files[i];
        trace(o, "records: %s holds %llu histogram%s, %llu arc%s, %llu block record%s",
              words(o, f->path), (ull)f->n_histograms, plural(f->n_histograms), (ull)f->n_arcs,
              plural(f->n_arcs), (ull)f->n_block_records, plural(f->n_block_records));
    }
    for (uint32_t i = 0; i < p->n_hists && !o->failed; i++) {
        const struct histogram *h = &p->hists[i];
        trace(o, "records: histogram 0x%llx..0x%llx, %u bins of %g bytes, %u per second",
              (ull)h->lo, (ull)h->hi, (unsigned)h->n_bins, 2 * p->scale, (unsigned)p->rate_hz);
    }
    if (!o->failed)
        samples_watch(o->v->analysis->table, o->v->analysis->flat, &w);
    for (size_t i = 0; i < p->n_arcs && !o->failed; i++) {
        const struct raw_arc *a = &p->arcs[i];
        trace(o, "records: arc from 0x%llx to 0x%llx, %llu call%s", (ull)a->from, (ull)a->to,
              (ull)a->count, plural(a->count));
    }
}

static void put_lookup(struct gnu_out *o, uint64_t addr, const char *what)
{
    const struct table *t = o->v->analysis->table;
    sym_id s = table_find(t, addr);
    text_printf(&o->t, "lookups: %s 0x%llx lies in %s", what, (ull)addr, symbol(o, s));
    if (s != NO_ID)
        text_printf(&o->t, "+0x%llx", (ull)(addr - t->symbols[s].addr));
    end_line(o);
}

static void trace_lookups(struct gnu_out *o)
{
    const struct profile *p = o->v->analysis->profile;
    for (size_t i = 0; i < p->n_arcs && !o->failed; i++) {
        put_lookup(o, p->arcs[i].from, "call at");
        put_lookup(o, p->arcs[i].to, "callee");
    }
    for (size_t i = 0; i < p->n_blocks && !o->failed; i++)
        put_lookup(o, p->blocks[i].addr, "block");
}

static void trace_tally(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    const struct profile *p = a->profile;
    struct arena scratch = {0};
    const struct arc_ends *ends = arc_ends_of(a->table, p->arcs, p->n_arcs, &scratch);
    uint64_t *calls = arena_array(&scratch, a->n_symbols, sizeof *calls); /* so far */
    for (size_t i = 0; i < p->n_arcs; i++) {
        const struct raw_arc *raw = &p->arcs[i];
        const sym_id from = ends[i].from, to = ends[i].to;
        text_printf(&o->t, "tally: %llu call%s from ", (ull)raw->count, plural(raw->count));
        if (from == NO_ID)
            trace(o, "0x%llx to 0x%llx %s", (ull)raw->from, (ull)raw->to,
                  to == NO_ID ? "lost: no symbol at one end"
                              : "left out: from a function to a part of it");
        else if (from == to)
            trace(o, "%s to %s, recursion", symbol(o, from), symbol(o, to));
        else
            trace(o, "%s to %s, called %llu times so far", symbol(o, from), symbol(o, to),
                  (ull)(calls[to] += raw->count));
    }
    for (sym_id s = 0; s < a->n_symbols && !o->failed; s++)
        if (calls[s] != a->graph->calls[s])
            trace(o, "tally: %s counts %llu calls: filters leave the other arcs out", symbol(o, s),
                  (ull)a->graph->calls[s]);
    arena_release(&scratch);
}

static void trace_blocks(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (size_t i = 0; i < a->profile->n_blocks && !o->failed; i++) {
        const struct raw_block *b = &a->profile->blocks[i];
        trace(o, "blocks: at 0x%llx, run %llu times, in %s%s", (ull)b->addr, (ull)b->count,
              symbol(o, table_find(a->table, b->addr)), a->by_line ? "" : "; not used without -l");
    }
}

/* ---- source files ---- */

static void put_places(struct gnu_out *o, const char *path)
{
    const struct source_search search =
        settings_search(o->v->settings, o->v->analysis->profile->image);
    struct text place = {0};
    for (size_t i = 0; source_place(&search, path, i, &place); i++) {
        struct source found;
        if (place.n == 0)
            continue;
        bool there = source_place_open(&search, &place, &found) == 0;
        trace(o, "sources: %s is %s %s", words(o, path), there ? "at" : "not at",
              words(o, text_z(&place)));
        if (there) {
            source_close(&found);
            break;
        }
        text_clear(&place);
    }
    text_release(&place);
}

static void trace_sources(struct gnu_out *o)
{
    const struct sources *s = o->v->analysis->sources;
    for (uint32_t i = s ? s->n_files : 0; i-- > 0 && !o->failed;)
        put_places(o, s->files[i]);
}

bool trace_write(const struct view_context *v, uint32_t what, const struct emitter *out,
                 struct err *e)
{
    static const struct {
        uint32_t bit;
        void (*write)(struct gnu_out *o);
    } categories[] = {
        {TRACE_SYMBOLS, trace_symbols}, {TRACE_SPECS, trace_specs},
        {TRACE_RECORDS, trace_records}, {TRACE_LOOKUPS, trace_lookups},
        {TRACE_TALLY, trace_tally},     {TRACE_BLOCKS, trace_blocks},
        {TRACE_CODE, trace_code},       {TRACE_NUMBERS, trace_numbers},
        {TRACE_CYCLES, trace_cycles},   {TRACE_TIMES, trace_times},
        {TRACE_SORT, trace_sort},       {TRACE_SOURCES, trace_sources},
    };
    struct gnu_out o;
    gnu_begin(&o, v, out, e);
    for (size_t i = 0; i < ARRAY_LEN(categories) && !o.failed; i++)
        if (what & categories[i].bit)
            categories[i].write(&o);
    return gnu_end(&o);
}
