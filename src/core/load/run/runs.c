/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/runs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/model/runs.h"

/* ---- what it says ---- */

/* Texts of names share their beginnings in the file, so that they could be a thousand times as
 * long as it is. */
struct decoding {
    struct unite_reader reader;
    struct unite_record now;
    struct profile_runs *sums;
    size_t text_bytes_left;
};

static const char *keep_text(struct decoding *d, struct unite_text t)
{
    if (t.n >= d->text_bytes_left)
        return "";
    d->text_bytes_left -= t.n + 1;
    return arena_text(&d->sums->memory, t.n ? t.p : "", t.n);
}

/* What reports call a run. */
static const char *label_of(struct decoding *d, const struct unite_run *r, const char *name)
{
    char rank[24];
    int n = snprintf(rank, sizeof rank, "%llu", (unsigned long long)r->rank);
    return r->rank == UNITE_NO_RANK ? name : arena_text(&d->sums->memory, rank, (size_t)n);
}

static void take_run(struct decoding *d, const struct unite_run *r)
{
    struct profile_runs *s = d->sums;
    struct profile_run run = {.times = r->times,
                              .rank = r->rank,
                              .name = keep_text(d, r->name),
                              .host = keep_text(d, r->host),
                              .id = keep_text(d, r->id),
                              .command = keep_text(d, r->command),
                              .pid = r->pid,
                              .file = NO_RUN,
                              .wall_ms = r->wall_ms,
                              .cpu_ms = r->cpu_ms};
    memcpy(run.sum, r->sum, sizeof run.sum);
    run.label = label_of(d, r, run.name);
    mem_grow(&s->v, &s->cap, (size_t)s->n + 1, sizeof run);
    s->v[s->n++] = run;
}

static void take_image(struct decoding *d, const struct unite_image *from)
{
    struct profile_runs *s = d->sums;
    struct text id = {0};
    for (size_t i = 0; i < from->id.n; i++)
        text_printf(&id, "%02x", (unsigned)(unsigned char)from->id.p[i]);
    const char *z = text_z(&id);
    const struct run_of_image image = {keep_text(d, from->path),
                                       keep_text(d, (struct unite_text){z, id.n})};
    text_release(&id);
    mem_append(&s->images, &s->n_images, &image, sizeof image);
}

static void add_function(struct run_function **to, size_t *n, const struct unite_function *from)
{
    const double two_64 = 18446744073709551616.0;
    const struct unite_spread *ticks = &from->ticks;
    const struct run_function f = {.addr = from->addr,
                                   .image = (uint32_t)from->image - 1,
                                   .n_runs = ticks->n_runs,
                                   .sum = ticks->sum,
                                   .squares = (double)ticks->squares.high * two_64 +
                                              (double)ticks->squares.low,
                                   .most = ticks->most,
                                   .most_run = (uint32_t)ticks->most_run};
    mem_append(to, n, &f, sizeof f);
}

static void take(struct decoding *d)
{
    struct profile_runs *s = d->sums;
    switch (d->now.kind) {
    case UNITE_RUN:
        take_run(d, &d->now.run);
        break;
    case UNITE_IMAGE:
        take_image(d, &d->now.image);
        break;
    case UNITE_FUNCTION:
        add_function(&s->functions, &s->n_functions, &d->now.function);
        break;
    case UNITE_TOTAL:
        add_function(&s->totals, &s->n_totals, &d->now.function);
        break;
    default:
        break;
    }
}

void runs_decode(const struct unite_source *bytes, size_t n_bytes, struct profile_runs *out)
{
    enum { TEXT_BYTES = 1 << 20, TEXT_PER_BYTE = 8 };
    struct decoding d = {.sums = out, .text_bytes_left = TEXT_BYTES + n_bytes * TEXT_PER_BYTE};
    (void)unite_reader_begin(&d.reader, bytes);
    while (unite_next(&d.reader, &d.now))
        take(&d);
    out->n_all = d.reader.result == UNITE_OK ? d.reader.code.n_all : 0;
}

