/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/history/history.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

void place_release(struct place *p)
{
    free(p->file);
    *p = (struct place){0};
}

bool place_same(const struct place *a, const struct place *b)
{
    return a->view == b->view && anchor_equal(a->item, b->item) && text_same(a->file, b->file) &&
           a->root == b->root && (!a->file || a->row.line == b->row.line);
}

struct place place_copy(const struct place *p)
{
    struct place c = *p;
    c.file = p->file ? mem_text(p->file, strlen(p->file)) : NULL;
    return c;
}

void history_release(struct history *h)
{
    while (h->n)
        place_release(&h->place[--h->n]);
    h->at = 0;
}

void history_update(struct history *h, struct place p)
{
    if (h->n) {
        place_release(&h->place[h->at]);
        h->place[h->at] = p;
    } else {
        history_push(h, p);
    }
}

void history_push(struct history *h, struct place p)
{
    while (h->n && h->n > h->at + 1)
        place_release(&h->place[--h->n]);
    if (h->n == HISTORY_MAX) {
        place_release(&h->place[0]);
        memmove(h->place, h->place + 1, (HISTORY_MAX - 1) * sizeof *h->place);
        h->n--;
    }
    h->at = h->n;
    h->place[h->n++] = p;
}

const struct place *history_step(struct history *h, int direction)
{
    if (direction < 0 ? h->at == 0 : h->at + 1 >= h->n)
        return NULL;
    h->at = direction < 0 ? h->at - 1 : h->at + 1;
    return &h->place[h->at];
}

bool history_valid(const struct history *h)
{
    return h->n <= HISTORY_MAX && (h->n ? h->at < h->n : h->at == 0);
}
