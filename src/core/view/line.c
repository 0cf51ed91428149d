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

void line_split(struct line *l, struct line *rest)
{
    const char *end = l->text.n ? memchr(l->text.p, '\n', l->text.n) : NULL;
    size_t kept = 0;
    if (!end)
        return;
    uint32_t lo = (uint32_t)(end + 1 - l->text.p);

    text_add(&rest->text, end + 1, l->text.n - lo);
    for (size_t i = 0; i < l->n_spans; i++) {
        struct span s = l->spans[i];
        if (s.lo < lo) {
            l->spans[kept++] = s;
        } else {
            mem_grow(&rest->spans, &rest->cap_spans, rest->n_spans + 1, sizeof s);
            s.lo -= lo;
            s.hi -= lo;
            rest->spans[rest->n_spans++] = s;
        }
    }
    l->n_spans = kept;
    l->text.n = lo - 1;
}
