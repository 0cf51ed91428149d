/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges contain the truth: random programs run with true stacks, of which only what a profile has
 * is written down. They have cycles, several roots, threads, callbacks, functions and a library
 * that do not count calls, functions without samples; some are looked at with a cut arc or without
 * the samples of a function. And marks that walks find are those of the ranges, or less is said
 * where a walk is cut short. RANGES_PROGRAMS says how many programs, 1000 if it is not set. */
#include "core/analyze/questions/ranges.h"
#include "core/view/marks.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { MAX = 24, DEPTH = 40, CALLEES = 5, STEPS = 3000, START = 0, MAIN = 1, LIBRARY = MAX };

/* How the calls of code outside of the program are written down. */
enum from_outside {
    BY_STAND_IN, /* as _start's */
    BY_NOBODY,   /* as those of an address without a symbol */
    DROPPED,     /* not at all, as libc does; such functions have no other callers here */
    N_OUTSIDE
};

/* Functions 0 .. n-1 are _start, main and others; LIBRARY is code that has no symbol. */
struct program {
    uint32_t n;
    enum from_outside outside;
    char name[MAX][8];
    bool counts[MAX + 1];          /* it counts its calls */
    bool is_callback[MAX];         /* the library calls it, and may start threads with it */
    uint32_t callee[MAX][CALLEES]; /* whom it may call; LIBRARY, too */
    uint32_t n_callees[MAX];
    uint32_t cut_from, cut_to; /* the arc that is cut; NO_ID: none */
    uint32_t out;              /* the function whose samples are taken out; NO_ID: none */

    uint32_t stack[DEPTH];
    unsigned depth;
    uint64_t calls[MAX][MAX], outer_calls[MAX]; /* as they are recorded */
    uint64_t ticks[MAX];
    uint64_t truth[MAX + 1], arc_truth[MAX + 1][MAX], outer_truth[MAX];
    uint64_t cycle_truth[MAX]; /* by cycle, from the second run on */
    const struct analysis *a;  /* NULL in the first run */
};

/* ---- programs ---- */

static bool calls_directly(const struct program *p, uint32_t f, uint32_t to)
{
    return to != START && to != MAIN && f != START &&
           !(p->outside == DROPPED && to < p->n && p->is_callback[to]);
}

static void draw(struct program *p, uint64_t *chance)
{
    *p = (struct program){.n = 3 + made_below(chance, MAX - 3), .cut_from = NO_ID, .out = NO_ID};
    p->outside = (enum from_outside)made_below(chance, N_OUTSIDE);
    uint32_t all_count = made_below(chance, 2), degree = 1 + made_below(chance, CALLEES);
    for (uint32_t f = 0; f + 1 < p->n; f++) { /* the last one has no time, as ever */
        p->counts[f] = f == MAIN || (f != START && (all_count || made_below(chance, 5)));
        p->is_callback[f] = f > MAIN && made_below(chance, 6) == 0;
    }
    for (uint32_t f = MAIN; f + 1 < p->n; f++)
        for (uint32_t k = made_below(chance, degree + 1); k > 0; k--) {
            uint32_t to = made_below(chance, 8) ? made_below(chance, p->n - 1) : LIBRARY;
            if (made_below(chance, 3) && to <= f)
                to = f + 1 < p->n - 1 ? f + 1 : to; /* cycles, but not everywhere */
            if (calls_directly(p, f, to))
                p->callee[f][p->n_callees[f]++] = to;
        }
    uint32_t from = MAIN + made_below(chance, p->n - 2);
    if (made_below(chance, 3) == 0 && p->n_callees[from] && p->callee[from][0] != LIBRARY) {
        p->cut_from = from;
        p->cut_to = p->callee[from][0];
    }
    if (made_below(chance, 4) == 0)
        p->out = made_below(chance, p->n - 1);
}

/* ---- running ---- */

/* Who seems to have called the function at place i of the stack: NO_ID for code outside. */
static uint32_t caller_at(const struct program *p, unsigned i)
{
    return i && p->stack[i - 1] != LIBRARY ? p->stack[i - 1] : NO_ID;
}

static void push(struct program *p, uint32_t f)
{
    p->stack[p->depth++] = f;
    uint32_t from = caller_at(p, p->depth - 1);
    if (f == LIBRARY || !p->counts[f] || p->a)
        return;
    if (from != NO_ID)
        p->calls[from][f]++;
    else
        p->outer_calls[f]++;
}

/* A thread begins. */
static void begin(struct program *p, uint64_t *chance)
{
    uint32_t f = made_below(chance, p->n);
    if (f < p->n - 1 && p->is_callback[f]) {
        push(p, LIBRARY);
        push(p, f);
        return;
    }
    if (p->outside == BY_STAND_IN) /* else nothing says that it called main */
        push(p, START);
    push(p, MAIN);
}

