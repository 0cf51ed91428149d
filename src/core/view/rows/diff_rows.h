/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff_rows: the functions of a comparison as rows, in order; what they show, in words and numbers.
 */
#ifndef GPTUI_VIEW_ROWS_DIFF_ROWS_H
#define GPTUI_VIEW_ROWS_DIFF_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/view/context.h"
#include "core/view/label.h"
#include "core/view/values.h"

struct diff_rows {
    struct arena memory;
    const struct view_diff *v;
    uint32_t *row; /* row -> row of the comparison */
    uint32_t n;
};

/* List functions with time or calls on either side, or `all`: the largest difference of calls
 * first, or of self if `by_size`; then by name. Release its memory. */
void diff_rows_make(struct diff_rows *r, const struct view_diff *v, bool all, bool by_size);

static inline const struct diff_row *diff_rows_get(const struct diff_rows *r, uint32_t i)
{
    return &r->v->diff->rows[r->row[i]];
}

/* The side whose name and place a row has: the new one, unless the function is gone; and the
 * function there. */
static inline int diff_row_side(const struct diff_row *r)
{
    return r->symbol[DIFF_NEW] != NO_ID ? DIFF_NEW : DIFF_OLD;
}
static inline sym_id diff_row_symbol(const struct diff_row *r)
{
    return r->symbol[diff_row_side(r)];
}

/* "real", "noise", "beyond sampling", "within sampling"; "" untested. */
const char *diff_judgement(enum diff_verdict verdict);

/* diff_judgement; "few samples" where these are why nothing was tested. */
const char *diff_verdict_word(const struct diff_row *r, enum diff_verdict verdict);

/* '!', '?', '.' or ' ': the same as a mark. */
char diff_verdict_mark(enum diff_verdict verdict);

/* A number of a row, as it is or compared: the verdict as what sorts the surest first, and the
 * probability of what was tested. NaN: there is none. */
enum diff_how {
    DIFF_HOW_OLD,
    DIFF_HOW_NEW,
    DIFF_HOW_DELTA,
    DIFF_HOW_PCT,
    DIFF_HOW_ERROR,
    DIFF_HOW_VERDICT,
    DIFF_HOW_P,
};
double diff_shown(const struct diff *d, const struct diff_row *r, enum diff_value value,
                  enum diff_how how);

/* "new", "gone", "renamed?" or "". */
const char *diff_row_state(const struct diff_row *r);

/* Append a change in percent, "+5.0 %"; "new" where there was nothing before, "-" where there is
 * nothing to compare. */
void text_diff_pct(struct text *t, double pct);

/* Append a signed number with that many digits, "+0.43". */
void text_signed(struct text *t, double v, int digits, bool grouped);

/* Append "-1.23 s +/- 0.43: real; calls -41.7 %, exact; per call +2.0 %: noise". `alone`: as of a
 * row that was asked for, not one of many. */
void text_diff_words(struct text *t, const struct view_diff *v, const struct diff_row *r,
                     bool alone);

/* Append "1.20 -> 0.97 s: -0.23 s +/- 0.08: beyond sampling", with what it calls. */
void text_diff_total(struct text *t, const struct diff *d, const struct diff_row *r);

/* Append what is compared: "old.out -> 3 runs". */
void text_diff_sides(struct text *t, const struct view_diff *v);

/* Append how differences are tested, as a sentence without its stop. */
void text_diff_method(struct text *t, const struct view_diff *v);

/* Append how it could be known which are real: "3 runs a side would tell: gptui record --repeat=3
 * ./prog", without the command for a job of many ranks and for what cannot be recorded here;
 * nothing where it is. */
void text_diff_more_runs(struct text *t, const struct view_diff *v);

/* Append that in few words: "by 9+9 runs", "by samples". */
void text_diff_judges(struct text *t, const struct diff *d);

#endif
