/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/cycle_lines.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/view/label.h"
#include "core/view/number.h"
#include "core/view/rows/row_order.h"
#include "core/view/values.h"

enum {
    CALLERS_MOST = 5,
    ARCS_MOST = 100,
    MEMBERS_MOST = 5,
    CUT_ARCS_MOST = 8,
    NAME_COLS_MIN = 16,
    FRAME_COLS = 6,
};

/* What is being written. */
struct cycle_writer {
    struct cycle_lines *out;
    const struct view_context *v;
    const struct analysis *a;
    const struct grid_style *style;
    struct text t; /* the line */
};

static void end_line(struct cycle_writer *w, enum cycle_line_kind kind, uint32_t which)
{
    struct cycle_lines *l = w->out;
    const char *text = arena_text(&l->memory, w->t.p ? w->t.p : "", w->t.n);
    text_clear(&w->t);
    mem_append(&l->v, &l->n, &(struct cycle_line){kind, which, text}, sizeof *l->v);
}

/* A name within the columns that are left on the line, shared by `parts` of them. */
static void put_name(struct cycle_writer *w, node_id n, int parts, size_t used)
{
    const struct name_style style = {.level = w->style->names, .ascii = w->style->ascii};
    size_t cols = w->style->cols > used + FRAME_COLS ? w->style->cols - used - FRAME_COLS : 0;
    cols /= (size_t)parts;
    text_function_within(&w->t, w->v, n, style, cols < NAME_COLS_MIN ? NAME_COLS_MIN : cols);
}

/* "0.97 s (72.1 %)" */
static void put_time(struct text *t, const struct analysis *a, node_id n)
{
    const struct amounts x = node_amounts(a, n);
    if (a->rate_hz > 0)
        text_printf(t, "%.2f %s (%.1f %%)", value_of(&x, VALUE_TOTAL, 1), unit_of(a->profile).s,
                    value_of(&x, VALUE_TOTAL_PCT, 1));
    else
        text_str(t, "no time");
}

/* ---- all cycles ---- */

/* The columns of the list: "cycle", time, functions, calls from outside and inside, a member. */
enum { CYCLE_COLS = 7, TIME_COLS = 18, COUNT_COLS = 11 };

static void put_cell(struct cycle_writer *w, uint64_t n)
{
    size_t cols = count_cols(n, true);
    text_fill(&w->t, ' ', cols < COUNT_COLS ? COUNT_COLS - cols : 1);
    text_count(&w->t, n, true);
}

/* The member with most time of its own. */
static sym_id hottest(const struct analysis *a, uint32_t cycle)
{
    uint32_t lo = a->cycles->member_lo[cycle - 1];
    sym_id best = a->cycles->member[lo];
    for (uint32_t i = lo; i < a->cycles->member_lo[cycle]; i++)
        if (a->samples->self[a->cycles->member[i]] > a->samples->self[best])
            best = a->cycles->member[i];
    return best;
}

static double total_of(const void *ctx, node_id n)
{
    const struct analysis *a = ctx;
    return a->times->node[n].prop_self + a->times->node[n].prop_child;
}

/* Nodes with most time first. */
static void sort_by_time(const struct analysis *a, node_id *nodes, uint32_t n)
{
    row_order_sort(nodes, n, &(struct row_order){.number = total_of, .ctx = a});
}

