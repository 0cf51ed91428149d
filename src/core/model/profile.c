/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/profile.h"

#include <string.h>

#include "core/base/search.h"
#include "core/model/runs.h"

struct profile *profile_new(struct image *im)
{
    struct profile *p = arena_object(sizeof *p);
    p->image = im;
    memcpy(p->dimension, "seconds", sizeof "seconds");
    p->abbrev = 's';
    return p;
}

static void free_histograms(struct histogram *h, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        free(h[i].bins);
        free(h[i].record);
    }
    free(h);
}

void profile_free(struct profile *p)
{
    if (!p)
        return;
    free_histograms(p->hists, p->n_hists);
    free_histograms(p->waits, p->n_waits);
    for (unsigned k = 0; k < 32; k++) {
        free(p->ranges.full[k]);
        free(p->ranges.empty[k]);
    }
    free(p->arcs);
    free(p->blocks);
    image_free(p->image);
    profile_runs_free(p->runs);
    profile_runs_free(p->processes);
    free(p->shown_runs);
    for (uint32_t i = 0; i < p->n_files; i++)
        free(p->files[i].phases);
    free(p->files);
    arena_object_free(p);
}

void profile_drop_arcs(struct profile *p)
{
    free(p->arcs);
    p->arcs = NULL;
    p->n_arcs = 0;
}

struct library *profile_find_library(const struct profile *p, const char *loaded,
                                     const char *build_id)
{
    for (size_t i = 0; i < p->n_joined; i++) {
        struct library *l = &p->libraries[i];
        if (l->loaded && strcmp(l->loaded, loaded) == 0 &&
            strcmp(l->build_id ? l->build_id : "", build_id ? build_id : "") == 0)
            return l;
    }
    return NULL;
}

const struct library *profile_library(const struct profile *p, uint64_t addr)
{
    size_t n = search_upto(p->libraries, p->n_joined, SEARCH_BY(struct library, lo), addr);
    return n ? &p->libraries[n - 1] : NULL;
}

size_t profile_image(const struct profile *p, uint64_t *addr)
{
    const struct library *l = profile_library(p, *addr);
    if (!l || *addr >= l->hi)
        return 0;
    *addr -= l->shift;
    return 1 + (size_t)(l - p->libraries);
}

uint64_t profile_ticks(const struct profile *p)
{
    uint64_t ticks = 0;
    for (uint32_t i = 0; i < p->n_files; i++)
        ticks += p->files[i].ticks;
    for (size_t i = 0; i < p->n_joined; i++)
        ticks += p->libraries[i].ticks;
    return ticks;
}

/* The bins that lie over [lo, hi). */
static bool hits(const struct profile *p, const struct histogram *h, uint64_t lo, uint64_t hi)
{
    double bytes = 2 * histogram_scale(p, h);
    if (lo >= h->hi || hi <= h->lo || !(bytes > 0))
        return false;
    double first = lo > h->lo ? (double)(lo - h->lo) / bytes : 0;
    double end = (double)(hi - h->lo) / bytes;
    uint32_t i = first < h->n_bins ? histogram_next(h, (uint32_t)first) : h->n_bins;
    return i < h->n_bins && i < end;
}

bool profile_hits_stubs(const struct profile *p)
{
    enum { STUB_BYTES = 16 };
    const struct image *im = p->image;
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        uint64_t lo = im->symbols[i].addr;
        for (uint32_t k = 0; im->symbols[i].flags & SYM_STUB && k < p->n_hists; k++)
            if (lo <= UINT64_MAX - STUB_BYTES && hits(p, &p->hists[k], lo, lo + STUB_BYTES))
                return true;
    }
    return false;
}

uint32_t histogram_next(const struct histogram *h, uint32_t i)
{
    for (uint64_t k = i; !h->bins && k < h->n_bins; k += BIN_GROUP - k % BIN_GROUP) {
        const uint32_t some = h->record[k / BIN_GROUP].some >> k % BIN_GROUP;
        if (some)
            return (uint32_t)k + (unsigned)__builtin_ctz(some);
    }
    while (h->bins && i < h->n_bins && !h->bins[i])
        i++;
    return h->bins ? i : h->n_bins;
}

void histogram_widen(struct histogram *h)
{
    uint64_t *bins = h->bins ? h->bins : mem_array_raw(h->n_bins, sizeof *bins);
    for (uint32_t i = 0; !h->bins && i < h->n_bins; i++)
        bins[i] = histogram_ticks(h, i);
    free(h->record);
    h->record = NULL;
    h->bins = bins;
}

uint64_t profile_tick_hz(const struct profile *p)
{
    uint64_t hz = 0;
    for (uint32_t i = 0; i < p->n_files; i++)
        if (p->files[i].run.tick_hz > hz)
            hz = p->files[i].run.tick_hz;
    return hz;
}
