/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/trace.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/load/lines/source_text.h"
#include "core/select/symset.h"
#include "core/view/message.h"
#include "core/view/writer.h"

/* ---- words of lines ---- */

/* One line: begin it with its category, add to o->t, end it. What is added has words before it. */
static void trace_begin(struct gnu_out *o, const char *category)
{
    text_str(&o->t, category);
    text_str(&o->t, ": ");
}

static void trace_end(struct gnu_out *o)
{
    text_char(&o->t, '\n');
    gnu_row(o);
}

static void trace_words(struct gnu_out *o, const char *before, const char *s)
{
    text_str(&o->t, before);
    message_add(&o->t, s, strlen(s));
}

static void trace_symbol(struct gnu_out *o, const char *before, sym_id s)
{
    trace_words(o, before, s == NO_ID ? "nothing" : symbol_name(o->v->analysis, s));
}

static void trace_node(struct gnu_out *o, const char *before, node_id n)
{
    if (!node_is_cycle(o->v->analysis, n)) {
        trace_symbol(o, before, n);
        return;
    }
    text_str(&o->t, before);
    text_cycle(&o->t, node_cycle_number(o->v->analysis, n), false);
}

static void trace_addr(struct gnu_out *o, const char *before, uint64_t addr)
{
    text_str(&o->t, before);
    text_str(&o->t, "0x");
    text_hex(&o->t, addr);
}

static void trace_range(struct gnu_out *o, const char *before, uint64_t lo, uint64_t hi)
{
    trace_addr(o, before, lo);
    trace_addr(o, "..", hi);
}

static void trace_count(struct gnu_out *o, const char *before, uint64_t n, const char *what)
{
    text_str(&o->t, before);
    text_uint(&o->t, n, 0);
    text_char(&o->t, ' ');
    text_str(&o->t, what);
    if (n != 1)
        text_char(&o->t, 's');
}

static void trace_ticks(struct gnu_out *o, const char *before, double ticks)
{
    text_printf(&o->t, "%s%.6g", before, ticks);
}

/* ---- symspecs ---- */

/* Put the names of all symbols s with has[s]. */
static void put_selection(struct gnu_out *o, const uint8_t *has)
{
    const char *before = " ";
    bool any = false;
    for (sym_id s = 0; s < o->v->analysis->n_symbols; s++) {
        if (!has || !has[s])
            continue;
        trace_symbol(o, before, s);
        before = ", ";
        any = true;
    }
    if (!any)
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
    trace_begin(o, "specs");
    trace_words(o, "", f->spec);
    text_str(&o->t, " (");
    text_str(&o->t, set_names[set]);
    text_str(&o->t, ") selects");
    if (set == SET_ARCS_IN || set == SET_ARCS_EX) {
        ok = arcset_build(&arcs, &memory, &src, set, o->e);
        for (size_t i = 0; ok && i < arcs.n_rules; i++) {
            text_str(&o->t, i ? "; arcs from" : " arcs from");
            put_selection(o, arcs.rules[i].from);
            text_str(&o->t, " to");
            put_selection(o, arcs.rules[i].to);
        }
        if (arcs.n_rules == 0)
            text_str(&o->t, " nothing");
    } else {
        ok = symset_build(&symbols, &memory, &src, set, o->e);
        put_selection(o, symbols.has);
    }
    arena_release(&memory);
    if (ok)
        trace_end(o);
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
        trace_begin(o, "numbers");
        text_uint(&o->t, a->cycles->number[s], 0);
        trace_symbol(o, " ", s);
        if (a->cycles->cycle[s])
            text_printf(&o->t, ", cycle %u", (unsigned)a->cycles->cycle[s]);
        trace_end(o);
    }
}

static void trace_cycles(struct gnu_out *o)
{
    const struct cycles *c = o->v->analysis->cycles;
    for (uint32_t k = 0; k < c->n_cycles && !o->failed; k++) {
        trace_begin(o, "cycles");
        text_printf(&o->t, "cycle %u, %llu calls from outside, %llu within:", (unsigned)k + 1,
                    (unsigned long long)c->calls[k], (unsigned long long)c->recursion[k]);
        for (uint32_t i = c->member_lo[k]; i < c->member_lo[k + 1]; i++) {
            trace_symbol(o, " ", c->member[i]);
        }
        trace_end(o);
    }
}

