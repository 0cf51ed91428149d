/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/label.h"
#include "core/view/marks.h"
#include "core/view/number.h"
#include "core/view/option_effect.h"
#include "core/view/rows/both_ways.h"
#include "core/view/rows/entry_rows.h"
#include "core/view/rows/run_values.h"
#include "core/view/values.h"

enum { TERMS_MOST = 6, NAME_COLS_MOST = 44 };

struct explanation {
    struct text *out;
    const struct view_context *v;
    const struct analysis *a;
    const struct profile *p;
    const struct grid_style *style;
    double hz;
    struct unit_name unit;
};

static struct explanation begin(struct text *out, const struct view_context *v,
                                const struct grid_style *style)
{
    const struct analysis *a = v->analysis;
    return (struct explanation){out, v, a, a->profile, style, a->rate_hz, unit_after(a->profile)};
}

static void say(struct explanation *x, const char *fmt, ...) ATTR_PRINTF(2, 3);

static void say(struct explanation *x, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    text_vprintf(x->out, fmt, args);
    va_end(args);
}

static void put_name(struct explanation *x, node_id n)
{
    const struct name_style style = {.level = x->style->names, .ascii = x->style->ascii};
    text_function_within(x->out, x->v, n, style, NAME_COLS_MOST);
}

/* "0.56 s" */
static struct figure seconds(const struct explanation *x, double ticks)
{
    struct figure f = decimal_of(seconds_or_0(x->a, ticks), 2, true);
    strcat(f.s, x->unit.s);
    return f;
}

/* Ticks, to a tenth where they are no whole number. */
static struct figure samples(const struct explanation *x, double ticks)
{
    bool whole = fabs(ticks - round(ticks)) < 0.05;
    struct figure f = decimal_of(ticks, whole ? 0 : 1, true);
    strcat(f.s, fabs(ticks - 1) < 0.05 ? " tick" : " ticks");
    return f;
}

/* "self 0.56 s" */
static void head(struct explanation *x, const char *what, double ticks)
{
    say(x, "%s %s\n", what, seconds(x, ticks).s);
}

/* ---- samples ---- */

/* Bins in which a symbol has a part. */
struct bin_parts {
    const struct profile *p;
    sym_id s;
    uint64_t n_bins, n_shared, lo, hi; /* of bins that other symbols have a part in, too */
    double ticks, shared;
};

static void add_part(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks)
{
    struct bin_parts *b = ctx;
    const struct histogram *h = &b->p->hists[hist];
    if (s != b->s)
        return;
    uint64_t addr = h->lo + (uint64_t)(2 * histogram_scale(b->p, h) * bin);
    bool shared = ticks < 0.995 * (double)histogram_ticks(h, bin);
    b->lo = b->n_bins ? b->lo : addr;
    b->hi = addr;
    b->n_bins++;
    b->ticks += ticks;
    b->n_shared += shared;
    b->shared += shared ? ticks : 0;
}

/* "  = 100 x 4 ticks / 35 ticks, all that count", of wall time both with the waits. */
static void explain_percent(struct explanation *x, const struct amounts *f)
{
    say(x, "%%time %.2f\n  = 100 x %s / %s, all that count%s\n", value_of(f, VALUE_SELF_PCT, 1),
        samples(x, ranked_ticks(f)).s, samples(x, f->all + f->wait_all).s,
        f->wait_all > 0 ? ", waits with them" : "");
    if (value_of(f, VALUE_SELF_PCT, 1) > 100)
        say(x,
            "  More than 100 %%: a bin is %.4f units of 2 bytes, but its parts are whole units, so "
            "they add up to more than the bin has. GNU gprof divides it so, too.\n",
            x->p->scale);
}

