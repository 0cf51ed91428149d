/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/session.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/sum.h"
#include "core/base/clock.h"
#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/load/lines/source_name.h"
#include "core/model/runs.h"
#include "core/view/format/format.h"
#include "core/view/marks.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/rows/both_ways.h"
#include "core/view/rows/run_values.h"

/* ---- settings ---- */

/* A format of orders without an order means that of functions. */
static bool settle_orders(struct settings *s, struct err *e)
{
    bool functions = s->styles & STYLE_FUNCTION_ORDER, files = s->styles & STYLE_FILE_ORDER;
    if (functions && files)
        return err_set(e, ERR_ORDERS, NULL);
    if (files && (s->order_format == ORDER_GOLD || s->order_format == ORDER_LLD))
        return err_what(e, ERR_ORDER_STYLE, NULL, settings_order_name(s->order_format), NULL);
    if (s->order_format && !files)
        s->styles |= STYLE_FUNCTION_ORDER;
    return true;
}

/* gprof compares nothing. */
static bool settle_diff(struct settings *s, struct err *e)
{
    s->compares = s->n_diff_files > 0;
    if (s->compares && s->strict)
        return err_what(e, ERR_SPEC, NULL, "--diff does not go with --strict", NULL);
    if (s->n_fail_ifs && !s->compares)
        return err_what(e, ERR_SPEC, NULL, "--fail-if needs --diff=FILE", NULL);
    return true;
}

/* The settings that the options of s ask for. s->memory needs settings_release in any case. */
static bool fold(struct session *s, struct err *e)
{
    const struct session_request *r = &s->request;
    struct settings *o = &s->settings;
    if (!settings_fold(o, &s->memory, &s->options, e))
        return false;
    if (r->splits && o->split == CHOICE_DEFAULT)
        o->split = CHOICE_YES;
    o->image = r->image;
    o->files = r->files;
    o->n_files = r->n_files;
    if (!(settle_diff(o, e) && (!r->report || settle_orders(o, e))))
        return false;
    settings_add_dirs(o, &s->memory, r->source_dirs);
    return true;
}

/* Decide what is printed, and thereby what the analysis has to compute. */
static bool settle_report(struct session *s, struct err *e)
{
    struct settings *o = &s->settings;
    /* In gprof's layout there is a graph of arcs alone. */
    bool has_graph = s->profile->has_arcs || (s->profile->paths && o->output != OUTPUT_TEXT);
    s->styles = settings_styles(o, s->profile->has_histogram, has_graph);
    if (!s->request.report)
        return true;
    /* Those say where both ends of each arc are: that of one function many times. */
    const uint32_t places = 1u << OUTPUT_JSON | 1u << OUTPUT_CSV | 1u << OUTPUT_CALLGRIND;
    o->sources = s->styles & STYLE_ANNOTATE ||
                 (places >> o->output & 1 && s->profile->n_arcs > s->profile->image->n_symbols);
    if (o->compares)
        return format_diff_allows(o, e);
    /* The flat profile in BSD's layout prints index numbers, which need entries. */
    o->no_entries = s->styles == STYLE_FLAT && !o->traditional && o->output == OUTPUT_TEXT &&
                    !s->request.traces;
    o->flat_times = o->no_entries && !o->n_fail_ifs;
    for (size_t i = 0; i < o->n_filters; i++) /* callers hand their fractions down */
        o->flat_times &= !(o->filters[i].sets & UINT32_C(1) << SET_TIME_IN);
    o->hit_lines = !(s->styles & ~(uint32_t)(STYLE_FLAT | STYLE_GRAPH)) && !o->unused &&
                   !o->static_calls && !o->n_filters && !o->n_fail_ifs &&
                   o->callers != CALLERS_MEASURED && o->output == OUTPUT_TEXT && !s->request.traces;
    return report_allows(o, s->styles, e);
}

static bool needs_analysis(const struct session *s)
{
    return !s->request.report || s->styles != STYLE_INFO || s->settings.output != OUTPUT_TEXT ||
           s->settings.compares || session_finds(s);
}

/* Whether symbols are taken from the same place, and files are read alike. */
static bool same_reading(const struct settings *a, const struct settings *b)
{
    return text_same(a->symbols_file, b->symbols_file) && text_same(a->map_file, b->map_file) &&
           a->strict == b->strict && a->has_base == b->has_base && a->base == b->base &&
           settings_joins(a, false) == settings_joins(b, false) &&
           settings_splits(a) == settings_splits(b) &&
           settings_tells_runs(a, true) == settings_tells_runs(b, true);
}