/* ---- libraries ---- */

/* Move n functions of one image to where its library lies; false: they are elsewhere. */
static bool place_functions(struct run_function *f, size_t n, const struct library *l)
{
    for (size_t i = 0; i < n; i++) {
        f[i].addr = f[i].addr ? f[i].addr + l->shift : l->lo;
        if (f[i].addr < l->lo || f[i].addr >= l->hi)
            return false;
    }
    return true;
}

/* Does self time make up what the library has? */
static bool is_whole(const struct run_function *f, size_t n, const struct library *l)
{
    uint64_t ticks = 0;
    for (size_t i = 0; i < n; i++)
        ticks = unite_sum(ticks, f[i].sum);
    return ticks == l->ticks;
}

/* Keep those of the program, and of libraries whose self time is known. */
static size_t place_all(const struct profile_runs *s, struct profile *p, struct run_function *f,
                        size_t n_all, bool is_self)
{
    size_t n = 0;
    for (size_t lo = 0, hi; lo < n_all; lo = hi) {
        const uint32_t image = f[lo].image;
        for (hi = lo; hi < n_all && f[hi].image == image;)
            hi++;
        const struct run_of_image *about = &s->images[image];
        struct library *l = image ? profile_find_library(p, about->path, about->build_id) : NULL;
        bool ok = !image || (l && (is_self ? is_whole(f + lo, hi - lo, l) : l->has_spread) &&
                             place_functions(f + lo, hi - lo, l));
        memmove(f + n, f + lo, ok ? (hi - lo) * sizeof *f : 0);
        n += ok ? hi - lo : 0;
        if (l && is_self)
            l->has_spread = ok;
    }
    sort_ascending(f, n, SEARCH_BY(struct run_function, addr));
    return n;
}

void runs_place(struct profile_runs *s, struct profile *p)
{
    s->n_functions = place_all(s, p, s->functions, s->n_functions, true);
    s->n_totals = place_all(s, p, s->totals, s->n_totals, false);
}

/* ---- a set ---- */

/* A run, or a file, while files are given to runs. */
struct keyed {
    struct run_key key;
    uint32_t number;
};

static int compare_keys(const void *x, const void *y)
{
    const struct run_key *a = x, *b = y; /* of what begins with one */
    int order = strcmp(a->id, b->id);
    order = order ? order : (a->rank > b->rank) - (a->rank < b->rank);
    return order ? order : strcmp(a->name, b->name);
}

static struct run_key key_of(const struct profile_run *run)
{
    const bool is_known = run->id[0] || run->rank != RUN_NO_RANK;
    return (struct run_key){run->id, run->rank, is_known ? "" : run->name};
}

/* Add a process to the run that it is of. */
static void add_process(struct profile_run *to, const struct profile_run *from)
{
    for (int m = 0; m < N_RUN_MEASURES; m++)
        to->sum[m] = unite_sum(to->sum[m], from->sum[m]);
    to->cpu_ms += from->cpu_ms;
    to->wall_ms = from->wall_ms > to->wall_ms ? from->wall_ms : to->wall_ms;
}

void runs_take_process(const struct unite_source *bytes, const char *label, struct profile_runs *to,
                       struct profile_run *ended)
{
    struct decoding d = {.sums = to};
    bool is_read = true;
    (void)unite_reader_begin(&d.reader, bytes);
    while (is_read && d.now.kind != UNITE_RUN)
        is_read = unite_next(&d.reader, &d.now);
    if (is_read) {
        take_run(&d, &d.now.run);
        to->n_all++;
        to->v[to->n - 1].label = label ? arena_text(&to->memory, label, strlen(label)) : "";
    }
    if (is_read && !label) {
        add_process(ended, &to->v[--to->n]);
        ended->times++;
    }
}

