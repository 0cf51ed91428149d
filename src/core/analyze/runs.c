/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs are gone through twice, each half of them by a thread of its own: first for how many cells
 * each symbol has, then to fill them. Time grows with what the runs counted, memory with the cells.
 */
#include "core/analyze/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/arc_ends.h"
#include "core/analyze/samples.h"
#include "core/base/parallel.h"
#include "core/base/task.h"
#include "core/select/symset.h"

enum { WORKERS_MOST = PIECES_HELPERS_MOST + 1 };

/* ---- whose is a bin, whose is an arc ---- */

/* Which part of a bin's ticks is a symbol's. */
struct bin_share {
    sym_id symbol;
    bool is_out; /* filters leave it out */
    double share;
};

/* The shares of the bins of one histogram: of bin i, [first[i], first[i + 1]). */
struct hist_shares {
    uint32_t *first;
};

struct run_maker {
    const struct analysis_runs_request *q;
    const struct profile_runs *runs;
    const struct profile *whole;
    uint32_t n_symbols;
    struct hist_shares *hists;
    struct bin_share *shares;
    size_t n_shares, share_cap;
    size_t hist, bin; /* the next to have first[] set */
    sym_id *callee;   /* per arc of the runs: whose call it is; NO_ID: nobody's */
    struct analysis_runs *out;
    uint32_t *n_cells; /* per worker and symbol: how many; then, where the next one goes */
    unsigned n_workers;
    bool fills; /* the second time */
};

/* first[] is set for all bins up to this one. */
static void reach_bin(struct run_maker *m, size_t hist, size_t bin)
{
    for (; m->hist <= hist && m->hist < m->whole->n_hists; m->hist++, m->bin = 0) {
        size_t end = m->hist < hist ? m->whole->hists[m->hist].n_bins : bin;
        for (; m->bin <= end; m->bin++)
            m->hists[m->hist].first[m->bin] = (uint32_t)m->n_shares;
        if (m->hist == hist)
            return;
    }
}

static void on_part(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks)
{
    struct run_maker *m = ctx;
    uint64_t all = histogram_ticks(&m->whole->hists[hist], bin);
    reach_bin(m, hist, bin);
    if (m->n_shares >= UINT32_MAX - 1)
        mem_fail();
    mem_grow(&m->shares, &m->share_cap, m->n_shares + 1, sizeof *m->shares);
    m->shares[m->n_shares++] =
        (struct bin_share){s, !symset_lets(m->q->flat, s), ticks / (double)all};
}

/* Where samples of the sum went, samples of each run go. */
static bool find_shares(struct run_maker *m, struct err *e)
{
    const struct sample_watch watch = {.on_part = on_part, .ctx = m};
    struct table table = *m->q->table;
    table.profile = m->whole;
    m->hists = mem_array(m->whole->n_hists, sizeof *m->hists);
    for (uint32_t i = 0; i < m->whole->n_hists; i++)
        m->hists[i].first =
            mem_array_raw((size_t)m->whole->hists[i].n_bins + 1, sizeof *m->hists[i].first);
    if (!samples_watch(&table, m->q->flat, &watch, e))
        return false;
    reach_bin(m, m->whole->n_hists, 0);
    return true;
}

/* As analyze/graph_build counts calls; those by a function of itself are recursion. */
static sym_id callee_of(const struct run_maker *m, struct arc_ends ends)
{
    if (ends.from == NO_ID || ends.to == NO_ID || ends.from == ends.to ||
        !arcset_lets(m->q->arcs, ends.from, ends.to))
        return NO_ID;
    return ends.to;
}

static void find_callees(struct run_maker *m)
{
    const struct profile_runs *r = m->runs;
    struct arc_finder f = {0};
    struct arc_ends ends[ARC_FINDER_BATCH];
    m->callee = mem_array_raw(r->n_arcs, sizeof *m->callee);
    arc_finder_init(&f, m->q->table);
    for (size_t i = 0; i < r->n_arcs; i += ARC_FINDER_BATCH) {
        size_t n = r->n_arcs - i < ARC_FINDER_BATCH ? r->n_arcs - i : ARC_FINDER_BATCH;
        arc_finder_find(&f, r->arcs + i, n, ends);
        for (size_t k = 0; k < n; k++)
            m->callee[i + k] = callee_of(m, ends[k]);
    }
    arc_finder_release(&f);
}

/* ---- cells ---- */

/* What several analyses share that show different runs. */
struct run_cells {
    struct arena memory; /* of all cells; first, as arena_object has it */
    unsigned n_users;
    struct run_totals *total; /* per run, before outliers are known */
};

struct run_cell {
    double ticks;
    bool is_seen;
};

