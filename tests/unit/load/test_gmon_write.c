/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon/write, gmon_unite: what is written is read back, whatever the layout, width and
 * byte order, and however large; united records say what the single ones said. */
#include <errno.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/gmon/add.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/write.h"
#include "tests/support/profile_builder.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static const char path[] = "written";

/* Write c and read it again. */
static struct profile *there_and_back(const struct gmon_content *c)
{
    struct gmon_options o = {0};
    struct profile *p = made_blank(c->addr_bytes, c->big_endian);
    assert_true(gmon_write(c, path, no_err()));
    assert_true(gmon_read(p, path, &o, no_err()));
    return p;
}

static void expect_hists(const struct profile *p, const struct gmon_content *c, uint32_t n)
{
    assert_int_equal(p->n_hists, n);
    for (uint32_t i = 0; i < n; i++) {
        assert_int_equal(p->hists[i].lo, c->hists[i].lo);
        assert_int_equal(p->hists[i].hi, c->hists[i].hi);
        assert_int_equal(p->hists[i].n_bins, c->hists[i].n_bins);
        for (uint32_t k = 0; k < c->hists[i].n_bins; k++)
            assert_int_equal(histogram_ticks(&p->hists[i], k), c->hists[i].bins[k]);
    }
    assert_int_equal(p->rate_hz, c->rate_hz);
}

/* Sum of the counts of one arc, and of one block. */
static uint64_t arc_count(const struct profile *p, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n_arcs; i++)
        sum += p->arcs[i].from == from && p->arcs[i].to == to ? p->arcs[i].count : 0;
    return sum;
}

static uint64_t block_count(const struct profile *p, uint64_t addr)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n_blocks; i++)
        sum += p->blocks[i].addr == addr ? p->blocks[i].count : 0;
    return sum;
}

static uint64_t bins[2][4] = {{1, 2, 3, 65535}, {65535, 0, 5, 6}};
static const struct histogram hists[] = {
    {.lo = 0x1000, .hi = 0x1010, .bins = bins[0], .n_bins = 4},
    {.lo = 0x1010, .hi = 0x1020, .bins = bins[1], .n_bins = 4},
};
static const struct raw_arc arcs[] = {{0x1000, 0x1008, 7}, {0x1009, 0x1018, UINT32_MAX}, {1, 2, 0}};
static const struct raw_block blocks[] = {{0x1000, 9}, {0x1008, 0}};

static struct gmon_content content(enum gmon_layout layout, bool big_endian, unsigned addr_bytes)
{
    return (struct gmon_content){.layout = layout,
                                 .big_endian = big_endian,
                                 .addr_bytes = addr_bytes,
                                 .long_bytes = addr_bytes,
                                 .hists = hists,
                                 .n_hists = ARRAY_LEN(hists),
                                 .rate_hz = layout == GMON_BSD ? 100 : 250,
                                 .dimension = "fifteen letters",
                                 .abbrev = 'f',
                                 .arcs = arcs,
                                 .n_arcs = ARRAY_LEN(arcs),
                                 .has_blocks = true,
                                 .blocks = blocks,
                                 .n_blocks = ARRAY_LEN(blocks)};
}

static void check_kind(enum gmon_layout layout, bool big_endian, unsigned addr_bytes)
{
    const struct gmon_content c = content(layout, big_endian, addr_bytes);
    struct profile *p = there_and_back(&c);
    bool magic = layout == GMON_MAGIC;
    expect_hists(p, &c, magic ? 2 : 1);
    assert_int_equal(p->files[0].layout, layout);
    assert_int_equal(p->n_arcs, ARRAY_LEN(arcs));
    assert_memory_equal(p->arcs, arcs, sizeof arcs);
    assert_int_equal(p->n_blocks, magic ? ARRAY_LEN(blocks) : 0);
    assert_int_equal(p->has_blocks, magic);
    if (magic) {
        assert_memory_equal(p->blocks, blocks, sizeof blocks);
        assert_string_equal(p->dimension, c.dimension);
        assert_int_equal(p->abbrev, c.abbrev);
    }
    profile_free(p);
}

TEST(every_kind)
{
    const enum gmon_layout layouts[] = {GMON_MAGIC, GMON_BSD, GMON_BSD44};
    for (size_t i = 0; i < ARRAY_LEN(layouts); i++)
        for (unsigned k = 0; k < 4; k++)
            check_kind(layouts[i], k & 1, k & 2 ? 4 : 8);
}

/* Whoever takes all eight bytes for the count reads the same, as padding is zero. */
TEST(counts_of_windows)
{
    static const struct raw_arc large[] = {{0x1000, 0x1008, 7},
                                           {0x1009, 0x1018, UINT64_C(0x100000001)}};
    struct gmon_content c = content(GMON_BSD44, false, 8);
    c.long_bytes = 4;
    c.arcs = large;
    c.n_arcs = ARRAY_LEN(large);
    struct profile *p = there_and_back(&c);
    assert_int_equal(p->n_arcs, 3);
    assert_int_equal(p->arcs[0].count, 7);
    assert_int_equal(p->arcs[1].count, UINT32_MAX);
    assert_int_equal(p->arcs[2].count, 2);
    profile_free(p);
}

