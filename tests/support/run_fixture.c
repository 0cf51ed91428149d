/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/run_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/require.h"

static void *take(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);
    require(p != NULL);
    return p;
}

static void count(struct run_fixture *r, uint32_t n, const struct run_numbers_of *of)
{
    struct analysis_runs *x = r->numbers;
    uint32_t n_symbols = r->analysis->n_symbols;
    size_t at = 0;
    for (sym_id s = 0; s < n_symbols; s++) {
        x->first[s] = at;
        for (uint32_t i = 0; i < n; i++) {
            double ticks = of->ticks(s, i);
            r->calls[i] += of->calls ? of->calls(s, i) : 0;
            if (!(ticks > 0))
                continue;
            x->run[at] = i;
            x->ticks[at++] = ticks;
            r->runs[i].ticks += (uint64_t)ticks;
        }
    }
    x->first[n_symbols] = at;
}

/* Spreads and totals over the runs shown. */
static void sum_up(struct run_fixture *r)
{
    struct analysis_runs *x = r->numbers;
    double totals[FIXTURE_RUNS] = {0}, row[FIXTURE_RUNS], v[FIXTURE_RUNS];
    uint32_t run[FIXTURE_RUNS], n = 0;
    for (uint32_t i = 0; i < x->n_runs; i++)
        if (r->shown[i])
            run[n++] = i;
    x->n_shown = n;
    for (sym_id s = 0; s < r->analysis->n_symbols; s++) {
        memset(row, 0, sizeof row);
        for (size_t i = x->first[s]; i < x->first[s + 1]; i++)
            row[x->run[i]] = x->ticks[i];
        for (uint32_t i = 0; i < n; i++)
            v[i] = row[run[i]];
        spread_of(v, n, 0, &x->self[s]);
        if (x->self[s].worst != NO_ID)
            x->self[s].worst = run[x->self[s].worst];
        for (uint32_t i = 0; i < x->n_runs; i++)
            totals[i] += row[i];
    }
    for (uint32_t i = 0; i < x->n_runs; i++)
        x->total[i] = (struct run_totals){.ticks = totals[i], .calls = r->calls[i]};
    for (uint32_t i = 0; i < n; i++)
        v[i] = totals[run[i]];
    spread_of(v, n, 0, &x->all);
    require(usual_of(v, n, 0, &x->usual));
}

void run_fixture_init(struct run_fixture *r, struct profile *p, struct analysis *a, uint32_t n,
                      const struct run_numbers_of *of)
{
    *r = (struct run_fixture){.profile = p, .analysis = a};
    r->set = (struct profile_runs){.v = r->runs, .n = n};
    for (uint32_t i = 0; i < n; i++) {
        snprintf(r->labels[i], sizeof r->labels[i], "r%u", (unsigned)i);
        r->runs[i] = (struct profile_run){
            .label = r->labels[i], .files = &r->files[i], .n_files = 1, .rank = RUN_NO_RANK};
        r->shown[i] = true;
    }
    struct analysis_runs *x = r->numbers = take(1, sizeof *x);
    size_t cells = (size_t)a->n_symbols * n;
    x->runs = &r->set;
    x->n_runs = n;
    x->first = take(a->n_symbols + 1, sizeof *x->first);
    x->run = take(cells, sizeof *x->run);
    x->ticks = take(cells, sizeof *x->ticks);
    x->self = take(a->n_symbols, sizeof *x->self);
    x->total = take(n, sizeof *x->total);
    count(r, n, of);
    sum_up(r);
    p->runs = &r->set;
    p->shown_runs = r->shown;
    a->runs = x;
}

void run_fixture_show(struct run_fixture *r, const bool *shown)
{
    memcpy(r->shown, shown, r->set.n * sizeof *shown);
    sum_up(r);
}

void run_fixture_release(struct run_fixture *r)
{
    struct analysis_runs *x = r->numbers;
    r->profile->runs = NULL;
    r->profile->shown_runs = NULL;
    r->analysis->runs = NULL;
    free(x->first);
    free(x->run);
    free(x->ticks);
    free(x->self);
    free(x->total);
    free(x);
}

/* ---- uneven runs ---- */

static const uint64_t uneven[UNEVEN_FUNCTIONS][UNEVEN_RUNS] = {
    {0, 0, 0, 0, 0},          /* main */
    {100, 120, 100, 400, 80}, /* solve */
    {50, 52, 47, 50, 51},     /* load: as even as chance has it */
    {0, 0, 0, 200, 0},        /* repair */
};

uint64_t uneven_ticks(sym_id s, uint32_t run)
{
    return s < UNEVEN_FUNCTIONS ? uneven[s][run] : 0;
}

void uneven_init(struct fixture *f)
{
    static const char *const names[] = {"main", "solve", "load", "repair", "zz"};
    uint64_t sums[UNEVEN_FUNCTIONS + 1] = {0};
    for (sym_id s = 0; s < UNEVEN_FUNCTIONS; s++)
        for (uint32_t run = 0; run < UNEVEN_RUNS; run++)
            sums[s] += uneven[s][run];
    fixture_init(f, names, UNEVEN_FUNCTIONS + 1);
    made_ticks(&f->made, sums);
    made_call(&f->made, 0, 1, 150);
    made_call(&f->made, 0, 2, 150);
    made_call(&f->made, 1, 3, 150);
    fixture_analyze(f);
}

void uneven_expect(const struct grid *flat)
{
    struct line l = {0};
    flat->ops->format(flat, 0, &l);
    fixture_expect(flat, &l, "name", "solve");
    fixture_expect(flat, &l, "self", "8.00");
    fixture_expect(flat, &l, "mean", "1.60");
    fixture_expect(flat, &l, "worst", "4.00");
    line_release(&l);
}
