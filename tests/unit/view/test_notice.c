/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line under the title for profiles that say little, what is left of the time, and the title's
 * sum, and why a view is empty. */
#include "core/view/grid/info.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/utf8.h"
#include "core/model/runs.h"
#include "core/view/notice.h"
#include "core/view/option_effect.h"
#include "core/view/title.h"
#include "tests/support/grid_fixture.h"

static char program[] = "prog", data[] = "gmon.out", writer[] = "bin/other";

/* A profile with that many samples, in one function; `calls`: and with an arc. */
static void make(struct fixture *f, uint64_t n_samples, bool calls)
{
    static const char *const names[] = {"main", "work", "end"};
    const uint64_t ticks[] = {n_samples, 0, 0};
    fixture_init(f, names, 3);
    made_ticks(&f->made, ticks);
    f->made.image.path = program;
    f->made.image.can_record = true;
    f->made.file.path = data;
    if (calls)
        made_call(&f->made, 0, 1, 3);
    fixture_analyze(f);
}

static void expect(const struct fixture *f, unsigned cols, const char *want)
{
    struct line l = {0};
    struct notice notice;
    (void)info_findings(&f->v, &notice);
    assert_int_equal(notice_line(&notice, cols, &l), want != NULL);
    assert_string_equal(text_z(&l.text), want ? want : "");
    assert_int_equal(l.n_spans, want != NULL);
    line_release(&l);
}

