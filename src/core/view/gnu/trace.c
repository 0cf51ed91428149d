/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/gnu/trace.h"

#include <string.h>

#include "core/view/gnu/trace_parts.h"
#include "core/view/message.h"

void trace_begin(struct gnu_out *o, const char *category)
{
    text_str(&o->t, category);
    text_str(&o->t, ": ");
}

void trace_end(struct gnu_out *o)
{
    text_char(&o->t, '\n');
    gnu_row(o);
}

void trace_words(struct gnu_out *o, const char *s)
{
    message_add(&o->t, s, strlen(s));
}

void trace_symbol(struct gnu_out *o, sym_id s)
{
    trace_words(o, s == NO_ID ? "nothing" : symbol_name(o->v->analysis, s));
}

void trace_node(struct gnu_out *o, node_id n)
{
    if (node_is_cycle(o->v->analysis, n))
        text_cycle(&o->t, node_cycle_number(o->v->analysis, n), false);
    else
        trace_symbol(o, n);
}

void trace_addr(struct gnu_out *o, uint64_t addr)
{
    text_str(&o->t, "0x");
    text_hex(&o->t, addr);
}

void trace_range(struct gnu_out *o, uint64_t lo, uint64_t hi)
{
    trace_addr(o, lo);
    text_str(&o->t, "..");
    trace_addr(o, hi);
}

void trace_count(struct gnu_out *o, uint64_t n, const char *what)
{
    text_uint(&o->t, n, 0);
    text_char(&o->t, ' ');
    text_str(&o->t, what);
    if (n != 1)
        text_char(&o->t, 's');
}

void trace_ticks(struct gnu_out *o, double ticks)
{
    text_printf(&o->t, "%.6g", ticks);
}

bool trace_write(const struct view_context *v, uint32_t what, const struct emitter *out,
                 struct err *e)
{
    static const struct {
        uint32_t bit;
        void (*write)(struct gnu_out *o);
    } categories[] = {
        {TRACE_SYMBOLS, trace_symbols}, {TRACE_SPECS, trace_specs},
        {TRACE_RECORDS, trace_records}, {TRACE_LOOKUPS, trace_lookups},
        {TRACE_TALLY, trace_tally},     {TRACE_BLOCKS, trace_blocks},
        {TRACE_CODE, trace_code},       {TRACE_NUMBERS, trace_numbers},
        {TRACE_CYCLES, trace_cycles},   {TRACE_TIMES, trace_times},
        {TRACE_SORT, trace_sort},       {TRACE_SOURCES, trace_sources},
    };
    struct gnu_out o;
    gnu_begin(&o, v, out, e);
    for (size_t i = 0; i < ARRAY_LEN(categories) && !o.failed; i++)
        if (what & categories[i].bit)
            categories[i].write(&o);
    return gnu_end(&o);
}
