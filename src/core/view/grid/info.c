/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files contain and what looks wrong, as a grid. */
#include "core/view/grid/info.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/sheet.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/option_effect.h"
#include "core/view/rows/findings.h"
#include "core/view/rows/mpi_rows.h"

enum {
    LABEL_COLS = 12,
    INDENT = 2,         /* of words in a screen too narrow for a column of labels */
    NARROW = 40,        /* such a screen has fewer columns */
    WORDS_COLS_MIN = 8, /* that words have, whatever the screen */
};

/* A line that is ready. */
struct info_row {
    uint8_t kind;         /* enum row_kind */
    uint8_t role;         /* of what follows the label */
    size_t lo, label, hi; /* in info.text: the label is [lo, label) */
};

struct info {
    struct sheet t; /* first; bare */
    struct text text;
    struct info_row *rows;
    size_t n;
};

static const struct info *info_of(const struct sheet *t)
{
    return (const struct info *)t;
}

/* ---- building ---- */

/* Columns from the left edge of a row, the gutter and its blank aside, to its words. */
static size_t words_col(const struct info *in, size_t label_cols)
{
    size_t col = in->t.style.cols < NARROW ? INDENT : LABEL_COLS;
    return label_cols < col ? col : label_cols + 1;
}

/* Bytes of the n at p, which are safe to show, that the first line of them has: whole words if one
 * fits. */
static size_t line_bytes(const char *p, size_t n, size_t cols)
{
    size_t fit = utf8_fit(p, n, cols, NULL), words = fit;
    if (fit == n || p[fit] == ' ')
        return fit;
    while (words > 0 && p[words] != ' ')
        words--;
    return words > 0 || fit == 0 ? words : fit;
}

/* Words that are too long for the screen go on in rows without a label. Names of files stay whole,
 * for those who copy them. */
static void add_row(struct info *in, enum row_kind kind, enum role role, const char *label,
                    const char *s)
{
    struct info_row r = {.kind = (uint8_t)kind, .role = (uint8_t)role};
    struct text t = {0};
    size_t at = 0;
    text_shown(&t, s, strlen(s), in->t.style.ascii);
    text_z(&t); /* there is a place for at to count from, even if nothing is shown */
    do {
        size_t edge = GRID_GUTTER + 1 + words_col(in, utf8_cols(label, strlen(label)));
        size_t room =
            in->t.style.cols > edge + WORDS_COLS_MIN ? in->t.style.cols - edge : WORDS_COLS_MIN;
        size_t n = role == ROLE_NAME ? t.n : line_bytes(t.p + at, t.n - at, room);
        /* Add the n bytes, which are safe to show, as the words of a row. */
        r.lo = in->text.n;
        text_shown(&in->text, label, strlen(label), in->t.style.ascii);
        r.label = in->text.n;
        text_add(&in->text, t.p + at, n);
        r.hi = in->text.n;
        mem_append(&in->rows, &in->n, &r, sizeof *in->rows);
        at += n > 0 || !t.n ? n : t.n;
        while (at < t.n && t.p[at] == ' ')
            at++;
        r.kind = ROW_TEXT;
        label = "";
    } while (at < t.n);
    text_release(&t);
}

static void add_section(struct info *in, const char *title)
{
    add_row(in, ROW_SECTION, ROLE_STRONG, title, "");
}

static void add_fact(struct info *in, const char *label, const char *fmt, ...) ATTR_PRINTF(3, 4);

static void add_fact(struct info *in, const char *label, const char *fmt, ...)
{
    struct text words = {0};
    va_list args;
    va_start(args, fmt);
    text_vprintf(&words, fmt, args);
    va_end(args);
    add_row(in, ROW_TEXT, ROLE_PLAIN, label, text_z(&words));
    text_release(&words);
}

/* Releases the words. */
static void add_text(struct info *in, const char *label, struct text *words)
{
    add_row(in, ROW_TEXT, ROLE_PLAIN, label, text_z(words));
    text_release(words);
}

/* ---- facts ---- */

/* "12 bins", "12". */
static struct figure counted(uint64_t n, const char *noun)
{
    return nouns_of(n, noun, false);
}

