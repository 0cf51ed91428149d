/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/completion.h"

/* The candidates of a prompt, wherever they come from. */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void completion_release(struct completion *c)
{
    for (size_t i = 0; i < c->n; i++)
        free(c->item[i]);
    for (size_t i = 0; i < c->n; i++)
        free(c->note[i]);
    free(c->typed);
    *c = (struct completion){0};
}

void completion_begin(struct completion *c, const char *line, size_t lo, size_t at)
{
    completion_release(c);
    c->lo = lo;
    c->typed = mem_text(line + lo, at - lo);
}

void completion_add(struct completion *c, const char *candidate)
{
    if (c->typed && strncmp(candidate, c->typed, strlen(c->typed)) == 0)
        completion_offer(c, candidate, NULL);
}

void completion_offer(struct completion *c, const char *candidate, const char *note)
{
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->item[i], candidate))
            return;
    if (c->n == COMPLETIONS_MAX) {
        c->more = true;
        return;
    }
    char *copy = mem_text(candidate, strlen(candidate));
    c->note[c->n] = note ? mem_text(note, strlen(note)) : NULL;
    c->item[c->n++] = copy;
    c->at = c->n;
}

const char *completion_step(struct completion *c, int direction)
{
    if (!c->n)
        return NULL;
    size_t states = c->n + 1; /* the candidates, and what was typed */
    c->at = (c->at + states + (direction > 0 ? 1 : states - 1)) % states;
    return c->at == c->n ? c->typed : c->item[c->at];
}