void cycle_lines_all(struct cycle_lines *out, const struct view_context *v,
                     const struct grid_style *style)
{
    struct cycle_writer w = {.out = out, .v = v, .a = v->analysis, .style = style};
    const uint32_t n = w.a->cycles->n_cycles;
    node_id *nodes = mem_array_raw(n, sizeof *nodes);
    /* Without room for all, the name comes first. */
    const bool all_columns = style->cols >= CYCLE_COLS + TIME_COLS + 3 * COUNT_COLS + NAME_COLS_MIN;
    text_left(&w.t, " cycle", CYCLE_COLS);
    text_right(&w.t, "time", TIME_COLS);
    if (all_columns)
        text_right(&w.t, "functions", COUNT_COLS);
    text_right(&w.t, "calls in", COUNT_COLS);
    if (all_columns)
        text_right(&w.t, "inside", COUNT_COLS);
    text_str(&w.t, "  hottest");
    end_line(&w, CYCLE_LINE_HEAD, 0);
    for (uint32_t i = 0; i < n; i++)
        nodes[i] = cycle_node(w.a, i + 1);
    sort_by_time(w.a, nodes, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t cycle = node_cycle_number(w.a, nodes[i]);
        const struct analysis *a = w.a;
        node_id node = cycle_node(a, cycle);
        struct text time = {0};
        text_printf(&w.t, " %-*u", CYCLE_COLS - 1, cycle);
        put_time(&time, a, node);
        text_right(&w.t, text_z(&time), TIME_COLS);
        text_release(&time);
        if (all_columns)
            put_cell(&w, analysis_n_members(a, cycle));
        put_cell(&w, node_calls(a, node));
        if (all_columns)
            put_cell(&w, node_recursion(a, node));
        text_str(&w.t, "  ");
        put_name(&w, hottest(a, cycle), 1, w.t.n);
        end_line(&w, CYCLE_LINE_CYCLE, cycle);
    }
    free(nodes);
    text_release(&w.t);
}

/* ---- one cycle ---- */

/* "  1,234 of 5,678 calls  f -> g" */
static void put_arc(struct cycle_writer *w, arc_id arc, uint64_t of, enum cycle_line_kind kind,
                    uint32_t which)
{
    const struct arc *x = &w->a->graph->arcs[arc];
    text_printf(&w->t, "  %s", count_of(x->count, true).s);
    if (of)
        text_printf(&w->t, " of %s", count_of(of, true).s);
    text_str(&w->t, x->count == 1 && !of ? " call   " : " calls  ");
    put_name(w, x->from, 2, w->t.n + 4);
    text_str(&w->t, " -> ");
    put_name(w, x->to, 1, w->t.n);
    end_line(w, kind, which);
}

/* All calls of the functions that the arcs of a cut call. */
static uint64_t callees_calls(const struct analysis *a, const struct cut *c)
{
    uint64_t sum = 0;
    bool *counted = mem_array(a->n_symbols, sizeof *counted);
    for (uint32_t i = 0; i < c->n_arcs; i++) {
        sym_id to = a->graph->arcs[c->arcs[i]].to;
        sum += counted[to] ? 0 : a->graph->calls[to];
        counted[to] = true;
    }
    free(counted);
    return sum;
}

static void put_cut(struct cycle_writer *w, const struct cycle_shown *c, uint32_t at)
{
    const struct cut *cut = &c->cuts->cut[at];
    text_printf(&w->t, "  cut %s, lose %s", nouns_of(cut->n_arcs, "arc", true).s,
                nouns_of(cut->lost, "call", true).s);
    end_line(w, CYCLE_LINE_CUT, at);
    for (uint32_t i = 0; i < cut->n_arcs && i < CUT_ARCS_MOST; i++) {
        text_str(&w->t, "  ");
        put_arc(w, cut->arcs[i], 0, CYCLE_LINE_CUT, at);
    }
    if (cut->n_arcs > CUT_ARCS_MOST) {
        text_printf(&w->t, "    and %u more", cut->n_arcs - CUT_ARCS_MOST);
        end_line(w, CYCLE_LINE_CUT, at);
    }
    if (c->without[at]) {
        /* What the members have without the arcs of cut `at`, those with most time first. */
        const struct analysis *without = c->without[at];
        uint32_t n = analysis_n_members(w->a, c->cycle);
        const sym_id *member = w->a->cycles->member + w->a->cycles->member_lo[c->cycle - 1];
        sym_id *ids = mem_array_raw(n, sizeof *ids);
        memcpy(ids, member, n * sizeof *ids);
        sort_by_time(without, ids, n);
        for (uint32_t i = 0; i < n && i < MEMBERS_MOST; i++) {
            text_str(&w->t, "      then ");
            put_time(&w->t, without, ids[i]);
            text_str(&w->t, "  ");
            put_name(w, ids[i], 1, w->t.n);
            end_line(w, CYCLE_LINE_CUT, at);
        }
        if (n > MEMBERS_MOST) {
            text_printf(&w->t, "      and %u more", n - MEMBERS_MOST);
            end_line(w, CYCLE_LINE_CUT, at);
        }
        free(ids);
    }
}

