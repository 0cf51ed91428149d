/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text: a growing run of bytes, and the number formats of reports.
 *
 * 1. An all-zero text is empty and ready; text_release returns it to that state.
 * 2. Nothing fails: where there is no memory, the program ends (base/mem).
 * 3. Numbers come out exactly as printf would print them (rounding of the exact binary value, ties
 *    to even), but an order of magnitude faster. A number too wide for its field is complete and
 *    pushes what follows.
 * 4. A text made by text_in lives in memory of the caller: it does not grow and needs no release.
 *    When something does not fit (text_z and text_printf need room for a zero byte as well),
 * `failed` is set, that and all later additions do nothing, and text_z is "". */
#ifndef GPTUI_BASE_TEXT_H
#define GPTUI_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"

struct text {
    char *p; /* not zero-terminated; see text_z */
    size_t n, cap;
    bool failed;   /* what was to be added did not fit; never, if p is ours */
    bool borrowed; /* p is not ours */
};

/* An empty text in the n bytes at p. */
static inline struct text text_in(char *p, size_t n)
{
    return (struct text){.p = p, .cap = n, .borrowed = true};
}

/* Are two strings alike? NULL is like NULL alone. */
bool text_same(const char *a, const char *b);

/* Is p[0, n) that word, which has no byte 0? */
bool text_is(const char *p, size_t n, const char *word);

/* Is s one of these n words? */
bool text_is_among(const char *s, const char *const *words, size_t n);

/* Whether s ends in `end`, and begins with something else. */
bool text_ends_in(const char *s, const char *end);

void text_release(struct text *t);

/* Empty it and keep its memory. Clears `failed`. */
void text_clear(struct text *t);

/* Make room for `more` bytes after n; false if there is none in memory of the caller. */
bool text_reserve(struct text *t, size_t more);

/* The bytes with a zero byte after them (not counted in n). */
const char *text_z(struct text *t);

void text_add(struct text *t, const char *p, size_t n);
void text_str(struct text *t, const char *s);
void text_fill(struct text *t, char c, size_t n);

static inline void text_char(struct text *t, char c)
{
    if ((t->n < t->cap && !t->failed) || text_reserve(t, 1))
        t->p[t->n++] = c;
}

/* s in a field of `width` bytes, padded on the left (right) with blanks. */
void text_right(struct text *t, const char *s, size_t width);
void text_left(struct text *t, const char *s, size_t width);

void text_uint(struct text *t, uint64_t v, int width);            /* %*llu */
void text_int(struct text *t, int64_t v);                         /* %lld */
void text_hex(struct text *t, uint64_t v);                        /* %llx */
void text_fixed(struct text *t, double v, int width, int digits); /* %*.*f, 0 <= digits <= 9 */

/* Bytes of text_uint(v, 0): decimal digits. */
size_t text_uint_cols(uint64_t v);

/* Rows whose fields stand at fixed columns are written over blanks: n of them, added at the end of
 * t, which is not of text_in. Returns where they begin (until t changes). n <= TEXT_BLANKS. With
 * the numbers below, which check nothing but their width, it takes a third of the instructions. */
enum { TEXT_BLANKS = 64 };
char *text_blanks(struct text *t, size_t n);

/* What text_uint, that with -width, and text_fixed (two digits) would print in a field of `width`
 * bytes (1..19) at p, which holds blanks. False if it does not fit, or is not that easily printed:
 * then the field may hold anything. */
bool text_put_uint(char *p, uint64_t v, unsigned width) ATTR_MUST_USE;
bool text_put_uint_left(char *p, uint64_t v, unsigned width) ATTR_MUST_USE;
bool text_put_fixed(char *p, double v, unsigned width) ATTR_MUST_USE;

/* Any other format; for what is printed once, not for rows. */
void text_printf(struct text *t, const char *fmt, ...) ATTR_PRINTF(2, 3);
void text_vprintf(struct text *t, const char *fmt, va_list args) ATTR_PRINTF(2, 0);

/* A string of its own, malloc'ed. */
char *text_format(const char *fmt, ...) ATTR_PRINTF(1, 2);

#endif
