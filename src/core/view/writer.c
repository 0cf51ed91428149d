/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/writer.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/task.h"
#include "core/base/utf8.h"

enum {
    BUFFER = 1 << 16,
    HELD_MOST = 1 << 22, /* bytes; usual pieces of a report are much smaller */
};

void gnu_begin(struct gnu_out *o, const struct view_context *v, const struct emitter *to,
               struct err *e)
{
    *o = (struct gnu_out){.v = v, .to = to, .e = e};
}

bool gnu_flush(struct gnu_out *o)
{
    if (!o->failed && o->t.n && !o->to->write(o->to->ctx, o->t.p, o->t.n, o->e))
        o->failed = true;
    text_clear(&o->t);
    return !o->failed;
}

/* Pass on n bytes of held rows, after what o holds itself. */
static void pass_on(struct gnu_out *o, const char *p, size_t n)
{
    if (gnu_flush(o) && n && !o->to->write(o->to->ctx, p, n, o->e))
        o->failed = true;
}

bool gnu_row(struct gnu_out *o)
{
    if (o->t.n < BUFFER)
        return !o->failed;
    return o->to ? gnu_flush(o) : !o->failed && o->t.n < HELD_MOST;
}

bool gnu_end(struct gnu_out *o)
{
    bool ok = gnu_flush(o);
    text_release(&o->t);
    text_release(&o->raw);
    text_release(&o->clean);
    arena_release(&o->memory);
    return ok;
}

void gnu_tell(const struct emitter *to, const struct err *finding)
{
    if (to->report)
        to->report(to->ctx, finding);
}

void gnu_words(const struct view_context *v, struct text *t, const char *s)
{
    if (v->for_terminal)
        text_shown(t, s, strlen(s), false);
    else
        text_str(t, s);
}

void gnu_name(struct gnu_out *o, struct text *t, sym_id s, bool raw)
{
    const char *name = raw ? symbol_name(o->v->analysis, s) : label_printed(o->v, s);
    gnu_words(o->v, t, name);
    /* " (file:line)", with -l " (file:line @ address)", if asked for and known. */
    const struct view_context *v = o->v;
    struct line_pos pos;
    if (!(v->settings->by_line || v->settings->inline_files) || !label_place(v, s, &pos))
        return;
    text_str(t, " (");
    gnu_words(v, t, label_file(v, pos.file));
    text_char(t, ':');
    text_uint(t, pos.line, 0);
    if (v->settings->by_line) {
        text_str(t, " @ ");
        text_hex(t, label_addr(v, s));
    }
    text_char(t, ')');
}

void gnu_full_name(struct gnu_out *o, struct text *t, sym_id s)
{
    const struct analysis *a = o->v->analysis;
    gnu_name(o, t, s, o->v->settings->traditional);
    if (!a->profile->has_arcs) /* no call graph, so no cycles and no index */
        return;
    if (a->cycles->cycle[s]) {
        text_char(t, ' ');
        text_cycle(t, a->cycles->cycle[s], false);
    }
    text_index(t, a, s);
}

void gnu_granularity(struct gnu_out *o)
{
    double scale = o->v->analysis->profile->scale;
    /* QUIRK(gnu): absurd ranges wrap around; pinned by tests/hostile/run_profiles.sh. */
    int64_t bytes = scale >= 0 && scale < 0x1p63 ? (int64_t)(2 * (uint64_t)scale) : 0;
    text_str(&o->t, "granularity: each sample hit covers ");
    text_int(&o->t, bytes);
    text_str(&o->t, " byte(s)");
}

/* ---- long lists, laid out by several threads ---- */

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
    pass_on(s->to, h->out.t.p, h->n_bytes);
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
            s.held[i].out.v = o->v;
        o->failed |= !pieces_run(&p, helpers);
        for (unsigned i = 0; i < PIECES_SLOTS; i++)
            text_release(&s.held[i].out.t);
        return;
    }
    for (uint32_t i = 0; i < l->n && gnu_row(o); i++)
        l->put(l->ctx, o, 0, i);
}

bool gnu_may_share(const struct view_context *v, uint32_t n)
{
    return v->helpers && n >= HELP_FROM && !v->settings->by_line && !v->settings->inline_files;
}

unsigned gnu_helpers(const struct view_context *v, uint32_t n, const uint8_t *wanted)
{
    const struct analysis *a = v->analysis;
    return gnu_may_share(v, n) && names_fill(v->names, a->table->symbols, a->n_symbols, wanted)
               ? v->helpers
               : 0;
}

unsigned gnu_helpers_of(const struct view_context *v, const node_id *nodes, uint32_t n)
{
    uint8_t *wanted = mem_array(v->analysis->n_nodes, 1);
    for (uint32_t i = 0; i < n; i++)
        wanted[nodes[i]] = 1;
    unsigned helpers = gnu_helpers(v, n, wanted);
    free(wanted);
    return helpers;
}