static void call(struct program *p, uint64_t *chance)
{
    uint32_t top = p->stack[p->depth - 1], to = NO_ID;
    if (top == LIBRARY) {
        to = made_below(chance, p->n - 1);
        to = p->is_callback[to] ? to : NO_ID;
    } else if (p->n_callees[top]) {
        to = p->callee[top][made_below(chance, p->n_callees[top])];
    }
    if (to != NO_ID && p->depth < DEPTH)
        push(p, to);
}

/* The place in the stack from where on nothing is cut. */
static unsigned uncut(const struct program *p)
{
    unsigned i = p->depth - 1;
    while (i > 0 && !(p->stack[i] == p->cut_to && p->stack[i - 1] == p->cut_from))
        i--;
    return i;
}

static void take_sample(struct program *p)
{
    uint32_t top = p->stack[p->depth - 1];
    bool seen[MAX + 1] = {0}, seen_arc[MAX + 1][MAX + 1] = {{0}}, seen_cycle[MAX] = {0};
    if (top == LIBRARY)
        return;
    p->ticks[top] += !p->a;
    for (unsigned i = uncut(p); i < p->depth && top != p->out; i++) {
        uint32_t f = p->stack[i], from = i > uncut(p) ? p->stack[i - 1] : NO_ID;
        p->truth[f] += f != LIBRARY && !seen[f];
        seen[f] = true;
        if (f == LIBRARY || from == NO_ID)
            continue;
        uint64_t *truth = from == LIBRARY ? &p->outer_truth[f] : &p->arc_truth[from][f];
        *truth += !seen_arc[from][f];
        seen_arc[from][f] = true;
    }
    for (unsigned i = uncut(p); i < p->depth && p->a && top != p->out; i++) {
        uint32_t f = p->stack[i], cycle = f == LIBRARY ? 0 : p->a->cycles->cycle[f];
        if (cycle && !seen_cycle[cycle])
            p->cycle_truth[cycle]++;
        seen_cycle[cycle] = true;
    }
}

static void run(struct program *p, uint64_t chance)
{
    uint32_t steps = made_below(&chance, STEPS), lazy = 1 + made_below(&chance, 4);
    memset(p->truth, 0, sizeof p->truth);
    memset(p->arc_truth, 0, sizeof p->arc_truth);
    memset(p->outer_truth, 0, sizeof p->outer_truth);
    p->depth = 0;
    for (uint32_t i = 0; i < steps; i++) {
        if (!p->depth)
            begin(p, &chance);
        uint32_t top = p->stack[p->depth - 1];
        switch (made_below(&chance, 3)) {
        case 0:
            call(p, &chance);
            break;
        case 1:
            p->depth--;
            break;
        default:
            if (top == LIBRARY || top % lazy == 0) /* others have no samples */
                take_sample(p);
        }
    }
}

/* ---- looking ---- */

static struct made m;

static void write_down(struct program *p)
{
    made_init(&m, MADE_LO, made_addr(p->n));
    for (uint32_t f = 0; f < p->n; f++) {
        static const char *const first[] = {[START] = "_start", [MAIN] = "main"};
        snprintf(p->name[f], sizeof p->name[f], "f%u", (unsigned)f % 100);
        made_symbol(&m, f > MAIN ? p->name[f] : strcpy(p->name[f], first[f]), made_addr(f),
                    SYM_FUNC);
    }
    made_ticks(&m, p->ticks);
    for (uint32_t f = 0; f < p->n; f++)
        for (uint32_t to = 0; to < p->n; to++)
            if (p->calls[f][to])
                made_call(&m, f, to, p->calls[f][to]);
    for (uint32_t to = 0; to < p->n; to++) {
        if (p->outer_calls[to] && p->outside == BY_STAND_IN)
            made_call(&m, START, to, p->outer_calls[to]);
        if (p->outer_calls[to] && p->outside == BY_NOBODY)
            made_arc(&m, 0x10, made_addr(to), p->outer_calls[to]);
    }
}

static struct analysis *analyze(const struct program *p)
{
    struct filter filters[2];
    struct settings s = {.filters = filters};
    char cut[2 * sizeof *p->name];
    if (p->cut_from != NO_ID) {
        snprintf(cut, sizeof cut, "%s/%s", p->name[p->cut_from], p->name[p->cut_to]);
        filters[s.n_filters++] = (struct filter){cut, UINT32_C(1) << SET_ARCS_EX};
    }
    if (p->out != NO_ID)
        filters[s.n_filters++] = (struct filter){p->name[p->out], UINT32_C(1) << SET_FLAT_EX};
    struct analysis *a = analysis_new(&m.profile, &s, NULL, NULL, NULL, no_err());
    assert_non_null(a);
    return a;
}

