/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/study/study.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/load.h"

static bool keep_files(struct study *s, const struct study_request *r)
{
    s->image = mem_text(r->image, strlen(r->image));
    s->files = mem_array(r->n_files, sizeof *s->files);
    if (!s->image || !s->files)
        return false;
    for (; s->n_files < r->n_files; s->n_files++) {
        const char *f = r->files[s->n_files];
        s->files[s->n_files] = mem_text(f, strlen(f));
        if (!s->files[s->n_files])
            return false;
    }
    return true;
}

/* What a change of options or files makes; swapped into the study when all of it is there. */
struct outcome {
    struct option_list options;
    struct settings settings;
    struct settings_memory memory;
    struct analysis *analysis;
    struct names *names; /* the study's own, or new ones */
};

static void outcome_release(struct outcome *o, const struct study *s)
{
    option_list_release(&o->options);
    settings_release(&o->memory);
    analysis_free(o->analysis);
    if (o->names != s->names)
        names_free(o->names);
}

static bool same_style(const struct settings *a, const struct settings *b)
{
    return a->demangle == b->demangle && (!a->demangle || a->demangle_style == b->demangle_style);
}

/* The study's names if they do for the outcome, else new ones. */
static struct names *take_names(const struct outcome *o, const struct study *s,
                                const struct profile *p)
{
    const struct line_symbols *lines = o->analysis->table->lines;
    if (s->names && p == s->profile && lines == names_lines(s->names) &&
        same_style(&o->settings, &s->settings))
        return s->names;
    return names_new(p, lines, o->settings.demangle, o->settings.demangle_style);
}

/* What the options mean here. *own needs settings_release in any case. */
static bool settings_of(const struct study *s, const struct option_list *options,
                        struct settings *out, struct settings_memory *own, struct err *e)
{
    if (!settings_fold(out, own, options, e))
        return false;
    if (!settings_add_dirs(out, own, getenv("GPROF_PATH")))
        return err_memory(e, 0);
    if (out->static_calls == STATIC_CALLS_DEFAULT && !out->strict)
        out->static_calls = STATIC_CALLS_DECODED;
    out->image = s->image;
    out->files = (const char *const *)s->files;
    out->n_files = s->n_files;
    return true;
}

/* Everything that o->options make of profile p; `old` lends stages, or is NULL. An analysis that
 * *o has already is the right one. */
static bool outcome_make(struct outcome *o, const struct study *s, const struct profile *p,
                         const struct lookup *lookup, const struct analysis *old, struct err *e)
{
    if (!settings_of(s, &o->options, &o->settings, &o->memory, e))
        return false;
    if (!o->analysis)
        o->analysis = analysis_new(p, &o->settings, lookup, old, s->progress, e);
    if (!o->analysis)
        return false;
    o->names = take_names(o, s, p);
    return o->names || err_memory(e, 0);
}

/* The source view's facts are of another analysis from now on. */
static void retire_source(struct study *s)
{
    source_facts_free(s->source);
    s->source = NULL;
    if (!s->other)
        return;
    analysis_free(s->lender);
    s->lender = s->other;
    s->other = NULL;
}

static void drop_source(struct study *s)
{
    retire_source(s);
    analysis_free(s->lender);
    s->lender = NULL;
}

static void drop_spare(struct study *s)
{
    analysis_free(s->spare);
    option_list_release(&s->spare_options);
    s->spare = NULL;
}

/* The spare analysis, if it is that of `options`. */
static struct analysis *take_spare(struct study *s, const struct option_list *options)
{
    if (!s->spare || !option_list_equal(options, &s->spare_options))
        return NULL;
    struct analysis *a = s->spare;
    s->spare = NULL;
    drop_spare(s);
    return a;
}

static void keep_spare(struct study *s)
{
    struct option_list copy;
    drop_spare(s);
    if (!option_list_copy(&copy, &s->options)) {
        analysis_free(s->analysis);
        return;
    }
    s->spare = s->analysis;
    s->spare_options = copy;
}