/* The context of the callbacks that load_profile calls. */
struct session_reading {
    const struct session *session;
    bool failed; /* printing what a file holds did, as e says */
    struct err *e;
};

/* ---- warnings ---- */

/* Who receives warnings, or NULL. */
static const struct session_watch *watcher(const struct session *s)
{
    const struct session_watch *w = s->request.watch;
    return w && w->warn ? w : NULL;
}

/* Pass a message on, if there is one, and release it. */
static void warn(const struct session_watch *w, struct text *message)
{
    if (message->n)
        w->warn(w->ctx, message);
    text_release(message);
}

/* Warn of a file, or of none, with the numbers that the words have. */
static void warn_of(const struct session_watch *w, enum err_code code, const char *file, int64_t n,
                    int64_t m)
{
    struct err e = ERR_INIT;
    struct text t = {0};
    err_at(&e, code, file, ERR_NO_OFFSET, n, m);
    message_text(&e, w->program, &t);
    warn(w, &t);
}

static void warn_profile(const struct session_watch *w, const struct settings *s,
                         const struct profile *p)
{
    struct text t = {0};
    message_runs(p, w->program, &t);
    if (settings_joins(s, false) && t.n == 0)
        message_libraries(p, w->program, &t);
    warn(w, &t);
    for (uint32_t i = 0; i < p->n_files; i++) {
        if (!fit_is_bad(&p->files[i].fit))
            continue;
        message_add(&t, w->program, strlen(w->program));
        text_str(&t, ": warning: ");
        message_misfit(&p->files[i], p->image, &t);
        text_char(&t, '\n');
        warn(w, &t);
    }
    if (p->runs)
        message_left_out_runs(p->runs, w->program, &t);
    warn(w, &t);
}

/* Warn if the code of the image cannot be searched for calls. s->lookup is there.
 * gprof searches it whenever there is a call graph, even if that is not printed. */
static void warn_calls(const struct session *s)
{
    const struct session_watch *w = watcher(s);
    struct err later = ERR_INIT; /* not reported here: the analysis will fail for the same reason */
    if (!w || !s->settings.static_calls || !s->profile->has_arcs)
        return;
    const enum code_finding finding = code_ready(s->lookup.code, CALLS_GNU, &later);
    if (finding == CODE_NO_SCANNER || finding == CODE_NO_SECTION)
        warn_of(w, finding == CODE_NO_SCANNER ? WARN_NO_SCANNER : WARN_NO_CODE, NULL, 0, 0);
}

/* Say it if a report has ranges, but not their upper ends. s->view is there. */
static void warn_ranges(const struct session *s)
{
    const struct session_watch *w = watcher(s);
    const struct settings *o = &s->settings;
    if (w && (o->output == OUTPUT_CSV || o->output == OUTPUT_JSON) && !o->compares &&
        !s->view.high_ends && s->analysis && knows_ranges(&s->view))
        warn_of(w, WARN_NO_HIGH_ENDS, NULL, 0, 0);
}

/* Say how much time is in shared libraries if a format leaves them out without being asked to. */
static void warn_libraries(const struct session *s)
{
    const struct session_watch *w = watcher(s);
    const struct settings *o = &s->settings;
    struct text t = {0};
    if (!w || o->output == OUTPUT_TEXT || o->strict || o->compares || o->images != CHOICE_DEFAULT)
        return;
    message_no_libraries(s->profile, w->program, &t);
    warn(w, &t);
}

/* ---- reading ---- */

/* GNU gprof complains about a table without symbols before it opens any profile file. */
static bool check_image(void *ctx, const struct image *im, struct err *e)
{
    const struct session *s = ((const struct session_reading *)ctx)->session;
    const struct session_watch *w = watcher(s);
    const struct table_options o = settings_table(&s->settings);
    const int64_t n_bad = (int64_t)im->n_bad_lines;
    if (w && n_bad > 0)
        warn_of(w, WARN_BAD_LINES, image_symbols_path(im), n_bad > 1 ? n_bad : 0,
                (int64_t)im->bad_line);
    if (w && im->is_stripped)
        warn_of(w, WARN_STRIPPED, im->path, 0, 0);
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (table_accepts(&o, im->symbols[i].flags))
            return true;
    return err_set(e, ERR_IMAGE_NO_SYMBOLS, image_symbols_path(im));
}

