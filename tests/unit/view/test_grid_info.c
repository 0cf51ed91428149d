/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The info view: what is wrong with a profile is found, and nothing else; what the settings are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/view/grid/grid.h"
#include "core/view/grid/info.h"
#include "core/view/title.h"

#include "tests/support/grid_fixture.h"

static bool has_line(const struct grid *g, const char *part)
{
    struct line l = {0};
    bool found = false;
    for (uint32_t i = 0; i < g->n_rows && !found; i++) {
        g->ops->format(g, i, &l);
        found = strstr(text_z(&l.text), part) != NULL;
    }
    line_release(&l);
    return found;
}

/* Change one thing in a sound profile, and the finding for it must come up, alone. */
enum damage {
    NOTHING,
    NO_SAMPLES,
    NO_HISTOGRAM,
    NO_ARCS,
    LOST_ARCS,
    LOST_ONE,
    SATURATED,
    ODD_RATE,
    BAD_RANGE,
    SHORT_RANGE,
    OTHER_RANGE,
    NEWER,
    OTHER_RATE,
    LOST_CALLS,
    LOW_RATE,
    UNKNOWN_CODE,
    DEAR_CALLS,
    FEW_SAMPLES,
    VERY_FEW_SAMPLES,
    MISSING_SAMPLES,
    KEPT_RUN,
    KEPT_LATE,
    KEPT_RUNS,
    KEPT_AT_ONCE,
    LOST_TIME,
    KNOWN_TIME,
    THREADS,
    KNOWN_THREADS,
    PLAIN_LIBRARY,
    COUNTING_LIBRARY,
    MISFIT,
    SOUND_RUN
};

/* Nothing is wrong. */
static bool is_sound(enum damage d)
{
    return d == NOTHING || d == SOUND_RUN || d == KNOWN_TIME || d == KNOWN_THREADS ||
           d == COUNTING_LIBRARY;
}

/* A run with which nothing is wrong. */
static const struct run_facts sound_run = {.ticks = 1000,
                                           .unknown_ticks = 9,
                                           .counting_ticks = 49,
                                           .n_calls = 1000000,
                                           .asked_hz = 1000,
                                           .achieved_hz = 800};

static void damage_run(struct run_facts *run, enum damage d)
{
    if (d != NOTHING)
        *run = sound_run;
    if (d == LOST_CALLS)
        run->n_lost_calls = 7;
    if (d == LOW_RATE)
        run->achieved_hz = 799;
    if (d == UNKNOWN_CODE)
        run->unknown_ticks = 10;
    if (d == DEAR_CALLS)
        run->counting_ticks = 50;
    if (d == MISSING_SAMPLES)
        run->n_missing_samples = 100;
    if (d >= KEPT_RUN && d <= KEPT_AT_ONCE) {
        run->n_kept = d == KEPT_RUNS ? 3 : 1;
        run->cpu_ms = d == KEPT_AT_ONCE ? 0 : 12345;
        run->wall_ms = d == KEPT_AT_ONCE ? 0 : 23456;
    }
    if (d == KEPT_LATE)
        run->n_missing_samples = 30;
}

/* The functions from the third on are a library's. */
static void make_library(struct made *m)
{
    static struct library library;
    static char path[] = "/lib/libx.so";
    library = (struct library){.path = path,
                               .lo = made_addr(2),
                               .hi = made_addr(5),
                               .text_lo = made_addr(2),
                               .text_hi = made_addr(5)};
    m->profile.libraries = &library;
    m->profile.n_libraries = m->profile.n_joined = 1;
    m->profile.program_hi = made_addr(2);
}

