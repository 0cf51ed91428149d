/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/flat_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/rollup.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/select/scope.h"
#include "core/view/label.h"
#include "core/view/marks.h"

enum row_value flat_value(enum flat_column column)
{
    static const enum row_value values[] = {
        [FLAT_PERCENT] = VALUE_SELF_PCT,
        [FLAT_SELF] = VALUE_SELF,
        [FLAT_WAIT] = VALUE_WAIT,
        [FLAT_ERROR] = VALUE_ERROR,
        [FLAT_CUM] = VALUE_CUMULATIVE,
        [FLAT_TOTAL] = VALUE_TOTAL,
        [FLAT_TOTAL_PCT] = VALUE_TOTAL_PCT,
        [FLAT_CALLS] = VALUE_CALLS,
        [FLAT_SELF_CALL] = VALUE_SELF_PER_CALL,
        [FLAT_TOTAL_CALL] = VALUE_TOTAL_PER_CALL,
        [FLAT_HEAT] = VALUE_SELF_PCT,
    };
    return values[column];
}

double flat_number(const struct amounts *amounts, enum row_value value)
{
    struct amounts x = *amounts;
    if (value == VALUE_TOTAL_PCT) /* callees' waits are not in it */
        x.wait_all = 0;
    return known_value(&x, value, 1);
}

/* ---- largest values ---- */

static double larger(double a, double b)
{
    return isfinite(b) && b > a ? b : a;
}

/* Ticks of the image that has most but for one; functions of an image stand together. */
static double second_image(const struct analysis *a)
{
    const struct profile *p = a->profile;
    const struct library *at = NULL;
    double first = 0, second = 0, ticks = 0;
    for (sym_id s = 0; p->n_joined && s <= a->n_symbols; s++) {
        bool is_end = s == a->n_symbols;
        const struct library *l = is_end ? at : profile_library(p, a->table->symbols[s].addr);
        if (is_end || l != at) {
            second = fmax(second, fmin(first, ticks));
            first = fmax(first, ticks);
            at = l;
            ticks = 0;
        }
        ticks += is_end ? 0 : a->samples->self[s];
    }
    return second;
}

/* In table order, which memory likes, over all functions: a few that are not listed do no harm. */
void flat_measure(const struct analysis *a, const struct flat_rows *r, struct flat_max *max)
{
    double hz = a->rate_hz, per_call = 0;
    struct flat_max m = {0};
    for (sym_id s = 0; s < a->n_symbols; s++) {
        struct amounts x = function_amounts(a, s);
        x.wait_all = r->wait_all;
        m.self_ticks = larger(m.self_ticks, x.self);
        m.ranked_ticks = larger(m.ranked_ticks, ranked_ticks(&x));
        m.total_ticks = larger(m.total_ticks, x.self + x.child);
        m.wait_ticks = larger(m.wait_ticks, x.wait);
        m.calls = x.calls > m.calls ? x.calls : m.calls;
        per_call = larger(per_call, ticks_per_call(&x));
    }
    m.percent = percent(m.ranked_ticks, a->samples->total + r->wait_all);
    m.total_pct = percent(m.total_ticks, a->samples->total);
    m.second_image = percent(second_image(a), a->samples->total);
    double self = m.self_ticks;
    for (uint32_t i = r->first_excluded; i < r->n_natural; i++)
        self = larger(self, r->cumulative[i]);
    m.self = time_of(self, hz, 1);
    m.wait = time_of(m.wait_ticks, hz, 1);
    m.error = time_of(sampling_error(m.self_ticks), hz, 1);
    m.total = time_of(m.total_ticks, hz, 1);
    m.per_call = time_of(per_call, hz, 1);
    m.cum = r->first_excluded ? time_of(r->cumulative[r->first_excluded - 1], hz, 1) : 0;
    *max = m;
}

/* ---- filter ---- */

