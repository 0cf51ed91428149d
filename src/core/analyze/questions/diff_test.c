/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/diff_test.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/stat.h"

/* How runs scatter. */
struct scatter {
    double *ticks[N_DIFF_SIDES]; /* of a row in each run */
    double *all[N_DIFF_SIDES];   /* of all rows in each run */
    double df;                   /* of a row */
    double whole;                /* f of the times of whole runs, by themselves */
    double c;
    struct stat_prior prior;
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

/* ---- one run each ---- */

static void test_single(const struct counted *x, struct diff_test *t)
{
    const double *k = x->ticks, *e = x->exposure;
    t->error = sqrt(k[DIFF_OLD] / square(e[DIFF_OLD]) + k[DIFF_NEW] / square(e[DIFF_NEW]));
    t->p = stat_poisson_test((uint64_t)(k[DIFF_OLD] + 0.5), (uint64_t)(k[DIFF_NEW] + 0.5),
                             e[DIFF_OLD], e[DIFF_NEW]);
}

/* ---- several runs ---- */

/* A clock that ticks at regular intervals counts a time between k and k + 1 of them as k or k + 1:
 * the variance q (1 - q) of that, q the part of the interval, is 1/6 on average over all q. Runs
 * whose counts are equal by chance scatter no less. */
#define LEAST_VARIANCE (1. / 6)

/* The variance of a run with a mean of m ticks, but for f. */
static double expected(const struct scatter *s, double m)
{
    return m + s->c * m * m;
}

static void read_row(const struct diff *d, const struct scatter *s, const struct diff_row *r)
{
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        const struct diff_side *side = &d->side[i];
        sym_id symbol = r->symbol[i];
        if (symbol == NO_ID || !side->each) {
            for (uint32_t run = 0; run < side->n_runs; run++)
                s->ticks[i][run] = r->part[i].self / side->n_runs;
            continue;
        }
        side->each(side->ctx, symbol, s->ticks[i]);
    }
}

/* Sum of squares about the mean of n numbers. */
static double squares(const double *v, uint32_t n, double *mean)
{
    double sum = 0, about = 0;
    for (uint32_t i = 0; i < n; i++)
        sum += v[i];
    *mean = sum / n;
    for (uint32_t i = 0; i < n; i++)
        about += square(v[i] - *mean);
    return about;
}

/* f of the runs at hand, by themselves. */
static double own_factor(const struct diff *d, const struct scatter *s,
                         double *const ticks[N_DIFF_SIDES])
{
    double sum = 0;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        double mean, about = squares(ticks[i], d->side[i].n_runs, &mean);
        sum += mean > 0 ? about / expected(s, mean) : 0;
    }
    return sum / s->df;
}

static bool is_counted(const struct diff_row *r)
{
    return r->part[DIFF_OLD].self + r->part[DIFF_NEW].self >= DIFF_LEAST_SAMPLES;
}

/* By moments: what scatters more than samples do, over all rows. */
static double find_c(const struct diff *d, const struct scatter *s)
{
    double more = 0, whole = 0;
    for (uint32_t k = 0; k < d->n_rows; k++) {
        if (!is_counted(&d->rows[k]))
            continue;
        read_row(d, s, &d->rows[k]);
        for (int i = 0; i < N_DIFF_SIDES; i++) {
            double mean, about = squares(s->ticks[i], d->side[i].n_runs, &mean);
            more += about - (d->side[i].n_runs - 1) * mean;
            whole += (d->side[i].n_runs - 1) * mean * mean;
        }
    }
    return more > 0 && whole > 0 ? more / whole : 0;
}

static bool find_prior(const struct diff *d, struct scatter *s)
{
    double *factor = mem_array_raw(d->n_rows, sizeof *factor);
    size_t n = 0;
    if (!factor)
        return false;
    for (uint32_t k = 0; k < d->n_rows; k++)
        if (is_counted(&d->rows[k])) {
            read_row(d, s, &d->rows[k]);
            factor[n++] = own_factor(d, s, s->ticks);
        }
    s->prior = stat_moderate(factor, n, s->df);
    free(factor);
    return true;
}

/* Degrees of freedom of a variance of which `part` is that of faster and slower runs, known from
 * the runs alone, and the rest moderated (Satterthwaite, Biometrics Bulletin 2, 1946). */
