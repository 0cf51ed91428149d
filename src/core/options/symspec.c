/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/options/symspec.h"

#include <string.h>

#include "core/base/attr.h"
#include "core/base/char.h"

/* The first '/' in [p, end) without a backslash before it, or NULL. */
static const char *unescaped_slash(const char *p, const char *end)
{
    for (; p < end; p++)
        if (*p == '\\' && p + 1 < end)
            p++;
        else if (*p == '/')
            return p;
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

/* DIR/FILE[:NAME|:LINE]: slashes before the last colon belong to the path. */
static const char *parse_path(struct side *s, const char *p, const char *end)
{
    /* "C:\" or "C:/" is what a path on Windows begins with. */
    bool has_drive =
        end - p > 2 && char_is_letter(p[0]) && p[1] == ':' && (p[2] == '\\' || p[2] == '/');
    const char *colon = last_colon(has_drive ? p + 2 : p, end);
    const char *slash = colon ? memchr(colon, '/', (size_t)(end - colon)) : NULL;
    s->file_is_path = true;
    set_file(s, p, colon ? colon : end);
    if (colon)
        set_name_or_line(s, colon + 1, slash ? slash : end);
    return slash ? slash : end;
}

/* Those of our forms that begin with a word. */
static const struct word_form {
    const char *word;
    enum side_kind kind; /* SIDE_SPEC: of the path */
} forms[] = {{"re=", SIDE_REGEX},
             {"path=", SIDE_SPEC},
             {"image=", SIDE_IMAGE},
             {"dir=", SIDE_DIR},
             {"ns=", SIDE_SCOPE}};

/* The form that p begins with, NULL if none. */
static const struct word_form *find_form(const char *p, const char *end)
{
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        size_t n = strlen(forms[i].word);
        if ((size_t)(end - p) >= n && memcmp(p, forms[i].word, n) == 0)
            return &forms[i];
    }
    return NULL;
}

bool symspec_is_ours(const char *text)
{
    return find_form(text, text + strlen(text));
}

/* The closing '/' of a regex that starts at p, or NULL if p starts none. */
static const char *regex_close(const char *p, const char *end)
{
    const char *close = *p == '/' ? unescaped_slash(p + 1, end) : NULL;
    return close && close > p + 1 && (close + 1 == end || close[1] == '/') ? close : NULL;
}

/* How a text is read. */
struct rules {
    bool strict;
    bool arc; /* a slash ends every left side */
};

static const char *parse_side(struct side *s, const char *p, const char *end, const struct rules *r)
{
    const struct word_form *form = r->strict ? NULL : find_form(p, end);
    const char *close = r->strict ? NULL : regex_close(p, end);
    *s = (struct side){.kind = SIDE_SPEC};
    if (form) {
        const char *value = p + strlen(form->word);
        if (form->kind == SIDE_SPEC)
            return parse_path(s, value, end);
        close = form->kind == SIDE_REGEX || r->arc ? unescaped_slash(value, end) : NULL;
        close = close ? close : end;
        *s = (struct side){.kind = form->kind,
                           .name = value,
                           .name_bytes = (size_t)(close - value),
                           .escaped = r->arc && form->kind != SIDE_REGEX};
        return close;
    }
    if (close) {
        *s =
            (struct side){.kind = SIDE_REGEX, .name = p + 1, .name_bytes = (size_t)(close - p - 1)};
        return close + 1;
    }
    close = memchr(p, '/', (size_t)(end - p));
    parse_plain(s, p, close ? close : end);
    return close ? close : end;
}

static void parse_spec(struct symspec *s, const char *text, const struct rules *r)
{
    const char *end = text + strlen(text);
    const char *p = parse_side(&s->left, text, end, r);
    const struct rules in_arc = {.strict = r->strict, .arc = true};
    s->has_right = p < end;
    s->right = (struct side){.kind = SIDE_SPEC};
    if (!s->has_right || parse_side(&s->right, ++p, end, &in_arc) == end)
        return;
    /* Nothing follows a right side: a further '/' is a character of it. */
    if (s->right.escaped) {
        s->right.name_bytes = (size_t)(end - s->right.name);
        return;
    }
    s->right = (struct side){.kind = SIDE_SPEC};
    parse_plain(&s->right, p, end);
}

void symspec_parse(struct symspec *s, const char *text, bool strict)
{
    parse_spec(s, text, &(struct rules){.strict = strict});
}

void arc_parse(struct symspec *s, const char *text, bool strict)
{
    parse_spec(s, text, &(struct rules){.strict = strict, .arc = true});
}