/* Make it so. The old list goes to *retired, the old analysis to the spare one. */
static void outcome_take(struct outcome *o, struct study *s, struct option_list *retired)
{
    if (o->names != s->names)
        names_free(s->names);
    retire_source(s);
    keep_spare(s);
    settings_release(&s->memory);
    *retired = s->options;
    s->options = o->options;
    s->settings = o->settings;
    s->memory = o->memory;
    s->analysis = o->analysis;
    s->names = o->names;
    s->view = (struct view_context){.analysis = s->analysis,
                                    .settings = &s->settings,
                                    .names = s->names,
                                    .lines = s->lookup.lines};
}

/* The profile (unless *p is there), and the doors to its lines and code. */
static bool load(const struct study *s, const struct settings *settings, struct profile **p,
                 struct lookup *lookup, struct err *e)
{
    struct load_request r = {
        .image = s->image,
        .map_file = settings->map_file,
        .symbols_file = settings->symbols_file,
        .files = (const char *const *)s->files,
        .n_files = s->n_files,
        .gmon = {.format = (enum gmon_format)settings->file_format,
                 .strict = settings->strict,
                 .progress = s->progress},
        .has_base = settings->has_base,
        .base = settings->base,
        .libraries = settings_joins(settings, !s->profile),
    };
    if (!*p)
        *p = load_profile(&r, e);
    if (!*p)
        return false;
    return lookup_open(lookup, *p, settings->strict) || err_memory(e, 0);
}

/* The command line says what batch mode would not do by itself. */
static bool tell_images(struct option_list *l, const struct settings *read, const struct profile *p)
{
    return !p->n_joined || read->images != IMAGES_DEFAULT ||
           option_list_add(l, option_by_name("images"), NULL);
}

/* Load (unless p is there) and analyse with the options of list; both are moved, also on failure.
 * The old options come back in *retired. */
static bool study_load(struct study *s, struct option_list list, struct profile *p,
                       struct option_list *retired, struct err *e)
{
    struct outcome o = {.options = list};
    struct settings read = {0};
    struct settings_memory memory = {0};
    struct lookup lookup = {0};
    bool ok = settings_fold(&read, &memory, &o.options, e) && load(s, &read, &p, &lookup, e) &&
              (tell_images(&o.options, &read, p) || err_memory(e, 0)) &&
              outcome_make(&o, s, p, &lookup, NULL, e);
    settings_release(&memory);
    if (!ok) {
        outcome_release(&o, s);
        lookup_close(&lookup);
        profile_free(p);
        return false;
    }
    struct profile *old = s->profile;
    struct lookup old_lookup = s->lookup;
    s->profile = p;
    s->lookup = lookup;
    outcome_take(&o, s, retired);
    drop_spare(s); /* of the files before */
    drop_source(s);
    lookup_close(&old_lookup);
    profile_free(old);
    return true;
}

struct study *study_new(const struct study_request *r, struct err *e)
{
    struct study *s = mem_array(1, sizeof *s);
    struct option_list list = {0}, none;
    if (!s || !keep_files(s, r) || !option_list_copy(&list, r->options)) {
        err_memory(e, 0);
        study_free(s);
        profile_free(r->profile);
        return NULL;
    }
    s->progress = r->progress;
    if (!study_load(s, list, r->profile, &none, e)) {
        study_free(s);
        return NULL;
    }
    option_list_release(&none);
    return s;
}

static void drop(struct option_list *stack, size_t *n)
{
    while (*n)
        option_list_release(&stack[--*n]);
}

void study_free(struct study *s)
{
    if (!s)
        return;
    drop(s->past, &s->n_past);
    drop(s->future, &s->n_future);
    names_free(s->names);
    drop_source(s);
    drop_spare(s);
    analysis_free(s->analysis);
    settings_release(&s->memory);
    option_list_release(&s->options);
    lookup_close(&s->lookup);
    profile_free(s->profile);
    free(s->image);
    for (size_t i = 0; i < s->n_files; i++)
        free(s->files[i]);
    free(s->files);
    free(s);
}

bool study_reload(struct study *s, struct err *e)
{
    struct option_list list, retired;
    if (!option_list_copy(&list, &s->options))
        return err_memory(e, 0);
    if (!study_load(s, list, NULL, &retired, e))
        return false;
    option_list_release(&retired);
    return true;
}

