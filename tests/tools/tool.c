/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fail(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vfprintf(stderr, format, ap);
    va_end(ap);
    fputc('\n', stderr);
    exit(2);
}

void *grow(void *p, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return p;
    *cap = *cap ? *cap * 2 : 16;
    p = realloc(p, *cap * size);
    if (!p)
        fail("out of memory");
    return p;
}

char *copy_text(const char *s)
{
    char *t = strdup(s);
    if (!t)
        fail("out of memory");
    return t;
}

char *text_of(const char *format, ...)
{
    va_list ap;
    char one[1];
    va_start(ap, format);
    int n = vsnprintf(one, sizeof one, format, ap);
    va_end(ap);
    char *s = n < 0 ? NULL : malloc((size_t)n + 1);
    if (!s)
        fail("out of memory");
    va_start(ap, format);
    vsnprintf(s, (size_t)n + 1, format, ap);
    va_end(ap);
    return s;
}

void bytes_add(struct bytes *b, const void *p, size_t n)
{
    if (b->cap - b->n < n) {
        b->cap = (b->cap + n) * 2;
        b->p = realloc(b->p, b->cap);
        if (!b->p)
            fail("out of memory");
    }
    if (n)
        memcpy(b->p + b->n, p, n);
    b->n += n;
}

static void number_store(unsigned char *p, uint64_t v, unsigned width, bool big)
{
    for (unsigned i = 0; i < width; i++)
        p[big ? width - 1 - i : i] = (unsigned char)(v >> (8 * i));
}

void bytes_number(struct bytes *b, uint64_t v, unsigned width)
{
    unsigned char p[8];
    number_store(p, v, width, b->big);
    bytes_add(b, p, width);
}

void bytes_patch(struct bytes *b, size_t at, uint64_t v, unsigned width)
{
    if (at > b->n || width > b->n - at)
        fail("patch beyond the end");
    number_store(b->p + at, v, width, b->big);
}

void bytes_string(struct bytes *b, const char *s)
{
    bytes_add(b, s, strlen(s) + 1);
}

void bytes_uleb(struct bytes *b, uint64_t v)
{
    do {
        bytes_number(b, (v & 0x7f) | (v > 0x7f ? 0x80 : 0), 1);
        v >>= 7;
    } while (v);
}

void bytes_sleb(struct bytes *b, int64_t v)
{
    bool more = true;
    while (more) {
        unsigned low = (unsigned)(v & 0x7f);
        v = v < 0 ? ~(~v >> 7) : v >> 7;
        more = !((v == 0 && !(low & 0x40)) || (v == -1 && (low & 0x40)));
        bytes_number(b, low | (more ? 0x80 : 0), 1);
    }
}

void bytes_fill(struct bytes *b, unsigned char c, size_t n)
{
    size_t at = b->n;
    bytes_add(b, NULL, 0);
    if (b->cap - b->n < n) {
        b->cap = (b->cap + n) * 2;
        b->p = realloc(b->p, b->cap);
        if (!b->p)
            fail("out of memory");
    }
    memset(b->p + at, c, n);
    b->n += n;
}

void bytes_release(struct bytes *b)
{
    free(b->p);
    *b = (struct bytes){.big = b->big};
}

uint64_t number_at(const unsigned char *p, unsigned width, bool big)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < width; i++)
        v |= (uint64_t)p[big ? width - 1 - i : i] << (8 * i);
    return v;
}

char *file_read(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    struct bytes b = {0};
    char part[65536];
    size_t got;
    if (!f)
        return NULL;
    while ((got = fread(part, 1, sizeof part, f)) > 0)
        bytes_add(&b, part, got);
    if (ferror(f))
        fail("%s: %s", path, strerror(errno));
    fclose(f);
    *n = b.n;
    bytes_number(&b, 0, 1);
    return (char *)b.p;
}

void file_write(const char *path, const void *p, size_t n)
{
    FILE *f = fopen(path, "wb");
    if (!f || (n && fwrite(p, 1, n, f) != n) || fclose(f) != 0)
        fail("%s: %s", path, strerror(errno));
}

/* One word from *s on, quotes removed in place; *s moves after it. */
static char *word_take(char **s)
{
    char *from = *s, *to = *s, *word = *s, quote = 0;
    for (; *from && (quote || !strchr(" \t\n", *from)); from++) {
        if (quote ? *from == quote : (*from == '\'' || *from == '"'))
            quote = quote ? 0 : *from;
        else
            *to++ = *from;
    }
    *s = *from ? from + 1 : from;
    *to = 0;
    return word;
}

size_t split_words(char *line, char **words, size_t max)
{
    size_t n = 0;
    while (n < max) {
        line += strspn(line, " \t\n");
        if (!*line || *line == '#')
            break;
        words[n++] = word_take(&line);
    }
    if (n < max)
        words[n] = NULL;
    return n;
}

void make_all(const struct statement *v, size_t n, struct maker *m, size_t *line)
{
    char *text = NULL, *words[64];
    for (size_t cap = 0, i; getline(&text, &cap, stdin) > 0;) {
        const size_t n_words = split_words(text, words, 64);
        ++*line;
        for (i = 0; i < n && n_words > 0 && strcmp(v[i].name, words[0]) != 0;)
            i++;
        if (n_words > 0 && (i == n || n_words < v[i].words || n_words == 64))
            fail("line %zu: cannot understand %s", *line, words[0]);
        if (n_words > 0)
            v[i].make(m, words);
    }
    free(text);
}

/* splitmix64 (Steele, Lea, Flood 2014). */
uint64_t chance_next(struct chance *c)
{
    uint64_t z = c->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

size_t chance_below(struct chance *c, size_t n)
{
    return (size_t)(chance_next(c) % n);
}

bool chance_in(struct chance *c, unsigned of)
{
    return chance_next(c) % of == 0;
}
