/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/title.h"

#include <math.h>
#include <string.h>

#include "core/analyze/questions/rollup.h"
#include "core/base/char.h"
#include "core/base/file/path.h"
#include "core/base/utf8.h"
#include "core/analyze/runs.h"
#include "core/model/runs.h"
#include "core/view/label.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/values.h"

/* How much is said, from all to little: first the file goes, then the numbers of functions and
 * arcs, then what a sample stands for, in the end their number. That files were moved stays
 * longer. */
enum detail {
    DETAIL_FULL,
    DETAIL_PLAIN,
    DETAIL_ALONE,
    DETAIL_BRIEF,
    DETAIL_MOVES,
    DETAIL_TERSE,
    DETAIL_SECONDS,
    N_DETAILS
};
enum { PROGRAM_COLS_LEAST = 8 };

/* How the title is written: in detail, with ", 250 samples a second: this kernel's tick", about the
 * call graph's time, and with so much of the program's name. */
struct wording {
    enum detail detail;
    bool has_rate, graph;
    size_t program_cols;
};

static bool in_words(enum detail d)
{
    return d <= DETAIL_BRIEF;
}

/* "64 runs", "run 7 of 64", "run11 of 64 runs", "3 of 64 ranks" */
static void add_runs(const struct profile *p, enum detail d, struct text *out)
{
    const struct profile_runs *r = profile_all_runs(p);
    const char *word = label_of_runs(r);
    uint32_t n_shown = profile_shown_runs(p), one = 0;
    while (n_shown == 1 && !profile_shows_run(p, one))
        one++;
    if (n_shown == 1 && r->n > 1) {
        text_run_in_words(out, r, one, false);
        text_printf(out, in_words(d) ? " of " : "/");
        text_count(out, r->n_all, false);
        if (in_words(d) && !char_is_digit(r->v[one].label[0]))
            text_printf(out, " %ss", word);
        return;
    }
    if (n_shown < r->n)
        text_printf(out, in_words(d) ? "%u of " : "%u/", (unsigned)n_shown);
    text_count(out, r->n_all, false);
    text_printf(out, r->n_all == 1 ? " %s" : " %ss", word);
    if (r->n_left_out)
        text_printf(out, in_words(d) ? " (%zu file%s left out)" : "-%zu", r->n_left_out,
                    r->n_left_out == 1 ? "" : "s");
}

/* ", slowest: run 7 +31%" */
static void add_slowest(const struct profile *p, enum detail d, struct text *out)
{
    const struct profile_runs *r = profile_all_runs(p);
    const struct runs_usual usual = runs_usual_of(p);
    const double median = usual.ticks.median;
    if (usual.slowest == NO_RUN)
        return;
    text_str(out, in_words(d) ? ", slowest: " : ", slow: ");
    text_run_in_words(out, r, usual.slowest, false);
    text_printf(out, " %+.0f%%", percent(runs_ticks(p, usual.slowest) - median, median));
}

static void add_files(const struct analysis *a, enum detail d, size_t program_cols,
                      struct text *out)
{
    const struct profile *p = a->profile;
    const char *image = path_base(p->image->path);
    size_t lo = out->n, used;
    text_shown(out, image, strlen(image), false);
    if (utf8_cols(out->p + lo, out->n - lo) > program_cols) {
        out->n = lo + utf8_fit(out->p + lo, out->n - lo, program_cols - 2, &used);
        text_str(out, "..");
    }
    const struct profile_runs *r = profile_all_runs(p);
    const bool is_set = r && (r->is_set || p->whole);
    if (is_set && d < DETAIL_TERSE) {
        text_str(out, in_words(d) ? " + " : "+");
        add_runs(p, d, out);
        add_slowest(p, d, out);
    } else if (!is_set && d < DETAIL_ALONE) {
        text_str(out, " + ");
        if (p->n_files == 1)
            text_shown(out, path_base(p->files[0].path), strlen(path_base(p->files[0].path)),
                       false);
        else
            text_printf(out, "%u profiles", (unsigned)p->n_files);
    }
    if (!is_set && r && p->n_files == 1 && in_words(d)) {
        text_str(out, " of ");
        add_runs(p, d, out);
        if (d == DETAIL_FULL)
            add_slowest(p, d, out);
    }
    if (p->n_joined && d == DETAIL_FULL)
        text_printf(out, " + %zu librar%s", p->n_joined, p->n_joined == 1 ? "y" : "ies");
}