/* One row as a filter sees it. */
struct filtered {
    const struct view_context *v;
    sym_id s;
    struct amounts amounts;
    const uint32_t *sites; /* per symbol; NULL: nobody compares them */
    struct scope scope;
    struct text name, full; /* as shown; as options see it */
};

static bool filtered_number(void *ctx, unsigned value, double *out)
{
    const struct filtered *f = ctx;
    if (value == FLAT_CALLERS || value == FLAT_CALL_SITES) {
        const struct analysis *a = f->v->analysis;
        uint32_t n = analysis_n_callers(a, f->s);
        *out = value == FLAT_CALLERS ? n - (n && a->graph->recursion[f->s]) : f->sites[f->s];
        return true;
    }
    if (value == VALUE_SHARE_PCT) /* of the whole */
        value = VALUE_TOTAL_PCT;
    *out = flat_number(&f->amounts, (enum row_value)value);
    return !isnan(*out);
}

static const char *filtered_file(void *ctx)
{
    const struct filtered *f = ctx;
    return function_file(f->v, f->s);
}

static const char *filtered_image(void *ctx)
{
    const struct filtered *f = ctx;
    return function_image(f->v, f->s);
}

/* A scope that cannot be read for want of memory counts as none. */
static const char *filtered_scope(void *ctx)
{
    struct filtered *f = ctx;
    const char *plain = table_plain_name(f->v->analysis->table, f->s);
    return scope_read(&f->scope, plain, SCOPE_DEPTH) && f->scope.n ? text_z(&f->scope.text) : NULL;
}

static bool keeps(const struct flat_order *o, const struct flat_rows *r, uint32_t at,
                  struct filtered *f)
{
    struct row_facts facts = {.name = "",
                              .ctx = f,
                              .number = filtered_number,
                              .file = filtered_file,
                              .image = filtered_image,
                              .scope = filtered_scope};
    f->s = r->natural[at];
    f->amounts = flat_place_amounts(o->v->analysis, r, at);
    if (rowfilter_needs_name(o->filter)) {
        text_clear(&f->name);
        text_clear(&f->full);
        text_name(&f->name, o->v, f->s, o->style);
        text_match_name(&f->full, o->v, f->s);
        facts.name = text_z(&f->name);
        facts.n_name = f->name.n;
        facts.full = text_z(&f->full);
        facts.n_full = f->full.n;
    }
    return rowfilter_keeps(o->filter, &facts);
}

/* Where in natural[] each symbol stands, NO_ID for those that do not. Walking symbols instead of
 * rows keeps to the order in which names and values lie in memory. */
static uint32_t *places_of_symbols(const struct flat_rows *r, uint32_t n_symbols)
{
    uint32_t *place = mem_array_raw(n_symbols, sizeof *place);
    if (!place)
        return NULL;
    memset(place, 0xff, n_symbols * sizeof *place);
    for (uint32_t i = 0; i < r->n_natural; i++)
        place[r->natural[i]] = i;
    return place;
}

/* kept[i]: the filter lets natural[i] through. */
static bool ask_filter(const struct flat_rows *r, const struct flat_order *o, const uint32_t *place,
                       bool *kept)
{
    const struct analysis *a = o->v->analysis;
    bool counts = rowfilter_compares(o->filter, FLAT_CALL_SITES);
    uint32_t *sites = counts ? mem_array_raw(a->n_symbols, sizeof *sites) : NULL;
    struct filtered f = {.v = o->v, .sites = sites, .scope = scope_reader(a->profile->image)};
    struct err e = ERR_INIT;
    bool ok = !counts || (sites && rollup_call_sites(a, sites, &e));
    for (sym_id s = 0; s < a->n_symbols && ok; s++) {
        if (place[s] == NO_ID)
            continue;
        kept[place[s]] = keeps(o, r, place[s], &f);
        ok = !f.name.failed && !f.full.failed;
    }
    free(sites);
    text_release(&f.name);
    text_release(&f.full);
    scope_release(&f.scope);
    return ok;
}