static void explain_self(struct explanation *x, sym_id s)
{
    struct amounts f = function_amounts(x->a, s);
    f.wait_all = wait_ticks(x->a);
    head(x, "self", f.self);
    if (!(f.self > 0)) {
        bool out = function_excluded(x->v, s);
        say(x, out ? "  its samples are taken out (-P)\n" : "  no sample hit its code\n");
        if (ranked_ticks(&f) > 0)
            explain_percent(x, &f);
        return;
    }
    say(x, "  = %s / %.0f per second\n", samples(x, f.self).s, x->hz);
    struct bin_parts b = {.p = x->p, .s = s};
    const struct sample_watch w = {add_part, &b};
    samples_watch(x->a->table, x->a->flat, &w);
    say(x, "  %s in %s", samples(x, b.ticks).s, nouns_of(b.n_bins, "bin", false).s);
    if (b.n_bins)
        say(x, " from 0x%llx to 0x%llx", (unsigned long long)profile_file_addr(x->p, b.lo),
            (unsigned long long)profile_file_addr(x->p, b.hi));
    say(x, " of the histogram%s (%.4g bytes each)\n", x->p->n_files > 1 ? "s" : "",
        2 * x->p->scale);
    if (b.n_shared)
        say(x, "  %s are its part, by size, of %s that lie over other functions, too\n",
            samples(x, b.shared).s, nouns_of(b.n_shared, "bin", false).s);
    if (x->p->n_files > 1)
        say(x, "  summed over %u files\n", x->p->n_files);
    say(x, "  +/- %.2f%s: one standard deviation, the square root of the ticks\n",
        value_of(&f, VALUE_ERROR, 1), x->unit.s);
    explain_percent(x, &f);
}

/* ---- callees and callers ---- */

/* "  0.30 s of f: 10 of 40 calls, of 1.20 s"; where times are measured "  0.30 s of f". */
static void put_share(struct explanation *x, const struct entry_arc *arc)
{
    const struct analysis *a = x->a;
    uint32_t cycle = a->cycles->cycle[arc->to];
    node_id n = cycle ? cycle_node(a, cycle) : arc->to;
    say(x, "  %s of ", seconds(x, arc->time.self + arc->time.child).s);
    put_name(x, arc->to);
    if (!a->paths) /* else calls have no part in it */
        say(x, ": %s of %s%s, of %s", count_of(arc->count, true).s,
            nouns_of(arc->calls, "call", true).s, cycle ? " into its cycle" : "",
            seconds(x, a->times->node[n].self + a->times->node[n].child).s);
    say(x, "\n");
}

static void explain_children(struct explanation *x, node_id n)
{
    struct entry_arcs arcs;
    const double children = x->a->times->node[n].child;
    uint32_t n_put = 0;
    double rest = 0, all = 0; /* of callees: all may be more than is in any of them */
    node_arcs(x->a, n, true, &arcs);
    head(x, "children", children);
    for (size_t i = 0; i < arcs.n; i++) {
        double time = arcs.v[i].time.self + arcs.v[i].time.child;
        if (arcs.v[i].kind != ARC_PLAIN || !(time > 0))
            continue;
        all += time;
        if (n_put < TERMS_MOST)
            put_share(x, &arcs.v[i]);
        else
            rest += time;
        n_put++;
    }
    if (n_put > TERMS_MOST)
        say(x, "  %s of %u more\n", seconds(x, rest).s, n_put - TERMS_MOST);
    if (n_put && x->a->paths)
        say(x,
            "  Each is measured: the samples in the callee, and in what it calls, that were called "
            "from here.%s\n",
            all > children * (1 + 1e-9)
                ? " Where they call each other, a sample is in several of them and "
                  "counts once in the sum."
                : "");
    else if (n_put)
        say(x, "  Each is the callee's time x calls from here / all its calls: gprof takes every "
               "call to last as long as any other.\n");
    else
        say(x, "  it calls nothing that has time\n");
    free(arcs.v);
}

/* With which samples a number was measured, and what gprof has in its place. */
static void explain_measured(struct explanation *x, const struct amounts *of, const char *has,
                             const struct both_ways *b)
{
    double ticks = of->self + of->child;
    say(x, "  Measured: %s of %s %s.\n", samples(x, ticks).s, samples(x, of->all).s, has);
    if (ticks > 0)
        say(x,
            "  +/- %.2f%s, %.1f %%: one standard deviation, the square root of these ticks; as a "
            "share of all +/- %.1f %%\n",
            value_of(of, VALUE_TOTAL_ERROR, 1), x->unit.s, percent(sampling_error(ticks), ticks),
            value_of(of, VALUE_TOTAL_PCT_ERROR, 1));
    if (!b)
        return;
    if (isnan(b->assumed))
        say(x, "  gprof gives it no time.\n");
    else if (ticks > 0)
        say(x, "  gprof, by calls: %s, %.2f times as much.\n", seconds(x, b->assumed).s,
            b->assumed / ticks);
    else
        say(x, "  gprof, by calls: %s.\n", seconds(x, b->assumed).s);
}

