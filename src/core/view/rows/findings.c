/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/findings.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/load/code/counters.h"
#include "core/load/lines/source_name.h"
#include "core/model/runs.h"
#include "core/view/label.h"
#include "core/view/message.h"
#include "core/view/notice.h"
#include "core/view/number.h"
#include "core/view/values.h"
#include "core/view/rows/tail_calls.h"

struct doctor {
    const struct view_context *v;
    const struct analysis *a;
    const struct profile *p;
    const struct image *im;
    struct sample_counts samples;
    struct run_facts run;                /* of all of these; ticks 0: it said nothing */
    uint64_t library_ticks, n_full_bins; /* likewise */
    struct arena *words;                 /* of sentences */
    finding_sink *add;
    void *ctx;
};

/* How loud a finding is: with LOUD the views can show little for it. */
enum { NOTE = FINDING_NOTE, WARNING = FINDING_WARNING, LOUD = 1 << 4 };

static void report(const struct doctor *d, unsigned loudness, const char *advice, const char *fmt,
                   ...) ATTR_PRINTF(4, 5);

static void report(const struct doctor *d, unsigned loudness, const char *advice, const char *fmt,
                   ...)
{
    char problem[NOTICE_BYTES];
    va_list args;
    va_start(args, fmt);
    vsnprintf(problem, sizeof problem, fmt, args);
    va_end(args);
    d->add(d->ctx, &(struct finding){(enum finding_weight)(loudness & ~(unsigned)LOUD),
                                     loudness & LOUD, problem, advice});
}

/* t as words that last as long as the findings. */
static const char *keep(const struct doctor *d, struct text *t)
{
    const char *words = arena_text(d->words, t->p ? t->p : "", t->n);
    text_release(t);
    return words;
}

/* A function's name as lists have it. */
static const char *name_of(const struct doctor *d, sym_id s)
{
    const struct name_style style = {.level = NAME_SHORT};
    struct text t = {0};
    text_function_within(&t, d->v, s, style, 0);
    return keep(d, &t);
}

/* The command that records the program with these options, and `after`; "": there is none. */
static const char *command(const struct doctor *d, const char *options, const char *after)
{
    struct text t = {0};
    if (message_record(&t, d->im, options))
        text_str(&t, after);
    return keep(d, &t);
}

/* ---- samples ---- */

static bool sound(const struct histogram *h)
{
    return h->n_bins > 0 && h->hi > h->lo;
}

/* The bin that holds addr, up to n_bins. */
static uint32_t bin_at(const struct histogram *h, uint64_t addr)
{
    if (addr <= h->lo)
        return 0;
    if (addr >= h->hi)
        return h->n_bins;
    return (uint32_t)((double)(addr - h->lo) / (double)(h->hi - h->lo) * h->n_bins);
}

/* Ticks in bins that lie before lo or after hi. */
static double ticks_outside(const struct histogram *h, uint64_t lo, uint64_t hi)
{
    double sum = 0;
    uint32_t first = hi > lo ? bin_at(h, lo) : h->n_bins, last = bin_at(h, hi);
    for (uint32_t i = 0; i < first; i++)
        sum += (double)histogram_ticks(h, i);
    for (uint32_t i = last < h->n_bins && hi > lo ? last + 1 : h->n_bins; i < h->n_bins; i++)
        sum += (double)histogram_ticks(h, i);
    return sum;
}

/* The .text of the image that addr belongs to. */
struct text_span {
    uint64_t lo, hi;
};

static struct text_span program_text(const struct profile *p)
{
    const struct image *im = p->image;
    return (struct text_span){im->text_lo, p->n_joined ? p->program_hi : im->text_hi};
}

/* Symbols reach up to the next one; the last one gets no time, unless it is a library's. */
void count_samples(const struct analysis *a, struct sample_counts *out)
{
    const struct profile *p = a->profile;
    const struct table *t = a->table;
    uint64_t first = t->n_symbols ? t->symbols[0].addr : 0;
    uint64_t last = t->n_symbols ? t->symbols[t->n_symbols - 1].addr : 0;
    if (p->n_joined)
        last = p->libraries[p->n_joined - 1].hi;
    *out = (struct sample_counts){.all = (double)profile_ticks(p)};
    for (uint32_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        const struct library *l = profile_library(p, h->lo);
        struct text_span text = l ? (struct text_span){l->text_lo, l->text_hi} : program_text(p);
        if (!sound(h))
            continue;
        out->outside_text += ticks_outside(h, text.lo, text.hi);
        out->outside_symbols += ticks_outside(h, first, last);
    }
}

/* Did the runs do nothing for most of their time, and not only for their starts? Then more runs
 * take long and bring little. */
static bool has_waited(const struct doctor *d)
{
    enum { START_MS = 20 };
    const struct profile_runs *r = profile_all_runs(d->p);
    return d->run.wall_ms > 4 * (d->run.cpu_ms + START_MS * (r ? r->n_all : 1));
}

