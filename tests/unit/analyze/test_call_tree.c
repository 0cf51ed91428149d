/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of measured paths: by hand, and by chance. */
#include "core/analyze/questions/call_tree.h"

#include <math.h>

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

static struct made m;

static struct call_tree *open_all(struct call_tree *t)
{
    for (uint32_t i = 0; i < t->n; i++)
        tree_open(t, i);
    return t;
}

static struct call_tree *tree_of(struct analysis **a, const struct filter *filters, size_t n)
{
    const struct settings s = {.filters = filters, .n_filters = n, .callers = CALLERS_MEASURED};
    struct err e = ERR_INIT;
    *a = analysis_new(&m.profile, &s, NULL, NULL, NULL, &e);
    assert_non_null(*a);
    struct call_tree *t = call_tree_new(*a, NULL, &e);
    assert_non_null(t);
    return open_all(t);
}

/* What holds for every tree. */
static void check_tree(const struct call_tree *t)
{
    assert_int_equal(t->nodes[0].parent, NO_ID);
    /* Bins that functions share leave fractions, which go by the order of adding. */
    assert_true(fabs(t->nodes[0].all - t->analysis->samples->total) < 1e-9);
    for (uint32_t i = 0; i < t->n; i++) {
        const struct tree_node *x = &t->nodes[i];
        double all = x->self, wait = x->beside;
        for (uint32_t k = 0; k < x->n_children; k++) {
            const struct tree_node *c = &t->nodes[x->child + k];
            assert_int_equal(c->parent, i);
            assert_true(x->child + k > i);
            assert_true(!k || c[-1].kind < c->kind ||
                        (c[-1].kind == c->kind &&
                         tree_weight(t, x->child + k - 1) >= tree_weight(t, x->child + k)));
            assert_true(c->symbol == NO_ID || c->symbol != x->symbol);
            for (uint32_t other = 0; other < k; other++)
                assert_true(c[-1 - (int)other].symbol != c->symbol || c->symbol == NO_ID);
            all += c->all;
            wait += c->beside_all;
        }
        assert_true(t->forest ? fabs(x->all - all) < 1e-9 : x->all == all);
        assert_true(x->beside_all == wait);
        assert_true(x->path != 0);
    }
}

/* From the other end each node with samples of its own is the end of one way, and has these. */
static void check_inverse(const struct call_tree *down)
{
    struct call_tree *t = open_all(call_tree_invert(down));
    check_tree(t);
    for (uint32_t i = 1; i < down->n; i++) {
        uint32_t at = 0;
        if (!(down->nodes[i].self > 0))
            continue;
        for (uint32_t up = i; up; up = down->nodes[up].parent) {
            const struct tree_node *x = &t->nodes[at];
            for (uint32_t k = 0; k < x->n_children; k++)
                if (t->nodes[x->child + k].symbol == down->nodes[up].symbol &&
                    t->nodes[x->child + k].kind == down->nodes[up].kind)
                    at = x->child + k;
            assert_true(&t->nodes[at] != x);
        }
        assert_true(t->nodes[at].self == down->nodes[i].self);
        assert_true(t->nodes[at].beside == down->nodes[i].beside);
    }
    call_tree_free(t);
}

/* Compared with itself a tree has the same nodes, with as much on both sides. */
static void check_comparison(const struct call_tree *t)
{
    const struct diff_side side = {.analysis = t->analysis, .n_runs = 1};
    struct err e = ERR_INIT;
    struct diff *d = diff_new((const struct diff_side[]){side, side}, &e);
    assert_non_null(d);
    struct call_tree *both = call_tree_compare((const struct call_tree *const[]){t, t}, d);
    check_tree(both);
    check_inverse(both);
    assert_int_equal(both->n, t->n);
    for (uint32_t i = 0; i < t->n; i++) {
        assert_true(both->nodes[i].all == t->nodes[i].all);
        assert_true(both->nodes[i].beside_all == t->nodes[i].all);
        assert_true(diff_judge(&tree_differences(both)->rows[i], DIFF_TOTAL) != DIFF_BEYOND);
    }
    call_tree_free(both);
    arena_object_free(d);
}

/* "d 45/14": the nodes below one, in their order, as names with depth, all and self. */
static void tell(const struct call_tree *t, uint32_t i, struct text *out)
{
    static const char *const kinds[N_TREE_KINDS] = {"",        "cut",  "unread", "nowhere",
                                                    "unnamed", "lost", "out"};
    const struct tree_node *x = &t->nodes[i];
    text_str(out, x->symbol == NO_ID ? kinds[x->kind] : table_name(t->analysis->table, x->symbol));
    if (x->depth > 1)
        text_printf(out, "*%u", (unsigned)x->depth);
    text_printf(out, "%s%.0f", i ? " " : "", x->all);
    if (x->self > 0 && x->n_children)
        text_printf(out, "/%.0f", x->self);
    for (uint32_t k = 0; k < x->n_children; k++) {
        text_str(out, k ? ", " : " (");
        tell(t, x->child + k, out);
    }
    text_str(out, x->n_children ? ")" : "");
}

