/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/symbol.h"

#include "core/base/search.h"

sym_id table_at(const struct table *t, uint64_t addr)
{
    sym_id lo = 0, hi = t->n_symbols;
    if (hi == 0 || addr < t->symbols[0].addr)
        return NO_ID;
    if (t->page && addr >= t->page_lo && addr < t->page_hi) {
        size_t p = (size_t)((addr - t->page_lo) >> t->page_shift);
        lo = t->page[p];
        hi = t->page[p + 1] + 1;
    }
    /* symbols[lo] begins at or below addr */
    sym_id s = lo + (sym_id)search_upto(&t->symbols[lo] + 1, hi - lo - 1,
                                        SEARCH_BY(struct symbol, addr), addr);
    return addr < t->symbols[s].end ? s : NO_ID;
}

bool rival_replaces(struct rival later, struct rival winner)
{
    const char *a = later.name, *b = winner.name;
    if ((later.flags ^ winner.flags) & SYM_STATIC)
        return !(later.flags & SYM_STATIC);
    if ((later.flags ^ winner.flags) & SYM_FUNC)
        return later.flags & SYM_FUNC;
    if ((a[0] == '_') != (b[0] == '_'))
        return b[0] == '_';
    return a[0] == '_' && a[1] != '_' && b[1] == '_';
}