/* Between which bounds the truth lies; `shown`: the mark that rows have. */
static void explain_range(struct explanation *x, struct range *r, double ticks, enum mark shown)
{
    static const char *const verdicts[N_MARKS] = {
        "", ": this number may be off by more than a quarter (?)",
        ": this number lies outside (!)"};
    double all = x->a->times->total;
    ranges_walk(x->v->ranges, r, NULL);
    if (all <= 0) {
        say(x, "  Nothing is known of it: there are no samples.\n");
        return;
    }
    enum mark m = range_mark(r, ticks);
    const struct figure low = seconds(x, r->low), high = seconds(x, r->high);
    if (m != MARK_NONE || m != shown || strcmp(low.s, high.s) != 0)
        say(x,
            "  The truth lies between %s and %s (%.1f and %.1f %%), however long each call "
            "took%s.\n",
            low.s, high.s, percent(r->low, all), percent(r->high, all), verdicts[m]);
    if (m != shown)
        say(x, "  In the rows it was not worked out, so that they show ?: it leads to too much.\n");
    if (r->callbacks > 0)
        say(x, "  Code that counts no calls may call back: then up to %s more.\n",
            seconds(x, r->callbacks).s);
}

static void explain_total(struct explanation *x, node_id n)
{
    const struct node_time *t = &x->a->times->node[n];
    double all = x->a->times->total;
    head(x, "total", t->self + t->child);
    say(x, "  = self + children, %.1f %% of %s\n", percent(t->self + t->child, all),
        seconds(x, all).s);
    if (percent(t->self + t->child, all) > 100.05)
        say(x, percent(t->self + t->child, all) < 101
                   ? "  More than 100 %%: bins are divided by whole units (see self).\n"
                   : "  More than 100 %%: filters take time out of the whole that it still has.\n");
    struct range r;
    if (x->a->paths) {
        const struct amounts of = node_amounts(x->a, n);
        const struct both_ways b =
            knows_both_ways(x->v) ? node_both_ways(x->v, n) : (struct both_ways){0, 0};
        explain_measured(x, &of, "have it on their call path", knows_both_ways(x->v) ? &b : NULL);
    } else if (ranges_of_node(x->v->ranges, n, &r)) {
        explain_range(x, &r, t->prop_self + t->prop_child, node_mark(x->v, n));
    }
    if (t->fraction < 1)
        say(x, "  Filters (-E -F -n -N) let %.1f %% of its time count in the graph.\n",
            percent(t->fraction, 1));
}

static void explain_calls(struct explanation *x, node_id n)
{
    const struct analysis *a = x->a;
    uint64_t calls = node_calls(a, n), recursion = node_recursion(a, n);
    if (!calls && !recursion) {
        say(x, "calls\n  none is recorded: its caller is not known, or it was not compiled with "
               "-pg\n");
        return;
    }
    say(x, "calls %s\n  counted, so without error: the sum of ", count_of(calls, true).s);
    if (node_is_cycle(a, n))
        say(x, "the arcs into the cycle");
    else
        say(x, "%s, by caller", nouns_of(analysis_n_callers(a, n), "arc", false).s);
    if (recursion)
        say(x, "; calls %s, %s, are left out", node_is_cycle(a, n) ? "within it" : "of itself",
            count_of(recursion, true).s);
    say(x, "\n");
    const struct amounts f = node_amounts(a, n);
    if (calls && x->hz > 0) {
        struct line l = {0};
        struct cell c = {ROLE_PLAIN, COLUMN_NONE, 0};
        char abbrev = unit_of(x->p).s[0];
        cell_seconds(&l, c, &f, VALUE_TOTAL_PER_CALL, abbrev);
        say(x, "  %s", text_z(&l.text));
        line_clear(&l);
        cell_seconds(&l, c, &f, VALUE_TOTAL_PER_CALL_ERROR, abbrev);
        say(x, " per call = total / calls; +/- %s, the error of total / calls\n", text_z(&l.text));
        line_release(&l);
    }
}

/* ---- what if, and filters ---- */

/* "1.35 -> 0.97 s, 1.39 times" */
static void put_without(struct explanation *x, double ticks)
{
    double all = x->a->times->total, left = all - ticks;
    say(x, "%s -> %s", decimal_of(seconds_or_0(x->a, all), 2, true).s,
        seconds(x, left > 0 ? left : 0).s);
    if (left > all * 0.005)
        say(x, ", %.2f times", all / left);
}