/* One thread's. */
struct run_worker {
    const struct run_maker *m;
    struct run_cell *cells; /* per symbol, of one run */
    sym_id *seen;           /* of that run, n_seen */
    uint32_t n_seen;
    uint32_t *at; /* per symbol, of the maker's n_cells */
    struct run_totals *total;
};

static struct run_cell *see(struct run_worker *w, sym_id s)
{
    struct run_cell *c = &w->cells[s];
    if (!c->is_seen) {
        *c = (struct run_cell){.is_seen = true};
        w->seen[w->n_seen++] = s;
    }
    return c;
}

static void add_ticks(void *ctx, uint32_t hist, uint32_t bin, uint64_t ticks)
{
    struct run_worker *w = ctx;
    const uint32_t *first = w->m->hists[hist].first + bin;
    w->total->ticks += (double)ticks;
    for (const struct bin_share *s = w->m->shares + first[0]; s < w->m->shares + first[1]; s++)
        if (s->is_out)
            w->total->ticks -= (double)ticks * s->share;
        else
            see(w, s->symbol)->ticks += (double)ticks * s->share;
}

static void add_calls(void *ctx, const struct run_calls *v, size_t n)
{
    struct run_worker *w = ctx;
    const sym_id *callees = w->m->callee;
    uint64_t calls = 0;
    for (size_t i = 0; i < n; i++) {
        sym_id callee = callees[v[i].arc];
        if (callee == NO_ID || !v[i].count)
            continue;
        calls += v[i].count;
    }
    w->total->calls += calls;
}

static void take_run(struct run_worker *w, uint32_t run)
{
    const struct run_visitor v = {.on_bin = add_ticks, .on_arcs = add_calls, .ctx = w};
    struct analysis_runs *out = w->m->out;
    w->total = &out->cells->total[run];
    *w->total = (struct run_totals){0};
    w->n_seen = 0;
    profile_runs_visit(w->m->runs, run, &v);
    for (uint32_t i = 0; i < w->n_seen; i++) {
        sym_id s = w->seen[i];
        struct run_cell *c = &w->cells[s];
        c->is_seen = false;
        size_t at = out->first[s] + w->at[s]++;
        if (!w->m->fills)
            continue;
        out->run[at] = run;
        out->ticks[at] = c->ticks;
    }
}

/* Those of one thread. */
static void take_runs(void *ctx, size_t piece, unsigned slot)
{
    struct run_maker *m = ctx;
    uint32_t n = m->runs->n, lo = (uint32_t)((uint64_t)n * piece / m->n_workers),
             hi = (uint32_t)((uint64_t)n * (piece + 1) / m->n_workers);
    struct run_worker w = {.m = m,
                           .cells = mem_array(m->n_symbols, sizeof *w.cells),
                           .seen = mem_array_raw(m->n_symbols, sizeof *w.seen),
                           .at = m->n_cells + piece * m->n_symbols};
    (void)slot;
    for (uint32_t i = lo; i < hi; i++)
        take_run(&w, i);
    if (hi == lo && n)
        w.at[0] = UINT32_MAX; /* which is no count of cells */
    free(w.cells);
    free(w.seen);
}

static bool go_through(struct run_maker *m)
{
    const struct pieces p = {.n = m->n_workers, .make = take_runs, .ctx = m};
    bool ok = pieces_run(&p, m->n_workers - 1);
    for (unsigned i = 0; i < m->n_workers; i++)
        ok = ok && m->n_cells[i * m->n_symbols] != UINT32_MAX;
    return ok;
}

/* Counts of cells become places: first[] of all, and in n_cells where each thread begins. */
static size_t place_cells(struct run_maker *m)
{
    size_t *first = m->out->first, at = 0;
    for (sym_id s = 0; s < m->n_symbols; s++) {
        uint32_t of_symbol = 0;
        first[s] = at;
        for (unsigned w = 0; w < m->n_workers; w++) {
            uint32_t *n = &m->n_cells[w * m->n_symbols + s], count = *n;
            *n = of_symbol;
            of_symbol += count;
        }
        at += of_symbol;
    }
    first[m->n_symbols] = at;
    return at;
}

static bool make_cells(struct run_maker *m)
{
    struct analysis_runs *out = m->out;
    m->n_cells = mem_array((size_t)m->n_workers * m->n_symbols, sizeof *m->n_cells);
    if (!go_through(m))
        return false;
    size_t n = place_cells(m);
    struct arena *memory = &out->cells->memory;
    out->run = arena_alloc(memory, n, sizeof *out->run);
    out->ticks = arena_alloc(memory, n, sizeof *out->ticks);
    m->fills = true;
    return go_through(m);
}

/* ---- what is said of them ---- */

