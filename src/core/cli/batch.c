/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/batch.h"

#include <string.h>

#include "core/analyze/analysis.h"
#include "core/analyze/sum.h"
#include "core/base/task.h"
#include "core/load/load.h"
#include "core/load/lookup.h"
#include "core/options/settings.h"
#include "core/view/context.h"
#include "core/view/gnu/gnu.h"
#include "core/view/gnu/trace.h"
#include "core/view/message.h"
#include "core/view/names/names.h"
#include "core/view/report/report.h"

struct run {
    const struct batch_request *request;
    struct settings settings;
    struct settings_memory memory;
    bool saw_blocks;
    struct profile *profile;
    struct err e;
};

/* ---- messages ---- */

/* Show a message behind all output so far. */
static void show(const struct batch_request *r, struct text *message)
{
    meter_clear(r->meter);
    sink_complain(r->err, r->program, message);
    text_release(message);
}

static void warn_blocks(const struct run *x)
{
    struct text t = {0};
    message_blocks_ignored(x->request->program, &t);
    show(x->request, &t);
}

static void warn_libraries(const struct run *x)
{
    struct text t = {0};
    if (!settings_joins(&x->settings, false))
        return;
    message_libraries(x->profile, x->request->program, &t);
    if (t.n)
        show(x->request, &t);
}

static void warn_misfits(const struct run *x)
{
    const struct profile *p = x->profile;
    for (uint32_t i = 0; i < p->n_files; i++) {
        struct text t = {0};
        if (!fit_is_bad(&p->files[i].fit))
            continue;
        message_add(&t, x->request->program, strlen(x->request->program));
        text_str(&t, ": warning: ");
        message_misfit(&p->files[i], p->image, &t);
        text_char(&t, '\n');
        show(x->request, &t);
    }
}

/* Whatever is printed, gprof searches the code if there is a graph to complete. */
static void warn_calls(const struct run *x, const struct lookup *lookup)
{
    struct text t = {0};
    struct err later; /* the analysis will have the same */
    enum static_calls way = x->settings.static_calls;
    if (way == STATIC_CALLS_NONE || !x->profile->has_arcs)
        return;
    err_clear(&later);
    message_no_calls(code_ready(lookup->code, settings_call_way(way), &later), x->request->program,
                     &t);
    if (t.n)
        show(x->request, &t);
}

/* Tell the first failure; what was printed before it comes out first, as far as it still can. */
static int fail(struct run *x)
{
    struct text t = {0};
    struct err second;
    err_clear(&second);
    bool flushed = sink_flush(x->request->out, &second);
    (void)flushed;
    message_text(&x->e, x->request->program, &t);
    show(x->request, &t);
    return 1;
}

/* Needs no memory, so that a lack of it is told once, by what fails for it. */
static void tell_finding(void *ctx, const struct err *finding)
{
    enum { MOST_BYTES = 4 * sizeof finding->file + 4096 }; /* each may come out as \xHH */
    const struct batch_request *r = ((const struct run *)ctx)->request;
    char room[MOST_BYTES];
    struct text t = text_in(room, sizeof room);
    message_text(finding, r->program, &t);
    show(r, &t);
}

static bool write_out(void *ctx, const char *p, size_t n, struct err *e)
{
    return sink_write(((const struct run *)ctx)->request->out, p, n, e);
}

/* ---- loading ---- */

/* GNU gprof complains about a table without symbols before it opens any profile file. */
static bool check_image(void *ctx, const struct image *im, struct err *e)
{
    const struct run *x = ctx;
    const struct settings *s = &x->settings;
    if (im->n_bad_lines) {
        struct text t = {0};
        message_bad_lines(im, x->request->program, &t);
        show(x->request, &t);
    }
    const struct table_options o = {s->no_static, s->functions_only};
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        if (table_accepts(&o, im->symbols[i].flags))
            return true;
    }
    return err_set(e, ERR_IMAGE_NO_SYMBOLS, image_symbols_path(im));
}

static void print_info(void *ctx, const struct profile_file *f)
{
    struct run *x = (struct run *)ctx;
    if (!(x->settings.styles & STYLE_INFO) || x->settings.output || x->e.code != ERR_NONE)
        return;
    struct text t = {0};
    meter_clear(x->request->meter);
    gnu_file_info(f, x->request->out->shown, &t);
    bool ok = t.failed ? err_memory(&x->e, 0) : sink_write(x->request->out, t.p, t.n, &x->e);
    (void)ok; /* x->e says it */
    text_release(&t);
}

