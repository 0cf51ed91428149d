/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dot: the call graph as a drawing for graphviz. Functions are boxes, the redder and larger the
 * more of the time they and their callees take; cycles are frames around their members; arcs are
 * as thick as the time that flows up. What is too small to matter (--min-function) is
 * left out, since nobody can read thousands of boxes, and the drawing says how much that is. */
#include <math.h>
#include <stdlib.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/view/format/parts.h"
#include "core/view/number.h"

struct dot {
    struct gnu_out *out;
    struct format_graph graph;
    const struct analysis *a;
    struct {
        uint64_t functions, arcs;
        double self; /* ticks of these functions themselves */
    } left_out;
};

static double total(const struct dot *x)
{
    return x->graph.arcs ? x->a->times->total : x->a->samples->total;
}

/* v, but at least 0 and at most `most`; 0 for NaN. */
static double clamp(double v, double most)
{
    return v > 0 ? fmin(v, most) : 0;
}

/* The part of the total that a time is, 0 to 1. */
static double share(const struct dot *x, double ticks)
{
    return clamp(part_of(ticks, total(x)), 1);
}

/* Append words inside a quoted string, so that graphviz takes none of them for an escape. */
static void put_words(struct dot *x, const struct text *w)
{
    struct text *t = &x->out->t;
    for (size_t i = 0; i < w->n; i++) {
        if (w->p[i] == '"' || w->p[i] == '\\')
            text_char(t, '\\');
        text_char(t, w->p[i]);
    }
}

static void put_name(struct dot *x, node_id n)
{
    put_words(x, format_clean_node(x->out, format_label, n, true));
}

static void put_seconds(struct dot *x, double ticks)
{
    struct unit_name unit = unit_of(x->a->profile);
    double v = time_of(ticks, x->a->rate_hz, 1);
    if (!isfinite(v))
        return;
    text_fixed(&x->out->t, v, 0, 2);
    put_words(x, format_clean(x->out, unit.s, true));
}

static double percent_of_all(const struct dot *x, double ticks)
{
    return clamp(percent_or_0(ticks, total(x)), 100);
}

/* ---- functions ---- */

static double with_callees(const struct dot *x, sym_id s)
{
    const struct node_time *t = &x->a->times->node[s];
    return x->graph.arcs ? t->prop_self + t->prop_child : format_self(&x->graph, s);
}

/* Two lines: percent and seconds of `all`, each with what of it is `self`. */
static void put_times(struct dot *x, double all, double self)
{
    struct text *t = &x->out->t;
    if (!(x->a->rate_hz > 0))
        return;
    text_printf(t, "\\n%.1f%% (self %.1f%%)\\n", percent_of_all(x, all), percent_of_all(x, self));
    put_seconds(x, all);
    text_str(t, " (self ");
    put_seconds(x, self);
    text_char(t, ')');
}

static void put_calls(struct dot *x, sym_id s)
{
    struct text *t = &x->out->t;
    const unsigned long long calls = x->a->graph->calls[s], recursion = x->a->graph->recursion[s];
    if (recursion)
        text_printf(t, "\\n%llu+%llu calls", calls, recursion);
    else if (calls)
        text_printf(t, "\\n%llu call%s", calls, plural(calls));
}

static void put_node(struct dot *x, sym_id s)
{
    struct text *t = &x->out->t;
    text_printf(t, "  n%u [label=\"", (unsigned)s);
    put_name(x, s);
    if (x->graph.shown[s] & FORMAT_OWN) {
        put_times(x, with_callees(x, s), format_self(&x->graph, s));
        put_calls(x, s);
        /* Hue from blue to red, and letters up to twice as large. */
        double part = sqrt(share(x, with_callees(x, s)));
        text_printf(t, "\" fillcolor=\"%.3f %.3f 1.000\" fontsize=%.1f];\n", 0.6 - 0.6 * part,
                    0.15 + 0.55 * part, 10 + 10 * part);
    } else {
        text_str(t, "\" style=dashed];\n");
    }
}