static void add_moves(const struct profile *p, enum detail d, struct text *out)
{
    const uint64_t distance = p->n_files > 0 ? p->files[0].fit.distance : 0;
    uint32_t n = 0, n_same = 0;
    for (uint32_t i = 0; i < p->n_files; i++) {
        n += p->files[i].fit.distance != 0;
        n_same += p->files[i].fit.distance == distance;
    }
    if (n == 0 || d >= DETAIL_TERSE)
        return;
    text_str(out, in_words(d) ? "   moved" : "  moved");
    if (n_same < p->n_files) {
        text_printf(out, ": %u", (unsigned)n);
    } else {
        text_str(out, " by ");
        message_distance(distance, out);
    }
}

/* The ticks that options leave to the view: to the call graph, which -n -N and with them -E -F thin
 * out as well. */
static double ticks_left(const struct view_context *v, bool graph)
{
    const uint32_t flat = UINT32_C(1) << SET_FLAT_IN | UINT32_C(1) << SET_FLAT_EX;
    const uint32_t times = UINT32_C(1) << SET_TIME_IN | UINT32_C(1) << SET_TIME_EX;
    const double all = (double)profile_ticks(v->analysis->profile);
    const double left = graph ? v->analysis->times->total : v->analysis->samples->total;
    return filter_sets(v) & (graph ? flat | times : flat) ? fmin(fmax(left, 0), all) : all;
}

static void add_time(const struct view_context *v, double ticks, struct text *out)
{
    text_decimal(out, seconds_or_0(v->analysis, ticks), 2, true);
    text_printf(out, " %s", unit_of(v->analysis->profile).s);
}

/* "1,364 samples x 10 ms = 13.64 s - 1.72 s out = 11.92 s", "1,364 samples, 11.92 of 13.64 s" */
static void add_samples(const struct view_context *v, const struct wording *w, struct text *out)
{
    const struct profile *p = v->analysis->profile;
    const double ticks = (double)profile_ticks(p), left = ticks_left(v, w->graph);
    if (!p->has_histogram || !p->rate_hz || !(ticks > 0)) {
        text_str(out, "no samples");
        return;
    }
    if (w->detail < DETAIL_SECONDS) {
        text_count(out, profile_ticks(p), true);
        text_str(out, ticks > 1 ? " samples" : " sample");
    }
    if (!in_words(w->detail)) {
        text_str(out, w->detail < DETAIL_SECONDS ? ", " : "");
        if (left < ticks) {
            text_decimal(out, seconds_or_0(v->analysis, left), 2, true);
            text_str(out, " of ");
        }
        add_time(v, ticks, out);
        return;
    }
    /* "10 ms": one tick. */
    const double ms = time_of(1, p->rate_hz, 1e3);
    if (ms >= 1)
        text_printf(out, " x %g ms = ", ms);
    else
        text_printf(out, " x %g us = ", time_of(1, p->rate_hz, 1e6));
    add_time(v, ticks, out);
    if (left < ticks) {
        text_str(out, " - ");
        add_time(v, ticks - left, out);
        text_str(out, " out = ");
        add_time(v, left, out);
    }
}

static void add_count(uint32_t n, const char *what, struct text *out)
{
    text_char(out, ' ');
    text_count(out, n, true);
    text_printf(out, " %s%s", what, n == 1 ? "" : "s");
}

