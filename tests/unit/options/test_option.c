/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of options, lists of items, and their folding to settings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/load/gmon/gmon.h"
#include "core/load/image/demangle.h"
#include "core/options/option.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"

#define BIT(set) (1u << (set))

/* ---- the table ---- */

static void table_is_sound(void **state)
{
    (void)state;
    for (option_id id = 0; (size_t)id < option_count(); id++) {
        const struct option_def *d = option_get(id);
        assert_true(d->letter || (d->name && *d->name));
        assert_non_null(d->help);
        assert_true((d->arg == OPTION_NO_ARG) == (d->arg_name == NULL));
        if (d->letter)
            assert_int_equal(option_by_letter(d->letter), id);
        if (d->name && *d->name)
            assert_int_equal(option_by_name(d->name), id);
    }
    assert_int_equal(option_by_letter(0), OPTION_NONE);
    assert_int_equal(option_by_letter('g'), OPTION_NONE);
    assert_int_equal(option_by_name("flat"), OPTION_NONE);
}

/* The first nameless option is what `--=x` means. */
static void nameless_is_e(void **state)
{
    (void)state;
    assert_int_equal(option_get(option_by_name(""))->letter, 'e');
}

/* ---- lists ---- */

static void add(struct option_list *l, int letter, const char *arg)
{
    option_list_add(l, option_by_letter(letter), arg);
}

static void add_long(struct option_list *l, const char *name, const char *arg)
{
    option_list_add(l, option_by_name(name), arg);
}

static void check_order(const struct option_list *l, const char *letters)
{
    assert_int_equal(l->n, strlen(letters));
    for (size_t i = 0; i < l->n; i++)
        assert_int_equal(option_get(l->items[i].id)->letter, letters[i]);
}

static void lists_are_values(void **state)
{
    (void)state;
    struct option_list a = {0}, b;
    add(&a, 'b', NULL);
    add(&a, 'p', "main");
    add(&a, 'q', "");
    option_list_copy(&b, &a);
    assert_true(option_list_equal(&a, &b));
    b.items[1].on = false;
    assert_false(option_list_equal(&a, &b));
    b.items[1].on = true;
    assert_ptr_not_equal(a.items[1].arg, b.items[1].arg);
    b.items[1].arg = "xain";
    assert_false(option_list_equal(&a, &b));
    option_list_remove(&b, 1);
    check_order(&b, "bq");
    assert_false(option_list_equal(&a, &b));
    check_order(&a, "bpq");
    option_list_release(&a);
    option_list_release(&b);
    assert_int_equal(b.n, 0);
}

static void items_move(void **state)
{
    (void)state;
    struct option_list l = {0};
    for (const char *p = "bzTLi"; *p; p++)
        add(&l, *p, NULL);
    option_list_move(&l, 0, 4);
    check_order(&l, "zTLib");
    option_list_move(&l, 4, 0);
    check_order(&l, "bzTLi");
    option_list_move(&l, 1, 3);
    check_order(&l, "bTLzi");
    option_list_move(&l, 3, 2);
    check_order(&l, "bTzLi");
    option_list_move(&l, 2, 2);
    check_order(&l, "bTzLi");
    option_list_release(&l);
}

static void finds_the_last(void **state)
{
    (void)state;
    struct option_list l = {0};
    add(&l, 'e', "x");
    add(&l, 'p', NULL);
    add(&l, 'e', "x");
    add(&l, 'e', "y");
    assert_int_equal(option_list_find(&l, option_by_letter('e'), "x"), 2);
    assert_int_equal(option_list_find(&l, option_by_letter('p'), NULL), 1);
    assert_true(option_list_find(&l, option_by_letter('p'), "") == SIZE_MAX);
    assert_true(option_list_find(&l, option_by_letter('b'), NULL) == SIZE_MAX);
    option_list_release(&l);
}

/* ---- as typed ---- */

static void check_command(struct option_list *l, const char *want)
{
    struct text t = {0};
    option_list_command(l, &t);
    assert_string_equal(text_z(&t), want);
    text_release(&t);
    option_list_release(l);
}

static void commands(void **state)
{
    (void)state;
    struct option_list l = {0};
    check_command(&l, "");
    add(&l, 'b', NULL);
    add(&l, 'E', "mcount");
    add(&l, 'k', "a/b");
    check_command(&l, "-b -E mcount -k a/b");
    add(&l, 'p', "foo");
    add(&l, 'q', "a b/c");
    add(&l, 'Q', NULL);
    check_command(&l, "-pfoo -q'a b/c' -Q");
    add(&l, 'p', "");
    add(&l, 'e', "");
    add(&l, 'e', "@x");
    check_command(&l, "--flat-profile= -e '' -e@x");
    add_long(&l, "demangle", "java");
    add_long(&l, "no-demangle", NULL);
    add(&l, 'f', "it's");
    check_command(&l, "--demangle=java --no-demangle -f 'it'\"'\"'s'");
    add(&l, 'z', NULL);
    add(&l, 'a', NULL);
    add(&l, 'D', NULL);
    l.items[1].on = false;
    check_command(&l, "-z -D");
}