/* What shows more than a few samples: where it was while it waited, or more runs of the same. */
static const char *get_more(const struct doctor *d)
{
    const bool is_one_run = !profile_all_runs(d->p) && !d->run.n_kept;
    const char *advice = has_waited(d) ? (d->run.n_looks ? "" : command(d, "--clock=wall ", ""))
                         : is_one_run  ? command(d, "--repeat=auto ", "")
                                       : "";
    return *advice ? advice : "Give it more work.";
}

/* "it ran 0.01 of 2.00 s". */
static struct figure used(const struct doctor *d)
{
    struct figure f;
    snprintf(f.s, sizeof f.s, "it ran %.2f of %.2f s", time_of((double)d->run.cpu_ms, 1e3, 1),
             time_of((double)d->run.wall_ms, 1e3, 1));
    return f;
}

/* Did our runtime write it, and not libc's? */
static bool is_recorded(const struct doctor *d)
{
    return d->run.ticks > 0 || (d->p->n_files && d->p->files[0].run_finding == RUN_KNOWN);
}

static void report_no_samples(const struct doctor *d)
{
    const char *calls = d->p->n_arcs ? "; calls are exact" : "", *advice = get_more(d);
    if (has_waited(d) && d->a->samples->wait)
        return; /* there are waits instead */
    if (has_waited(d)) {
        report(d, WARNING | LOUD, advice, "no samples: %s%s", used(d).s, calls);
    } else if (!is_recorded(d) &&
               (d->im->can_record || d->im->windows || image_count(d->im, SYM_STUB) > 0)) {
        /* libc's runtime takes no samples in shared libraries. */
        advice = d->im->can_record ? command(d, "", "") : "Give it more work.";
        report(d, WARNING | LOUD, advice, "no samples: brief, waiting, in libraries%s", calls);
    } else {
        report(d, WARNING | LOUD, advice, "no samples: %sunder %g %s%s",
               is_recorded(d) ? "" : "waiting, or ", time_of(1, d->p->rate_hz, 1), unit_of(d->p).s,
               calls);
    }
}

static void check_samples(const struct doctor *d)
{
    double n = d->samples.all;
    const uint64_t apart = d->library_ticks; /* that were not asked for */
    if (!d->p->has_histogram || !d->p->rate_hz)
        report(d, WARNING | LOUD,
               command(d, "", d->p->n_arcs ? " takes samples." : " makes another."),
               d->p->n_arcs ? "no histogram: there are no times; calls are exact"
                            : "neither times nor calls are in this file");
    else if (n == 0 && apart > 0)
        report(d, WARNING | LOUD, "--images adds them.", "no samples but %s in libraries",
               count_of(apart, false).s);
    else if (n == 0)
        report_no_samples(d);
    else if (n < 100)
        report(d, n < NOTICE_FEW_SAMPLES ? NOTE | LOUD : NOTE, get_more(d),
               "only %.0f sample%s%s%s: times are +/- %.0f%% or more", n, n == 1 ? "" : "s",
               has_waited(d) ? ", for " : "", has_waited(d) ? used(d).s : "",
               percent(sampling_error(n), n));
}

/* ---- histogram ---- */

/* Where it is known which program wrote the files, nothing is guessed from ranges and dates. */
static bool all_judged(const struct doctor *d)
{
    for (uint32_t i = 0; i < d->p->n_files; i++)
        if (d->p->files[i].fit.verdict == FIT_UNKNOWN)
            return false;
    return d->p->n_files > 0;
}

/* Did another program write one of them? */
static void check_fit(const struct doctor *d)
{
    unsigned loud = LOUD; /* the first one */
    for (uint32_t i = 0; i < d->p->n_files; i++) {
        struct text t = {0};
        message_misfit(&d->p->files[i], d->im, &t);
        if (t.n) {
            report(d, WARNING | loud, message_misfit_remedy(&d->p->files[i]), "%s", keep(d, &t));
            loud = 0;
        }
    }
}

static void check_range(const struct doctor *d)
{
    const struct text_span text = program_text(d->p);
    uint64_t covered = 0; /* bytes of .text that some histogram covers */
    if (d->p->n_hists == 0 || text.hi <= text.lo || all_judged(d))
        return;
    for (uint32_t i = 0; i < d->p->n_hists; i++) {
        const struct histogram *h = &d->p->hists[i];
        uint64_t lo = h->lo > text.lo ? h->lo : text.lo, hi = h->hi < text.hi ? h->hi : text.hi;
        covered += sound(h) && !profile_library(d->p, h->lo) && hi > lo ? hi - lo : 0;
    }
    const double share = percent_or_0((double)covered, (double)(text.hi - text.lo));
    if (covered == 0)
        report(d, WARNING, "Data of another program, or of a moved one (--base=ADDRESS).",
               "no histogram lies over the program's code");
    else if (share < 99)
        report(d, WARNING, "Functions outside the range have calls but no time.",
               "the histograms cover only %.1f%% of .text", share);
}

