/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/diff_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/utf8.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/rows/run_values.h"
#include "core/view/values.h"

/* ---- numbers ---- */

double diff_column_value(const struct diff *d, const struct diff_row *r, enum diff_column c)
{
    switch (c) {
    case DIFF_COL_OLD_SELF:
        return diff_value(d, r, DIFF_VALUE_SELF, DIFF_OLD);
    case DIFF_COL_NEW_SELF:
        return diff_value(d, r, DIFF_VALUE_SELF, DIFF_NEW);
    case DIFF_COL_DELTA:
        return diff_delta(d, r, DIFF_VALUE_SELF);
    case DIFF_COL_ERROR:
        return diff_error(r, DIFF_VALUE_SELF);
    case DIFF_COL_PCT:
        return diff_delta_pct(d, r, DIFF_VALUE_SELF);
    case DIFF_COL_OLD_TOTAL:
        return diff_value(d, r, DIFF_VALUE_TOTAL, DIFF_OLD);
    case DIFF_COL_NEW_TOTAL:
        return diff_value(d, r, DIFF_VALUE_TOTAL, DIFF_NEW);
    case DIFF_COL_DELTA_TOTAL:
        return diff_delta(d, r, DIFF_VALUE_TOTAL);
    case DIFF_COL_OLD_CALLS:
        return diff_value(d, r, DIFF_VALUE_CALLS, DIFF_OLD);
    case DIFF_COL_NEW_CALLS:
        return diff_value(d, r, DIFF_VALUE_CALLS, DIFF_NEW);
    case DIFF_COL_DELTA_CALLS:
        return diff_delta(d, r, DIFF_VALUE_CALLS);
    case DIFF_COL_CALLS_PCT:
        return diff_delta_pct(d, r, DIFF_VALUE_CALLS);
    case DIFF_COL_OLD_PER_CALL:
        return diff_value(d, r, DIFF_VALUE_PER_CALL, DIFF_OLD);
    case DIFF_COL_NEW_PER_CALL:
        return diff_value(d, r, DIFF_VALUE_PER_CALL, DIFF_NEW);
    case DIFF_COL_PER_CALL_PCT:
        return diff_delta_pct(d, r, DIFF_VALUE_PER_CALL);
    case DIFF_COL_REAL:
    case DIFF_COL_NAME:
    case N_DIFF_COLUMNS:
        break;
    }
    return NAN;
}

/* ---- which rows ---- */

/* A row filter at work. */
struct diff_filter {
    const struct view_diff *v;
    const struct rowfilter *filter; /* NULL: it keeps all */
    struct name_style style;        /* of the names that it matches */
    struct text shown, full;
};

struct diff_facts {
    const struct diff_filter *f;
    const struct diff_row *r;
};

/* What filters of other views ask of a function: asked of the new side, or of the old one if that
 * alone is there. */
static double function_number(const struct diff_facts *x, unsigned value)
{
    const struct diff *d = x->f->v->diff;
    int side = diff_row_side(x->r);
    const struct diff_part *p = &x->r->part[side];
    const struct amounts amounts = {.hz = d->exposure[side],
                                    .self = p->self,
                                    .child = p->child,
                                    .wait = -1,
                                    .all = d->total.part[side].self,
                                    .calls = p->calls};
    if (value == VALUE_CALLS)
        return diff_value(d, x->r, DIFF_VALUE_CALLS, side);
    return known_value(&amounts, (enum row_value)value, 1);
}

static double function_change(const struct diff_facts *x, unsigned value)
{
    const struct diff *d = x->f->v->diff;
    switch (value) {
    case DIFF_FIELD_DELTA:
        return diff_delta(d, x->r, DIFF_VALUE_SELF);
    case DIFF_FIELD_PCT:
        return diff_delta_pct(d, x->r, DIFF_VALUE_SELF);
    case DIFF_FIELD_CALLS:
        return diff_delta(d, x->r, DIFF_VALUE_CALLS);
    case DIFF_FIELD_CALLS_PCT:
        return diff_delta_pct(d, x->r, DIFF_VALUE_CALLS);
    default:
        return value <= VALUE_WALL ? function_number(x, value) : NAN;
    }
}

static bool filter_number(void *ctx, unsigned value, double *out)
{
    const struct diff_facts *x = ctx;
    *out = function_change(x, value);
    return !isnan(*out);
}

static const char *filter_file(void *ctx)
{
    const struct diff_facts *x = ctx;
    return function_file(x->f->v->side[diff_row_side(x->r)], diff_row_symbol(x->r));
}

static const char *filter_image(void *ctx)
{
    const struct diff_facts *x = ctx;
    return function_image(x->f->v->side[diff_row_side(x->r)], diff_row_symbol(x->r));
}