static const char *machine_name(uint16_t machine)
{
    static const struct {
        uint16_t machine; /* ELF e_machine */
        const char *name;
    } names[] = {{3, "i386"},     {62, "x86-64"}, {183, "AArch64"}, {40, "ARM"},
                 {243, "RISC-V"}, {8, "MIPS"},    {20, "PowerPC"},  {21, "PowerPC64"},
                 {22, "S/390"},   {2, "SPARC"},   {43, "SPARC v9"}, {258, "LoongArch"}};
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (names[i].machine == machine)
            return names[i].name;
    return "other machine";
}

/* The symbols of the table that have the flag: how many, and with how many ticks. */
struct flagged {
    uint32_t n;
    double ticks;
};

static struct flagged count_flagged(const struct analysis *a, uint32_t flag)
{
    struct flagged f = {0};
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (a->table->symbols[s].flags & flag && table_whole(a->table, s) == s) {
            f.n++;
            f.ticks += a->samples->self[s];
        }
    return f;
}

static void add_image(struct info *in, const struct analysis *a, const struct image *im)
{
    uint32_t functions = 0, statics = 0;
    for (sym_id s = 0; s < a->n_symbols; s++) {
        functions += (a->table->symbols[s].flags & SYM_FUNC) != 0;
        statics += (a->table->symbols[s].flags & SYM_STATIC) != 0;
    }
    add_section(in, "program");
    add_row(in, ROW_TEXT, ROLE_NAME, "file", im->path ? im->path : "");
    add_fact(in, "format", "%s%s, %d bit, %s-endian, %llu bytes", im->machine ? "ELF, " : "",
             im->machine   ? machine_name(im->machine)
             : im->windows ? "Windows (PE)"
                           : "not ELF",
             im->addr_bytes * 8, im->big_endian ? "big" : "little",
             (unsigned long long)im->file_bytes);
    uint64_t text_hi = a->profile->n_joined ? a->profile->program_hi : im->text_hi;
    add_fact(in, ".text", "0x%llx..0x%llx, %llu bytes", (unsigned long long)im->text_lo,
             (unsigned long long)text_hi, (unsigned long long)(text_hi - im->text_lo));
    if (im->symbols_path)
        add_row(in, ROW_TEXT, ROLE_NAME, "symbols of", im->symbols_path);
    if (im->is_stripped)
        add_fact(in, "stripped",
                 "its own symbols were taken off; these are of its debug "
                 "information, or for dynamic linking");
    if (im->n_bad_lines)
        add_fact(in, "skipped", "%llu of its lines, which have no address; the first is %llu",
                 (unsigned long long)im->n_bad_lines, (unsigned long long)im->bad_line);
    add_fact(in, "symbols", "%u in the table (%u functions, %u static) of %u in the file%s",
             a->n_symbols, functions, statics, im->n_symbols - image_count(im, SYM_STUB),
             a->profile->n_joined ? "s" : "");
    /* Functions with a dot, and stubs, and how much time of their neighbours they have. */
    uint32_t n = image_count(a->profile->image, SYM_CLONE), n_joined = 0;
    struct flagged clones = count_flagged(a, SYM_CLONE), stubs = count_flagged(a, SYM_STUB);
    double all = a->samples->total;
    for (sym_id s = 0; s < a->n_symbols; s++)
        n_joined += table_whole(a->table, s) != s;
    if (n > 0 && clones.n + n_joined == 0)
        add_fact(in, "clones", "%s with a dot count%s as parts of others, see --clones",
                 counted(n, "function").s, n == 1 ? "s" : "");
    else if (clones.n > 0 && !a->by_line)
        add_fact(in, "clones", "%s with a dot ha%s %.1f of %.1f ticks",
                 counted(clones.n, "function").s, clones.n == 1 ? "s" : "ve", clones.ticks, all);
    if (n_joined > 0)
        add_fact(in, "parts", "%.1f of %.1f ticks in %s count with their functions",
                 a->samples->joined, all, counted(n_joined, "part").s);
    if (stubs.n > 0 && !a->by_line)
        add_fact(in, "stubs", "%s that call%s libraries (@plt) ha%s %.1f of %.1f ticks",
                 counted(stubs.n, "stub").s, stubs.n == 1 ? "s" : "", stubs.n == 1 ? "s" : "ve",
                 stubs.ticks, all);
    uint32_t n_files = a->sources ? a->sources->n_files : 0;
    if (a->by_line && a->table->lines)
        add_fact(in, "lines", "%s of code, from %s", counted(a->table->lines->n, "piece").s,
                 counted(n_files, "source file").s);
}