static void check_histograms(const struct doctor *d)
{
    const double outside = d->samples.outside_symbols,
                 share = percent_or_0(outside, d->samples.all);
    const uint32_t rate = d->p->rate_hz;
    uint32_t n_bad = 0;
    for (uint32_t i = 0; i < d->p->n_hists; i++)
        n_bad += !sound(&d->p->hists[i]);
    if (n_bad > 0)
        report(d, WARNING, "Their samples cannot be placed; the file may be damaged.",
               "%s without bins or with a range that ends before it begins",
               nouns_of(n_bad, "histogram", false).s);
    if (outside > 0 && d->a->n_symbols > 0)
        report(d, share >= 1 ? WARNING : NOTE,
               "They are in no function's time, but in the base of the percentages.",
               number_one(outside, 0) ? "%.0f sample (%.1f%%) lies outside all symbols"
                                      : "%.0f samples (%.1f%%) lie outside all symbols",
               outside, share);
    if (d->n_full_bins > 0)
        report(d, WARNING, "Run it for a shorter time and name several gmon.out files.",
               "%s stand%s at 65535, where the counters stop or wrap: time is missing",
               nouns_of(d->n_full_bins, "bin", false).s, d->n_full_bins == 1 ? "s" : "");
    if (d->p->has_histogram && (rate < 10 || rate > 20000))
        report(d, WARNING, "Times are samples divided by this rate: is it true?",
               "an odd sampling rate: %u per second", rate);
    for (uint32_t i = 0; i < d->p->n_files; i++) {
        const struct profile_file *f = &d->p->files[i];
        if (f->rate_hz && f->rate_hz != rate) {
            report(d, WARNING, "The first file's rate is used for all of them.",
                   "%s was sampled at %u per second, the first file at %u", f->path, f->rate_hz,
                   rate);
            return;
        }
    }
}

/* ---- what the runtime reports ---- */

/* What the runtime found out, added up over all files that are shown. */
static void sum_facts(struct doctor *d)
{
    for (uint32_t i = 0; i < d->p->n_files; i++) {
        const struct profile_file *f = &d->p->files[i];
        d->library_ticks += f->library_ticks;
        d->n_full_bins += f->n_full_bins;
        for (size_t k = 0; k < N_RUN_FACTS; k++)
            d->run.all[k] += f->run.all[k];
    }
}

static void check_run(const struct doctor *d)
{
    const struct run_facts *r = &d->run;
    const struct profile_file *no_waits = NULL, *slow = NULL; /* the first of them */
    const struct amounts counting = {
        .hz = d->p->rate_hz, .self = (double)r->counting_ticks, .calls = r->n_calls};
    const double unknown = percent_or_0((double)r->unknown_ticks, (double)r->ticks);
    const double counted = percent_or_0(counting.self, (double)r->ticks);
    for (uint32_t i = d->p->n_files; i-- > 0;) {
        const struct profile_file *f = &d->p->files[i];
        no_waits = f->lost_waits ? f : no_waits;
        if (f->run.achieved_hz && f->run.ticks >= 100 &&
            f->run.achieved_hz * 5 < f->run.asked_hz * 4)
            slow = f;
    }
    if (r->n_kept > 0) { /* files that hold what was kept, or sums of them */
        struct figure at_least = {""}, in = {""};
        if (r->cpu_ms)
            snprintf(at_least.s, sizeof at_least.s, ": at least %.2f s of CPU time",
                     time_of((double)r->cpu_ms, 1e3, 1));
        if (r->cpu_ms && d->p->n_files == 1 && !d->p->runs)
            snprintf(in.s, sizeof in.s, " in %.2f s", time_of((double)r->wall_ms, 1e3, 1));
        report(d, NOTE, "Up to the last look at its clocks; what was done after it is not known.",
               "%s process%s not ended%s%s", count_of(r->n_kept, false).s,
               r->n_kept == 1 ? " was killed, or has" : "es were killed, or have", at_least.s,
               in.s);
    }
    if (r->n_lost_calls > 0)
        report(d, WARNING, "There was no memory to count them; numbers of calls are low.",
               "%s %s lost", nouns_of(r->n_lost_calls, "call", false).s,
               r->n_lost_calls == 1 ? "was" : "were");
    if (no_waits)
        report(d, WARNING, "Some or all of the time that threads waited is not shown.",
               "waits of %s cannot be read, or have another rate", no_waits->path);
    if (slow)
        report(d, NOTE, "Times are right, but errors are larger than shown.",
               "%s has %s samples per second, not %s", slow->path,
               count_of(slow->run.achieved_hz, false).s, count_of(slow->run.asked_hz, false).s);
    if (unknown >= 1)
        report(d, NOTE, "Made while it ran, perhaps; that time is in no profile.",
               "%.1f%% of the run's samples hit no known code", unknown);
    if (counted >= 5 && r->n_calls > 0 && d->p->rate_hz > 0)
        report(d, NOTE, "Times of small functions that are called often are too high.",
               "counting calls took %.1f%% of the run, %.1f ns per call", counted,
               value_of(&counting, VALUE_SELF_PER_CALL, 1e9));
}

