/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/entry.h"
#include "core/view/writer_list.h"
#include "core/view/gnu/line_ends.h"

#include <stdalign.h>
#include <stdlib.h>

enum {
    PIECE = 2048,       /* symbols */
    BLOCK = 1 << 16,    /* bytes that ends lie in, side by side */
    UNIT = 8,           /* bytes; ends start at multiples of it */
    FETCHED_MOST = 192, /* bytes of an end that are asked for ahead */
};

/* The ends that one of the threads makes. */
struct ends_share {
    alignas(PIECES_APART) struct gnu_out out;
    struct arena *store;
    char *p;
    size_t room; /* bytes at p */
    uint64_t n_ends, n_bytes;
};

struct making {
    struct line_ends *ends;
    const uint8_t *wanted;
    uint32_t n_symbols;
    struct ends_share share[PIECES_SLOTS];
};

/* ---- which ends are needed ---- */

enum { IS_NAMED = 1, HAS_ENTRY = 2 };

static void want_members(const struct view_context *v, uint8_t *wanted)
{
    const struct analysis *a = v->analysis;
    const struct cycles *c = a->cycles;
    for (uint32_t k = 1; k <= c->n_cycles; k++)
        if (analysis_has_entry(a, cycle_node(a, k), v->settings->unused))
            for (uint32_t i = c->member_lo[k - 1]; i < c->member_lo[k]; i++)
                wanted[c->member[i]] |= IS_NAMED;
}

/* Per symbol: whether a line of the graph names it. NULL: no memory. */
static uint8_t *find_wanted(const struct view_context *v)
{
    uint32_t n = v->analysis->n_symbols;
    uint8_t *wanted = mem_array(n, 1);
    for (sym_id s = 0; wanted && s < n; s++)
        if (analysis_has_entry(v->analysis, s, v->settings->unused))
            wanted[s] = HAS_ENTRY;
    if (wanted) {
        /* If the report leaves no arc out, the lines name all that an arc begins or ends at. */
        const struct graph *g = v->analysis->graph;
        for (arc_id i = 0; i < g->n_arcs; i++) {
            sym_id from = g->arcs[i].from, to = g->arcs[i].to;
            if (v->settings->n_filters == 0 || ((wanted[from] | wanted[to]) & HAS_ENTRY)) {
                wanted[from] |= IS_NAMED;
                wanted[to] |= IS_NAMED;
            }
        }
        want_members(v, wanted);
    }
    return wanted;
}

/* ---- making them ---- */

static char *find_room(struct ends_share *s, size_t n)
{
    size_t need = (n + UNIT - 1) / UNIT * UNIT;
    if (need + LINE_END_ROOM > s->room) {
        s->room = need + LINE_END_ROOM > BLOCK ? need + LINE_END_ROOM : BLOCK;
        s->p = arena_alloc(s->store, s->room, 1);
    }
    if (!s->p) {
        s->room = 0;
        return NULL;
    }
    char *p = s->p;
    s->p += need;
    s->room -= need;
    return p;
}

static const char *make_end(struct ends_share *s, sym_id y)
{
    struct text *t = &s->out.t;
    text_clear(t);
    gnu_full_name(&s->out, t, y);
    text_char(t, '\n');
    uint32_t n = (uint32_t)t->n;
    char *p = t->failed || t->n > UINT32_MAX ? NULL : find_room(s, sizeof n + t->n);
    if (!p) {
        gnu_no_memory(&s->out);
        return NULL;
    }
    memcpy(p, &n, sizeof n);
    memcpy(p + sizeof n, t->p, n);
    s->n_ends++;
    s->n_bytes += sizeof n + n;
    return p;
}

static void make_piece(void *ctx, size_t i, unsigned slot)
{
    struct making *m = ctx;
    struct ends_share *s = &m->share[slot];
    uint32_t lo = (uint32_t)(i * PIECE), hi = m->n_symbols - lo < PIECE ? m->n_symbols : lo + PIECE;
    for (sym_id y = lo; y < hi && !s->out.failed; y++)
        if (m->wanted[y])
            m->ends->at[y] = make_end(s, y);
}

static bool make_ends(struct line_ends *l, const struct view_context *v, const uint8_t *wanted,
                      unsigned helpers)
{
    struct making m = {.ends = l, .wanted = wanted, .n_symbols = v->analysis->n_symbols};
    const struct pieces p = {
        .n = ((size_t)m.n_symbols + PIECE - 1) / PIECE, .make = make_piece, .ctx = &m};
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        m.share[i] = (struct ends_share){.out = gnu_held(v), .store = &l->store[i]};
    bool ok = pieces_run(&p, helpers);
    for (unsigned i = 0; i < PIECES_SLOTS; i++) {
        ok &= !m.share[i].out.failed;
        text_release(&m.share[i].out.t);
    }
    uint64_t n_ends = 1, n_bytes = UNIT;
    for (unsigned i = 0; i < PIECES_SLOTS; i++) {
        n_ends += m.share[i].n_ends;
        n_bytes += m.share[i].n_bytes;
    }
    l->usual_bytes = n_bytes / n_ends < FETCHED_MOST ? (size_t)(n_bytes / n_ends) : FETCHED_MOST;
    return ok;
}

bool line_ends_make(struct line_ends *l, const struct view_context *v, unsigned *helpers)
{
    uint8_t *wanted = find_wanted(v);
    l->at = mem_array_raw(v->analysis->n_symbols, sizeof *l->at);
    *helpers = wanted ? gnu_helpers(v, v->analysis->n_nodes, wanted) : 0;
    bool ok = wanted && l->at && make_ends(l, v, wanted, *helpers);
    free(wanted);
    return ok;
}

void line_ends_release(struct line_ends *l)
{
    free(l->at);
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        arena_release(&l->store[i]);
}