bool study_sums(const struct study *s, const struct option_list *options, struct effect_sums *out,
                struct err *e)
{
    struct settings settings = {0};
    struct settings_memory memory = {0};
    struct analysis *a = NULL;
    if (settings_of(s, options, &settings, &memory, e))
        a = analysis_new(s->profile, &settings, &s->lookup, s->analysis, s->progress, e);
    if (a)
        effect_sums(a, settings.unused, out);
    analysis_free(a);
    settings_release(&memory);
    return a != NULL;
}

static struct analysis *make_other(const struct study *s, struct err *e)
{
    struct settings settings = {0};
    struct settings_memory memory = {0};
    struct analysis *a = NULL;
    if (settings_of(s, &s->options, &settings, &memory, e)) {
        settings.by_line = !settings.by_line;
        settings.sources = settings.by_line;
        a = analysis_new(s->profile, &settings, &s->lookup, s->lender ? s->lender : s->analysis,
                         s->progress, e);
    }
    settings_release(&memory);
    return a;
}

const struct source_facts *study_source(struct study *s, struct err *e)
{
    if (!s->other)
        s->other = make_other(s, e);
    if (s->other && !s->source)
        s->source = source_facts_new(s->analysis, s->other, s->lookup.code, e);
    return s->source;
}

static void push(struct option_list *stack, size_t *n, struct option_list l)
{
    if (*n == UNDO_MAX) {
        option_list_release(&stack[0]);
        memmove(stack, stack + 1, (UNDO_MAX - 1) * sizeof *stack);
        --*n;
    }
    stack[(*n)++] = l;
}

/* Whether the options take the symbols from where they are from now, and read files as they were
 * read. */
static bool same_reading(const struct study *s, const struct option_list *options, bool *same,
                         struct err *e)
{
    struct settings to = {0};
    struct settings_memory memory = {0};
    bool ok = settings_fold(&to, &memory, options, e);
    *same = text_same(to.symbols_file, s->settings.symbols_file) &&
            text_same(to.map_file, s->settings.map_file) && to.strict == s->settings.strict &&
            to.has_base == s->settings.has_base && to.base == s->settings.base &&
            settings_joins(&to, false) == settings_joins(&s->settings, false);
    settings_release(&memory);
    return ok;
}

/* Change to *list (moved, also on failure); the old options come back in *retired. */
static bool change(struct study *s, struct option_list list, struct option_list *retired,
                   struct err *e)
{
    bool alike;
    if (!same_reading(s, &list, &alike, e)) {
        option_list_release(&list);
        return false;
    }
    if (!alike)
        return study_load(s, list, NULL, retired, e);
    struct outcome o = {.options = list, .names = s->names, .analysis = take_spare(s, &list)};
    if (!outcome_make(&o, s, s->profile, &s->lookup, s->analysis, e)) {
        outcome_release(&o, s);
        return false;
    }
    outcome_take(&o, s, retired);
    return true;
}

bool study_change(struct study *s, const struct option_list *options, struct err *e)
{
    struct option_list list, retired;
    if (option_list_equal(options, &s->options))
        return true;
    if (!option_list_copy(&list, options))
        return err_memory(e, 0);
    if (!change(s, list, &retired, e))
        return false;
    push(s->past, &s->n_past, retired);
    drop(s->future, &s->n_future);
    return true;
}

/* One step along: the top of `from` becomes the options, these go to `to`. */
static bool step(struct study *s, struct option_list *from, size_t *n_from, struct option_list *to,
                 size_t *n_to, struct err *e)
{
    struct option_list list, retired;
    if (!*n_from)
        return false;
    if (!option_list_copy(&list, &from[*n_from - 1]))
        return err_memory(e, 0);
    if (!change(s, list, &retired, e))
        return false;
    option_list_release(&from[--*n_from]);
    push(to, n_to, retired);
    return true;
}

bool study_undo(struct study *s, struct err *e)
{
    return step(s, s->past, &s->n_past, s->future, &s->n_future, e);
}

bool study_redo(struct study *s, struct err *e)
{
    return step(s, s->future, &s->n_future, s->past, &s->n_past, e);
}
