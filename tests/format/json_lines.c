/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_lines < FILE: is it JSON (RFC 8259) in UTF-8? Then each value that is no object or array is
 * printed after its path: ".graph[2].callers[0].calls<TAB>12". Strings keep their escapes. Else
 * one line on standard error and status 1. Reads what the program under test writes; shares nothing
 * with it. */
#include "../tools/tool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PATH_BYTES = 1024, MAX_DEPTH = 64 };

struct reader {
    const unsigned char *p, *start, *end;
    char path[MAX_PATH_BYTES];
    size_t n_path;
    unsigned depth;
};

static void wrong(const struct reader *r, const char *what)
{
    fail("byte %zu: %s", (size_t)(r->p - r->start), what);
}

static int peek(const struct reader *r)
{
    return r->p < r->end ? *r->p : -1;
}

static void skip_blanks(struct reader *r)
{
    while (r->p < r->end && strchr(" \t\r\n", *r->p) && *r->p)
        r->p++;
}

static void expect(struct reader *r, char c)
{
    if (peek(r) != (unsigned char)c)
        wrong(r, "another character was expected");
    r->p++;
}

static void add_path(struct reader *r, const char *s, size_t n)
{
    if (r->n_path + n >= MAX_PATH_BYTES)
        wrong(r, "names of members are too long");
    memcpy(r->path + r->n_path, s, n);
    r->n_path += n;
}

static void print_value(const struct reader *r, const unsigned char *from)
{
    printf("%.*s\t%.*s\n", (int)r->n_path, r->path, (int)(r->p - from), (const char *)from);
}

/* ---- strings ---- */

static unsigned bytes_of_character(const struct reader *r)
{
    unsigned char c = *r->p;
    if (c < 0x80)
        return 1;
    if (c < 0xc2 || c > 0xf4)
        wrong(r, "no UTF-8");
    return c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

/* What the first byte says about the second: no overlong forms, no surrogates, no end beyond. */
static bool second_fits(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xe0:
        return second >= 0xa0;
    case 0xed:
        return second < 0xa0;
    case 0xf0:
        return second >= 0x90;
    case 0xf4:
        return second < 0x90;
    default:
        return true;
    }
}

static void read_character(struct reader *r)
{
    unsigned n = bytes_of_character(r);
    if ((size_t)(r->end - r->p) < n || (n > 1 && !second_fits(r->p[0], r->p[1])))
        wrong(r, "no UTF-8");
    for (unsigned i = 1; i < n; i++)
        if ((r->p[i] & 0xc0) != 0x80)
            wrong(r, "no UTF-8");
    r->p += n;
}

static void read_escape(struct reader *r)
{
    int c = peek(r);
    if (c < 0 || !strchr("\"\\/bfnrtu", c) || !c)
        wrong(r, "no such escape");
    r->p++;
    for (int i = 0; c == 'u' && i < 4; i++, r->p++)
        if (peek(r) < 0 || !strchr("0123456789abcdefABCDEF", peek(r)) || !peek(r))
            wrong(r, "four hexadecimal digits were expected");
}

static void read_string(struct reader *r)
{
    expect(r, '"');
    while (peek(r) != '"') {
        if (peek(r) < 0x20)
            wrong(r, "a control character or the end within a string");
        if (*r->p != '\\') {
            read_character(r);
            continue;
        }
        r->p++;
        read_escape(r);
    }
    r->p++;
}

/* ---- numbers and words ---- */

static void read_digits(struct reader *r)
{
    if (peek(r) < '0' || peek(r) > '9')
        wrong(r, "a digit was expected");
    while (peek(r) >= '0' && peek(r) <= '9')
        r->p++;
}

static void read_number(struct reader *r)
{
    if (peek(r) == '-')
        r->p++;
    if (peek(r) == '0')
        r->p++;
    else
        read_digits(r);
    if (peek(r) == '.') {
        r->p++;
        read_digits(r);
    }
    if (peek(r) == 'e' || peek(r) == 'E') {
        r->p++;
        if (peek(r) == '+' || peek(r) == '-')
            r->p++;
        read_digits(r);
    }
}

static void read_word(struct reader *r)
{
    static const char *const words[] = {"null", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(r->end - r->p) >= n && memcmp(r->p, words[i], n) == 0) {
            r->p += n;
            return;
        }
    }
    read_number(r);
}

/* ---- values ---- */

static void read_value(struct reader *r);

static void read_member(struct reader *r)
{
    size_t before = r->n_path;
    const unsigned char *key = r->p + 1;
    read_string(r);
    add_path(r, ".", 1);
    add_path(r, (const char *)key, (size_t)(r->p - 1 - key));
    skip_blanks(r);
    expect(r, ':');
    read_value(r);
    r->n_path = before;
}

static void read_element(struct reader *r, size_t i)
{
    size_t before = r->n_path;
    char number[32];
    add_path(r, number, (size_t)snprintf(number, sizeof number, "[%zu]", i));
    read_value(r);
    r->n_path = before;
}

static void read_list(struct reader *r, char end)
{
    if (++r->depth > MAX_DEPTH)
        wrong(r, "too deep");
    r->p++;
    skip_blanks(r);
    for (size_t i = 0; peek(r) != end; i++) {
        if (i) {
            expect(r, ',');
            skip_blanks(r);
        }
        if (end == '}')
            read_member(r);
        else
            read_element(r, i);
    }
    r->p++;
    r->depth--;
}

static void read_value(struct reader *r)
{
    skip_blanks(r);
    const unsigned char *from = r->p;

    if (peek(r) == '{' || peek(r) == '[') {
        read_list(r, peek(r) == '{' ? '}' : ']');
    } else {
        if (peek(r) == '"')
            read_string(r);
        else
            read_word(r);
        print_value(r, from);
    }
    skip_blanks(r);
}

int main(void)
{
    struct bytes all = {0};
    char buffer[4096];
    size_t n;
    while ((n = fread(buffer, 1, sizeof buffer, stdin)) > 0)
        bytes_add(&all, buffer, n);
    struct reader r = {.p = (const unsigned char *)all.p};
    r.start = r.p;
    r.end = r.p + all.n;
    read_value(&r);
    if (r.p != r.end)
        wrong(&r, "something after the value");
    free(all.p);
    return 0;
}
