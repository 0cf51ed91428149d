/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/function_names.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/mem.h"
#include "tui/app/wording.h"

enum { SLICE_NAMES = 512 };

void function_names_release(struct function_names *l)
{
    free(l->items);
    free(l->nodes);
    *l = (struct function_names){0};
}

bool function_names_ready(const struct function_names *l)
{
    return l->valid && l->ready == l->n;
}

void function_names_gather(struct ui *ui)
{
    struct function_names *l = ui->names;
    if (!l->valid) {
        /* The order of the call graph's entries, without cycles and lines. */
        const struct analysis *an = ui->session->analysis;
        uint32_t at = 0;
        function_names_release(l);
        l->valid = true;
        mem_grow(&l->items, &l->item_cap, an->n_symbols, sizeof *l->items);
        mem_grow(&l->nodes, &l->node_cap, an->n_symbols, sizeof *l->nodes);
        for (sym_id s; (s = analysis_next_ranked(an, &at)) != NO_ID;)
            if (!(an->table->symbols[s].flags & SYM_LINE))
                l->nodes[l->n++] = s;
    }
    for (unsigned i = 0; i < SLICE_NAMES && l->ready < l->n; i++) {
        const char *name = node_name(ui->session, l->nodes[l->ready], ui_name_level(ui));
        size_t len = strlen(name);
        l->items[l->ready++] =
            (struct fuzzy_item){.name = name, .n = (uint32_t)len, .mask = fuzzy_mask(name, len)};
    }
}