static void print_info(void *ctx, const struct profile_file *f)
{
    struct session_reading *r = ctx;
    const struct settings *s = &r->session->settings;
    const struct session_watch *w = r->session->request.watch;
    if (w && w->print_info && s->styles & STYLE_INFO && s->output == OUTPUT_TEXT && !r->failed)
        r->failed = !w->print_info(w->ctx, f, r->e);
}

/* Print what each file holds (-i) if the options ask for it; the profile is there. */
static bool print_infos(const struct session *s, struct err *e)
{
    struct session_reading reading = {.session = s, .e = e};
    for (uint32_t i = 0; i < s->whole->n_files; i++)
        print_info(&reading, &s->whole->files[i]);
    return !reading.failed;
}

static struct load_request load_request_of(const struct session *s, bool joins)
{
    const struct settings *o = &s->settings;
    return (struct load_request){
        .image = s->request.image,
        .map_file = o->map_file,
        .symbols_file = o->symbols_file,
        .files = s->request.files,
        .n_files = s->request.n_files,
        .held = s->request.held,
        .gmon = {.format = (enum gmon_format)o->file_format,
                 .strict = o->strict,
                 .progress = s->request.progress},
        .has_base = o->has_base,
        .base = o->base,
        .libraries = settings_joins(o, joins),
        .stripped = !o->strict && (o->dynamic_symbols || !session_is_gnu(s)),
        .paths = settings_reads_paths(o),
        .runs = settings_tells_runs(o, s->request.runs),
    };
}

/* Read the profile that the request and the settings of s name, and warn of what looks wrong in it.
 * joins: libraries are joined if no option says otherwise. */
static bool session_read(struct session *s, bool joins, struct err *e)
{
    const struct settings *o = &s->settings;
    const struct session_watch *w = watcher(s);
    struct session_reading reading = {.session = s, .e = e};
    bool saw_blocks = false;
    struct err failure = ERR_INIT;
    struct load_request l = load_request_of(s, joins);
    l.gmon.saw_blocks = &saw_blocks;
    l.check_image = check_image;
    l.on_file = print_info;
    l.ctx = &reading;
    if (o->styles & STYLE_SUM && !o->strict)
        l.sum = s->sum = sum_new(&l.gmon, true);
    s->whole = load_profile(&l, &failure);
    if (w && saw_blocks && !o->by_line)
        warn_of(w, WARN_BLOCKS, NULL, 0, 0);
    if (!s->whole && !reading.failed)
        *e = failure;
    if (w && s->whole)
        warn_profile(w, o, s->whole);
    return s->whole && !reading.failed;
}

/* ---- making ---- */

static bool same_names(const struct session *s, const struct session *old)
{
    const struct settings *a = &s->settings, *b = &old->settings;
    return old->names && names_lines(old->names) == s->analysis->table->lines &&
           a->demangle == b->demangle && (!a->demangle || a->demangle_style == b->demangle_style);
}

static const char *source_name(void *ctx, uint64_t addr)
{
    return lines_source_name(ctx, addr);
}

/* What views read beside the analysis. Names are shared with `old`, a session of the same profile,
 * or NULL. */
static void make_names(struct session *s, const struct session *old)
{
    const struct settings *o = &s->settings;
    const struct line_symbols *lines = s->analysis->table->lines;
    s->ranges = ranges_new(s->analysis);
    if (!s->request.report)
        ranges_later(s->ranges);
    s->names = old && same_names(s, old)
                   ? old->names
                   : names_new(s->profile, lines, o->demangle, o->demangle_style);
    names_ask(s->names, s->lookup.lines ? source_name : NULL, s->lookup.lines);
}

/* Record in the options what was found out without being chosen. */
static void add_found(struct session *s, const char *name)
{
    option_list_add(&s->options, option_by_name(name), NULL);
    s->options.items[s->options.n - 1].found = true;
}

/* What GNU gprof's layout has only if an option says so: functions with a dot and stubs, where it
 * is not said if it would change nothing; and a program that was stripped. */
static void settle_symbols(struct session *s)
{
    struct settings *o = &s->settings;
    const struct session_request *r = &s->request;
    const struct image *im = s->profile->image;
    if ((r->clones || (r->report && !session_is_gnu(s))) && o->clones == CHOICE_DEFAULT &&
        !o->strict && (image_count(im, SYM_CLONE) || profile_hits_stubs(s->profile))) {
        o->clones = CHOICE_YES;
        add_found(s, "clones");
    }
    if (im->is_stripped && !o->dynamic_symbols) {
        o->dynamic_symbols = true;
        add_found(s, "dynamic-symbols");
    }
}

/* Our own outputs show measured times of callers where there are any, else ranges;
 * reports in GNU gprof's layout never do. */