static bool keeps(struct diff_filter *f, const struct diff_row *r)
{
    struct diff_facts ctx = {f, r};
    struct row_facts facts = {
        .ctx = &ctx, .number = filter_number, .file = filter_file, .image = filter_image};
    if (!f->filter)
        return true;
    text_clear(&f->shown);
    text_clear(&f->full);
    if (rowfilter_needs_name(f->filter)) {
        const struct view_context *v = f->v->side[diff_row_side(r)];
        text_name(&f->shown, v, diff_row_symbol(r), f->style);
        text_match_name(&f->full, v, diff_row_symbol(r));
    }
    facts.name = text_z(&f->shown);
    facts.n_name = f->shown.n;
    facts.full = text_z(&f->full);
    facts.n_full = f->full.n;
    return rowfilter_keeps(f->filter, &facts);
}

/* ---- order ---- */

static int compare_names(const struct view_diff *v, const struct diff_row *x,
                         const struct diff_row *y)
{
    return strcmp(symbol_name(v->side[diff_row_side(x)]->analysis, diff_row_symbol(x)),
                  symbol_name(v->side[diff_row_side(y)]->analysis, diff_row_symbol(y)));
}

/* The number by which a column orders; what is nothing comes last. */
static double rank_of(const struct diff_order *o, const struct diff_row *r)
{
    const struct diff *d = o->v->diff;
    if (o->column == COLUMN_NONE) {
        double self = fabs(diff_delta(d, r, DIFF_VALUE_SELF));
        return isnan(self) ? fabs(diff_delta(d, r, DIFF_VALUE_CALLS)) : self;
    }
    if (o->column == DIFF_COL_REAL) /* the surest first */
        return r->test[DIFF_SELF].adjusted >= 0 ? -r->test[DIFF_SELF].adjusted : -2;
    return diff_column_value(d, r, (enum diff_column)o->column);
}

static int compare_rows(const void *ctx, uint32_t a, uint32_t b)
{
    const struct diff_order *o = ctx;
    const struct diff_row *x = &o->v->diff->rows[a], *y = &o->v->diff->rows[b];
    int order = sort_doubles(rank_of(o, x), rank_of(o, y), o->ascending);
    int by_name = compare_names(o->v, x, y);
    if (o->column == DIFF_COL_NAME && by_name)
        return o->ascending ? by_name : -by_name;
    if (!order)
        order = sort_doubles(fabs(diff_delta(o->v->diff, x, DIFF_VALUE_CALLS)),
                             fabs(diff_delta(o->v->diff, y, DIFF_VALUE_CALLS)), false);
    if (order)
        return order;
    return by_name ? by_name : (a > b) - (a < b);
}

bool diff_rows_make(struct diff_rows *r, const struct diff_order *o)
{
    const struct diff *d = o->v->diff;
    struct diff_filter f = {.v = o->v, .filter = o->filter, .style = o->style};
    *r = (struct diff_rows){.v = o->v, .row = mem_array_raw(d->n_rows, sizeof *r->row)};
    for (uint32_t i = 0; r->row && i < d->n_rows; i++) {
        if (diff_row_is_empty(&d->rows[i]) && !o->all)
            continue;
        if (keeps(&f, &d->rows[i]))
            r->row[r->n++] = i;
        else
            r->n_hidden++;
    }
    bool ok =
        r->row && !f.shown.failed && !f.full.failed && sort_merge(r->row, r->n, compare_rows, o);
    text_release(&f.shown);
    text_release(&f.full);
    if (!ok)
        diff_rows_release(r);
    return ok;
}

void diff_rows_release(struct diff_rows *r)
{
    free(r->row);
    *r = (struct diff_rows){0};
}

/* ---- words ---- */

const char *diff_verdict_word(const struct diff_row *r, enum diff_verdict verdict)
{
    if (verdict != DIFF_UNTESTED)
        return diff_judgement(verdict);
    return r->part[DIFF_OLD].self + r->part[DIFF_NEW].self > 0 ? "few samples" : "";
}

const char *diff_judgement(enum diff_verdict verdict)
{
    static const char *const words[] = {[DIFF_UNTESTED] = "",
                                        [DIFF_WITHIN] = "within sampling",
                                        [DIFF_BEYOND] = "beyond sampling",
                                        [DIFF_NOISE] = "noise",
                                        [DIFF_REAL] = "real"};
    return words[verdict];
}

char diff_verdict_mark(enum diff_verdict verdict)
{
    static const char marks[] = {[DIFF_UNTESTED] = ' ',
                                 [DIFF_WITHIN] = '.',
                                 [DIFF_BEYOND] = '?',
                                 [DIFF_NOISE] = '.',
                                 [DIFF_REAL] = '!'};
    return marks[verdict];
}

const char *diff_row_state(const struct diff_row *r)
{
    if (r->symbol[DIFF_OLD] == r->symbol[DIFF_NEW] && r->symbol[DIFF_NEW] == NO_ID)
        return ""; /* the total */
    if (r->symbol[DIFF_OLD] == NO_ID)
        return "new";
    if (r->symbol[DIFF_NEW] == NO_ID)
        return "gone";
    return r->guessed ? "renamed?" : "";
}

