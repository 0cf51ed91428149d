/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders on random profiles: entries, the flat profile, the lines of an entry and the function
 * order, each against its rule written down once more. */
#include "core/analyze/entry.h"
#include "core/analyze/questions/linker_order.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

static struct made m;

/* With few samples and counts, so that there are many ties. */
static struct analysis *draw(uint64_t *chance)
{
    uint32_t n = 1 + made_below(chance, 120);
    made_random(&m, n, made_below(chance, n * 4), chance);
    if (made_below(chance, 2))
        for (uint32_t i = 0; i < n * 4; i++)
            m.bins[0][i] = made_below(chance, 8) == 0;
    return made_analysis(&m, NULL, 0);
}

static int compare(double a, double b)
{
    return a < b ? -1 : a > b;
}

static double total_of(const struct analysis *a, node_id n)
{
    return a->times->node[n].prop_self + a->times->node[n].prop_child;
}

/* ---- entries ---- */

static int by_rank(const struct analysis *a, node_id x, node_id y)
{
    bool cx = node_is_cycle(a, x), cy = node_is_cycle(a, y);
    int c = -compare(total_of(a, x), total_of(a, y));
    if (c || cx || cy)
        return c ? c : cx != cy ? (cx ? -1 : 1) : compare(x, y);
    const char *p = symbol_name(a, x), *q = symbol_name(a, y);

    c = (*p == '_') - (*q == '_');
    c = c ? c : -compare((double)node_calls(a, x), (double)node_calls(a, y));
    return c ? c : strcmp(p, q);
}

TEST(entries_are_ranked)
{
    uint64_t chance = 31;
    for (uint32_t round = 0; round < 1000; round++) {
        struct analysis *a = draw(&chance);
        for (node_id i = 0; i < a->n_nodes; i++) {
            assert_int_equal(a->order->index[a->order->ranked[i]], i + 1);
            if (i > 0)
                assert_true(by_rank(a, a->order->ranked[i - 1], a->order->ranked[i]) < 0);
        }
        analysis_free(a);
    }
}

/* ---- the flat profile ---- */

static int by_self(const struct analysis *a, sym_id x, sym_id y)
{
    int c = -compare(a->samples->self[x], a->samples->self[y]);
    c = c ? c : -compare((double)a->graph->calls[x], (double)a->graph->calls[y]);
    return c ? c : strcmp(symbol_name(a, x), symbol_name(a, y));
}

TEST(flat_lists_what_was_used)
{
    static sym_id rows[MADE_SYMBOLS];
    uint64_t chance = 37;
    for (uint32_t round = 0; round < 1000; round++) {
        struct analysis *a = draw(&chance);
        uint32_t n, used = 0;
        analysis_flat(a, true, rows, &n);
        assert_int_equal(n, a->n_symbols);
        analysis_flat(a, false, rows, &n);
        for (sym_id s = 0; s < a->n_symbols; s++)
            used += a->samples->self[s] != 0 || a->graph->calls[s];
        assert_int_equal(n, used);
        for (uint32_t i = 1; i < n; i++)
            assert_true(by_self(a, rows[i - 1], rows[i]) < 0);
        analysis_free(a);
    }
}

/* ---- lines of an entry ---- */

static int kind_of(const struct analysis *a, const struct arc *x)
{
    uint32_t c = a->cycles->cycle[x->to];
    return x->from == x->to ? 0 : c && c == a->cycles->cycle[x->from] ? 1 : 2;
}

/* The order of two arcs in the list of callers; 0 for those alike. */
static int by_weight(const struct analysis *a, arc_id i, arc_id k)
{
    const struct arc *x = &a->graph->arcs[i], *y = &a->graph->arcs[k];
    struct arc_time s = arc_time(a, i), t = arc_time(a, k);
    int c = compare(kind_of(a, x), kind_of(a, y));
    if (c || kind_of(a, x) == 0)
        return c;
    c = kind_of(a, x) == 2 ? compare(s.self + s.child, t.self + t.child) : 0;
    return c ? c : compare((double)x->count, (double)y->count);
}

/* Insertion, given the earliest first; `sign` -1 turns the order round. */
static void sort_slowly(const struct analysis *a, arc_id *arcs, uint32_t n, int sign)
{
    for (uint32_t i = 1; i < n; i++) {
        arc_id x = arcs[i];
        uint32_t k = i;
        for (; k > 0 && sign * by_weight(a, arcs[k - 1], x) > 0; k--)
            arcs[k] = arcs[k - 1];
        arcs[k] = x;
    }
}