static void settle_extras(struct session *s)
{
    struct settings *o = &s->settings;
    bool measures = s->profile->paths && settings_reads_paths(o) && !session_is_gnu(s) &&
                    o->callers != CALLERS_ASSUMED;
    o->callers = measures ? CALLERS_MEASURED : CALLERS_ASSUMED;
}

/* Read the files of some runs by themselves. */
static bool read_runs(struct session *s, bool joins, const bool *shown, struct err *e)
{
    const struct profile *all = s->whole;
    const struct profile_runs *r = all->runs;
    const char **files = mem_array((size_t)all->n_files + r->n, sizeof *files);
    size_t n = 0;
    for (uint32_t i = 0; r->is_set && i < all->n_files; i++)
        if (r->run_of[i] != NO_RUN && shown[r->run_of[i]])
            files[n++] = all->files[i].path;
    bool ok = true;
    for (uint32_t i = 0; ok && i < r->n; i++) {
        if (!shown[i] || r->v[i].n_files)
            continue;
        ok = r->v[i].name[0] ||
             err_what(e, ERR_SPEC, NULL, "of this run there is no file", r->v[i].label);
        files[n++] = r->v[i].name;
    }
    struct load_request l = load_request_of(s, joins);
    l.files = files;
    l.n_files = n;
    s->profile = ok ? load_profile(&l, e) : NULL;
    free(files);
    return s->profile != NULL;
}

/* Take only the runs that the options name. Shares the profile of `old`, a session of the same
 * files or NULL, if that has the same ones. */
static bool settle_runs(struct session *s, bool joins, const struct session *old, struct err *e)
{
    const char *list = s->settings.only_runs;
    /* Which runs are shown is the only thing that options say of a profile that was read. */
    s->profile = old && text_same(list, old->settings.only_runs) ? old->profile : s->whole;
    if (!list || s->settings.strict || s->profile != s->whole)
        return true;
    const struct profile_runs *r = s->whole->runs;
    if (!r || r->n_all < 2)
        return err_what(e, ERR_SPEC, NULL, "there is only one run", list);
    bool *shown = mem_array(r->n, sizeof *shown), all = true;
    bool ok = profile_runs_select(r, list, shown, e);
    for (uint32_t i = 0; i < r->n; i++)
        all = all && shown[i];
    if (ok && !all && (ok = read_runs(s, joins, shown, e))) {
        s->profile->whole = s->whole;
        s->profile->shown_runs = shown;
        return true;
    }
    free(shown);
    return ok;
}

static bool says(const struct option_list *l, const char *name)
{
    size_t i = 0;
    while (i < l->n && l->items[i].id != option_by_name(name))
        i++;
    return i < l->n;
}

/* Read and analyse as the options of s say. Results of `old` (NULL: none) are used again where they
 * still hold, unless files are to be read `again`. */
static bool session_make(struct session *s, const struct session *old, bool again, struct err *e)
{
    const struct settings *o = &s->settings;
    if (!fold(s, e))
        return false;
    bool alike = old && !again && same_reading(o, &old->settings);
    if (alike) {
        s->whole = old->whole;
        s->sum = old->sum;
    }
    /* Libraries may come later, where nobody has said anything of them. */
    const bool is_first = !old || (s->request.held && !says(&s->options, "images"));
    bool joins = (s->request.joins && is_first) || session_finds(s);
    bool ok = s->whole ? print_infos(s, e) : session_read(s, joins, e);
    if (!ok || !settle_runs(s, joins, alike ? old : NULL, e))
        return false;
    const bool shares = alike && s->profile == old->profile;
    if (shares)
        s->lookup = old->lookup;
    if (!old)
        settle_symbols(s);
    if (!settle_report(s, e))
        return false;
    settle_extras(s);
    if (!shares)
        lookup_open(&s->lookup, s->profile, o->strict, settings_splits(o));
    s->lookup.once = o->hit_lines && !old ? s->profile : NULL; /* others read old's on */
    warn_calls(s);
    if (s->analysis && s->analysis->profile != s->profile) {
        analysis_free(s->analysis);
        s->analysis = NULL;
    }
    if (needs_analysis(s)) {
        const struct analysis *like = shares ? old->analysis : NULL;
        if (shares && old->other && !old->other->paths == (o->callers != CALLERS_MEASURED))
            like = old->other;
        if (!s->analysis)
            s->analysis = analysis_new(s->profile, o, &s->lookup, like, s->request.progress, e);
        if (!s->analysis)
            return false;
        make_names(s, shares ? old : NULL);
    }
    if (s->profile->n_joined && o->images == CHOICE_DEFAULT) {
        /* Images are shown together, which the batch program does only if asked. */
        s->settings.images = CHOICE_YES;
        add_found(s, "images");
    }
    return true;
}

