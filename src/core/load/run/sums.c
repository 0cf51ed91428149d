/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

/* ---- what it says ---- */

/* Texts of names share their beginnings in the file, so that they could be a thousand times as
 * long as it is. */
struct decoding {
    struct unite_reader reader;
    struct unite_record now;
    struct run_sums *sums;
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
    struct run_sums *s = d->sums;
    struct run_sums_run run = {.times = r->times,
                               .rank = r->rank,
                               .name = keep_text(d, r->name),
                               .host = keep_text(d, r->host),
                               .pid = r->pid,
                               .start_sec = r->start_sec,
                               .wall_ms = r->wall_ms,
                               .cpu_ms = r->cpu_ms};
    memcpy(run.sum, r->sum, sizeof run.sum);
    run.label = label_of(d, r, run.name);
    mem_grow(&s->runs, &s->cap, s->n + 1, sizeof run);
    s->runs[s->n++] = run;
}

static void take_image(struct decoding *d, const struct unite_image *from)
{
    struct run_sums *s = d->sums;
    struct text id = {0};
    for (size_t i = 0; i < from->id.n; i++)
        text_printf(&id, "%02x", (unsigned)(unsigned char)from->id.p[i]);
    const char *z = text_z(&id);
    const struct run_sums_image image = {keep_text(d, from->path),
                                         keep_text(d, (struct unite_text){z, id.n})};
    text_release(&id);
    mem_grow(&s->images, &s->image_cap, s->n_images + 1, sizeof image);
    s->images[s->n_images++] = image;
}

static void take_function(struct decoding *d, const struct unite_function *from)
{
    const double two_64 = 18446744073709551616.0;
    const struct unite_spread *ticks = &from->ticks;
    struct run_sums *s = d->sums;
    mem_grow(&s->functions, &s->function_cap, s->n_functions + 1, sizeof *s->functions);
    s->functions[s->n_functions++] = (struct run_sums_function){
        .addr = from->addr,
        .image = (uint32_t)from->image - 1,
        .ticks = {.n_runs = ticks->n_runs,
                  .sum = ticks->sum,
                  .squares = (double)ticks->squares.high * two_64 + (double)ticks->squares.low,
                  .most = ticks->most,
                  .most_run = (uint32_t)ticks->most_run}};
}

static void take(struct decoding *d)
{
    switch (d->now.kind) {
    case UNITE_RUN:
        take_run(d, &d->now.run);
        break;
    case UNITE_IMAGE:
        take_image(d, &d->now.image);
        break;
    case UNITE_FUNCTION:
        take_function(d, &d->now.function);
        break;
    default:
        break;
    }
}

/* Bytes that are no such file give nothing. */
static void decode(struct decoding *d, const struct unite_source *bytes)
{
    const bool is_whole = unite_reader_begin(&d->reader, bytes) == UNITE_OK;
    while (is_whole && unite_read(&d->reader, &d->now) == UNITE_OK && d->now.kind != UNITE_END)
        take(d);
    d->sums->n_all = is_whole && d->reader.result == UNITE_OK ? d->reader.code.n_all : 0;
}

void run_sums_decode(const struct unite_source *bytes, size_t n_bytes, struct run_sums **out)
{
    enum { TEXT_BYTES = 1 << 20, TEXT_PER_BYTE = 8 };
    struct decoding *d = mem_array(1, sizeof *d);
    *out = arena_object(sizeof **out);
    d->sums = *out;
    d->text_bytes_left = TEXT_BYTES + n_bytes * TEXT_PER_BYTE;
    decode(d, bytes);
    free(d);
    if ((*out)->n_all < 2) {
        run_sums_free(*out);
        *out = NULL;
    }
}

/* ---- libraries ---- */

/* Move functions [lo, hi) of one image to where its library lies; their number, 0: not known. */
static size_t place_functions(struct run_sums *s, size_t lo, size_t hi, const struct library *l)
{
    uint64_t ticks = 0;
    for (size_t i = lo; i < hi; i++)
        ticks = unite_sum(ticks, s->functions[i].ticks.sum);
    if (!l || ticks != l->ticks)
        return 0;
    for (size_t i = lo; i < hi; i++) {
        struct run_sums_function *f = &s->functions[i];
        f->addr = f->addr ? f->addr + l->shift : l->lo;
        if (f->addr < l->lo || f->addr >= l->hi)
            return 0;
    }
    return hi - lo;
}

static int by_addr(const void *x, const void *y)
{
    const struct run_sums_function *a = x, *b = y;
    return a->addr != b->addr ? (a->addr > b->addr ? 1 : -1)
                              : (a->image > b->image) - (a->image < b->image);
}

void run_sums_place(struct run_sums *s, struct profile *p)
{
    size_t n = 0;
    for (size_t lo = 0, hi; lo < s->n_functions; lo = hi) {
        const uint32_t image = s->functions[lo].image;
        for (hi = lo; hi < s->n_functions && s->functions[hi].image == image;)
            hi++;
        const struct run_sums_image *about = &s->images[image];
        struct library *l = image ? profile_find_library(p, about->path, about->build_id) : NULL;
        size_t kept = image ? place_functions(s, lo, hi, l) : hi - lo;
        memmove(s->functions + n, s->functions + lo, kept * sizeof *s->functions);
        n += kept;
        if (l)
            l->has_run_sums = kept > 0;
    }
    s->n_functions = n;
    if (n > 0)
        qsort(s->functions, n, sizeof *s->functions, by_addr);
}

void run_sums_read(const struct run *r, struct profile *p)
{
    const struct unite_source source = unite_source_of(&r->message);
    if (!r->has_functions || r->n_runs < 2)
        return;
    run_sums_decode(&source, r->message.n, &p->run_sums);
    if (p->run_sums)
        run_sums_place(p->run_sums, p);
}
