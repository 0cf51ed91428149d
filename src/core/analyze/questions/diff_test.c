/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/diff_test.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/stat.h"

/* How runs scatter. */
struct scatter {
    double df;    /* of a row, by the sides that know their runs */
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

/* An arc that is not there brings no samples. */
static struct counted arc_counted(const struct diff *d, const struct diff_arc *a)
{
    struct counted x;
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        x.ticks[i] = a->has[i] ? a->ticks[i] : 0;
        x.exposure[i] = d->exposure[i];
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

static struct moments moments_of(const struct run_spread *v)
{
    return (struct moments){v->mean, v->n > 1 ? square(v->sd) * (v->n - 1.) : 0};
}

/* Moments of a row on the sides that know their runs; false: one of these does not know the row. */
static bool read_row(const struct diff *d, const struct diff_row *r, struct moments m[N_DIFF_SIDES])
{
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        const struct diff_side *side = &d->side[i];
        struct run_spread v;
        m[i] = (struct moments){0, 0};
        if (!d->known[i] || r->symbol[i] == NO_ID)
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
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        const struct run_spread *v = &d->side[i].whole;
        if (d->known[i] && !v->n)
            return false;
        m[i] = d->known[i] ? moments_of(v) : (struct moments){0, 0};
    }
    return true;
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

static bool find_prior(const struct diff *d, struct scatter *s)
{
    double *factor = mem_array_raw(d->n_rows, sizeof *factor);
    struct moments m[N_DIFF_SIDES];
    size_t n = 0;
    if (!factor)
        return false;
    for (uint32_t k = 0; k < d->n_rows; k++)
        if (is_counted(&d->rows[k]) && read_row(d, &d->rows[k], m))
            factor[n++] = own_factor(s, m);
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
 * where whole runs scatter more. Where these are not known, no less than samples scatter. */
static double joint_factor(const struct scatter *s)
{
    return fmax(isnan(s->whole) ? 1 : s->whole, s->prior.variance);
}

/* f of a row's self times; *unknown: nobody knows how they differ. */
static double row_factor(const struct diff *d, const struct scatter *s, const struct diff_row *r,
                         bool *unknown)
{
    struct moments m[N_DIFF_SIDES];
    *unknown = !read_row(d, r, m);
    return *unknown ? fmax(joint_factor(s), 1) : stat_moderated(s->prior, own_factor(s, m), s->df);
}

/* f of all self times together. */
static double total_factor(const struct scatter *s)
{
    return isnan(s->whole) ? joint_factor(s) : stat_moderated(s->prior, s->whole, s->df);
}

/* Where one side says nothing of its runs, what the exact test calls chance is chance, too: a
 * single count is more askew than t takes it for. */
static void test_counted(const struct diff *d, const struct scatter *s, const struct counted *x,
                         double factor, struct diff_test *t)
{
    struct diff_test single;
    if (!can_test(x))
        return;
    test_repeated(d, s, x, factor, t);
    if (d->known[DIFF_OLD] && d->known[DIFF_NEW])
        return;
    test_single(x, &single);
    t->p = fmax(t->p, single.p);
}

static void test_row_repeated(const struct diff *d, const struct scatter *s, struct diff_row *r,
                              double own)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++) {
        struct counted x = time_counted(d, r, time);
        test_counted(d, s, &x, time == DIFF_TOTAL ? joint_factor(s) : own, &r->test[time]);
    }
}

/* Does a side know how its runs differ, as a whole or in a function with samples? */
static bool knows_runs(const struct diff *d, int i)
{
    const struct diff_side *side = &d->side[i];
    struct run_spread v;
    if (side->n_runs < 2 || !side->spread)
        return false;
    bool knows = side->whole.n > 0;
    for (uint32_t k = 0; !knows && k < d->n_rows; k++)
        knows =
            d->rows[k].part[i].self > 0 && side->spread(side->analysis, d->rows[k].symbol[i], &v);
    return knows;
}

static bool test_repeatedly(struct diff *d)
{
    struct scatter s = {.whole = NAN};
    struct moments m[N_DIFF_SIDES];
    for (int i = 0; i < N_DIFF_SIDES; i++)
        s.df += d->known[i] ? d->side[i].n_runs - 1. : 0;
    s.c = find_c(d);
    if (!find_prior(d, &s))
        return false;
    if (read_whole(d, m))
        s.whole = own_factor(&s, m);
    for (uint32_t k = 0; k < d->n_rows; k++) {
        bool unknown;
        double own = row_factor(d, &s, &d->rows[k], &unknown);
        test_row_repeated(d, &s, &d->rows[k], own);
        d->unknown += unknown && is_counted(&d->rows[k]);
    }
    test_row_repeated(d, &s, &d->total, total_factor(&s));
    for (uint32_t k = 0; d->measured && k < d->n_arcs; k++) { /* nobody knows how these differ */
        struct counted x = arc_counted(d, &d->arcs[k]);
        test_counted(d, &s, &x, fmax(joint_factor(&s), 1), &d->arcs[k].test);
    }
    d->df = s.df + s.prior.df;
    return true;
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

static void test_singly(struct diff *d)
{
    test_row_single(d, &d->total);
    for (uint32_t k = 0; k < d->n_rows; k++)
        test_row_single(d, &d->rows[k]);
    for (uint32_t k = 0; d->measured && k < d->n_arcs; k++) {
        struct counted x = arc_counted(d, &d->arcs[k]);
        if (can_test(&x))
            test_single(&x, &d->arcs[k].test);
    }
}

static void begin_row(struct diff_row *r)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++)
        r->test[time] = diff_untested();
}

static void begin(struct diff *d)
{
    begin_row(&d->total);
    for (uint32_t k = 0; k < d->n_rows; k++)
        begin_row(&d->rows[k]);
    for (uint32_t k = 0; k < d->n_arcs; k++)
        d->arcs[k].test = diff_untested();
}

static bool has_samples(const struct counted *x)
{
    return x->ticks[DIFF_OLD] + x->ticks[DIFF_NEW] >= DIFF_LEAST_SAMPLES;
}

static bool adjust_arcs(struct diff *d, double *p)
{
    for (uint32_t k = 0; k < d->n_arcs; k++) {
        struct counted x = arc_counted(d, &d->arcs[k]);
        p[k] = has_samples(&x) ? d->arcs[k].test.p : NAN;
    }
    if (!stat_adjust(p, d->n_arcs, p))
        return false;
    for (uint32_t k = 0; k < d->n_arcs; k++)
        d->arcs[k].test.adjusted = p[k];
    return true;
}

static bool adjust(struct diff *d, enum diff_time time, double *p)
{
    for (uint32_t k = 0; k < d->n_rows; k++) {
        const struct diff_row *r = &d->rows[k];
        struct counted x = time_counted(d, r, time);
        p[k] = has_samples(&x) ? r->test[time].p : NAN;
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
    double *p = mem_array_raw(d->n_rows > d->n_arcs ? d->n_rows : d->n_arcs, sizeof *p);
    bool ok = p;
    begin(d);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        d->repeated |= d->known[i] = knows_runs(d, i);
    if (d->repeated)
        ok = ok && test_repeatedly(d);
    else
        test_singly(d);
    for (enum diff_time time = 0; ok && time < N_DIFF_TIMES; time++)
        ok = adjust(d, time, p);
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++)
        d->total.test[time].adjusted = d->total.test[time].p;
    ok = ok && (!d->measured || adjust_arcs(d, p));
    free(p);
    return ok || err_memory(e, 0);
}
