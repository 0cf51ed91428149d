/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/run_set_finish.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/model/run_labels.h"

/* ---- which files are one run ---- */

/* A file whose run is known by name. */
struct named_file {
    const struct run_set_about *about;
    uint32_t file;
};

static int compare_texts(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int compare_runs(const struct named_file *a, const struct named_file *b)
{
    int order = compare_texts(a->about->id, b->about->id);
    return order ? order : (a->about->rank > b->about->rank) - (a->about->rank < b->about->rank);
}

static int by_run(const void *x, const void *y)
{
    const struct named_file *a = x, *b = y;
    int order = compare_runs(a, b);
    return order ? order : a->file < b->file ? -1 : a->file > b->file;
}

/* first[file]: the first file of its run. */
static void find_first(const struct run_set *s, uint32_t n, uint32_t *first)
{
    struct named_file *named = mem_array_raw(n, sizeof *named);
    uint32_t n_named = 0;
    for (uint32_t i = 0; i < n; i++) {
        first[i] = i;
        if (s->about && s->about[i].id)
            named[n_named++] = (struct named_file){&s->about[i], i};
    }
    qsort(named, n_named, sizeof *named, by_run);
    for (uint32_t i = 1; i < n_named; i++)
        if (compare_runs(&named[i - 1], &named[i]) == 0)
            first[named[i].file] = first[named[i - 1].file];
    free(named);
}

/* ---- runs ---- */

static int64_t rank_of(const struct run_set_about *about)
{
    return about && about->rank <= INT64_MAX ? (int64_t)about->rank : RUN_NO_RANK;
}

static struct profile_run begin_run(const struct run_set *s, uint32_t file)
{
    const struct run_set_about *about = s->about ? &s->about[file] : NULL;
    struct profile_run run = {.rank = rank_of(about)};
    if (about) {
        run.host = about->host;
        run.command = about->command;
        run.pid = about->pid;
    }
    return run;
}

/* The runs in the order of their first files; run_of[file]: which one it is. */
static void list_runs(struct run_set *s, const struct profile *p, uint32_t *run_of)
{
    struct profile_runs *r = s->runs;
    r->v = arena_array(&r->memory, p->n_files, sizeof *r->v);
    find_first(s, p->n_files, run_of);
    for (uint32_t i = 0; i < p->n_files; i++) {
        bool is_first = run_of[i] == i;
        if (is_first)
            r->v[r->n] = begin_run(s, i);
        run_of[i] = is_first ? r->n++ : run_of[run_of[i]];
        struct profile_run *run = &r->v[run_of[i]];
        uint64_t wall_ms = p->files[i].run.wall_ms;
        run->n_files++;
        run->wall_ms = wall_ms > run->wall_ms ? wall_ms : run->wall_ms;
    }
}

static void list_files(struct profile_runs *r, const uint32_t *run_of, uint32_t n_files)
{
    uint32_t *files = arena_alloc(&r->memory, n_files, sizeof *files);
    uint32_t at = 0;
    for (uint32_t i = 0; i < r->n; i++) {
        r->v[i].files = files + at;
        at += r->v[i].n_files;
        r->v[i].n_files = 0;
    }
    for (uint32_t i = 0; i < n_files; i++) {
        struct profile_run *run = &r->v[run_of[i]];
        files[run->files - files + run->n_files++] = i;
    }
}

/* ---- parts ---- */

/* Put the parts of one run in a row, without those of images that were left out. */
static void order_parts(struct run_set *s, const uint32_t *run_of)
{
    struct profile_runs *r = s->runs;
    struct run_part *parts = mem_array_raw(r->n_parts, sizeof *parts);
    size_t *first = r->first_part = arena_array(&r->memory, (size_t)r->n + 2, sizeof *first);
    for (size_t i = 0; i < r->n_parts; i++)
        if (!s->images[r->parts[i].first_hist].is_out)
            first[run_of[r->parts[i].file] + 2]++;
    for (uint32_t i = 0; i < r->n; i++)
        first[i + 2] += first[i + 1];
    size_t n = 0;
    for (size_t i = 0; i < r->n_parts; i++) {
        struct run_part part = r->parts[i];
        const struct run_set_image *im = &s->images[part.first_hist];
        if (im->is_out)
            continue;
        part.run = run_of[part.file];
        part.first_hist = im->first_hist;
        part.first_arc = im->first_arc;
        r->v[part.run].ticks += part.ticks;
        parts[first[part.run + 1]++] = part;
        n++;
    }
    free(r->parts);
    r->parts = parts;
    r->n_parts = n;
}

/* ---- the whole ---- */

static void make_runs(struct run_set *s, const struct profile *p)
{
    struct profile_runs *r = s->runs;
    uint32_t *run_of = mem_array_raw(p->n_files, sizeof *run_of);
    uint32_t *order = mem_array_raw(p->n_files, sizeof *order);
    list_runs(s, p, run_of);
    list_files(r, run_of, p->n_files);
    run_labels_set(r, p->files, order);
    for (uint32_t i = 0; i < p->n_files; i++)
        run_of[i] = order[run_of[i]];
    order_parts(s, run_of);
    if (!r->arcs)
        run_set_copy_arcs(s, p);
    free(run_of);
    free(order);
}

void run_set_finish(struct run_set *s, struct profile *p)
{
    make_runs(s, p);
    if (s->runs->n < 2 && !s->runs->n_left_out)
        return;
    p->runs = s->runs;
    s->runs = NULL;
}
