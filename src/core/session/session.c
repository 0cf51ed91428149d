/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/session.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/sum.h"
#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/load/lines/source_name.h"
#include "core/model/some_runs.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "core/session/read.h"
#include "core/view/format/diff.h"
#include "core/view/marks.h"
#include "core/view/format/report.h"

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
    if (r->splits && o->split == SPLIT_DEFAULT)
        o->split = SPLIT_READ;
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
    o->sources = s->styles & STYLE_ANNOTATE;
    if (o->compares)
        return format_diff_allows(o, e);
    /* The flat profile in BSD's layout prints index numbers, which need entries. */
    o->no_entries = s->styles == STYLE_FLAT && !o->traditional && o->output == OUTPUT_TEXT &&
                    !s->request.traces;
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
           settings_splits(a, false) == settings_splits(b, false) &&
           settings_tells_runs(a, true) == settings_tells_runs(b, true);
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

/* Make the analysis, unless it is there, and the names. Both share what they can with `old`, a
 * session of the same profile, or NULL; the analysis also with `kin`, of the same files, or NULL.
 */
static bool analyse(struct session *s, const struct session *old, const struct session *kin,
                    struct err *e)
{
    const struct settings *o = &s->settings;
    const struct analysis *like = kin ? kin->analysis : NULL;
    if (old && old->other && !old->other->paths == (o->callers != CALLERS_MEASURED))
        like = old->other;
    if (!s->analysis)
        s->analysis = analysis_new(s->profile, o, &s->lookup, like, s->request.progress, e);
    if (!s->analysis)
        return false;
    s->ranges = ranges_new(s->analysis);
    s->names = old && same_names(s, old) ? old->names
                                         : names_new(s->profile, s->analysis->table->lines,
                                                     o->demangle, o->demangle_style);
    bool shares = s->analysis->runs && !s->analysis->paths;
    s->node_runs = shares ? node_runs_new(s->analysis) : NULL;
    if (!s->names || (shares && !s->node_runs))
        return false;
    names_ask(s->names, s->lookup.lines ? source_name : NULL, s->lookup.lines);
    return true;
}

/* Record in the options what was found out without being chosen. */
static void add_found(struct session *s, const char *name)
{
    option_list_add(&s->options, option_by_name(name), NULL);
    s->options.items[s->options.n - 1].found = true;
}

/* Record that images are shown together, which the batch program does only if asked. */
static void set_images(struct session *s)
{
    if (!s->profile->n_joined || s->settings.images != IMAGES_DEFAULT)
        return;
    s->settings.images = IMAGES_TOGETHER;
    add_found(s, "images");
}

/* In GNU gprof's layout functions with a dot and stubs are known only if an option says so. It is
 * not said where it would change nothing. */
static void settle_clones(struct session *s)
{
    struct settings *o = &s->settings;
    const struct session_request *r = &s->request;
    bool known = r->clones || (r->report && !session_is_gnu(s));
    if (!known || o->clones != CLONES_DEFAULT || o->strict ||
        !(image_count(s->profile->image, SYM_CLONE) || profile_hits_stubs(s->profile)))
        return;
    o->clones = CLONES_KNOWN;
    add_found(s, "clones");
}

/* Record that the program was stripped and is shown all the same, for which a report
 * in GNU gprof's layout wants to be asked. */
static void settle_stripped(struct session *s)
{
    if (!s->profile->image->is_stripped || s->settings.dynamic_symbols)
        return;
    s->settings.dynamic_symbols = true;
    add_found(s, "dynamic-symbols");
}

/* Our own outputs show measured times of callers where there are any, else ranges;
 * reports in GNU gprof's layout never do. */
static void settle_extras(struct session *s)
{
    struct settings *o = &s->settings;
    bool measures = s->profile->paths && settings_reads_paths(o) && !session_is_gnu(s) &&
                    o->callers != CALLERS_ASSUMED;
    o->callers = measures ? CALLERS_MEASURED : CALLERS_ASSUMED;
    o->ranges = !s->request.report || o->output == OUTPUT_CSV || o->output == OUTPUT_JSON;
}

