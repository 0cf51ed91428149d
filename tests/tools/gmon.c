/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gmon.h"

#include <string.h>

void gmon_init(struct gmon *g, enum gmon_layout layout, bool wide, bool big)
{
    *g = (struct gmon){.layout = layout, .word = wide ? 8 : 4, .rate = 100, .abbreviation = 's'};
    g->out.big = big;
    memcpy(g->dimension, "seconds", 7);
}

void gmon_header(struct gmon *g, uint32_t version)
{
    bytes_add(&g->out, "gmon", 4);
    bytes_number(&g->out, version, 4);
    bytes_fill(&g->out, 0, 12);
}

/* `said` counts bins here, and the old headers count bytes: header and bins. */
static void old_header(struct gmon *g, const struct gmon_histogram *h)
{
    unsigned head = 2 * g->word + 4;
    bool tagged = g->layout != GMON_BSD;
    head = tagged ? head + 20 : head;
    bytes_number(&g->out, h->lo, g->word);
    bytes_number(&g->out, h->hi, g->word);
    bytes_number(&g->out, head + 2 * h->said, 4);
    if (tagged) {
        bytes_number(&g->out, 0x00051879, 4);
        bytes_number(&g->out, g->rate, 4);
        bytes_fill(&g->out, 0, 12);
    }
}

static void magic_header(struct gmon *g, const struct gmon_histogram *h)
{
    bytes_number(&g->out, 0, 1);
    bytes_number(&g->out, h->lo, g->word);
    bytes_number(&g->out, h->hi, g->word);
    bytes_number(&g->out, h->said, 4);
    bytes_number(&g->out, g->rate, 4);
    bytes_add(&g->out, g->dimension, sizeof g->dimension);
    bytes_add(&g->out, &g->abbreviation, 1);
}

void gmon_histogram(struct gmon *g, const struct gmon_histogram *h)
{
    if (g->layout == GMON_MAGIC)
        magic_header(g, h);
    else
        old_header(g, h);
    for (size_t i = 0; i < h->n; i++)
        bytes_number(&g->out, h->bins[i], 2);
}

void gmon_arc(struct gmon *g, uint64_t from, uint64_t to, uint64_t count)
{
    if (g->layout == GMON_MAGIC)
        bytes_number(&g->out, 1, 1);
    bytes_number(&g->out, from, g->word);
    bytes_number(&g->out, to, g->word);
    if (g->layout == GMON_MINGW) {
        bytes_number(&g->out, count, 4);
        bytes_number(&g->out, chance_next(&g->noise) & (((uint64_t)1 << g->noise_bits) - 1),
                     g->word - 4);
        return;
    }
    bytes_number(&g->out, count, g->layout == GMON_MAGIC ? 4 : g->word);
}

void gmon_blocks(struct gmon *g, const uint64_t *pairs, size_t n, uint64_t said)
{
    bytes_number(&g->out, 2, 1);
    bytes_number(&g->out, said, 4);
    for (size_t i = 0; i < 2 * n; i++)
        bytes_number(&g->out, pairs[i], g->word);
}
