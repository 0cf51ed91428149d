/* SPDX-License-Identifier: GPL-3.0-or-later */
/* folded: a line per stack for flame-graph tools: frames from the outermost, separated by
 * semicolons, a blank, microseconds. The outermost frame of all says that stacks are estimated:
 * the tools know no comments. */
#include "core/view/format/stacks.h"

struct folded {
    struct gnu_out *out;
    struct rounding rounding;
};

static const char *const estimated_frame = "[estimated from call counts]";

static bool put_stack(void *ctx, const struct stack *s, double ticks)
{
    struct folded *x = ctx;
    struct text *t = &x->out->t;
    uint64_t us = rounding_take(&x->rounding, time_of(ticks, x->out->v->analysis->rate_hz, 1e6));
    if (!us)
        return true;
    if (s->estimated)
        text_str(t, estimated_frame);
    for (size_t i = 0; i < s->n; i++) {
        text_str(t, i || s->estimated ? ";" : "");
        const struct text *w = format_clean_node(x->out, stack_frame_name, s->frame[i], true);
        for (size_t k = 0; k < w->n; k++)
            text_char(t, w->p[k] == ';' ? ':' : w->p[k]);
        if (!gnu_row(x->out)) /* names may be long enough for that */
            return false;
    }
    text_char(t, ' ');
    text_uint(t, us, 0);
    text_char(t, '\n');
    return gnu_row(x->out);
}

void format_folded(struct gnu_out *o, uint32_t styles)
{
    struct folded x = {.out = o};
    const struct stack_taker taker = {put_stack, &x};
    const struct format_graph g = format_graph_of(x.out, styles);
    stacks_each(&g, &taker);
}