/* ---- folding ---- */

struct fold {
    struct option_list l;
    struct settings s;
    struct settings_memory own;
    struct err e;
};

static const struct settings *fold(struct fold *f)
{
    err_clear(&f->e);
    assert_true(settings_fold(&f->s, &f->own, &f->l, &f->e));
    return &f->s;
}

static void unfold(struct fold *f)
{
    settings_release(&f->own);
    option_list_release(&f->l);
}

static void defaults(void **state)
{
    (void)state;
    struct fold f = {0};
    const struct settings *s = fold(&f);
    assert_int_equal(s->styles, 0);
    assert_int_equal(s->mentioned, 0);
    assert_int_equal(s->n_filters, 0);
    assert_int_equal(s->n_dirs, 0);
    assert_int_equal(s->width, 80);
    assert_true(s->demangle);
    assert_int_equal(s->demangle_style, demangle_style_auto());
    assert_int_equal(s->file_format, GMON_FORMAT_AUTO);
    assert_false(s->brief || s->strict || s->no_static || s->functions_only || s->traditional ||
                 s->unused || s->print_path || s->inline_files);
    unfold(&f);
}

static void flags(void **state)
{
    (void)state;
    struct fold f = {0};
    for (const char *p = "baDTzL"; *p; p++)
        add(&f.l, *p, NULL);
    add_long(&f.l, "inline-file-names", NULL);
    add_long(&f.l, "strict", NULL);
    const struct settings *s = fold(&f);
    assert_true(s->brief && s->strict && s->no_static && s->functions_only && s->traditional &&
                s->unused && s->print_path && s->inline_files);
    assert_int_equal(s->mentioned, 0);
    unfold(&f);
}

/* Which set an option's symspec feeds. */
static void symspecs_go_to_sets(void **state)
{
    (void)state;
    static const struct {
        int letter;
        const char *spec;
        uint32_t sets;
    } cases[] = {
        {'p', "x", BIT(SET_FLAT_IN)},         {'P', "x", BIT(SET_FLAT_EX)},
        {'p', "x/y", BIT(SET_FLAT_IN)},       {'q', "x", BIT(SET_GRAPH_IN)},
        {'Q', "x", BIT(SET_GRAPH_EX)},        {'q', "x/y", BIT(SET_ARCS_IN)},
        {'Q', "x/", BIT(SET_ARCS_EX)},        {'q', "/y", BIT(SET_ARCS_IN)},
        {'q', "/re/", BIT(SET_GRAPH_IN)},     {'q', "/re//x", BIT(SET_ARCS_IN)},
        {'Q', "main//re/", BIT(SET_ARCS_EX)}, {'e', "x", BIT(SET_GRAPH_EX)},
        {'e', "x/y", BIT(SET_GRAPH_EX)},      {'E', "x", BIT(SET_TIME_EX) | BIT(SET_GRAPH_EX)},
        {'f', "x", BIT(SET_GRAPH_IN)},        {'F', "x", BIT(SET_TIME_IN) | BIT(SET_GRAPH_IN)},
        {'k', "x/y", BIT(SET_ARCS_EX)},       {'k', "x", BIT(SET_ARCS_EX)},
        {'n', "x", BIT(SET_TIME_IN)},         {'N', "x", BIT(SET_TIME_EX)},
        {'C', "x", BIT(SET_EXEC_IN)},         {'Z', "x", BIT(SET_EXEC_EX)},
        {'A', "x", BIT(SET_ANNO_IN)},         {'J', "x", BIT(SET_ANNO_EX)},
        {'p', "", BIT(SET_FLAT_IN)},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct fold f = {0};
        add(&f.l, cases[i].letter, cases[i].spec);
        const struct settings *s = fold(&f);
        assert_int_equal(s->n_filters, 1);
        assert_string_equal(s->filters[0].spec, cases[i].spec);
        assert_int_equal(s->filters[0].sets, cases[i].sets);
        unfold(&f);
    }
}

static void strict_slash_means_arcs(void **state)
{
    (void)state;
    struct fold f = {0};
    add(&f.l, 'q', "/re/");
    add_long(&f.l, "strict", NULL);
    assert_int_equal(fold(&f)->filters[0].sets, BIT(SET_ARCS_IN));
    unfold(&f);
}

