/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines/source_lines.h"

#include <stdlib.h>

#include "core/base/mem.h"

static bool read_lines(struct source_lines *l, struct source_text *t, struct err *e)
{
    struct source_piece p;
    while (l->bytes.n < SOURCE_BYTES_MAX) {
        if (!source_text_next(t, &p, e))
            return false;
        if (!p.p)
            break;
        if (p.starts) {
            if (l->n == UINT32_MAX - 1)
                mem_fail();
            mem_grow(&l->lo, &l->cap_lo, (size_t)l->n + 2, sizeof *l->lo);
            l->lo[l->n++] = l->bytes.n;
        }
        text_add(&l->bytes, p.p, p.n);
    }
    if (l->lo)
        l->lo[l->n] = l->bytes.n;
    l->is_near = t->is_near;
    text_add(&l->path, t->path.p, t->path.n);
    return true;
}

bool source_lines_read(struct source_lines *l, const char *path, const struct source_search *s,
                       struct err *e)
{
    struct source_text t;
    *l = (struct source_lines){0};
    if (!source_text_open(&t, path, s, e))
        return false;
    bool ok = read_lines(l, &t, e);
    source_text_close(&t);
    if (!ok)
        source_lines_release(l);
    return ok;
}

void source_lines_release(struct source_lines *l)
{
    text_release(&l->bytes);
    text_release(&l->path);
    free(l->lo);
    *l = (struct source_lines){0};
}

struct source_piece source_lines_get(const struct source_lines *l, uint32_t k)
{
    const char *p = l->bytes.p + l->lo[k];
    size_t n = l->lo[k + 1] - l->lo[k];
    if (n && p[n - 1] == '\n')
        n--;
    while (n && p[n - 1] == '\r')
        n--;
    return (struct source_piece){p, n, true};
}
