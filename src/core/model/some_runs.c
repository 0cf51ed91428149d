/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/some_runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

struct run_sum {
    struct profile *p;
    struct raw_arc *arcs; /* per arc of all runs */
    bool *seen, *taken;   /* some of its calls were taken back */
};

static void add_ticks(void *ctx, uint32_t hist, uint32_t bin, uint64_t ticks)
{
    struct run_sum *sum = ctx;
    sum->p->hists[hist].bins[bin] += ticks;
}

static void add_calls(void *ctx, const struct run_calls *v, size_t n)
{
    struct run_sum *sum = ctx;
    for (size_t i = 0; i < n; i++) {
        sum->arcs[v[i].arc].count += v[i].count;
        sum->seen[v[i].arc] = true;
        sum->taken[v[i].arc] |= (int64_t)v[i].count < 0;
    }
}

static void add_runs(struct profile *p, const bool *shown)
{
    const struct profile_runs *r = p->runs;
    struct run_sum sum = {.p = p};
    const struct run_visitor v = {.on_bin = add_ticks, .on_arcs = add_calls, .ctx = &sum};
    p->arcs = sum.arcs = mem_array_raw(r->n_arcs, sizeof *p->arcs);
    sum.seen = mem_array(r->n_arcs, sizeof *sum.seen);
    sum.taken = mem_array(r->n_arcs, sizeof *sum.taken);
    for (uint32_t i = 0; i < r->n_arcs; i++)
        p->arcs[i] = (struct raw_arc){r->arcs[i].from, r->arcs[i].to, 0};
    for (uint32_t i = 0; i < r->n; i++)
        if (shown[i])
            profile_runs_visit(r, i, &v);
    /* Leave out what none of the runs has, and whose calls were all taken back. */
    p->n_arcs = 0;
    for (uint32_t i = 0; i < r->n_arcs; i++)
        if (sum.seen[i] && (!sum.taken[i] || (int64_t)p->arcs[i].count > 0))
            p->arcs[p->n_arcs++] = p->arcs[i];
    free(sum.seen);
    free(sum.taken);
}

struct profile *profile_of_runs(const struct profile *whole, const bool *shown)
{
    struct profile *p = mem_array(1, sizeof *p);
    *p = *whole;
    p->whole = whole->whole ? whole->whole : whole;
    p->hists = NULL;
    p->n_hists = 0;
    p->arcs = NULL;
    p->blocks = NULL;
    p->n_arcs = p->n_united_arcs = p->n_blocks = p->n_united_blocks = 0;
    p->has_blocks = false;
    p->waits = NULL;
    p->n_waits = 0;
    p->paths = NULL;
    p->shown_runs = p->shown_files = NULL;
    const struct profile_runs *r = p->runs;
    p->shown_runs = mem_array_raw(r->n, sizeof *p->shown_runs);
    p->shown_files = mem_array(p->n_files, sizeof *p->shown_files);
    memcpy(p->shown_runs, shown, r->n * sizeof *shown);
    for (uint32_t i = 0; i < r->n; i++)
        for (uint32_t k = 0; shown[i] && k < r->v[i].n_files; k++)
            p->shown_files[r->v[i].files[k]] = true;
    /* Histograms of the same ranges, without ticks. */
    p->hists = mem_array(whole->n_hists, sizeof *p->hists);
    for (p->n_hists = 0; p->n_hists < whole->n_hists; p->n_hists++) {
        struct histogram *h = &p->hists[p->n_hists];
        *h = whole->hists[p->n_hists];
        h->record = NULL;
        h->bins = mem_array(h->n_bins, sizeof *h->bins);
    }
    add_runs(p, shown);
    return p;
}
