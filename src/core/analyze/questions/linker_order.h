/* SPDX-License-Identifier: GPL-3.0-or-later */
/* linker_order: orders of functions (-r) and of object files (-R) for the linker, in steps nearly
 * proportional to symbols and arcs. */
#ifndef GPTUI_ANALYZE_QUESTIONS_LINKER_ORDER_H
#define GPTUI_ANALYZE_QUESTIONS_LINKER_ORDER_H

#include "core/analyze/analysis.h"
#include "core/base/mem.h"

struct id_list {
    uint32_t *v; /* malloc'ed */
    size_t n, cap;
};
static inline void id_list_add(struct id_list *l, uint32_t id)
{
    mem_grow(&l->v, &l->cap, l->n + 1, sizeof *l->v);
    l->v[l->n++] = id;
}

/* All symbols in an order that keeps callers near callees (GNU manual, node "Output Options"), most
 * used first. Recursive arcs have no part in it. `printed`: the call graph was printed before. The
 * caller frees the list, also after a failure.
 * QUIRK(gnu): printing sorts an entry's lists, and the order of popular functions depends on it;
 * a popular function can be missing; specifications with a '/' add functions a second time.
 * Pinned by tests/diff. */
bool analysis_function_order(const struct analysis *a, const struct settings *s, bool printed,
                             struct id_list *out, struct err *e) ATTR_MUST_USE;

/* The symbols that stand for object files, in an order that keeps callers near callees, and the
 * files without a symbol in the table, by name, as indices of image.objects. The caller frees both
 * lists, also after a failure.
 * QUIRK(gnu): specifications with a '/' add files a second time. Pinned by tests/diff. */
bool analysis_file_order(const struct analysis *a, const struct settings *s,
                         struct id_list *symbols, struct id_list *others,
                         struct err *e) ATTR_MUST_USE;

#endif
