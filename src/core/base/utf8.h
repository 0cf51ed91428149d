/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8: characters, their width on a terminal, and bytes made safe to show.
 *
 * What could deceive a reader is never passed on but written as \xHH, byte for byte, so that no
 * name from a file can move a cursor and no two names look the same:
 * 1. bytes that are not UTF-8, and control characters;
 * 2. characters that direct the text around them, and those that show nothing: of no width,
 *    fillers, tags, and all variation selectors, those of emoji too, about whose width terminals
 *    disagree. Blanks of any width are shown: sources are full of them;
 * 3. combining characters without anything before them, or more than UTF8_MARKS_MOST in one place.
 *
 * Widths come from wcwidth of the current LC_CTYPE; without a UTF-8 locale every byte from 0x20 to
 * 0x7e is one column and all others are shown as \xHH. */
#ifndef GPTUI_BASE_UTF8_H
#define GPTUI_BASE_UTF8_H

#include "core/base/text.h"

/* Decode one character of the n > 0 bytes at p: its code in *c, its length in bytes as result.
 * For a byte that starts no valid sequence: -1 in *c, length 1. */
size_t utf8_decode(const char *p, size_t n, int32_t *c);

/* Whether a reader sees character c, in any locale that knows it. False for -1. */
bool utf8_visible(int32_t c);

/* Append character c. */
void text_character(struct text *t, uint32_t c);

/* Columns of character c (0 for combining ones, -1 for those that must not be sent). */
int utf8_width(int32_t c);

enum {
    UTF8_MARKS_MOST = 4, /* combining characters on one cell: what a cell of curses holds */
    UTF8_NO_CELL = UTF8_MARKS_MOST,
};

/* utf8_width of c where it stands: -1 also for a combining character that is one too many. *marks,
 * how many stand on the last cell, is UTF8_NO_CELL where a text begins, and kept up to date. */
int utf8_next_width(int32_t c, unsigned *marks);

/* Whether c is visible where it stands: in a UTF-8 locale, whether it has a width there. Other
 * locales do not know which characters there are and which of them combine: there utf8_visible
 * decides. */
bool utf8_next_visible(int32_t c, unsigned *marks);

/* Columns of n bytes that are already safe to show. */
size_t utf8_cols(const char *p, size_t n);

/* The longest prefix of p, in bytes, that fits `cols` columns; columns used in *used (may be NULL).
 */
size_t utf8_fit(const char *p, size_t n, size_t cols, size_t *used);

/* Append n bytes that are already safe to show; of more than `cols` columns the end, after "..",
 * which no slash follows: that would look like a path. */
void text_end(struct text *t, const char *p, size_t n, size_t cols);

/* Append n bytes of p, made safe to show; `ascii` also escapes everything above 0x7e. */
void text_shown(struct text *t, const char *p, size_t n, bool ascii);

/* Append n bytes of p, made safe for files and terminals whose character set is not known, by the
 * rules above; all that is visible passes. */
void text_visible(struct text *t, const char *p, size_t n);

#endif