static void add_all(const struct view_context *v, const struct wording *w, struct text *out)
{
    const enum detail d = w->detail;
    text_str(out, d == DETAIL_FULL ? " gptui  " : " ");
    add_files(v->analysis, d, w->program_cols, out);
    add_moves(v->analysis->profile, d, out);
    text_str(out, d == DETAIL_FULL ? "   " : "  ");
    add_samples(v, w, out);
    if (w->has_rate) {
        text_str(out, ", ");
        message_rate(v->analysis->profile->rate_hz, v->analysis->profile->rate_hz, out);
    }
    /* " of at least 13.90 s": the CPU time of processes that were killed, as far as it is known. */
    uint64_t n_kept = 0, cpu_ms = 0;
    for (uint32_t i = 0; i < v->analysis->profile->n_files; i++) {
        n_kept += v->analysis->profile->files[i].run.n_kept;
        cpu_ms += v->analysis->profile->files[i].run.cpu_ms;
    }
    if (n_kept > 0 && cpu_ms > 0 && d < DETAIL_TERSE)
        text_printf(out, in_words(d) ? " of at least %.2f s" : " of >=%.2fs",
                    time_of((double)cpu_ms, 1e3, 1));
    if (d >= DETAIL_BRIEF || (w->has_rate && d > DETAIL_FULL))
        return;
    const struct analysis *a = v->analysis;
    /* Symbols of the program itself: those of libraries lie after them. */
    uint32_t n_own = 0, hi = a->n_symbols, n_functions = 0;
    while (n_own < hi) {
        uint32_t mid = n_own + (hi - n_own) / 2;
        if (profile_library(a->profile, a->table->symbols[mid].addr))
            hi = mid;
        else
            n_own = mid + 1;
    }
    for (sym_id s = 0; s < n_own; s++)
        n_functions += rollup_counts(a, s); /* as modules count them */
    text_str(out, d == DETAIL_FULL ? "  " : " ");
    add_count(n_functions, a->by_line ? "line" : "func", out);
    add_count(a->graph->parent_lo[n_own], "arc", out);
    if (!a->paths && a->cycles->n_cycles && d == DETAIL_FULL) /* measured times need no cycles */
        add_count(a->cycles->n_cycles, "cycle", out);
}

/* The first wording that leaves n columns for other things, and those beside it; in the last ones
 * the program's name is cut rather than anything else. Returns its width. */
static size_t add_fitting(const struct view_context *v, const struct title_style *style, size_t n,
                          struct text *out)
{
    const char *program = path_base(v->analysis->profile->image->path);
    const size_t all = utf8_cols(program, strlen(program));
    const struct profile *p = v->analysis->profile;
    /* Does the kernel's tick say why there are no more samples? */
    struct wording w = {.graph = style->graph,
                        .has_rate =
                            p->has_histogram && p->rate_hz && profile_tick_hz(p) == p->rate_hz,
                        .program_cols = SIZE_MAX};
    for (;;) {
        text_clear(out);
        add_all(v, &w, out);
        size_t used = utf8_cols(out->p, out->n), over = used + n - style->cols;
        bool is_cut = w.program_cols < SIZE_MAX;
        const bool is_last = w.detail == N_DETAILS - 1;
        if (used + n + style->beside <= style->cols ||
            (is_last && (is_cut || used + n <= style->cols)))
            return used;
        if (w.detail >= (style->beside ? DETAIL_SECONDS : DETAIL_MOVES) && !is_cut) {
            w.program_cols = all > over + PROGRAM_COLS_LEAST ? all - over : PROGRAM_COLS_LEAST;
            continue;
        }
        bool ends_rate = w.has_rate && w.detail == DETAIL_PLAIN;
        w.detail = ends_rate ? DETAIL_FULL : w.detail + 1;
        w.has_rate = w.has_rate && !ends_rate;
        w.program_cols = SIZE_MAX;
    }
}

void title_line(const struct view_context *v, const struct title_style *style, struct line *out)
{
    const struct finding_counts *f = &style->findings;
    const size_t cols = style->cols;
    char words[64];
    struct text doctor = text_in(words, sizeof words);
    if (style->full)
        text_str(&doctor, "full names ");
    if (style->changed)
        text_str(&doctor, "changed on disk: R ");
    if (f->n)
        text_printf(&doctor, "%s%u finding%s ", f->warning ? "!" : "", f->n, f->n == 1 ? "" : "s");
    size_t used = add_fitting(v, style, 2 + doctor.n, &out->text);
    line_mark(out, 0, ROLE_STRONG, COLUMN_NONE);
    if (doctor.n && used + 1 + doctor.n <= cols) {
        text_fill(&out->text, ' ', cols - used - doctor.n);
        size_t lo = out->text.n;
        text_add(&out->text, doctor.p, doctor.n);
        line_mark(out, lo, f->warning || style->changed ? ROLE_WARNING : ROLE_STRONG, COLUMN_NONE);
    }
}
