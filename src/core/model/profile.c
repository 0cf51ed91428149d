/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/profile.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/search.h"

struct profile *profile_new(struct image *im)
{
    struct profile *p = mem_array(1, sizeof *p);
    if (!p) {
        image_free(im);
        return NULL;
    }
    p->image = im;
    memcpy(p->dimension, "seconds", sizeof "seconds");
    p->abbrev = 's';
    return p;
}

void profile_free(struct profile *p)
{
    if (!p)
        return;
    image_free(p->image);
    for (uint32_t i = 0; i < p->n_hists; i++) {
        free(p->hists[i].bins);
        free(p->hists[i].record);
    }
    for (uint32_t i = 0; i < p->n_files; i++) {
        free(p->files[i].path);
        free(p->files[i].writer);
    }
    for (size_t i = 0; i < p->n_libraries; i++) {
        free(p->libraries[i].path);
        free(p->libraries[i].profile);
    }
    free(p->libraries);
    free(p->hists);
    free(p->arcs);
    free(p->blocks);
    free(p->files);
    free(p);
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

/* Most bins are empty: of those in 16 bits, four are looked at in one go. */
uint32_t histogram_next(const struct histogram *h, uint32_t i)
{
    uint64_t four;
    if (!h->bins)
        for (; i + 4 <= h->n_bins; i += 4) {
            memcpy(&four, h->record + i, sizeof four);
            if (four)
                break;
        }
    while (i < h->n_bins && !histogram_ticks(h, i))
        i++;
    return i;
}

bool histogram_widen(struct histogram *h)
{
    uint64_t *bins = h->bins ? h->bins : mem_array_raw(h->n_bins, sizeof *bins);
    if (!bins)
        return false;
    for (uint32_t i = 0; !h->bins && i < h->n_bins; i++)
        bins[i] = h->record[i];
    free(h->record);
    h->record = NULL;
    h->bins = bins;
    return true;
}