/* The end: what if it, or all that it calls as well, took no time; and the filters that are on. */
static void end(struct explanation *x, const char *what_if, double self, double children)
{
    const struct settings *s = x->v->settings;
    if (self + children > 0) {
        say(x, "if %s took no time\n  ", what_if);
        put_without(x, self);
        if (children > 0) {
            say(x, "; with all that it calls: ");
            put_without(x, self + children);
        }
        say(x, "\n");
    }
    if (s->n_filters)
        say(x, "filters that are on%s\n",
            x->a->paths ? ": they take out samples by their call paths" : "");
    for (size_t i = 0; i < s->n_filters; i++) {
        struct text t = {0};
        text_filter(&t, &s->filters[i]);
        say(x, "  ");
        text_shown(x->out, text_z(&t), t.n, x->style->ascii);
        say(x, "\n");
        text_release(&t);
    }
}

/* ---- rows ---- */

/* How its time is spread over the runs: "self over 4 runs: mean 1.41 s, worst 1.93 s (run 17)". */
static void explain_runs(struct explanation *x, sym_id n, const char *what, enum run_column mean)
{
    struct run_spread s;
    if (!knows_runs(x->a) || !run_column_spread(x->a, n, mean, &s) || s.n < 2)
        return;
    say(x, "%s over %u runs: mean %s", what, (unsigned)s.n, seconds(x, s.mean).s);
    if (!isnan(run_value(x->a, &s, RUN_WORST))) {
        say(x, ", worst %s (", seconds(x, s.max).s);
        text_run_in_words(x->out, x->p->runs, s.worst, x->style->ascii);
        say(x, ")");
    }
    say(x, "\n");
}

void explain_node(struct text *out, const struct view_context *v, node_id n,
                  const struct grid_style *style)
{
    struct explanation x = begin(out, v, style);
    bool cycle = node_is_cycle(x.a, n);
    if (cycle) {
        head(&x, "self", x.a->times->node[n].self);
        say(&x, "  the sum of its %u members\n",
            analysis_n_members(x.a, node_cycle_number(x.a, n)));
    } else {
        explain_self(&x, n);
    }
    explain_children(&x, n);
    explain_total(&x, n);
    if (!cycle && x.a->cycles->cycle[n])
        say(&x, "  Calls within <cycle %u> hand up no time: see the cycle as a whole.\n",
            x.a->cycles->cycle[n]);
    explain_calls(&x, n);
    if (!cycle) {
        explain_runs(&x, n, "self", RUN_MEAN);
        explain_runs(&x, n, "total", RUN_TOTAL_MEAN);
    }
    const struct node_time *t = &x.a->times->node[n];
    end(&x, "it", x.hz > 0 ? t->prop_self : 0, x.hz > 0 ? t->prop_child : 0);
}

/* Records of the files that make up an arc. */
struct arc_records {
    uint64_t n, lo, hi; /* lowest and highest place of a call */
};

static struct arc_records records_of(const struct analysis *a, const struct entry_arc *y)
{
    const struct profile *p = a->profile;
    struct arc_records r = {0};
    struct arena scratch = {0};
    const struct arc_ends *ends = arc_ends_of(a->table, p->arcs, p->n_arcs, &scratch);
    for (size_t i = 0; i < p->n_arcs; i++) {
        uint64_t place = p->arcs[i].from;
        if (ends[i].from != y->from || ends[i].to != y->to)
            continue;
        r.lo = r.n == 0 || place < r.lo ? place : r.lo;
        r.hi = place > r.hi ? place : r.hi;
        r.n++;
    }
    arena_release(&scratch);
    return r;
}

void explain_arc(struct text *out, const struct view_context *v, arc_id arc,
                 const struct grid_style *style)
{
    struct explanation x = begin(out, v, style);
    struct entry_arc y = entry_arc(x.a, arc);
    put_name(&x, y.from);
    say(&x, " -> ");
    put_name(&x, y.to);
    say(&x, "\n");
    if (y.kind != ARC_PLAIN) {
        say(&x, "  %s %s, counted; %s up no time\n", nouns_of(y.count, "call", true).s,
            y.kind == ARC_RECURSION ? "of itself" : "within a cycle",
            y.count == 1 ? "it hands" : "they hand");
    } else {
        head(&x, "time", y.time.self + y.time.child);
        put_share(&x, &y);
        if (x.a->paths) {
            const struct amounts of = arc_amounts(x.a, &y);
            const struct both_ways b =
                knows_both_ways(v) ? arc_both_ways(v, arc) : (struct both_ways){0, 0};
            explain_measured(&x, &of, "have this call on their path",
                             knows_both_ways(v) ? &b : NULL);
        } else {
            say(&x, "  The calls are counted; their time is not measured: gprof takes every call "
                    "to last as long as any other.\n");
        }
    }
    const double ticks = y.time.self + y.time.child;
    struct range r;
    if (y.kind == ARC_PLAIN && ranges_of_arc(x.v->ranges, arc, &r))
        explain_range(&x, &r, ticks, arc_mark(v, arc, ticks));
    const struct arc_records records = records_of(x.a, &y);
    if (records.n == 0)
        say(&x, "  no record of a file: the call was found in the code (-c)\n");
    else
        say(&x, "  %s of the files, of calls from 0x%llx", nouns_of(records.n, "record", false).s,
            (unsigned long long)profile_file_addr(x.p, records.lo));
    if (records.n && records.hi != records.lo)
        say(&x, " to 0x%llx", (unsigned long long)profile_file_addr(x.p, records.hi));
    say(&x, records.n ? "\n" : "");
    end(&x, "these calls", ticks, 0);
}

