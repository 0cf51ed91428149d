/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders of functions (-r) and of object files (-R): one raw name per line. */
#include "core/view/gnu/order.h"

#include <stdlib.h>

#include "core/analyze/linker/file_order.h"
#include "core/analyze/linker/function_order.h"
#include "core/view/gnu/linker_order.h"

static void put_name(struct gnu_out *o, const char *name)
{
    gnu_words(o->v, &o->t, name);
    text_char(&o->t, '\n');
}

static void put_symbols(struct gnu_out *o, const struct id_list *order)
{
    for (size_t i = 0; i < order->n && gnu_row(o); i++)
        put_name(o, symbol_name(o->v->analysis, order->v[i]));
}

bool gnu_function_order(const struct view_context *v, bool graph_printed, const struct emitter *to,
                        struct err *e)
{
    struct id_list order = {0};
    struct gnu_out o;
    gnu_begin(&o, v, to, e);
    o.failed = !analysis_function_order(v->analysis, v->settings, graph_printed, &order, e);
    if (v->settings->order_format == ORDER_NAMES)
        put_symbols(&o, &order);
    else if (!o.failed)
        linker_functions(&o, &order);
    free(order.v);
    return gnu_end(&o);
}

bool gnu_file_order(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct id_list order = {0}, others = {0};
    struct gnu_out o;
    gnu_begin(&o, v, to, e);
    o.failed = !analysis_file_order(v->analysis, v->settings, &order, &others, e);
    if (v->settings->order_format == ORDER_NAMES) {
        const struct image *im = o.v->analysis->profile->image;
        put_symbols(&o, &order);
        for (size_t i = 0; i < others.n && gnu_row(&o); i++)
            put_name(&o, im->names + im->objects[others.v[i]]);
    } else if (!o.failed) {
        linker_files(&o, &order);
    }
    free(order.v);
    free(others.v);
    return gnu_end(&o);
}