/* ---- lives ---- */

/* A session and another one that it is compared with. */
struct session_comparison {
    struct session *old; /* NULL: to be made */
    struct diff *diff;   /* NULL: to be made */
    struct view_diff view;
    struct text label[N_DIFF_SIDES];
    struct arena names; /* of the old session's image and files */
    const char *image;
    const char **files;
    size_t n_files;
};

static void drop_diff(struct session_comparison *c)
{
    arena_object_free(c->diff);
    c->diff = NULL;
}

static void comparison_free(struct session_comparison *c)
{
    if (!c)
        return;
    drop_diff(c);
    session_free(c->old);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        text_release(&c->label[i]);
    arena_release(&c->names);
    free(c);
}

/* Release what s does not share with `keeper` (NULL: nothing). */
static void release_session(struct session *s, const struct session *keeper)
{
    comparison_free(s->comparison);
    call_tree_free(s->inverse);
    call_tree_free(s->tree);
    arena_object_free(s->source);
    analysis_free(s->source_analysis);
    analysis_free(s->old_source_analysis);
    analysis_free(s->other);
    ranges_free(s->ranges);
    free(s->rates);
    analysis_free(s->analysis);
    if (!keeper || s->names != keeper->names)
        names_free(s->names);
    settings_release(&s->memory);
    option_list_release(&s->options);
    if (!keeper || s->profile != keeper->profile) {
        lookup_close(&s->lookup);
        if (s->profile != s->whole)
            profile_free(s->profile);
    }
    if (keeper && s->whole == keeper->whole)
        return;
    sum_free(s->sum);
    profile_free(s->whole);
}

static void settle_view(struct session *s)
{
    s->view = (struct view_context){.analysis = s->analysis,
                                    .settings = &s->settings,
                                    .names = s->names,
                                    .lines = s->lookup.lines,
                                    .code = s->lookup.code,
                                    .ranges = s->ranges,
                                    .rates = s->rates,
                                    .high_ends = s->analysis && finds_high_ends(s->analysis),
                                    .for_terminal = s->request.for_terminal,
                                    .helpers = s->request.report ? task_processors() - 1 : 0};
}

struct session *session_new(const struct session_request *r, struct err *e)
{
    struct session *s = mem_array(1, sizeof *s);
    s->request = *r;
    s->request.options = NULL;
    s->request.profile = NULL;
    s->options = *r->options;
    *r->options = (struct option_list){0};
    s->whole = r->profile;
    s->read_ms = clock_ms();
    if (!session_make(s, r->base, false, e)) {
        session_free(s);
        return NULL;
    }
    settle_view(s);
    warn_ranges(s);
    warn_libraries(s);
    return s;
}

void session_free(struct session *s)
{
    if (!s)
        return;
    release_session(s, s->request.base);
    free(s);
}

/* ---- changes ---- */

/* The analysis changes, so the facts of the source view no longer hold. */
static void retire_source(struct session *s)
{
    arena_object_free(s->source);
    s->source = NULL;
    if (!s->source_analysis)
        return;
    analysis_free(s->old_source_analysis);
    s->old_source_analysis = s->source_analysis;
    s->source_analysis = NULL;
}

/* What view/rows/findings.h asks of analyses. */
static bool finds_the_same(const struct session *s, const struct session *old)
{
    const struct analysis *a = s->analysis, *b = old->analysis;
    return s->profile == old->profile && s->names == old->names && a->samples == b->samples &&
           a->by_line == b->by_line && !a->paths == !b->paths;
}

static struct rates *find_rates(const struct session *then, const struct session *now)
{
    const int64_t ms = now->read_ms - then->read_ms;
    return now->request.held ? rates_new(then->analysis, now->analysis,
                                         ms > 0 ? (double)ms / 1000 : 0.001, then->rates)
                             : NULL;
}

