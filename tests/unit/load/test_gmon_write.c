/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon/write, gmon_unite: what cannot be written is not; united records say what the single
 * ones said. What is written is held against gprof by diff/run_sum. */
#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/gmon/add.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/write.h"
#include "tests/support/profile_builder.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static const char path[] = "written";

/* Sum of the counts of one arc. */
static uint64_t arc_count(const struct profile *p, uint64_t from, uint64_t to)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n_arcs; i++)
        sum += p->arcs[i].from == from && p->arcs[i].to == to ? p->arcs[i].count : 0;
    return sum;
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
    struct gmon_content c = {.layout = GMON_BSD,
                             .addr_bytes = 8,
                             .long_bytes = 8,
                             .hists = &h,
                             .n_hists = 1,
                             .rate_hz = 100,
                             .dimension = "seconds",
                             .abbrev = 's'};
    const struct gmon_options options = {0};
    struct profile *p = made_blank(8, false);
    expect_refusal(&c, path, ERR_LIMIT);
    c.layout = GMON_MAGIC;
    expect_refusal(&c, "nowhere/written", ERR_WRITE);
    c.arcs = &endless;
    c.n_arcs = 1;
    expect_refusal(&c, path, ERR_LIMIT);
    c.layout = GMON_BSD44; /* has room for the arc */
    wide[2]--;
    assert_true(gmon_write(&c, path, no_err()) && gmon_read(p, path, &options, no_err()));
    assert_int_equal(arc_count(p, 1, 2), UINT64_MAX);
    profile_free(p);
    struct raw_block many = {.count = (UINT64_C(1) << 16) * UINT32_MAX};
    c = (struct gmon_content){.addr_bytes = 4, .has_blocks = true, .blocks = &many, .n_blocks = 1};
    assert_true(gmon_write(&c, path, no_err()));
    many.count++;
    expect_refusal(&c, path, ERR_LIMIT);
}

static bool stop_there(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    return strcmp(phase, "profile data") != 0;
}

TEST(reading_can_be_broken_off)
{
    static const struct raw_arc arcs[1 << 17];
    const struct histogram none = {.lo = 0x1000, .hi = 0x1000};
    const struct progress progress = {.step = stop_there};
    const struct gmon_options options = {.progress = &progress};
    for (int layout = GMON_MAGIC; layout <= GMON_BSD44; layout++) {
        const struct gmon_content c = {
            layout,       .addr_bytes = 8,          .long_bytes = 8,        .hists = &none,
            .n_hists = 1, .rate_hz = 100,           .dimension = "seconds", .abbrev = 's',
            .arcs = arcs, .n_arcs = ARRAY_LEN(arcs)};
        struct profile *p = made_blank(8, false);
        struct err e = ERR_INIT;
        assert_true(gmon_write(&c, path, no_err()) && !gmon_read(p, path, &options, &e));
        assert_int_equal(e.code, ERR_CANCELLED);
        profile_free(p);
    }
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