/* ---- what is drawn ---- */

/* Beside FORMAT_OWN and FORMAT_NAMED. */
enum { DOT_SMALL = 4, DOT_DRAWN = 8 };

/* --min-function and, of what a function of that time has, what arcs must carry: percent. */
static double least_arc(const struct dot *x)
{
    return x->out->v->settings->min_function / 5;
}

/* Without time nothing is small. */
static bool is_small(const struct dot *x, double ticks, double least)
{
    return total(x) > 0 && percent_or_0(ticks, total(x)) < least;
}

static bool draws_arc(const struct dot *x, arc_id i)
{
    const struct arc *arc = &x->a->graph->arcs[i];
    struct arc_time t = arc_time(x->a, i);
    return format_has_arc(&x->graph, i) &&
           !((x->graph.shown[arc->from] | x->graph.shown[arc->to]) & DOT_SMALL) &&
           (arc_is_inner(x->a, i) || !is_small(x, t.self + t.child, least_arc(x)));
}

static bool is_entry(const struct dot *x, arc_id i)
{
    const struct arc *arc = &x->a->graph->arcs[i];
    const uint32_t *cycle = x->a->cycles->cycle;
    struct arc_time t = arc_time(x->a, i);
    return cycle[arc->to] && cycle[arc->to] != cycle[arc->from] && format_has_arc(&x->graph, i) &&
           !is_small(x, t.self + t.child, least_arc(x));
}

/* Where a cycle has members that are large enough, those that large arcs enter it by are drawn,
 * too: else the graph would fall apart there. */
static void keep_entries(struct dot *x)
{
    const struct cycles *c = x->a->cycles;
    uint8_t *shown = x->graph.shown;
    bool *drawn = mem_array((size_t)c->n_cycles + 1, sizeof *drawn);
    for (sym_id s = 0; s < x->a->n_symbols; s++)
        drawn[c->cycle[s]] |= shown[s] & DOT_DRAWN;
    for (arc_id i = 0; i < x->a->graph->n_arcs; i++) {
        sym_id to = x->a->graph->arcs[i].to;
        if (is_entry(x, i) && drawn[c->cycle[to]])
            shown[to] =
                (uint8_t)((shown[to] & ~DOT_SMALL) | (shown[to] & DOT_SMALL ? DOT_DRAWN : 0));
    }
    free(drawn);
}

static bool is_drawn(const struct dot *x, sym_id s)
{
    return x->graph.shown[s] & DOT_DRAWN;
}

/* ---- cycles ---- */

static void put_cycle(struct dot *x, uint32_t cycle)
{
    struct text *t = &x->out->t;
    const struct cycles *c = x->a->cycles;
    const struct node_time *whole = &x->a->times->node[cycle_node(x->a, cycle)];
    text_printf(t, "  subgraph cluster_%u {\n  style=rounded;\n  label=\"", (unsigned)cycle);
    put_name(x, cycle_node(x->a, cycle));
    if (analysis_has_entry(x->a, cycle_node(x->a, cycle), x->out->v->settings->unused))
        put_times(x, whole->prop_self + whole->prop_child, whole->prop_self);
    text_str(t, "\";\n");
    for (uint32_t i = c->member_lo[cycle - 1]; i < c->member_lo[cycle] && gnu_row(x->out); i++)
        if (is_drawn(x, c->member[i]))
            put_node(x, c->member[i]);
    text_str(t, "  }\n");
}

/* Whether a frame would hold anything. */
static bool has_members(const struct dot *x, uint32_t cycle)
{
    const struct cycles *c = x->a->cycles;
    for (uint32_t i = c->member_lo[cycle - 1]; i < c->member_lo[cycle]; i++)
        if (is_drawn(x, c->member[i]))
            return true;
    return false;
}

/* ---- arcs ---- */

