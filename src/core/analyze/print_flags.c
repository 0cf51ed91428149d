/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The print flag of every entry: callers hand it down to callees, symspecs turn it on and off
 * (-e, -f; GNU manual, node "Output Options"). Apart from times, which do not depend on it, so that
 * hiding a function recomputes little. */
#include "core/analyze/print_flags.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/select/symset.h"

struct pass {
    const struct graph *g;
    const struct cycles *c;
    const struct symset *in, *ex;
    uint32_t n_symbols;
    uint8_t *flag; /* per node */
};

/* The whole of a cycle has the flag that its members inherit, before symspecs change theirs. */
static void inherit(const struct pass *p, uint32_t cycle)
{
    uint8_t whole = p->flag[p->n_symbols + cycle - 1];
    for (uint32_t i = p->c->member_lo[cycle - 1]; i < p->c->member_lo[cycle]; i++)
        p->flag[p->c->member[i]] = whole;
}

/* A callee, or the cycle it is in, is shown if any caller from outside is. */
static void hand_down(const struct pass *p, sym_id s)
{
    uint32_t own = p->c->cycle[s];
    for (arc_id i = p->g->child_lo[s]; i < p->g->child_lo[s + 1]; i++) {
        sym_id to = p->g->arcs[i].to;
        uint32_t cycle = p->c->cycle[to];
        if (to != s && !(cycle && cycle == own))
            p->flag[cycle ? p->n_symbols + cycle - 1 : to] = 1;
    }
}

/* Without symspecs all symbols are shown, and cycles that are called from outside. */
static bool is_entered(const struct pass *p, uint32_t cycle)
{
    const struct cycles *c = p->c;
    for (uint32_t i = c->member_lo[cycle - 1]; i < c->member_lo[cycle]; i++) {
        sym_id m = c->member[i];
        for (uint32_t k = p->g->parent_lo[m]; k < p->g->parent_lo[m + 1]; k++)
            if (c->cycle[p->g->arcs[p->g->parent[k]].from] != cycle)
                return true;
    }
    return false;
}

static void walk_down(const struct pass *p)
{
    uint32_t cycle_before = 0;
    for (uint32_t i = p->n_symbols; i-- > 0;) {
        sym_id s = p->c->upward[i];
        if (p->c->cycle[s] && p->c->cycle[s] != cycle_before)
            inherit(p, p->c->cycle[s]);
        cycle_before = p->c->cycle[s];
        if (!p->flag[s])
            p->flag[s] = symset_lets(p->in, p->ex, s);
        else if (symset_has(p->ex, s) && !symset_has(p->in, s))
            p->flag[s] = 0;
        if (p->flag[s])
            hand_down(p, s);
    }
}

uint8_t *print_flags_new(const struct graph *g, const struct cycles *c, uint32_t n_symbols,
                         const struct symset *in, const struct symset *ex, struct err *e)
{
    struct pass p = {g, c, in, ex, n_symbols, mem_array((size_t)n_symbols + c->n_cycles, 1)};
    if (!p.flag) {
        err_memory(e, (uint64_t)n_symbols + c->n_cycles);
        return NULL;
    }
    if (in->some || ex->some) {
        walk_down(&p);
    } else {
        memset(p.flag, 1, p.n_symbols);
        for (uint32_t k = 1; k <= p.c->n_cycles; k++)
            p.flag[p.n_symbols + k - 1] = is_entered(&p, k);
    }
    return p.flag;
}