static void damage(struct made *m, enum damage d)
{
    struct profile *p = &m->profile;
    switch (d) {
    case NO_SAMPLES:
        memset(m->bins[0], 0, m->hists[0].n_bins * sizeof *m->bins[0]);
        m->file.ticks = 0;
        break;
    case NO_HISTOGRAM:
        p->n_hists = 0;
        p->has_histogram = false;
        p->rate_hz = m->file.rate_hz = 0;
        m->file.ticks = 0;
        break;
    case NO_ARCS:
        p->n_arcs = 0;
        p->has_arcs = false;
        break;
    case LOST_ARCS:
        for (size_t i = 0; i < p->n_arcs; i++)
            p->arcs[i].to += 0x10000000;
        break;
    case LOST_ONE:
        p->arcs[0].from = 1;
        break;
    case SATURATED:
        m->file.n_full_bins = 3;
        break;
    case ODD_RATE:
        p->rate_hz = m->file.rate_hz = 3;
        break;
    case BAD_RANGE:
        m->hists[0].hi = m->hists[0].lo;
        break;
    case SHORT_RANGE:
        m->hists[0].hi -= 32;
        m->hists[0].n_bins -= 8;
        break;
    case OTHER_RANGE:
        m->hists[0].lo += 0x100000;
        m->hists[0].hi += 0x100000;
        break;
    case NEWER:
        m->image.mtime_sec = 2000;
        m->file.mtime_sec = 1000;
        break;
    case OTHER_RATE:
        m->file.rate_hz = 200;
        break;
    case FEW_SAMPLES:
    case VERY_FEW_SAMPLES:
        m->file.ticks = d == FEW_SAMPLES ? 64 : 4;
        break;
    case LOST_TIME:
        p->arcs[2].count = 139000000;
        break;
    case KNOWN_TIME:
        p->arcs[2].count = 139000000;
        m->file.run = sound_run;
        break;
    case THREADS:
    case KNOWN_THREADS:
        made_symbol(m, "pthread_create@plt", 0x500, SYM_FUNC | SYM_STUB);
        if (d == KNOWN_THREADS)
            m->file.run = sound_run;
        break;
    case PLAIN_LIBRARY:
    case COUNTING_LIBRARY:
        make_library(m);
        if (d == COUNTING_LIBRARY)
            made_call(m, 2, 3, 1);
        break;
    case MISFIT: /* of what else is wrong nothing is said */
        p->n_arcs = 0;
        p->has_arcs = false;
        m->file.fit = (struct fit){.verdict = FIT_OTHER_BUILD, .n_in_place = 3, .n_looked_at = 14};
        break;
    default:
        damage_run(&m->file.run, d);
    }
}

