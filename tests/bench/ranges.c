/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ranges IMAGE PROFILE [RUNS]: milliseconds of CPU time that ranges take, the least of some runs:
 * what they add to the analysis, with what is made when the first one is asked for; then the marks
 * of two screens, of rows in the order of entries; and, of all functions, the marks that a screen
 * has, as an export of the screen writes them. With the program's other time they are what a user
 * waits for: at most 50 once and 16 for a screen, of 100,000 functions and 500,000 arcs. */
#include "core/analyze/questions/ranges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/analyze/questions/questions.h"
#include "core/load/load.h"
#include "core/view/marks.h"

enum { SCREEN = 50, SCREEN_MS = 16, ONCE_MS = 50 };

struct spent {
    double without, with, make, first, next, all; /* milliseconds */
    uint32_t n_marks[N_MARKS], n_open;            /* of all functions */
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

static enum mark mark_of(struct ranges *r, const struct analysis *a, sym_id y, struct range *x)
{
    const struct node_time *t = &a->times->node[y];
    if (!ranges_of_node(r, y, x))
        exit(1);
    return walked_mark(r, x, t->prop_self + t->prop_child, MARK_STEPS);
}

static void ask(struct ranges *r, const struct analysis *a, uint32_t at)
{
    struct range x;
    for (unsigned i = 0; i < SCREEN; i++)
        mark_of(r, a, analysis_next_ranked(a, &at), &x);
}

static void ask_all(struct ranges *r, const struct analysis *a, struct spent *s)
{
    struct range x;
    memset(s->n_marks, 0, sizeof s->n_marks);
    s->n_open = 0;
    for (sym_id y = 0; y < a->n_symbols; y++) {
        s->n_marks[mark_of(r, a, y, &x)]++;
        s->n_open += x.is_open;
    }
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
    struct ranges *r = ranges_new(a);
    double from = now();
    ranges_make(r);
    if (!r)
        exit(1);
    keep_least(&s->make, from);
    from = now();
    ask(r, a, 0);
    keep_least(&s->first, from);
    from = now();
    ask(r, a, a->n_symbols / 2);
    keep_least(&s->next, from);
    from = now();
    ask_all(r, a, s);
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
    double once = s->with - s->without + s->make;
    printf("%u functions, %u with samples, %u arcs: analysis %.1f ms, ranges once %.1f and %.1f, "
           "first screen %.1f, next %.1f, all %.1f (%u ?, %u !, %u not walked to the end)  "
           "at most %d and %d  %s\n",
           a->n_symbols, sampled, a->graph->n_arcs, s->without, s->with - s->without, s->make,
           s->first, s->next, s->all, s->n_marks[MARK_UNSURE], s->n_marks[MARK_OUTSIDE], s->n_open,
           ONCE_MS, SCREEN_MS,
           once <= ONCE_MS && s->first <= SCREEN_MS && s->next <= SCREEN_MS ? "met" : "MISSED");
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
