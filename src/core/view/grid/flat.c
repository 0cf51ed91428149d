/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flat profile as a grid (GNU manual, node "Flat Profile"). */
#include "core/view/grid/flat.h"

#include <math.h>

#include "core/analyze/questions/rollup.h"
#include "core/base/mem.h"
#include "core/view/grid/sheet.h"
#include "core/view/number.h"
#include "core/view/rows/flat_rows.h"

static const struct grid_column columns[] = {
    [FLAT_PERCENT] = {"time%", "%time", "own share of all samples and waits", .digits = 2,
                      .turn = 1, .value = VALUE_SELF_PCT, .needs = NEEDS_SHARES},
    [FLAT_SELF] = {"self", "self", "time in the function itself", .seconds = true, .digits = 2,
                   .turn = 2, .from = 40, .value = VALUE_SELF, .needs = NEEDS_TIME},
    [FLAT_PROCESSOR] = {"cpu%", "cpu%", "live: of one processor, last interval", .digits = 1,
                        .turn = 3, .from = 40, .needs = NEEDS_RATES},
    [FLAT_WAIT] = {"wait", "wait", "time that threads waited in the function", .seconds = true,
                   .digits = 2, .turn = 7, .from = 40, .value = VALUE_WAIT, .needs = NEEDS_WAITS},
    [FLAT_ERROR] = {"err", "+/-", "sampling error of self", .digits = 2, .turn = 12, .from = 80,
                    .yields = true, .value = VALUE_ERROR, .needs = NEEDS_SAMPLES},
    [FLAT_CUM] = {"cum", "cum", "self, summed up from the top in gprof's order", .seconds = true,
                  .digits = 2, .turn = 15, .from = 110, .yields = true, .value = VALUE_CUMULATIVE,
                  .needs = NEEDS_SAMPLES},
    [FLAT_TOTAL] = {"total", "total", "with what it calls; by calls ? may be far off, ! is off",
                    .seconds = true, .cell = CELL_MARKED, .digits = 2, .turn = 9, .from = 60,
                    .value = VALUE_TOTAL, .needs = NEEDS_TOTALS | NEEDS_ARCS},
    [FLAT_TOTAL_PCT] = {"total%", "total%", "total as a share of all samples", .digits = 1,
                        .turn = 14, .from = 110, .yields = true, .value = VALUE_TOTAL_PCT,
                        .needs = NEEDS_TOTALS | NEEDS_ARCS},
    [FLAT_CALLS] = {"calls", "calls", "times called, without calls of itself", .cell = CELL_TEXT,
                    .turn = 8, .from = 40, .value = VALUE_CALLS, .needs = NEEDS_CALLS},
    [FLAT_CALL_RATE] = {"calls/s", "calls/s", "live: calls a second, last interval", .turn = 4,
                        .from = 40, .needs = NEEDS_RATES},
    [FLAT_SELF_CALL] = {"self/call", "self/call", "self per call", .turn = 16, .from = 110,
                        .yields = true, .value = VALUE_SELF_PER_CALL,
                        .needs = NEEDS_CALLS | NEEDS_SAMPLES},
    [FLAT_TOTAL_CALL] = {"total/call", "total/call", "total per call", .turn = 17, .from = 110,
                         .yields = true, .value = VALUE_TOTAL_PER_CALL,
                         .needs = NEEDS_CALLS | NEEDS_TOTALS},
    [FLAT_RUNS + RUN_MEAN] = {"mean", "mean", "mean over the runs", .seconds = true, .digits = 2,
                              .turn = 6, .from = 56, .needs = NEEDS_RUNS},
    [FLAT_RUNS + RUN_WORST] = {"worst", "worst", "most of the runs; the line below says which",
                               .seconds = true, .digits = 2, .turn = 5, .from = 46,
                               .needs = NEEDS_RUNS},
    [FLAT_RUNS + RUN_TOTAL_MEAN] = {"total-mean", "tmean", "mean over the runs, with what it calls",
                                    .seconds = true, .digits = 2, .turn = 19, .from = 120,
                                    .needs = NEEDS_RUN_TOTALS},
    [FLAT_RUNS + RUN_TOTAL_WORST] = {"total-worst", "tworst",
                                     "most of the runs, with what it calls", .seconds = true,
                                     .digits = 2, .turn = 18, .from = 120,
                                     .needs = NEEDS_RUN_TOTALS},
    [FLAT_HEAT] = {"heat", "heat", "%time against the largest one", .left = true, .cell = CELL_BAR,
                   .cols = 8, .turn = 13, .from = 80, .yields = true, .needs = NEEDS_SHARES},
    [FLAT_PAST] = {"past", "cpu%, last 30", "live: of the last intervals, against the most",
                   .left = true, .cell = CELL_BAR, .cols = RATES_PAST, .turn = 11, .from = 120,
                   .needs = NEEDS_RATES},
    [FLAT_IMAGE] = {"image", "image", "the program or library that has it", .left = true,
                    .words = true, .cell = CELL_CUT, .turn = 10, .from = 50, .needs = NEEDS_IMAGES},
    [FLAT_NAME] = {"name", "name", "the function", .words = true},
};
const struct grid_columns flat_columns = {columns, ARRAY_LEN(columns)};

