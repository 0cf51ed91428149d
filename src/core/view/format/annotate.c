/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotated source (-A; GNU manual, node "The Annotated Source Listing"). */
#include "core/view/format/gnu.h"

#include <stdlib.h>

#include "core/base/file/file.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/load/lines/source_text.h"
#include "core/view/rows/annotate.h"
#include "core/view/values.h"

struct annotating {
    struct gnu_out *report;
    const struct annotation *all;
    uint64_t last;   /* the count met last, see annotation_counts */
    bool any_before; /* something stands before the first file */
    bool any;        /* a file was annotated */
};

/* One file being annotated. */
struct source_listing {
    struct annotating *x;
    const struct annotated_file *file;
    struct gnu_out *out;           /* the report, or a file of its own */
    uint64_t n_lines;              /* of the source so far */
    uint64_t executable, executed; /* of these */
};

/* ---- the source ---- */

static void put_source(struct source_listing *l, struct source_text *source)
{
    const struct view_context *v = l->out->v;
    struct source_piece piece;
    struct err e = ERR_INIT;
    while (source_text_next(source, &piece, &e) && piece.p) {
        if (piece.starts) {
            struct annotating *x = l->x;
            const struct annotated_line *line = annotation_find(x->all, l->file, ++l->n_lines);
            struct line_counts c = {.n = 0};
            if (line) {
                annotation_counts(v->analysis, line, v->settings->all_lines, &x->last, &c);
                l->executable++;
                l->executed += c.n > 0;
            }
            text_margin(&l->out->t, &c, v->settings->min_count);
        }
        text_add(&l->out->t, piece.p, piece.n);
        if (!gnu_row(l->out))
            return;
    }
    if (e.code != ERR_NONE)
        gnu_tell(l->x->report->to, &e);
}

/* ---- the tables below it ---- */

static void put_listing(struct source_listing *l, struct source_text *source)
{
    struct text *t = &l->out->t;
    put_source(l, source);
    if (l->out->v->settings->top_lines) {
        const struct annotation *all = l->x->all;
        uint32_t most = l->out->v->settings->top_lines, n = 0;
        uint32_t *top = mem_array_raw(l->file->hi - l->file->lo, sizeof *top);
        annotation_top(all, l->file, most, top, &n);
        text_printf(t, "\n\nTop %u Lines:\n\n     Line      Count\n\n", (unsigned)most);
        for (uint32_t i = 0; i < n && gnu_row(l->out); i++)
            text_printf(t, "%9u %10llu\n", (unsigned)all->lines[top[i]].line,
                        (unsigned long long)all->lines[top[i]].calls);
        free(top);
    }
    unsigned long long lines = l->executable, executed = l->executed, calls = l->file->calls;
    text_printf(t,
                "\nExecution Summary:\n\n"
                "%9llu   Executable lines in this file\n"
                "%9llu   Lines executed\n"
                "%9.2f   Percent of the file executed\n\n"
                "%9llu   Total number of line executions\n",
                lines, executed, lines ? percent((double)executed, (double)lines) : 100.0, calls);
    text_fixed(t, part_of((double)calls, (double)lines), 9, 2);
    text_str(t, "   Average executions per line\n");
    gnu_flush(l->out);
}

/* ---- one file ---- */

/* A file that shares the output: a blank line and a form feed divide it from what stands before. */
static void list_in_report(struct source_listing *l, struct source_text *source)
{
    struct annotating *x = l->x;
    struct text *t = &l->out->t;
    if (x->any)
        text_char(t, '\n');
    if (x->any || x->any_before)
        text_str(t, "\f\n");
    text_str(t, "*** File ");
    gnu_words(l->out->v, t, l->file->path);
    text_str(t, ":\n");
    put_listing(l, source);
}

/* Write a file for this source alone (-y), in the current folder. A failure is reported. */
static void list_apart(struct source_listing *l, struct source_text *source)
{
    struct text name = {0};
    struct file_writer w = {.fd = -1};
    const struct emitter to = file_emitter(&w);
    struct err e = ERR_INIT;
    text_str(&name, path_base(l->file->path));
    text_str(&name, "-ann");
    bool ok = file_create(&w, text_z(&name), FILE_REPLACE, &e);
    if (ok) {
        struct gnu_out out;
        gnu_begin(&out, l->x->report->v, &to, &e);
        l->out = &out;
        put_listing(l, source);
        ok = gnu_end(&out) && file_commit(&w, &e);
    }
    file_abort(&w);
    if (!ok)
        gnu_tell(l->x->report->to, &e);
    text_release(&name);
}

/* Annotate one file. A source that is not found is reported and left out. */
static void annotate_file(struct annotating *x, const struct annotated_file *f)
{
    struct source_listing l = {.x = x, .file = f, .out = x->report};
    const struct view_context *v = x->report->v;
    struct source_search search = settings_search(v->settings, v->analysis->profile->image);
    struct source_text source;
    struct err e = ERR_INIT;
    if (!source_text_open(&source, f->path, &search, &e)) {
        gnu_tell(x->report->to, &e);
        return;
    }
    (v->settings->separate_files ? list_apart : list_in_report)(&l, &source);
    x->any = true;
    source_text_close(&source);
}

void gnu_annotate(struct gnu_out *o, bool any_before)
{
    struct annotation *all = annotation_new(o->v->analysis, NULL);
    struct annotating x = {.report = o, .all = all, .any_before = any_before};
    gnu_flush(o);
    for (uint32_t i = 0; !o->failed && i < all->n_files; i++)
        if (o->v->settings->unused || all->files[i].calls)
            annotate_file(&x, &all->files[i]);
    arena_object_free(all);
}
