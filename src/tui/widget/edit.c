/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/widget/edit.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "tui/keys/keyname.h"

void edit_release(struct edit *e)
{
    text_release(&e->text);
    e->at = 0;
}

void edit_set(struct edit *e, const char *s, size_t n)
{
    text_clear(&e->text);
    text_add(&e->text, s, n);
    e->at = e->text.n;
}

void edit_replace(struct edit *e, size_t lo, const char *s, size_t n)
{
    size_t tail = e->text.n - e->at;
    if (!text_reserve(&e->text, n))
        return;
    char *p = e->text.p;
    if (tail)
        memmove(p + lo + n, p + e->at, tail);
    if (n)
        memcpy(p + lo, s, n);
    e->text.n = lo + n + tail;
    e->at = lo + n;
}

void edit_insert(struct edit *e, uint32_t key)
{
    struct text c = {0};
    key_utf8(key, &c);
    edit_replace(e, e->at, c.p, c.n);
    text_release(&c);
}

static bool continues(const struct edit *e, size_t i)
{
    return i < e->text.n && ((unsigned char)e->text.p[i] & 0xc0) == 0x80;
}

static size_t before(const struct edit *e, size_t i)
{
    if (i)
        i--;
    while (i && continues(e, i))
        i--;
    return i;
}

static size_t after(const struct edit *e, size_t i)
{
    if (i < e->text.n)
        i++;
    while (continues(e, i))
        i++;
    return i;
}

void edit_move(struct edit *e, int characters)
{
    for (; characters < 0; characters++)
        e->at = before(e, e->at);
    for (; characters > 0; characters--)
        e->at = after(e, e->at);
}

void edit_home(struct edit *e)
{
    e->at = 0;
}

void edit_end(struct edit *e)
{
    e->at = e->text.n;
}

void edit_erase(struct edit *e, int direction)
{
    size_t lo = e->at;
    if (direction < 0)
        lo = before(e, lo);
    else
        e->at = after(e, e->at);
    edit_replace(e, lo, "", 0);
}

void edit_erase_word(struct edit *e)
{
    size_t lo = e->at;
    while (lo && e->text.p[lo - 1] == ' ')
        lo--;
    while (lo && e->text.p[lo - 1] != ' ')
        lo--;
    edit_replace(e, lo, "", 0);
}

void edit_erase_line(struct edit *e)
{
    edit_replace(e, 0, "", 0);
}

void past_release(struct past *p)
{
    for (size_t i = 0; i < p->n; i++)
        free(p->line[i]);
    free(p->draft);
    *p = (struct past){0};
}

void past_rewind(struct past *p)
{
    free(p->draft);
    p->draft = NULL;
    p->at = p->n;
}

void past_add(struct past *p, const char *s, size_t n)
{
    const char *last = p->n ? p->line[p->n - 1] : NULL;
    char *copy = NULL;
    if (n && !(last && strlen(last) == n && !memcmp(last, s, n)))
        copy = mem_text(s, n);
    if (copy && p->n == PAST_MAX) {
        free(p->line[0]);
        memmove(p->line, p->line + 1, (PAST_MAX - 1) * sizeof *p->line);
        p->n--;
    }
    if (copy)
        p->line[p->n++] = copy;
    past_rewind(p);
}

void past_step(struct past *p, struct edit *e, int direction)
{
    if (direction < 0 ? p->at == 0 : p->at >= p->n)
        return;
    if (p->at == p->n && !p->draft)
        p->draft = mem_text(e->text.p ? e->text.p : "", e->text.n);
    p->at = direction < 0 ? p->at - 1 : p->at + 1;
    const char *line = p->at < p->n ? p->line[p->at] : p->draft;
    edit_set(e, line ? line : "", line ? strlen(line) : 0);
    if (p->at == p->n) {
        free(p->draft);
        p->draft = NULL;
    }
}
