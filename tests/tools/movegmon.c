/* SPDX-License-Identifier: GPL-3.0-or-later */
/* movegmon IN OUT 32|64 le|be DISTANCE [magic|bsd|4.4bsd]: a profile as a runtime writes it that
 * does not take off where the program was loaded: DISTANCE is added to all addresses. With a layout
 * the profile also changes to that one. Trusts its input. */
#include "gmon.h"

#include <stdlib.h>
#include <string.h>

struct mover {
    const unsigned char *p, *end;
    uint64_t distance;
    bool big, old; /* old: the input has a layout of BSD */
    struct gmon to;
};

static uint64_t take(struct mover *m, unsigned width)
{
    if ((size_t)(m->end - m->p) < width)
        fail("movegmon: the profile ends too early");
    m->p += width;
    return number_at(m->p - width, width, m->big);
}

static uint64_t take_address(struct mover *m)
{
    return take(m, m->to.word) + m->distance;
}

static void move_bins(struct mover *m, struct gmon_histogram *h)
{
    uint16_t *bins = calloc(h->said + 1, sizeof *bins);
    if (!bins)
        fail("movegmon: no memory");
    for (h->n = 0; h->n < h->said; h->n++)
        bins[h->n] = (uint16_t)take(m, 2);
    h->bins = bins;
    gmon_histogram(&m->to, h);
    free(bins);
}

static void move_histogram(struct mover *m)
{
    struct gmon_histogram h = {.lo = take_address(m)};
    h.hi = take_address(m);
    h.said = take(m, 4);
    m->to.rate = (uint32_t)take(m, 4);
    memcpy(m->to.dimension, m->p, sizeof m->to.dimension);
    m->p += sizeof m->to.dimension;
    m->to.abbreviation = (char)take(m, 1);
    move_bins(m, &h);
}

static void move_arc(struct mover *m)
{
    uint64_t from = take_address(m), to = take_address(m);
    gmon_arc(&m->to, from, to, take(m, m->old ? m->to.word : 4));
}

static void move_blocks(struct mover *m)
{
    size_t n = (size_t)take(m, 4);
    uint64_t *pairs = calloc(2 * n + 1, sizeof *pairs);
    if (!pairs)
        fail("movegmon: no memory");
    for (size_t i = 0; i < n; i++) {
        pairs[2 * i] = take_address(m);
        pairs[2 * i + 1] = take(m, m->to.word);
    }
    gmon_blocks(&m->to, pairs, n, n);
    free(pairs);
}

static void move_magic(struct mover *m)
{
    m->p += 4;
    uint32_t version = (uint32_t)take(m, 4);
    m->p += 12;
    if (m->to.layout == GMON_MAGIC)
        gmon_header(&m->to, version);
    while (m->p < m->end) {
        uint64_t tag = take(m, 1);
        if (tag > 2)
            fail("movegmon: a record of an unknown kind");
        (tag == 0 ? move_histogram : tag == 1 ? move_arc : move_blocks)(m);
    }
}

static void move_bsd(struct mover *m)
{
    struct gmon_histogram h = {.lo = take_address(m)};
    h.hi = take_address(m);
    uint64_t bytes = take(m, 4), head = 2 * m->to.word + 4;
    if (number_at(m->p, 4, m->big) == 0x00051879) {
        take(m, 4);
        m->to.rate = (uint32_t)take(m, 4);
        m->p += 12;
        head += 20;
    }
    h.said = (bytes - head) / 2;
    if (m->to.layout == GMON_MAGIC)
        gmon_header(&m->to, 1);
    move_bins(m, &h);
    while ((size_t)(m->end - m->p) >= 3 * m->to.word)
        move_arc(m);
}

static enum gmon_layout layout_of(const char *name)
{
    if (strcmp(name, "magic") == 0)
        return GMON_MAGIC;
    return strcmp(name, "bsd") == 0 ? GMON_BSD : GMON_44BSD;
}

int main(int argc, char **argv)
{
    struct mover m = {0};
    size_t n = 0;
    if (argc != 6 && argc != 7)
        fail("usage: movegmon IN OUT 32|64 le|be DISTANCE [LAYOUT]");
    char *in = file_read(argv[1], &n);
    if (!in || n < 20)
        fail("movegmon: %s is no profile", argv[1]);
    m.p = (unsigned char *)in;
    m.end = m.p + n;
    m.big = strcmp(argv[4], "be") == 0;
    m.distance = strtoull(argv[5], NULL, 0);
    m.old = memcmp(in, "gmon", 4) != 0;
    gmon_init(&m.to,
              argc == 7 ? layout_of(argv[6])
              : m.old   ? GMON_44BSD
                        : GMON_MAGIC,
              strcmp(argv[3], "64") == 0, m.big);
    (m.old ? move_bsd : move_magic)(&m);
    file_write(argv[2], m.to.out.p, m.to.out.n);
    bytes_release(&m.to.out);
    free(in);
    return 0;
}