enum { PER_CALL_COLS = 9, SECOND_IMAGE_PCT = 5 };
enum { ROUNDED_COLS = 5 }; /* of calls of itself, "+3.0M", */
enum { WHOLE_CALLS = 14 }; /* where both numbers take more than this */

/* Largest values of all functions; infinite and NaN ones left out. */
struct flat_max {
    double of[N_FLAT_COLUMNS]; /* what columns show; that of self also of what is taken out */
    double self_ticks, ranked_ticks, total_ticks, wait_ticks;
    uint64_t calls;
    unsigned past; /* percent of a processor in any interval */
};

struct flat_grid {
    struct sheet t; /* first */
    struct flat_rows rows;
    struct flat_max max;
    uint32_t *sites; /* per symbol: from how many places it is called; NULL: nobody asks */
};

static const struct flat_grid *flat_of(const struct sheet *t)
{
    return (const struct flat_grid *)t;
}

static sym_id symbol_of(const struct sheet *t, uint32_t place)
{
    return flat_of(t)->rows.natural[place];
}

static bool is_excluded(const struct sheet *t, uint32_t place)
{
    return place >= flat_of(t)->rows.first_excluded;
}

static struct amounts amounts_of(const struct sheet *t, uint32_t place)
{
    return flat_amounts(t->v.analysis, &flat_of(t)->rows, place);
}

static struct rate rate_of(const struct sheet *t, uint32_t place)
{
    return rates_of(t->v.rates, t->v.analysis->table->symbols[symbol_of(t, place)].addr);
}

static struct sheet_name subject(const struct sheet *t, uint32_t place)
{
    return (struct sheet_name){&t->v, symbol_of(t, place), 0};
}

/* ---- what rows are sorted by, and filters ask ---- */

/* Callees' waits are not in totals. */
static double value(const struct sheet *t, uint32_t place, enum row_value value)
{
    struct amounts x = amounts_of(t, place);
    if (value == VALUE_TOTAL_PCT)
        x.wait_all = 0;
    return known_value(&x, value, 1);
}

static double number(const struct sheet *t, uint32_t place, unsigned column)
{
    if (column == FLAT_HEAT) {
        const struct amounts x = amounts_of(t, place);
        return part_of(ranked_ticks(&x), flat_of(t)->max.ranked_ticks);
    }
    if (columns[column].needs == NEEDS_RATES) {
        const struct rate x = t->v.rates ? rate_of(t, place) : (struct rate){0};
        return !t->v.rates || column == FLAT_PAST ? NAN
               : column == FLAT_CALL_RATE         ? calls_a_second(t->v.rates, &x)
                                          : processor_pct(t->v.rates, &x, t->v.analysis->rate_hz);
    }
    return value(t, place, (enum row_value)columns[column].value);
}

static const char *word(const struct sheet *t, uint32_t place, unsigned column)
{
    sym_id s = symbol_of(t, place);
    return column == FLAT_IMAGE ? label_image(&t->v, s) : label_name(&t->v, s, t->style.names);
}