static void add_file(struct info *in, const struct image *im, const struct profile_file *f)
{
    add_row(in, ROW_TEXT, ROLE_NAME, "file", f->path ? f->path : "");
    add_fact(in, "layout", "%s, version %d, %s bytes",
             f->layout == GMON_MAGIC   ? "GNU"
             : f->layout == GMON_BSD44 ? "4.4BSD"
                                       : "BSD",
             f->version, counted(f->n_bytes, "").s);
    add_fact(in, "records", "%s, %s call-graph, %s basic-block",
             counted(f->n_histograms, "histogram").s, counted(f->n_arcs, "").s,
             counted(f->n_block_records, "").s);
    if (f->layout != GMON_MAGIC && f->n_arcs && f->count_bytes < im->addr_bytes)
        add_fact(in, "counts", "%u bytes each, as on 64-bit Windows; %u after them mean nothing",
                 f->count_bytes, im->addr_bytes - f->count_bytes);
    if (f->n_histograms)
        add_fact(in, "samples", "%s at %u per second, %s", counted(f->ticks, "").s, f->rate_hz,
                 counted(f->n_full_bins, "full bin").s);
    for (size_t i = 0; i < f->n_phases; i++)
        add_fact(in, i ? "" : "phases", "from %.2f s on, %.2f s of CPU time: %s",
                 time_of((double)f->phases[i].wall_ms, 1e3, 1),
                 time_of((double)f->phases[i].cpu_ms, 1e3, 1), f->phases[i].name);
    /* What is known of the program that wrote it, where nothing is wrong. */
    if (f->fit.distance) {
        struct text moved = {0};
        text_str(&moved, "by ");
        message_distance(f->fit.distance, &moved);
        text_str(&moved, ", which is taken off all addresses");
        add_text(in, "moved", &moved);
    }
    if (f->fit.verdict == FIT_YES)
        add_fact(in, "program", "fits: %u of %u functions in place", f->fit.n_in_place,
                 f->fit.n_looked_at);
    else if (f->fit.verdict == FIT_SIZE)
        add_fact(in, "program", "fits in size; there are no arcs to tell more by");
}

/* The runs, and what belongs to none. */
static void add_runs(struct info *in, const struct profile *p)
{
    const struct profile_runs *r = profile_all_runs(p);
    const uint32_t n_files = p->whole ? p->whole->n_files : p->n_files;
    if (!r || !r->is_set)
        return;
    add_section(in, "runs");
    add_fact(in, "runs", "%u of %s; %u shown", r->n, counted(n_files, "file").s,
             profile_shown_runs(p));
    for (size_t i = 0; i < r->n_left_out; i++) {
        add_row(in, ROW_TEXT, ROLE_NAME, "left out", r->left_out[i].path);
        add_fact(in, "", "%s", message_run_reason(&r->left_out[i]));
    }
}

static void add_libraries(struct info *in, const struct profile *p)
{
    if (p->n_libraries)
        add_section(in, "shared libraries");
    for (size_t i = 0; i < p->n_libraries; i++) {
        const struct library *l = &p->libraries[i];
        const struct figure ticks = counted(l->ticks, "sample");
        add_row(in, ROW_TEXT, ROLE_NAME, l->finding == LIBRARY_JOINED ? "joined" : "left out",
                l->path);
        if (l->finding == LIBRARY_RUNTIME && l->ticks > 0) {
            struct text own = {0};
            message_own_samples(l->ticks, &own);
            add_text(in, "", &own);
        } else if (l->finding != LIBRARY_JOINED)
            add_fact(in, "", "%s; %s", ticks.s, message_left_out(l->finding));
        else if (l->profile)
            add_fact(in, "", "%s (%.1f%%) of %s", ticks.s,
                     percent_or_0((double)l->ticks, (double)profile_ticks(p)), l->profile);
        else
            add_fact(in, "", "it calls others");
    }
}