void explain_module(struct text *out, const struct view_context *v, const struct module *m,
                    const struct range *time_in, const struct grid_style *style)
{
    struct explanation x = begin(out, v, style);
    const struct group_sums *g = &m->sums;
    head(&x, "self", g->self);
    say(&x, "  = %s / %.0f per second: the sum of %s, %u of them with time or calls\n",
        samples(&x, g->self).s, x.hz, nouns_of(g->functions, "function", false).s, g->used);
    say(&x, "  +/- %s; %.2f %% of all that count\n", seconds(&x, sampling_error(g->self)).s,
        percent(g->self, m->whole));
    say(&x, "calls\n  in %s, out %s: counted; calls within the group are left out\n",
        count_of(g->calls_in, true).s, count_of(g->calls_out, true).s);
    head(&x, "time in", g->time_in);
    if (x.a->paths) {
        const struct amounts of = {.hz = x.hz, .self = g->time_in, .all = x.a->times->total};
        explain_measured(&x, &of, "have one of its functions on their call path", NULL);
    } else {
        say(&x, "  what the calls into it hand up to their callers, children included; time that "
                "enters the group twice counts twice\n");
        struct range r = time_in ? *time_in : (struct range){0};
        if (time_in)
            explain_range(&x, &r, g->time_in, range_mark(&r, g->time_in));
    }
    end(&x, "it", g->self, 0);
}

void explain_line(struct text *out, const struct view_context *v, const struct source_facts *f,
                  const char *path, uint32_t line, const struct grid_style *style)
{
    struct explanation x = begin(out, v, style);
    const struct annotated_file *file = source_file_find(f, path);
    const struct annotated_line *l = file ? annotation_find(f->lines, file, line) : NULL;
    say(&x, "line %u of ", line);
    text_shown(out, path_base(path), strlen(path_base(path)), style->ascii);
    say(&x, "\n");
    if (!l) {
        say(&x, "  no code is from here\n");
        return;
    }
    head(&x, "self", l->ticks);
    say(&x, "  = %s / %.0f per second, of %s of code that the debug information gives this line\n",
        samples(&x, l->ticks).s, x.hz, nouns_of(l->n_symbols, "piece", false).s);
    say(&x, "  +/- %s; a sample may have hit a neighbour: instructions finish late\n",
        seconds(&x, sampling_error(l->ticks)).s);
    uint32_t i = (uint32_t)(l - f->lines->lines);
    const struct source_line *known = source_line(f, i);
    if (known->callee_ticks > 0) {
        head(&x, "callees", known->callee_ticks);
        for (uint32_t k = 0; k < known->n_calls && k < TERMS_MOST; k++) {
            say(&x, "  %s of ", seconds(&x, known->calls[k].ticks).s);
            node_id callee = source_function_node(f, known->calls[k].callee);
            if (callee != NO_ID)
                put_name(&x, callee);
            say(&x, ": %s from here\n", nouns_of(known->calls[k].count, "call", true).s);
        }
        say(&x, x.a->paths
                    ? "  Each is the measured time of the caller's calls x those from here / "
                      "all of them. A sample in several callees counts in each.\n"
                    : "  Each is the callee's time x calls from here / all its calls.\n");
        /* The range of the time of what a line calls. */
        struct range *r = source_range(f, x.v, i);
        if (r)
            explain_range(&x, r, known->callee_ticks, range_mark(r, known->callee_ticks));
    }
    end(&x, "", 0, 0);
}
