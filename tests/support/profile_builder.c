/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/profile_builder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void made_init(struct made *m, uint64_t lo, uint64_t hi)
{
    memset(m, 0, sizeof *m);
    m->image = (struct image){.machine = 62,
                              .addr_bytes = 8,
                              .text_lo = lo,
                              .text_hi = hi,
                              .names = m->names,
                              .symbols = m->symbols};
    m->profile = (struct profile){.image = &m->image,
                                  .hists = m->hists,
                                  .dimension = "seconds",
                                  .abbrev = 's',
                                  .arcs = m->arcs,
                                  .files = &m->file,
                                  .n_files = 1};
}

void made_symbol(struct made *m, const char *name, uint64_t addr, uint32_t flags)
{
    size_t n = strlen(name) + 1, at = m->image.n_name_bytes;

    assert_true(m->image.n_symbols < MADE_SYMBOLS && n <= MADE_NAME_BYTES - at);
    memcpy(m->names + at, name, n);
    m->image.n_name_bytes += n;
    m->symbols[m->image.n_symbols++] = (struct raw_symbol){addr, (uint32_t)at, flags};
}

uint64_t *made_histogram(struct made *m, uint64_t lo, uint64_t hi, uint32_t n)
{
    uint32_t i = m->profile.n_hists++;

    assert_true(i < MADE_HISTS && n <= MADE_BINS);
    m->hists[i] = (struct histogram){.lo = lo, .hi = hi, .bins = m->bins[i], .n_bins = n};
    m->profile.scale = (double)(hi - lo) / 2 / n;
    m->profile.rate_hz = m->file.rate_hz = 100;
    m->profile.has_histogram = true;
    m->file.n_histograms++;
    return m->bins[i];
}

void made_arc(struct made *m, uint64_t from, uint64_t to, uint64_t count)
{
    assert_true(m->profile.n_arcs < MADE_ARCS);
    m->arcs[m->profile.n_arcs++] = (struct raw_arc){from, to, count};
    m->profile.has_arcs = true;
    m->file.n_arcs++;
}

void made_random(struct made *m, uint32_t n, uint32_t n_arcs, uint64_t *chance)
{
    enum { BYTES = 16 };
    const uint64_t lo = 0x1000, hi = lo + (uint64_t)n * BYTES;

    made_init(m, lo, hi);
    for (uint32_t i = 0; i < n; i++) {
        char name[16];

        snprintf(name, sizeof name, "%sf%u", made_below(chance, 5) ? "" : "_", (unsigned)i);
        made_symbol(m, name, lo + (uint64_t)i * BYTES, SYM_FUNC);
    }
    uint64_t *bins = made_histogram(m, lo, hi, n * 4);

    for (uint32_t i = 0; i < n * 4; i++)
        bins[i] = made_below(chance, 3) ? 0 : made_below(chance, 20);
    for (uint32_t i = 0; i < n_arcs; i++)
        made_arc(m, lo + made_below(chance, n * BYTES), lo + made_below(chance, n) * BYTES,
                 made_below(chance, 9));
}

struct table *made_table(const struct made *m)
{
    struct table_options all = {0};
    struct err e;

    err_clear(&e);
    struct table *t = table_new(&m->profile, &all, NULL, &e);

    assert_non_null(t);
    return t;
}

uint32_t made_below(uint64_t *chance, uint32_t n)
{
    *chance = *chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*chance >> 33) % n;
}