static void filters_keep_their_order(void **state)
{
    (void)state;
    struct fold f = {0};
    add(&f.l, 'e', "a");
    add(&f.l, 'b', NULL);
    add(&f.l, 'p', NULL);
    add(&f.l, 'k', "b/c");
    add(&f.l, 'e', "off");
    add(&f.l, 'e', "d");
    f.l.items[4].on = false;
    const struct settings *s = fold(&f);
    assert_int_equal(s->n_filters, 3);
    assert_string_equal(s->filters[0].spec, "a");
    assert_string_equal(s->filters[1].spec, "b/c");
    assert_string_equal(s->filters[2].spec, "d");
    unfold(&f);
}

struct style_case {
    const char *options;         /* letters; an x after one gives it a symspec */
    uint32_t with_both, without; /* styles with histogram and arcs, and with neither */
};

static void add_styles(struct option_list *l, const char *p)
{
    for (; *p; p++) {
        bool spec = p[1] == 'x';
        if (*p == 'R')
            add(l, 'R', "map");
        else
            add(l, *p, spec ? "main" : NULL);
        p += spec;
    }
}

/* The rules for styles that are set, cleared and only mentioned. */
static void styles(void **state)
{
    (void)state;
    enum { F = STYLE_FLAT, G = STYLE_GRAPH, C = STYLE_COUNTS };
    static const struct style_case cases[] = {
        {"", F | G, C},
        {"p", F, F},
        {"q", G, G},
        {"B", G, G},
        {"pq", F | G, F | G},
        {"P", G, C},
        {"Q", F, C},
        {"PQ", 0, C},
        {"pP", G, C},
        {"Pp", F, F},
        {"pxP", G, C},
        {"Px", F, F},
        {"PPx", F, F},
        {"PxP", G, C},
        {"Qx", G, G},
        {"BQ", F, C},
        {"QB", G, G},
        {"J", F | G, C},
        {"Z", F | G, 0},
        {"C", C, C},
        {"CZ", F | G, 0},
        {"Zx", C, C},
        {"ZPQ", 0, 0},
        {"i", STYLE_INFO, STYLE_INFO},
        {"ip", STYLE_INFO | F, STYLE_INFO | F},
        {"r", STYLE_FUNCTION_ORDER, STYLE_FUNCTION_ORDER},
        {"R", STYLE_FILE_ORDER, STYLE_FILE_ORDER},
        {"s", STYLE_SUM, STYLE_SUM},
        {"A", STYLE_ANNOTATE, STYLE_ANNOTATE},
        {"e", F | G, C},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct fold f = {0};
        if (cases[i].options[0] == 'e')
            add(&f.l, 'e', "x");
        else
            add_styles(&f.l, cases[i].options);
        fold(&f);
        assert_int_equal(settings_styles(&f.s, true, true), cases[i].with_both);
        assert_int_equal(settings_styles(&f.s, false, false), cases[i].without);
        unfold(&f);
    }
}

static void styles_by_data(void **state)
{
    (void)state;
    struct settings s = {0};
    assert_int_equal(settings_styles(&s, true, false), STYLE_FLAT);
    assert_int_equal(settings_styles(&s, false, true), STYLE_GRAPH);
    s.mentioned = STYLE_FLAT;
    assert_int_equal(settings_styles(&s, true, false), 0);
}

static void widths(void **state)
{
    (void)state;
    static const struct {
        const char *arg;
        uint32_t want;
    } cases[] = {
        {"100", 100},      {"0", 1},
        {"-3", 1},         {"", 1},
        {"x", 1},          {"12x", 12},
        {" 7", 7},         {"4294967297", 1},
        {"+9", 9},         {"2147483647", 2147483647},
        {"4294967295", 1}, {"99999999999999999999", 1},
    };
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct fold f = {0};
        add(&f.l, 'w', "33");
        add(&f.l, 'w', cases[i].arg);
        assert_int_equal(fold(&f)->width, cases[i].want);
        unfold(&f);
    }
}

static void formats(void **state)
{
    (void)state;
    int format = -1;
    assert_true(settings_file_format("auto", &format) && format == GMON_FORMAT_AUTO);
    assert_true(settings_file_format("mxyz", &format) && format == GMON_FORMAT_MAGIC);
    assert_true(settings_file_format("bsd", &format) && format == GMON_FORMAT_BSD);
    assert_true(settings_file_format("4.4bsd", &format) && format == GMON_FORMAT_BSD44);
    assert_true(settings_file_format("prof", &format) && format == GMON_FORMAT_PROF);
    assert_false(settings_file_format("", &format));
    assert_false(settings_file_format("Auto", &format));
    struct fold f = {0};
    add(&f.l, 'O', "b");
    add(&f.l, 'O', "m");
    assert_int_equal(fold(&f)->file_format, GMON_FORMAT_MAGIC);
    unfold(&f);
}