static void finds_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        enum damage damage;
        unsigned warnings;
        const char *problem;
    } cases[] = {
        {NOTHING, 0, "nothing looks wrong"},
        {NO_SAMPLES, 1, "no samples"},
        {NO_HISTOGRAM, 1, "no histogram"},
        {NO_ARCS, 1, "no calls: there are no arcs"},
        {LOST_ARCS, 1, "no arc begins and ends in a symbol"},
        {LOST_ONE, 1, "1 of 4 arcs has an unknown end"},
        {SATURATED, 1, "3 bins stand at 65535"},
        {ODD_RATE, 1, "odd sampling rate: 3"},
        {BAD_RANGE, 2, "without bins or with a range"},
        {SHORT_RANGE, 1, "cover only"},
        {OTHER_RANGE, 2, "no histogram lies over the program's code"},
        {NEWER, 0, "the program is newer than gmon.out"},
        {OTHER_RATE, 1, "gmon.out was sampled at 200 per second, the first file at 100"},
        {LOST_CALLS, 1, "7 calls were lost"},
        {LOW_RATE, 0, "gmon.out has 799 samples per second, not 1000"},
        {UNKNOWN_CODE, 0, "1.0% of the run's samples hit no known code"},
        {DEAR_CALLS, 0, "counting calls took 5.0% of the run, 500.0 ns per call"},
        {FEW_SAMPLES, 0, "only 64 samples: times are +/- 12% or more"},
        {VERY_FEW_SAMPLES, 0, "gptui record --repeat=auto ./prog"},
        {MISSING_SAMPLES, 1, "100 samples (9.1% of the run) are missing"},
        {KEPT_RUN, 0,
         "1 process was killed, or has not ended: at least 12.35 s of CPU time in 23.46 s"},
        {KEPT_RUNS, 0, "3 processes were killed, or have not ended: at least 12.35 s of CPU time"},
        {KEPT_AT_ONCE, 0,
         "Up to the last look at its clocks; what was done after it is not known."},
        {LOST_TIME, 0, "139 million calls cost about 1.0 s that no row shows"},
        {KNOWN_TIME, 0, "nothing looks wrong"},
        {THREADS, 0, "the program makes threads, of which libc's runtime loses calls"},
        {KNOWN_THREADS, 0, "nothing looks wrong"},
        {PLAIN_LIBRARY, 0, "libx.so has 53.1% of the time and is not compiled with -pg"},
        {COUNTING_LIBRARY, 0, "nothing looks wrong"},
        {MISFIT, 1,
         "gmon.out was written by another build of prog: 3 of 14 functions are in place"},
        {SOUND_RUN, 0, "nothing looks wrong"},
    };
    static const char *const names[] = {"aa", "bb", "cc", "dd", "zz"};
    static const uint64_t ticks[] = {100, 200, 300, 40, 0};
    static char path[] = "gmon.out", program[] = "prog";

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct grid_style style = fixture_style(200);
        fixture_init(&f, names, 5);
        made_ticks(&f.made, ticks);
        f.made.image.path = program;
        f.made.image.can_record = true;
        f.made.file.path = path;
        for (unsigned k = 0; k < 4; k++)
            made_call(&f.made, 0, k, 5);
        damage(&f.made, cases[i].damage);
        fixture_analyze(&f);
        struct grid *g = info_grid(&f.v, &style);

        if (!has_line(g, cases[i].problem))
            fail_msg("missing: %s", cases[i].problem);
        bool sound = is_sound(cases[i].damage);
        struct notice notice;
        struct finding_counts counts = info_findings(&f.v, &notice);
        /* D11: notes count, too; samples of another range also lie outside all symbols */
        unsigned notes = cases[i].damage == OTHER_RANGE || (!cases[i].warnings && !sound);
        unsigned n = cases[i].warnings + notes;
        if (counts.n != n || counts.warning != (cases[i].warnings > 0))
            fail_msg("%s: %u findings", cases[i].problem, counts.n);
        assert_int_equal(has_line(g, "nothing looks wrong"), sound);
        grid_free(g);
        f.made.profile.n_libraries = f.made.profile.n_joined = 0;
        fixture_release(&f);
    }
}

static void info_shows_settings(void **state)
{
    (void)state;
    static const struct filter filters[] = {{"aa", 1u << SET_GRAPH_EX | 1u << SET_TIME_EX},
                                            {"bb/cc", 1u << SET_ARCS_EX}};
    struct fixture f;
    struct grid_style style = fixture_style(80);

    fixture_cycles(&f);
    f.settings.filters = filters;
    f.settings.n_filters = 2;
    f.settings.no_static = true;
    struct grid *g = info_grid(&f.v, &style);

    assert_true(has_line(g, "-Q -N aa"));
    assert_true(has_line(g, "-k bb/cc"));
    assert_true(has_line(g, "none static (-a)"));
    assert_true(has_line(g, "0x1000..0x1060, 24 bins of 4 bytes"));
    assert_true(has_line(g, "8 in the files, 8 between functions, 0 with unknown ends"));
    grid_free(g);
    fixture_release(&f);
}

