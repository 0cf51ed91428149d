/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where sources are looked for, and their lines in pieces of any length. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/load/lines/source_text.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

/* ---- places ---- */

static const struct source_map maps[] = {{"/build/", "/home"}, {"", "/sys"}, {"/build/x", ""}};
static const char *const dirs[] = {"one", "two/"};
static const struct source_search search = {maps, ARRAY_LEN(maps), dirs, ARRAY_LEN(dirs), false,
                                            NULL};

static void expect_places(const char *path, const char *want)
{
    struct text got = {0}, place = {0};
    for (size_t i = 0; source_place(&search, path, i, &place); i++) {
        if (place.n)
            text_printf(&got, "%s%.*s", got.n ? " " : "", (int)place.n, place.p);
        text_clear(&place);
    }
    assert_string_equal(text_z(&got), want);
    text_release(&place);
    text_release(&got);
}

TEST(places)
{
    expect_places("a.c", "a.c one/a.c two//a.c");
    expect_places("d/a.c", "d/a.c one/d/a.c two//d/a.c one/a.c two//a.c");
    expect_places("/p/a.c", "/sys/p/a.c /p/a.c one/a.c two//a.c");
    expect_places("/build/a.c", "/home/a.c /sys/build/a.c /build/a.c one/a.c two//a.c");
    expect_places("/build/x/a.c",
                  "/home/x/a.c /sys/build/x/a.c /a.c /build/x/a.c one/a.c two//a.c");
    expect_places("/buildx/a.c", "/sys/buildx/a.c /buildx/a.c one/a.c two//a.c");
}

/* ---- opening ---- */

static void expect_failure(const char *path, const struct source_search *s, enum err_code code,
                           int sys)
{
    struct source_text t;
    struct err e = ERR_INIT;
    assert_false(source_text_open(&t, path, s, &e));
    assert_int_equal(e.code, code);
    assert_int_equal(e.sys, sys);
    assert_string_equal(e.file, path);
}

TEST(opening)
{
    static const char *const none[] = {"none", "file"};
    static const struct source_search here = {0}, there = {NULL, 0, none, 2, false, NULL};
    struct source_text t;
    scratch_write("file", "x\n", 2);
    assert_int_equal(mkdir("one", 0777), 0);
    assert_int_equal(mkfifo("fifo", 0666), 0);
    scratch_write("one/b.c", "x\n", 2);
    expect_failure("nosuch", &here, ERR_SOURCE, 0);
    expect_failure("one", &here, ERR_OPEN, EISDIR);
    expect_failure("fifo", &here, ERR_OPEN, ENOTSUP);
    expect_failure("nosuch", &there, ERR_OPEN, ENOTDIR); /* what the last place said */
    assert_true(source_text_open(&t, "/nosuch/b.c", &search, no_err()));
    assert_string_equal(text_z(&t.path), "one/b.c");
    source_text_close(&t);
}

/* ---- near the program ---- */

/* Where `path` is found near prog/bin/app; NULL: nowhere. */
static void expect_near(const char *path, bool windows, const char *want)
{
    const struct source_search near = {.program = "prog/app", .windows = windows};
    struct source_text t;
    if (!want) {
        expect_failure(path, &near, ERR_SOURCE, 0);
        return;
    }
    assert_true(source_text_open(&t, path, &near, no_err()));
    assert_string_equal(text_z(&t.path), want);
    assert_true(t.is_near == (strcmp(path, want) != 0));
    source_text_close(&t);
}

TEST(near_the_program)
{
    assert_int_equal(mkdir("prog", 0777), 0);
    assert_int_equal(mkdir("prog/src", 0777), 0);
    assert_int_equal(mkdir("src", 0777), 0);
    scratch_write("prog/src/deep.c", "x\n", 2);
    scratch_write("prog/deep.c", "y\n", 2);
    scratch_write("src/here.c", "x\n", 2);
    scratch_write("prog/twice.c", "x\n", 2);
    scratch_write("twice.c", "x\n", 2);
    scratch_write("prog/linked.c", "x\n", 2);
    assert_int_equal(link("prog/linked.c", "linked.c"), 0);
    expect_near("/gone/src/deep.c", false, "prog/src/deep.c"); /* the longest tail */
    expect_near("/gone/other/deep.c", false, "prog/deep.c");
    expect_near("/gone/src/here.c", false, "src/here.c");
    expect_near("/gone/here.c", false, NULL);
    expect_near("/gone/twice.c", false, NULL);             /* two files, neither is meant */
    expect_near("/gone/linked.c", false, "prog/linked.c"); /* one file by two names */
    expect_near("//gone//src//deep.c/", false, NULL);
    expect_near("", false, NULL);
    expect_near("twice.c", false, "twice.c");
    expect_near("C:\\gone\\src\\here.c", false, NULL);
    expect_near("C:\\gone\\src\\here.c", true, "src/here.c");
}

/* ---- pieces ---- */

/* Read the file back: pieces joined, each begun line marked. */
static void read_back(const char *path, struct text *out, size_t *n_lines)
{
    static const struct source_search here = {0};
    struct source_text t;
    struct source_piece p;
    struct err e = {0};
    *n_lines = 0;
    assert_true(source_text_open(&t, path, &here, &e));
    while (source_text_next(&t, &p, &e) && p.p) {
        assert_true(p.n > 0);
        assert_true(!p.starts || out->n == 0 || out->p[out->n - 1] == '\n');
        assert_true(p.starts || out->p[out->n - 1] != '\n');
        *n_lines += p.starts;
        text_add(out, p.p, p.n);
    }
    assert_int_equal(e.code, ERR_NONE);
    source_text_close(&t);
}

/* Lines whose ends lie anywhere about the ends of the buffer. */
TEST(pieces)
{
    static char bytes[200000];
    static const size_t lengths[] = {0, 1, 2, 65534, 65535, 65536, 65537, 131071, 131072, 131073};
    for (size_t i = 0; i < ARRAY_LEN(lengths); i++)
        for (int form = 0; form < 3; form++) { /* one line; a line and its end; and one more */
            size_t n = lengths[i], n_lines, want = n + (size_t)form;
            struct text got = {0};
            memset(bytes, 0, n);
            memcpy(bytes + n, "\ny", 2);
            scratch_write("long", bytes, want);
            read_back("long", &got, &n_lines);
            assert_int_equal(got.n, want);
            assert_true(want == 0 || memcmp(got.p, bytes, want) == 0);
            assert_int_equal(n_lines, form == 2 ? 2 : want > 0);
            text_release(&got);
        }
}

ALL_TESTS(scratch_enter, scratch_leave);