static void trace_code(struct gnu_out *o)
{
    const struct found_calls *f = o->v->analysis->found;
    for (uint32_t i = 0; f && i < f->n && !o->failed; i++) {
        trace_begin(o, "code");
        trace_symbol(o, "the code of ", f->v[i].from);
        trace_symbol(o, " calls ", f->v[i].to);
        trace_end(o);
    }
}

/* ---- time ---- */

static void put_pair(struct gnu_out *o, const char *before, double self, double child)
{
    trace_ticks(o, before, self);
    trace_ticks(o, "+", child);
}

static void put_share(struct gnu_out *o, arc_id i)
{
    const struct analysis *a = o->v->analysis;
    struct entry_arc x = entry_arc(a, i);
    if (x.kind != ARC_PLAIN)
        return;
    uint32_t cycle = a->cycles->cycle[x.to];
    node_id callee = cycle ? cycle_node(a, cycle) : x.to;

    trace_begin(o, "time");
    trace_symbol(o, "", x.from);
    put_pair(o, " gets ", x.time.self, x.time.child);
    trace_node(o, " ticks of ", callee);
    text_printf(&o->t, ": %llu/%llu calls of ", (unsigned long long)x.count,
                (unsigned long long)x.calls);
    put_pair(o, "", a->times->node[callee].self, a->times->node[callee].child);
    trace_ticks(o, " times fraction ", a->times->node[x.from].fraction);
    trace_end(o);
}

static void put_time(struct gnu_out *o, node_id n)
{
    const struct node_time *t = &o->v->analysis->times->node[n];
    trace_begin(o, "time");
    trace_node(o, "", n);
    put_pair(o, " has ", t->self, t->child);
    trace_ticks(o, " ticks, of which fraction ", t->fraction);
    put_pair(o, " counts: ", t->prop_self, t->prop_child);
    trace_end(o);
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
    trace_begin(o, "sort");
    trace_symbol(o, "", of);
    trace_symbol(o, caller ? " from " : " to ", caller ? x->from : x->to);
    text_str(&o->t, ": ");
    text_str(&o->t, kinds[x->kind]);
    if (x->kind == ARC_PLAIN) {
        trace_ticks(o, " ", x->time.self + x->time.child);
    }
    trace_count(o, ", ", x->count, "call");
    trace_end(o);
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
    trace_begin(o, "symbols");
    trace_words(o, "", image_name(im, r));
    trace_addr(o, " at ", r->addr);
    if (!table_accepts(&options, r->flags)) {
        text_str(&o->t,
                 s->no_static ? " is left out: static (-a)" : " is left out: no function (-D)");
    } else {
        trace_symbol(o, " gives way to ", winner);
    }
    trace_end(o);
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
        trace_begin(o, "symbols");
        trace_symbol(o, "", s);
        trace_range(o, " ", y->addr, y->end);
        uint32_t flags = y->flags;
        text_str(&o->t, flags & SYM_STATIC ? ", static" : ", global");
        text_str(&o->t, flags & SYM_LINE   ? ", a source line"
                        : flags & SYM_FUNC ? ""
                                           : ", no function");
        if (flags & SYM_OBJECT)
            text_str(&o->t, ", stands for an object file");
        if (label_place(o->v, s, &pos)) {
            trace_words(o, ", ", pos.file);
            text_printf(&o->t, ":%u", (unsigned)pos.line);
        }
        trace_end(o);
    }
}

/* ---- samples and arcs ---- */

static void put_part(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks)
{
    struct gnu_out *o = ctx;
    const struct histogram *h = &o->v->analysis->profile->hists[hist];
    trace_begin(o, "records");
    trace_ticks(o, "", ticks);
    text_printf(&o->t, " of the %llu in bin %u go to ", (unsigned long long)histogram_ticks(h, bin),
                (unsigned)bin);
    trace_symbol(o, "", s);
    if (!symset_lets(o->v->analysis->flat, s))
        text_str(&o->t, ", which is left out");
    trace_end(o);
}

