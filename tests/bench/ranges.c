/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranges IMAGE PROFILE [RUNS]: milliseconds of CPU time that ranges take, of all threads, the least
 * of some runs: what they add to the analysis; those of a screen, of rows in the flat profile's
 * order, when nothing is known yet; those of one more screen; and those of all functions. With the
 * program's other time they are what a user waits for: at most 16 for a screen and 200 for all, of
 * 100,000 functions. */
#include "core/analyze/questions/ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "core/analyze/questions/questions.h"
#include "core/load/load.h"

enum { SCREEN = 50, SCREEN_MS = 16, ALL_MS = 200 };

struct spent {
    double without, with, first, next, all; /* milliseconds */
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void keep_least(double *least, double from)
{
    double ms = now() - from;
    *least = *least == 0 || ms < *least ? ms : *least;
}

static void ask(struct ranges *r, const struct analysis *a, uint32_t first)
{
    sym_id rows[SCREEN];
    struct range x;
    uint32_t at = first;
    for (unsigned i = 0; i < SCREEN; i++)
        rows[i] = analysis_next_ranked(a, &at);
    if (!ranges_expect(r, rows, SCREEN))
        exit(1);
    for (unsigned i = 0; i < SCREEN; i++)
        if (!ranges_of_node(r, rows[i], &x))
            exit(1);
}

static struct analysis *analyze(const struct profile *p, bool with, double *least)
{
    const struct settings settings = {.ranges = with};
    struct err e = ERR_INIT;
    double from = now();
    struct analysis *a = analysis_new(p, &settings, NULL, NULL, NULL, &e);
    if (!a || a->n_symbols < SCREEN)
        exit(1);
    keep_least(least, from);
    return a;
}

static void measure(const struct profile *p, struct spent *s)
{
    analysis_free(analyze(p, false, &s->without));
    struct analysis *a = analyze(p, true, &s->with);
    struct ranges *r = ranges_new(a, NULL);
    double from = now();
    if (!r)
        exit(1);
    ask(r, a, 0);
    keep_least(&s->first, from);
    from = now();
    ask(r, a, a->n_symbols / 2);
    keep_least(&s->next, from);
    from = now();
    if (!ranges_expect_all(r))
        exit(1);
    keep_least(&s->all, from);
    ranges_free(r);
    analysis_free(a);
}

static void print(const struct profile *p, const struct spent *s)
{
    double none = 0;
    uint32_t sampled = 0;
    struct analysis *a = analyze(p, false, &none);
    for (sym_id y = 0; y < a->n_symbols; y++)
        sampled += a->samples->self[y] > 0;
    printf("%u functions, %u with samples, %u arcs: analysis %.1f ms, with ranges %.1f, "
           "first screen %.1f, next %.1f, all %.1f  at most %d and %d  %s\n",
           a->n_symbols, sampled, a->graph->n_arcs, s->without, s->with, s->first, s->next, s->all,
           SCREEN_MS, ALL_MS, s->first <= SCREEN_MS && s->all <= ALL_MS ? "met" : "MISSED");
    analysis_free(a);
}

int main(int argc, char **argv)
{
    struct err e = ERR_INIT;
    struct spent s = {0};
    if (argc < 3)
        return 2;
    const char *files[] = {argv[2]};
    const struct load_request request = {.image = argv[1], .files = files, .n_files = 1};
    struct profile *p = load_profile(&request, &e);
    if (!p)
        return 1;
    for (int runs = argc > 3 ? atoi(argv[3]) : 5; runs > 0; runs--)
        measure(p, &s);
    print(p, &s);
    profile_free(p);
    return 0;
}