static void add_histograms(struct info *in, const struct analysis *a)
{
    const struct profile *p = a->profile;
    struct sample_counts n;
    if (!p->has_histogram)
        return;
    count_samples(a, &n);
    add_section(in, "samples");
    for (uint32_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        double bytes = h->n_bins ? ((double)h->hi - (double)h->lo) / h->n_bins : NAN;
        if (!profile_library(p, h->lo))
            add_fact(in, "range", "0x%llx..0x%llx, %s of %.4g bytes", (unsigned long long)h->lo,
                     (unsigned long long)h->hi, counted(h->n_bins, "bin").s, bytes);
    }
    struct text rate = {0};
    message_rate(p->rate_hz, profile_tick_hz(p), &rate);
    text_printf(&rate, "; each stands for %g %s", time_of(1, p->rate_hz, 1), p->dimension);
    add_text(in, "rate", &rate);
    add_fact(in, "total", "%.0f samples, %.2f %s", n.all, time_of(n.all, p->rate_hz, 1),
             p->dimension);
    add_fact(in, "", "%.0f (%.1f%%) outside .text, %.0f (%.1f%%) outside all symbols",
             n.outside_text, percent_or_0(n.outside_text, n.all), n.outside_symbols,
             percent_or_0(n.outside_symbols, n.all));
    add_fact(in, "counted", "%.2f samples after filters", a->samples->total);
}

static void add_waits(struct info *in, const struct analysis *a)
{
    const struct profile *p = a->profile;
    if (!a->samples->wait)
        return;
    add_section(in, "waits");
    /* By what was waited for, in all runs that are shown. */
    static const struct {
        const char *name, *words; /* the name as in the runtime's text: wait-NAME */
    } waits[N_RUN_WAITS] = {
        [RUN_WAIT_FUTEX] = {"futex", "for locks, conditions and other threads"},
        [RUN_WAIT_FILE] = {"file", "for files"},
        [RUN_WAIT_SOCKET] = {"socket", "for sockets"},
        [RUN_WAIT_PIPE] = {"pipe", "for pipes and terminals"},
        [RUN_WAIT_TIMER] = {"timer", "for time to pass"},
        [RUN_WAIT_CHILD] = {"child", "for children"},
        [RUN_WAIT_PAGE] = {"page", "for pages of memory"},
        [RUN_WAIT_OTHER] = {"other", "for something else"},
    };
    uint64_t ms[N_RUN_WAITS] = {0}, all = 0;
    for (uint32_t i = 0; i < p->n_files; i++)
        for (int k = 0; k < N_RUN_WAITS; k++) {
            ms[k] += p->files[i].run.wait_ms[k];
            all += p->files[i].run.wait_ms[k];
        }
    for (int k = 0; k < N_RUN_WAITS; k++)
        if (ms[k])
            add_fact(in, waits[k].name, "%.2f s (%.1f%%) %s", time_of((double)ms[k], 1000, 1),
                     percent_or_0((double)ms[k], (double)all), waits[k].words);
    add_fact(in, "counted", "%.2f s after filters, of all threads together",
             time_of(a->samples->wait_total, p->rate_hz ? p->rate_hz : p->wait_hz, 1));
}

static void add_calls(struct info *in, const struct analysis *a)
{
    uint64_t members = a->cycles->n_cycles ? a->cycles->member_lo[a->cycles->n_cycles] : 0;
    uint64_t calls = 0;
    for (uint32_t i = 0; i < a->graph->n_arcs; i++)
        calls += a->graph->arcs[i].count;
    add_section(in, "calls");
    add_fact(in, "arcs", "%s in the files, %u between functions, %s with unknown ends",
             counted(a->profile->n_arcs, "").s, a->graph->n_arcs, counted(a->graph->lost, "").s);
    add_fact(in, "calls", "%s", count_of(calls, true).s);
    if (a->paths)
        add_fact(in, "cycles", "not put together: measured times need no assumption");
    else
        add_fact(in, "cycles", "%u with %s functions in all", a->cycles->n_cycles,
                 counted(members, "").s);
}

