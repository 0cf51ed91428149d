/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/options/symspec.h"

#include <string.h>

#include "core/base/char.h"

/* The first '/' in [p, end) without a backslash before it, or NULL. */
static const char *unescaped_slash(const char *p, const char *end)
{
    for (; p < end; p++) {
        if (*p == '\\' && p + 1 < end)
            p++;
        else if (*p == '/')
            return p;
    }
    return NULL;
}

static const char *last_colon(const char *p, const char *end)
{
    while (end > p)
        if (*--end == ':')
            return end;
    return NULL;
}

/* Digits up to the first other character; numbers beyond 32 bits match no line. */
static uint32_t read_line(const char *p, const char *end)
{
    uint64_t v = 0;

    for (; p < end && char_is_digit(*p); p++)
        if (v <= UINT32_MAX)
            v = v * 10 + (uint64_t)(*p - '0');
    return v > UINT32_MAX ? UINT32_MAX : (uint32_t)v;
}

static void set_file(struct side *s, const char *p, const char *end)
{
    if (p < end) {
        s->file = p;
        s->file_bytes = (size_t)(end - p);
    }
}

static void set_name_or_line(struct side *s, const char *p, const char *end)
{
    if (p == end)
        return;
    if (char_is_digit(*p)) {
        s->line = read_line(p, end);
    } else {
        s->name = p;
        s->name_bytes = (size_t)(end - p);
    }
}

static void parse_plain(struct side *s, const char *p, const char *end)
{
    const char *colon = last_colon(p, end);

    if (colon) {
        set_file(s, p, colon);
        set_name_or_line(s, colon + 1, end);
    } else if (memchr(p, '.', (size_t)(end - p))) {
        set_file(s, p, end);
    } else {
        set_name_or_line(s, p, end);
    }
}

static void set_regex(struct side *s, const char *p, const char *end)
{
    s->kind = SIDE_REGEX;
    s->name = p;
    s->name_bytes = (size_t)(end - p);
}

/* "C:\" or "C:/": what a path on Windows begins with. */
static bool has_drive(const char *p, const char *end)
{
    return end - p > 2 && char_is_letter(p[0]) && p[1] == ':' && (p[2] == '\\' || p[2] == '/');
}

/* DIR/FILE[:NAME|:LINE]: slashes before the last colon belong to the path. */
static const char *parse_path(struct side *s, const char *p, const char *end)
{
    const char *colon = last_colon(has_drive(p, end) ? p + 2 : p, end);
    const char *slash = colon ? memchr(colon, '/', (size_t)(end - colon)) : NULL;

    s->file_is_path = true;
    set_file(s, p, colon ? colon : end);
    if (colon)
        set_name_or_line(s, colon + 1, slash ? slash : end);
    return slash ? slash : end;
}

static bool starts(const char *p, const char *end, const char *word)
{
    size_t n = strlen(word);

    return (size_t)(end - p) >= n && memcmp(p, word, n) == 0;
}

/* The closing '/' of a regex that starts at p, or NULL if p starts none. */
static const char *regex_close(const char *p, const char *end)
{
    const char *close = p < end && *p == '/' ? unescaped_slash(p + 1, end) : NULL;

    return close && close > p + 1 && (close + 1 == end || close[1] == '/') ? close : NULL;
}

static const char *parse_side(struct side *s, const char *p, const char *end, bool strict)
{
    const char *close = strict ? NULL : regex_close(p, end);

    *s = (struct side){.kind = SIDE_SPEC};
    if (close) {
        set_regex(s, p + 1, close);
        return close + 1;
    }
    if (!strict && starts(p, end, "re=")) {
        close = unescaped_slash(p, end);
        set_regex(s, p + strlen("re="), close ? close : end);
        return close ? close : end;
    }
    if (!strict && starts(p, end, "path="))
        return parse_path(s, p + strlen("path="), end);
    close = memchr(p, '/', (size_t)(end - p));
    parse_plain(s, p, close ? close : end);
    return close ? close : end;
}

void symspec_parse(struct symspec *s, const char *text, bool strict)
{
    const char *end = text + strlen(text);
    const char *p = parse_side(&s->left, text, end, strict);

    s->has_right = p < end;
    s->right = (struct side){.kind = SIDE_SPEC};
    if (!s->has_right)
        return;
    const char *right = p + 1;
    p = parse_side(&s->right, right, end, strict);
    if (p < end) { /* nothing follows a right side: a further '/' is a character of it */
        s->right = (struct side){.kind = SIDE_SPEC};
        parse_plain(&s->right, right, end);
    }
}