static void expect(const struct filter *filter, const char *wanted)
{
    struct analysis *a;
    struct text told = {0};
    struct call_tree *t = tree_of(&a, filter, filter != NULL);
    check_tree(t);
    check_inverse(t);
    check_comparison(t);
    tell(t, 0, &told);
    assert_string_equal(text_z(&told), wanted);
    text_release(&told);
    call_tree_free(t);
    analysis_free(a);
}

static void make(struct profile_paths *paths, const char *const *names, const uint64_t *ticks)
{
    made_functions(&m, names, 5);
    made_ticks(&m, ticks);
    m.profile.paths = paths;
}

/* Recursion, filters, frames without a symbol, and what is known of no path: of five samples of b
 * there is none. */
TEST(by_hand)
{
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const uint64_t ticks[] = {45, 7, 16, 0, 3};
    static struct path_frame nodes[] = {
        {PATH_NO_NODE, 0x1033, 0, 0},
        {0, 0x1001, 1, 0}, /* d-a */
        {0, 0x1012, 2, 0},
        {2, 0x1003, 4, 0}, /* d-b, d-b-a */
        {2, 0x1014, 0, 0},
        {4, 0x1003, 8, 0}, /* d-b-b-a */
        {PATH_NO_NODE, PATH_NOWHERE, 9, 0},
        {6, 0x1022, 16, 0}, /* nowhere-c */
        {0, PATH_NOWHERE, 64, 0},
        {8, 0x1002, 8, 0}, /* d-nowhere-a */
        {PATH_NO_NODE, PATH_UNKNOWN, 0, 0},
        {10, 0x1001, 16, 0}, /* cut-a */
        {PATH_NO_NODE, PATH_UNREAD, 0, 0},
        {12, 0x1001, 8, 0}, /* unread-a */
    };
    static struct profile_paths paths = {nodes, sizeof nodes / sizeof *nodes, 136, 16, 8, 5};
    static const struct {
        struct filter filter;
        const char *tree;
    } filtered[] = {
        {{"b", 1 << SET_TIME_EX},
         "71 (d 9 (a 9), cut 16 (a 16), unread 8 (a 8), nowhere 16 (c 16), unnamed 3, lost 5, out "
         "14)"},
        {{"a", 1 << SET_FLAT_EX}, "26 (d 2 (b*2 2), nowhere 16 (c 16), unnamed 3, lost 5)"},
        {{"d/b", 1 << SET_ARCS_EX},
         "71 (b*2 14/2 (a 12), d 9 (a 9), cut 16 (a 16), unread 8 "
         "(a 8), nowhere 16 (c 16), unnamed 3, lost 5)"},
    };
    make(&paths, names, ticks);
    expect(NULL, "71 (d 23 (b*2 14/2 (a 12), a 9), cut 16 (a 16), unread 8 (a 8), nowhere 16 "
                 "(c 16), unnamed 3, lost 5)");
    for (size_t i = 0; i < sizeof filtered / sizeof *filtered; i++)
        expect(&filtered[i].filter, filtered[i].tree);
    m.profile.paths = NULL;
}

/* What starts threads is not seen, but for samples that hit it. */
TEST(starts_and_repeats)
{
    static const char *const names[] = {"main", "work", "start_thread", "clone3", "e"};
    static const uint64_t ticks[] = {3, 10, 2, 0, 0};
    static struct path_frame nodes[] = {
        {PATH_NO_NODE, 0x1031, 0, 0},
        {0, 0x1021, 2, 0}, /* clone3-start_thread */
        {1, 0x1011, 4, 0},
        {2, 0x1001, 3, 0}, /* -work-main */
        {3, 0x1012, 1, 0},
        {PATH_NO_NODE, 0x1011, 5, 0} /* -work; work */
    };
    static struct profile_paths paths = {nodes, sizeof nodes / sizeof *nodes, 15, 0, 0, 0};
    make(&paths, names, ticks);
    expect(NULL, "15 (work 13/9 (main 4/3 (work 1)), start_thread 2)");
    m.profile.paths = NULL;
}

static struct call_tree *forest_of(struct analysis **a, const struct filter *filters, size_t n)
{
    *a = made_analysis(&m, filters, n);
    struct call_tree *t = open_all(call_tree_forest(*a));
    check_tree(t);
    return t;
}