/* What people call a run. */
static void name_run(struct text *t, const struct profile_run *run)
{
    if (run->rank != RUN_NO_RANK)
        text_printf(t, "rank %llu", (unsigned long long)run->rank);
    else
        text_str(t, run->name[0] ? run->name : "a run without a name");
}

/* How many runs the file is the sum of, and how much they differ. */
static void add_run_sums(struct info *in, const struct profile *p)
{
    const struct profile_runs *s = p->runs;
    const struct profile_run *least = s ? s->v : NULL, *most = least;
    struct text t = {0};
    double all = 0;
    if (!s || s->is_set || !s->n)
        return;
    for (uint32_t i = 0; i < s->n; i++) {
        const struct profile_run *run = &s->v[i];
        all += (double)run->sum[RUN_TICKS] * (double)run->times;
        least = run->sum[RUN_TICKS] < least->sum[RUN_TICKS] ? run : least;
        most = run->sum[RUN_TICKS] > most->sum[RUN_TICKS] ? run : most;
    }
    text_printf(&t, "%llu are summed up here", (unsigned long long)s->n_all);
    if (all > 0 && p->rate_hz > 0) {
        const double hz = (double)p->rate_hz, n = (double)s->n_all;
        text_printf(&t, ": %.2f %s on average, %.2f in ", time_of(all, hz * n, 1), p->dimension,
                    time_of((double)least->sum[RUN_TICKS], hz, 1));
        name_run(&t, least);
        text_printf(&t, " to %.2f in ", time_of((double)most->sum[RUN_TICKS], hz, 1));
        name_run(&t, most);
    }
    add_text(in, "runs", &t);
}

static void add_path_loss(struct info *in, const struct profile_paths *paths, const char *name,
                          uint64_t ticks, const char *what)
{
    if (ticks)
        add_fact(in, name, "%s (%.1f%%), %s", counted(ticks, "sample").s,
                 percent((double)ticks, (double)(paths->ticks + paths->lost_ticks)), what);
}

/* How many samples say who called, and how much of it. */
static void add_paths(struct info *in, const struct profile *p)
{
    const struct profile_paths *paths = p->paths;
    if (!paths)
        return;
    add_fact(in, "call paths", "%s on %s", counted(paths->ticks, "sample").s,
             counted(paths->n, "node").s);
    add_path_loss(in, paths, "cut paths", paths->cut_ticks,
                  "of whose callers only the inner ones are known");
    add_path_loss(in, paths, "no paths", paths->alone_ticks, "on stacks that are not known");
    add_path_loss(in, paths, "no room", paths->lost_ticks, "for which the tree of paths was full");
}

/* ---- all of them ---- */

static void add_finding(void *ctx, const struct finding *f)
{
    struct info *in = ctx;
    bool warning = f->weight == FINDING_WARNING;
    add_row(in, ROW_FINDING, warning ? ROLE_WARNING : ROLE_PLAIN, warning ? "warning" : "note",
            f->problem);
    if (f->advice[0])
        add_row(in, ROW_TEXT, ROLE_DIM, "", f->advice);
}

