/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The symbol table: who is in it, who wins at one address, and that the quick search finds what a
 * plain one finds, wherever symbols lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/sort.h"
#include "core/base/text.h"
#include "tests/support/profile_builder.h"

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
    uint32_t far; /* one in `far` is anywhere at all; 0: none */
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
    made_init(&m, lo, lo + span / (1 + made_below(chance, 2))); /* ends after the last, or not */
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
        arena_object_free(t);
    }
}

/* ---- who is in the table ---- */

static void expect_names(struct table_options o, const char *want)
{
    struct text got = {0};
    struct err e = {0};
    struct table *t = table_new(&m.profile, &o, NULL, &e);
    for (sym_id s = 0; t && s < t->n_symbols; s++) {
        text_str(&got, s ? " " : "");
        text_str(&got, table_name(t, s));
    }
    if (!t)
        text_str(&got, e.code == ERR_IMAGE_NO_SYMBOLS ? "none" : "other failure");
    assert_string_equal(text_z(&got), want);
    text_release(&got);
    arena_object_free(t);
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
            arena_object_free(t);
        }
}

/* ---- line symbols ---- */

enum { MAX_LINES = 200 };

static struct line_symbol lines_v[MAX_LINES];
static const char *line_names[] = {"inlined", "_f"};
static struct line_symbols lines = {lines_v, 0, line_names, ARRAY_LEN(line_names)};

/* name: a symbol of m by its number, then those of line_names. */
static void add_line(uint64_t addr, const char *file, uint32_t line, uint32_t name)
{
    lines_v[lines.n++] = (struct line_symbol){addr, file, line, name};
}

static void expect_table(const struct table *t, const char *want)
{
    struct text got = {0};
    for (sym_id s = 0; s < t->n_symbols; s++) {
        const struct symbol *y = &t->symbols[s];
        text_printf(&got, "%s%s%s%s %x-%x", s ? ", " : "", y->flags & SYM_LINE ? "line " : "",
                    y->flags & SYM_STATIC ? "static " : "", table_name(t, s), (unsigned)y->addr,
                    (unsigned)y->end);
    }
    assert_string_equal(text_z(&got), want);
    text_release(&got);
}

/* f is a function with two lines of its own and an inlined one; g a label without a type; `data`
 * stands after .text. */
static void lines_stand_between_functions(void **state)
{
    static const char file[] = "x.c";
    struct table_options all = {0};
    struct err e = {0};
    (void)state;
    made_init(&m, 0x1000, 0x1100);
    made_symbol(&m, "f", 0x1010, FUNC | STATIC);
    made_symbol(&m, "g", 0x1040, 0);
    made_symbol(&m, "data", 0x2000, 0);
    lines.n = 0;
    add_line(0x1000, file, 1, 3); /* before any function: global */
    add_line(0x1010, file, 2, 0); /* loses against the function */
    add_line(0x1014, file, 3, 0); /* static like the one before, and like f */
    add_line(0x1018, file, 3, 3); /* another name: as f */
    add_line(0x1040, file, 5, 1); /* the label does not replace it */
    add_line(0x1044, file, 6, 4);
    struct table *t = table_new(&m.profile, &all, &lines, &e);

    expect_table(t, "line inlined 1000-1010, static f 1010-1040, line static f 1014-1018, "
                    "line static inlined 1018-1040, line g 1040-1044, line _f 1044-2000");
    assert_int_equal(table_find(t, 0x1013), 1);
    assert_int_equal(table_find(t, 0x1014), 2);
    assert_int_equal(table_find(t, 0x1fff), 5);
    assert_int_equal(table_find(t, 0x2000), NO_ID);
    arena_object_free(t);
}

/* The rules written down one by one: line symbols, then functions; a stable sort; winners; ends. */
struct entry {
    struct symbol s;
    bool gone;
};

static int by_address_and_rank(const void *ctx, uint32_t a, uint32_t b)
{
    const struct symbol *x = &((const struct entry *)ctx)[a].s;
    const struct symbol *y = &((const struct entry *)ctx)[b].s;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return (int)symbol_rank(x->flags) - (int)symbol_rank(y->flags);
}

static const char *entry_name(const struct entry *x)
{
    return raw_name(&m.image, &lines, x->s.raw);
}

