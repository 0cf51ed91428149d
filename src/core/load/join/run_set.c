/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/run_set.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/histogram.h"

enum {
    LOOK_AHEAD = 8, /* arcs: files of one program have them in nearly the same order */
    FEW_FRESH = 1024,
    ARCS_MOST = INT32_MAX,
};

/* ---- lives ---- */

void run_set_init(struct run_set *s, struct profile *program)
{
    *s = (struct run_set){.runs = mem_array(1, sizeof *s->runs)};
    mem_grow(&s->images, &s->image_cap, 1, sizeof *s->images);
    run_set_image(s, program);
}

void run_set_release(struct run_set *s)
{
    for (uint32_t i = 0; i < s->n_images; i++) {
        gmon_ranges_release(&s->images[i].ranges);
        free(s->images[i].main.v);
        free(s->images[i].fresh.v);
    }
    profile_runs_free(s->runs);
    free(s->images);
    free(s->about);
    free(s->writer.p);
    *s = (struct run_set){0};
}

uint32_t run_set_image(struct run_set *s, struct profile *into)
{
    mem_grow(&s->images, &s->image_cap, (size_t)s->n_images + 1, sizeof *s->images);
    s->images[s->n_images] = (struct run_set_image){.into = into, .is_out = s->n_images > 0};
    return s->n_images++;
}

struct profile *run_set_blank(struct image *im)
{
    struct profile *one = profile_new(NULL);
    one->image = im;
    return one;
}

void run_set_blank_free(struct profile *one)
{
    if (one)
        one->image = NULL;
    profile_free(one);
}

/* ---- histograms ---- */

/* Are the units those of the sum? The rate must be, too, for which gprof does not ask. */
static bool accept(const struct run_set_image *im, const struct profile *one, struct err *e)
{
    if (one->n_hists && im->into->n_hists && one->rate_hz != im->into->rate_hz) {
        err_set(e, ERR_RUN_RATE, NULL);
        e->n = one->rate_hz;
        e->m = im->into->rate_hz;
        return false;
    }
    return gmon_fits(im->into, one, e);
}

/* The histogram of the sum that h belongs to. */
static struct histogram *place(struct run_set_image *im, const struct profile *one,
                               const struct histogram *h)
{
    struct gmon_reader r = {.p = im->into, .ranges = im->ranges, .hist_cap = im->hist_cap};
    const struct gmon_hist_head head = gmon_head_of(one, h);
    struct histogram *to = gmon_place(&r, &head);
    im->ranges = r.ranges;
    im->hist_cap = r.hist_cap;
    return to;
}

/* Add h to a histogram of the same range, and write its bins. */
static bool add_hist(struct run_writer *w, uint32_t number, struct histogram *to,
                     const struct histogram *h)
{
    if (!to->bins && !(to->bins = mem_try_array(to->n_bins, sizeof *to->bins)))
        return false;
    for (uint32_t i = histogram_next(h, 0); i < h->n_bins; i = histogram_next(h, i + 1)) {
        uint64_t ticks = histogram_ticks(h, i);
        run_writer_bin(w, number, i, ticks);
        to->bins[i] += ticks;
    }
    return true;
}

static bool add_hists(struct run_set *s, struct run_set_image *im, struct profile *one,
                      struct err *e)
{
    for (uint32_t i = 0; i < one->n_hists; i++) {
        struct histogram *h = &one->hists[i], *to = place(im, one, h);
        if (!add_hist(&s->writer, (uint32_t)(to - im->into->hists), to, h))
            return err_memory(e, h->n_bins * sizeof *h->bins);
    }
    run_writer_end_bins(&s->writer);
    return true;
}

/* ---- arcs ---- */