static void add_all(struct info *in, const struct view_context *v)
{
    const struct profile *p = v->analysis->profile;
    const struct settings *s = v->settings;
    add_section(in, "findings");
    size_t before = in->n;
    findings_each(v, FINDINGS_ALL, add_finding, in);
    if (in->n == before)
        add_fact(in, "", "nothing looks wrong");
    add_image(in, v->analysis, p->image);
    add_runs(in, p);
    add_section(in, "profile data");
    if (p->shown_runs)
        add_fact(in, "files", "%u of %u, of the runs that are shown", p->n_files,
                 p->whole->n_files);
    for (uint32_t i = 0; i < p->n_files; i++)
        add_file(in, p->image, &p->files[i]);
    add_run_sums(in, p);
    add_libraries(in, p);
    add_histograms(in, v->analysis);
    add_waits(in, v->analysis);
    if (p->has_arcs) {
        add_calls(in, v->analysis);
        add_paths(in, p);
    }
    /* The functions that spend most time in MPI. */
    enum { CALLERS = 10, CALLEES = 3 };
    uint32_t n;
    sym_id *callers = mpi_callers(v->analysis, CALLERS, &n);
    if (n)
        add_section(in, "inside MPI");
    for (uint32_t i = 0; i < n; i++) {
        struct text t = {0};
        text_mpi(&t, v, callers[i], CALLEES);
        add_text(in, "", &t);
    }
    free(callers);
    /* What decides the numbers. */
    const char *symbols = s->no_static && s->functions_only ? "functions, none static (-a -D)"
                          : s->no_static                    ? "none static (-a)"
                          : s->functions_only               ? "functions only (-D)"
                                                            : "all";
    add_section(in, "settings");
    add_fact(in, "symbols", "%s%s", symbols, s->strict ? ", strictly as gprof" : "");
    add_fact(in, "rows", "%s", s->unused ? "also unused functions (-z)" : "used functions");
    add_fact(in, "names", "%s", s->demangle ? "demangled" : "as in the symbol table");
    for (size_t i = 0; i < s->n_filters; i++) {
        struct text t = {0};
        text_filter(&t, &s->filters[i]);
        add_text(in, "filter", &t);
    }
}

/* ---- the grid ---- */

static void row(const struct sheet *t, uint32_t i, struct grid_row *out)
{
    out->kind = (enum row_kind)info_of(t)->rows[i].kind;
}

static bool put_line(const struct sheet *t, uint32_t i, struct line *out)
{
    const struct info *in = info_of(t);
    const struct info_row *r = &in->rows[i];
    if (r->kind == ROW_SECTION) {
        struct text title = {0};
        text_add(&title, in->text.p + r->lo, r->hi - r->lo);
        line_section(out, &(struct section){text_z(&title), 0, NO_ID}, t->style.cols,
                     t->style.ascii);
        out->pinned = out->text.n;
        text_release(&title);
        return true;
    }
    size_t at = out->text.n, cols = utf8_cols(in->text.p + r->lo, r->label - r->lo);
    text_fill(&out->text, ' ', GRID_GUTTER + 1);
    text_add(&out->text, in->text.p + r->lo, r->label - r->lo);
    text_fill(&out->text, ' ', words_col(in, cols) - cols);
    line_mark(out, at, r->kind == ROW_FINDING ? (enum role)r->role : ROLE_DIM, COLUMN_NONE);
    at = out->text.n;
    text_add(&out->text, in->text.p + r->label, r->hi - r->label);
    line_mark(out, at, (enum role)r->role, COLUMN_NONE);
    return true;
}

static void name(const struct sheet *t, uint32_t i, struct text *out)
{
    const struct info *in = info_of(t);
    text_add(out, in->text.p + in->rows[i].lo, in->rows[i].label - in->rows[i].lo);
    text_char(out, ' ');
    text_add(out, in->text.p + in->rows[i].label, in->rows[i].hi - in->rows[i].label);
}

static void detail(const struct sheet *t, uint32_t i, struct line *out)
{
    text_fill(&out->text, ' ', GRID_GUTTER);
    name(t, i, &out->text);
}

static void release(struct sheet *t)
{
    text_release(&((struct info *)t)->text);
    free(((struct info *)t)->rows);
}

static const struct sheet_ops ops = {.columns = &(const struct grid_columns){0},
                                     .put_line = put_line,
                                     .row = row,
                                     .name = name,
                                     .detail = detail,
                                     .release = release};

struct grid *info_grid(const struct view_context *v, const struct grid_style *style)
{
    struct info *in = sheet_new(sizeof *in, &ops, v, style, NULL);
    in->t.bare = true;
    add_all(in, v);
    in->t.grid.n_rows = (uint32_t)in->n;
    return &in->t.grid;
}
