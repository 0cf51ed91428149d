/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/tree_rows.h"

#include "core/base/mem.h"
#include "core/view/label.h"
#include "core/view/number.h"

const struct tree_kind_words tree_kinds[N_TREE_KINDS] = {
    [TREE_FUNCTION] = {"<all>", "in all"},
    [TREE_CUT] = {"<cut paths>", "of whose callers only the inner ones are known"},
    [TREE_UNREAD] = {"<no paths>", "on stacks that are not known"},
    [TREE_NOWHERE] = {"<no image>", "whose paths begin at addresses of no image"},
    [TREE_UNNAMED] = {"<no function>", "that hit no function"},
    [TREE_LOST] = {"<no room>", "for which the tree of paths was full"},
    [TREE_LEFT_OUT] = {"<left out by -e -E -f -F>", "that filters of time take out"},
};

struct amounts tree_amounts(const struct call_tree *t, uint32_t top, uint32_t node)
{
    const struct tree_node *x = &t->nodes[node];
    return (struct amounts){.hz = t->analysis->rate_hz,
                            .self = x->self,
                            .child = x->all - x->self,
                            .calls = tree_calls(t, node),
                            .wait = t->has_waits ? x->beside_all : -1,
                            .all = t->nodes[top].all,
                            .wait_all = t->has_waits ? t->nodes[top].beside_all : 0};
}

void text_tree_bar(struct text *out, const struct call_tree *t, uint32_t top,
                   const struct tree_row *bar)
{
    const struct amounts x = tree_amounts(t, top, bar->node);
    const struct unit_name unit = unit_after(t->analysis->profile);
    const double here = x.self + x.child;
    text_printf(out, "%.1f%%  %.2f%s", value_of(&x, VALUE_TOTAL_PCT, 1),
                seconds_or_0(t->analysis, here), unit.s);
    if (here > 0)
        text_printf(out, " +/-%.1f%%", percent(sampling_error(here), here));
    if (!t->down) /* from the other end it is what nobody called */
        text_printf(out, ", self %.2f%s", seconds_or_0(t->analysis, x.self), unit.s);
    if (x.wait > 0)
        text_printf(out, ", wait %.2f%s", seconds_or_0(t->analysis, x.wait), unit.s);
    if (x.calls)
        text_printf(out, ", %s", nouns_of(x.calls, "call", true).s);
    if (bar->n_small)
        text_printf(out, ", +%s smaller", count_of(bar->n_small, true).s);
}

/* ---- bars ---- */

struct tree_row *icicle_bars(struct call_tree *t, uint32_t top, uint32_t cols, size_t *n)
{
    const double column = tree_weight(t, top) / cols;
    /* The last one that is left is next, if it has columns. */
    struct tree_row *done = NULL, *left = mem_array(1, sizeof *left);
    size_t left_cap = 1, n_left = 1;
    left[0] = (struct tree_row){.node = top, .hi = cols};
    *n = 0;
    while (n_left) {
        struct tree_row bar = left[--n_left];
        if (bar.lo == bar.hi)
            continue;
        tree_open(t, bar.node);
        const struct tree_node x = t->nodes[bar.node];
        mem_grow(&left, &left_cap, n_left + x.n_children, sizeof *left);
        double at = bar.at, small = 0;
        uint32_t lo = bar.lo;
        n_left += x.n_children;
        for (uint32_t i = 0; i < x.n_children; i++) {
            const double weight = tree_weight(t, x.child + i);
            uint32_t hi = (uint32_t)fmin(round((at + weight) / column), bar.hi);
            hi = weight < column || hi < lo ? lo : hi;
            left[n_left - 1 - i] = (struct tree_row){
                .node = x.child + i, .level = bar.level + 1, .lo = lo, .hi = hi, .at = at};
            *(hi > lo ? &at : &small) += weight;
            bar.n_small += hi == lo;
            lo = hi;
        }
        bar.small_lo = lo;
        bar.small_hi = (uint32_t)fmin(round(fmax((at + small) / column, lo)), bar.hi);
        mem_append(&done, n, &bar, sizeof bar);
    }
    free(left);
    return done;
}