/* What the programs had to show; the test means something if all of it occurs often. */
struct seen {
    uint64_t n, at_low, at_high, called_back, cycles, arcs, cut, open;
    uint64_t marks[N_MARKS];
};

/* Marks of some number by walks with a limit of steps, and without one; sometimes after a walk to
 * the end. */
static void expect_marks(struct ranges *ranges, const struct range *begun, double ticks,
                         struct seen *seen, uint64_t *chance)
{
    struct range end = *begun, all = *begun, some = *begun;
    if (made_below(chance, 2))
        ranges_walk(ranges, &end, NULL);
    enum mark few = walked_mark(ranges, &some, ticks, made_below(chance, 12));
    enum mark got = walked_mark(ranges, &all, ticks, UINT32_MAX);
    ranges_walk(ranges, &end, NULL);
    enum mark want = range_mark(&end, ticks);
    if (got != want || (few != want && few != MARK_UNSURE))
        fail_msg("%g of [%g, %g]: mark %d, with few steps %d, not %d", ticks, end.low, end.high,
                 (int)got, (int)few, (int)want);
    seen->marks[want]++;
    seen->open += all.is_open;
}

static void expect(struct ranges *ranges, struct range *r, uint64_t ticks, struct seen *seen,
                   uint64_t *chance)
{
    double truth = (double)ticks, slack = 1e-6;
    expect_marks(ranges, r, made_below(chance, 2) ? truth : made_below(chance, 2000), seen, chance);
    ranges_walk(ranges, r, NULL);
    if (truth < r->low - slack || truth > r->high + r->callbacks + slack)
        fail_msg("%g is not in [%g, %g + %g]", truth, r->low, r->high, r->callbacks);
    seen->n++;
    seen->at_low += truth > 0 && truth < r->low + slack;
    seen->at_high += truth > 0 && truth > r->high - slack;
    seen->called_back += truth > r->high + slack;
}

static void expect_truth(const struct program *p, struct ranges *r, struct seen *seen,
                         uint64_t *chance)
{
    const struct analysis *a = p->a;
    struct range x;
    for (sym_id s = 0; s < p->n; s++) {
        assert_true(ranges_of_node(r, s, &x));
        expect(r, &x, p->truth[s], seen, chance);
    }
    for (uint32_t c = 1; c <= a->cycles->n_cycles; c++) {
        assert_true(ranges_of_node(r, cycle_node(a, c), &x));
        expect(r, &x, p->cycle_truth[c], seen, chance);
        seen->cycles++;
    }
    for (arc_id i = 0; i < a->graph->n_arcs; i++) {
        const struct arc *arc = &a->graph->arcs[i];
        uint64_t outer = arc->from == START ? p->outer_truth[arc->to] : 0;
        assert_true(ranges_of_arc(r, i, &x));
        expect(r, &x, p->arc_truth[arc->from][arc->to] + outer, seen, chance);
        seen->arcs++;
    }
}

static bool goes_on(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    return *(const bool *)ctx;
}

/* Stopped, they do not begin again by themselves. */
static void expect_stops(struct ranges *r)
{
    static bool on;
    static const struct progress progress = {.step = goes_on, .ctx = &on};
    struct range x;
    for (int i = 0; i < 4; i++) {
        on = i != 1;
        assert_true(i % 3 || ranges_make(r, &progress));
        assert_int_equal(ranges_of_arc_sets(r, &(struct arc_set){NULL, 0}, 1, &x), i % 3 == 0);
    }
}

TEST(truth_is_in_range)
{
    static struct program p;
    const char *asked = getenv("RANGES_PROGRAMS");
    uint64_t chance = 77;
    struct seen seen = {0};
    for (long left = asked ? atol(asked) : 1000; left > 0; left--) {
        draw(&p, &chance);
        made_below(&chance, 2);
        run(&p, chance);
        write_down(&p);
        struct analysis *a = analyze(&p);
        p.a = a;
        run(&p, chance);
        struct ranges *r = ranges_new(a);
        assert_non_null(r);
        if (left % 2)
            expect_stops(r);
        expect_truth(&p, r, &seen, &chance);
        seen.cut += p.cut_from != NO_ID && a->all_arcs->n_arcs != a->graph->n_arcs;
        ranges_free(r);
        analysis_free(a);
    }
    made_release(&m);
    assert_true(seen.at_low > seen.n / 20 && seen.at_high > seen.n / 20);
    assert_true(seen.called_back > seen.n / 100 && seen.arcs > seen.n / 5);
    for (int i = 0; i < N_MARKS; i++)
        assert_true(seen.marks[i] > seen.n / 20);
    assert_true(seen.open > seen.n / 20);
    assert_true(seen.cycles > seen.n / 500 && seen.cut > seen.n / 500);
}
