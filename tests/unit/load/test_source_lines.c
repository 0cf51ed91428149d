/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files cut into lines: ends of every kind, none at all, long ones, files that are not
 * there. */
#include "core/load/lines/source_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include "tests/support/scratch_folder.h"

static const struct source_search nowhere = {0};

static void write_file(const char *path, const char *bytes, size_t n)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static void check_lines(const char *bytes, size_t n, const char *const *want, uint32_t n_want)
{
    struct source_lines l;
    struct err e = ERR_INIT;
    write_file("x.c", bytes, n);
    assert_true(source_lines_read(&l, "x.c", &nowhere, &e));
    assert_int_equal(l.n, n_want);
    for (uint32_t k = 0; k < n_want; k++) {
        struct source_piece p = source_lines_get(&l, k);
        assert_int_equal(p.n, strlen(want[k]));
        assert_memory_equal(p.p, want[k], p.n);
    }
    source_lines_release(&l);
}

static void test_ends_of_lines(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *want[4];
        uint32_t n;
    } cases[] = {
        {"", {NULL}, 0},
        {"\n", {""}, 1},
        {"a", {"a"}, 1},
        {"a\n", {"a"}, 1},
        {"a\nb", {"a", "b"}, 2},
        {"\n\nb\n", {"", "", "b"}, 3},
        {"a\r\nb\r\r\nc\r", {"a", "b", "c"}, 3},
        {"a\rb\n", {"a\rb"}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_lines(cases[i].bytes, strlen(cases[i].bytes), cases[i].want, cases[i].n);
}

/* Lines longer than what is read at once are whole. */
static void test_long_lines(void **state)
{
    (void)state;
    enum { LONG = 200001 };
    char *bytes = malloc(LONG + 3);
    assert_non_null(bytes);
    memset(bytes, 'x', LONG);
    memcpy(bytes + LONG, "\ny", 2);
    bytes[LONG + 2] = 0;
    char *first = malloc(LONG + 1);
    assert_non_null(first);
    memset(first, 'x', LONG);
    first[LONG] = 0;
    check_lines(bytes, LONG + 2, (const char *const[]){first, "y"}, 2);
    free(bytes);
    free(first);
}

static void test_where_it_is(void **state)
{
    (void)state;
    static const char *const dirs[] = {"away"};
    static const struct source_map maps[] = {{"/build", "moved"}};
    const struct source_search search = {maps, 1, dirs, 1, false, NULL};
    struct source_lines l;
    struct err e = ERR_INIT;
    assert_int_equal(mkdir("away", 0777) | mkdir("moved", 0777), 0);
    write_file("away/y.c", "away\n", 5);
    assert_true(source_lines_read(&l, "/build/y.c", &search, &e));
    assert_string_equal(text_z(&l.path), "away/y.c");
    source_lines_release(&l);
    write_file("moved/y.c", "moved\n", 6);
    assert_true(source_lines_read(&l, "/build/y.c", &search, &e));
    assert_string_equal(text_z(&l.path), "moved/y.c");
    source_lines_release(&l);
    assert_false(source_lines_read(&l, "/build/z.c", &search, &e));
    assert_int_equal(e.code, ERR_SOURCE);
    err_clear(&e);
    assert_false(source_lines_read(&l, "away", &nowhere, &e)); /* a folder */
    assert_int_equal(e.code, ERR_OPEN);
    assert_true(l.n == 0 && !l.lo && !l.bytes.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_of_lines),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_where_it_is),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
