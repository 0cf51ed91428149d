/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

#include <stdio.h>
#include <string.h>

struct parser {
    const struct hash *words;
    const char *at;
    bool failed;
};

static struct docs expression(struct parser *p);

static char peek(struct parser *p)
{
    while (*p->at == ' ')
        p->at++;
    return *p->at;
}

static bool accept(struct parser *p, char c)
{
    if (peek(p) != c)
        return false;
    p->at++;
    return true;
}

static struct docs lookup(struct parser *p)
{
    struct docs d = {0};
    char word[24];
    if (!next_word(&p->at, word)) {
        p->failed = true;
        return d;
    }
    struct posting *found = hash_find(p->words, word);
    return found ? found->docs : d;
}

static struct docs factor(struct parser *p)
{
    if (accept(p, '!')) {
        struct docs d = factor(p);
        docs_not(&d);
        return d;
    }
    if (accept(p, '(')) {
        struct docs d = expression(p);
        p->failed |= !accept(p, ')');
        return d;
    }
    return lookup(p);
}

static struct docs term(struct parser *p)
{
    struct docs d = factor(p);
    while (accept(p, '&')) {
        struct docs right = factor(p);
        docs_and(&d, &right);
    }
    return d;
}

static struct docs expression(struct parser *p)
{
    struct docs d = term(p);
    while (accept(p, '|')) {
        struct docs right = term(p);
        docs_or(&d, &right);
    }
    return d;
}

bool query_run(const struct hash *words, const char *text, struct docs *found)
{
    struct parser p = {.words = words, .at = text};
    *found = expression(&p);
    return !p.failed && peek(&p) == '\0';
}

static size_t append(char *to, size_t room, const char *text)
{
    size_t n = strlen(to);
    return n + (size_t)snprintf(to + n, room - n, "%s", text);
}

static void make_part(struct random *r, char *to, size_t room, int depth)
{
    if (depth == 0 || strlen(to) + 60 > room) {
        append(to, room, random_next(r) % 4 ? "" : "!");
        append(to, room, vocabulary_word((unsigned)(random_next(r) % vocabulary_size())));
        return;
    }
    append(to, room, "(");
    make_part(r, to, room, depth - 1);
    append(to, room, random_next(r) % 2 ? " & " : " | ");
    make_part(r, to, room, depth - 1);
    append(to, room, ")");
}

void query_make(struct random *r, char *to, size_t room)
{
    to[0] = '\0';
    make_part(r, to, room, (int)(random_next(r) % 6));
}
