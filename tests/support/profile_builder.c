/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/profile_builder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

#include "tests/support/require.h"

enum { BINS_EACH = 4 };

void made_init(struct made *m, uint64_t lo, uint64_t hi)
{
    made_release(m);
    mem_grow(&m->symbols, &m->symbols_cap, 1, sizeof *m->symbols);
    mem_grow(&m->arcs, &m->arcs_cap, 1, sizeof *m->arcs);
    m->image = (struct image){
        .machine = 62, .addr_bytes = 8, .text_lo = lo, .text_hi = hi, .symbols = m->symbols};
    m->profile = (struct profile){.image = &m->image,
                                  .hists = m->hists,
                                  .dimension = "seconds",
                                  .abbrev = 's',
                                  .arcs = m->arcs,
                                  .files = &m->file,
                                  .n_files = 1};
}

void made_release(struct made *m)
{
    for (uint32_t i = 0; i < MADE_HISTS; i++)
        free(m->bins[i]);
    free(m->symbols);
    free(m->arcs);
    text_release(&m->names);
    memset(m, 0, sizeof *m);
}

void made_symbol(struct made *m, const char *name, uint64_t addr, uint32_t flags)
{
    struct image *im = &m->image;
    mem_grow(&m->symbols, &m->symbols_cap, im->n_symbols + 1, sizeof *m->symbols);
    m->symbols[im->n_symbols++] = (struct raw_symbol){addr, (uint32_t)m->names.n, flags};
    text_add(&m->names, name, strlen(name) + 1);
    require(!m->names.failed);
    im->symbols = m->symbols;
    im->names = m->names.p;
    im->n_name_bytes = m->names.n;
}

uint64_t *made_histogram(struct made *m, uint64_t lo, uint64_t hi, uint32_t n)
{
    uint32_t i = m->profile.n_hists++;
    require(i < MADE_HISTS);
    m->bins[i] = mem_array(n, sizeof *m->bins[i]);
    m->hists[i] = (struct histogram){.lo = lo, .hi = hi, .bins = m->bins[i], .n_bins = n};
    m->profile.scale = (double)(hi - lo) / 2 / n;
    m->profile.rate_hz = m->file.rate_hz = 100;
    m->profile.has_histogram = true;
    m->file.n_histograms++;
    return m->bins[i];
}

void made_arc(struct made *m, uint64_t from, uint64_t to, uint64_t count)
{
    struct profile *p = &m->profile;
    mem_grow(&m->arcs, &m->arcs_cap, p->n_arcs + 1, sizeof *m->arcs);
    m->arcs[p->n_arcs++] = (struct raw_arc){from, to, count};
    p->arcs = m->arcs;
    p->has_arcs = true;
    m->file.n_arcs++;
}

void made_functions(struct made *m, const char *const *names, uint32_t n)
{
    made_init(m, MADE_LO, made_addr(n));
    for (uint32_t i = 0; i < n; i++)
        made_symbol(m, names[i], made_addr(i), SYM_FUNC);
}

uint64_t *made_ticks(struct made *m, const uint64_t *ticks)
{
    uint32_t n = m->image.n_symbols;
    uint64_t *bins = made_histogram(m, MADE_LO, made_addr(n), n * BINS_EACH);
    for (uint32_t i = 0; ticks && i < n; i++) {
        bins[i * BINS_EACH] = ticks[i];
        m->file.ticks += ticks[i];
    }
    return bins;
}

void made_call(struct made *m, uint32_t from, uint32_t to, uint64_t count)
{
    made_arc(m, made_addr(from) + 2, made_addr(to), count);
}

void made_random(struct made *m, uint32_t n, uint32_t n_arcs, uint64_t *chance)
{
    require(n <= MADE_SYMBOLS && n_arcs <= MADE_ARCS);
    made_init(m, MADE_LO, made_addr(n));
    for (uint32_t i = 0; i < n; i++) {
        struct text name = {0};
        text_printf(&name, "%sf%u", made_below(chance, 5) ? "" : "_", (unsigned)i);
        made_symbol(m, text_z(&name), made_addr(i), SYM_FUNC);
        text_release(&name);
    }
    uint64_t *bins = made_ticks(m, NULL);

    for (uint32_t i = 0; i < n * BINS_EACH; i++)
        bins[i] = made_below(chance, 3) ? 0 : made_below(chance, 20);
    for (uint32_t i = 0; i < n_arcs; i++)
        made_arc(m, MADE_LO + made_below(chance, n * MADE_BYTES), made_addr(made_below(chance, n)),
                 made_below(chance, 9));
}

static void *copy_of(const void *p, size_t n, size_t size)
{
    void *q = mem_array(n, size);
    memcpy(q, p, n * size);
    return q;
}

struct profile *made_take(struct made *m, const char *image, const char *file)
{
    struct profile *p = profile_new(NULL);
    m->profile.memory = p->memory;
    *p = m->profile;
    p->image = copy_of(&m->image, 1, sizeof *p->image);
    p->hists = copy_of(m->hists, p->n_hists, sizeof *p->hists);
    p->files = copy_of(&m->file, 1, sizeof *p->files);
    p->image->path = mem_text(image, strlen(image));
    p->files->path = arena_text(&p->memory, file, strlen(file));
    memset(m, 0, sizeof *m);
    return p;
}

struct profile *made_blank(unsigned addr_bytes, bool big_endian)
{
    struct image *im = mem_array(1, sizeof *im);
    im->addr_bytes = (uint8_t)addr_bytes;
    im->big_endian = big_endian;
    im->path = mem_text("", 0);
    im->names = mem_text("", 0);
    im->n_name_bytes = 1;
    return profile_new(im);
}

static uint64_t step(uint64_t *chance)
{
    return *chance = *chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
}

uint32_t made_below(uint64_t *chance, uint32_t n)
{
    return (uint32_t)(step(chance) >> 33) % n;
}

uint64_t made_bits(uint64_t *chance)
{
    uint64_t high = step(chance) >> 32;
    return high << 32 | step(chance) >> 32;
}

double made_part(uint64_t *chance)
{
    return ((double)(made_bits(chance) >> 11) + 0.5) / 9007199254740992.0;
}

double made_normal(uint64_t *chance)
{
    double r = sqrt(-2 * log(made_part(chance)));
    return r * cos(2 * 3.14159265358979323846 * made_part(chance));
}

struct analysis *made_analysis(const struct made *m, const struct filter *filters, size_t n)
{
    const struct settings s = {.filters = filters, .n_filters = n};
    struct err e = {0};
    struct analysis *a = analysis_new(&m->profile, &s, NULL, NULL, NULL, &e);
    require(a);
    return a;
}
