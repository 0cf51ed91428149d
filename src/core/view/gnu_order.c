/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Function order (-r): one raw name per line. */
#include <stdlib.h>

#include "core/view/gnu_parts.h"

bool gnu_function_order(const struct view_context *v, bool graph_printed, const struct emitter *to,
                        struct err *e)
{
    struct id_list order = {0};
    struct gnu_out o;

    gnu_begin(&o, v, to, e);
    o.failed = !analysis_function_order(v->analysis, v->settings, graph_printed, &order, e);
    for (size_t i = 0; i < order.n && gnu_row(&o); i++) {
        gnu_words(v, &o.t, symbol_name(v->analysis, order.v[i]));
        text_char(&o.t, '\n');
    }
    free(order.v);
    return gnu_end(&o);
}
