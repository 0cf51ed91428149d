/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/linker/id_list: numbers in an order, growing. */
#ifndef GPTUI_ANALYZE_LINKER_ID_LIST_H
#define GPTUI_ANALYZE_LINKER_ID_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/mem.h"

struct id_list {
    uint32_t *v; /* malloc'ed */
    size_t n, cap;
};

/* False when memory runs out. */
static inline ATTR_MUST_USE bool id_list_add(struct id_list *l, uint32_t id)
{
    if (!mem_grow(&l->v, &l->cap, l->n + 1, sizeof *l->v))
        return false;
    l->v[l->n++] = id;
    return true;
}

#endif
