/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/read.h"

#include <string.h>

#include "core/analyze/table.h"
#include "core/load/load.h"
#include "core/load/run/sum.h"
#include "core/view/marks.h"
#include "core/view/message.h"

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

/* Pass a message on and release it. */
static void warn(const struct session_watch *w, struct text *message)
{
    w->warn(w->ctx, message);
    text_release(message);
}

static void warn_profile(const struct session_watch *w, const struct settings *s,
                         const struct profile *p)
{
    struct text t = {0};
    message_runs(p, w->program, &t);
    if (settings_joins(s, false) && t.n == 0)
        message_libraries(p, w->program, &t);
    if (t.n)
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
    if (t.n)
        warn(w, &t);
    else
        text_release(&t);
}

/* gprof searches the code whenever there is a call graph, even if that is not printed. */
void session_warn_calls(const struct session *s)
{
    const struct session_watch *w = watcher(s);
    struct text t = {0};
    struct err later = ERR_INIT; /* not reported here: the analysis will fail for the same reason */
    if (!w || !s->settings.static_calls || !s->profile->has_arcs)
        return;
    message_no_calls(code_ready(s->lookup.code, CALLS_GNU, &later), w->program, &t);
    if (t.n)
        warn(w, &t);
}

void session_warn_ranges(const struct session *s)
{
    const struct session_watch *w = watcher(s);
    const struct settings *o = &s->settings;
    struct text t = {0};
    if (!w || (o->output != OUTPUT_CSV && o->output != OUTPUT_JSON) || o->compares ||
        s->view.high_ends || !s->analysis || !knows_ranges(&s->view))
        return;
    message_no_high_ends(w->program, &t);
    warn(w, &t);
}

void session_warn_libraries(const struct session *s)
{
    const struct session_watch *w = watcher(s);
    const struct settings *o = &s->settings;
    struct text t = {0};
    if (!w || o->output == OUTPUT_TEXT || o->strict || o->compares || o->images != IMAGES_DEFAULT)
        return;
    message_no_libraries(s->profile, w->program, &t);
    if (t.n)
        w->warn(w->ctx, &t);
    text_release(&t);
}

/* ---- callbacks while files are read ---- */

/* GNU gprof complains about a table without symbols before it opens any profile file. */
static bool check_image(void *ctx, const struct image *im, struct err *e)
{
    const struct session *s = ((const struct session_reading *)ctx)->session;
    const struct session_watch *w = watcher(s);
    const struct table_options o = settings_table(&s->settings);
    struct text t = {0};
    if (w && im->n_bad_lines) {
        message_bad_lines(im, w->program, &t);
        warn(w, &t);
    }
    if (w && im->is_stripped) {
        message_stripped(im, w->program, &t);
        warn(w, &t);
    }
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

bool session_print_info(const struct session *s, struct err *e)
{
    struct session_reading reading = {.session = s, .e = e};
    for (uint32_t i = 0; i < s->whole->n_files; i++)
        print_info(&reading, &s->whole->files[i]);
    return !reading.failed;
}

static struct load_request request_of(const struct session *s, bool joins)
{
    const struct settings *o = &s->settings;
    return (struct load_request){
        .image = s->request.image,
        .map_file = o->map_file,
        .symbols_file = o->symbols_file,
        .files = s->request.files,
        .n_files = s->request.n_files,
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

struct profile *session_read_files(const struct session *s, bool joins, const char *const *files,
                                   size_t n, struct err *e)
{
    struct load_request l = request_of(s, joins);
    l.files = files;
    l.n_files = n;
    return load_profile(&l, e);
}

bool session_read(struct session *s, bool joins, struct err *e)
{
    const struct settings *o = &s->settings;
    const struct session_watch *w = watcher(s);
    struct session_reading reading = {.session = s, .e = e};
    bool saw_blocks = false;
    struct err failure = ERR_INIT;
    struct load_request l = request_of(s, joins);
    l.gmon.saw_blocks = &saw_blocks;
    l.check_image = check_image;
    l.on_file = print_info;
    l.ctx = &reading;
    if (o->styles & STYLE_SUM && !o->strict)
        l.sum = s->sum = sum_new(&l.gmon, true);
    s->whole = load_profile(&l, &failure);
    if (w && saw_blocks && !o->by_line) {
        struct text t = {0};
        message_blocks_ignored(w->program, &t);
        warn(w, &t);
    }
    if (!s->whole && !reading.failed)
        *e = failure;
    if (w && s->whole)
        warn_profile(w, o, s->whole);
    return s->whole && !reading.failed;
}