static bool apply_filter(struct flat_rows *r, const struct flat_order *o)
{
    uint32_t *place = o->filter ? places_of_symbols(r, o->v->analysis->n_symbols) : NULL;
    bool *kept = o->filter ? mem_array(r->n_natural, sizeof *kept) : NULL;
    bool ok = !o->filter || (place && kept && ask_filter(r, o, place, kept));
    if (ok) {
        for (uint32_t i = 0; i < r->n_natural; i++)
            if (!kept || kept[i])
                r->position[r->n++] = i;
        r->n_hidden = r->n_natural - r->n;
    }
    free(place);
    free(kept);
    return ok;
}

/* ---- sort ---- */

static bool is_run_column(unsigned column)
{
    return column >= FLAT_RUNS && column < FLAT_RUNS + N_RUN_COLUMNS;
}

static double value_at(const struct flat_rows *r, const struct flat_order *o, uint32_t row)
{
    const struct analysis *a = o->v->analysis;
    const struct amounts x = flat_amounts(a, r, row);
    struct run_spread spread;
    if (is_run_column(o->column))
        return function_spread(a, flat_rows_symbol(r, row), &spread)
                   ? run_value(a, &spread, (enum run_column)(o->column - FLAT_RUNS))
                   : NAN;
    return flat_number(&x, flat_value((enum flat_column)o->column));
}

/* A key that puts missing values last in either direction. */
static uint64_t key_of(const struct flat_order *o, double v)
{
    if (isnan(v))
        return UINT64_MAX;
    return sort_key_descending(o->ascending ? -v : v);
}

/* Rows before those that are taken out. */
static uint32_t n_sorted(const struct flat_rows *r)
{
    uint32_t n = r->n;
    while (n > 0 && r->position[n - 1] >= r->first_excluded)
        n--;
    return n;
}

static bool sort_numbers(struct flat_rows *r, uint32_t n, const struct flat_order *o)
{
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; keys && i < n; i++)
        keys[i] = key_of(o, value_at(r, o, i));
    bool ok = keys && sort_radix(keys, r->position, n);
    free(keys);
    return ok;
}

enum { NAME_LEVELS = 32 }; /* of eight bytes; longer ones are compared whole */

struct names_by_place {
    const char **names; /* per place of natural[] */
    bool ascending;
};

static const char *name_at(const void *ctx, uint32_t place)
{
    return ((const struct names_by_place *)ctx)->names[place];
}

/* Equal names keep gprof's order, whichever way. */
static int compare_names(const void *ctx, uint32_t a, uint32_t b)
{
    const struct names_by_place *n = ctx;
    int c = strcmp(n->names[a], n->names[b]);
    if (c == 0)
        return a < b ? -1 : a > b;
    return n->ascending ? c : -c;
}

/* What an order by letters compares. NULL when memory runs out. */
static const char *word_of(const struct flat_order *o, sym_id s)
{
    return o->column == FLAT_IMAGE ? label_image(o->v, s) : label_name(o->v, s, o->style.level);
}

/* names[i]: that of natural[i]. */
static bool find_names(const struct flat_rows *r, const struct flat_order *o, const char **names)
{
    const uint32_t n_symbols = o->v->analysis->n_symbols;
    uint32_t *place = places_of_symbols(r, n_symbols);
    bool ok = place != NULL;
    for (sym_id s = 0; s < n_symbols && ok; s++) {
        if (place[s] == NO_ID)
            continue;
        names[place[s]] = word_of(o, s);
        ok = names[place[s]] != NULL;
    }
    free(place);
    return ok;
}

static bool sort_names(struct flat_rows *r, uint32_t n_rows, const struct flat_order *o)
{
    struct names_by_place n = {mem_array_raw(r->n_natural, sizeof *n.names), o->ascending};
    const struct sort_order levels = {.n_levels = NAME_LEVELS,
                                      .compare = compare_names,
                                      .ctx = &n,
                                      .name = name_at,
                                      .turned = !n.ascending};
    bool ok = n.names && find_names(r, o, n.names) && sort_levels(r->position, n_rows, &levels);
    free(n.names);
    return ok;
}

