/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyses made from older ones: equal to fresh ones after any toggles, and sharing all that a
 * toggle does not change. */
#include "core/analyze/analysis_internal.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

#define BIT(set) (UINT32_C(1) << (set))

static struct made m;

static struct analysis *make(const struct settings *s, const struct analysis *old)
{
    struct analysis *a = analysis_new(&m.profile, s, NULL, old, NULL, no_err());
    assert_non_null(a);
    return a;
}

/* ---- equality ---- */

static void expect_same_graph(const struct graph *a, const struct graph *b, uint32_t n)
{
    assert_int_equal(a->n_arcs, b->n_arcs);
    for (arc_id i = 0; i < a->n_arcs; i++)
        assert_true(a->arcs[i].from == b->arcs[i].from && a->arcs[i].to == b->arcs[i].to &&
                    a->arcs[i].count == b->arcs[i].count);
    for (arc_id i = 0; i < a->n_arcs; i++)
        assert_int_equal(graph_created(a, i), graph_created(b, i));
    assert_memory_equal(a->parent, b->parent, a->n_arcs * sizeof *a->parent);
    assert_memory_equal(a->calls, b->calls, n * sizeof *a->calls);
}

static void expect_same(const struct analysis *a, const struct analysis *b)
{
    static sym_id rows[2][MADE_SYMBOLS];
    uint32_t n[2];
    assert_int_equal(a->n_symbols, b->n_symbols);
    assert_int_equal(a->n_nodes, b->n_nodes);
    assert_memory_equal(a->samples->self, b->samples->self, a->n_symbols * sizeof(double));
    assert_true(a->samples->total == b->samples->total);
    expect_same_graph(a->graph, b->graph, a->n_symbols);
    assert_memory_equal(a->cycles->cycle, b->cycles->cycle, a->n_symbols * sizeof(uint32_t));
    assert_memory_equal(a->times->node, b->times->node, a->n_nodes * sizeof *a->times->node);
    assert_memory_equal(a->printed, b->printed, a->n_nodes);
    assert_memory_equal(a->order->ranked, b->order->ranked, a->n_nodes * sizeof(node_id));
    analysis_flat(a, false, rows[0], &n[0]);
    analysis_flat(b, false, rows[1], &n[1]);
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(rows[0], rows[1], n[0] * sizeof(sym_id));
}

/* ---- random toggles ---- */

static const struct filter offers[] = {
    {"f1", BIT(SET_GRAPH_EX)},   {"f2", BIT(SET_GRAPH_EX) | BIT(SET_TIME_EX)},
    {"f3", BIT(SET_GRAPH_IN)},   {"f4", BIT(SET_GRAPH_IN) | BIT(SET_TIME_IN)},
    {"f5", BIT(SET_TIME_IN)},    {"/[24]$/", BIT(SET_TIME_EX)},
    {"f6/f7", BIT(SET_ARCS_EX)}, {"/[0-5]$//", BIT(SET_ARCS_EX)},
    {"f1/", BIT(SET_ARCS_IN)},   {"f8", BIT(SET_FLAT_EX)},
    {"/1/", BIT(SET_FLAT_IN)},   {"f9", BIT(SET_EXEC_EX)},
};

struct toggles {
    bool on[ARRAY_LEN(offers)], no_static, functions_only, by_line, strict;
};

static struct settings settings_of(const struct toggles *t, struct filter *room)
{
    struct settings s = {.no_static = t->no_static,
                         .functions_only = t->functions_only,
                         .by_line = t->by_line,
                         .strict = t->strict,
                         .filters = room};
    for (size_t i = 0; i < ARRAY_LEN(offers); i++)
        if (t->on[i])
            room[s.n_filters++] = offers[i];
    return s;
}

static void toggle(struct toggles *t, uint64_t *chance)
{
    uint32_t k = made_below(chance, ARRAY_LEN(offers) + 4);
    if (k < ARRAY_LEN(offers))
        t->on[k] = !t->on[k];
    else if (k == ARRAY_LEN(offers))
        t->no_static = !t->no_static;
    else if (k == ARRAY_LEN(offers) + 1)
        t->functions_only = !t->functions_only;
    else if (k == ARRAY_LEN(offers) + 2)
        t->by_line = !t->by_line; /* without lines: a table made in another way */
    else
        t->strict = !t->strict;
}

static void draw(uint64_t *chance)
{
    uint32_t n = 4 + made_below(chance, 30);
    made_random(&m, n, n * 3, chance);
    for (uint32_t i = 1; i < n; i++)
        m.symbols[i].flags = made_below(chance, 4) ? SYM_FUNC : made_below(chance, 4);
}

TEST(toggled_ones_equal_fresh_ones)
{
    uint64_t chance = 47;
    for (uint32_t round = 0; round < 100; round++) {
        struct toggles t = {.no_static = false};
        struct filter room[2][ARRAY_LEN(offers)];
        struct analysis *a = NULL;
        draw(&chance);
        for (uint32_t step = 0; step < 40; step++) {
            struct settings s = settings_of(&t, room[step % 2]); /* none outlives its analysis */
            struct analysis *next = make(&s, a), *fresh = make(&s, NULL);
            expect_same(next, fresh);
            analysis_free(a); /* what it lent lives on */
            analysis_free(fresh);
            a = next;
            memset(room[step % 2], 0, sizeof room[0]);
            toggle(&t, &chance);
        }
        analysis_free(a);
    }
}

/* ---- sharing ---- */

