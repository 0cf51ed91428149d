/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/run_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/runs.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/view/line.h"
#include "core/view/values.h"

/* ---- numbers and words ---- */

double run_row_value(const struct analysis *a, uint32_t run, enum runs_column column)
{
    const struct profile_run *r = &a->profile->runs->v[run];
    const struct run_totals *t = &a->runs->total[run];
    double median = a->runs->usual.median;
    switch (column) {
    case RUNS_TIME:
    case RUNS_HEAT:
        return a->rate_hz > 0 ? seconds_or_0(a, t->ticks) : NAN;
    case RUNS_OUTLIER:
        return t->is_outlier ? t->ticks - median : 0;
    case RUNS_OFF:
        return median > 0 ? percent(t->ticks - median, median) : NAN;
    case RUNS_CALLS:
        return (double)t->calls;
    case RUNS_SAMPLES:
        return (double)r->ticks;
    case RUNS_WALL:
        return r->wall_ms ? time_of((double)r->wall_ms, 1e3, 1) : NAN;
    case RUNS_RANK:
        return r->rank == RUN_NO_RANK ? NAN : (double)r->rank;
    case RUNS_PID:
        return r->pid ? (double)r->pid : NAN;
    case RUNS_DOCTOR:
        return run_doctor(a, run, NULL);
    default:
        return NAN;
    }
}

const char *run_row_word(const struct analysis *a, uint32_t run, enum runs_column column)
{
    const struct profile_run *r = &a->profile->runs->v[run];
    if (column == RUNS_NAME)
        return r->label;
    if (column == RUNS_HOST && r->host)
        return r->host;
    return "";
}

/* ---- the doctor ---- */

struct run_losses {
    uint64_t missing, calls, full_bins; /* samples of time that could not be sampled, ... */
    bool waits;
};

static struct run_losses losses_of(const struct profile *p, uint32_t run)
{
    const struct profile_run *r = &p->runs->v[run];
    struct run_losses l = {0};
    for (uint32_t i = 0; i < r->n_files; i++) {
        const struct profile_file *f = &p->files[r->files[i]];
        l.missing += f->run.n_missing_samples;
        l.calls += f->run.n_lost_calls;
        l.full_bins += f->n_full_bins;
        l.waits |= f->lost_waits;
    }
    return l;
}

static unsigned complain(uint64_t n, const char *what, struct text *why)
{
    if (!n)
        return 0;
    if (why) {
        text_str(why, "; ");
        text_uint(why, n, 0);
        text_str(why, what);
    }
    return 1;
}

unsigned run_doctor(const struct analysis *a, uint32_t run, struct text *why)
{
    const struct profile *p = a->profile;
    const struct run_losses l = losses_of(p, run);
    bool few = percent_or_0((double)l.missing, (double)p->runs->v[run].ticks) < 2;
    unsigned n =
        complain(few ? 0 : l.missing, l.missing == 1 ? " sample missing" : " samples missing",
                 why) +
        complain(l.calls, l.calls == 1 ? " call lost" : " calls lost", why) +
        complain(l.full_bins,
                 l.full_bins == 1 ? " counter that is full" : " counters that are full", why);
    if (p->has_histogram && !p->runs->v[run].ticks) {
        if (why)
            text_str(why, "; no samples");
        n++;
    }
    if (l.waits) {
        if (why)
            text_str(why, "; waits that cannot be read");
        n++;
    }
    return n;
}

/* ---- rows ---- */

static bool filter_number(void *ctx, unsigned value, double *out)
{
    const struct amounts *x = ctx;
    *out = known_value(x, (enum row_value)value, 1);
    return !isnan(*out);
}

/* A filter matches label and host, with a blank between them; its numbers are those of the
 * run as a whole. */
static bool keeps(const struct run_order *o, uint32_t run, struct text *words)
{
    const struct analysis *a = o->v->analysis;
    const struct run_totals *t = &a->runs->total[run];
    struct amounts x = {.hz = a->rate_hz, .self = t->ticks, .wait = -1, .calls = t->calls};
    x.all = a->runs->all.mean * a->runs->n_shown;
    text_clear(words);
    text_printf(words, "%s %s", run_row_word(a, run, RUNS_NAME), run_row_word(a, run, RUNS_HOST));
    const struct row_facts facts = {
        .name = text_z(words), .n_name = words->n, .ctx = &x, .number = filter_number};
    return rowfilter_keeps(o->filter, &facts);
}

static double key_of(const struct run_order *o, uint32_t run)
{
    if (o->column == RUNS_MARKED)
        return o->marked && o->marked[run];
    return run_row_value(o->v->analysis, run, (enum runs_column)o->column);
}

/* What has no number stands last in either direction; what is alike keeps the order of the set. */
static int compare(const void *ctx, uint32_t a, uint32_t b)
{
    const struct run_order *o = ctx;
    if (o->column == RUNS_NAME || o->column == RUNS_HOST) {
        const struct analysis *an = o->v->analysis;
        int c = strcmp(run_row_word(an, a, (enum runs_column)o->column),
                       run_row_word(an, b, (enum runs_column)o->column));
        return o->ascending ? c : -c;
    }
    return sort_doubles(key_of(o, a), key_of(o, b), o->ascending);
}

bool run_rows_make(struct run_rows *r, const struct run_order *o)
{
    const struct analysis_runs *runs = o->v->analysis->runs;
    struct text words = {0};
    *r = (struct run_rows){.run = mem_array_raw(runs->n_runs, sizeof *r->run)};
    for (uint32_t i = 0; r->run && i < runs->n_runs; i++)
        if (!o->filter || keeps(o, i, &words))
            r->run[r->n++] = i;
    r->n_hidden = runs->n_runs - r->n;
    bool ok = r->run && !words.failed &&
              (o->column >= N_RUNS_COLUMNS || sort_merge(r->run, r->n, compare, o));
    text_release(&words);
    if (!ok)
        run_rows_release(r);
    return ok;
}

void run_rows_release(struct run_rows *r)
{
    free(r->run);
    *r = (struct run_rows){0};
}
