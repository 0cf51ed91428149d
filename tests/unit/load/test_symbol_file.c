/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/symbol_file: which lines give which symbols, and which are reported as bad. */
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

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/image/symbol_file.h"
#include "core/model/symbol.h"

static struct image *parse(const char *s, size_t n)
{
    struct image *im = mem_array(1, sizeof *im);
    assert_non_null(im);
    symbol_file_parse(im, "table", &(struct bytes){(uint8_t *)s, n});
    assert_string_equal(image_symbols_path(im), "table");
    assert_null(image_lines_path(im));
    return im;
}

static void check_image(struct image *im, const char *want)
{
    struct text got = {0};
    for (uint32_t i = 0; i < im->n_symbols; i++)
        text_printf(&got, "%llx%c%s ", (unsigned long long)im->symbols[i].addr,
                    im->symbols[i].flags & SYM_STATIC ? 't' : 'T', image_name(im, &im->symbols[i]));
    assert_string_equal(text_z(&got), want);
    text_release(&got);
    image_free(im);
}

static void lines(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        {"", ""},
        {"\n\n", ""},
        {"10 T a", "10Ta "},
        {"10 T a\n20 t b [module]\n", "10Ta 20tb "},
        {"10 T a\r\n20 t b\r\n", "10Ta 20tb "},
        {"10 D a\n20 t b\n         U c\n", "20tb "},
        {"10T a\n20 T\n30 T \n40\n", ""},
        {"10 Text a\n", "10Text "},
        {"0x10 T a\n0X20 T b\n+30 T c\n-1 T d\n", "10Ta 20Tb 30Tc ffffffffffffffffTd "},
        {"1ffffffffffffffff T big\n", "ffffffffffffffffTbig "},
        {"10.5 T a\n0xg T b\n", "10Ta 0Tb "},
        {"  10\t\vT\f a b c\n", "10Ta "},
        {"20 T b\n10 T a\n10 T a\n", "20Tb 10Ta 10Ta "},
    };
    (void)state;

    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        check_image(parse(cases[i].text, strlen(cases[i].text)), cases[i].want);
    check_image(parse("10 T a\0b\n20 T c", 15), "10Ta 20Tc ");
}

/* F11: gprof gives such a line the address of the one before it. */
static void bad_addresses(void **state)
{
    static const char text[] = "10 T a\nzz T b\n\nxx D d\ng t c\n20 T e\n";
    struct image *im = parse(text, strlen(text));
    (void)state;

    assert_int_equal(im->n_bad_lines, 2);
    assert_int_equal(im->bad_line, 2);
    check_image(im, "10Ta 20Te ");
}

/* nm prints no address for them, and their names may begin like a type. */
static void undefined(void **state)
{
    static const char text[] = "10 T a\n  U time\n  w tz\n  v Tv\n20 T b\nU T c\n";
    struct image *im = parse(text, strlen(text));
    (void)state;

    assert_int_equal(im->n_bad_lines, 0);
    check_image(im, "10Ta 20Tb ");
}

/* Lines are looked at 1022 bytes at a time, and count once. */
static void long_lines(void **state)
{
    struct text t = {0}, want = {0};
    (void)state;

    text_str(&t, "10 T ");
    text_fill(&t, 'a', 2000);
    text_str(&t, "\nzz T b\n");
    struct image *im = parse(t.p, t.n);
    assert_int_equal(im->bad_line, 2);
    text_str(&want, "10T");
    text_fill(&want, 'a', 1022 - 5);
    text_char(&want, ' ');
    check_image(im, text_z(&want));
    text_clear(&t);
    text_str(&t, "10 T a");
    text_fill(&t, ' ', 1022 - 6 - 2);
    text_str(&t, "1234 T b\n");
    check_image(parse(t.p, t.n), "10Ta 34Tb ");
    text_release(&t);
    text_release(&want);
}

static void no_option_drops_them(void **state)
{
    struct table_options o = {.no_static = true, .functions_only = true};
    struct image *im = parse("10 t a\n", 7);
    (void)state;

    assert_true(table_accepts(&o, im->symbols[0].flags));
    image_free(im);
}

/* A table takes the place of one that was there. */
static void replaces(void **state)
{
    struct image *im = parse("10 t a\nzz t b\n", 14);
    (void)state;

    symbol_file_parse(im, "table", &(struct bytes){(uint8_t *)"20 T b", 6});
    assert_int_equal(im->n_bad_lines, 0);
    check_image(im, "20Tb ");
}

static enum err_code open_fails(const char *path, bool strict)
{
    struct image *im = mem_array(1, sizeof *im);
    struct err e = ERR_INIT;
    bool ok = symbol_file_read(im, path, strict, NULL, &e);
    assert_int_equal(ok, e.code == ERR_NONE);
    assert_int_equal(ok ? im->n_symbols : 0, 0);
    image_free(im);
    return e.code;
}

static void files(void **state)
{
    (void)state;
    assert_int_equal(open_fails("/no/such/table", false), ERR_LIST_OPEN);
    assert_int_equal(open_fails("-", false), ERR_LIST_OPEN);
    assert_int_equal(open_fails("/dev/null", false), ERR_NONE);
    assert_int_equal(open_fails("/", true), ERR_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines),
        cmocka_unit_test(bad_addresses),
        cmocka_unit_test(undefined),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(no_option_drops_them),
        cmocka_unit_test(replaces),
        cmocka_unit_test(files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
