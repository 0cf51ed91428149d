/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbol table: who is in it, who wins at one address, and that the quick search finds what a
 * plain one finds, wherever symbols lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/text.h"
#include "made.h"

enum { STATIC = SYM_STATIC, FUNC = SYM_FUNC };

static struct made m;

/* ---- the slow version of the search ---- */

static sym_id find_slowly(const struct table *t, uint64_t addr)
{
    sym_id found = NO_ID;

    for (sym_id s = 0; s < t->n_symbols && t->symbols[s].addr <= addr; s++)
        found = s;
    return found != NO_ID && addr < t->symbols[found].end ? found : NO_ID;
}

static void expect_found(const struct table *t, uint64_t addr)
{
    assert_int_equal(table_find(t, addr), find_slowly(t, addr));
}

/* Where symbols are drawn: [lo, lo + span), and some far away. */
static const struct {
    uint64_t lo, span;
    uint32_t far; /* one in so many is anywhere at all; 0: none */
} places[] = {
    {0, 5000, 0},
    {0x1000, 100, 0},
    {0x400000, 100000, 0},
    {0x400000, 70000, 40},
    {UINT64_MAX - 4000, 4001, 0},
    {UINT64_MAX - 40000, 40001, 9},
    {0, UINT64_MAX, 0},
    {1, 60, 3},
};

static void draw_symbols(uint64_t lo, uint64_t span, uint32_t far, uint32_t n, uint64_t *chance)
{
    made_init(&m, lo, lo + span / (1 + made_below(chance, 2))); /* ends behind the last, or not */
    for (uint32_t i = 0; i < n; i++) {
        uint64_t any = (uint64_t)made_below(chance, 1u << 31) << 33 ^ made_below(chance, 1u << 31);
        bool outlier = far && made_below(chance, far) == 0;

        made_symbol(&m, "f", outlier ? any : lo + any % span, FUNC);
    }
}

static void search_finds_what_a_plain_one_finds(void **state)
{
    uint64_t chance = 7;

    (void)state;
    for (uint32_t round = 0; round < 400; round++) {
        size_t p = round % ARRAY_LEN(places);

        draw_symbols(places[p].lo, places[p].span, places[p].far, 1 + made_below(&chance, 500),
                     &chance);
        struct table *t = made_table(&m);

        for (sym_id s = 0; s < t->n_symbols; s++) {
            assert_true(s == 0 || t->symbols[s - 1].addr < t->symbols[s].addr);
            assert_true(s == 0 || t->symbols[s - 1].end == t->symbols[s].addr);
            for (int d = -2; d <= 2; d++)
                expect_found(t, t->symbols[s].addr + (uint64_t)(int64_t)d);
            expect_found(t, t->symbols[s].addr + made_below(&chance, 1000));
        }
        assert_int_equal(t->symbols[t->n_symbols - 1].end, m.image.text_hi);
        expect_found(t, m.image.text_hi);
        expect_found(t, m.image.text_hi - 1);
        expect_found(t, 0);
        expect_found(t, UINT64_MAX);
        table_free(t);
    }
}

/* ---- who is in the table ---- */

static void expect_names(struct table_options o, const char *want)
{
    struct text got = {0};
    struct err e = {0};
    struct table *t = table_new(&m.profile, &o, &e);

    for (sym_id s = 0; t && s < t->n_symbols; s++) {
        text_str(&got, s ? " " : "");
        text_str(&got, table_name(t, s));
    }
    if (!t)
        text_str(&got, e.code == ERR_IMAGE_NO_SYMBOLS ? "none" : "other failure");
    assert_string_equal(text_z(&got), want);
    text_release(&got);
    table_free(t);
}

static void options_choose(void **state)
{
    (void)state;
    made_init(&m, 0x1000, 0x2000);
    expect_names((struct table_options){0}, "none");
    made_symbol(&m, "label", 0x1050, STATIC);
    expect_names((struct table_options){.functions_only = true}, "none");
    made_symbol(&m, "local", 0x1040, STATIC | FUNC);
    expect_names((struct table_options){.no_static = true}, "none");
    made_symbol(&m, "mark", 0x1030, 0);
    made_symbol(&m, "main", 0x1020, FUNC);
    expect_names((struct table_options){0}, "main mark local label");
    expect_names((struct table_options){.no_static = true}, "main mark");
    expect_names((struct table_options){.functions_only = true}, "main mark local");
    expect_names((struct table_options){.no_static = true, .functions_only = true}, "main mark");
}

/* Symbols at one address in the order of the file, and who is left. */
static const struct {
    struct {
        const char *name;
        uint32_t flags;
    } s[3];
    const char *winner;
} rivals[] = {
    {{{"a", FUNC}, {"b", FUNC}, {"c", FUNC}}, "a"},
    {{{"a", STATIC | FUNC}, {"b", FUNC}, {"c", STATIC | FUNC}}, "b"},
    {{{"a", FUNC}, {"b", STATIC | FUNC}, {NULL, 0}}, "a"},
    {{{"a", 0}, {"b", FUNC}, {NULL, 0}}, "b"},
    {{{"a", STATIC | FUNC}, {"b", 0}, {NULL, 0}}, "b"}, /* global before function */
    {{{"_a", FUNC}, {"b", FUNC}, {NULL, 0}}, "b"},
    {{{"b", FUNC}, {"_a", FUNC}, {NULL, 0}}, "b"},
    {{{"__a", FUNC}, {"_b", FUNC}, {NULL, 0}}, "_b"},
    {{{"_b", FUNC}, {"__a", FUNC}, {NULL, 0}}, "_b"},
    {{{"_x", FUNC}, {"y", STATIC | FUNC}, {"z", 0}}, "_x"},
};

static void one_symbol_per_address(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(rivals); i++)
        for (uint64_t far = 0; far < 2; far++) { /* with and without the radix sort */
            made_init(&m, 0x1000, 0x2000);
            for (size_t k = 0; k < 3 && rivals[i].s[k].name; k++)
                made_symbol(&m, rivals[i].s[k].name, 0x1000, rivals[i].s[k].flags);
            if (far)
                made_symbol(&m, "far", UINT64_MAX - 1, FUNC);
            struct table *t = made_table(&m);

            assert_int_equal(t->n_symbols, 1 + far);
            assert_string_equal(table_name(t, 0), rivals[i].winner);
            table_free(t);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_finds_what_a_plain_one_finds),
        cmocka_unit_test(options_choose),
        cmocka_unit_test(one_symbol_per_address),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
