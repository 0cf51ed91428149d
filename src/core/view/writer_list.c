/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long lists of a report, laid out by several threads. */
#include "core/view/writer_list.h"

#include <stdalign.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/view/writer.h"

enum { HELP_FROM = 2000 }; /* items; less is done before a thread is there */

/* What was made of a piece: items below `next`, in the first n_bytes of `out`. The rest is left to
 * the thread that writes: it was too long to be held. */
struct held_piece {
    alignas(PIECES_APART) struct gnu_out out;
    size_t n_bytes;
    uint32_t next;
};

struct spread {
    const struct gnu_list *list;
    struct gnu_out *to;
    struct held_piece held[PIECES_SLOTS];
};

static uint32_t end_of(const struct gnu_list *l, size_t piece)
{
    size_t lo = piece * l->per_piece;
    return l->n - lo < l->per_piece ? l->n : (uint32_t)(lo + l->per_piece);
}

static void make_piece(void *ctx, size_t i, unsigned slot)
{
    struct spread *s = ctx;
    struct held_piece *h = &s->held[slot];
    uint32_t hi = end_of(s->list, i);
    text_clear(&h->out.t);
    h->out.failed = false;
    h->n_bytes = 0;
    for (h->next = (uint32_t)(i * s->list->per_piece); h->next < hi; h->next++) {
        s->list->put(s->list->ctx, &h->out, slot, h->next);
        if (!gnu_row(&h->out))
            return;
        h->n_bytes = h->out.t.n;
    }
}

static bool take_piece(void *ctx, size_t i, unsigned slot)
{
    struct spread *s = ctx;
    struct held_piece *h = &s->held[slot];
    uint32_t hi = end_of(s->list, i);
    gnu_pass(s->to, h->out.t.p, h->n_bytes);
    for (; h->next < hi && gnu_row(s->to); h->next++)
        s->list->put(s->list->ctx, s->to, slot, h->next);
    return !s->to->failed;
}

void gnu_put_list(struct gnu_out *o, const struct gnu_list *l, unsigned helpers)
{
    if (helpers) {
        struct spread s = {.list = l, .to = o};
        const struct pieces p = {.n = ((size_t)l->n + l->per_piece - 1) / l->per_piece,
                                 .make = make_piece,
                                 .take = take_piece,
                                 .ctx = &s};
        for (unsigned i = 0; i < PIECES_SLOTS; i++)
            s.held[i].out = gnu_held(o->v);
        o->failed |= !pieces_run(&p, helpers);
        for (unsigned i = 0; i < PIECES_SLOTS; i++)
            text_release(&s.held[i].out.t);
        return;
    }
    for (uint32_t i = 0; i < l->n && gnu_row(o); i++)
        l->put(l->ctx, o, 0, i);
}

static bool may_pay(const struct view_context *v, uint32_t n)
{
    return v->helpers && n >= HELP_FROM && !v->settings->by_line && !v->settings->inline_files;
}

unsigned gnu_helpers(const struct view_context *v, uint32_t n, const uint8_t *wanted)
{
    const struct name_list names = {v->analysis->table->symbols, v->analysis->n_symbols, wanted};
    return may_pay(v, n) && names_fill(v->names, &names, v->helpers) ? v->helpers : 0;
}

unsigned gnu_helpers_of(const struct view_context *v, const node_id *nodes, uint32_t n)
{
    uint8_t *wanted = may_pay(v, n) ? mem_array(v->analysis->n_nodes, 1) : NULL;
    for (uint32_t i = 0; wanted && i < n; i++)
        wanted[nodes[i]] = 1;
    unsigned helpers = wanted ? gnu_helpers(v, n, wanted) : 0;
    free(wanted);
    return helpers;
}
