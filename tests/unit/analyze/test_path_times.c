/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times by call paths: by hand under each filter, and by chance against sums over all samples. */
#include "core/analyze/entry.h"
#include "core/analyze/path_times.h"
#include "core/select/symset.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

#define BIT(set) (UINT32_C(1) << (set))

static struct made m;

static struct analysis *analyze(const struct filter *filters, size_t n)
{
    const struct settings s = {.filters = filters, .n_filters = n, .callers = CALLERS_MEASURED};
    struct analysis *a = analysis_new(&m.profile, &s, NULL, NULL, NULL, no_err());
    assert_non_null(a);
    return a;
}

/* ---- by hand ----
 *
 * Functions a b c d e, of which e is the last and gets no time. Paths: d-a 1, d-b 2, d-b-a 4,
 * d-b-b-a 8, ?-c 16, d-?-a 32; and d-? 64, ? 128, which hit no function. */

enum { A, B, C, D };

static struct path_frame nodes[] = {
    {PATH_NO_NODE, 0x1033, 0, 0},         /* 0 d */
    {0, 0x1001, 1, 0},                    /* 1 d-a */
    {0, 0x1012, 2, 0},                    /* 2 d-b */
    {2, 0x1003, 4, 0},                    /* 3 d-b-a */
    {2, 0x1014, 0, 0},                    /* 4 d-b-b */
    {4, 0x1003, 8, 0},                    /* 5 d-b-b-a */
    {PATH_NO_NODE, PATH_NOWHERE, 128, 0}, /* 6 ? */
    {6, 0x1022, 16, 0},                   /* 7 ?-c */
    {0, PATH_NOWHERE, 64, 0},             /* 8 d-? */
    {8, 0x1002, 32, 0},                   /* 9 d-?-a */
};
static struct profile_paths paths = {nodes, sizeof nodes / sizeof *nodes, 255, 0, 0, 0};

static void make_by_hand(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    static const uint64_t ticks[] = {45, 2, 16, 0, 0};
    made_functions(&m, names, 5);
    made_ticks(&m, ticks);
    m.profile.paths = &paths;
}

struct wanted {
    double self, all;
};

static const struct {
    struct filter filter;
    double total;
    struct wanted node[4]; /* a b c d */
    double da, db, ba, bb; /* arcs */
} by_hand[] = {
    {{"", 0}, 63, {{45, 45}, {2, 14}, {16, 16}, {0, 47}}, 33, 14, 12, 8},
    {{"b", BIT(SET_TIME_EX)}, 49, {{33, 33}, {0, 0}, {16, 16}, {0, 33}}, 33, 0, 0, 0},
    {{"b", BIT(SET_TIME_IN)}, 14, {{12, 12}, {2, 14}, {0, 0}, {0, 14}}, 0, 14, 12, 8},
    {{"d", BIT(SET_TIME_EX)}, 16, {{0, 0}, {0, 0}, {16, 16}, {0, 0}}, 0, 0, 0, 0},
    {{"a", BIT(SET_FLAT_EX)}, 18, {{0, 0}, {2, 2}, {16, 16}, {0, 2}}, 0, 2, 0, 0},
    {{"d/b", BIT(SET_ARCS_EX)}, 63, {{45, 45}, {2, 14}, {16, 16}, {0, 33}}, 33, 0, 12, 8},
    {{"b/a", BIT(SET_ARCS_EX)}, 63, {{45, 45}, {2, 2}, {16, 16}, {0, 35}}, 33, 2, 0, 0},
    {{"b/b", BIT(SET_ARCS_EX)}, 63, {{45, 45}, {2, 14}, {16, 16}, {0, 39}}, 33, 6, 12, 0},
};

static double arc_of(const struct analysis *a, sym_id from, sym_id to)
{
    for (uint32_t i = 0; i < a->paths->n_arcs; i++)
        if (a->paths->arcs[i].from == from && a->paths->arcs[i].to == to)
            return a->paths->arcs[i].all;
    return 0;
}

/* Samples that hit no function are in no total: an entry's share is that of the flat profile. */
TEST(filters_by_hand)
{
    make_by_hand();
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        struct analysis *a = analyze(&by_hand[i].filter, by_hand[i].filter.sets != 0);
        const bool flat = (by_hand[i].filter.sets & ~BIT(SET_FLAT_EX)) == 0;
        assert_true(a->times->total == by_hand[i].total);
        assert_true(!flat || a->times->total == a->samples->total);
        for (sym_id s = 0; s < 4; s++) {
            const struct node_time *t = &a->times->node[s];
            assert_true(!flat || t->prop_self == a->samples->self[s]);
            assert_true(t->prop_self == by_hand[i].node[s].self);
            assert_true(t->prop_self + t->prop_child == by_hand[i].node[s].all);
        }
        assert_true(arc_of(a, D, A) == by_hand[i].da);
        assert_true(arc_of(a, D, B) == by_hand[i].db);
        assert_true(arc_of(a, B, A) == by_hand[i].ba);
        assert_true(arc_of(a, B, B) == by_hand[i].bb);
        assert_int_equal(a->cycles->n_cycles, 0);
        analysis_free(a);
    }
    m.profile.paths = NULL;
}

