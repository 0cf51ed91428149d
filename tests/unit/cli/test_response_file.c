/* SPDX-License-Identifier: GPL-3.0-or-later */
/* @FILE on the command line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/cli/response_file.h"
#include "tests/support/scratch_folder.h"

static void put(const char *path, const char *bytes, size_t n)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* The words of `arg`, each in brackets. */
static void check_words(const char *arg, const char *want)
{
    char *argv[] = {(char *)"gprof", (char *)arg, (char *)"end"};
    struct words w = {0};
    struct err e = ERR_INIT;
    char got[1024] = "";
    assert_true(words_expand(&w, 3, argv, &e));
    for (size_t i = 0; i + 1 < w.n; i++)
        snprintf(got + strlen(got), sizeof got - strlen(got), "[%s]", w.p[i]);
    assert_string_equal(w.p[w.n - 1], "end");
    assert_string_equal(got, want);
    words_release(&w);
}

static void check_file(const char *text, const char *want)
{
    put("f", text, strlen(text));
    check_words("@f", want);
}

static void quoting(void **state)
{
    (void)state;
    check_file("a b\n", "[a][b]");
    check_file("", "");
    check_file(" \t\r\n\v\f", "");
    check_file("'a b'c", "[a bc]");
    check_file("a\\ b", "[a b]");
    check_file("\"a'b\"", "[a'b]");
    check_file("'a\\b'", "[ab]");
    check_file("'a\\'b'", "[a'b]");
    check_file("'a", "[a]");
    check_file("a\\", "[a]");
    check_file("a\\\nb", "[a\nb]");
    check_file("'' b \"\"", "[][b][]");
    check_file("a''b", "[ab]");
    check_file("-p  -k 'a b/c'\n-z", "[-p][-k][a b/c][-z]");
    put("f", "x\0y z", 5);
    check_words("@f", "[x]");
}

static void unreadable_stays(void **state)
{
    (void)state;
    check_words("@nosuch", "[@nosuch]");
    check_words("@", "[@]");
    check_words("a@f", "[a@f]");
}

static void files_nest(void **state)
{
    (void)state;
    put("g", "two @nosuch", 11);
    check_file("one @g three", "[one][two][@nosuch][three]");
    check_file("'@g'", "[two][@nosuch]");
}

static void dash_is_a_file(void **state)
{
    (void)state;
    put("-", "from file", 9);
    check_words("@-", "[from][file]");
}

static void check_refused(const char *arg, const char *why)
{
    char *argv[] = {(char *)"gprof", (char *)arg};
    struct words w = {0};
    struct err e = ERR_INIT;
    assert_false(words_expand(&w, 2, argv, &e));
    assert_int_equal(e.code, ERR_ARGUMENTS);
    assert_string_equal(e.what, why);
    words_release(&w);
}

static void endless_files_are_refused(void **state)
{
    (void)state;
    put("loop", "@loop", 5);
    check_refused("@loop", "too many @-files encountered");
    put("loop", "a @loop @loop", 13);
    check_refused("@loop", "too many @-files encountered");
    assert_int_equal(mkdir("dir", 0777), 0);
    check_refused("@dir", "@-file refers to a directory");
}

static void long_text_is_refused(void **state)
{
    (void)state;
    size_t n = (size_t)1 << 20;
    char *p = malloc(n);
    assert_non_null(p);
    memset(p, 'x', n);
    put("big", p, n);
    free(p);
    struct words w = {0};
    struct err e = ERR_INIT;
    char *argv[18];
    for (int i = 0; i < 18; i++)
        argv[i] = (char *)"@big";
    assert_true(words_expand(&w, 17, argv, &e));
    assert_int_equal(w.n, 16);
    words_release(&w);
    assert_false(words_expand(&w, 18, argv, &e));
    assert_string_equal(e.what, "more than 16 MiB of text in @-files");
    words_release(&w);
}

static void no_arguments(void **state)
{
    (void)state;
    struct words w = {0};
    struct err e = ERR_INIT;
    assert_true(words_expand(&w, 0, NULL, &e));
    assert_int_equal(w.n, 0);
    words_release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quoting),
        cmocka_unit_test(unreadable_stays),
        cmocka_unit_test(files_nest),
        cmocka_unit_test(dash_is_a_file),
        cmocka_unit_test(endless_files_are_refused),
        cmocka_unit_test(long_text_is_refused),
        cmocka_unit_test(no_arguments),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
