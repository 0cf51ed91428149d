/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/batch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/load/pairs.h"
#include "core/session/guard.h"
#include "core/session/session.h"
#include "core/view/format/format.h"
#include "core/view/format/gnu.h"
#include "core/view/message.h"
#include "core/view/pair_lines.h"

struct batch {
    bool is_strict;
    const struct batch_request *request;
    struct err e;
};

/* ---- messages ---- */

/* Show a message after all output so far. */
static void show(const struct batch_request *r, const struct text *message)
{
    meter_clear(r->meter);
    sink_complain(r->err, message);
}

static void warn(void *ctx, const struct text *message)
{
    show(((const struct batch *)ctx)->request, message);
}

/* What would belong together in the working folder, a line each; false: there is nothing. */
static bool list_pairs(const struct batch_request *r, struct text *out)
{
    enum { COLS = 80 };
    const struct pairs_request here = {.folder = "."};
    struct pairs pairs;
    struct err ignored = ERR_INIT;
    bool ok = pairs_find(&here, &pairs, &ignored) && pairs.n;
    struct line *lines = mem_array(ok ? pairs.n : 0, sizeof *lines);
    if (ok) {
        pair_lines(&pairs, COLS, lines);
        message_add(out, r->program, strlen(r->program));
        text_printf(out, ": %s:\n", pair_lines_title(&pairs));
    }
    for (size_t i = 0; ok && i < pairs.n; i++) {
        struct text *t = &lines[i].text;
        while (t->n && t->p[t->n - 1] == ' ')
            t->n--;
        text_add(out, t->p, t->n);
        text_char(out, '\n');
        line_release(&lines[i]);
    }
    free(lines);
    pairs_release(&pairs);
    return ok;
}

/* Needs no memory, so that a lack of it is reported once, by what fails for it. */
static void report_finding(void *ctx, const struct err *finding)
{
    enum { MOST_BYTES = 4 * sizeof finding->file + 4096 }; /* each may come out as \xHH */
    const struct batch_request *r = ((const struct batch *)ctx)->request;
    char room[MOST_BYTES];
    struct text t = text_in(room, sizeof room);
    message_text(finding, r->program, &t);
    show(r, &t);
}

/* ---- printing ---- */

static bool write_out(void *ctx, const char *p, size_t n, struct err *e)
{
    return sink_write(((const struct batch *)ctx)->request->out, p, n, e);
}

static bool print_info(void *ctx, const struct profile_file *f, struct err *e)
{
    const struct batch_request *r = ((const struct batch *)ctx)->request;
    struct text t = {0};
    meter_clear(r->meter);
    gnu_file_info(f, r->out->shown, &t);
    bool ok = sink_write(r->out, t.p, t.n, e);
    text_release(&t);
    return ok;
}

static bool write_sum(struct batch *x, const struct session *s)
{
    const struct batch_request *r = x->request;
    struct sum_rest rest;
    struct text t = {0};
    bool ok = session_write_sum(s, &rest, &x->e);
    if (ok && rest.n_lost > 0) {
        struct err left_out = ERR_INIT;
        err_at(&left_out, WARN_SUM, s->settings.sum_output, ERR_NO_OFFSET, (int64_t)rest.n_lost,
               (int64_t)rest.n_all);
        message_text(&left_out, r->program, &t);
        show(r, &t);
        text_release(&t);
    }
    return ok;
}

static bool print_traces(struct batch *x, const struct view_context *v)
{
    const struct batch_request *r = x->request;
    const struct emitter to = sink_emitter(r->err);
    const uint32_t kinds = r->command->debug;
    return !kinds || (trace_write(v, kinds, &to, &x->e) && sink_flush(r->err, &x->e));
}

static bool print(struct batch *x, struct session *s)
{
    const struct emitter out = {.write = write_out, .report = report_finding, .ctx = x};
    if (session_compares(s)) {
        const struct view_diff *v = session_diff(s, &x->e);
        meter_clear(x->request->meter);
        return v && format_diff(v, &out, &x->e);
    }
    /* gprof writes the sum before it finds out that data for a report is missing. */
    if (session_finds(s) && !report_findings(&s->view, &out, &x->e))
        return false;
    return (!(s->settings.styles & STYLE_SUM) || write_sum(x, s)) && print_traces(x, &s->view) &&
           report_write(&s->view, s->styles, x->request->out->any, &out, &x->e);
}

enum { STATUS_CONDITION_OPEN = 2, STATUS_CONDITION_HOLDS = 3 };

/* The status after all was printed: of --fail-if. */
static bool guard(struct batch *x, struct session *s, int *status)
{
    struct guard_answer answer = {0};
    bool ok = session_guard(s, x->request->program, &answer, &x->e);
    if (ok && answer.why.n)
        show(x->request, &answer.why);
    if (ok && (answer.holds || answer.is_open))
        *status = answer.holds ? STATUS_CONDITION_HOLDS : STATUS_CONDITION_OPEN;
    text_release(&answer.why);
    return ok;
}

int batch_run(const struct batch_request *r)
{
    struct batch x = {.request = r, .e = ERR_INIT};
    struct command *c = r->command;
    x.is_strict = option_list_find(&c->items, option_by_name("strict"), NULL) != SIZE_MAX;
    const struct progress progress = meter_progress(r->meter);
    const struct session_watch watch = {
        .program = r->program, .warn = warn, .print_info = print_info, .ctx = &x};
    const struct session_request sr = {
        .image = c->image,
        .files = c->files,
        .n_files = c->n_files,
        .options = &c->items,
        .source_dirs = r->source_dirs,
        .progress = &progress,
        .watch = &watch,
        .report = true,
        .traces = c->debug,
        .for_terminal = r->out->shown,
    };
    struct session *s = session_new(&sr, &x.e);
    meter_clear(r->meter);
    int status = 0;
    bool ok =
        s && (!s->analysis || print(&x, s)) && sink_flush(r->out, &x.e) && guard(&x, s, &status);
    if (!ok) {
        /* Report the first failure, after flushing what was printed before it. */
        struct text t = {0};
        sink_flush_rest(x.request->out);
        /* Where nobody named any. */
        bool misses_image = !c->names_files && !x.is_strict && x.e.code == ERR_OPEN &&
                            x.e.sys == ENOENT && strcmp(x.e.file, c->image) == 0;
        if (!misses_image || !list_pairs(x.request, &t)) {
            message_text(&x.e, x.request->program, &t);
            if (x.request->advises && !x.is_strict)
                message_remedy(&x.e, &t);
        }
        show(x.request, &t);
        text_release(&t);
        status = 1;
    }
    session_free(s);
    return status;
}