/* What of the files is not shown. */
static void check_left_out(const struct doctor *d)
{
    const double missing =
        (double)d->run.n_missing_samples; /* CPU time that no sample stands for */
    const double share = percent_or_0(missing, (double)d->run.ticks + missing);
    const struct profile_file *first = NULL; /* whose text of the run is left out */
    uint32_t n_more = 0;
    char more[40] = "";
    for (uint32_t i = 0; i < d->p->n_files; i++) {
        const struct profile_file *f = &d->p->files[i];
        if (!message_run_left_out(f->run_finding))
            continue;
        n_more += first != NULL;
        first = first ? first : f;
    }
    if (n_more > 0)
        snprintf(more, sizeof more, " (and %u more)", n_more);
    if (first)
        report(d, WARNING, "Libraries, and what the runtime found out, are not shown.",
               "%s%s is left out: %s%s", first->path, message_run_text(first),
               message_run_left_out(first->run_finding), more);
    if (missing >= 2 && share >= 2)
        report(d, share >= 5 ? WARNING : NOTE,
               d->run.n_kept
                   ? "That processor time is in no row; the end came before they were read."
                   : "That processor time is in no row; its clock was stopped or taken by "
                     "the program.",
               "%.0f samples (%.1f%% of the run) are missing", missing, share);
}

/* ---- libc's runtime ---- */

/* Ticks of the code that counts calls, where it is in the program. Only what has a hundredth of the
 * time: then few names are looked at. */
static double counting_ticks(const struct doctor *d)
{
    double sum = 0, all = d->a->samples->total;
    for (sym_id s = 0; all > 0 && s < d->a->n_symbols; s++) {
        double self = d->a->samples->self[s];
        if (percent(self, all) >= 1 && image_is_counter(table_plain_name(d->a->table, s)))
            sum += self;
    }
    return sum;
}

/* The code that counts calls is in libc, which has no histogram. It takes 5 to 10 ns for each call
 * on machines of today. */
static void check_lost_time(const struct doctor *d)
{
    const double per_call_sec = 7e-9;
    double calls = 0;
    for (arc_id i = 0; i < d->a->all_arcs->n_arcs; i++)
        calls += (double)d->a->all_arcs->arcs[i].count;
    double lost = calls * per_call_sec;
    double seen = seconds_or_0(d->a, d->samples.all);
    struct text n = {0};
    if (d->im->windows || lost < 0.05 || lost < seen / 10 || counting_ticks(d) > 0)
        return;
    text_large(&n, calls);
    report(d, lost > seen / 2 ? WARNING : NOTE,
           command(d, "", " shows them, and counts at a tenth of that."),
           "%s calls cost about %.1f s that no row shows", keep(d, &n), lost);
}

static bool makes_threads(const struct image *im)
{
    static const char *const names[] = {"pthread_create", "thrd_create", "GOMP_parallel",
                                        "__kmpc_fork_call", "_ZNSt6thread15_M_start_thread"};
    for (uint32_t i = 0; i < im->n_symbols; i++)
        for (size_t k = 0; im->symbols[i].flags & SYM_STUB && k < ARRAY_LEN(names); k++)
            if (strncmp(image_name(im, &im->symbols[i]), names[k], strlen(names[k])) == 0)
                return true;
    return false;
}

static void check_libc(const struct doctor *d)
{
    if (is_recorded(d))
        return;
    check_lost_time(d);
    if (d->p->has_arcs && makes_threads(d->im)) /* mcount drops calls while it counts another */
        report(d, NOTE, command(d, "", " counts all of them."),
               "the program makes threads, of which libc's runtime loses calls");
}

/* ---- code that counts no calls ---- */

/* Who is not compiled with -pg may call others, but nobody records it. Where call paths are
 * measured, its callers have their time all the same. */
static void check_libraries_without_calls(const struct doctor *d)
{
    double all = d->a->samples->total;
    size_t n = d->a->paths ? 0 : d->p->n_joined;
    if (n == 0 || !(all > 0))
        return;
    double *ticks = mem_array(n, sizeof *ticks); /* per joined library */
    for (sym_id s = 0; s < d->a->n_symbols; s++) {
        const struct library *l = profile_library(d->p, d->a->table->symbols[s].addr);
        if (l)
            ticks[l - d->p->libraries] += d->a->samples->self[s];
    }
    for (size_t i = 0; i < n; i++) {
        const struct library *l = &d->p->libraries[i];
        if (ticks[i] * 20 >= all && !analysis_counts_calls(d->a, l->lo, l->hi))
            report(d, NOTE, "Its callers are not counted, so they lack that time.",
                   "%s has %.1f%% of the time and is not compiled with -pg", path_base(l->path),
                   percent(ticks[i], all));
    }
    free(ticks);
}

/* Percent of the time. gprof spreads samples so that a sum of shares may pass 100. */
static double share_of(const struct doctor *d, sym_id s)
{
    return fmin(percent(d->a->samples->self[s], d->a->samples->total), 100);
}

/* The function with most of the time that nobody is known to call; NO_ID: all of that is small. */
static sym_id find_uncalled(const struct doctor *d)
{
    const struct analysis *a = d->a;
    const struct graph *g = a->all_arcs;
    double all = a->samples->total;
    sym_id worst = NO_ID;
    for (sym_id s = 0; all > 0 && s < a->n_symbols; s++)
        if (a->samples->self[s] * 20 >= all && !g->calls[s] && !g->recursion[s] &&
            !calls_others(g, s) && !table_is_silent(a->table, s) &&
            !profile_library(d->p, a->table->symbols[s].addr) &&
            (worst == NO_ID || a->samples->self[s] > a->samples->self[worst]))
            worst = s;
    return worst;
}

