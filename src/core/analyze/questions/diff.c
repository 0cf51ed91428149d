/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/questions/diff.h"

#include <string.h>

#include "core/analyze/questions/diff_test.h"
#include "core/base/file/path.h"

/* Which function of one analysis is which of the other.
 *
 * Functions of one raw name are the same; of several with one name (local to their files), those of
 * files with the same name, and what is left of them in the order of addresses. What has no partner
 * then may have been renamed: it is taken for a function without a partner that stands at the same
 * place among functions with one, in a file of the same name where files are known, with a size
 * that differs by a quarter or 16 bytes at most. That is a guess, and marked as one. */
struct diff_match {
    struct arena memory;     /* owns what the rest points to */
    sym_id *of_old, *of_new; /* per symbol of either: its partner, or NO_ID */
    bool *guessed;           /* per symbol of the new one */
};

struct diff_matching {
    const struct analysis *old, *new;
    struct lines *old_lines, *new_lines; /* files of functions; NULL: unknown */
};

/* ---- files ---- */

static const char *file_of(const struct analysis *a, struct lines *lines, sym_id s)
{
    const char *path = lines ? lines_find_file(lines, a->table->symbols[s].addr) : NULL;
    return path ? path_base(path) : NULL;
}

/* -1: they have different files, 1: the same, 0: nobody knows. */
static int compare_files(const struct diff_matching *x, sym_id old, sym_id new)
{
    const char *a = file_of(x->old, x->old_lines, old), *b = file_of(x->new, x->new_lines, new);
    if (!a || !b)
        return 0;
    return strcmp(a, b) == 0 ? 1 : -1;
}

/* ---- by name ---- */

static void pair(struct diff_match *m, sym_id old, sym_id new)
{
    m->of_old[old] = new;
    m->of_new[new] = old;
}

/* Symbols of one name in both: n_old at old[], n_new at new[], by address. */
struct namesakes {
    const sym_id *old, *new;
    uint32_t n_old, n_new;
};

/* How many files are compared for one name: where names say nothing, order does. */
enum { MOST_COMPARED = 1 << 16 };

static void pair_by_file(const struct diff_matching *x, const struct namesakes *k,
                         struct diff_match *m)
{
    if ((uint64_t)k->n_old * k->n_new > MOST_COMPARED)
        return;
    for (uint32_t j = 0; j < k->n_new; j++)
        for (uint32_t i = 0; i < k->n_old && m->of_new[k->new[j]] == NO_ID; i++)
            if (m->of_old[k->old[i]] == NO_ID && compare_files(x, k->old[i], k->new[j]) > 0)
                pair(m, k->old[i], k->new[j]);
}

static void pair_in_order(const struct diff_matching *x, const struct namesakes *k,
                          struct diff_match *m)
{
    bool alone = k->n_old == 1 && k->n_new == 1;
    uint32_t i = 0;
    for (uint32_t j = 0; j < k->n_new; j++) {
        if (m->of_new[k->new[j]] != NO_ID)
            continue;
        while (i < k->n_old && m->of_old[k->old[i]] != NO_ID)
            i++;
        if (i == k->n_old)
            return;
        if (alone || compare_files(x, k->old[i], k->new[j]) >= 0)
            pair(m, k->old[i], k->new[j]);
    }
}

/* How many symbols from place i on have one name. */
static uint32_t count_same(const struct analysis *a, const sym_id *by_name, uint32_t i)
{
    const char *name = table_name(a->table, by_name[i]);
    uint32_t n = 1;
    while (i + n < a->n_symbols && strcmp(table_name(a->table, by_name[i + n]), name) == 0)
        n++;
    return n;
}

/* ---- renamed ---- */

/* 0: there is no code. */
static uint64_t size_of(const struct analysis *a, sym_id s)
{
    const struct symbol *y = &a->table->symbols[s];
    return y->end > y->addr ? y->end - y->addr : 0;
}

/* How far sizes differ if one function may be the other, else UINT64_MAX. */
static uint64_t unlikeness(const struct diff_matching *x, sym_id old, sym_id new)
{
    uint64_t a = size_of(x->old, old), b = size_of(x->new, new), off = a > b ? a - b : b - a;
    bool alike = off <= 16 || off <= (a < b ? a : b) / 4;
    if (!a || !b || !alike || compare_files(x, old, new) < 0)
        return UINT64_MAX;
    return off;
}