/* Make a new session from the old one; it takes its place once it is complete. */
static bool renew_session(struct session *s, bool again, struct option_list *options,
                          struct analysis **ready, struct err *e)
{
    struct session next = {.request = s->request, .options = *options, .analysis = *ready};
    next.read_ms = again ? clock_ms() : s->read_ms;
    *ready = NULL;
    if (!session_make(&next, s, again, e)) {
        *options = next.options;
        next.options = (struct option_list){0};
        release_session(&next, s);
        return false;
    }
    if (finds_the_same(&next, s)) {
        next.findings = s->findings;
        next.has_findings = s->has_findings;
    }
    if (next.profile == s->profile) {
        retire_source(s);
        next.old_source_analysis = s->old_source_analysis;
        *ready = s->analysis;
        s->old_source_analysis = s->analysis = NULL;
    }
    next.comparison = s->comparison;
    s->comparison = NULL;
    next.rates = again ? find_rates(s, &next) : s->rates;
    s->rates = again ? s->rates : NULL;
    if (next.comparison)
        drop_diff(next.comparison);
    *options = s->options;
    s->options = (struct option_list){0};
    release_session(s, &next);
    *s = next;
    settle_view(s);
    return true;
}

bool session_change(struct session *s, struct option_list *options, struct analysis **ready,
                    struct err *e)
{
    return renew_session(s, false, options, ready, e);
}

bool session_reload(struct session *s, struct err *e)
{
    struct option_list same = s->options;
    struct analysis *none = NULL;
    bool ok = renew_session(s, true, &same, &none, e);
    if (!ok)
        s->options = same;
    return ok;
}

/* ---- further analyses ---- */

static struct analysis *make_source_analysis(const struct session *s, struct err *e)
{
    struct settings opposite = s->settings;
    opposite.by_line = !opposite.by_line;
    opposite.sources = opposite.by_line;
    opposite.no_times = opposite.by_line; /* of a line its samples and calls are asked for */
    if (opposite.by_line) {
        opposite.callers = CALLERS_ASSUMED;
        opposite.static_calls = false;
    }
    return analysis_new(s->profile, &opposite, &s->lookup,
                        s->old_source_analysis ? s->old_source_analysis : s->analysis,
                        s->request.progress, e);
}

const struct source_facts *session_source(struct session *s, struct err *e)
{
    if (!s->source_analysis)
        s->source_analysis = make_source_analysis(s, e);
    if (s->source_analysis && !s->source &&
        !(s->source = source_facts_new(s->analysis, s->source_analysis, s->lookup.code,
                                       s->request.progress)))
        (void)err_set(e, ERR_CANCELLED, NULL);
    return s->source;
}

struct finding_summary session_findings(struct session *s)
{
    if (!s->has_findings)
        findings_count(&s->view, FINDINGS_OF_PROFILE, &s->findings);
    s->has_findings = true;
    struct finding_summary all = s->findings;
    findings_count(&s->view, FINDINGS_OF_OPTIONS, &all);
    return all;
}

/* Nobody asks the other analysis for its entries. */
void session_both_ways(struct session *s, bool later)
{
    struct settings turned = s->settings;
    struct err e = ERR_INIT;
    s->waits = later && could_know_both_ways(&s->view) && !s->other;
    if (s->waits)
        return;
    turned.callers = s->analysis->paths ? CALLERS_ASSUMED : CALLERS_MEASURED;
    turned.no_entries = true;
    if (!s->other && s->profile->paths && settings_reads_paths(&s->settings))
        s->other =
            analysis_new(s->profile, &turned, &s->lookup, s->analysis, s->request.progress, &e);
    s->view.other = s->other;
    s->waits = e.code == ERR_CANCELLED;
}

bool session_waits(const struct session *s)
{
    return s->waits || ranges_asked(s->ranges) ||
           (session_old(s) && ranges_asked(session_old(s)->ranges));
}

bool session_catch_up(struct session *s)
{
    const struct session *old = session_old(s);
    if (!ranges_make(s->ranges, s->request.progress) ||
        (old && ranges_asked(old->ranges) && !ranges_make(old->ranges, s->request.progress)))
        return false;
    if (s->waits)
        session_both_ways(s, false);
    return !s->waits;
}

static struct call_tree *make_tree(struct session *s, struct err *e)
{
    const struct analysis *a = s->analysis;
    if (!(s->profile->paths && settings_reads_paths(&s->settings)))
        return call_tree_forest(a);
    if (!a->paths) {
        session_both_ways(s, false);
        a = s->waits ? NULL : s->other;
    }
    if (a && a->paths)
        return call_tree_new(a, s->request.progress, e);
    (void)err_set(e, ERR_CANCELLED, NULL);
    return NULL;
}

/* In place of the tree one of both sides, if the old one has measured paths, too. What else keeps
 * them from being compared, Diff says. False: the progress said to stop. */
