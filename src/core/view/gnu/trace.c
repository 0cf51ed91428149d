/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/gnu/trace.h"

#include "core/view/gnu/trace_files.h"
#include "core/view/gnu/trace_graph.h"
#include "core/view/writer.h"

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