static bool apply_sort(struct flat_rows *r, const struct flat_order *o)
{
    if (o->column >= N_FLAT_COLUMNS || (is_run_column(o->column) && !knows_runs(o->v->analysis)))
        return true;
    uint32_t n = n_sorted(r);
    return o->column >= FLAT_IMAGE ? sort_names(r, n, o) : sort_numbers(r, n, o);
}

/* ---- life ---- */

void flat_rows_release(struct flat_rows *r)
{
    free(r->natural);
    free(r->position);
    free(r->cumulative);
    *r = (struct flat_rows){0};
}

/* ---- functions that gprof does not list ---- */

static bool calls_others(const struct graph *g, sym_id s)
{
    for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1]; i++)
        if (g->arcs[i].count)
            return true;
    return false;
}

static void add_part(void *ctx, uint32_t hist, uint32_t bin, sym_id s, double ticks)
{
    double *taken = ctx;
    (void)hist;
    (void)bin;
    taken[s] += ticks;
}

/* taken[s]: samples of s, whether or not they count. Only memory can be lacking. */
static bool find_taken(const struct analysis *a, double *taken)
{
    const struct sample_watch w = {add_part, taken};
    struct err e;
    err_clear(&e);
    return analysis_watch_samples(a, &w, &e);
}

static bool add_excluded(struct flat_rows *r, const struct view_context *v)
{
    const struct analysis *a = v->analysis;
    if (!samples_excluded(v))
        return true;
    double *taken = mem_array(a->n_symbols, sizeof *taken);
    bool ok = taken && find_taken(a, taken);
    for (sym_id s = 0; ok && s < a->n_symbols; s++) {
        bool used = v->settings->unused || a->graph->calls[s] || taken[s] > 0;
        if (!used || !function_excluded(v, s))
            continue;
        r->cumulative[r->n_natural] = taken[s];
        r->natural[r->n_natural++] = s;
    }
    free(taken);
    return ok;
}

static bool make(struct flat_rows *r, const struct flat_order *o)
{
    const struct analysis *a = o->v->analysis;
    r->natural = mem_array_raw(a->n_symbols, sizeof *r->natural);
    r->cumulative = mem_array_raw(a->n_symbols, sizeof *r->cumulative);
    if (!r->natural || !r->cumulative ||
        !analysis_flat(a, o->v->settings->unused, r->natural, &r->n_natural) ||
        (o->waits && !analysis_add_waiting(a, o->v->settings->unused, r->natural, &r->n_natural)))
        return false;
    if (o->roots) {
        /* Those that waited are there already. */
        const double *wait = a->samples->wait;
        for (sym_id s = 0; s < a->n_symbols && !o->v->settings->unused; s++)
            if (!(wait && wait[s] > 0) && !a->graph->calls[s] && a->samples->self[s] == 0.0 &&
                calls_others(a->graph, s) && analysis_lets(a, SET_FLAT_IN, s))
                r->natural[r->n_natural++] = s;
    }
    r->first_excluded = r->n_natural;
    r->wait_all = o->wall ? wait_ticks(a) : 0;
    /* Sums run over what gprof prints, in its order, as it adds them. */
    double sum = 0;
    for (uint32_t i = 0; i < r->first_excluded; i++)
        r->cumulative[i] = sum += a->samples->self[r->natural[i]];
    if (o->excluded && !add_excluded(r, o->v))
        return false;
    r->position = mem_array_raw(r->n_natural, sizeof *r->position);
    return r->position && apply_filter(r, o) && apply_sort(r, o);
}

bool flat_rows_make(struct flat_rows *r, const struct flat_order *o)
{
    *r = (struct flat_rows){0};
    if (make(r, o))
        return true;
    flat_rows_release(r);
    return false;
}
