/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/object_map: which lines are a map, and what it does to the symbols of an image. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/image/object_map.h"
#include "core/load/image/symbol_file.h"

static struct object_map *parse(const char *s, size_t n, struct err *e)
{
    struct bytes b = {(uint8_t *)mem_text(s, n), n};
    err_clear(e);
    assert_non_null(b.p);
    return object_map_parse("map", &b, e);
}

/* f1 .. f4 and a symbol called twice. */
static struct image *some_image(void)
{
    static const char table[] = "10 T f1\n20 t f2\n30 T f3\n40 T f4\n50 t twice\n60 t twice\n";
    struct image *im = mem_array(1, sizeof *im);
    assert_non_null(im);
    symbol_file_parse(im, "table", &(struct bytes){(uint8_t *)table, sizeof table - 1});
    free(im->symbols_path);
    im->symbols_path = NULL;
    return im;
}

/* Symbols (those of object files in brackets), then all object files. */
static void check_image(struct image *im, const char *want)
{
    struct text got = {0};
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        bool object = im->symbols[i].flags & SYM_OBJECT;
        text_printf(&got, object ? "[%s] " : "%s ", image_name(im, &im->symbols[i]));
    }
    text_char(&got, ':');
    for (uint32_t i = 0; i < im->n_objects; i++)
        text_printf(&got, " %s", im->names + im->objects[i]);
    assert_string_equal(text_z(&got), want);
    text_release(&got);
    image_free(im);
}

static void check_map(const char *s, size_t n, const char *want)
{
    struct err e;
    struct object_map *m = parse(s, n, &e);
    struct image *im = some_image();
    assert_non_null(m);
    object_map_apply(m, im);
    object_map_free(m);
    check_image(im, want);
}

static void maps(void **state)
{
    static const struct {
        const char *map, *want;
    } cases[] = {
        {"a.o: f1\n", "[a.o] f2 f3 f4 twice twice : a.o"},
        {"a.o: f1\na.o: f2\nb.o: T f4", "[a.o] f3 [b.o] twice twice : a.o b.o"},
        {"b.o: f2\na.o: f1\nb.o: f3\n", "[a.o] [b.o] [b.o] f4 twice twice : a.o b.o"},
        {"a.o: no\na.o: f1\nb.o: no2\n", "f2 f3 f4 twice twice : a.o b.o"},
        {"a.o: twice\n", "f1 f2 f3 f4 [a.o] [a.o] : a.o"},
        {"x.o: f1\ny.o: f1\n", "[y.o] f2 f3 f4 twice twice : x.o y.o"},
        {"x.o: f1\ny.o: f1\nz.o: f1\n", "[y.o] f2 f3 f4 twice twice : x.o y.o z.o"},
        {"l.a:m.o: 00 T f1\nl.a:n.o: 00 T f2\n", "[l.a] f3 f4 twice twice : l.a"},
        {"  a.o: f1\n\n\n \n b.o: f2\n", "[  a.o] [b.o] f3 f4 twice twice :   a.o b.o"},
        {"No symbols in a.o\n", "f1 f2 f3 f4 twice twice :"},
        {"No symbols in \n a.o: f1", "[a.o] f2 f3 f4 twice twice : a.o"},
        {"a.o: f1 \nb.o: f2\tf3\n", "f1 f2 f3 f4 twice twice : a.o b.o"},
        {"f2: f1\n", "[f2] f2 f3 f4 twice twice : f2"},
    };
    (void)state;

    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        check_map(cases[i].map, strlen(cases[i].map), cases[i].want);
    check_map("a\0x: f1\nb: f2\0y\n", 16, "[a] [b] f3 f4 twice twice : a b");
}

/* F10: with some of these gprof crashes. */
static void no_maps(void **state)
{
    static const char *const cases[] = {"",
                                        "\n",
                                        "a.o",
                                        "a.o:",
                                        "a.o:f1",
                                        "a.o:\n",
                                        ": f1\n",
                                        "\na: b",
                                        "a: b\nb:\nc: d",
                                        "No symbols",
                                        "No symbols in a.o: f1\n",
                                        "a.o:\tf1\n"};
    (void)state;

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct err e;
        assert_null(parse(cases[i], strlen(cases[i]), &e));
        assert_int_equal(e.code, ERR_MAP);
        assert_string_equal(e.file, "map");
    }
}

static void not_for_other_symbols(void **state)
{
    struct image *im = some_image();
    struct err e;
    struct object_map *m = parse("a.o: f1\n", 8, &e);
    (void)state;

    im->symbols_path = mem_text("table", 5);
    object_map_apply(m, im);
    object_map_free(m);
    check_image(im, "f1 f2 f3 f4 twice twice : a.o");
}

static void long_words(void **state)
{
    struct text t = {0}, want = {0};
    (void)state;

    text_fill(&t, 'o', 5000);
    text_str(&t, ": ");
    text_fill(&t, ' ', 5000);
    text_str(&t, "f1\n");
    text_char(&want, '[');
    text_fill(&want, 'o', 5000);
    text_str(&want, "] f2 f3 f4 twice twice : ");
    text_fill(&want, 'o', 5000);
    check_map(t.p, t.n, text_z(&want));
    text_release(&t);
    text_release(&want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps),
        cmocka_unit_test(no_maps),
        cmocka_unit_test(not_for_other_symbols),
        cmocka_unit_test(long_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