static void trace_records(struct gnu_out *o)
{
    const struct profile *p = o->v->analysis->profile;
    const struct sample_watch w = {put_part, o};
    for (uint32_t i = 0; i < p->n_files && !o->failed; i++) {
        const struct profile_file *f = &p->files[i];
        trace_begin(o, "records");
        trace_words(o, "", f->path);
        trace_count(o, " holds ", f->n_histograms, "histogram");
        trace_count(o, ", ", f->n_arcs, "arc");
        trace_count(o, ", ", f->n_block_records, "block record");
        trace_end(o);
    }
    for (uint32_t i = 0; i < p->n_hists && !o->failed; i++) {
        const struct histogram *h = &p->hists[i];
        trace_begin(o, "records");
        trace_range(o, "histogram ", h->lo, h->hi);
        text_printf(&o->t, ", %u bins of %g bytes, %u per second", (unsigned)h->n_bins,
                    2 * o->v->analysis->profile->scale, (unsigned)o->v->analysis->profile->rate_hz);
        trace_end(o);
    }
    if (!o->failed)
        samples_watch(o->v->analysis->table, o->v->analysis->flat, &w);
    for (size_t i = 0; i < p->n_arcs && !o->failed; i++) {
        const struct raw_arc *a = &p->arcs[i];
        trace_begin(o, "records");
        trace_addr(o, "arc from ", a->from);
        trace_addr(o, " to ", a->to);
        trace_count(o, ", ", a->count, "call");
        trace_end(o);
    }
}

static void put_lookup(struct gnu_out *o, uint64_t addr, const char *what)
{
    const struct table *t = o->v->analysis->table;
    sym_id s = table_find(t, addr);
    trace_begin(o, "lookups");
    trace_addr(o, what, addr);
    trace_symbol(o, " lies in ", s);
    if (s != NO_ID)
        text_printf(&o->t, "+0x%llx", (unsigned long long)(addr - t->symbols[s].addr));
    trace_end(o);
}

static void trace_lookups(struct gnu_out *o)
{
    const struct profile *p = o->v->analysis->profile;
    for (size_t i = 0; i < p->n_arcs && !o->failed; i++) {
        put_lookup(o, p->arcs[i].from, "call at ");
        put_lookup(o, p->arcs[i].to, "callee ");
    }
    for (size_t i = 0; i < p->n_blocks && !o->failed; i++)
        put_lookup(o, p->blocks[i].addr, "block ");
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
        trace_begin(o, "tally");
        trace_count(o, "", raw->count, "call");
        if (from == NO_ID) {
            trace_addr(o, " from ", raw->from);
            trace_addr(o, " to ", raw->to);
            text_str(&o->t, to == NO_ID ? " lost: no symbol at one end"
                                        : " left out: from a function to a part of it");
        } else {
            trace_symbol(o, " from ", from);
            trace_symbol(o, " to ", to);
            if (from == to)
                text_str(&o->t, ", recursion");
            else
                text_printf(&o->t, ", called %llu times so far",
                            (unsigned long long)(calls[to] += raw->count));
        }
        trace_end(o);
    }
    for (sym_id s = 0; s < a->n_symbols && !o->failed; s++) {
        if (calls[s] == a->graph->calls[s])
            continue;
        trace_begin(o, "tally");
        trace_symbol(o, "", s);
        text_printf(&o->t, " counts %llu calls: filters leave the other arcs out",
                    (unsigned long long)a->graph->calls[s]);
        trace_end(o);
    }
    arena_release(&scratch);
}

static void trace_blocks(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (size_t i = 0; i < a->profile->n_blocks && !o->failed; i++) {
        const struct raw_block *b = &a->profile->blocks[i];
        trace_begin(o, "blocks");
        trace_addr(o, "at ", b->addr);
        text_printf(&o->t, ", run %llu times, in ", (unsigned long long)b->count);
        trace_symbol(o, "", table_find(a->table, b->addr));
        if (!a->by_line)
            text_str(&o->t, "; not used without -l");
        trace_end(o);
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
        trace_begin(o, "sources");
        trace_words(o, "", path);
        trace_words(o, there ? " is at " : " is not at ", text_z(&place));
        trace_end(o);
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
