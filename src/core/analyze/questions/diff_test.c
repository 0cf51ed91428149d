/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/diff_test.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/stat.h"

/* How runs scatter. */
struct scatter {
    double df;    /* of a row */
    double whole; /* f of the times of whole runs, by themselves; NAN: not known */
    double c;
    struct stat_prior prior;
};

/* The runs of a side: their mean, and the sum of squares about it. */
struct moments {
    double mean, about;
};

/* A time of a row, as counts and what they are counted in. */
struct counted {
    double ticks[N_DIFF_SIDES];
    double exposure[N_DIFF_SIDES]; /* of all runs; 0: there is none */
};

static struct counted time_counted(const struct diff *d, const struct diff_row *r,
                                   enum diff_time time)
{
    struct counted x;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        const struct diff_part *p = &r->part[i];
        x.ticks[i] = time == DIFF_TOTAL ? p->self + p->child : p->self;
        x.exposure[i] = time == DIFF_SELF_PER_CALL ? d->side[i].analysis->rate_hz * (double)p->calls
                                                   : d->exposure[i];
    }
    return x;
}

static bool can_test(const struct counted *x)
{
    return x->exposure[DIFF_OLD] > 0 && x->exposure[DIFF_NEW] > 0 &&
           x->ticks[DIFF_OLD] + x->ticks[DIFF_NEW] > 0;
}

static double square(double v)
{
    return v * v;
}

/* ---- by runs ---- */

/* A clock that ticks at regular intervals counts a time between k and k + 1 of them as k or k + 1:
 * the variance q (1 - q) of that, q the part of the interval, is 1/6 on average over all q. Runs
 * whose counts are equal by chance scatter no less. */
#define LEAST_VARIANCE (1. / 6)

/* The variance of a run with a mean of m ticks, but for f. */
static double expected(const struct scatter *s, double m)
{
    return m + s->c * m * m;
}

static struct moments moments_of(const struct run_spread *v)
{
    return (struct moments){v->mean, v->n > 1 ? square(v->sd) * (v->n - 1.) : 0};
}

/* Moments of a row; false: a side does not know the row. */
static bool read_row(const struct diff *d, const struct diff_row *r, struct moments m[N_DIFF_SIDES])
{
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        const struct diff_side *side = &d->side[i];
        struct run_spread v;
        m[i] = (struct moments){0, 0};
        if (r->symbol[i] == NO_ID)
            continue;
        if (!side->spread(side->analysis, r->symbol[i], &v))
            return false;
        m[i] = moments_of(&v);
    }
    return true;
}

/* Moments of whole runs, likewise. */
static bool read_whole(const struct diff *d, struct moments m[N_DIFF_SIDES])
{
    for (int i = 0; i < N_DIFF_SIDES; i++)
        m[i] = moments_of(&d->side[i].whole);
    return d->side[DIFF_OLD].whole.n > 0 && d->side[DIFF_NEW].whole.n > 0;
}

/* f of the runs at hand, by themselves. */
static double own_factor(const struct scatter *s, const struct moments m[N_DIFF_SIDES])
{
    double sum = 0;
    for (int i = 0; i < N_DIFF_SIDES; i++)
        sum += m[i].mean > 0 ? m[i].about / expected(s, m[i].mean) : 0;
    return sum / s->df;
}

static bool is_counted(const struct diff_row *r)
{
    return r->part[DIFF_OLD].self + r->part[DIFF_NEW].self >= DIFF_LEAST_SAMPLES;
}

/* What is more than samples make it, and what c is to be multiplied by for that. */
struct excess {
    double more, squares;
};

static void add_excess(const struct diff *d, const struct moments m[N_DIFF_SIDES], struct excess *x)
{
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        double df = d->side[i].n_runs - 1.;
        x->more += m[i].about - df * m[i].mean;
        x->squares += df * square(m[i].mean);
    }
}

/* By moments: what scatters more than samples do, over all rows; where none is known, by whole
 * runs. */
