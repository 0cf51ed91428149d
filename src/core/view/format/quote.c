/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/quote.h"

#include <string.h>

/* ---- JSON ---- */

void quote_json(struct text *t, const struct text *words)
{
    text_char(t, '"');
    for (size_t i = 0; i < words->n; i++) {
        char c = words->p[i];
        if (c == '"' || c == '\\') {
            text_char(t, '\\');
            text_char(t, c);
        } else if ((unsigned char)c < 0x20) {
            text_printf(t, "\\u%04x", (unsigned)c);
        } else {
            text_char(t, c);
        }
    }
    text_char(t, '"');
}

/* ---- CSV ---- */

/* A field is quoted if it holds what separates fields or could be taken for blanks around one. */
static bool needs_quotes(const struct text *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->p[i] == ',' || w->p[i] == '"' || w->p[i] == ' ' || w->p[i] == '\n' ||
            w->p[i] == '\r')
            return true;
    return false;
}

void quote_csv(struct text *t, const struct text *words)
{
    /* Spreadsheets take a field that begins like this for a formula, with or without quotes. */
    const char *guard = words->n && memchr("=+-@\t\r", words->p[0], 6) ? "'" : "";
    if (!needs_quotes(words)) {
        text_str(t, guard);
        text_add(t, words->p, words->n);
        return;
    }
    text_char(t, '"');
    text_str(t, guard);
    for (size_t i = 0; i < words->n; i++) {
        if (words->p[i] == '"')
            text_char(t, '"');
        text_char(t, words->p[i]);
    }
    text_char(t, '"');
}