static double asked(const struct sheet *t, uint32_t place, unsigned asked)
{
    const struct analysis *a = t->v.analysis;
    sym_id s = symbol_of(t, place);
    if (asked == FLAT_CALL_SITES)
        return flat_of(t)->sites[s];
    if (asked == FLAT_CALLERS) {
        uint32_t n = analysis_n_callers(a, s);
        return n - (n && a->graph->recursion[s]);
    }
    if (asked == VALUE_SHARE_PCT) /* of the whole */
        return value(t, place, VALUE_TOTAL_PCT);
    return asked <= VALUE_TOTAL_WALL ? value(t, place, (enum row_value)asked) : NAN;
}

static bool spread(const struct sheet *t, uint32_t place, enum run_column column,
                   struct run_spread *out)
{
    return run_column_spread(t->v.analysis, symbol_of(t, place), column, out);
}

/* ---- measuring ---- */

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
static void find_most(struct flat_grid *f)
{
    const struct analysis *a = f->t.v.analysis;
    const struct flat_rows *r = &f->rows;
    const struct rates *rates = f->t.v.rates;
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
    double self = m.self_ticks;
    for (uint32_t i = r->first_excluded; i < r->n; i++)
        self = larger(self, r->cumulative[i]);
    m.of[FLAT_PERCENT] = percent(m.ranked_ticks, a->samples->total + r->wait_all);
    m.of[FLAT_SELF] = time_of(self, hz, 1);
    m.of[FLAT_WAIT] = time_of(m.wait_ticks, hz, 1);
    m.of[FLAT_ERROR] = time_of(sampling_error(m.self_ticks), hz, 1);
    m.of[FLAT_CUM] = r->first_excluded ? time_of(r->cumulative[r->first_excluded - 1], hz, 1) : 0;
    m.of[FLAT_TOTAL] = time_of(m.total_ticks, hz, 1);
    m.of[FLAT_TOTAL_PCT] = percent(m.total_ticks, a->samples->total);
    m.of[FLAT_TOTAL_CALL] = time_of(per_call, hz, 1);
    for (uint32_t i = 0; rates && i < rates->n; i++) {
        const struct rate *x = &rates->v[i];
        m.of[FLAT_CALL_RATE] = larger(m.of[FLAT_CALL_RATE], calls_a_second(rates, x));
        m.of[FLAT_PROCESSOR] = larger(m.of[FLAT_PROCESSOR], processor_pct(rates, x, hz));
        for (int k = 0; k < RATES_PAST; k++)
            m.past = x->past[k] > m.past ? x->past[k] : m.past;
    }
    f->max = m;
    f->t.most = f->max.of;
    f->t.most_run = time_of(m.self_ticks, hz, 1);
    f->t.has = (m.self_ticks > 0 ? NEEDS_SAMPLES : 0) | (m.of[FLAT_SELF] > 0 ? NEEDS_TIME : 0) |
               (m.ranked_ticks > 0 ? NEEDS_SHARES : 0) | (m.total_ticks > 0 ? NEEDS_TOTALS : 0) |
               (m.wait_ticks > 0 ? NEEDS_WAITS : 0) | (m.calls ? NEEDS_CALLS : 0) |
               (a->graph->n_arcs ? NEEDS_ARCS : 0) | (rates ? NEEDS_RATES : 0);
    if (percent(second_image(a), a->samples->total) >= SECOND_IMAGE_PCT)
        f->t.has |= NEEDS_IMAGES;
}

static int cols(const struct sheet *t, unsigned column)
{
    const struct graph *g = t->v.analysis->graph;
    const double most = flat_of(t)->max.of[FLAT_TOTAL_CALL];
    size_t widest;
    switch (column) {
    case FLAT_CALLS:
        /* Functions that call themselves are few, so all others are measured by the largest count.
         */
        widest = count_cols(flat_of(t)->max.calls, true);
        for (sym_id s = 0; s < t->v.analysis->n_symbols; s++) {
            if (!g->recursion[s])
                continue;
            const struct call_counts counts = {g->calls[s], 0, g->recursion[s]};
            size_t n = calls_cols(&counts);
            const size_t rounded = count_cols(g->calls[s], true) + ROUNDED_COLS;
            if (n > WHOLE_CALLS)
                n = rounded > WHOLE_CALLS ? rounded : WHOLE_CALLS;
            widest = n > widest ? n : widest;
        }
        return (int)widest;
    case FLAT_SELF_CALL:
    case FLAT_TOTAL_CALL:
        /* Seconds below a thousand leave the unit's width as it is. */
        return most >= 1000 ? decimal_cols(most, 2, false) + 2 : PER_CALL_COLS;
    case FLAT_IMAGE:
        return image_cols(t->v.analysis->profile);
    default:
        return -1;
    }
}