static bool is_start(const char *name)
{
    return image_is_counter(name) || strcmp(name, "_init") == 0 || strcmp(name, "main") == 0;
}

/* Does the path lie in the folder of `beside`? */
static bool lies_beside(const char *path, const char *beside)
{
    size_t n = beside ? (size_t)(path_base(beside) - beside) : 0;
    return n > 0 && strncmp(path, beside, n) == 0;
}

static sym_id find_main(const struct doctor *d)
{
    const struct table *t = d->a->table;
    for (sym_id s = 0; s < d->a->n_symbols; s++) {
        const char *name = table_plain_name(t, s);
        if (*name == 'm' && t->symbols[s].flags & SYM_FUNC && strcmp(name, "main") == 0)
            return s;
    }
    return NO_ID;
}

/* Is it the source of somebody who builds this program, and of no library? That lies with main's,
 * or with the program. */
static bool is_own_source(const struct doctor *d, const char *file)
{
    sym_id start = find_main(d);
    char *program = realpath(d->im->path, NULL);
    const char *beside = start == NO_ID ? NULL : label_source(d->v, start);
    bool own = lies_beside(file, beside) || lies_beside(file, program);
    free(program);
    return own;
}

/* Who calls a function that counts its calls, and is outside of the program, where nobody notes it.
 */
static const char *caller_outside(const char *name)
{
    return strstr(name, "._omp_fn.") ? "by libgomp" : "from outside (thread, callback, signal)";
}

/* Nobody knows the callers of code that counts no calls. */
static void report_uncounted(const struct doctor *d, unsigned loudness, sym_id s, const char *start,
                             const char *end)
{
    const char *file = label_source(d->v, s), *name = name_of(d, s), *scope = strstr(name, "::");
    struct text part = {0}, advice = {0};
    if (file && is_own_source(d, file))
        text_printf(&advice, "Compile %s with -pg, too.", path_base(file));
    else if (scope) /* what it is a part of that its name or debug information tells */
        text_printf(&part, ", of %.*s,", (int)(scope - name), name);
    else if (file)
        text_printf(&part, ", of %s,", file);
    report(d, loudness, keep(d, &advice),
           "%s%s%s has %.0f%% of the time and is compiled without -pg%s", start, name,
           keep(d, &part), share_of(d, s), end);
}

static void check_uncounted(const struct doctor *d)
{
    const struct analysis *a = d->a;
    struct code_counters k;
    if (a->paths || a->by_line || !d->p->has_arcs || a->all_arcs->n_arcs == 0)
        return;
    sym_id s = find_uncalled(d);
    if (s == NO_ID || is_start(table_plain_name(a->table, s)) ||
        !code_counters_init(&k, d->v->code, d->im))
        return;
    const struct symbol *y = &a->table->symbols[s];
    if (code_counters_hit(&k, y->addr, y->end))
        report(d, NOTE, "", "%s has %.0f%% of the time and is called %s, not counted",
               name_of(d, s), share_of(d, s), caller_outside(name_of(d, s)));
    else
        report_uncounted(d, NOTE, s, "", ": its callers lack that time");
}

static void check_tail_calls(const struct doctor *d)
{
    struct tail_calls t;
    find_tail_calls(d->v, &t);
    if (t.calls)
        report(d, NOTE,
               "They count for the caller's caller: -fno-optimize-sibling-calls makes them calls.",
               "%s calls were made by a jump at a function's end, most of them from %s to %s",
               count_of(t.calls, false).s, name_of(d, t.from), name_of(d, t.to));
}

/* ---- records of other systems ---- */

/* Which system may write records of arcs of which n_bytes are a whole number; NULL: it is not
 * known. */
static const char *writer_of(unsigned addr_bytes, uint64_t n_bytes)
{
    static const struct {
        unsigned addr_bytes, record;
        const char *advice;
    } systems[] = {
        {8, 20, "It seems that a 64-bit system with counts of 32 bits wrote it."},
        {4, 16, "It seems that macOS wrote it, which numbers arcs."},
        {4, 10, "It seems that a small board with counts of 16 bits wrote it."},
    };
    for (size_t i = 0; i < ARRAY_LEN(systems); i++)
        if (systems[i].addr_bytes == addr_bytes && n_bytes % systems[i].record == 0)
            return systems[i].advice;
    return NULL;
}

/* An ELF program is taken for the wrong one here: programs for Windows have their counts read
 * right. */
