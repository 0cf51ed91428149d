/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to leave out so that a cycle falls apart: against the best of all orders of its members, in
 * which the arcs that lead backwards are cut. */
#include "core/analyze/questions/cuts.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { MOST = 64, ORDERED = 7 }; /* symbols; of which all orders are tried */

struct cut_graph {
    struct graph g;
    struct arc arcs[MOST * MOST];
    arc_id child_lo[MOST + 1], parent[MOST * MOST];
    uint32_t parent_lo[MOST + 1];
    uint64_t calls[MOST], recursion[MOST];
    uint32_t n;
};

/* n symbols, an arc from one to another with a probability of `percent`. */
static void draw(struct cut_graph *d, uint32_t n, uint32_t percent, uint64_t *chance)
{
    memset(d, 0, sizeof *d);
    d->n = n;
    for (uint32_t from = 0; from < n; from++) {
        for (uint32_t to = 0; to < n; to++)
            if (made_below(chance, 100) < percent)
                d->arcs[d->g.n_arcs++] = (struct arc){from, to, made_below(chance, 50)};
        d->child_lo[from + 1] = d->g.n_arcs;
    }
    d->g.arcs = d->arcs;
    d->g.child_lo = d->child_lo;
    d->g.parent = d->parent;
    d->g.parent_lo = d->parent_lo;
    d->g.calls = d->calls;
    d->g.recursion = d->recursion;
}

/* Whether members of a cycle call each other in circles without some arcs. */
static bool is_acyclic(const struct cut_graph *d, const struct cycles *c, uint32_t cycle,
                       const struct cut *without, uint32_t but)
{
    bool gone[MOST] = {false};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t s = 0; s < d->n; s++) {
            bool calls = false;
            if (c->cycle[s] != cycle || gone[s])
                continue;
            for (arc_id a = d->child_lo[s]; a < d->child_lo[s + 1]; a++) {
                sym_id to = d->arcs[a].to;
                bool left = to != s && c->cycle[to] == cycle && !gone[to];
                for (uint32_t i = 0; i < without->n_arcs; i++)
                    left = left && (i == but || without->arcs[i] != a);
                calls = calls || left;
            }
            changed = changed || !calls;
            gone[s] = !calls;
        }
    }
    for (uint32_t s = 0; s < d->n; s++)
        if (c->cycle[s] == cycle && !gone[s])
            return false;
    return true;
}

static uint64_t lost_in(const struct cut_graph *d, const sym_id *order, uint32_t n)
{
    uint64_t lost = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            for (arc_id a = d->child_lo[order[i]]; a < d->child_lo[order[i] + 1]; a++)
                lost += d->arcs[a].to == order[k] ? d->arcs[a].count : 0;
    return lost;
}

/* The fewest calls that any order loses. */
static uint64_t best_order(const struct cut_graph *d, sym_id *order, uint32_t at, uint32_t n)
{
    uint64_t best = UINT64_MAX;
    if (at == n)
        return lost_in(d, order, n);
    for (uint32_t i = at; i < n; i++) {
        sym_id x = order[at];
        order[at] = order[i];
        order[i] = x;
        uint64_t lost = best_order(d, order, at + 1, n);
        best = lost < best ? lost : best;
        order[i] = order[at];
        order[at] = x;
    }
    return best;
}

static void check_cut(const struct cut_graph *d, const struct cycles *c, uint32_t cycle,
                      const struct cut *cut)
{
    uint64_t lost = 0;
    for (uint32_t i = 0; i < cut->n_arcs; i++) {
        const struct arc *a = &d->arcs[cut->arcs[i]];
        assert_true(a->from != a->to && c->cycle[a->from] == cycle && c->cycle[a->to] == cycle);
        assert_true(i == 0 || d->arcs[cut->arcs[i - 1]].count >= a->count);
        if (i < ORDERED) /* each of them takes its time */
            assert_false(is_acyclic(d, c, cycle, cut, i));
        lost += a->count;
    }
    assert_true(is_acyclic(d, c, cycle, cut, NO_ID));
    assert_int_equal(lost, cut->lost);
}

