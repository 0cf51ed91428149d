/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/option_effect.h"

#include <math.h>

#include "core/analyze/entry.h"
#include "core/view/label.h"
#include "core/view/values.h"

void effect_sums(const struct analysis *a, bool unused, struct effect_sums *out)
{
    *out = (struct effect_sums){
        .functions = a->n_symbols, .arcs = a->graph->n_arcs, .cycles = a->cycles->n_cycles};
    for (node_id n = 0; n < a->n_nodes; n++)
        out->entries += analysis_has_entry(a, n, unused);
    for (arc_id i = 0; i < a->graph->n_arcs; i++)
        out->calls += a->graph->arcs[i].count;
    out->graph_sec = seconds_or_0(a, a->times->total);
    out->flat_sec = seconds_or_0(a, a->samples->total);
}

static void add_blank(struct text *out, size_t start)
{
    if (out->n > start)
        text_str(out, "  ");
}

/* "-3 arcs" */
static void add_count(struct text *out, size_t start, const char *one, const char *many,
                      uint64_t without, uint64_t with)
{
    uint64_t n = with > without ? with - without : without - with;
    if (!n)
        return;
    add_blank(out, start);
    text_char(out, with > without ? '+' : '-');
    text_uint(out, n, 0);
    text_printf(out, " %s", n == 1 ? one : many);
}

void effect_text(struct text *out, const struct profile *p, const struct effect_sums *without,
                 const struct effect_sums *with)
{
    size_t start = out->n;
    double sec = with->graph_sec - without->graph_sec;
    if (fabs(sec) < 0.005)
        sec = with->flat_sec - without->flat_sec;
    add_count(out, start, "function", "functions", without->functions, with->functions);
    add_count(out, start, "entry", "entries", without->entries, with->entries);
    if (fabs(sec) >= 0.005) {
        add_blank(out, start);
        text_char(out, sec < 0 ? '-' : '+');
        text_fixed(out, fabs(sec), 0, 2);
        text_printf(out, " %s", unit_of(p).s);
    }
    add_count(out, start, "arc", "arcs", without->arcs, with->arcs);
    add_count(out, start, "call", "calls", without->calls, with->calls);
    add_count(out, start, "cycle", "cycles", without->cycles, with->cycles);
    if (out->n == start)
        text_str(out, "changes nothing");
}

void text_filter(struct text *out, const struct filter *f)
{
    static const char letters[N_SETS] = {
        [SET_FLAT_IN] = 'p', [SET_FLAT_EX] = 'P', [SET_GRAPH_IN] = 'q', [SET_GRAPH_EX] = 'Q',
        [SET_TIME_IN] = 'n', [SET_TIME_EX] = 'N', [SET_ARCS_EX] = 'k',  [SET_ANNO_IN] = 'A',
        [SET_ANNO_EX] = 'J', [SET_EXEC_IN] = 'C', [SET_EXEC_EX] = 'Z',
    };
    for (unsigned set = 0; set < N_SETS; set++)
        if (f->sets & UINT32_C(1) << set && letters[set])
            text_printf(out, "-%c ", letters[set]);
    text_str(out, f->spec);
}