static bool compare_trees(struct session *s, struct err *e)
{
    struct err why = ERR_INIT;
    const struct view_diff *v =
        session_compares(s) && !s->tree->forest ? session_diff(s, &why) : NULL;
    struct session *old = v ? s->comparison->old : NULL;
    if (old && session_tree(old, false, &why) && !old->tree->forest) {
        struct call_tree *new = s->tree;
        s->tree = call_tree_compare((const struct call_tree *const[]){old->tree, new}, v->diff);
        call_tree_free(new);
        call_tree_free(old->tree);
        old->tree = NULL;
    }
    return why.code != ERR_CANCELLED || err_set(e, ERR_CANCELLED, NULL);
}

struct call_tree *session_tree(struct session *s, bool inverted, struct err *e)
{
    if (!s->tree && (s->tree = make_tree(s, e)) && !compare_trees(s, e)) {
        call_tree_free(s->tree);
        s->tree = NULL;
    }
    if (s->tree && inverted && !s->inverse && !s->tree->forest)
        s->inverse = call_tree_invert(s->tree);
    return inverted ? s->inverse : s->tree;
}

struct analysis *session_try(const struct session *s, const struct option_list *options,
                             bool *unused, struct err *e)
{
    struct session with = {.request = s->request, .options = *options};
    struct analysis *a = NULL;
    if (fold(&with, e)) {
        with.profile = s->profile;
        settle_extras(&with);
        a = analysis_new(s->profile, &with.settings, &s->lookup, s->analysis, s->request.progress,
                         e);
    }
    *unused = with.settings.unused;
    settings_release(&with.memory);
    return a;
}

bool session_sums(const struct session *s, const struct option_list *options,
                  struct effect_sums *out, struct err *e)
{
    bool unused;
    struct analysis *a = session_try(s, options, &unused, e);
    if (a)
        effect_sums(a, unused, out);
    analysis_free(a);
    return a != NULL;
}

/* GNU gprof knows of no libraries: to the letter there are none, but nothing goes in silence. */
bool session_write_sum(const struct session *s, struct sum_rest *rest, struct err *e)
{
    const struct settings *o = &s->settings;
    *rest = (struct sum_rest){0};
    if (!sum_write(s->analysis, o, o->sum_output, e))
        return false;
    if (!o->strict)
        return sum_write_run(s->sum, o->sum_output, rest, e);
    sum_without_companions(s->profile, rest);
    return true;
}

/* ---- the old side ---- */

static const char *old_image(const struct session *s)
{
    return s->settings.diff_image ? s->settings.diff_image : s->request.image;
}

/* Options that are not about the files of the new side. */
static bool is_shared(option_id id)
{
    static const char *const own[] = {"diff", "diff-image", "fail-if", "only-runs"};
    return !option_get(id)->name || !text_is_among(option_get(id)->name, own, ARRAY_LEN(own));
}

/* Is the old session one of these files? */
static bool is_of(const struct session_comparison *c, const struct session *s)
{
    if (!c->old || c->n_files != s->settings.n_diff_files || strcmp(c->image, old_image(s)) != 0)
        return false;
    for (size_t i = 0; i < c->n_files; i++)
        if (strcmp(c->files[i], s->settings.diff_files[i]) != 0)
            return false;
    return true;
}

/* What GNU gprof says of some damage takes several lines, or does not name the file; here there are
 * files of two sides. */
static void name_file(const struct session_comparison *c, struct err *e)
{
    static const enum err_code nameless[] = {ERR_GMON_EOF_BSD, ERR_GMON_EOF_BB, ERR_GMON_DIMENSION,
                                             ERR_GMON_ABBREV,  ERR_GMON_SCALE,  ERR_GMON_OVERLAP};
    const struct run_left_out l = {.code = e->code};
    struct err named = ERR_INIT;
    err_what(&named, ERR_COMPARED, *e->file ? e->file : c->files[0], message_run_reason(&l), NULL);
    for (size_t i = 0; i < ARRAY_LEN(nameless); i++)
        if (l.code == nameless[i])
            *e = named;
}

