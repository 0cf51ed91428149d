/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/utf8.h"

#include <langinfo.h>
#include <string.h>
#include <wchar.h>

#include "core/base/search.h"

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

size_t utf8_decode(const char *p, size_t n, int32_t *c)
{
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
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
    /* Overlong forms, surrogates and what lies beyond Unicode. */
    if (v < least[len] || v > 0x10ffff || (v >= 0xd800 && v <= 0xdfff))
        return 1;
    *c = v;
    return len;
}

static bool locale_is_utf8(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* Characters that direct the text around them, or show nothing. */
static const struct letters {
    uint32_t first, last;
} unseen[] = {
    {0xad, 0xad},       /* soft hyphen */
    {0x34f, 0x34f},     /* combining grapheme joiner */
    {0x61c, 0x61c},     /* Arabic letter mark */
    {0x115f, 0x1160},   /* Hangul fillers */
    {0x17b4, 0x17b5},   /* Khmer inherent vowels */
    {0x180b, 0x180f},   /* Mongolian variation selectors and vowel separator */
    {0x200b, 0x200f},   /* of no width; directions */
    {0x2028, 0x202e},   /* separators of lines and paragraphs; directions */
    {0x2060, 0x206f},   /* joiners, operators, directions */
    {0x2800, 0x2800},   /* Braille without dots */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xfdd0, 0xfdef},   /* no characters */
    {0xfe00, 0xfe0f},   /* variation selectors */
    {0xfeff, 0xfeff},   /* byte order mark */
    {0xffa0, 0xffa0},   /* Hangul filler, half width */
    {0xfff0, 0xfffb},   /* annotations */
    {0x13430, 0x1343f}, /* how hieroglyphs are joined */
    {0x16fe4, 0x16fe4}, /* Khitan filler */
    {0x1bca0, 0x1bca3}, /* how shorthand is joined */
    {0x1d159, 0x1d159}, /* null note */
    {0x1d173, 0x1d17a}, /* beams and slurs */
    {0xe0000, 0xe0fff}, /* tags, variation selectors */
};

void text_character(struct text *t, uint32_t c)
{
    static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
    unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    text_char(t, (char)(lead[more] | c >> (6 * more)));
    while (more--)
        text_char(t, (char)(0x80 | (c >> (6 * more) & 0x3f)));
}

bool utf8_visible(int32_t c)
{
    if (c < 0x7f)
        return c >= 0x20;
    size_t i =
        search_below(unseen, ARRAY_LEN(unseen), SEARCH_BY(struct letters, last), (uint32_t)c);
    return c >= 0xa0 && (c & 0xfffe) != 0xfffe &&
           (i == ARRAY_LEN(unseen) || (uint32_t)c < unseen[i].first);
}

int utf8_width(int32_t c)
{
    if (c >= 0x20 && c < 0x7f)
        return 1;
    return utf8_visible(c) && locale_is_utf8() ? wcwidth((wchar_t)c) : -1;
}

int utf8_next_width(int32_t c, unsigned *marks)
{
    int width = utf8_width(c);
    if (width == 0 && *marks < UTF8_MARKS_MOST) {
        ++*marks;
        return 0;
    }
    *marks = width > 0 ? 0 : UTF8_NO_CELL;
    return width > 0 ? width : -1;
}

bool utf8_next_visible(int32_t c, unsigned *marks)
{
    return utf8_next_width(c, marks) >= 0 || (utf8_visible(c) && !locale_is_utf8());
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

typedef bool passes(int32_t c, unsigned *marks);

static bool is_shown(int32_t c, unsigned *marks)
{
    return utf8_next_width(c, marks) >= 0;
}

static bool is_ascii(int32_t c, unsigned *marks)
{
    return c >= 0x20 && c < 0x7f;
}

static void add_passing(struct text *t, const char *p, size_t n, passes *may_pass)
{
    size_t from = 0, at = 0; /* [from, at) is safe and not yet added */
    unsigned marks = UTF8_NO_CELL;
    while (at < n) {
        if (p[at] >= 0x20 && p[at] < 0x7f) { /* nearly all of every name */
            marks = 0;
            at++;
            continue;
        }
        int32_t c;
        size_t len = utf8_decode(p + at, n - at, &c);
        if (may_pass(c, &marks)) {
            at += len;
            continue;
        }
        text_add(t, p + from, at - from);
        for (from = at + len; at < from; at++) {
            unsigned char b = (unsigned char)p[at];
            const char hex[] = {'\\', 'x', "0123456789abcdef"[b >> 4], "0123456789abcdef"[b & 15]};
            text_add(t, hex, sizeof hex);
        }
    }
    text_add(t, p + from, n - from);
}

void text_end(struct text *t, const char *p, size_t n, size_t cols)
{
    size_t all = utf8_cols(p, n), used, room = cols > 2 ? cols - 2 : 0;
    if (all <= cols) {
        text_add(t, p, n);
        return;
    }
    size_t lo = utf8_fit(p, n, all - room, &used);
    if (used < all - room || (lo < n && p[lo] == '/')) {
        lo += lo < n;
        while (lo < n && ((unsigned char)p[lo] & 0xc0) == 0x80)
            lo++;
    }
    text_add(t, "..", cols < 2 ? cols : 2);
    text_add(t, p + lo, n - lo);
}

void text_shown(struct text *t, const char *p, size_t n, bool ascii)
{
    add_passing(t, p, n, ascii ? is_ascii : is_shown);
}

void text_visible(struct text *t, const char *p, size_t n)
{
    add_passing(t, p, n, utf8_next_visible);
}