static bool load(struct run *x)
{
    const struct batch_request *r = x->request;
    const struct progress progress = meter_progress(r->meter);
    const struct load_request l = {
        .image = r->image,
        .map_file = x->settings.map_file,
        .symbols_file = x->settings.symbols_file,
        .files = r->files,
        .n_files = r->n_files,
        .gmon = {.format = (enum gmon_format)x->settings.file_format,
                 .strict = x->settings.strict,
                 .progress = &progress,
                 .saw_blocks = &x->saw_blocks},
        .has_base = x->settings.has_base,
        .base = x->settings.base,
        .libraries = settings_joins(&x->settings, false),
        .check_image = check_image,
        .on_file = print_info,
        .ctx = x,
    };
    struct err e;
    err_clear(&e);
    x->profile = load_profile(&l, &e);
    if (x->saw_blocks && !x->settings.by_line)
        warn_blocks(x);
    if (!x->profile && x->e.code == ERR_NONE)
        x->e = e;
    if (x->profile) {
        warn_libraries(x);
        warn_misfits(x);
    }
    return x->e.code == ERR_NONE;
}

/* ---- printing ---- */

/* gprof writes the sum before it finds out that data for a report is missing. */
static bool write_sum(struct run *x, const struct analysis *a)
{
    const struct settings *s = &x->settings;
    return !(s->styles & STYLE_SUM) || sum_write(a, s, s->sum_output, &x->e);
}

static bool tell_traces(struct run *x, const struct view_context *v)
{
    const struct batch_request *r = x->request;
    const struct emitter to = sink_emitter(r->err);
    return !r->debug || (trace_write(v, r->debug, &to, &x->e) && sink_flush(r->err, &x->e));
}

static bool print_analysis(struct run *x, const struct analysis *a, struct lines *lines,
                           uint32_t styles)
{
    const struct settings *s = &x->settings;
    struct names *names = names_new(x->profile, a->table->lines, s->demangle, s->demangle_style);
    if (!names)
        return err_memory(&x->e, 0);
    const struct view_context v = {.analysis = a,
                                   .settings = s,
                                   .names = names,
                                   .lines = lines,
                                   .for_terminal = x->request->out->shown,
                                   .helpers = task_processors() - 1};
    const struct emitter out = {.write = write_out, .tell = tell_finding, .ctx = x};
    bool ok = tell_traces(x, &v) && report_write(&v, styles, x->request->out->any, &out, &x->e);
    names_free(names);
    return ok;
}

static bool analyse(struct run *x, const struct lookup *lookup, uint32_t styles)
{
    struct meter *meter = x->request->meter;
    const struct progress progress = meter_progress(meter);
    struct analysis *a = analysis_new(x->profile, &x->settings, lookup, NULL, &progress, &x->e);
    meter_clear(meter);
    bool ok = a && write_sum(x, a) && print_analysis(x, a, lookup->lines, styles);
    analysis_free(a);
    return ok;
}

/* Tell the analysis what no output needs. */
static void settle_needs(struct run *x, uint32_t styles)
{
    struct settings *s = &x->settings;
    s->sources = styles & STYLE_ANNOTATE;
    /* The flat profile in BSD's layout tells indices. */
    s->no_entries =
        styles == STYLE_FLAT && !s->traditional && s->output == OUTPUT_TEXT && !x->request->debug;
}

static bool print(struct run *x)
{
    const struct profile *p = x->profile;
    uint32_t styles = settings_styles(&x->settings, p->has_histogram, p->has_arcs);
    settle_needs(x, styles);
    if (!report_allows(&x->settings, styles, &x->e))
        return false;
    struct lookup lookup;
    if (!lookup_open(&lookup, p, x->settings.strict))
        return err_memory(&x->e, 0);
    warn_calls(x, &lookup);
    bool ok =
        (styles == STYLE_INFO && x->settings.output == OUTPUT_TEXT) || analyse(x, &lookup, styles);
    lookup_close(&lookup);
    return ok;
}

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

static bool fold(struct run *x)
{
    const struct batch_request *r = x->request;
    if (!settings_fold(&x->settings, &x->memory, r->items, &x->e))
        return false;
    x->settings.image = r->image;
    x->settings.files = r->files;
    x->settings.n_files = r->n_files;
    return settle_orders(&x->settings, &x->e) &&
           (settings_add_dirs(&x->settings, &x->memory, r->source_dirs) || err_memory(&x->e, 0));
}

int batch_run(const struct batch_request *r)
{
    struct run x = {.request = r};
    err_clear(&x.e);
    bool ok = fold(&x) && load(&x) && print(&x) && sink_flush(r->out, &x.e);
    int status = ok ? 0 : fail(&x);
    profile_free(x.profile);
    settings_release(&x.memory);
    return status;
}
