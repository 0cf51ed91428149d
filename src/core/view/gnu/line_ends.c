/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/entry.h"
#include "core/view/writer_list.h"
#include "core/view/gnu/line_ends.h"

#include <stdlib.h>

enum {
    BLOCK = 1 << 16,    /* bytes that ends lie in, side by side */
    UNIT = 8,           /* bytes; ends start at multiples of it */
    FETCHED_MOST = 192, /* bytes of an end that are asked for ahead */
};

struct making {
    struct line_ends *ends;
    struct gnu_out out;
    char *p;
    size_t room; /* bytes at p */
    uint64_t n_ends, n_bytes;
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

static char *find_room(struct making *s, size_t n)
{
    size_t need = (n + UNIT - 1) / UNIT * UNIT;
    if (need + LINE_END_ROOM > s->room) {
        s->room = need + LINE_END_ROOM > BLOCK ? need + LINE_END_ROOM : BLOCK;
        s->p = arena_alloc(&s->ends->store, s->room, 1);
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

static const char *make_end(struct making *s, sym_id y)
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

static bool make_ends(struct line_ends *l, const struct view_context *v, const uint8_t *wanted)
{
    struct making m = {.ends = l, .out = gnu_held(v), .n_ends = 1, .n_bytes = UNIT};
    for (sym_id y = 0; y < v->analysis->n_symbols && !m.out.failed; y++)
        if (wanted[y])
            l->at[y] = make_end(&m, y);
    text_release(&m.out.t);
    uint64_t usual = m.n_bytes / m.n_ends;
    l->usual_bytes = usual < FETCHED_MOST ? (size_t)usual : FETCHED_MOST;
    return !m.out.failed;
}

bool line_ends_make(struct line_ends *l, const struct view_context *v, unsigned *helpers)
{
    uint8_t *wanted = find_wanted(v);
    l->at = mem_array_raw(v->analysis->n_symbols, sizeof *l->at);
    *helpers = wanted ? gnu_helpers(v, v->analysis->n_nodes, wanted) : 0;
    bool ok = wanted && l->at && make_ends(l, v, wanted);
    free(wanted);
    return ok;
}

void line_ends_release(struct line_ends *l)
{
    free(l->at);
    arena_release(&l->store);
}