enum { TABLE = 1, SAMPLES = 2, GRAPH = 4, CYCLES = 8, TIMES = 16, SHOWN = 32 };

static const struct {
    struct filter filter;
    unsigned shared; /* the rest is made anew */
} sharing[] = {
    {{"f1", BIT(SET_GRAPH_EX)}, TABLE | SAMPLES | GRAPH | CYCLES | TIMES},
    {{"f1", BIT(SET_TIME_EX) | BIT(SET_GRAPH_EX)}, TABLE | SAMPLES | GRAPH | CYCLES},
    {{"f1", BIT(SET_TIME_IN)}, TABLE | SAMPLES | GRAPH | CYCLES | SHOWN},
    {{"f1/f2", BIT(SET_ARCS_EX)}, TABLE | SAMPLES},
    {{"f1", BIT(SET_FLAT_IN)}, TABLE | GRAPH | CYCLES | SHOWN},
    {{"f1", BIT(SET_EXEC_EX)}, TABLE | SAMPLES | GRAPH | CYCLES | TIMES | SHOWN},
    {{"path=x.c", BIT(SET_TIME_EX)}, TABLE | SAMPLES | GRAPH | CYCLES | SHOWN},
};

static unsigned shared(const struct analysis *a, const struct analysis *b)
{
    return (a->table == b->table ? TABLE : 0u) | (a->samples == b->samples ? SAMPLES : 0u) |
           (a->graph == b->graph ? GRAPH : 0u) | (a->cycles == b->cycles ? CYCLES : 0u) |
           (a->times == b->times ? TIMES : 0u) | (a->printed == b->printed ? SHOWN : 0u);
}

TEST(toggles_share_stages)
{
    uint64_t chance = 53;
    draw(&chance);
    const struct settings none = {.n_filters = 0}, tables = {.no_static = true};
    struct analysis *plain = make(&none, NULL), *same = make(&none, plain),
                    *other = make(&tables, plain);

    assert_int_equal(shared(plain, same), TABLE | SAMPLES | GRAPH | CYCLES | TIMES | SHOWN);
    assert_int_equal(shared(plain, other), 0);
    for (size_t i = 0; i < ARRAY_LEN(sharing); i++) {
        const struct settings s = {.filters = &sharing[i].filter, .n_filters = 1};
        struct analysis *a = make(&s, plain);
        assert_int_equal(shared(plain, a), sharing[i].shared);
        analysis_free(a);
    }
    analysis_free(plain);
    analysis_free(same);
    analysis_free(other);

    const struct settings lines = {.by_line = true}, both = {.by_line = true, .no_static = true};
    plain = make(&lines, NULL);
    other = make(&both, plain);
    assert_true(plain->table->lines && plain->table->lines == other->table->lines);
    assert_int_equal(shared(plain, other), 0);
    analysis_free(plain);
    analysis_free(other);
}

/* A stage reads results that are there when it is made. */
TEST(stages_read_what_stands_before_them)
{
    for (enum stage_id id = 0; id < N_STAGES; id++) {
        const struct stage_def *d = &stage_defs[id];
        assert_int_equal(d->inputs >> id, 0);
        assert_true(!(d->inputs & STAGE_BIT(STAGE_SOURCES)) == !d->sets);
    }
}

/* A job has the settings that its stage declares, and nothing else. */
TEST(stages_get_what_they_declare)
{
    const struct filter filters[] = {{"f1", BIT(SET_GRAPH_EX) | BIT(SET_TIME_EX)},
                                     {"f2", BIT(SET_FLAT_IN)}};
    const struct settings s = {.no_static = true,
                               .functions_only = true,
                               .strict = true,
                               .by_line = true,
                               .filters = filters,
                               .n_filters = ARRAY_LEN(filters)};
    const struct lookup lookup = {0};
    const struct profile p = {0};
    for (enum stage_id id = 0; id < N_STAGES; id++) {
        const struct stage_def *d = &stage_defs[id];
        struct stage_job job = {.profile = &p, .lookup = &lookup, .options = &s};
        struct stage *made = stage_new(id, &job);
        const struct stage_settings *got = &job.settings;
        assert_non_null(made);
        assert_int_equal(got->table.no_static, made->wanted && d->reads_table);
        assert_int_equal(got->strict, made->wanted && d->sets);
        for (size_t i = 0; i < got->n_filters; i++)
            assert_true(got->filters[i].sets && !(got->filters[i].sets & ~d->sets));
        arena_release(&job.memory);
        stage_drop(id, made);
    }
}

/* ---- cancelled work ---- */

struct patience {
    unsigned steps;
    bool cycles, time; /* phases that asked */
};

static bool wait_for(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    struct patience *p = ctx;
    assert_true(done <= total || !total);
    p->cycles |= strcmp(phase, "cycles") == 0;
    p->time |= strcmp(phase, "time") == 0;
    return p->steps-- > 0;
}

TEST(can_be_broken_off_anywhere)
{
    uint64_t chance = 59;
    unsigned cut = 0;
    draw(&chance);
    for (bool done = false; !done; cut++) {
        const struct settings none = {.n_filters = 0};
        struct patience patience = {cut, false, false};
        const struct progress progress = {.step = wait_for, .ctx = &patience};
        struct err e = {0};
        struct analysis *a = analysis_new(&m.profile, &none, NULL, NULL, &progress, &e);
        done = a != NULL;
        assert_true(!done || (patience.cycles && patience.time));
        assert_int_equal(e.code, done ? ERR_NONE : ERR_CANCELLED);
        analysis_free(a);
    }
    assert_true(cut > 8);
}
