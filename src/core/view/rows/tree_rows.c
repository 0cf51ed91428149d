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
                            .wait = t->has_waits ? x->beside_all : -1,
                            .all = t->nodes[top].all,
                            .wait_all = t->has_waits ? t->nodes[top].beside_all : 0};
}

void text_tree_bar(struct text *out, const struct call_tree *t, const struct amounts *x,
                   const struct icicle_bar *bar, bool grouped)
{
    const struct unit_name unit = unit_after(t->analysis->profile);
    const uint64_t calls = tree_calls(t, bar->node);
    const double here = x->self + x->child;
    text_printf(out, "%.1f%%  %.2f%s", value_of(x, VALUE_TOTAL_PCT, 1),
                seconds_or_0(t->analysis, here), unit.s);
    if (here > 0)
        text_printf(out, " +/-%.1f%%", percent(sampling_error(here), here));
    if (!t->down) /* from the other end it is what nobody called */
        text_printf(out, ", self %.2f%s", seconds_or_0(t->analysis, x->self), unit.s);
    if (x->wait > 0)
        text_printf(out, ", wait %.2f%s", seconds_or_0(t->analysis, x->wait), unit.s);
    if (calls)
        text_printf(out, ", %s", nouns_of(calls, "call", grouped).s);
    if (bar->n_small)
        text_printf(out, ", +%s smaller", count_of(bar->n_small, grouped).s);
}

/* ---- bars ---- */

struct bars {
    struct icicle_bar *v;
    size_t cap;
    uint32_t n;
};

static void add_bar(struct bars *b, struct icicle_bar bar)
{
    mem_grow(&b->v, &b->cap, (size_t)b->n + 1, sizeof *b->v);
    b->v[b->n++] = bar;
}

struct icicle_bar *icicle_bars(struct call_tree *t, uint32_t top, uint32_t cols, uint32_t *n)
{
    const double column = tree_weight(t, top) / cols;
    struct bars done = {0}, left = {0}; /* the next one is the last */
    add_bar(&left, (struct icicle_bar){.node = top, .hi = cols});
    while (left.n) {
        struct icicle_bar bar = left.v[--left.n];
        tree_open(t, bar.node);
        const struct tree_node x = t->nodes[bar.node];
        const uint32_t first = left.n;
        double at = bar.at, small = 0;
        uint32_t lo = bar.lo;
        for (uint32_t i = x.child; i < x.child + x.n_children; i++) {
            const double weight = tree_weight(t, i);
            const uint32_t hi = (uint32_t)fmin(round((at + weight) / column), bar.hi);
            if (weight < column || hi <= lo) {
                small += weight;
                bar.n_small++;
                continue;
            }
            add_bar(&left, (struct icicle_bar){
                               .node = i, .level = bar.level + 1, .lo = lo, .hi = hi, .at = at});
            at += weight;
            lo = hi;
        }
        bar.small_lo = lo;
        bar.small_hi = (uint32_t)fmin(round(fmax((at + small) / column, lo)), bar.hi);
        add_bar(&done, bar);
        for (uint32_t i = first, k = left.n; i + 1 < k; i++) { /* their order is that of the tree */
            const struct icicle_bar swap = left.v[i];
            left.v[i] = left.v[--k];
            left.v[k] = swap;
        }
    }
    free(left.v);
    *n = done.n;
    return done.v;
}
