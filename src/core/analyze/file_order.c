/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Order of object files: each is represented by one function, and arcs between these link them. */
#include <stdlib.h>
#include <string.h>

#include "core/analyze/chain.h"
#include "core/analyze/stages.h"
#include "core/base/mem.h"

static bool is_object(const struct analysis *a, sym_id s)
{
    return a->table->symbols[s].flags & SYM_OBJECT;
}

/* Calls found in the code (-c) complete a call graph where files have one, as in gprof. */
static const struct graph *graph_of(const struct analysis *a)
{
    return a->profile->has_arcs ? a->graph : a->recorded;
}

/* In the order of their creation. Only arcs between two object files link, but all count. */
static bool list_arcs(const struct analysis *a, struct chains *c, struct id_list *arcs)
{
    const struct graph *g = graph_of(a);

    memcpy(c->arc, g->arcs, g->n_arcs * sizeof *c->arc);
    for (uint32_t i = 0; i < g->n_arcs; i++) {
        arc_id id = g->created[i];
        const struct arc *x = &g->arcs[id];

        c->arc_placed[id] = !is_object(a, x->from) || !is_object(a, x->to);
        if (x->from != x->to && !id_list_add(arcs, id))
            return false;
    }
    return true;
}

static bool list_rest(const struct analysis *a, struct chains *c)
{
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (is_object(a, s) && !c->place[s].placed && !id_list_add(c->out, s))
            return false;
    return true;
}

static const struct raw_symbol *raw_symbol(const struct analysis *a, sym_id s)
{
    const struct symbol *y = &a->table->symbols[s];

    return &a->profile->images[y->image]->symbols[y->raw];
}

/* The index of an object file by the place of its name; both ascend. */
static uint32_t find_object(const struct image *im, uint32_t name)
{
    uint32_t lo = 0, hi = im->n_objects;

    while (hi - lo > 1) {
        uint32_t mid = lo + (hi - lo) / 2;

        if (im->objects[mid] <= name)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static bool list_others(const struct analysis *a, struct id_list *out)
{
    const struct image *im = a->profile->images[0];
    uint8_t *seen = mem_array(im->n_objects, 1);
    bool ok = seen;

    for (sym_id s = 0; ok && s < a->n_symbols; s++)
        if (is_object(a, s))
            seen[find_object(im, raw_symbol(a, s)->name)] = true;
    for (uint32_t i = 0; ok && i < im->n_objects; i++)
        ok = seen[i] || id_list_add(out, i);
    free(seen);
    return ok;
}

bool analysis_file_order(const struct analysis *a, struct id_list *symbols, struct id_list *others,
                         struct err *e)
{
    struct chains c;
    struct id_list arcs = {0};
    bool ok = chains_init(&c, a->n_symbols, graph_of(a)->n_arcs, symbols) &&
              list_arcs(a, &c, &arcs) && chains_make(&c, &arcs, chains_total(&c, &arcs)) &&
              list_rest(a, &c) && list_others(a, others);

    chains_release(&c);
    free(arcs.v);
    return ok || err_memory(e, 0);
}