static void check_records(const struct doctor *d)
{
    for (uint32_t i = 0; i < d->p->n_files; i++) {
        const struct profile_file *f = &d->p->files[i];
        uint64_t bytes = f->n_arcs * 3 * d->im->addr_bytes + f->n_spare_bytes;
        const char *advice = writer_of(d->im->addr_bytes, bytes);
        if (f->n_spare_bytes > 0)
            report(d, WARNING, advice ? advice : "It was cut off, or another system wrote it.",
                   "%s ends with %s bytes that are no whole arc", f->path,
                   count_of(f->n_spare_bytes, false).s);
        if (f->high_counts && f->n_spare_bytes == 0 && d->im->machine)
            report(d, WARNING, "It seems that 64-bit Windows wrote it: name its .exe.",
                   "most counts of %s need more than 32 bits", f->path);
    }
}

/* ---- arcs ---- */

/* Which functions count their calls, where no call was counted. */
struct counting {
    bool main, others; /* does main? do others? */
    sym_id busiest;    /* of these, the one with most samples; NO_ID: none has any */
};

static bool counts(const struct doctor *d, const struct code_counters *k, sym_id s)
{
    const struct symbol *y = &d->a->table->symbols[s];
    return y->flags & SYM_FUNC && !(y->flags & SYM_STUB) && !profile_library(d->p, y->addr) &&
           code_counters_hit(k, y->addr, y->end);
}

static void find_counting(const struct doctor *d, const struct code_counters *k, sym_id start,
                          struct counting *out)
{
    const double *self = d->a->samples->self;
    *out = (struct counting){.main = start != NO_ID && counts(d, k, start), .busiest = NO_ID};
    for (sym_id s = 0; s < d->a->n_symbols; s++)
        if (s != start && self[s] > 0 && (out->busiest == NO_ID || self[s] > self[out->busiest]) &&
            counts(d, k, s))
            out->busiest = s;
    out->others = out->busiest != NO_ID;
    for (sym_id s = 0; s < d->a->n_symbols && !out->others; s++)
        out->others = s != start && counts(d, k, s);
}

static void report_no_arcs(const struct doctor *d, const struct code_counters *k)
{
    struct counting c;
    sym_id start = find_main(d);
    find_counting(d, k, start, &c);
    /* Most of the time is in a function that is compiled without -pg, and is not main. */
    sym_id hot = find_uncalled(d);
    const bool is_hot = hot != NO_ID && 2 * d->a->samples->self[hot] > d->a->samples->total &&
                        !is_start(table_plain_name(d->a->table, hot)) && !counts(d, k, hot);
    const struct symbol *y = c.main ? &d->a->table->symbols[start] : NULL;
    const char *inlined = y && c.busiest == NO_ID && d->v->lines
                              ? lines_inlined_name(d->v->lines, y->addr, y->end)
                              : NULL;
    if (!c.main && !c.others)
        report(d, WARNING | LOUD,
               d->im->can_record ? "gptui record --compile says how." : "Compile with -pg, too.",
               "no calls: no function is compiled with -pg");
    else if (is_hot)
        report_uncounted(d, WARNING | LOUD, hot, "no calls: ", "");
    else if (c.busiest != NO_ID) /* it has run, but not by a call from the program */
        report(d, WARNING | LOUD, "", "no calls: %s is called %s, not counted",
               name_of(d, c.busiest), caller_outside(name_of(d, c.busiest)));
    else if (inlined)
        report(d, WARNING | LOUD, "Compile with -fno-inline.", "no calls: %s is inlined into main",
               inlined);
    else
        report(d, WARNING | LOUD, "Move its work into functions.",
               "no calls: only main ran of the code with -pg");
}

/* Are all calls those of main, which our runtime counts, too? */
static bool is_all_in_main(const struct doctor *d)
{
    sym_id start = find_main(d);
    const struct symbol *y = &d->a->table->symbols[start];
    if (start == NO_ID)
        return false;
    for (size_t i = 0; i < d->p->n_arcs; i++)
        if (d->p->arcs[i].to < y->addr || d->p->arcs[i].to >= y->end)
            return false;
    return true;
}

static void check_arcs(const struct doctor *d)
{
    uint64_t lost = d->a->all_arcs->lost, all = d->p->n_arcs;
    if (!d->p->has_arcs || all == 0 || is_all_in_main(d)) {
        struct code_counters k;
        if (code_counters_init(&k, d->v->code, d->im))
            report_no_arcs(d, &k);
        else
            report(d, WARNING | LOUD, "Was it compiled with -pg, and not only linked with it?",
                   "no calls: there are no arcs");
    } else if (lost == all && !all_judged(d))
        report(d, WARNING, "Data of another program, or of a moved one (--base=ADDRESS).",
               "no arc begins and ends in a symbol of the program");
    else if (lost > 0)
        report(d, percent_or_0((double)lost, (double)all) >= 1 ? WARNING : NOTE,
               "Calls to or from code without symbols: libraries, or a stripped part.",
               "%s of %s arcs ha%s an unknown end and %s left out", count_of(lost, false).s,
               count_of(all, false).s, lost == 1 ? "s" : "ve", lost == 1 ? "is" : "are");
}

enum { ARCS_LOOKED_AT = 1000000 };