/* ---- cells ---- */

/* What was measured says it better than what is possible. */
static enum mark mark(const struct sheet *t, uint32_t place)
{
    sym_id s = symbol_of(t, place);
    if (!knows_both_ways(&t->v))
        return node_mark(&t->v, s);
    const struct both_ways b = function_both_ways(&t->v, s);
    return both_ways_mark(&b);
}

static void text_rounded(struct text *out, uint64_t n)
{
    static const char units[] = " kMGTPE";
    double v = (double)n;
    unsigned unit = 0;
    for (; v >= 999.5; unit++)
        v /= 1000;
    text_printf(out, "%.*f%c", v < 9.95, v, units[unit]);
}

/* Calls of itself are rounded where all of them have no room: the entry has them. */
static void text(const struct sheet *t, uint32_t place, unsigned column, struct text *out)
{
    const struct graph *g = t->v.analysis->graph;
    sym_id s = symbol_of(t, place);
    const struct call_counts counts = {g->calls[s], 0, g->recursion[s]};
    if (!counts.calls && !counts.recursion)
        return;
    if (calls_cols(&counts) <= (size_t)t->width[column]) {
        text_calls(out, &counts);
        return;
    }
    text_count(out, counts.calls, true);
    text_char(out, '+');
    text_rounded(out, counts.recursion);
}

/* Nothing where nothing was done; few calls are not rounded away. */
static void put_rate(const struct sheet *t, uint32_t place, struct cell c, struct line *out)
{
    const double v = number(t, place, c.column);
    if (v > 0)
        cell_decimal(out, c, v, v < 9.95 ? 1 : (int)columns[c.column].digits);
    else
        cell_text(out, c, "");
}

static bool cell(const struct sheet *t, uint32_t place, struct cell c, struct line *out)
{
    const struct amounts x = amounts_of(t, place);
    bool per_call = c.column == FLAT_SELF_CALL || c.column == FLAT_TOTAL_CALL;
    /* There are no more numbers of what is taken out: its samples, in seconds, and its calls. */
    if (is_excluded(t, place) && c.column != FLAT_SELF && c.column != FLAT_CALLS &&
        c.column != FLAT_IMAGE)
        text_fill(&out->text, ' ', (size_t)c.width);
    else if (c.column == FLAT_PAST) {
        const struct rate rate = rate_of(t, place);
        cell_trail(out, c, rate.past, flat_of(t)->max.past, t->style.ascii);
    } else if (columns[c.column].needs == NEEDS_RATES)
        put_rate(t, place, c, out);
    else if (c.column == FLAT_ERROR && !(x.self > 0)) /* of no samples nothing can be said */
        cell_text(out, c, "-");
    else if (per_call && x.calls)
        cell_seconds(out, c, &x, (enum row_value)columns[c.column].value,
                     unit_of(t->v.analysis->profile).s[0]);
    else if (per_call)
        cell_text(out, c, "");
    else
        return false;
    return true;
}

static enum role role(const struct sheet *t, uint32_t place, unsigned column)
{
    const struct amounts x = amounts_of(t, place);
    bool by_share = column == FLAT_PERCENT || column == FLAT_HEAT;
    bool sampled = by_share || column == FLAT_SELF || column == FLAT_ERROR ||
                   column == FLAT_SELF_CALL; /* from the function's own samples alone */
    if (column == FLAT_PROCESSOR && !is_excluded(t, place))
        return is_uncertain(rate_of(t, place).ticks) ? ROLE_DIM : ROLE_NUMBER;
    if (column == FLAT_IMAGE || is_excluded(t, place) ||
        (sampled && is_uncertain(by_share ? ranked_ticks(&x) : x.self)))
        return ROLE_DIM;
    if (!by_share)
        return ROLE_NUMBER;
    return heat_role(known_value(&x, VALUE_SELF_PCT, 1));
}

static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    bool excluded = is_excluded(t, t->id[i]);
    text_str(&out->text, excluded ? "x " : "");
    line_mark(out, out->pinned, ROLE_DIM, FLAT_NAME);
    sheet_put_name(t, i, excluded ? ROLE_DIM : ROLE_NAME, out);
}