/* Arcs within a cycle carry no time: dotted. */
static void put_arc(struct dot *x, arc_id i)
{
    struct text *t = &x->out->t;
    struct entry_arc arc = entry_arc(x->a, i);
    double ticks = arc.time.self + arc.time.child;
    text_printf(t, "  n%u -> n%u [label=\"", (unsigned)arc.from, (unsigned)arc.to);
    const bool is_counted = arc.count || !x->a->paths;
    if (is_counted)
        text_uint(t, arc.count, 0);
    if (arc.kind == ARC_PLAIN) {
        text_str(t, x->a->rate_hz > 0 && is_counted ? "\\n" : "");
        put_seconds(x, ticks);
        text_printf(t, "\" penwidth=%.2f weight=%.0f", 0.5 + 4.5 * share(x, ticks),
                    1 + 99 * share(x, ticks));
    } else {
        text_str(t, "\" style=dotted");
    }
    text_str(t, "];\n");
}

static void draw(struct dot *x)
{
    struct text *t = &x->out->t;
    text_str(t, "digraph \"");
    put_words(x, format_clean(x->out, x->a->profile->image->path, true));
    /* Without newrank graphviz gives up on frames that arcs join in both directions. */
    text_str(t, "\" {\n  newrank=true;\n"
                "  node [shape=box style=filled fillcolor=white fontname=Helvetica];\n"
                "  edge [fontname=Helvetica fontsize=9];\n");
    if (x->left_out.functions || x->left_out.arcs) {
        /* The label of the drawing. */
        const struct settings *s = x->out->v->settings;
        text_printf(t, "  fontname=Helvetica;\n  label=\"functions left out: %llu, each under ",
                    (unsigned long long)x->left_out.functions);
        format_number(t, s->min_function);
        text_printf(t, "%% of the time (together %.1f%% self)\\larcs left out: %llu, under ",
                    percent_of_all(x, x->left_out.self), (unsigned long long)x->left_out.arcs);
        format_number(t, least_arc(x));
        text_str(t, "% or of such functions\\l--min-function=0 draws all\\l\";\n");
    }
    for (sym_id s = 0; s < x->a->n_symbols && gnu_row(x->out); s++)
        if (is_drawn(x, s) && !(x->graph.arcs && x->a->cycles->cycle[s]))
            put_node(x, s);
    for (uint32_t c = 1; x->graph.arcs && c <= x->a->cycles->n_cycles && gnu_row(x->out); c++)
        if (has_members(x, c))
            put_cycle(x, c);
    for (arc_id i = 0; i < x->a->graph->n_arcs && gnu_row(x->out); i++)
        if (draws_arc(x, i))
            put_arc(x, i);
    text_str(t, "}\n");
}

void format_dot(struct gnu_out *o, uint32_t styles)
{
    struct dot x = {.out = o, .a = o->v->analysis};
    x.graph = format_graph_of(x.out, styles);

    /* Mark what is drawn: functions that are large enough, and those that only others name where an
     * arc to them is. */
    const struct arc *arcs = x.a->graph->arcs;
    uint8_t *shown = x.graph.shown;
    for (sym_id s = 0; s < x.a->n_symbols; s++)
        if (shown[s] & FORMAT_OWN)
            shown[s] |= is_small(&x, with_callees(&x, s), x.out->v->settings->min_function)
                            ? DOT_SMALL
                            : DOT_DRAWN;
    if (x.graph.arcs)
        keep_entries(&x);
    for (arc_id i = 0; i < x.a->graph->n_arcs; i++)
        if (draws_arc(&x, i)) {
            shown[arcs[i].from] |= DOT_DRAWN;
            shown[arcs[i].to] |= DOT_DRAWN;
        } else if (format_has_arc(&x.graph, i)) {
            x.left_out.arcs++;
        }
    for (sym_id s = 0; s < x.a->n_symbols; s++) {
        if (!shown[s] || shown[s] & DOT_DRAWN)
            continue;
        x.left_out.functions++;
        x.left_out.self += format_self(&x.graph, s);
    }

    draw(&x);
}