/* Calls of what is no function, and of the code that counts calls. */
static void check_labels(const struct doctor *d)
{
    /* Our runtime reports what counting takes itself. */
    const double all = d->a->samples->total, sum = is_recorded(d) ? 0 : counting_ticks(d);
    const struct table *t = d->a->table;
    uint64_t *edges = mem_array_raw((size_t)t->n_symbols * 2, sizeof *edges), n = 0;
    size_t n_edges = 0, last = d->p->n_arcs < ARCS_LOOKED_AT ? d->p->n_arcs : ARCS_LOOKED_AT;
    for (sym_id s = 0; s < t->n_symbols; s++)
        if (!(t->symbols[s].flags & (SYM_FUNC | SYM_LINE))) {
            edges[n_edges++] = t->symbols[s].addr;
            edges[n_edges++] = t->symbols[s].end;
        }
    for (size_t i = 0; n_edges && i < last; i++) /* an odd number: within a label */
        n += search_upto(edges, n_edges, SEARCH_PLAIN(uint64_t), d->p->arcs[i].to) % 2;
    free(edges);
    if (n > 0)
        report(d, NOTE, "Their calls count for the function before; give them .type @function.",
               "%s%s arcs call labels that are no functions (assembler)",
               last < d->p->n_arcs ? "at least " : "", count_of(n, false).s);
    if (sum * 20 >= all && sum > 0)
        report(d, NOTE, "-E mcount takes it out; times of small functions are too high.",
               "the profiling itself took %.1f%% of the time", percent_or_0(sum, all));
}

/* ---- the program ---- */

static void check_age(const struct doctor *d)
{
    const struct profile_file *older = NULL; /* the first one */
    for (uint32_t i = 0; i < d->p->n_files && !older; i++) {
        const struct profile_file *f = &d->p->files[i];
        if (f->fit.verdict == FIT_UNKNOWN && f->mtime_sec && d->im->mtime_sec > f->mtime_sec)
            older = f;
    }
    if (older)
        report(d, NOTE, "If it was built anew, addresses no longer match: run it again.",
               "the program is newer than %s", older->path);
    if (d->p->n_hists > 0 && 2 * d->p->scale > 16)
        report(d, NOTE, "Time of small neighbours is divided by size, not measured.",
               "bins are %.0f bytes wide", 2 * d->p->scale);
}

static void check_table(const struct doctor *d)
{
    uint32_t functions = 0;
    for (sym_id s = 0; s < d->a->n_symbols && functions == 0; s++)
        functions += (d->a->table->symbols[s].flags & SYM_FUNC) != 0;
    if (d->a->n_symbols == 0)
        report(d, WARNING, "Use the program before it was stripped.", "no symbols");
    else if (functions == 0)
        report(d, WARNING, "Arcs need a callee that is a function: the graph stays empty.",
               "no symbol is marked as a function");
}

/* What options decide. */
static void check_options(const struct doctor *d)
{
    static const struct {
        const char *problem, *advice;
    } texts[] = {
        [CODE_NO_SCANNER] = {"-c finds no calls in the code of this machine",
                             "Without it the graph has the calls that were recorded."},
        [CODE_NO_SECTION] = {"-c finds no calls: no code at its final address in the file",
                             "Use the linked program, with its code."},
    };
    const size_t finding = d->a->found ? d->a->found->finding : CODE_READY;
    const struct times *t = d->a->times;
    double top = 0, all = d->a->samples->total;
    uint32_t number = 0;
    /* Stubs that call shared libraries lie after _init and have no symbols. */
    for (sym_id s = 0; all > 0 && s < d->a->n_symbols; s++) {
        double self = d->a->samples->self[s];
        if (d->v->settings->clones != CHOICE_YES && self * 50 >= all &&
            strcmp(symbol_name(d->a, s), "_init") == 0)
            report(d, NOTE, "It is spent in stubs that call libraries; --clones names them.",
                   "_init seems to take %.1f%% of the time", percent_or_0(self, all));
    }
    for (uint32_t c = 1; c <= d->a->cycles->n_cycles; c++) {
        const struct node_time *n = &t->node[cycle_node(d->a, c)];
        double time = n->prop_self + n->prop_child;
        if (time > top) {
            top = time;
            number = c;
        }
    }
    if (top * 2 > t->total && top > 0)
        report(d, NOTE, "Times of its members with callees cannot be told apart; -k cuts arcs.",
               "cycle %u takes %.1f%% of the time", number, percent_or_0(top, t->total));
    if (profile_ticks(d->p) > 0 && d->a->n_symbols > 0 && !(t->total > 0))
        report(d, NOTE, "Take back -E, -F, -n, -N or -p, -P.",
               "filters leave no time for the call graph");
    if (finding < ARRAY_LEN(texts) && texts[finding].problem)
        report(d, WARNING, texts[finding].advice, "%s", texts[finding].problem);
}

static void check_libraries(const struct doctor *d)
{
    uint64_t ticks = 0, all = profile_ticks(d->p);
    for (size_t i = d->p->n_joined; i < d->p->n_libraries; i++)
        if (d->p->libraries[i].finding != LIBRARY_RUNTIME)
            ticks += d->p->libraries[i].ticks;
    if (ticks > 0)
        report(d, 50 * ticks >= all ? WARNING : NOTE,
               "What keeps them out stands below, at shared libraries.",
               ticks == 1 ? "%s sample in a library is not shown"
                          : "%s samples in libraries are not shown",
               count_of(ticks, false).s);
}