static double joint_df(const struct scatter *s, double part)
{
    return 1 / (square(1 - part) / (s->df + s->prior.df) + square(part) / s->df);
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
    double df = joint_df(s, 1 - sampled / null);
    double delta = k[DIFF_NEW] / e[DIFF_NEW] - k[DIFF_OLD] / e[DIFF_OLD];
    t->error = sqrt(fmax(factor * own, least));
    t->p = stat_t_two_sided(delta / sqrt(fmax(factor * null, least)), df);
}

/* f of times with children, which are made of those of many rows: what rows have in common, or more
 * where whole runs scatter more. */
static double joint_factor(const struct scatter *s)
{
    return s->whole > s->prior.variance ? s->whole : s->prior.variance;
}

static void test_row_repeated(const struct diff *d, const struct scatter *s, struct diff_row *r,
                              double own)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++) {
        struct counted x = time_counted(d, r, time);
        double factor = time == DIFF_TOTAL ? joint_factor(s) : stat_moderated(s->prior, own, s->df);
        if (can_test(&x))
            test_repeated(d, s, &x, factor, &r->test[time]);
    }
}

static bool make_scatter(const struct diff *d, struct scatter *s)
{
    bool ok = true;
    *s = (struct scatter){0};
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        s->ticks[i] = mem_array(d->side[i].n_runs, sizeof(double));
        s->all[i] = mem_array(d->side[i].n_runs, sizeof(double));
        s->df += d->side[i].n_runs - 1;
        ok = ok && s->ticks[i] && s->all[i];
    }
    return ok;
}

/* Sum rows up to whole runs. */
static void add_up(const struct diff *d, struct scatter *s)
{
    for (uint32_t k = 0; k < d->n_rows; k++) {
        read_row(d, s, &d->rows[k]);
        for (int i = 0; i < N_DIFF_SIDES; i++)
            for (uint32_t run = 0; run < d->side[i].n_runs; run++)
                s->all[i][run] += s->ticks[i][run];
    }
    s->whole = own_factor(d, s, s->all);
}

static bool test_repeatedly(struct diff *d)
{
    struct scatter s;
    bool ok = make_scatter(d, &s);
    s.c = ok ? find_c(d, &s) : 0;
    ok = ok && find_prior(d, &s);
    if (ok)
        add_up(d, &s);
    for (uint32_t k = 0; ok && k < d->n_rows; k++) {
        read_row(d, &s, &d->rows[k]);
        test_row_repeated(d, &s, &d->rows[k], own_factor(d, &s, s.ticks));
    }
    if (ok)
        test_row_repeated(d, &s, &d->total, s.whole);
    d->df = s.df + s.prior.df;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        free(s.ticks[i]);
        free(s.all[i]);
    }
    return ok;
}

/* ---- all rows ---- */

static void test_row_single(const struct diff *d, struct diff_row *r)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++) {
        struct counted x = time_counted(d, r, time);
        if (can_test(&x))
            test_single(&x, &r->test[time]);
    }
}

static void begin(struct diff_row *r)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++)
        r->test[time] = (struct diff_test){0, NAN, NAN};
}

static bool adjust(struct diff *d, enum diff_time time, double *p)
{
    for (uint32_t k = 0; k < d->n_rows; k++) {
        const struct diff_row *r = &d->rows[k];
        struct counted x = time_counted(d, r, time);
        bool many = x.ticks[DIFF_OLD] + x.ticks[DIFF_NEW] >= DIFF_LEAST_SAMPLES;
        p[k] = many ? r->test[time].p : NAN;
        d->tested += time == DIFF_SELF && p[k] >= 0;
    }
    if (!stat_adjust(p, d->n_rows, p))
        return false;
    for (uint32_t k = 0; k < d->n_rows; k++)
        d->rows[k].test[time].adjusted = p[k];
    return true;
}

bool diff_test(struct diff *d, struct err *e)
{
    double *p = mem_array_raw(d->n_rows, sizeof *p);
    bool ok = p;
    begin(&d->total);
    for (uint32_t k = 0; k < d->n_rows; k++)
        begin(&d->rows[k]);
    d->repeated = d->side[DIFF_OLD].n_runs + d->side[DIFF_NEW].n_runs > 2;
    if (d->repeated) {
        ok = ok && test_repeatedly(d);
    } else {
        test_row_single(d, &d->total);
        for (uint32_t k = 0; k < d->n_rows; k++)
            test_row_single(d, &d->rows[k]);
    }
    for (enum diff_time time = 0; ok && time < N_DIFF_TIMES; time++)
        ok = adjust(d, time, p);
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++)
        d->total.test[time].adjusted = d->total.test[time].p;
    free(p);
    return ok || err_memory(e, 0);
}
