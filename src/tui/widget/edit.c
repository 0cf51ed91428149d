/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/widget/edit.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"

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
    (void)text_reserve(&e->text, n);
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
    text_character(&c, key);
    edit_replace(e, e->at, c.p, c.n);
    text_release(&c);
}

static bool continues(const struct edit *e, size_t i)
{
    return i < e->text.n && ((unsigned char)e->text.p[i] & 0xc0) == 0x80;
}

bool edit_do(struct edit *e, enum edit_op op)
{
    size_t lo = e->at, hi = e->at; /* what is passed over, or goes */
    switch (op) {
    case EDIT_LEFT:
    case EDIT_ERASE:
        while (lo && continues(e, --lo))
            ;
        break;
    case EDIT_RIGHT:
    case EDIT_DELETE:
        while (hi < e->text.n && continues(e, ++hi))
            ;
        break;
    case EDIT_HOME:
    case EDIT_ERASE_LINE:
        lo = 0;
        break;
    case EDIT_END:
        hi = e->text.n;
        break;
    case EDIT_ERASE_WORD:
        while (lo && e->text.p[lo - 1] == ' ')
            lo--;
        while (lo && e->text.p[lo - 1] != ' ')
            lo--;
        break;
    }
    bool erases = op >= EDIT_ERASE;
    e->at = !erases && lo < e->at ? lo : hi;
    if (erases)
        edit_replace(e, lo, "", 0);
    return erases;
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