/* Waits go the ways of samples, but that those in code without a name are their callers', too. */
TEST(waits_by_hand)
{
    make_by_hand();
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        nodes[i].waits = 3 * nodes[i].ticks;
    nodes[8].waits = 1000;
    for (size_t i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        const struct filter *f = &by_hand[i].filter;
        struct analysis *a = analyze(f, f->sets != 0);
        bool has_d = strcmp(f->spec, "d") != 0 && strcmp(f->spec, "b") != 0;
        bool is_b_out = f->sets == BIT(SET_TIME_EX) && strcmp(f->spec, "b") == 0;
        double unnamed = has_d || is_b_out ? 1000 : 0;
        for (sym_id s = 0; s < 4; s++)
            assert_true(a->paths->wait[s] == 3 * by_hand[i].node[s].all + (s == D ? unnamed : 0));
        for (uint32_t k = 0; k < a->paths->n_arcs; k++) {
            const struct path_arc *x = &a->paths->arcs[k];
            assert_true(x->wait == 3 * x->all);
            assert_ptr_equal(path_arc_find(a->paths, x->from, x->to), x);
        }
        assert_null(path_arc_find(a->paths, C, C));
        analysis_free(a);
    }
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        nodes[i].waits = 0;
    struct analysis *a = analyze(NULL, 0);
    assert_null(a->paths->wait);
    analysis_free(a);
    m.profile.paths = NULL;
}

/* Measured arcs are among those of the graph, also where no call was counted. */
TEST(arcs_have_times)
{
    make_by_hand();
    made_call(&m, D, B, 3);
    struct analysis *a = analyze(NULL, 0);
    bool found = false;
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        const struct arc *x = &a->graph->arcs[i];
        struct arc_time t = arc_time(a, i);
        assert_true(x->from == x->to || t.self + t.child == arc_of(a, x->from, x->to));
        found |= x->from == D && x->to == B && x->count == 3 && t.self == 2 && t.child == 12;
    }
    assert_true(found);
    analysis_free(a);
    m.profile.paths = NULL;
}

/* ---- by chance ---- */

enum { SYMBOLS = 12, NODES = 400 };

/* Ticks of all samples with s on their path, and with an arc from r to s. */
static double slow_all(const struct profile_paths *p, sym_id s, sym_id r)
{
    double sum = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        bool has = false;
        for (uint32_t at = i; at != PATH_NO_NODE; at = p->nodes[at].parent) {
            uint32_t up = p->nodes[at].parent;
            sym_id mine = (sym_id)((p->nodes[at].addr - MADE_LO) / MADE_BYTES);
            sym_id its =
                up == PATH_NO_NODE ? NO_ID : (sym_id)((p->nodes[up].addr - MADE_LO) / MADE_BYTES);
            has |= mine == s && (r == NO_ID || its == r);
        }
        sum += has ? (double)p->nodes[i].ticks : 0;
    }
    return sum;
}

TEST(as_by_all_samples)
{
    uint64_t chance = 5;
    static struct path_frame v[NODES];
    for (int round = 0; round < 20; round++) {
        struct profile_paths random = {v, NODES, 0, 0, 0, 0};
        made_random(&m, SYMBOLS, 30, &chance);
        for (uint32_t i = 0; i < NODES; i++)
            v[i] = (struct path_frame){.parent = i == 0 || made_below(&chance, 40) == 0
                                                     ? PATH_NO_NODE
                                                     : made_below(&chance, i),
                                       .addr = made_addr(made_below(&chance, SYMBOLS - 1)) + 2,
                                       .ticks = made_below(&chance, 5)};
        m.profile.paths = &random;
        struct analysis *a = analyze(NULL, 0);
        for (sym_id s = 0; s < SYMBOLS - 1; s++) {
            assert_true(a->paths->all[s] == slow_all(&random, s, NO_ID));
            for (sym_id r = 0; r < SYMBOLS - 1; r++)
                assert_true(arc_of(a, r, s) == slow_all(&random, s, r));
        }
        analysis_free(a);
        m.profile.paths = NULL;
    }
}

static int tear_down(void **state __attribute__((unused)))
{
    made_release(&m);
    return 0;
}

ALL_TESTS(NULL, tear_down);