static void samples_are_missed(void **state)
{
    (void)state;
    static const struct {
        uint64_t samples;
        bool calls;
        unsigned cols;
        const char *want;
    } cases[] = {
        {20, true, 200, NULL},
        {0, true, 80,
         " no samples: brief, waiting, in libraries; calls are exact. gptui record ./prog"},
        {0, true, 77, " no samples: brief, waiting, in libraries. gptui record ./prog"},
        {0, true, 60, " no samples. gptui record ./prog"},
        {0, true, 30, " no samples: brief, waiting, in libraries; calls are exact"},
        {19, true, 80,
         " only 19 samples: times are +/- 23% or more. gptui record --repeat=auto ./prog"},
        {1, true, 60, " only 1 sample. gptui record --repeat=auto ./prog"},
        {20, false, 100,
         " no calls: there are no arcs. Was it compiled with -pg, and not only linked with it?"},
        {0, false, 80, " no samples: brief, waiting, in libraries. gptui record ./prog"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        make(&f, cases[i].samples, cases[i].calls);
        expect(&f, cases[i].cols, cases[i].want);
        fixture_release(&f);
    }
}

static void no_histogram(void **state)
{
    (void)state;
    static const char *const names[] = {"main", "work"};
    struct fixture f;
    fixture_init(&f, names, 2);
    f.made.image.path = program;
    made_call(&f.made, 0, 1, 3);
    fixture_analyze(&f);
    expect(&f, 60, " no histogram: there are no times; calls are exact");
    fixture_release(&f);
}

/* D10: that another program wrote it is more than all else, and that one is named. */
static void another_program(void **state)
{
    (void)state;
    struct fixture f;
    make(&f, 0, true);
    f.made.file.fit = (struct fit){.verdict = FIT_OTHER_PROGRAM, .n_looked_at = 4};
    expect(&f, 80,
           " gmon.out was not written by prog; another program or build did. Run it again.");
    f.made.file.writer = writer;
    expect(&f, 80, " gmon.out was not written by prog; bin/other wrote it. Open it with that one.");
    expect(&f, 50, " gmon.out was not written by prog; bin/other wrote it");
    f.made.file.writer = NULL;
    f.made.file.fit = (struct fit){.verdict = FIT_OTHER_BUILD, .n_in_place = 3, .n_looked_at = 14};
    expect(&f, 100,
           " gmon.out was written by another build of prog: 3 of 14 functions are in place."
           " Run it again.");
    fixture_release(&f);
}

static void expect_left(const struct fixture *f, bool graph, const char *want)
{
    struct text t = {0};
    assert_int_equal(effect_left(&t, &f->v, graph, true), want != NULL);
    assert_string_equal(text_z(&t), want ? want : "");
    text_release(&t);
}

static void options_leave(void **state)
{
    (void)state;
    static const struct {
        uint32_t sets;
        const char *flat, *graph, *title;
    } cases[] = {
        {0, NULL, NULL, " = 0.17 s   6 funcs"},
        {1u << SET_FLAT_EX, "= 0.15 of 0.17 s", "= 0.15 of 0.17 s",
         " = 0.17 s - 0.02 s out = 0.15 s   6 funcs"},
        {1u << SET_FLAT_IN, "= 0.02 of 0.17 s", "= 0.02 of 0.17 s",
         " = 0.17 s - 0.15 s out = 0.02 s   6 funcs"},
        {1u << SET_TIME_EX, NULL, "= 0.15 of 0.17 s", " = 0.17 s   6 funcs"},
        {1u << SET_ANNO_EX, NULL, NULL, " = 0.17 s   6 funcs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct line l = {0};
        const struct filter filter = {"bb", cases[i].sets};
        fixture_cycles(&f);
        analysis_free(f.analysis);
        names_free(f.printed);
        f.settings.filters = &filter;
        f.settings.n_filters = cases[i].sets != 0;
        f.made.image.path = program;
        f.made.file.path = data;
        fixture_analyze(&f);
        expect_left(&f, false, cases[i].flat);
        expect_left(&f, true, cases[i].graph);
        title_line(&f.v, &(struct title_style){.cols = 200}, &l);
        if (!strstr(text_z(&l.text), cases[i].title))
            fail_msg("no '%s' in '%s'", cases[i].title, text_z(&l.text));
        line_release(&l);
        fixture_release(&f);
    }
}

static void expect_reason(const struct fixture *f, const struct empty_view *e, const char *want)
{
    struct text t = {0};
    empty_reason(&t, &f->v, e);
    assert_string_equal(text_z(&t), want);
    text_release(&t);
}

/* What keeps the rows of a view out is named. */
static void empty_views_have_a_reason(void **state)
{
    (void)state;
    static const struct filter filters[] = {{"work", 1u << SET_FLAT_EX},
                                            {"main\x1b", 1u << SET_GRAPH_EX | 1u << SET_TIME_EX}};
    struct empty_view flat = {.ascii = true}, graph = {.ascii = true, .graph = true};
    struct fixture f;
    make(&f, 0, false);
    expect_reason(&f, &flat, "neither samples nor calls are in the profile");
    fixture_release(&f);
    make(&f, 30, true);
    expect_reason(&f, &flat, "samples and calls are not in functions of this program");
    flat.filter = "a\x1b[2J";
    flat.n_hidden = 12345;
    expect_reason(&f, &flat, "the row filter hides all 12,345 rows: & a\\x1b[2J");
    flat.n_hidden = 0;
    f.settings.filters = filters;
    f.settings.n_filters = 2;
    expect_reason(&f, &flat, "options leave no function: -P work");
    expect_reason(&f, &graph, "options leave no entry: -Q -N main\\x1b");
    fixture_release(&f);
}

/* Where some runs are shown, what is known of all together is said. */
static void some_runs_have_less(void **state)
{
    bool shown[2] = {true, false};
    struct profile_run run[2] = {{.ticks = 30}, {.ticks = 5}};
    struct profile_runs runs = {.v = run, .n = 2};
    struct fixture f;
    (void)state;
    make(&f, 30, true);
    struct profile whole = f.made.profile;
    f.made.profile.whole = &whole;
    f.made.profile.runs = &runs;
    f.made.profile.shown_runs = shown;
    expect(&f, 100, NULL);
    whole.n_waits = 1;
    whole.has_blocks = true;
    expect(&f, 120,
           " waits, counts of basic blocks are shown of all runs together."
           " Open the files of these runs alone for that.");
    expect(&f, 80, " waits, counts of basic blocks are shown of all runs together");
    f.made.profile.shown_runs = NULL;
    f.made.profile.whole = NULL;
    f.made.profile.runs = NULL;
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_missed),  cmocka_unit_test(no_histogram),
        cmocka_unit_test(some_runs_have_less), cmocka_unit_test(another_program),
        cmocka_unit_test(options_leave),       cmocka_unit_test(empty_views_have_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