/* How much more than the best the first cut loses, in calls; 0 where the best is not known. */
static uint64_t check_cycle(const struct cut_graph *d, const struct cycles *c, uint32_t cycle)
{
    sym_id order[MOST];
    uint32_t n = 0;
    struct cuts *cuts = cuts_new(&d->g, c, cycle, d->n, NULL, no_err());
    assert_true(cuts->n_cuts >= 1);
    assert_int_equal(cuts->exact, cuts->n_inner <= CUTS_EXACT_ARCS);
    for (uint32_t i = 0; i < cuts->n_cuts; i++) {
        check_cut(d, c, cycle, &cuts->cut[i]);
        assert_true(i == 0 || cuts->cut[i - 1].lost <= cuts->cut[i].lost);
    }
    for (uint32_t i = 1; i < cuts->n_inner; i++)
        assert_true(d->arcs[cuts->inner[i - 1]].count >= d->arcs[cuts->inner[i]].count);
    for (uint32_t s = 0; s < d->n; s++)
        if (c->cycle[s] == cycle)
            order[n++] = s;
    uint64_t best = n <= ORDERED ? best_order(d, order, 0, n) : cuts->cut[0].lost;
    uint64_t lost = cuts->cut[0].lost;
    assert_true(lost >= best);
    if (cuts->exact)
        assert_int_equal(lost, best);
    arena_object_free(cuts);
    return lost - best;
}

static uint64_t check_graph(const struct cut_graph *d, uint32_t *n_cycles)
{
    uint64_t more = 0;
    struct cycles *c = cycles_new(&d->g, d->n, NULL, no_err());
    assert_non_null(c);
    for (uint32_t cycle = 1; cycle <= c->n_cycles; cycle++)
        more += check_cycle(d, c, cycle) > 0;
    *n_cycles += c->n_cycles;
    arena_object_free(c);
    return more;
}

static struct cut_graph drawn;

/* Small, dense and large ones; the heuristic misses the best cut now and then. */
TEST(random_graphs)
{
    static const struct {
        uint32_t seed, rounds, n, more, percent, more_percent, least_cycles;
    } kinds[] = {
        {1, 3000, 2, 6, 10, 40, 1000}, {7, 300, 5, 3, 60, 1, 250}, {3, 20, MOST, 1, 2, 20, 15}};
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        uint64_t chance = kinds[i].seed, missed = 0;
        uint32_t n_cycles = 0;
        for (uint32_t round = 0; round < kinds[i].rounds; round++) {
            const uint32_t n = kinds[i].n + made_below(&chance, kinds[i].more);
            draw(&drawn, n, kinds[i].percent + made_below(&chance, kinds[i].more_percent), &chance);
            missed += check_graph(&drawn, &n_cycles);
        }
        assert_true(n_cycles > kinds[i].least_cycles);
        assert_true(missed * 5 < n_cycles);
    }
}

static bool goes_on(void *left, const char *phase, uint64_t done, uint64_t total)
{
    return (*(uint32_t *)left)-- > 0;
}

/* Each arc is a cut, the lightest first. The work stops on the way down and up, and where members
 * are numbered and listed. */
TEST(ring)
{
    enum { LONG = 1 << 17 };
    static struct arc arcs[LONG];
    static arc_id lo[LONG + 1];
    for (uint32_t s = 0; s < LONG; s++) {
        arcs[s] = (struct arc){s, (s + 1) % LONG, 10 * (s + 1)};
        lo[s + 1] = s + 1;
    }
    const struct graph g = {.arcs = arcs, .n_arcs = LONG, .child_lo = lo};
    struct cycles *c = NULL;
    uint32_t left, n = 0;
    const struct progress progress = {.step = goes_on, .ctx = &left};
    for (struct err e = ERR_INIT; !c; e.code = ERR_NONE) {
        left = n++;
        c = cycles_new(&g, LONG, &progress, &e);
        assert_int_equal(e.code, c ? ERR_NONE : ERR_CANCELLED);
    }
    assert_int_equal(n, 1 + 4 * LONG / (1 << 16));
    left = 1;
    assert_null(cuts_new(&g, c, 1, LONG, &progress, &(struct err){0}));
    struct cuts *cuts = cuts_new(&g, c, 1, LONG, NULL, no_err());
    for (uint32_t i = 0; i < cuts->n_cuts; i++) {
        assert_int_equal(cuts->cut[i].n_arcs, 1);
        assert_int_equal(cuts->cut[i].lost, 10 * (i + 1));
    }
    arena_object_free(cuts);
    arena_object_free(c);
}
