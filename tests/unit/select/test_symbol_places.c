/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select/symbol_places: where functions are, asked for in an order that reads each line table
 * once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/analyze/table.h"
#include "core/base/attr.h"
#include "core/base/file/path.h"
#include "core/load/image/image.h"
#include "core/load/lines/lines_internal.h"
#include "core/select/symbol_places.h"
#include "tests/support/line_oracle.h"

enum { UNITS = 8, FUNCTIONS = 25 };

/* Units whose global functions the linker lists by the hashes of their names. */
static void build_units(void)
{
    bool built = places_run("for u in $(seq %d); do for f in $(seq %d); do echo \"int "
                            "u${u}_f$f(int x) { return x; }\"; "
                            "done >u$u.c; done; echo 'int main(void) { return 0; }' >main.c; "
                            "gcc -g -O0 -o units main.c u?.c 2>build.log",
                            UNITS, FUNCTIONS);
    if (!built)
        places_run("cat build.log >&2");
    assert_true(built);
}

static size_t n_changes_of_unit(const struct image *im)
{
    size_t n = 0;
    char last = 0;
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        const char *name = image_name(im, &im->symbols[i]);
        if (name[0] == 'u' && name[1] != last) {
            n++;
            last = name[1];
        }
    }
    return n;
}

static void tables_are_read_once(void **state)
{
    (void)state;
    struct err e = {0};
    build_units();
    struct image *im = image_load("units", NULL, &e);
    assert_non_null(im);
    assert_true(n_changes_of_unit(im) > 5 * UNITS); /* the test means something */
    const struct profile p = {.image = im};
    const struct table_options o = {0};
    struct table *t = table_new(&p, &o, NULL, &e);
    struct lines *l = lines_new("units");
    assert_true(t && l);
    l->rows_kept = 1; /* a table goes when the next one comes */
    struct sources *s = sources_new(t, &o, l, NULL, &e);
    assert_non_null(s);
    assert_true(l->n_reads >= UNITS && l->n_reads <= UNITS + 8); /* those of main and of libc */
    for (sym_id y = 0; y < t->n_symbols; y++) {
        const char *name = table_name(t, y);
        if (name[0] != 'u' || name[2] != '_')
            continue;
        const char file[] = {'u', name[1], '.', 'c', '\0'};
        assert_string_equal(path_base(s->entry[y].file), file);
    }
    arena_object_free(s);
    lines_free(l);
    arena_object_free(t);
    image_free(im);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_read_once),
    };
    return places_main(argc, argv, tests, ARRAY_LEN(tests));
}