static double find_c(const struct diff *d)
{
    struct excess x = {0, 0};
    struct moments m[N_DIFF_SIDES];
    for (uint32_t k = 0; k < d->n_rows; k++)
        if (is_counted(&d->rows[k]) && read_row(d, &d->rows[k], m))
            add_excess(d, m, &x);
    if (!(x.squares > 0) && read_whole(d, m))
        add_excess(d, m, &x);
    return x.more > 0 && x.squares > 0 ? x.more / x.squares : 0;
}

/* t = difference / (f (variances of the means))^1/2, with the rates of both sides together; the
 * error that is shown is that of the sides as they are. */
static void test_repeated(const struct diff *d, const struct scatter *s, const struct counted *x,
                          double factor, struct diff_test *t)
{
    const double *k = x->ticks, *e = x->exposure;
    double rate = (k[DIFF_OLD] + k[DIFF_NEW]) / (e[DIFF_OLD] + e[DIFF_NEW]);
    double null = 0, own = 0, sampled = 0, least = 0;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        double n = d->side[i].n_runs;
        null += n * expected(s, rate * e[i] / n) / square(e[i]);
        own += n * expected(s, k[i] / n) / square(e[i]);
        sampled += rate / e[i];
        least += n * LEAST_VARIANCE / square(e[i]);
    }
    /* Degrees of freedom of a variance of which `part` is that of faster and slower runs, known
     * from the runs alone, and the rest moderated; no more than either has, since both come from
     * the same runs. */
    double part = fmax(1 - sampled / null, 0);
    double df = 1 / ((1 - part) / (s->df + s->prior.df) + part / s->df);
    t->by_runs = true;
    double delta = k[DIFF_NEW] / e[DIFF_NEW] - k[DIFF_OLD] / e[DIFF_OLD];
    t->error = sqrt(fmax(factor * own, least));
    t->p = fmax(t->p, stat_t_two_sided(delta / sqrt(fmax(factor * null, least)), df));
}

static bool has_children(const struct diff_row *r)
{
    return r->part[DIFF_OLD].child > 0 || r->part[DIFF_NEW].child > 0;
}

static void test_row_repeated(const struct diff *d, const struct scatter *s, struct diff_row *r,
                              const struct moments m[N_DIFF_SIDES])
{
    double own = stat_moderated(s->prior, own_factor(s, m), s->df);
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++) {
        struct counted x = time_counted(d, r, time);
        /* f of times with children, which are made of those of many rows: what rows have in common,
         * or more where whole runs scatter more. */
        if (can_test(&x) && (time != DIFF_TOTAL || !has_children(r) || !isnan(s->whole)))
            test_repeated(d, s, &x,
                          has_children(r) && time == DIFF_TOTAL ? fmax(s->whole, s->prior.variance)
                                                                : own,
                          &r->test[time]);
    }
}

/* Does a side know how its runs differ, as a whole or in a function with samples? */
static bool knows_runs(const struct diff *d, int i)
{
    const struct diff_side *side = &d->side[i];
    struct run_spread v;
    if (side->n_runs < DIFF_LEAST_RUNS || !side->spread)
        return false;
    bool knows = side->whole.n > 0;
    for (uint32_t k = 0; !knows && k < d->n_rows; k++)
        knows =
            d->rows[k].part[i].self > 0 && side->spread(side->analysis, d->rows[k].symbol[i], &v);
    return knows;
}

/* Over the tests by samples, where it is known how runs differ. */
static void test_repeatedly(struct diff *d)
{
    struct scatter s = {.whole = NAN};
    struct moments m[N_DIFF_SIDES];
    for (int i = 0; i < N_DIFF_SIDES; i++)
        s.df += d->side[i].n_runs - 1.;
    s.c = find_c(d);
    double *factor = mem_array_raw(d->n_rows, sizeof *factor);
    size_t n = 0;
    for (uint32_t k = 0; k < d->n_rows; k++)
        if (is_counted(&d->rows[k]) && read_row(d, &d->rows[k], m))
            factor[n++] = own_factor(&s, m);
    s.prior = stat_moderate(factor, n, s.df);
    free(factor);
    if (read_whole(d, m)) {
        s.whole = own_factor(&s, m);
        test_row_repeated(d, &s, &d->total, m);
    }
    for (uint32_t k = 0; k < d->n_rows; k++)
        if (read_row(d, &d->rows[k], m))
            test_row_repeated(d, &s, &d->rows[k], m);
        else
            d->unknown += is_counted(&d->rows[k]);
}