static int compare_ends(const struct raw_arc *a, const struct raw_arc *b)
{
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static uint32_t find_in(const struct run_set_index *x, const struct raw_arc *arcs,
                        const struct raw_arc *key)
{
    uint32_t lo = 0, hi = x->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        int order = compare_ends(&arcs[x->v[mid]], key);
        if (order == 0)
            return x->v[mid];
        if (order < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    return NO_RUN;
}

/* The number of an equal arc that earlier files had; NO_RUN: none. `at`: where it may be. */
static uint32_t find_arc(const struct run_set_image *im, const struct raw_arc *a, uint32_t at)
{
    const struct raw_arc *arcs = im->into->arcs;
    uint32_t n = im->main.n + im->fresh.n, end = n - at < LOOK_AHEAD ? n : at + LOOK_AHEAD;
    for (uint32_t i = at; i < end; i++)
        if (arcs[i].from == a->from && arcs[i].to == a->to)
            return i;
    uint32_t found = find_in(&im->main, arcs, a);
    return found != NO_RUN ? found : find_in(&im->fresh, arcs, a);
}

/* The numbers of arcs from `first` to the last, sorted. */
static void sort_new(const struct raw_arc *arcs, uint32_t first, uint32_t n_arcs,
                     struct run_set_index *out)
{
    uint32_t n = n_arcs - first;
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    out->v = mem_array_raw(n, sizeof *out->v);
    for (uint32_t i = 0; i < n; i++) {
        out->v[i] = first + i;
        keys[i] = arcs[first + i].to;
    }
    sort_radix(keys, out->v, n);
    for (uint32_t i = 0; i < n; i++)
        keys[i] = arcs[out->v[i]].from;
    sort_radix(keys, out->v, n);
    out->n = n;
    free(keys);
}

/* Merge `from`, which is released, into `to`. */
static void merge(struct run_set_index *to, struct run_set_index *from, const struct raw_arc *arcs)
{
    uint32_t n = to->n + from->n, a = 0, b = 0;
    uint32_t *v = mem_array_raw(n, sizeof *v);
    for (uint32_t i = 0; i < n; i++) {
        bool first =
            b == from->n || (a < to->n && compare_ends(&arcs[to->v[a]], &arcs[from->v[b]]) <= 0);
        v[i] = first ? to->v[a++] : from->v[b++];
    }
    free(from->v);
    *from = (struct run_set_index){0};
    free(to->v);
    *to = (struct run_set_index){v, n};
}

/* Keep only the first of equal ones among the new arcs from `first` on, which a file may well have;
 * the numbers in v, n of them, may change thereby. `more`: the new ones, sorted. */
static void drop_doubles(struct profile *p, uint32_t first, struct run_set_index *more,
                         struct run_calls *v, size_t n)
{
    uint32_t n_new = more->n, kept = first;
    uint32_t *becomes = mem_array_raw(n_new, sizeof *becomes);
    more->n = 0;
    for (uint32_t i = 0, like = 0; i < n_new; i++) { /* sorted alike, the first one comes first */
        if (i == 0 || compare_ends(&p->arcs[more->v[i]], &p->arcs[like]) != 0) {
            like = more->v[i];
            more->v[more->n++] = like;
        }
        becomes[more->v[i] - first] = like;
    }
    for (uint32_t i = 0; i < n_new; i++)
        if (becomes[i] == first + i) {
            p->arcs[kept] = p->arcs[first + i];
            becomes[i] = kept++;
        } else {
            becomes[i] = becomes[becomes[i] - first];
        }
    for (uint32_t i = 0; i < more->n; i++)
        more->v[i] = becomes[more->v[i] - first];
    for (size_t i = 0; i < n; i++)
        v[i].arc = v[i].arc < first ? v[i].arc : becomes[v[i].arc - first];
    p->n_arcs = kept;
    free(becomes);
}

/* The arcs from `first` on are new, and among the n of a file, v. */
static void index_new(struct run_set_image *im, uint32_t first, struct run_calls *v, size_t n)
{
    struct profile *p = im->into;
    struct run_set_index more = {0};
    if (first == p->n_arcs)
        return;
    sort_new(p->arcs, first, (uint32_t)p->n_arcs, &more);
    drop_doubles(p, first, &more, v, n);
    merge(&im->fresh, &more, p->arcs);
    if (im->fresh.n >= im->main.n / 8 + FEW_FRESH)
        merge(&im->main, &im->fresh, p->arcs);
}

/* The number and the calls of each arc, new ones being appended without calls. */
static void number_arcs(struct run_set_image *im, const struct profile *one, struct run_calls *v)
{
    struct profile *p = im->into;
    uint32_t at = 0, first = (uint32_t)p->n_arcs;
    for (size_t i = 0; i < one->n_arcs; i++) {
        const struct raw_arc *a = &one->arcs[i];
        v[i] = (struct run_calls){find_arc(im, a, at < first ? at : first), a->count};
        if (v[i].arc != NO_RUN) {
            at = v[i].arc + 1;
        } else {
            mem_grow(&p->arcs, &im->arc_cap, p->n_arcs + 1, sizeof *p->arcs);
            v[i].arc = (uint32_t)p->n_arcs;
            p->arcs[p->n_arcs++] = (struct raw_arc){a->from, a->to, 0};
        }
    }
    index_new(im, first, v, one->n_arcs);
}

static bool add_arcs(struct run_set *s, struct run_set_image *im, const struct profile *one,
                     struct err *e)
{
    if (one->n_arcs > ARCS_MOST - im->into->n_arcs)
        return err_what(e, ERR_LIMIT, NULL, "arcs", NULL);
    struct run_calls *v = mem_array_raw(one->n_arcs, sizeof *v);
    number_arcs(im, one, v);
    for (size_t i = 0; i < one->n_arcs; i++)
        im->into->arcs[v[i].arc].count += v[i].count;
    run_writer_arcs(&s->writer, v, one->n_arcs);
    free(v);
    return true;
}

/* ---- the rest ---- */

/* What is of no run alone. */
static void add_rest(struct run_set_image *im, struct profile *one)
{
    const uint32_t n_hists = one->n_hists;
    one->n_hists = 0;
    one->n_arcs = 0;
    gmon_add(im->into, one);
    one->n_hists = n_hists;
}

/* Keep what was written as the last part. */
static void keep_part(struct run_set *s, struct run_part *part)
{
    const struct run_writer *w = &s->writer;
    if (w->n > UINT32_MAX)
        mem_fail();
    uint8_t *copy = arena_alloc(&s->runs->memory, w->n, 1);
    memcpy(copy, w->p, w->n);
    part->bytes = copy;
    part->n_bytes = (uint32_t)w->n;
    s->runs->n_parts++;
}

bool run_set_add(struct run_set *s, uint32_t image, struct profile *one, size_t file, struct err *e)
{
    struct run_set_image *im = &s->images[image];
    struct profile_runs *r = s->runs;
    uint32_t number = image ? (uint32_t)file : im->into->n_files;
    if (!accept(im, one, e))
        return false;
    mem_grow(&r->parts, &s->part_cap, r->n_parts + 1, sizeof *r->parts);
    struct run_part *part = &r->parts[r->n_parts];
    *part = (struct run_part){.file = number, .first_hist = image, .ticks = one->files[0].ticks};
    run_writer_start(&s->writer);
    if (!add_hists(s, im, one, e) || !add_arcs(s, im, one, e))
        return false;
    add_rest(im, one);
    keep_part(s, part);
    return true;
}

/* NULL for "". */
static const char *keep_text(struct run_set *s, const char *text)
{
    return text && *text ? arena_text(&s->runs->memory, text, strlen(text)) : NULL;
}

void run_set_leave_out(struct run_set *s, const char *path, const struct err *e)
{
    struct profile_runs *r = s->runs;
    mem_grow(&r->left_out, &s->left_cap, r->n_left_out + 1, sizeof *r->left_out);
    r->left_out[r->n_left_out++] = (struct run_left_out){.path = keep_text(s, path),
                                                         .what = keep_text(s, e->what),
                                                         .other = keep_text(s, e->other),
                                                         .code = e->code,
                                                         .sys = e->sys,
                                                         .offset = e->offset,
                                                         .n = e->n,
                                                         .m = e->m};
}

void run_set_describe(struct run_set *s, uint32_t file, const struct run *run)
{
    uint32_t n = s->images[0].into->n_files;
    if (!s->about) {
        s->about = mem_array(n, sizeof *s->about);
        for (uint32_t i = 0; i < n; i++)
            s->about[i].rank = UNITE_NO_RANK;
    }
    s->about[file] = (struct run_set_about){.id = keep_text(s, run->id),
                                            .host = keep_text(s, run->host),
                                            .command = keep_text(s, run->command),
                                            .rank = run->rank,
                                            .pid = run->pid};
}

/* ---- calls from one image into another ---- */

void run_set_copy_arcs(struct run_set *s, const struct profile *p)
{
    struct profile_runs *r = s->runs;
    if (p->n_arcs >= ARCS_MOST)
        mem_fail();
    r->arcs = mem_array_raw(p->n_arcs, sizeof *r->arcs);
    for (r->n_arcs = 0; r->n_arcs < p->n_arcs; r->n_arcs++)
        r->arcs[r->n_arcs] = p->arcs[r->n_arcs];
}

/* Append the arcs of v that are not among those of the runs. */
static void append_crossings(struct profile_runs *r, const struct run_crossing *v, size_t n)
{
    struct run_set_index all = {0}, more = {0};
    size_t cap = r->n_arcs;
    uint32_t first = r->n_arcs, kept = first;
    if (n >= ARCS_MOST - r->n_arcs)
        mem_fail();
    sort_new(r->arcs, 0, r->n_arcs, &all);
    mem_grow(&r->arcs, &cap, r->n_arcs + n, sizeof *r->arcs);
    for (size_t i = 0; i < n; i++)
        if (find_in(&all, r->arcs, &v[i].arc) == NO_RUN)
            r->arcs[r->n_arcs++] = (struct raw_arc){v[i].arc.from, v[i].arc.to, 0};
    sort_new(r->arcs, first, r->n_arcs, &more);
    struct raw_arc *sorted = mem_array_raw(more.n, sizeof *sorted);
    for (uint32_t i = 0; i < more.n; i++)
        sorted[i] = r->arcs[more.v[i]];
    for (uint32_t i = 0; i < more.n; i++)
        if (i == 0 || compare_ends(&sorted[i - 1], &sorted[i]) != 0)
            r->arcs[kept++] = sorted[i];
    r->n_arcs = kept;
    free(all.v);
    free(more.v);
    free(sorted);
}

/* Write that `count` calls more (modulo 2^64) are of an arc. */
static void write_calls(struct run_set *s, const struct run_set_index *x, const struct raw_arc *arc,
                        uint64_t count)
{
    uint32_t number = find_in(x, s->runs->arcs, arc);
    if (number == NO_RUN)
        return;
    run_writer_arcs(&s->writer, &(struct run_calls){number, count}, 1);
    s->runs->arcs[number].count += count;
}

/* Those of one file become a part of its own. */
static void cross_file(struct run_set *s, const struct run_set_index *x,
                       const struct run_crossing *v, size_t n)
{
    struct profile_runs *r = s->runs;
    mem_grow(&r->parts, &s->part_cap, r->n_parts + 1, sizeof *r->parts);
    struct run_part *part = &r->parts[r->n_parts];
    *part = (struct run_part){.file = v->file};
    run_writer_start(&s->writer);
    run_writer_end_bins(&s->writer);
    for (size_t i = 0; i < n; i++) {
        const struct raw_arc was = {v[i].stand_in, v[i].arc.to, 0};
        write_calls(s, x, &v[i].arc, v[i].arc.count);
        if (v[i].stands)
            write_calls(s, x, &was, UINT64_C(0) - v[i].arc.count);
    }
    keep_part(s, part);
}

void run_set_cross(struct run_set *s, const struct run_crossing *v, size_t n)
{
    struct run_set_index x = {0};
    append_crossings(s->runs, v, n);
    sort_new(s->runs->arcs, 0, s->runs->n_arcs, &x);
    for (size_t lo = 0, hi; lo < n; lo = hi) {
        for (hi = lo + 1; hi < n && v[hi].file == v[lo].file;)
            hi++;
        cross_file(s, &x, v + lo, hi - lo);
    }
    free(x.v);
}