/* Runs of one key become the first of them; becomes[]: which one each is of. */
static void unite_processes(struct profile_runs *r, struct keyed *runs, uint32_t *becomes)
{
    for (uint32_t i = 0; i < r->n; i++)
        runs[i] = (struct keyed){key_of(&r->v[i]), i};
    qsort(runs, r->n, sizeof *runs, compare_keys);
    for (uint32_t i = 0, first = 0; i < r->n; i++) {
        const bool is_new = i == 0 || compare_keys(&runs[i - 1], &runs[i]) != 0;
        first = is_new ? runs[i].number : first;
        becomes[runs[i].number] = first;
        if (is_new)
            continue;
        add_process(&r->v[first], &r->v[runs[i].number]);
        r->n_all -= r->v[runs[i].number].times;
        r->v[runs[i].number].times = 0;
        r->n_functions = r->n_totals = 0; /* each counts its processes apart */
    }
}

/* Which run each file is of. */
static void find_files(struct profile_runs *r, const struct keyed *runs, const uint32_t *becomes,
                       const struct run_key *keys, uint32_t n_files)
{
    r->run_of = mem_array_raw(n_files, sizeof *r->run_of);
    for (uint32_t i = 0; i < n_files; i++) {
        const struct keyed *found = bsearch(&keys[i], runs, r->n, sizeof *runs, compare_keys);
        r->run_of[i] = found ? becomes[found->number] : NO_RUN;
        if (!found)
            continue;
        struct profile_run *run = &r->v[r->run_of[i]];
        run->file = run->n_files++ ? run->file : i;
    }
}

/* In the order of their files; to[]: where each went. */
static void order_by_file(struct profile_runs *r, struct keyed *runs, uint32_t *to)
{
    struct profile_run *v = mem_array_raw(r->n, sizeof *v);
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n; i++)
        runs[i] = (struct keyed){{"", r->v[i].file, ""}, i};
    sort_ascending(runs, r->n, SEARCH_BY(struct keyed, key.rank));
    for (uint32_t i = 0; i < r->n; i++) {
        to[runs[i].number] = n;
        if (r->v[runs[i].number].times > 0)
            v[n++] = r->v[runs[i].number];
    }
    free(r->v);
    r->v = v;
    r->n = n;
}

/* The runs of a set are known by their files, and stand in the order of their labels. */
static void make_set(struct profile_runs *r, const struct run_key *keys, const struct profile *p)
{
    uint32_t n = r->n;
    struct keyed *runs = mem_array_raw(n, sizeof *runs);
    uint32_t *becomes = mem_array_raw(n, sizeof *becomes), *to = mem_array_raw(n, sizeof *to),
             *order = mem_array_raw(n, sizeof *order);
    unite_processes(r, runs, becomes);
    find_files(r, runs, becomes, keys, p->n_files);
    order_by_file(r, runs, to);
    run_labels_set(r, p->files, order);
    for (uint32_t i = 0; i < p->n_files; i++)
        r->run_of[i] = r->run_of[i] == NO_RUN ? NO_RUN : order[to[r->run_of[i]]];
    for (size_t i = 0; i < r->n_functions; i++)
        r->functions[i].most_run = order[to[r->functions[i].most_run]];
    for (size_t i = 0; i < r->n_totals; i++)
        r->totals[i].most_run = order[to[r->totals[i].most_run]];
    r->is_set = true;
    free(runs);
    free(becomes);
    free(to);
    free(order);
}

void runs_read(const struct run *all, const struct run_key *keys, struct profile *p)
{
    const struct unite_source source = unite_source_of(&all->message);
    if (!keys && (!all->has_functions || all->n_runs < 2))
        return;
    if (!p->runs)
        p->runs = arena_object(sizeof *p->runs);
    struct profile_runs *r = p->runs;
    if (all->n_images > 0)
        runs_decode(&source, all->message.n, r);
    runs_place(r, p);
    if (keys && r->n > 0)
        make_set(r, keys, p);
    if (r->n_all > 1 || r->n_left_out > 0)
        return;
    profile_runs_free(r);
    p->runs = NULL;
}
