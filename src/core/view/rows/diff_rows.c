/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/diff_rows.h"

#include <math.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/rows/row_order.h"
#include "core/view/rows/run_values.h"

/* ---- which rows ---- */

static double calls_changed(const void *ctx, uint32_t i)
{
    const struct diff *d = ((const struct view_diff *)ctx)->diff;
    return fabs(diff_delta(d, &d->rows[i], DIFF_VALUE_CALLS));
}

/* By the size of the difference of self, or where times are unknown of calls. */
static double changed(const void *ctx, uint32_t i)
{
    const struct diff *d = ((const struct view_diff *)ctx)->diff;
    double self = fabs(diff_delta(d, &d->rows[i], DIFF_VALUE_SELF));
    return isnan(self) ? calls_changed(ctx, i) : self;
}

static const char *name_of(const void *ctx, uint32_t i)
{
    const struct view_diff *v = ctx;
    const struct diff_row *r = &v->diff->rows[i];
    return symbol_name(v->side[diff_row_side(r)]->analysis, diff_row_symbol(r));
}

void diff_rows_make(struct diff_rows *r, const struct view_diff *v, bool all, bool by_size)
{
    const struct diff *d = v->diff;
    const struct row_order names = {.ascending = true, .word = name_of, .ctx = v},
                           calls = {.number = calls_changed, .ctx = v},
                           size = {.number = changed, .ctx = v};
    *r = (struct diff_rows){.v = v};
    r->row = arena_alloc(&r->memory, d->n_rows, sizeof *r->row);
    for (uint32_t i = 0; i < d->n_rows; i++)
        if (all || !diff_row_is_empty(&d->rows[i]))
            r->row[r->n++] = i;
    row_order_sort(r->row, r->n, &names);
    row_order_sort(r->row, r->n, &calls);
    if (by_size)
        row_order_sort(r->row, r->n, &size);
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

double diff_shown(const struct diff *d, const struct diff_row *r, enum diff_value value,
                  enum diff_how how)
{
    const struct diff_test *test = &r->test[diff_time_of(value)];
    switch (how) {
    case DIFF_HOW_OLD:
        return diff_value(d, r, value, DIFF_OLD);
    case DIFF_HOW_NEW:
        return diff_value(d, r, value, DIFF_NEW);
    case DIFF_HOW_DELTA:
        return diff_delta(d, r, value);
    case DIFF_HOW_PCT:
        return diff_delta_pct(d, r, value);
    case DIFF_HOW_VERDICT: /* what is not tested after all that is */
        return test->adjusted >= 0 ? -test->adjusted : -2;
    case DIFF_HOW_P:
        return test->p;
    default:
        return diff_error(r, value);
    }
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
    const struct figure f = decimal_of(fabs(v), digits, grouped);
    text_printf(t, "%s%s", !f.s[strspn(f.s, "0.")] ? "" : v < 0 ? "-" : "+", f.s);
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

void text_diff_total(struct text *t, const struct diff *d, const struct diff_row *r)
{
    const char *word = diff_judgement(diff_judge(r, DIFF_TOTAL));
    text_printf(t, "%s -> ", decimal_of(diff_value(d, r, DIFF_VALUE_TOTAL, DIFF_OLD), 2, false).s);
    text_printf(t, "%s s: ", decimal_of(diff_value(d, r, DIFF_VALUE_TOTAL, DIFF_NEW), 2, false).s);
    text_signed(t, diff_delta(d, r, DIFF_VALUE_TOTAL), 2, false);
    text_printf(t, " s +/- %s: %s", decimal_of(diff_error(r, DIFF_VALUE_TOTAL), 2, false).s,
                *word ? word : "few samples");
}

void text_diff_words(struct text *t, const struct view_diff *v, const struct diff_row *r,
                     bool alone)
{
    const struct diff *d = v->diff;
    struct text words = {0};
    double error = diff_error(r, DIFF_VALUE_SELF);
    if (error >= 0) {
        text_signed(&words, diff_delta(d, r, DIFF_VALUE_SELF), 2, false);
        text_printf(&words, " s +/- %s: %s", decimal_of(error, 2, false).s,
                    diff_verdict_word(r, diff_judge_as(r, DIFF_SELF, alone)));
    }
    if (r->part[DIFF_OLD].calls || r->part[DIFF_NEW].calls) {
        text_str(&words, words.n ? "; calls " : "calls ");
        if (fabs(diff_delta(d, r, DIFF_VALUE_CALLS)) > 0) {
            text_diff_pct(&words, diff_delta_pct(d, r, DIFF_VALUE_CALLS));
            text_str(&words, ", exact");
        } else {
            text_str(&words, "equal");
        }
    }
    double per_call = diff_delta_pct(d, r, DIFF_VALUE_PER_CALL);
    if (isfinite(per_call) && r->part[DIFF_OLD].self + r->part[DIFF_NEW].self > 0) {
        text_str(&words, "; per call ");
        text_diff_pct(&words, per_call);
        text_printf(&words, ": %s",
                    diff_verdict_word(r, diff_judge_as(r, DIFF_SELF_PER_CALL, alone)));
    }
    const char *state = diff_row_state(r);
    text_printf(t, "%s%s%s", state, *state && words.n ? "; " : "", text_z(&words));
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
    const bool is_job = a->profile->runs && !a->profile->runs->is_set && !are_repeats(a);
    struct text command = {0}, options = {0};
    if (d->repeated || !diff_has_times(d))
        return;
    text_printf(t, "%d runs a side would tell", DIFF_LEAST_RUNS);
    text_printf(&options, "--repeat=%d ", DIFF_LEAST_RUNS);
    if (!is_job && message_record(&command, a->profile->image, text_z(&options)))
        text_printf(t, ": %s", text_z(&command));
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
            text_printf(t, ", the spread of %s not known",
                        nouns_of(d->unknown, "function", false).s);
    } else
        text_str(t, "exact test of two numbers of samples");
    text_printf(t, ", %g %% of false discoveries among %u tested",
                percent(d->repeated ? DIFF_RUNS_LEVEL : DIFF_SAMPLES_LEVEL, 1),
                (unsigned)d->tested);
}
