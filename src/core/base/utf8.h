/* SPDX-License-Identifier: GPL-3.0-or-later */
/* utf8: characters, their width on a terminal, and bytes made safe to show.
 *
 * Bytes that are not UTF-8 and control characters are never passed on: text_shown writes them as
 * \xHH, so that no name from a file can move a cursor. Widths come from wcwidth of the current
 * LC_CTYPE; without a UTF-8 locale every byte from 0x20 to 0x7e is one column and all others are
 * shown as \xHH. */
#ifndef GPTUI_BASE_UTF8_H
#define GPTUI_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

/* Decode one character of the n > 0 bytes at p: its code in *c, its length in bytes as result.
 * For a byte that starts no valid sequence: -1 in *c, length 1. */
size_t utf8_decode(const char *p, size_t n, int32_t *c);

/* Columns of character c (0 for combining ones, -1 for those that must not be sent). */
int utf8_width(int32_t c);

/* Columns of n bytes that are already safe to show. */
size_t utf8_cols(const char *p, size_t n);

/* The longest prefix of p, in bytes, that fits `cols` columns; columns used in *used (may be NULL).
 */
size_t utf8_fit(const char *p, size_t n, size_t cols, size_t *used);

/* Append n bytes of p, made safe to show; `ascii` also escapes everything above 0x7e. */
void text_shown(struct text *t, const char *p, size_t n, bool ascii);

#endif