void text_signed(struct text *t, double v, int digits, bool grouped)
{
    char room[64];
    struct text number = text_in(room, sizeof room);
    text_decimal(&number, fabs(v), digits, grouped);
    bool zero = !number.failed && strspn(text_z(&number), "0.") == number.n;
    text_str(t, zero ? "" : v < 0 ? "-" : "+");
    text_str(t, text_z(&number));
}

void text_diff_pct(struct text *t, double pct)
{
    if (isnan(pct))
        text_str(t, "-");
    else if (isinf(pct))
        text_str(t, "new");
    else {
        text_signed(t, pct, fabs(pct) < 99.95 ? 1 : 0, false);
        text_str(t, " %");
    }
}

static void add_calls(struct text *t, const struct diff *d, const struct diff_row *r)
{
    double delta = diff_delta(d, r, DIFF_VALUE_CALLS);
    if (!r->part[DIFF_OLD].calls && !r->part[DIFF_NEW].calls)
        return;
    text_str(t, t->n ? "; calls " : "calls ");
    if (fabs(delta) > 0) {
        text_diff_pct(t, diff_delta_pct(d, r, DIFF_VALUE_CALLS));
        text_str(t, ", exact");
    } else {
        text_str(t, "equal");
    }
}

static enum diff_verdict judge(const struct diff_row *r, enum diff_time time, bool alone)
{
    return alone ? diff_judge_alone(r, time) : diff_judge(r, time);
}

void text_diff_words(struct text *t, const struct view_diff *v, const struct diff_row *r,
                     bool alone)
{
    const struct diff *d = v->diff;
    struct text words = {0};
    double error = diff_error(r, DIFF_VALUE_SELF);
    if (error >= 0) {
        text_signed(&words, diff_delta(d, r, DIFF_VALUE_SELF), 2, false);
        text_str(&words, " s +/- ");
        text_decimal(&words, error, 2, false);
        text_printf(&words, ": %s", diff_verdict_word(r, judge(r, DIFF_SELF, alone)));
    }
    add_calls(&words, d, r);
    double per_call = diff_delta_pct(d, r, DIFF_VALUE_PER_CALL);
    if (isfinite(per_call) && r->part[DIFF_OLD].self + r->part[DIFF_NEW].self > 0) {
        text_str(&words, "; per call ");
        text_diff_pct(&words, per_call);
        text_printf(&words, ": %s", diff_verdict_word(r, judge(r, DIFF_SELF_PER_CALL, alone)));
    }
    const char *state = diff_row_state(r);
    text_str(t, state);
    text_str(t, *state && words.n ? "; " : "");
    text_str(t, text_z(&words));
    t->failed |= words.failed;
    text_release(&words);
}

void text_diff_sides(struct text *t, const struct view_diff *v)
{
    text_visible(t, v->label[DIFF_OLD], strlen(v->label[DIFF_OLD]));
    text_str(t, " -> ");
    text_visible(t, v->label[DIFF_NEW], strlen(v->label[DIFF_NEW]));
}

void text_diff_judges(struct text *t, const struct diff *d)
{
    if (d->repeated)
        text_printf(t, "by %u+%u runs", (unsigned)d->side[DIFF_OLD].n_runs,
                    (unsigned)d->side[DIFF_NEW].n_runs);
    else
        text_str(t, "by samples");
}

void text_diff_more_runs(struct text *t, const struct view_diff *v)
{
    const struct diff *d = v->diff;
    const int side = d->side[DIFF_NEW].n_runs < DIFF_LEAST_RUNS ? DIFF_NEW : DIFF_OLD;
    const struct analysis *a = v->side[side]->analysis;
    const bool is_job = a->profile->run_sums && !are_repeats(a);
    struct text command = {0}, options = {0};
    if (d->repeated || !diff_has_times(d))
        return;
    text_printf(t, "%d runs a side would tell", DIFF_LEAST_RUNS);
    text_printf(&options, "--repeat=%d ", DIFF_LEAST_RUNS);
    if (!is_job && message_record(&command, a->profile->image, text_z(&options)))
        text_printf(t, ": %s", text_z(&command));
    t->failed |= command.failed || options.failed;
    text_release(&command);
    text_release(&options);
}

void text_diff_method(struct text *t, const struct view_diff *v)
{
    const struct diff *d = v->diff;
    if (d->repeated) {
        text_printf(t, "t test of %u and %u runs, variances moderated over all functions",
                    (unsigned)d->side[DIFF_OLD].n_runs, (unsigned)d->side[DIFF_NEW].n_runs);
        if (d->unknown)
            text_printf(t, ", the spread of %u function%s not known", (unsigned)d->unknown,
                        d->unknown == 1 ? "" : "s");
    } else
        text_str(t, "exact test of two numbers of samples");
    text_printf(t, ", %g %% of false discoveries among %u tested",
                percent(d->repeated ? DIFF_RUNS_LEVEL : DIFF_SAMPLES_LEVEL, 1),
                (unsigned)d->tested);
}