/* Below its only caller is what counts calls, is in no cycle, and is not called by code without a
 * symbol; a ring that a filter of arcs leaves no cycle of is no trap. */
TEST(without_paths)
{
    static const char *const names[] = {"main", "one", "two", "odd", "even", "lib", "e"};
    static const uint64_t ticks[] = {1, 2, 4, 8, 16, 32, 0};
    static const struct filter uncut = {"even/odd", 1 << SET_ARCS_EX};
    struct analysis *a;
    struct text told = {0};
    made_functions(&m, names, 7);
    made_ticks(&m, ticks);
    made_call(&m, 0, 1,
              5); /* main-one, which calls itself, one-two, main-lib, lib from elsewhere */
    made_call(&m, 1, 1, 3);
    made_call(&m, 1, 2, 7);
    made_call(&m, 0, 5, 1);
    made_arc(&m, 0x10, made_addr(5), 1);
    made_call(&m, 3, 4, 2); /* odd and even call each other */
    made_call(&m, 4, 3, 2);
    struct call_tree *t = forest_of(&a, NULL, 0);
    tell(t, 0, &told);
    assert_string_equal(text_z(&told), "63 (lib 32, even 16, odd 8, main 7/1 (one 6/2 (two 4)))");
    assert_int_equal(tree_calls(t, t->n - 1), 7);
    assert_int_equal(tree_n_callers(t, 1), 1);
    call_tree_free(t);
    analysis_free(a);
    t = forest_of(&a, &uncut, 1);
    assert_int_equal(t->n, 7);
    call_tree_free(t);
    analysis_free(a);
    text_release(&told);
    uint64_t chance = 3;
    for (int round = 0; round < 20; round++) {
        made_random(&m, 40, 60, &chance);
        call_tree_free(forest_of(&a, NULL, 0));
        analysis_free(a);
    }
}

enum { SYMBOLS = 8, NODES = 300 };

/* Nodes of a function that is kept, and those above them, are there as in the whole tree. */
static void check_kept(struct call_tree *t, sym_id s)
{
    struct tree_node whole[NODES + N_TREE_KINDS];
    bool leads[NODES + N_TREE_KINDS] = {false}, keeps[N_TREE_KINDS + SYMBOLS] = {false};
    uint32_t n = t->n, n_kept = 1;
    memcpy(whole, t->nodes, n * sizeof *whole);
    for (uint32_t i = n; i-- > 1; leads[whole[i].parent] |= leads[i])
        n_kept += leads[i] |= whole[i].symbol == s;
    keeps[N_TREE_KINDS + s] = true;
    tree_keep(t, keeps);
    assert_int_equal(open_all(t)->n, n_kept);
    for (uint32_t i = 1, k = 1; i < n_kept; i++, k = 1) {
        while (whole[k].path != t->nodes[i].path)
            assert_true(++k < n);
        assert_true(leads[k] && whole[k].all == t->nodes[i].all);
        assert_true(whole[k].self == t->nodes[i].self && whole[k].depth == t->nodes[i].depth);
    }
    tree_keep(t, NULL);
    assert_int_equal(open_all(t)->n, n);
}

/* Many roots, and waits; nodes of the same way are one. */
TEST(by_chance)
{
    static const char *const names[SYMBOLS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    static struct path_frame v[NODES];
    uint64_t chance = 7;
    for (int round = 0; round < 20; round++) {
        struct profile_paths random = {v, NODES, 0, 0, 0, 0};
        uint64_t ticks[SYMBOLS] = {0};
        double waits = 0;
        struct analysis *a;
        made_functions(&m, names, SYMBOLS);
        for (uint32_t i = 0; i < NODES; i++) {
            uint32_t s = made_below(&chance, SYMBOLS - 1), parent = made_below(&chance, 40);
            v[i] = (struct path_frame){i && parent ? made_below(&chance, i) : PATH_NO_NODE,
                                       made_addr(s) + 2, made_below(&chance, 5),
                                       made_below(&chance, 3)};
            ticks[s] += v[i].ticks;
            waits += (double)v[i].waits;
        }
        made_ticks(&m, ticks);
        m.profile.paths = &random;
        struct call_tree *t = tree_of(&a, NULL, 0);
        check_tree(t);
        check_inverse(t);
        assert_true(t->nodes[0].beside_all == waits);
        check_kept(t, (sym_id)round % SYMBOLS);
        call_tree_free(t);
        analysis_free(a);
        m.profile.paths = NULL;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(starts_and_repeats),
        cmocka_unit_test(by_chance),
        cmocka_unit_test(without_paths),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    made_release(&m);
    return failed;
}
