/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/number: numbers as screens show them, with a comma between thousands where that is wanted.
 * GNU's layout and other formats write them plainly (base/text). */
#ifndef GPTUI_VIEW_NUMBER_H
#define GPTUI_VIEW_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

/* Append v in decimal: "10189940", grouped "10,189,940". Four digits stay together. */
void text_count(struct text *t, uint64_t v, bool grouped);

/* Append v with that many digits (0..9) after the point, the whole part grouped likewise. Infinity
 * and NaN come out as words. */
void text_decimal(struct text *t, double v, int digits, bool grouped);

/* Append a number of six digits or more in words: "1.56 million", "15.6 billion". */
void text_large(struct text *t, double v);

/* Numbers as words of a sentence, for %s: `.s` lasts as long as the expression it is in. */
struct figure {
    char s[512]; /* the largest double has 309 digits before its point */
};
struct figure count_of(uint64_t v, bool grouped);
struct figure decimal_of(double v, int digits, bool grouped);

/* "1 sample", "12 samples". */
struct figure nouns_of(uint64_t n, const char *noun, bool grouped);

/* What a noun takes after n of them: "s" or nothing. */
const char *plural(uint64_t n);

/* Does v read as 1 with that many digits (0 or 1) after the point? */
bool number_one(double v, int digits);

/* Columns that text_count needs for v. */
size_t count_cols(uint64_t v, bool grouped);

/* Calls of a function, or by an arc; what is 0 is not written, but for `calls`. */
struct call_counts {
    uint64_t calls;
    uint64_t of;        /* of the callee in all */
    uint64_t recursion; /* of itself, or within the cycle */
};

/* Append "1", "1/9", "1+9"; and the columns that this takes. */
void text_calls(struct text *t, const struct call_counts *c);
size_t calls_cols(const struct call_counts *c);

#endif
