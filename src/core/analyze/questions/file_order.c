/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Order of object files: each is represented by one function, and arcs between these link them. */
#include "core/analyze/questions/file_order.h"

#include <stdlib.h>

#include "core/analyze/questions/chain.h"
#include "core/base/mem.h"
#include "core/base/search.h"

static bool is_object(const struct analysis *a, sym_id s)
{
    return a->table->symbols[s].flags & SYM_OBJECT;
}

/* The index of the object file that symbol s stands for, found by the place of its name in
 * image.names: objects ascend by it. */
static uint32_t object_of(const struct analysis *a, sym_id s)
{
    const struct image *im = a->profile->image;
    uint32_t name = im->symbols[a->table->symbols[s].raw].name;
    size_t n = search_upto(im->objects, im->n_objects, SEARCH_PLAIN(uint32_t), name);
    return n ? (uint32_t)n - 1 : 0;
}

static void order_files(struct order_input *o, struct id_list *others)
{
    /* Only arcs between two object files link, but all count. */
    for (size_t i = 0; i < o->arcs.n; i++) {
        arc_id id = o->arcs.v[i];
        const struct arc *x = &o->chains.arc[id];
        o->chains.arc_placed[id] = !is_object(o->a, order_input_symbol(o, x->from)) ||
                                   !is_object(o->a, order_input_symbol(o, x->to));
    }
    chains_make(&o->chains, &o->arcs, chains_total(&o->chains, &o->arcs));
    for (sym_id s = 0; s < o->a->n_symbols; s++)
        if (is_object(o->a, s) && !o->chains.place[s].placed)
            id_list_add(o->chains.out, s);
    order_input_name_runs(o);
    const struct analysis *a = o->a;
    const struct image *im = a->profile->image;
    uint8_t *seen = mem_array(im->n_objects, 1);
    for (sym_id s = 0; s < a->n_symbols; s++)
        if (is_object(a, s))
            seen[object_of(a, s)] = true;
    for (uint32_t i = 0; i < im->n_objects; i++) {
        if (!seen[i])
            id_list_add(others, i);
    }
    free(seen);
}

bool analysis_file_order(const struct analysis *a, const struct settings *s,
                         struct id_list *symbols, struct id_list *others, struct err *e)
{
    struct order_input o;
    /* Calls found in the code (-c) complete a call graph where files have one, as in gprof. */
    bool ok =
        order_input_begin(&o, a, a->profile->has_arcs ? a->graph : a->recorded, s, symbols, e);
    if (ok)
        order_files(&o, others);
    order_input_release(&o);
    return ok;
}
