/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/mpi_times.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/search.h"

/* From the first byte of a call to its last one, at most; the next call is further away. */
enum { CALL_BYTES = 5 };

/* A call of MPI in the code. */
struct mpi_site {
    uint64_t addr;
    sym_id to;
};

struct mpi_search {
    const struct table *t;
    const struct path_times *paths;
    const struct path_frame *nodes;
    uint32_t n_nodes;
    bool *has_calls; /* per symbol: paths go on from there */
    bool *is_inside; /* per node: MPI is further out */
    struct mpi_site *sites;
    size_t n_sites, cap_sites;
    struct mpi_caller_time *calls;
    size_t n_calls, cap_calls;
};

/* Is it a name of MPI's functions, in C or as Fortran's compilers have it, perhaps of a stub
 * (name@plt)? */
static bool is_mpi_name(const char *name)
{
    size_t n = strcspn(name, "@");
    if (n > 0 && (*name == 'P' || *name == 'p')) {
        name++;
        n--;
    }
    if (n > 4 && memcmp(name, "MPI_", 4) == 0)
        return true;
    return n > 5 && memcmp(name, "mpi_", 4) == 0 && name[n - 1] == '_';
}

static bool is_stub(const struct table *t, sym_id s)
{
    return t->symbols[s].flags & SYM_STUB && is_mpi_name(table_name(t, s));
}

/* ---- where the code calls MPI ---- */

static void take_site(void *ctx, const struct code_call *c)
{
    struct mpi_search *x = ctx;
    sym_id to = table_at(x->t, c->target);
    if (to == NO_ID || x->t->symbols[to].addr != c->target)
        to = table_at(x->t, c->other);
    if (to == NO_ID || c->jump || !is_stub(x->t, to))
        return;
    mem_grow(&x->sites, &x->cap_sites, x->n_sites + 1, sizeof *x->sites);
    x->sites[x->n_sites++] = (struct mpi_site){c->site, to};
}

/* Symbols ascend by address, and so do the calls in each. */
static void find_sites(struct mpi_search *x, struct code *code)
{
    for (sym_id s = 0; s < x->t->n_symbols; s++) {
        const struct symbol *y = &x->t->symbols[s];
        if (!x->has_calls[s] || profile_library(x->t->profile, y->addr))
            continue;
        uint64_t end = code_end(code, y->addr);
        struct code_range r = {y->addr, y->end < end ? y->end : end, CALLS_DECODED};
        if (r.lo < r.hi)
            code_calls(code, &r, take_site, x);
    }
}

/* Whom a frame calls there: addr is the last byte of a call. NO_ID: nobody of MPI. */
static sym_id called_at(const struct mpi_search *x, uint64_t addr)
{
    size_t n = search_upto(x->sites, x->n_sites, SEARCH_BY(struct mpi_site, addr), addr);
    return n > 0 && addr - x->sites[n - 1].addr <= CALL_BYTES ? x->sites[n - 1].to : NO_ID;
}

/* ---- sums ---- */

/* Where MPI is called within MPI, by what it calls back, the outermost call counts. */
static void take_nodes(struct mpi_search *x)
{
    const struct path_times *p = x->paths;
    for (uint32_t i = 0; i < x->n_nodes; i++) {
        const struct path_frame *node = &x->nodes[i];
        sym_id to = path_is_nowhere(node->addr) ? NO_ID : called_at(x, node->addr);
        bool is_inside = node->parent != PATH_NO_NODE && x->is_inside[node->parent];
        x->is_inside[i] = is_inside || to != NO_ID;
        if (is_inside || to == NO_ID || p->symbol[i] == NO_ID)
            continue;
        struct mpi_caller_time call = {.from = p->symbol[i], .to = to, .ticks = p->below[i]};
        call.wait = p->wait_below ? p->wait_below[i] : 0;
        if (!(call.ticks + call.wait > 0))
            continue;
        mem_grow(&x->calls, &x->cap_calls, x->n_calls + 1, sizeof *x->calls);
        x->calls[x->n_calls++] = call;
    }
}

static int by_ends(const void *x, const void *y)
{
    const struct mpi_caller_time *a = x, *b = y;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static int by_time(const void *x, const void *y)
{
    const struct mpi_caller_time *a = x, *b = y;
    double time_a = a->ticks + a->wait, time_b = b->ticks + b->wait;
    if (a->from != b->from || time_a == time_b)
        return by_ends(x, y);
    return time_a > time_b ? -1 : 1;
}

/* ---- the whole ---- */

static void find_calls(struct mpi_search *x, struct code *code)
{
    x->has_calls = mem_array(x->t->n_symbols, sizeof *x->has_calls);
    x->is_inside = mem_array(x->n_nodes, sizeof *x->is_inside);
    for (uint32_t i = 0; i < x->n_nodes; i++) {
        uint32_t parent = x->nodes[i].parent;
        sym_id s = NO_ID;
        if (parent != PATH_NO_NODE && !path_is_nowhere(x->nodes[parent].addr))
            s = table_at(x->t, x->nodes[parent].addr);
        if (s != NO_ID)
            x->has_calls[s] = true;
    }
    find_sites(x, code);
    take_nodes(x);
    free(x->has_calls);
    free(x->is_inside);
    free(x->sites);
}

struct mpi_times *mpi_times_new(const struct table *t, const struct path_times *paths,
                                struct code *code)
{
    const struct profile_paths *p = t->profile->paths;
    struct mpi_search x = {.t = t, .paths = paths, .nodes = p->nodes, .n_nodes = p->n};
    struct mpi_times *out = arena_object(sizeof *out);
    struct err ignored = ERR_INIT;
    sym_id s = 0;
    while (s < t->n_symbols && !is_stub(t, s))
        s++;
    if (s < t->n_symbols && code_ready(code, CALLS_DECODED, &ignored) == CODE_READY)
        find_calls(&x, code);
    if (x.n_calls) {
        /* The calls in their order, each pair once. */
        qsort(x.calls, x.n_calls, sizeof *x.calls, by_ends);
        out->v = arena_alloc(&out->memory, x.n_calls, sizeof *out->v);
        for (size_t i = 0; i < x.n_calls; i++) {
            struct mpi_caller_time *last = out->n ? &out->v[out->n - 1] : NULL;
            if (last && by_ends(last, &x.calls[i]) == 0) {
                last->ticks += x.calls[i].ticks;
                last->wait += x.calls[i].wait;
            } else {
                out->v[out->n++] = x.calls[i];
            }
        }
        qsort(out->v, out->n, sizeof *out->v, by_time);
    }
    free(x.calls);
    return out;
}

const struct mpi_caller_time *mpi_times_of(const struct mpi_times *m, sym_id s, uint32_t *n)
{
    const struct search_by by_from = SEARCH_BY(struct mpi_caller_time, from);
    *n = 0;
    if (!m || !m->n)
        return NULL;
    size_t lo = search_below(m->v, m->n, by_from, s);
    *n = (uint32_t)(search_upto(m->v, m->n, by_from, s) - lo);
    return *n ? &m->v[lo] : NULL;
}
