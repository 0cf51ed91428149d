/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/utf8.h"

#include <langinfo.h>
#include <string.h>
#include <wchar.h>

/* Bytes and payload bits of a sequence by its first byte; 0 if none starts with it. */
static size_t sequence(unsigned char first, int32_t *bits)
{
    if (first < 0x80) {
        *bits = first;
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        *bits = first & 0x1f;
        return 2;
    }
    if ((first & 0xf0) == 0xe0) {
        *bits = first & 0x0f;
        return 3;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        *bits = first & 0x07;
        return 4;
    }
    return 0;
}

/* Overlong forms, surrogates and what lies beyond Unicode. */
static bool forbidden(int32_t c, size_t len)
{
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    return c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff);
}

size_t utf8_decode(const char *p, size_t n, int32_t *c)
{
    int32_t v = 0;
    size_t len = sequence((unsigned char)p[0], &v);
    *c = -1;
    if (len == 0 || len > n)
        return 1;
    for (size_t i = 1; i < len; i++) {
        unsigned char b = (unsigned char)p[i];
        if ((b & 0xc0) != 0x80)
            return 1;
        v = v << 6 | (b & 0x3f);
    }
    if (forbidden(v, len))
        return 1;
    *c = v;
    return len;
}

static bool locale_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Characters that reorder the text around them; a name could disguise its neighbours. */
static bool reorders(int32_t c)
{
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

int utf8_width(int32_t c)
{
    if (c >= 0x20 && c < 0x7f)
        return 1;
    if (c < 0xa0 || reorders(c) || !locale_is_utf8())
        return -1;
    return wcwidth((wchar_t)c);
}

size_t utf8_fit(const char *p, size_t n, size_t cols, size_t *used)
{
    size_t at = 0, sum = 0;
    while (at < n) {
        int32_t c;
        size_t len = utf8_decode(p + at, n - at, &c);
        int w = utf8_width(c);
        size_t add =
            w < 0 ? 1 : (size_t)w; /* unsafe bytes are the caller's mistake: a column each */
        if (add > cols - sum)
            break;
        sum += add;
        at += len;
    }
    if (used)
        *used = sum;
    return at;
}

size_t utf8_cols(const char *p, size_t n)
{
    size_t used;
    utf8_fit(p, n, SIZE_MAX, &used);
    return used;
}

static void add_escaped(struct text *t, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        unsigned char b = (unsigned char)p[i];
        char hex[] = {'\\', 'x', "0123456789abcdef"[b >> 4], "0123456789abcdef"[b & 15]};
        text_add(t, hex, sizeof hex);
    }
}

void text_shown(struct text *t, const char *p, size_t n, bool ascii)
{
    size_t from = 0, at = 0; /* [from, at) is safe and not yet added */
    while (at < n) {
        if (p[at] >= 0x20 && p[at] < 0x7f) { /* nearly all of every name */
            at++;
            continue;
        }
        int32_t c;
        size_t len = utf8_decode(p + at, n - at, &c);
        if (utf8_width(c) >= 0 && !(ascii && c > 0x7e)) {
            at += len;
            continue;
        }
        text_add(t, p + from, at - from);
        add_escaped(t, p + at, len);
        from = at += len;
    }
    text_add(t, p + from, n - from);
}
