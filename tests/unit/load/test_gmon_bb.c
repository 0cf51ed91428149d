/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon/bb: texts with counts of basic blocks: what is taken for one, what is read, and where
 * damage is found. */
#include "core/base/mem.h"
#include "core/load/gmon/reader.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

#define START                 "Basic block profiling finished on Tue Nov  7 10:00:00 1995\n\n"
#define BLOCK(n, count, addr) "    Block #" n ": executed " count " time(s) address= " addr "\n"

/* Read a text; a copy of its size lets a sanitizer see its end. */
static bool read_text(struct profile *p, const char *text, size_t n, struct err *e)
{
    struct gmon_options o = {0};
    uint8_t *copy = mem_array_raw(n, 1);
    memcpy(copy, text, n);
    err_clear(e);
    bool ok = gmon_read_bytes(p, "bb.out", copy, n, &o, e);
    free(copy);
    return ok;
}

static void expect_line(const char *text, uint8_t addr_bytes, int64_t line)
{
    struct profile *p = made_blank(addr_bytes, false);
    struct err e;
    assert_false(read_text(p, text, strlen(text), &e));
    assert_int_equal(e.code, ERR_GMON_LINE);
    assert_int_equal(e.n, line);
    assert_string_equal(e.file, "bb.out");
    assert_int_equal(p->n_files, 0);
    profile_free(p);
}

static void expect_block(const struct profile *p, size_t i, uint64_t addr, uint64_t count)
{
    assert_true(i < p->n_blocks);
    assert_int_equal(p->blocks[i].addr, addr);
    assert_int_equal(p->blocks[i].count, count);
}

static const char whole[] = START
    "File /src/a,b.c, 3 basic blocks \n\n"
    "    Block #1: executed          7 time(s) address= 0x00401000 function= f line=  3 file= a.c\n"
    "    Block #2: executed         12 time(s) address= 0x00401005 function= f line= 13 file= a.c\n"
    "    Block #3: executed 4294967296 time(s) address= 0x0040102f function= operator, (Block #9)\n"
    "\n"
    "File none.c, 0 basic blocks \n\n\n\n" START
    "File b.c, 1 basic blocks\r\n" BLOCK("1", "99", "0XABCDEF");

TEST(blocks_of_all_runs)
{
    struct profile *p = made_blank(8, false);
    struct err e;
    assert_false(read_text(p, whole, strlen(whole), &e)); /* 0X is not what was written */
    assert_int_equal(e.n, 16);
    profile_free(p);
    p = made_blank(8, false);
    char *lower = mem_text(whole, strlen(whole));
    memcpy(strstr(lower, "0XABC"), "0xabc", 5);
    if (!read_text(p, lower, strlen(lower), &e))
        fail_msg("line %d: %s", (int)e.n, e.what);
    free(lower);
    assert_int_equal(p->n_blocks, 4);
    expect_block(p, 0, 0x401000, 7);
    expect_block(p, 1, 0x401005, 12);
    expect_block(p, 2, 0x40102f, UINT64_C(1) << 32);
    expect_block(p, 3, 0xabcDEF, 99);
    assert_true(p->has_blocks && !p->has_histogram && !p->has_arcs);
    assert_int_equal(p->n_files, 1);
    assert_int_equal(p->files[0].n_block_records, 3);
    assert_int_equal(p->files[0].version, 1);
    profile_free(p);
}

TEST(counters_that_ran_over)
{
    static const char text[] = "File b.c, 1 basic blocks\n" BLOCK("1", "-1", "0x10");
    const struct {
        uint8_t addr_bytes;
        uint64_t count;
    } cases[] = {{4, UINT32_MAX}, {8, UINT64_MAX}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct profile *p = made_blank(cases[i].addr_bytes, false);
        struct err e;
        assert_true(read_text(p, text, strlen(text), &e));
        expect_block(p, 0, 0x10, cases[i].count);
        profile_free(p);
    }
}

TEST(damage_has_a_line)
{
    expect_line(START "File a.c, 2 basic blocks\n" BLOCK("1", "1", "0x1"), 8, 4);
    expect_line(START "File a.c, 2 basic blocks\n" BLOCK("1", "1", "0x1") START, 8, 5);
    expect_line("File a.c, 0 basic blocks\n" BLOCK("1", "1", "0x1"), 8, 2);
    expect_line("File a.c, 1 basic blocks\n" BLOCK("1", "x", "0x1"), 8, 2);
    expect_line("File a.c, 1 basic blocks\n" BLOCK("1", "1", "zz"), 8, 2);
    expect_line("File a.c, 1 basic blocks\n" BLOCK("1", "1", "0x100000000"), 4, 2);
    expect_line("File a.c, 1 basic blocks\n" BLOCK("1", "4294967296", "0x1"), 4, 2);
    expect_line("File a.c, 1 basic blocks\n" BLOCK("1", "18446744073709551616", "0x1"), 8, 2);
    expect_line("File a.c, 1 basic blocks\n" BLOCK("1", "1", "0x10000000000000000"), 8, 2);
    expect_line("File a.c, 1 basic blocks\n    Block #1: executed 1 time(s)\n", 8, 2);
    expect_line("File a.c, 1 basic blocks\n    Block #1: executed 1 time(s) address= 0x1", 8, 2);
    expect_line(START "\n\nanything else\n", 8, 5);
}

TEST(any_cut_is_noticed)
{
    static const char text[] =
        "File a.c, 2 basic blocks\n" BLOCK("1", "11", "0x11") BLOCK("2", "12", "0x12");
    for (size_t n = 25; n < strlen(text); n++) {
        struct profile *p = made_blank(8, false);
        struct err e;
        assert_false(read_text(p, text, n, &e));
        assert_int_equal(e.code, ERR_GMON_LINE);
        profile_free(p);
    }
}

static bool is_bb(const char *text)
{
    const struct cursor c = {.p = (const uint8_t *)text, .n = strlen(text)};
    return gmon_is_bb(&c);
}

TEST(what_is_taken_for_one)
{
    assert_true(is_bb(START));
    assert_true(is_bb("\n\n" START));
    assert_true(is_bb("File a.c, 12 basic blocks \n"));
    assert_false(is_bb(""));
    assert_false(is_bb("\n\n\n"));
    assert_false(is_bb("File a.c, 12 blocks of flats and more \n"));
    assert_false(is_bb("gmon, a text that is none\n" START));
}