/* Bytes that both names begin with. */
static size_t common_bytes(const struct diff_matching *x, sym_id old, sym_id new)
{
    const char *a = table_name(x->old->table, old), *b = table_name(x->new->table, new);
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* Looked at on either side of a place. */
enum { MOST_NEIGHBOURS = 32 };

/* The best partner, by size and then by name, for `new` among the old functions without one from
 * `at` on, by steps of `step`, up to the next one that has one. */
static sym_id best_neighbour(const struct diff_matching *x, const struct diff_match *m, sym_id new,
                             sym_id at, uint32_t step)
{
    uint64_t least = UINT64_MAX;
    sym_id best = NO_ID;
    for (int i = 0; i < MOST_NEIGHBOURS && at < x->old->n_symbols; i++, at += step) {
        if (m->of_old[at] != NO_ID && !m->guessed[m->of_old[at]])
            break;
        uint64_t off = m->of_old[at] == NO_ID ? unlikeness(x, at, new) : UINT64_MAX;
        bool like =
            off == least && best != NO_ID && common_bytes(x, at, new) > common_bytes(x, best, new);
        if (off < least || like) {
            least = off;
            best = at;
        }
    }
    return best;
}

/* Guess from one end to the other: after the partner of the last function that has one. */
static void guess_names(const struct diff_matching *x, struct diff_match *m, bool back)
{
    uint32_t n = x->new->n_symbols, step = back ? UINT32_MAX : 1;
    sym_id before = NO_ID;
    for (uint32_t k = 0; k < n; k++) {
        sym_id s = back ? n - 1 - k : k;
        if (m->of_new[s] != NO_ID && !m->guessed[s])
            before = m->of_new[s];
        else if (m->of_new[s] == NO_ID && before != NO_ID) {
            sym_id old = best_neighbour(x, m, s, before + step, step);
            if (old == NO_ID)
                continue;
            pair(m, old, s);
            m->guessed[s] = true;
        }
    }
}

/* ---- the whole ---- */

static sym_id *none(struct arena *memory, uint32_t n)
{
    sym_id *v = arena_alloc(memory, n, sizeof *v);
    for (uint32_t i = 0; i < n; i++)
        v[i] = NO_ID;
    return v;
}

static void diff_match(const struct diff_matching *x, struct diff_match *out)
{
    out->of_old = none(&out->memory, x->old->n_symbols);
    out->of_new = none(&out->memory, x->new->n_symbols);
    out->guessed = arena_array(&out->memory, x->new->n_symbols, sizeof *out->guessed);

    const sym_id *old = x->old->by_name, *new = x->new->by_name;
    uint32_t i = 0, j = 0;
    while (i < x->old->n_symbols && j < x->new->n_symbols) {
        int order = strcmp(table_name(x->old->table, old[i]), table_name(x->new->table, new[j]));
        struct namesakes k = {old + i, new + j, 0, 0};
        if (order <= 0)
            k.n_old = count_same(x->old, old, i);
        if (order >= 0)
            k.n_new = count_same(x->new, new, j);
        if (order == 0) {
            if (k.n_old > 1 || k.n_new > 1)
                pair_by_file(x, &k, out);
            pair_in_order(x, &k, out);
        }
        i += k.n_old;
        j += k.n_new;
    }

    guess_names(x, out, false);
    guess_names(x, out, true);
}

/* ---- rows ---- */

static struct diff_part part_of(const struct analysis *a, sym_id s)
{
    if (s == NO_ID)
        return (struct diff_part){0};
    return (struct diff_part){a->samples->self[s], a->times->node[s].child, a->graph->calls[s]};
}

static void add_row(struct diff *d, sym_id old, sym_id new, bool guessed)
{
    struct diff_row *r = &d->rows[d->n_rows];
    *r = (struct diff_row){.symbol = {old, new}, .guessed = guessed};
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        r->part[i] = part_of(d->side[i].analysis, r->symbol[i]);
        d->total.part[i].self += r->part[i].self;
        d->total.part[i].calls += r->part[i].calls;
        if (r->symbol[i] != NO_ID)
            d->row_of[i][r->symbol[i]] = d->n_rows;
    }
    d->n_rows++;
}

static bool make_rows(struct diff *d, const struct diff_match *m, struct err *e)
{
    uint32_t n_old = d->side[DIFF_OLD].analysis->n_symbols;
    uint32_t n_new = d->side[DIFF_NEW].analysis->n_symbols;
    if (n_old > UINT32_MAX - 1 - n_new)
        return err_set(e, ERR_LIMIT, NULL);
    d->rows = arena_alloc(&d->memory, (size_t)n_old + n_new, sizeof *d->rows);
    d->row_of[DIFF_OLD] = arena_alloc(&d->memory, n_old, sizeof(uint32_t));
    d->row_of[DIFF_NEW] = arena_alloc(&d->memory, n_new, sizeof(uint32_t));
    d->total.symbol[DIFF_OLD] = d->total.symbol[DIFF_NEW] = NO_ID;
    for (sym_id s = 0; s < n_new; s++)
        add_row(d, m->of_new[s], s, m->guessed[s]);
    for (sym_id s = 0; s < n_old; s++)
        if (m->of_old[s] == NO_ID)
            add_row(d, s, NO_ID, false);
    return true;
}

/* ---- what is compared ---- */

static bool has_whole_calls(const struct diff *d)
{
    for (int side = 0; side < N_DIFF_SIDES; side++)
        for (uint32_t i = 0; i < d->n_rows; i++) {
            double v = diff_calls(d, side, d->rows[i].part[side].calls);
            if (v > floor(v))
                return false;
        }
    return true;
}

struct diff *diff_new(const struct diff_side side[N_DIFF_SIDES], struct err *e)
{
    const struct diff_matching x = {side[DIFF_OLD].analysis, side[DIFF_NEW].analysis,
                                    side[DIFF_OLD].lines, side[DIFF_NEW].lines};
    struct diff *d = arena_object(sizeof *d);
    struct diff_match m = {0};
    diff_match(&x, &m);
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        d->side[i] = side[i];
        d->exposure[i] = side[i].analysis->rate_hz * side[i].n_runs;
    }
    bool ok = make_rows(d, &m, e);
    arena_release(&m.memory);
    if (!ok) {
        arena_object_free(d);
        return NULL;
    }
    d->whole_calls = has_whole_calls(d);
    diff_test(d);
    return d;
}