/* As spread_of, `worst` being the run. */
static struct run_spread spread_runs(const double *v, const uint32_t *run, uint32_t n,
                                     uint32_t n_zeros)
{
    struct run_spread s;
    spread_of(v, n, n_zeros, &s);
    s.worst = s.worst == NO_ID ? NO_RUN : run[s.worst];
    return s;
}

static void spread_symbols(struct analysis_runs *a, const struct profile *p, uint32_t n_symbols,
                           double *v, uint32_t *run)
{
    for (sym_id s = 0; s < n_symbols; s++) {
        uint32_t n = 0;
        for (size_t i = a->first[s]; i < a->first[s + 1]; i++)
            if (profile_shows_run(p, a->run[i]) && a->ticks[i] > 0) {
                v[n] = a->ticks[i];
                run[n++] = a->run[i];
            }
        a->self[s] = spread_runs(v, run, n, a->n_shown - n);
    }
}

/* A tick more or less in a hundred is chance (their standard error is the square root). */
static void spread_totals(struct analysis_runs *a, const struct profile *p, double *v,
                          uint32_t *run)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n_runs; i++)
        if (profile_shows_run(p, i)) {
            v[n] = fmax(a->total[i].ticks, 0);
            run[n++] = i;
        }
    a->all = spread_runs(v, run, n, 0);
    usual_of(v, n, n ? sqrt(a->all.mean) : 0, &a->usual);
    for (uint32_t i = 0; i < n; i++)
        a->total[run[i]].is_outlier = v[i] < a->usual.low || v[i] > a->usual.high;
}

static void spread_all(struct analysis_runs *a, const struct profile *p, uint32_t n_symbols)
{
    double *v = mem_array_raw(a->n_runs, sizeof *v);
    uint32_t *run = mem_array_raw(a->n_runs, sizeof *run);
    spread_symbols(a, p, n_symbols, v, run);
    spread_totals(a, p, v, run);

    free(v);
    free(run);
}

/* ---- the whole ---- */

static bool new_cells(struct run_maker *m, struct err *e)
{
    struct analysis_runs *a = m->out;
    struct run_cells *c = a->cells = arena_object(sizeof *c);
    if (!c)
        return false;
    c->n_users = 1;
    c->total = arena_array(&c->memory, a->n_runs, sizeof *c->total);
    a->first = arena_array(&c->memory, (size_t)m->n_symbols + 1, sizeof *a->first);
    if (!find_shares(m, e))
        return false;
    find_callees(m);
    return make_cells(m);
}

static void share_cells(struct analysis_runs *a, const struct analysis_runs *like)
{
    a->cells = like->cells;
    a->cells->n_users++;
    a->first = like->first;
    a->run = like->run;
    a->ticks = like->ticks;
}

static bool make(struct run_maker *m, struct err *e)
{
    struct analysis_runs *a = m->out;
    const struct profile *p = m->q->table->profile;
    a->runs = m->runs;
    a->n_runs = m->runs->n;
    a->n_shown = profile_shown_runs(p);
    a->self = arena_alloc(&a->memory, m->n_symbols, sizeof *a->self);
    a->total = arena_array(&a->memory, a->n_runs, sizeof *a->total);
    if (!progress_step(m->q->progress, "runs", 0, 1))
        return err_set(e, ERR_CANCELLED, NULL);
    if (m->q->like)
        share_cells(a, m->q->like);
    else if (!new_cells(m, e))
        return false;
    memcpy(a->total, a->cells->total, a->n_runs * sizeof *a->total);
    spread_all(a, p, m->n_symbols);
    return true;
}

static void clean_up(struct run_maker *m)
{
    for (uint32_t i = 0; m->hists && i < m->whole->n_hists; i++)
        free(m->hists[i].first);
    free(m->hists);
    free(m->shares);
    free(m->callee);
    free(m->n_cells);
}

struct analysis_runs *analysis_runs_new(const struct analysis_runs_request *r, struct err *e)
{
    const struct profile *p = r->table->profile;
    unsigned workers = task_processors();
    struct run_maker m = {.q = r,
                          .runs = p->runs,
                          .whole = p->whole ? p->whole : p,
                          .n_symbols = r->table->n_symbols,
                          .out = arena_object(sizeof *m.out),
                          .n_workers = workers < WORKERS_MOST ? workers : WORKERS_MOST};
    if (m.n_workers > p->runs->n)
        m.n_workers = p->runs->n;
    bool ok = make(&m, e);
    clean_up(&m);
    if (ok)
        return m.out;
    analysis_runs_free(m.out);
    return NULL;
}

void analysis_runs_free(struct analysis_runs *a)
{
    if (a && a->cells && --a->cells->n_users == 0)
        arena_object_free(a->cells);
    arena_object_free(a);
}