static uint32_t choose_slowly(struct entry *v, uint32_t *ids, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct entry *x = &v[ids[i]], *last = kept ? &v[ids[kept - 1]] : NULL;
        if (!last || last->s.addr != x->s.addr)
            ids[kept++] = ids[i];
        else if (rival_replaces((struct rival){entry_name(x), x->s.flags},
                                (struct rival){entry_name(last), last->s.flags}))
            ids[kept - 1] = ids[i];
    }
    for (uint32_t i = 0; i < kept; i++) {
        struct symbol *s = &v[ids[i]].s;
        if (s->flags & SYM_LINE)
            s->end = i + 1 < kept ? v[ids[i + 1]].s.addr : m.image.text_hi;
        v[ids[i]].gone = s->end <= s->addr;
    }
    return kept;
}

static bool static_by_rule(const struct table *functions, const struct entry *v, uint32_t k)
{
    const struct line_symbol *l = &lines_v[k];
    if (k && l[-1].file == l->file && l[-1].name == l->name)
        return v[k - 1].s.flags & SYM_STATIC;
    sym_id f = find_slowly(functions, l->addr);
    return f != NO_ID && functions->symbols[f].flags & SYM_STATIC;
}

static void expect_by_the_rules(const struct table *functions, const struct table *t)
{
    static struct entry v[MAX_LINES + MADE_SYMBOLS];
    static uint32_t ids[MAX_LINES + MADE_SYMBOLS];
    uint32_t n = 0, at = 0;
    for (; n < lines.n; n++) {
        uint8_t flags = static_by_rule(functions, v, n) ? SYM_LINE | STATIC : SYM_LINE;
        v[n] = (struct entry){.s = {lines_v[n].addr, 0, lines_v[n].name, flags}};
    }
    for (sym_id f = 0; f < functions->n_symbols; f++)
        v[n++] = (struct entry){.s = functions->symbols[f]};
    for (uint32_t i = 0; i < n; i++)
        ids[i] = i;
    sort_merge(ids, n, by_address_and_rank, v);
    n = choose_slowly(v, ids, n);
    for (uint32_t i = 0; i < n; i++) {
        const struct symbol *s = &v[ids[i]].s;
        if (v[ids[i]].gone)
            continue;
        assert_true(at < t->n_symbols);
        assert_true(s->addr == t->symbols[at].addr && s->end == t->symbols[at].end);
        assert_true(s->raw == t->symbols[at].raw && s->flags == t->symbols[at].flags);
        at++;
    }
    assert_int_equal(at, t->n_symbols);
}

static void any_lines_follow_the_rules(void **state)
{
    static const char *const names[] = {"f", "_f", "__f", "g"}, *const files[] = {"a.c", "b.c"};
    struct table_options all = {0};
    uint64_t chance = 5;
    (void)state;
    for (uint32_t round = 0; round < 1000; round++) {
        struct err e = {0};
        uint32_t n = 1 + made_below(&chance, 30);
        uint64_t addr = 0x1000;
        made_init(&m, 0x1000, 0x1000 + 8 * n);
        for (uint32_t i = 0; i < n; i++)
            made_symbol(&m, names[made_below(&chance, 4)], 0xff8 + made_below(&chance, 8 * n + 16),
                        made_below(&chance, 4));
        lines.n = 0;
        while ((addr += made_below(&chance, 6)) < m.image.text_hi && lines.n < MAX_LINES) {
            add_line(addr, files[made_below(&chance, 2)], 1, made_below(&chance, n + 2));
            addr++;
        }
        struct table *functions = made_table(&m), *t = table_new(&m.profile, &all, &lines, &e);

        if (t)
            expect_by_the_rules(functions, t);
        else
            assert_true(lines.n == 0 && e.code == ERR_IMAGE_NO_SYMBOLS);
        for (uint64_t a = 0xff0; t && a < m.image.text_hi + 16; a++) {
            sym_id s = made_below(&chance, t->n_symbols);
            expect_found(t, a);
            assert_int_equal(table_holds(t, s, a), table_find(t, a) == s);
        }
        arena_object_free(t);
        arena_object_free(functions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_finds_what_a_plain_one_finds),
        cmocka_unit_test(options_choose),
        cmocka_unit_test(one_symbol_per_address),
        cmocka_unit_test(lines_stand_between_functions),
        cmocka_unit_test(any_lines_follow_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