/* Completions offer these words. */
static void listed_values_are_taken(void **state)
{
    size_t n = 0;
    (void)state;

    for (option_id id = 0; (size_t)id < option_count(); id++) {
        const char *v = option_values(id);
        while (v && *v) {
            size_t len = strcspn(v, " ");
            char word[32] = "";
            struct fold f = {0};
            assert_true(len < sizeof word);
            memcpy(word, v, len);
            option_list_add(&f.l, id, word);
            fold(&f);
            unfold(&f);
            v += len + (v[len] == ' ');
            n++;
        }
    }
    assert_true(n > 20);
}

static void bad_values_fail(void **state)
{
    (void)state;
    struct fold f = {0};
    add(&f.l, 'O', "x");
    err_clear(&f.e);
    assert_false(settings_fold(&f.s, &f.own, &f.l, &f.e));
    assert_int_equal(f.e.code, ERR_FILE_FORMAT);
    unfold(&f);
    add_long(&f.l, "demangle", "lucid");
    err_clear(&f.e);
    assert_false(settings_fold(&f.s, &f.own, &f.l, &f.e));
    assert_int_equal(f.e.code, ERR_DEMANGLE_STYLE);
    assert_string_equal(f.e.what, "lucid");
    unfold(&f);
    add(&f.l, 'w', NULL);
    err_clear(&f.e);
    assert_false(settings_fold(&f.s, &f.own, &f.l, &f.e));
    assert_int_equal(f.e.code, ERR_SPEC);
    unfold(&f);
}

/* The style stays while demangling goes off and on. */
static void demangling(void **state)
{
    (void)state;
    struct fold f = {0};
    int java;
    assert_true(demangle_style("java", &java));
    add_long(&f.l, "demangle", "java");
    add_long(&f.l, "no-demangle", NULL);
    assert_false(fold(&f)->demangle);
    settings_release(&f.own);
    add_long(&f.l, "demangle", NULL);
    const struct settings *s = fold(&f);
    assert_true(s->demangle);
    assert_int_equal(s->demangle_style, java);
    unfold(&f);
}

static void dirs(void **state)
{
    (void)state;
    static const char *const want[] = {"a", "b/c", "d", "", "env", "e2"};
    struct fold f = {0};
    add(&f.l, 'I', "a:b/c");
    add(&f.l, 'I', "d:");
    fold(&f);
    settings_add_dirs(&f.s, &f.own, NULL);
    settings_add_dirs(&f.s, &f.own, "env:e2");
    assert_int_equal(f.s.n_dirs, ARRAY_LEN(want));
    for (size_t i = 0; i < ARRAY_LEN(want); i++)
        assert_string_equal(f.s.dirs[i], want[i]);
    unfold(&f);
}

/* D7: a -P of a line means something else without -l, so it waits. */
static void d7_lines_wait_for_lines(void **state)
{
    struct option_list l = {0};
    option_id p = option_by_letter('P'), by_line = option_by_letter('l');
    (void)state;
    option_list_add(&l, p, "x.c:12");
    option_list_add(&l, p, "x.c:");
    option_list_add(&l, option_by_letter('E'), "x.c:12");
    option_list_add(&l, p, "path=a/x.c:7");
    option_list_add(&l, by_line, NULL);
    assert_true(option_list_by_line(&l));
    l.items[4].on = false;
    for (size_t i = 0; i < l.n; i++)
        option_list_settle_lines(&l, i);
    static const bool on[] = {false, true, true, false, false};
    for (size_t i = 0; i < l.n; i++) {
        assert_int_equal(l.items[i].on, on[i]);
        assert_int_equal(option_waits_for_lines(&l, i), i == 0 || i == 3);
    }
    l.items[4].on = true;
    for (size_t i = 0; i < l.n; i++)
        option_list_settle_lines(&l, i);
    for (size_t i = 0; i < l.n; i++)
        assert_true(l.items[i].on && !option_waits_for_lines(&l, i));
    option_list_release(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_sound),
        cmocka_unit_test(nameless_is_e),
        cmocka_unit_test(lists_are_values),
        cmocka_unit_test(items_move),
        cmocka_unit_test(finds_the_last),
        cmocka_unit_test(commands),
        cmocka_unit_test(defaults),
        cmocka_unit_test(flags),
        cmocka_unit_test(symspecs_go_to_sets),
        cmocka_unit_test(strict_slash_means_arcs),
        cmocka_unit_test(filters_keep_their_order),
        cmocka_unit_test(styles),
        cmocka_unit_test(styles_by_data),
        cmocka_unit_test(widths),
        cmocka_unit_test(formats),
        cmocka_unit_test(listed_values_are_taken),
        cmocka_unit_test(bad_values_fail),
        cmocka_unit_test(demangling),
        cmocka_unit_test(dirs),
        cmocka_unit_test(d7_lines_wait_for_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
