/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines: file and line of functions, in small programs of several compilers, versions and
 * forms of debug information. Expected values are those of the installed gprof -C, but where it
 * takes the wrong file of DWARF 5 (fromheader of gcc5 and packed5, generated of clang5split), for
 * which lines_read_split is asked. */
#include "core/load/lines/lines.h"
#include "core/load/lines/lines_each.h"

#include "tests/support/unit.h"

#define FOLDER "tests/fuzz/corpus/lines/"

struct place {
    uint64_t addr;
    const char *file;
    uint32_t line;
};

static const struct place gcc[] = {
    {0x4000e8, "/src/seed.h", 2},
    {0x4000fa, "/src/seed.c", 5},
    {0x400119, "/src/seed.c", 10},
    {0x40013e, "/src/gen/parse.y", 71},
    {0x40014d, "/src/gen/parse.y", 76},
    {0x400119 + 1, "/src/seed.c", 10},
    {0x4000e7, NULL, 0},
    {0x500000, NULL, 0},
    {0, NULL, 0},
    {UINT64_MAX, NULL, 0},
};

static const struct place clang[] = {
    {0x400170, "/src/./seed.h", 2},     {0x400120, "/src/seed.c", 5},
    {0x4000f0, "/src/seed.c", 10},      {0x400140, "/src/gen/parse.y", 71},
    {0x400150, "/src/gen/parse.y", 76}, {0x4000ef, NULL, 0},
};

static const struct place m32[] = {
    {0x8048094, "/src/seed.h", 2},       {0x80480ac, "/src/seed.c", 5},
    {0x80480d3, "/src/seed.c", 10},      {0x8048100, "/src/gen/parse.y", 71},
    {0x8048115, "/src/gen/parse.y", 76}, {0x8048137, NULL, 0},
};

static const struct place stabs[] = {
    {0x4000e8, "seed.h", 2},
    {0x4000fa, "seed.c", 5},
    {0x400119, "seed.c", 10},
    {0x40013e, "gen/parse.y", 71},
};

static void check_file(struct lines *l, const struct place *want)
{
    const char *got = lines_find_file(l, want->addr);
    assert_int_equal(got != NULL, want->file != NULL);
    if (got)
        assert_string_equal(got, want->file);
}

static void check(const char *path, const struct place *places, size_t n)
{
    struct lines *l = lines_new(path), *files = lines_new(path);
    assert_true(l && files);
    lines_read_split(l);
    lines_read_split(files);
    for (size_t i = 0; i < 2 * n; i++) {
        const struct place *want = &places[i < n ? i : 2 * n - 1 - i];
        struct line_pos got = {0};
        if (i % 3 == 0) /* files are asked for before lines, between them, and alone */
            check_file(l, want);
        check_file(files, want);
        bool found = lines_find(l, want->addr, &got);
        if (found != (want->file != NULL))
            fail_msg("%s: 0x%llx: %d", path, (unsigned long long)want->addr, found);
        if (!found)
            continue;
        assert_string_equal(got.file, want->file);
        assert_int_equal(got.line, want->line);
    }
    lines_free(l);
    lines_free(files);
}

TEST(gcc_programs)
{
    check(FOLDER "gcc2", gcc, ARRAY_LEN(gcc));
    check(FOLDER "gcc4", gcc, ARRAY_LEN(gcc));
    check(FOLDER "gcc5", gcc, ARRAY_LEN(gcc));
    check(FOLDER "gcc4split", gcc, ARRAY_LEN(gcc));
    check(FOLDER "m32", m32, ARRAY_LEN(m32));
}

TEST(clang_programs)
{
    check(FOLDER "clang2", clang, ARRAY_LEN(clang));
    check(FOLDER "clang4", clang, ARRAY_LEN(clang));
    check(FOLDER "clang5", clang, ARRAY_LEN(clang));
    check(FOLDER "clang5split", clang, ARRAY_LEN(clang));
}

/* Through libbfd: sections to unpack, and another format. */
TEST(by_libbfd)
{
    check(FOLDER "packed5", gcc, ARRAY_LEN(gcc));
    check(FOLDER "stabs", stabs, ARRAY_LEN(stabs));
}

TEST(nothing_there)
{
    static const struct place none[] = {{0x1000, NULL, 0}, {0, NULL, 0}};
    check("tests/no/such/file", none, ARRAY_LEN(none));
    check("tests", none, ARRAY_LEN(none));
    check("tests/unit/load/test_lines.c", none, ARRAY_LEN(none));
    check("tests/fuzz/corpus/image/be64", none, ARRAY_LEN(none));
}

static bool take_three(void *n, uint64_t addr, const struct line_place *p)
{
    return ++*(unsigned *)n < 3;
}

TEST(walks_stop)
{
    unsigned n = 0;
    struct lines *l = lines_new(FOLDER "gcc4");
    const struct lines_walker walker = {.take = take_three, .ctx = &n};
    assert_false(lines_each(l, 0x4000e8, 0x400160, &walker));
    assert_int_equal(n, 3);
    lines_free(l);
}