/* ---- all rows ---- */

static void test_row_sampled(const struct diff *d, struct diff_row *r)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++) {
        struct counted x = time_counted(d, r, time);
        if (can_test(&x)) {
            struct diff_test *t = &r->test[time];
            const double *k = x.ticks, *e = x.exposure;
            t->by_runs = false;
            t->error = sqrt(k[DIFF_OLD] / square(e[DIFF_OLD]) + k[DIFF_NEW] / square(e[DIFF_NEW]));
            t->p = stat_poisson_test((uint64_t)(k[DIFF_OLD] + 0.5), (uint64_t)(k[DIFF_NEW] + 0.5),
                                     e[DIFF_OLD], e[DIFF_NEW]);
        }
    }
}

static void begin_row(struct diff_row *r)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++)
        r->test[time] = (struct diff_test){0, NAN, NAN, false};
}

/* Does a time of a row say more than its self time: of what it calls, of other calls? */
static bool says_more(const struct diff *d, const struct diff_row *r, enum diff_time time)
{
    if (time == DIFF_TOTAL)
        return has_children(r);
    const double by = diff_calls(d, DIFF_NEW, r->part[DIFF_NEW].calls) -
                      diff_calls(d, DIFF_OLD, r->part[DIFF_OLD].calls);
    return time == DIFF_SELF || by < 0 || by > 0;
}

/* All times of all rows are one family of tests, in which none counts twice; what runs judge and
 * what samples do are two, as the former should be the surer. */
static void adjust_family(struct diff *d, double *p, bool by_runs)
{
    const size_t n = (size_t)d->n_rows * N_DIFF_TIMES + 1;
    struct diff_test *total = &d->total.test[DIFF_SELF];
    for (size_t i = 0; i < n - 1; i++) {
        const struct diff_row *r = &d->rows[i / N_DIFF_TIMES];
        const enum diff_time time = (enum diff_time)(i % N_DIFF_TIMES);
        const struct counted x = time_counted(d, r, time);
        const bool counts = r->test[time].by_runs == by_runs &&
                            x.ticks[DIFF_OLD] + x.ticks[DIFF_NEW] >= DIFF_LEAST_SAMPLES &&
                            says_more(d, r, time);
        p[i] = counts ? r->test[time].p : NAN;
        d->tested += time == DIFF_SELF && p[i] >= 0;
    }
    p[n - 1] = total->by_runs == by_runs ? total->p : NAN;
    stat_adjust(p, n, p);
    for (size_t i = 0; i < n - 1; i++) {
        struct diff_row *r = &d->rows[i / N_DIFF_TIMES];
        const enum diff_time time = (enum diff_time)(i % N_DIFF_TIMES);
        if (r->test[time].by_runs == by_runs && r->test[time].p >= 0)
            r->test[time].adjusted = p[i - (says_more(d, r, time) ? 0 : i % N_DIFF_TIMES)];
    }
    if (total->by_runs == by_runs)
        total->adjusted = p[n - 1];
}

void diff_test(struct diff *d)
{
    double *p = mem_array_raw((size_t)d->n_rows * N_DIFF_TIMES + 1, sizeof *p);
    begin_row(&d->total);
    for (uint32_t k = 0; k < d->n_rows; k++)
        begin_row(&d->rows[k]);
    test_row_sampled(d, &d->total);
    for (uint32_t k = 0; k < d->n_rows; k++)
        test_row_sampled(d, &d->rows[k]);
    d->repeated = knows_runs(d, DIFF_OLD) && knows_runs(d, DIFF_NEW);
    if (d->repeated)
        test_repeatedly(d);
    adjust_family(d, p, false);
    adjust_family(d, p, true);
    free(p);
}