static bool make_old(struct session_comparison *c, const struct session *s,
                     struct option_list *options, struct err *e)
{
    drop_diff(c);
    session_free(c->old);
    c->old = NULL;
    /* Keep the names of its files: those in the options may go. */
    const struct settings *o = &s->settings;
    arena_release(&c->names);
    c->image = arena_text(&c->names, old_image(s), strlen(old_image(s)));
    c->n_files = o->n_diff_files;
    c->files = arena_alloc(&c->names, c->n_files, sizeof *c->files);
    for (size_t i = 0; i < c->n_files; i++)
        c->files[i] = arena_text(&c->names, o->diff_files[i], strlen(o->diff_files[i]));
    struct session_request r = s->request;
    r.image = c->image;
    r.files = c->files;
    r.n_files = c->n_files;
    r.options = options;
    r.profile = NULL;
    r.report = false; /* all is known */
    r.clones = true;
    r.runs = true;
    r.base = NULL;
    struct session_watch watch;
    if (r.watch) {
        watch = *r.watch;
        watch.print_info = NULL;
        r.watch = &watch;
    }
    c->old = session_new(&r, e);
    if (c->old)
        c->old->request.watch = NULL;
    else
        name_file(c, e);
    return c->old != NULL;
}

/* Make the old side what the options of s say. */
static bool settle_old(struct session_comparison *c, const struct session *s, struct err *e)
{
    struct option_list options = {0};
    struct analysis *none = NULL;
    for (size_t i = 0; i < s->options.n; i++) {
        const struct option_item *it = &s->options.items[i];
        if (it->on && is_shared(it->id))
            option_list_add(&options, it->id, it->arg);
    }
    if (!is_of(c, s))
        return make_old(c, s, &options, e);
    bool ok =
        option_list_equal(&options, &c->old->options) || session_change(c->old, &options, &none, e);
    option_list_release(&options);
    analysis_free(none);
    return ok;
}

/* ---- the comparison ---- */

/* The runs of a set, or of a sum that has statistics over them. */
static struct diff_side side_of(const struct session *s)
{
    const struct analysis *a = s->analysis;
    struct diff_side side = {.analysis = a, .lines = s->lookup.lines, .n_runs = 1};
    if (!knows_runs(a))
        return side;
    uint64_t n = a->profile->runs->n_all;
    if (n > UINT32_MAX)
        return side;
    side.n_runs = (uint32_t)n;
    side.spread = runs_spread_of;
    side.whole = runs_spread_of_all(a);
    return side;
}

/* "9 runs of prog, 1 file left out", "gmon.sum (sum of 9 runs)"; image: NULL where that is clear.
 */
static void set_label(struct text *label, const struct session *s, const char *image)
{
    const struct profile_runs *r = profile_all_runs(s->profile);
    uint32_t n = r && r->is_set ? profile_shown_runs(s->profile) : 0;
    size_t n_left_out = n ? r->n_left_out : 0;
    text_clear(label);
    if (s->request.n_files == 1)
        text_str(label, s->request.files[0]);
    else if (n && s->settings.only_runs)
        text_printf(label, n == 1 ? "run %s" : "runs %s", s->settings.only_runs);
    else if (n)
        text_printf(label, "%u run%s", (unsigned)n, n == 1 ? "" : "s");
    else
        text_printf(label, "%zu files", s->request.n_files);
    if (r && !r->is_set) {
        text_str(label, " (sum of ");
        text_count(label, r->n_all, false);
        text_str(label, " runs)");
    }
    if (image)
        text_printf(label, " of %s", image);
    if (n_left_out)
        text_printf(label, ", %zu file%s left out", n_left_out, n_left_out == 1 ? "" : "s");
}

const struct view_diff *session_diff(struct session *s, struct err *e)
{
    if (!session_compares(s)) {
        err_what(e, ERR_SPEC, NULL, "nothing to compare with: --diff=FILE names it", NULL);
        return NULL;
    }
    if (!s->comparison)
        s->comparison = mem_array(1, sizeof *s->comparison);
    struct session_comparison *c = s->comparison;
    if (c->diff)
        return &c->view;
    if (!settle_old(c, s, e))
        return NULL;
    const struct diff_side side[N_DIFF_SIDES] = {
        [DIFF_OLD] = side_of(c->old), [DIFF_NEW] = side_of(s)};
    c->diff = diff_new(side, e);
    if (!c->diff)
        return NULL;
    set_label(&c->label[DIFF_OLD], c->old, s->settings.diff_image);
    set_label(&c->label[DIFF_NEW], s, NULL);
    c->view = (struct view_diff){
        .diff = c->diff,
        .side = {[DIFF_OLD] = &c->old->view, [DIFF_NEW] = &s->view},
        .label =
            {[DIFF_OLD] = text_z(&c->label[DIFF_OLD]), [DIFF_NEW] = text_z(&c->label[DIFF_NEW])},
    };
    return &c->view;
}

struct session *session_old(const struct session *s)
{
    return s->comparison ? s->comparison->old : NULL;
}