/* Whether all that is known to call a function counts calls itself. Stand-ins for unknown callers
 * and libraries do not. */
static bool is_called_from_within(const struct analysis *a, sym_id s)
{
    const struct graph *g = a->all_arcs;
    bool called = false;
    for (uint32_t i = g->parent_lo[s]; i < g->parent_lo[s + 1]; i++) {
        const struct arc *x = &g->arcs[g->parent[i]];
        if (x->from == s || !x->count)
            continue;
        if (!g->calls[x->from])
            return false;
        called = true;
    }
    return called;
}

/* Ticks of paths by their outermost function, into out[n_symbols]. */
static void sum_outermost(const struct doctor *d, double *out)
{
    const struct path_times *t = d->a->paths;
    const struct profile_paths *paths = d->p->paths;
    sym_id *outermost = mem_array_raw(paths->n, sizeof *outermost);
    for (uint32_t i = 0; i < paths->n; i++) {
        uint32_t parent = paths->nodes[i].parent;
        sym_id outer = parent == PATH_NO_NODE ? NO_ID : outermost[parent];
        outermost[i] = outer == NO_ID ? t->symbol[i] : outer;
        if (outermost[i] != NO_ID)
            out[outermost[i]] += t->ticks[i];
    }
    free(outermost);
}

/* Paths that begin in a function which others call have lost their outer part. Of others it is
 * known: the runtime did not come to their end, or the code cannot have made them. */
static void check_paths(const struct doctor *d)
{
    const struct analysis *a = d->a;
    double *ticks = a->paths ? mem_array(a->n_symbols, sizeof *ticks) : NULL;
    double broken = 0, cut = ticks ? (double)d->p->paths->cut_ticks : 0;
    if (ticks) {
        sum_outermost(d, ticks);
        for (sym_id s = 0; s < a->n_symbols; s++)
            if (ticks[s] > 0 && is_called_from_within(a, s))
                broken += ticks[s];
    }
    double lost = cut > broken ? cut : broken;
    if (lost * 10 > a->times->total)
        report(d, WARNING,
               "Callers lack their time: compile without -fno-asynchronous-unwind-tables.",
               "%.1f%% of the samples have call paths without their outer part",
               percent(lost, a->times->total));
    free(ticks);
}

void findings_each(const struct view_context *v, unsigned which, finding_sink *add, void *ctx)
{
    static const struct {
        void (*check)(const struct doctor *);
        enum findings_which of;
    } checks[] = {
        {check_paths, FINDINGS_OF_OPTIONS},
        {check_table, FINDINGS_OF_PROFILE},
        {check_samples, FINDINGS_OF_PROFILE},
        {check_range, FINDINGS_OF_PROFILE},
        {check_histograms, FINDINGS_OF_PROFILE},
        {check_arcs, FINDINGS_OF_PROFILE},
        {check_age, FINDINGS_OF_PROFILE},
        {check_labels, FINDINGS_OF_PROFILE},
        {check_options, FINDINGS_OF_OPTIONS},
        {check_run, FINDINGS_OF_PROFILE},
        {check_libraries, FINDINGS_OF_PROFILE},
        {check_records, FINDINGS_OF_PROFILE},
        {check_left_out, FINDINGS_OF_PROFILE},
        {check_libc, FINDINGS_OF_PROFILE},
        {check_libraries_without_calls, FINDINGS_OF_PROFILE},
        {check_uncounted, FINDINGS_OF_PROFILE},
        {check_tail_calls, FINDINGS_OF_PROFILE},
    };
    const struct profile *p = v->analysis->profile;
    struct arena words = {0};
    struct doctor d = {
        .v = v, .a = v->analysis, .p = p, .im = p->image, .words = &words, .add = add, .ctx = ctx};
    bool is_misfit = false;
    for (uint32_t i = 0; i < p->n_files; i++)
        is_misfit |= fit_is_bad(&p->files[i].fit);
    if (which & FINDINGS_OF_PROFILE) {
        sum_facts(&d);
        count_samples(d.a, &d.samples);
        check_fit(&d);
        if (is_misfit)
            check_records(&d); /* which may be why */
    }
    for (size_t i = 0; i < ARRAY_LEN(checks) && !is_misfit; i++)
        if (which & checks[i].of)
            checks[i].check(&d);
    arena_release(&words);
}

static void count_finding(void *ctx, const struct finding *f)
{
    struct finding_summary *out = ctx;
    out->counts.n++;
    out->counts.warning |= f->weight == FINDING_WARNING;
    if (!f->is_notice || out->notice.problem[0])
        return;
    snprintf(out->notice.problem, sizeof out->notice.problem, "%s", f->problem);
    snprintf(out->notice.advice, sizeof out->notice.advice, "%s", f->advice);
}

void findings_count(const struct view_context *v, unsigned which, struct finding_summary *out)
{
    findings_each(v, which, count_finding, out);
}
