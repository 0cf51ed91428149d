/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars of an icicle: trees made by chance, each bar against its exact share of the columns. */
#include "core/view/rows/tree_rows.h"

#include <math.h>

#include "tests/support/unit.h"

enum { MOST = 4000 };

static struct tree_node nodes[MOST + 1];
static struct call_tree tree = {.nodes = nodes};

static void begin(double self)
{
    tree.n = 1;
    nodes[0] = (struct tree_node){
        .symbol = NO_ID, .parent = NO_ID, .is_made = true, .self = self, .all = self};
}

/* n children of a node, of which the i-th has all[i % n_all]. */
static void add_children(uint32_t node, uint32_t n, const double *all, uint32_t n_all)
{
    nodes[node].child = tree.n;
    nodes[node].n_children = n;
    for (uint32_t i = 0; i < n; i++) {
        const double a = all[i % n_all];
        nodes[tree.n++] = (struct tree_node){.parent = node, .is_made = true, .self = a, .all = a};
        for (uint32_t up = node; up != NO_ID; up = nodes[up].parent)
            nodes[up].all += a;
    }
}

static void check(uint32_t top, uint32_t cols)
{
    size_t n;
    struct tree_row *bars = icicle_bars(&tree, top, cols, &n);
    const double column = nodes[top].all / cols;
    assert_true(n && bars[0].node == top && bars[0].lo == 0 && bars[0].hi == cols);
    for (uint32_t i = 0; i < n; i++) {
        const struct tree_row *b = &bars[i];
        const struct tree_node *x = &nodes[b->node];
        uint32_t n_bars = 0, end = b->lo, last = 0;
        double all = 0;
        assert_true(b->lo < b->hi);
        assert_true(fabs(b->lo - b->at / column) <= 0.5 + 1e-6);
        assert_true(fabs(b->hi - (b->at + x->all) / column) <= 0.5 + 1e-6);
        for (uint32_t k = i + 1; k < n && bars[k].level > b->level; k++)
            if (bars[k].level == b->level + 1) { /* a child */
                assert_int_equal(nodes[bars[k].node].parent, b->node);
                assert_true(bars[k].node > last);
                assert_int_equal(bars[k].lo, end);
                end = bars[k].hi;
                last = bars[k].node;
                n_bars++;
            }
        assert_int_equal(n_bars + b->n_small, x->n_children);
        assert_int_equal(b->small_lo, end);
        for (uint32_t k = 0; k < x->n_children; k++) {
            all += nodes[x->child + k].all;
            n_bars -= nodes[x->child + k].all >= column;
        }
        assert_int_equal(n_bars, 0);
        assert_true(b->small_hi >= b->small_lo && b->small_hi <= b->hi);
        assert_true(fabs(b->small_hi - (b->at + all) / column) <= 0.5 + 1e-6);
    }
    free(bars);
}

TEST(by_chance)
{
    uint64_t chance = 1;
    for (int round = 0; round < 200; round++) {
        static const uint32_t widths[] = {1, 2, 3, 17, 80, 120, 12000};
        begin(round % 3);
        for (uint32_t node = 0; node < tree.n && tree.n < 400; node++) {
            double all[7];
            for (int i = 0; i < 7; i++) {
                chance = chance * UINT64_C(6364136223846793005) + 1442695040888963407;
                all[i] = (double)(chance >> 33 & (chance >> 40 & 1 ? 1023 : 7)) + 1;
            }
            add_children(node, chance >> 60, all, 7);
        }
        for (size_t i = 0; i < ARRAY_LEN(widths); i++) {
            check(0, widths[i]);
            check(tree.n / 2, widths[i]);
        }
    }
}

/* Quarters of three columns: the nearest edges, the second bar is the wider one. */
TEST(edges)
{
    size_t n;
    begin(1);
    add_children(0, 2, (const double[]){1.5, 1.5}, 2);
    struct tree_row *bars = icicle_bars(&tree, 0, 5, &n);
    assert_int_equal(n, 3);
    assert_true(bars[1].lo == 0 && bars[1].hi == 2 && bars[2].lo == 2 && bars[2].hi == 4);
    assert_true(bars[0].small_lo == 4 && bars[0].small_hi == 4 && !bars[0].n_small);
    free(bars);
    begin(1);
    add_children(0, 3, (const double[]){1}, 1);
    bars = icicle_bars(&tree, 0, 3, &n);
    assert_int_equal(n, 1); /* none has a column of its own */
    assert_true(bars[0].n_small == 3 && bars[0].small_lo == 0 && bars[0].small_hi == 2);
    free(bars);
    begin(0); /* nothing at all */
    bars = icicle_bars(&tree, 0, 80, &n);
    assert_true(n == 1 && bars[0].hi == 80 && !bars[0].n_small && !bars[0].small_hi);
    free(bars);
}