/* ---- the detail line ---- */

/* Samples are whole but where a bin was divided. */
static int tick_digits(double ticks)
{
    return fabs(ticks - round(ticks)) < 0.05 ? 0 : 1;
}

static void put_facts(struct text *out, const struct sheet *t, uint32_t place, const char *gap)
{
    sym_id s = symbol_of(t, place);
    const struct amounts x = amounts_of(t, place);
    bool brief = t->style.cols < 110, excluded = is_excluded(t, place);
    text_image(out, &t->v, s, gap);
    text_place(out, &t->v, s, gap);
    if (!brief) {
        text_range(out, &t->v, s);
        text_str(out, gap);
    }
    if (!(x.hz > 0 && (x.all > 0 || excluded))) {
        text_str(out, "no samples");
        return;
    }
    text_printf(out, "%s%s", excluded ? "-P takes out " : "",
                decimal_of(x.self, tick_digits(x.self), true).s);
    if (!excluded)
        text_printf(out, "%s%s", brief ? "/" : " of ",
                    decimal_of(x.all, tick_digits(x.all), true).s);
    text_str(out, number_one(excluded ? x.self : x.all, 0) ? " sample" : " samples");
    if (x.self > 0) {
        text_printf(out, brief ? " (+/-%.1f%%)" : ", sampling error +/-%.1f%%",
                    value_of(&x, VALUE_ERROR_PCT, 1));
        if (!brief && !excluded && !(x.wait_all > 0))
            text_printf(out, ", +/-%.1f of %%time", value_of(&x, VALUE_SELF_PCT_ERROR, 1));
    }
    text_over(out, value_of(&x, VALUE_SELF_PCT, 1));
}

static void detail(const struct sheet *t, uint32_t place, struct line *out)
{
    const struct analysis *a = t->v.analysis;
    const char *gap = t->style.cols < 110 ? "  " : "   ";
    struct text facts = {0};
    struct run_spread slowest;
    if (knows_runs(a) && !is_excluded(t, place) && spread(t, place, RUN_WORST, &slowest))
        text_slowest(&facts, t, &slowest, gap);
    put_facts(&facts, t, place, gap);
    line_detail(out, &t->style, &t->v, symbol_of(t, place), false, &facts);
}

/* ---- life ---- */

static const struct sheet_ops ops = {
    .columns = &flat_columns,
    .wide = 140,
    .runs = FLAT_RUNS,
    .kind = ROW_FUNCTION,
    .subject = subject,
    .number = number,
    .mark = mark,
    .word = word,
    .text = text,
    .asked = asked,
    .spread = spread,
    .cols = cols,
    .role = role,
    .cell = cell,
    .put_name = put_name,
    .detail = detail,
};

struct grid *flat_grid(const struct view_context *v, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter)
{
    struct flat_grid *f = sheet_new(sizeof *f, &ops, v, style, sort);
    struct sheet *t = &f->t;
    const struct analysis *a = v->analysis;
    unsigned by = t->grid.sort_column;
    const struct flat_order order = {
        .v = v,
        .roots = by == FLAT_TOTAL || by == FLAT_TOTAL_PCT,
        .waits = true,
        .wall = by != FLAT_SELF,
        .excluded = style->excluded,
    };
    t->runs = knows_runs(a);
    t->marked = could_know_both_ways(v) || knows_ranges(v);
    if (by == COLUMN_NONE && wait_ticks(a) > 0)
        t->grid.ordered_by = FLAT_PERCENT;
    flat_rows_make(&f->rows, &order);
    arena_join(&t->memory, &f->rows.memory);
    find_most(f);
    if (filter && grid_compares(filter, FLAT_CALL_SITES)) {
        f->sites = arena_alloc(&t->memory, a->n_symbols, sizeof *f->sites);
        rollup_call_sites(a, f->sites);
    }
    sheet_list(t, f->rows.n, f->rows.first_excluded, filter);
    if (t->grid.ordered_by == COLUMN_NONE) /* gprof's order: by time, then by calls */
        t->grid.ordered_by = t->has & NEEDS_TIME ? FLAT_SELF : FLAT_CALLS;
    if (style->cols >= FULL_COLS && !t->runs)
        t->name_cols = NAME_COLS_FULL;
    return sheet_measure(t);
}
