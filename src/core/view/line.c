/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/line.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void line_release(struct line *l)
{
    text_release(&l->text);
    free(l->spans);
    *l = (struct line){0};
}

void line_clear(struct line *l)
{
    text_clear(&l->text);
    l->n_spans = 0;
    l->pinned = 0;
}

void line_mark(struct line *l, size_t lo, enum role role, unsigned column)
{
    size_t hi = l->text.n;
    if (lo >= hi || hi > UINT32_MAX)
        return;
    mem_grow(&l->spans, &l->cap_spans, l->n_spans + 1, sizeof *l->spans);
    l->spans[l->n_spans++] =
        (struct span){(uint32_t)lo, (uint32_t)hi, (uint8_t)role, (uint8_t)column};
}
