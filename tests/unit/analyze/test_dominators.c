/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dominators of random graphs, against what is cut off when a node is taken out. */
#include "core/analyze/dominators.h"
#include "core/model/symbol.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { MAX = 40, MAX_ARCS = 200 };

struct drawn {
    struct flow_graph g;
    uint32_t lo[MAX + 2], to[MAX_ARCS];
};

/* n nodes with up to `degree` arcs each, and up to three from the root. */
static void draw(struct drawn *d, uint32_t n, uint32_t degree, uint64_t *chance)
{
    uint32_t n_arcs = 0;
    d->g = (struct flow_graph){n, d->lo, d->to};
    for (uint32_t v = 0; v <= n; v++) {
        d->lo[v] = n_arcs;
        for (uint32_t k = made_below(chance, v == n ? 4 : degree + 1); n && k > 0; k--) {
            uint32_t to = made_below(chance, n);
            if (to != v && n_arcs < MAX_ARCS)
                d->to[n_arcs++] = to;
        }
    }
    d->lo[n + 1] = n_arcs;
}

/* Mark what paths from the root reach that do not touch `without`. */
static void mark(const struct flow_graph *g, uint32_t without, uint8_t *reached)
{
    bool more = true;
    memset(reached, 0, g->n + 1);
    reached[g->n] = 1;
    while (more) {
        more = false;
        for (uint32_t v = 0; v <= g->n; v++)
            for (uint32_t k = g->lo[v]; reached[v] && k < g->lo[v + 1]; k++)
                if (g->to[k] != without && !reached[g->to[k]]) {
                    reached[g->to[k]] = 1;
                    more = true;
                }
    }
}

/* A parent comes before its children. */
static void expect_order(const struct dominators *d)
{
    uint8_t seen[MAX + 1] = {0};
    seen[d->n] = 1;
    for (uint32_t i = 0; i < d->n_reached; i++) {
        assert_true(seen[d->parent[d->reached[i]]]);
        seen[d->reached[i]] = 1;
    }
}

static void expect_dominators(const struct flow_graph *g)
{
    uint8_t all[MAX + 1], left[MAX + 1];
    uint32_t n_reached = 0;
    struct dominators *d = dominators_new(g, NULL);
    mark(g, NO_ID, all);
    for (uint32_t a = 0; a < g->n; a++) {
        n_reached += all[a];
        assert_int_equal(d->parent[a] != NO_ID, all[a]);
        mark(g, a, left);
        for (uint32_t b = 0; b < g->n; b++)
            if (all[a] && all[b])
                assert_int_equal(dominates(d, a, b), a == b || !left[b]);
        if (all[a]) {
            assert_true(dominates(d, g->n, a));
            assert_true(dominates(d, d->parent[a], a));
        }
    }
    assert_int_equal(d->n_reached, n_reached);
    expect_order(d);
    arena_object_free(d);
}

TEST(random_graphs_agree)
{
    static struct drawn d;
    uint64_t chance = 5;
    for (uint32_t round = 0; round < 4000; round++) {
        draw(&d, made_below(&chance, round % 10 ? 12 : MAX + 1), made_below(&chance, 4), &chance);
        expect_dominators(&d.g);
    }
}