static void expect_lines(const struct analysis *a, sym_id s, bool callers)
{
    static struct entry_arc got[MADE_ARCS];
    static arc_id want[MADE_ARCS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->graph->n_arcs; i++) {
        const struct arc *x = &a->graph->arcs[graph_created(a->graph, i)];
        if ((callers ? x->to : x->from) == s)
            want[n++] = graph_created(a->graph, i);
    }
    assert_int_equal(n, callers ? analysis_n_callers(a, s) : analysis_n_callees(a, s));
    (callers ? analysis_callers : analysis_callees)(a, s, got);
    sort_slowly(a, want, n, callers ? 1 : -1);
    for (uint32_t i = 0; i < n; i++) {
        const struct arc *x = &a->graph->arcs[want[i]];
        assert_int_equal(got[i].arc, want[i]);
        assert_int_equal(got[i].kind, kind_of(a, x));
        assert_true(got[i].from == x->from && got[i].to == x->to && got[i].count == x->count);
    }
}

TEST(entries_list_arcs)
{
    uint64_t chance = 41;
    for (uint32_t round = 0; round < 400; round++) {
        struct analysis *a = draw(&chance);
        for (sym_id s = 0; s < a->n_symbols; s++) {
            expect_lines(a, s, true);
            expect_lines(a, s, false);
        }
        analysis_free(a);
    }
    made_random(&m, 3, 2, &chance); /* more lines than a short list has */
    for (uint32_t i = 0; i < 300; i++)
        made_symbol(&m, "g", 0x2000 + 16 * (uint64_t)i, SYM_FUNC);
    m.image.text_hi = 0x2000 + 300 * 16;
    for (uint32_t i = 0; i < 600; i++)
        made_arc(&m, 0x2000 + 16 * (uint64_t)made_below(&chance, 300), 0x1000,
                 made_below(&chance, 6));
    struct analysis *a = made_analysis(&m, NULL, 0);

    expect_lines(a, 0, true);
    analysis_free(a);
}

/* ---- members of a cycle ---- */

static bool stands_before(const struct analysis *a, sym_id x, sym_id y)
{
    double s = total_of(a, x), t = total_of(a, y);
    uint64_t c = a->graph->calls[x] + a->graph->recursion[x];
    uint64_t d = a->graph->calls[y] + a->graph->recursion[y];
    return s > t || (s == t && c > d);
}

/* A ring with shortcuts: one cycle with many members alike. */
static void draw_ring(uint32_t n, uint64_t *chance)
{
    made_random(&m, n, 0, chance);
    for (uint32_t i = 0; i < n; i++)
        made_arc(&m, m.symbols[i].addr, m.symbols[(i + 1) % n].addr, 1 + made_below(chance, 3));
    for (uint32_t i = 0; i < n; i++)
        made_arc(&m, m.symbols[made_below(chance, n)].addr, m.symbols[made_below(chance, n)].addr,
                 made_below(chance, 4));
}

TEST(members_stand_by_time_and_calls)
{
    static sym_id got[MADE_SYMBOLS], want[MADE_SYMBOLS];
    uint64_t chance = 47;
    bool alike = false;
    for (uint32_t round = 0; round < 200; round++) {
        draw_ring(3 + made_below(&chance, 100), &chance);
        struct analysis *a = made_analysis(&m, NULL, 0);

        for (uint32_t c = 1; c <= a->cycles->n_cycles; c++) {
            const sym_id *chain = &a->cycles->member[a->cycles->member_lo[c - 1]];
            uint32_t n = analysis_n_members(a, c);
            for (uint32_t i = 0, k; i < n; i++) {
                for (k = i; k > 0 && stands_before(a, chain[i], want[k - 1]); k--)
                    want[k] = want[k - 1];
                alike |= k > 0 && !stands_before(a, want[k - 1], chain[i]);
                want[k] = chain[i];
            }
            analysis_members(a, c, got);
            assert_memory_equal(got, want, n * sizeof *got);
        }
        analysis_free(a);
    }
    assert_true(alike);
}

/* ---- function order ---- */

TEST(every_function_has_a_place)
{
    uint64_t chance = 43;
    for (uint32_t round = 0; round < 1000; round++) {
        const struct settings none = {.no_static = false};
        struct analysis *a = draw(&chance);
        uint8_t seen[MADE_SYMBOLS] = {0};
        struct id_list order = {0};
        uint32_t used = 0;
        assert_true(analysis_function_order(a, &none, false, &order, no_err()));
        for (sym_id s = 0; s < a->n_symbols; s++)
            used += a->graph->calls[s] > 0;
        if (used < 80) { /* none is popular, which could make one vanish */
            assert_int_equal(order.n, a->n_symbols);
            for (size_t i = 0; i < order.n; i++) {
                assert_true(order.v[i] < a->n_symbols && !seen[order.v[i]]);
                seen[order.v[i]] = 1;
                assert_true(i < used ? a->graph->calls[order.v[i]] > 0
                                     : a->graph->calls[order.v[i]] == 0);
            }
        }
        free(order.v);
        analysis_free(a);
    }
}
