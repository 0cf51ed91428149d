/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of traces, and what stands in them. */
#include "core/view/gnu/trace_parts.h"

#include <string.h>

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
