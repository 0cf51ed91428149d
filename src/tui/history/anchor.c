/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/history/anchor.h"

#include <string.h>

#include "core/analyze/questions/questions.h"

struct anchor anchor_of_node(const struct session *s, node_id n)
{
    const struct analysis *a = s->analysis;
    sym_id sym = analysis_symbol_of(a, n);
    if (sym == NO_ID)
        return NO_ANCHOR;
    const struct symbol *y = &a->table->symbols[sym];
    return (struct anchor){
        .addr = y->addr, .there = true, .line = y->flags & SYM_LINE, .cycle = node_is_cycle(a, n)};
}

struct anchor anchor_of_gone(const struct analysis *old, sym_id gone)
{
    return (struct anchor){.addr = old->table->symbols[gone].addr, .there = true, .old = true};
}

sym_id anchor_gone(const struct analysis *old, struct anchor a)
{
    return a.there && a.old ? analysis_symbol_at(old, a.addr) : NO_ID;
}

/* A line that is no symbol of its own any more means the function around it. */
node_id anchor_node(const struct session *s, struct anchor at)
{
    const struct analysis *a = s->analysis;
    bool here = at.there && !at.old;
    sym_id sym = here ? analysis_symbol_at(a, at.addr) : NO_ID;
    if (sym == NO_ID && here && at.line)
        sym = table_find(a->table, at.addr);
    uint32_t c = sym == NO_ID || !at.cycle ? 0 : a->cycles->cycle[sym];
    return c ? cycle_node(a, c) : sym;
}

const char *anchor_name(const struct session *s, struct anchor a)
{
    sym_id sym = analysis_symbol_of(s->analysis, anchor_node(s, a));
    return sym == NO_ID ? NULL : symbol_name(s->analysis, sym);
}

struct anchor anchor_renewed(const struct session *s, struct anchor a, const char *name)
{
    const char *there = anchor_name(s, a);
    if (there && strcmp(there, name) == 0)
        return a;
    struct anchor found = anchor_of_node(s, analysis_named(s->analysis, name));
    found.cycle = found.there && a.cycle;
    return found;
}