/* Take only the runs that the options name. Shares the profile of `old`, a session of the same
 * files or NULL, if that has the same ones. */
static bool settle_runs(struct session *s, const struct session *old, struct err *e)
{
    const char *list = s->settings.only_runs;
    /* Which runs are shown is the only thing that options say of a profile that was read. */
    s->profile = old && text_same(list, old->settings.only_runs) ? old->profile : s->whole;
    s->settings.knows_runs = s->whole->runs != NULL;
    if (!list || s->settings.strict || s->profile != s->whole)
        return true;
    if (!s->whole->runs)
        return err_what(e, ERR_SPEC, NULL, "there is only one run", list);
    bool *shown = mem_array(s->whole->runs->n, sizeof *shown);
    s->profile = NULL;
    if (profile_runs_select(s->whole->runs, list, shown, e))
        s->profile = profile_of_runs(s->whole, shown);
    free(shown);
    return s->profile != NULL;
}

/* Read and analyse as the options of s say. Results of `old` (NULL: none) are used again where they
 * still hold, unless files are to be read `again`. */
static bool make(struct session *s, const struct session *old, bool again, struct err *e)
{
    if (!fold(s, e))
        return false;
    bool alike = old && !again && same_reading(&s->settings, &old->settings);
    if (alike) {
        s->whole = old->whole;
        s->sum = old->sum;
        s->lookup = old->lookup;
    }
    bool joins = (s->request.joins && !old) || session_finds(s);
    bool ok = s->whole ? session_print_info(s, e) : session_read(s, joins, e);
    if (!ok || !settle_runs(s, alike ? old : NULL, e))
        return false;
    if (!old) {
        settle_clones(s);
        settle_stripped(s);
    }
    if (!settle_report(s, e))
        return false;
    settle_extras(s);
    const struct settings *o = &s->settings;
    if (!alike && !lookup_open(&s->lookup, s->whole, o->strict, settings_splits(o, false)))
        return false;
    session_warn_calls(s);
    bool shares = alike && s->profile == old->profile;
    if (s->analysis && s->analysis->profile != s->profile) {
        analysis_free(s->analysis);
        s->analysis = NULL;
    }
    if (needs_analysis(s) && !analyse(s, shares ? old : NULL, alike ? old : NULL, e))
        return false;
    set_images(s);
    return true;
}

/* Release what s does not share with `keeper` (NULL: nothing). */
static void release(struct session *s, const struct session *keeper)
{
    if (s->comparison)
        s->comparison->free(s->comparison);
    source_facts_free(s->source);
    analysis_free(s->source_analysis);
    analysis_free(s->old_source_analysis);
    analysis_free(s->other);
    ranges_free(s->ranges);
    node_runs_free(s->node_runs);
    analysis_free(s->analysis);
    if (!keeper || s->names != keeper->names)
        names_free(s->names);
    settings_release(&s->memory);
    option_list_release(&s->options);
    if (s->profile != s->whole && (!keeper || s->profile != keeper->profile))
        profile_free(s->profile);
    if (keeper && s->whole == keeper->whole)
        return;
    lookup_close(&s->lookup);
    sum_free(s->sum);
    profile_free(s->whole);
}