/* What the clocks of a killed process showed stands in the title, too. */
static void kept_runs_say_what_is_missing(void **state)
{
    (void)state;
    struct fixture f;
    struct grid_style style = fixture_style(150);
    struct line l = {0};
    static char path[] = "gmon.out", program[] = "prog";
    static struct run_phase phases[] = {{0, 0, "begin"}, {1500, 250, "a\nb"}};
    fixture_cycles(&f);
    damage_run(&f.made.file.run, KEPT_LATE);
    f.made.image.path = program;
    f.made.file.path = path;
    f.made.file.phases = phases;
    f.made.file.n_phases = 2;
    struct grid *g = info_grid(&f.v, &style);
    assert_true(has_line(g, "30 samples (2.9% of the run) are missing"));
    assert_true(has_line(g, "the end came before they were read"));
    assert_true(has_line(g, "phases      from 0.00 s on, 0.00 s of CPU time: begin"));
    assert_true(has_line(g, "from 1.50 s on, 0.25 s of CPU time: a"));
    title_line(&f.v, &(struct title_style){.cols = 300}, &l);
    assert_non_null(strstr(text_z(&l.text), " s of at least 12.35 s "));
    title_line(&f.v, &(struct title_style){.cols = 70}, &l);
    assert_non_null(strstr(text_z(&l.text), "s of >=12.35s "));
    line_release(&l);
    grid_free(g);
    f.made.file.phases = NULL;
    fixture_release(&f);
}

/* D17: whatever the width, no word of a finding is lost. */
static void d17_findings_wrap(void **state)
{
    (void)state;
    static const char *const names[] = {"aa", "bb"};
    struct fixture f;
    struct line l = {0};
    struct text whole = {0}, words = {0};
    fixture_init(&f, names, 2);
    f.made.profile.has_arcs = true;
    fixture_analyze(&f);
    for (unsigned cols = 300; cols >= 20; cols--) {
        struct grid_style style = fixture_style(cols);
        struct grid *g = info_grid(&f.v, &style);
        struct text *to = cols == 300 ? &whole : &words;
        struct grid_row r = {.kind = ROW_TEXT};
        text_clear(to);
        for (uint32_t i = 1; i < g->n_rows; i++) {
            g->ops->row(g, i, &r);
            if (r.kind == ROW_SECTION)
                break;
            g->ops->format(g, i, &l);
            assert_true(l.text.n <= cols);
            char *line = mem_text(l.text.p, l.text.n), *save = NULL;
            for (char *w = strtok_r(line, " ", &save); w; w = strtok_r(NULL, " ", &save))
                text_printf(to, "%s ", w);
            free(line);
        }
        if (cols < 300)
            assert_string_equal(text_z(&words), text_z(&whole));
        grid_free(g);
    }
    text_release(&whole);
    text_release(&words);
    line_release(&l);
    fixture_release(&f);
}

static void own_samples_are_named(void **state)
{
    (void)state;
    static const char *const names[] = {"aa", "bb"};
    static char path[] = "/usr/lib/libgptui-rt.so";
    static const struct {
        uint64_t ticks;
        const char *line;
    } cases[] = {{0, "0 samples; profiling itself"},
                 {1, "1 sample is profiling itself, left out"},
                 {40, "40 samples are profiling itself, left out"}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct library own = {.path = path, .ticks = cases[i].ticks, .finding = LIBRARY_RUNTIME};
        struct grid_style style = fixture_style(80);
        struct fixture f;
        fixture_init(&f, names, 2);
        f.made.profile.libraries = &own;
        f.made.profile.n_libraries = 1;
        fixture_analyze(&f);
        struct grid *g = info_grid(&f.v, &style);
        assert_true(has_line(g, cases[i].line));
        grid_free(g);
        f.made.profile.libraries = NULL;
        f.made.profile.n_libraries = 0;
        fixture_release(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_what_is_wrong),   cmocka_unit_test(kept_runs_say_what_is_missing),
        cmocka_unit_test(d17_findings_wrap),     cmocka_unit_test(info_shows_settings),
        cmocka_unit_test(own_samples_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
