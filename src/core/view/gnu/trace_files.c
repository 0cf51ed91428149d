/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces of what the files hold: symbols, samples, arcs, blocks, source files. */
#include "core/view/gnu/trace_files.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/source/text.h"
#include "core/view/gnu/trace_parts.h"

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
    trace_words(o, image_name(im, r));
    text_str(&o->t, " at ");
    trace_addr(o, r->addr);
    if (!table_accepts(&options, r->flags)) {
        text_str(&o->t,
                 s->no_static ? " is left out: static (-a)" : " is left out: no function (-D)");
    } else {
        text_str(&o->t, " gives way to ");
        trace_symbol(o, winner);
    }
    trace_end(o);
}

void trace_symbols(struct gnu_out *o)
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
        trace_symbol(o, s);
        text_char(&o->t, ' ');
        trace_range(o, y->addr, y->end);
        uint32_t flags = y->flags;
        text_str(&o->t, flags & SYM_STATIC ? ", static" : ", global");
        text_str(&o->t, flags & SYM_LINE   ? ", a source line"
                        : flags & SYM_FUNC ? ""
                                           : ", no function");
        if (flags & SYM_OBJECT)
            text_str(&o->t, ", stands for an object file");
        if (label_place(o->v, s, &pos)) {
            text_str(&o->t, ", ");
            trace_words(o, pos.file);
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
    trace_ticks(o, ticks);
    text_printf(&o->t, " of the %llu in bin %u go to ", (unsigned long long)histogram_ticks(h, bin),
                (unsigned)bin);
    trace_symbol(o, s);
    if (!analysis_lets(o->v->analysis, SET_FLAT_IN, s))
        text_str(&o->t, ", which is left out");
    trace_end(o);
}

static void put_raw_arc(struct gnu_out *o, const struct raw_arc *a)
{
    trace_begin(o, "records");
    text_str(&o->t, "arc from ");
    trace_addr(o, a->from);
    text_str(&o->t, " to ");
    trace_addr(o, a->to);
    text_str(&o->t, ", ");
    trace_count(o, a->count, "call");
    trace_end(o);
}

static void watched(struct gnu_out *o, bool ok)
{
    o->failed |= !ok;
}

void trace_records(struct gnu_out *o)
{
    const struct profile *p = o->v->analysis->profile;
    const struct sample_watch w = {put_part, o};
    for (uint32_t i = 0; i < p->n_files && !o->failed; i++) {
        const struct profile_file *f = &p->files[i];
        trace_begin(o, "records");
        trace_words(o, f->path);
        text_str(&o->t, " holds ");
        trace_count(o, f->n_histograms, "histogram");
        text_str(&o->t, ", ");
        trace_count(o, f->n_arcs, "arc");
        text_str(&o->t, ", ");
        trace_count(o, f->n_block_records, "block record");
        trace_end(o);
    }
    for (uint32_t i = 0; i < p->n_hists && !o->failed; i++) {
        const struct histogram *h = &p->hists[i];
        trace_begin(o, "records");
        text_str(&o->t, "histogram ");
        trace_range(o, h->lo, h->hi);
        text_printf(&o->t, ", %u bins of %g bytes, %u per second", (unsigned)h->n_bins,
                    2 * o->v->analysis->profile->scale, (unsigned)o->v->analysis->profile->rate_hz);
        trace_end(o);
    }
    if (!o->failed)
        watched(o, analysis_watch_samples(o->v->analysis, &w, o->e));
    for (size_t i = 0; i < p->n_arcs && !o->failed; i++)
        put_raw_arc(o, &p->arcs[i]);
}

static void put_lookup(struct gnu_out *o, uint64_t addr, const char *what)
{
    const struct table *t = o->v->analysis->table;
    sym_id s = table_find(t, addr);
    trace_begin(o, "lookups");
    text_str(&o->t, what);
    trace_addr(o, addr);
    text_str(&o->t, " lies in ");
    trace_symbol(o, s);
    if (s != NO_ID)
        text_printf(&o->t, "+0x%llx", (unsigned long long)(addr - t->symbols[s].addr));
    trace_end(o);
}

void trace_lookups(struct gnu_out *o)
{
    const struct profile *p = o->v->analysis->profile;
    for (size_t i = 0; i < p->n_arcs && !o->failed; i++) {
        put_lookup(o, p->arcs[i].from, "call at ");
        put_lookup(o, p->arcs[i].to, "callee ");
    }
    for (size_t i = 0; i < p->n_blocks && !o->failed; i++)
        put_lookup(o, p->blocks[i].addr, "block ");
}

struct tally {
    struct gnu_out *o;
    uint64_t *calls; /* per symbol, so far */
};

static void put_arc(void *ctx, const struct raw_arc *raw, sym_id from, sym_id to)
{
    const struct tally *t = ctx;
    struct gnu_out *o = t->o;
    trace_begin(o, "tally");
    trace_count(o, raw->count, "call");
    if (from == NO_ID) {
        text_str(&o->t, " from ");
        trace_addr(o, raw->from);
        text_str(&o->t, " to ");
        trace_addr(o, raw->to);
        text_str(&o->t, to == NO_ID ? " lost: no symbol at one end"
                                    : " left out: from a function to a part of it");
    } else {
        text_str(&o->t, " from ");
        trace_symbol(o, from);
        text_str(&o->t, " to ");
        trace_symbol(o, to);
        if (from == to)
            text_str(&o->t, ", recursion");
        else
            text_printf(&o->t, ", called %llu times so far",
                        (unsigned long long)(t->calls[to] += raw->count));
    }
    trace_end(o);
}

void trace_tally(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    struct tally t = {o, mem_array(a->n_symbols, sizeof *t.calls)};
    const struct arc_watch w = {put_arc, &t};
    if (!t.calls)
        gnu_no_memory(o);
    else
        watched(o, analysis_watch_arcs(a, &w, o->e));
    for (sym_id s = 0; s < a->n_symbols && !o->failed; s++) {
        if (t.calls[s] == a->graph->calls[s])
            continue;
        trace_begin(o, "tally");
        trace_symbol(o, s);
        text_printf(&o->t, " counts %llu calls: filters leave the other arcs out",
                    (unsigned long long)a->graph->calls[s]);
        trace_end(o);
    }
    free(t.calls);
}

void trace_blocks(struct gnu_out *o)
{
    const struct analysis *a = o->v->analysis;
    for (size_t i = 0; i < a->profile->n_blocks && !o->failed; i++) {
        const struct raw_block *b = &a->profile->blocks[i];
        trace_begin(o, "blocks");
        text_str(&o->t, "at ");
        trace_addr(o, b->addr);
        text_printf(&o->t, ", run %llu times, in ", (unsigned long long)b->count);
        trace_symbol(o, table_find(a->table, b->addr));
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
        trace_words(o, path);
        text_str(&o->t, there ? " is at " : " is not at ");
        trace_words(o, text_z(&place));
        trace_end(o);
        if (there) {
            source_close(&found);
            break;
        }
        text_clear(&place);
    }
    text_release(&place);
}

void trace_sources(struct gnu_out *o)
{
    const struct sources *s = o->v->analysis->sources;
    for (uint32_t i = s ? s->n_files : 0; i-- > 0 && !o->failed;)
        put_places(o, s->files[i]);
}
