/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a browser asks of an analysis: random profiles, each answer against what it promises. */
#include "core/analyze/questions/questions.h"

#include "core/analyze/entry.h"
#include "core/analyze/questions/rates.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { ROUNDS = 300 };

static struct made m;

static struct analysis *draw(uint64_t *chance)
{
    uint32_t n = 1 + made_below(chance, 60);
    made_random(&m, n, made_below(chance, n * 3), chance);
    return made_analysis(&m, NULL, 0);
}

/* Whether arc x brings more than y. */
static bool beats(const struct analysis *a, arc_id x, arc_id y)
{
    struct arc_time tx = arc_time(a, x), ty = arc_time(a, y);
    double p = tx.self + tx.child, q = ty.self + ty.child;
    return p > q || (p == q && a->graph->arcs[x].count > a->graph->arcs[y].count);
}

/* The arc from one symbol to another; NO_ID: none. */
static arc_id arc_between(const struct analysis *a, sym_id from, sym_id to)
{
    for (arc_id i = 0; i < a->graph->n_arcs; i++)
        if (a->graph->arcs[i].from == from && a->graph->arcs[i].to == to)
            return i;
    return NO_ID;
}

static void check_caller(const struct analysis *a, node_id n)
{
    sym_id callee = analysis_symbol_of(a, n), found = analysis_heaviest_caller(a, n);
    arc_id best = found == NO_ID ? NO_ID : arc_between(a, found, callee);
    assert_true(found == NO_ID || (best != NO_ID && found != callee));
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        const struct arc *x = &a->graph->arcs[i];
        if (x->to == callee && x->from != callee)
            assert_true(best != NO_ID && !beats(a, i, best));
    }
}

TEST(test_heaviest_caller_is_beaten_by_none)
{
    uint64_t chance = 1;
    uint32_t with_cycles = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct analysis *a = draw(&chance);
        for (node_id n = 0; n < a->n_nodes; n++)
            check_caller(a, n);
        assert_int_equal(analysis_heaviest_caller(a, a->n_nodes), NO_ID);
        with_cycles += a->cycles->n_cycles;
        analysis_free(a);
    }
    assert_true(with_cycles > 50); /* the test means something */
}

TEST(test_hottest_is_the_first_of_the_hottest)
{
    uint64_t chance = 2;
    for (int round = 0; round < ROUNDS; round++) {
        struct analysis *a = draw(&chance);
        sym_id best = analysis_hottest(a);
        for (sym_id s = 0; s < a->n_symbols; s++) {
            double most = best == NO_ID ? 0 : a->samples->self[best];
            assert_true(a->samples->self[s] <= most);
            assert_true(s >= best || a->samples->self[s] < most || most == 0);
        }
        analysis_free(a);
    }
}

TEST(test_no_function_has_time)
{
    made_init(&m, 0x1000, 0x1020);
    made_symbol(&m, "f", 0x1000, SYM_FUNC);
    made_symbol(&m, "g", 0x1010, SYM_FUNC);
    struct analysis *a = made_analysis(&m, NULL, 0);
    assert_int_equal(analysis_hottest(a), NO_ID);
    assert_int_equal(analysis_heaviest_caller(a, 0), NO_ID);
    assert_int_equal(analysis_first_entry(a), a->order->ranked[0]); /* none is printed */
    analysis_free(a);
}

TEST(test_order_of_entries)
{
    uint64_t chance = 3;
    for (int round = 0; round < ROUNDS; round++) {
        struct analysis *a = draw(&chance);
        uint32_t at = 0, n = 0, last = 0;
        for (sym_id s; (s = analysis_next_ranked(a, &at)) != NO_ID; n++) {
            assert_true(s < a->n_symbols && a->order->index[s] > last);
            last = a->order->index[s];
        }
        assert_int_equal(n, a->n_symbols);
        for (node_id i = 0; i < a->n_nodes; i++)
            assert_int_equal(analysis_numbered(a, a->order->index[i]), i);
        assert_int_equal(analysis_numbered(a, 0), NO_ID);
        assert_int_equal(analysis_numbered(a, (uint64_t)a->n_nodes + 1), NO_ID);
        assert_int_equal(analysis_numbered(a, UINT64_MAX), NO_ID);
        node_id first = analysis_first_entry(a);
        for (uint32_t i = 0; a->order->ranked[i] != first; i++)
            assert_false(analysis_has_entry(a, a->order->ranked[i], false));
        analysis_free(a);
    }
}

TEST(test_symbols_are_found)
{
    uint64_t chance = 4;
    struct analysis *a = draw(&chance);
    for (sym_id s = 0; s < a->n_symbols; s++) {
        uint64_t addr = a->table->symbols[s].addr;
        assert_int_equal(analysis_symbol_at(a, addr), s);
        assert_int_equal(analysis_symbol_at(a, addr + 1), NO_ID);
        assert_int_equal(analysis_named(a, symbol_name(a, s)), s);
        assert_int_equal(analysis_symbol_of(a, s), s);
    }
    for (uint32_t c = 1; c <= a->cycles->n_cycles; c++)
        assert_int_equal(a->cycles->cycle[analysis_symbol_of(a, cycle_node(a, c))], c);
    assert_int_equal(analysis_symbol_at(a, 0), NO_ID);
    assert_int_equal(analysis_named(a, "no such function"), NO_ID);
    assert_int_equal(analysis_symbol_of(a, NO_ID), NO_ID);
    analysis_free(a);
}

/* A name that a line of a function and a function have means the function. */
TEST(test_functions_go_before_lines)
{
    made_init(&m, 0x1000, 0x1020);
    made_symbol(&m, "f", 0x1000, SYM_FUNC);
    made_symbol(&m, "f", 0x1010, SYM_FUNC);
    struct analysis *a = made_analysis(&m, NULL, 0);
    struct symbol *symbols = (struct symbol *)a->table->symbols;
    assert_int_equal(analysis_named(a, "f"), 0);
    symbols[0].flags |= SYM_LINE;
    assert_int_equal(analysis_named(a, "f"), 1);
    symbols[1].flags |= SYM_LINE;
    assert_int_equal(analysis_named(a, "f"), 0);
    analysis_free(a);
}

/* Counts that went back are none. */
TEST(test_rates_are_what_came_after)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    struct analysis *a[2];
    for (uint64_t i = 0; i < 2; i++) {
        made_functions(&m, names, 4);
        made_ticks(&m, (const uint64_t[]){3 + 7 * i, 2, 5 - i, 0});
        made_call(&m, 0, 1, 10 + 20 * i);
        made_call(&m, 0, 2, 9 - i);
        made_call(&m, 0, 3, 4 * i);
        a[i] = made_analysis(&m, NULL, 0);
    }
    struct rates *r = rates_new(a[0], a[1], 2, NULL);
    static const uint64_t calls[] = {0, 20, 0, 4}, ticks[] = {7, 0, 0, 0};
    for (uint32_t i = 0; i < 4; i++) {
        const struct rate x = rates_of(r, made_addr(i));
        assert_true(x.calls == calls[i] && x.ticks == (double)ticks[i]);
    }
    assert_int_equal(r->n, 3);
    struct rates *next = rates_new(a[1], a[1], 2, r);
    const struct rate idle = rates_of(next, made_addr(0));
    assert_true(next->n == 1 && idle.ticks == 0);
    assert_memory_equal(&idle.past[RATES_PAST - 3], ((uint8_t[]){0, 4, 0}), 3);
    free(next);
    free(r);
    analysis_free(a[0]);
    analysis_free(a[1]);
}