static void settle_view(struct session *s)
{
    s->view = (struct view_context){.analysis = s->analysis,
                                    .settings = &s->settings,
                                    .names = s->names,
                                    .lines = s->lookup.lines,
                                    .node_runs = s->node_runs,
                                    .code = s->lookup.code,
                                    .ranges = s->ranges,
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
    if (!make(s, r->base, false, e)) {
        session_free(s);
        return NULL;
    }
    settle_view(s);
    session_warn_ranges(s);
    session_warn_libraries(s);
    return s;
}

void session_free(struct session *s)
{
    if (!s)
        return;
    release(s, s->request.base);
    free(s);
}

/* ---- changes ---- */

/* The analysis changes, so the facts of the source view no longer hold. */
static void retire_source(struct session *s)
{
    source_facts_free(s->source);
    s->source = NULL;
    if (!s->source_analysis)
        return;
    analysis_free(s->old_source_analysis);
    s->old_source_analysis = s->source_analysis;
    s->source_analysis = NULL;
}

/* Make a new session from the old one; it takes its place once it is complete. */
static bool renew(struct session *s, bool again, struct option_list *options,
                  struct analysis **ready, struct err *e)
{
    struct session next = {.request = s->request, .options = *options, .analysis = *ready};
    *ready = NULL;
    if (!make(&next, s, again, e)) {
        *options = next.options;
        next.options = (struct option_list){0};
        release(&next, s);
        return false;
    }
    if (next.profile == s->profile) {
        retire_source(s);
        next.old_source_analysis = s->old_source_analysis;
        *ready = s->analysis;
        s->old_source_analysis = s->analysis = NULL;
    }
    next.comparison = s->comparison;
    s->comparison = NULL;
    if (next.comparison)
        next.comparison->retire(next.comparison);
    *options = s->options;
    s->options = (struct option_list){0};
    release(s, &next);
    *s = next;
    settle_view(s);
    return true;
}

bool session_change(struct session *s, struct option_list *options, struct analysis **ready,
                    struct err *e)
{
    return renew(s, false, options, ready, e);
}

bool session_reload(struct session *s, struct err *e)
{
    struct option_list same = s->options;
    struct analysis *none = NULL;
    bool ok = renew(s, true, &same, &none, e);
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
    return analysis_new(s->profile, &opposite, &s->lookup,
                        s->old_source_analysis ? s->old_source_analysis : s->analysis,
                        s->request.progress, e);
}

const struct source_facts *session_source(struct session *s, struct err *e)
{
    if (!s->source_analysis)
        s->source_analysis = make_source_analysis(s, e);
    if (s->source_analysis && !s->source)
        s->source = source_facts_new(s->analysis, s->source_analysis, s->lookup.code);
    return s->source;
}

void session_compare(struct session *s)
{
    struct settings turned = s->settings;
    struct err e = ERR_INIT;
    turned.callers = s->analysis->paths ? CALLERS_ASSUMED : CALLERS_MEASURED;
    if (!s->other && s->profile->paths && settings_reads_paths(&s->settings))
        s->other =
            analysis_new(s->profile, &turned, &s->lookup, s->analysis, s->request.progress, &e);
    s->view.other = s->other;
}

/* *unused: what the options say of what was never called. */
static struct analysis *try_options(const struct session *s, const struct option_list *options,
                                    bool *unused, struct err *e)
{
    struct session with = {.request = s->request, .options = *options};
    struct analysis *a = NULL;
    if (fold(&with, e)) {
        with.profile = s->profile;
        with.settings.knows_runs = s->settings.knows_runs;
        settle_extras(&with);
        a = analysis_new(s->profile, &with.settings, &s->lookup, s->analysis, s->request.progress,
                         e);
    }
    *unused = with.settings.unused;
    settings_release(&with.memory);
    return a;
}

struct analysis *session_try(const struct session *s, const struct option_list *options,
                             struct err *e)
{
    bool unused;
    return try_options(s, options, &unused, e);
}

bool session_sums(const struct session *s, const struct option_list *options,
                  struct effect_sums *out, struct err *e)
{
    bool unused;
    struct analysis *a = try_options(s, options, &unused, e);
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
    return sum_write(s->analysis, o, o->sum_output, e) &&
           (o->strict ? sum_without_companions(s->profile, rest, e)
                      : sum_write_run(s->sum, o->sum_output, rest, e));
}