TEST(what_does_not_fit_continues)
{
    uint64_t wide[] = {0, 65535, 65536, 3 * 65535 + 1};
    const struct histogram h = {.lo = 0x1000, .hi = 0x1010, .bins = wide, .n_bins = 4};
    const struct raw_arc a[] = {{1, 2, UINT64_C(1) << 32}, {1, 3, 5}, {2, 1, UINT64_C(1) << 40}};
    const struct raw_block b[] = {{5, UINT64_C(3) << 32}, {6, 1}};
    struct gmon_content c = content(GMON_MAGIC, false, 4);
    c.hists = &h;
    c.n_hists = 1;
    c.arcs = a;
    c.blocks = b;
    struct profile *p = there_and_back(&c);
    expect_hists(p, &c, 1);
    assert_int_equal(p->files[0].n_histograms, 4);
    assert_int_equal(p->n_arcs, 2 + 1 + 257);
    for (size_t i = 0; i < ARRAY_LEN(a); i++)
        assert_int_equal(arc_count(p, a[i].from, a[i].to), a[i].count);
    assert_int_equal(block_count(p, 5), b[0].count);
    assert_int_equal(block_count(p, 6), 1);
    profile_free(p);
    c.strict = true;
    p = there_and_back(&c);
    assert_int_equal(p->files[0].n_histograms, 1);
    assert_int_equal(histogram_ticks(&p->hists[0], 3), (3 * 65535 + 1) % 65536);
    assert_int_equal(arc_count(p, 1, 2), 0);
    assert_int_equal(p->n_arcs, 3);
    profile_free(p);
}

static void expect_refusal(const struct gmon_content *c, const char *to, enum err_code code)
{
    struct err e = ERR_INIT;
    unlink(path);
    assert_false(gmon_write(c, to, &e));
    assert_int_equal(e.code, code);
    assert_int_equal(access(path, F_OK), -1);
}

TEST(what_cannot_be_written)
{
    uint64_t wide[] = {0, 0, 65536, 0};
    const struct histogram h = {.lo = 0x1000, .hi = 0x1010, .bins = wide, .n_bins = 4};
    const struct raw_arc endless = {1, 2, UINT64_MAX};
    struct gmon_content c = content(GMON_BSD, false, 8);
    c.hists = &h;
    expect_refusal(&c, path, ERR_LIMIT);
    c = content(GMON_MAGIC, false, 8);
    expect_refusal(&c, "nowhere/written", ERR_WRITE);
    c.arcs = &endless;
    c.n_arcs = 1;
    expect_refusal(&c, path, ERR_LIMIT);
    c.layout = GMON_BSD44; /* has room for it */
    struct profile *p = there_and_back(&c);
    assert_int_equal(arc_count(p, 1, 2), UINT64_MAX);
    profile_free(p);
}

/* --- uniting -----------------------------------------------------------------------------------*/

enum { MANY = 100000, THINGS = 1000 };

static void fill_many(struct profile *p)
{
    p->arcs = mem_array(MANY, sizeof *p->arcs);
    p->blocks = mem_array(MANY, sizeof *p->blocks);
    p->n_arcs = p->n_blocks = MANY;
    for (uint64_t i = 0; i < MANY; i++) {
        uint64_t k = i * 7919 % THINGS; /* things appear in this order: 0, 919, 838, ... */
        p->arcs[i] = (struct raw_arc){k / 10, k % 10, i};
        p->blocks[i] = (struct raw_block){UINT64_MAX - k, 1};
    }
}

TEST(united_where_the_first_was)
{
    struct profile *p = made_blank(8, false);
    fill_many(p);
    uint64_t last = arc_count(p, 99, 9);
    gmon_unite(p);
    assert_int_equal(p->n_arcs, THINGS);
    assert_int_equal(p->n_blocks, THINGS);
    for (uint64_t i = 0; i < THINGS; i++) {
        uint64_t k = i * 7919 % THINGS;
        assert_int_equal(p->arcs[i].from, k / 10);
        assert_int_equal(p->arcs[i].to, k % 10);
        assert_int_equal(p->blocks[i].addr, UINT64_MAX - k);
        assert_int_equal(p->blocks[i].count, MANY / THINGS);
    }
    assert_int_equal(arc_count(p, 99, 9), last);
    gmon_unite(p); /* nothing to do */
    assert_int_equal(p->n_arcs, THINGS);
    profile_free(p);
}

TEST(added_along)
{
    static const uint64_t old[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const uint64_t new[] = {1, 3, 2, 20, 11, 12, 12, 12};
    static const uint64_t left[] = {2, 20, 12, 12}; /* out of order, unknown, after the end */
    struct profile *p = made_blank(8, false);
    p->arcs = mem_array(32, sizeof *p->arcs);
    for (size_t i = 0; i < ARRAY_LEN(old); i++)
        p->arcs[p->n_arcs++] = (struct raw_arc){1, old[i], 100};
    for (size_t i = 0; i < ARRAY_LEN(new); i++)
        p->arcs[p->n_arcs++] = (struct raw_arc){1, new[i], 1};
    gmon_unite_new(p, ARRAY_LEN(old), 0);
    assert_int_equal(p->n_arcs, ARRAY_LEN(old) + ARRAY_LEN(left));
    for (size_t i = 0; i < ARRAY_LEN(left); i++)
        assert_int_equal(p->arcs[ARRAY_LEN(old) + i].to, left[i]);
    assert_int_equal(p->arcs[0].count, 101);
    assert_int_equal(p->arcs[1].count, 100);
    assert_int_equal(p->arcs[2].count, 101);
    assert_int_equal(p->arcs[10].count, 101);
    assert_int_equal(p->arcs[11].count, 101);
    profile_free(p);
}

ALL_TESTS(scratch_enter, scratch_leave);