void cycle_lines_one(struct cycle_lines *out, const struct view_context *v,
                     const struct cycle_shown *c, const struct grid_style *style)
{
    struct cycle_writer w = {.out = out, .v = v, .a = v->analysis, .style = style};
    node_id n = cycle_node(w.a, c->cycle);
    put_time(&w.t, w.a, n);
    text_printf(&w.t, ", %s; Enter opens its entry",
                nouns_of(analysis_n_members(w.a, c->cycle), "function", true).s);
    end_line(&w, CYCLE_LINE_ENTRY, c->cycle);
    struct entry_arcs arcs;
    analysis_cycle_arcs(w.a, c->cycle, false, &arcs);
    entry_arcs_sort(arcs.v, (uint32_t)arcs.n, true);
    text_str(&w.t, arcs.n ? "entered from outside by" : "nothing known calls it from outside");
    end_line(&w, CYCLE_LINE_HEAD, 0);
    for (size_t i = 0; i < arcs.n && i < CALLERS_MOST; i++)
        put_arc(&w, arcs.v[i].arc, 0, CYCLE_LINE_TEXT, 0);
    if (arcs.n > CALLERS_MOST) {
        text_printf(&w.t, "  and %zu more", arcs.n - CALLERS_MOST);
        end_line(&w, CYCLE_LINE_TEXT, 0);
    }
    free(arcs.v);
    const struct cut *best = &c->cuts->cut[0];
    /* The recursion of an algorithm rather than an accident: even the cut that loses the fewest
     * calls loses a tenth or more of all calls of the functions called there. Then no cut leaves
     * times that mean what they say. */
    bool real = best->lost > 0 && (double)best->lost * 10 >= (double)callees_calls(w.a, best);
    text_printf(&w.t, "%s%s of %s there.",
                real ? "Real recursion: the best cut loses " : "Closed by few calls: ",
                count_of(best->lost, true).s, nouns_of(callees_calls(w.a, best), "call", true).s);
    end_line(&w, CYCLE_LINE_TEXT, 0);
    text_str(&w.t, real ? "Its members share one time, which no cut divides as it was."
                        : "Without these, its members have times of their own.");
    end_line(&w, CYCLE_LINE_TEXT, 0);
    text_str(&w.t, c->cuts->exact ? "smallest cuts (all were tried); Enter makes one, as -k"
                                  : "a small cut (Eades, Lin, Smyth 1993); Enter makes it, as -k");
    end_line(&w, CYCLE_LINE_HEAD, 0);
    for (uint32_t i = 0; i < c->cuts->n_cuts; i++)
        put_cut(&w, c, i);
    text_str(&w.t, "calls inside; Enter leaves an arc out, as -k");
    end_line(&w, CYCLE_LINE_HEAD, 0);
    for (uint32_t i = 0; i < c->cuts->n_inner && i < ARCS_MOST; i++) {
        sym_id to = w.a->graph->arcs[c->cuts->inner[i]].to;
        put_arc(&w, c->cuts->inner[i], w.a->graph->calls[to], CYCLE_LINE_ARC, c->cuts->inner[i]);
    }
    if (c->cuts->n_inner > ARCS_MOST) {
        text_printf(&w.t, "  and %u more", c->cuts->n_inner - ARCS_MOST);
        end_line(&w, CYCLE_LINE_TEXT, 0);
    }
    text_release(&w.t);
}

void cycle_lines_release(struct cycle_lines *l)
{
    arena_release(&l->memory);
    free(l->v);
    *l = (struct cycle_lines){0};
}
