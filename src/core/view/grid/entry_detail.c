/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an entry of the call graph says beside its rows of numbers: section titles, the lines below
 * the primary one, the detail line. */
#include "core/view/grid/entry_internal.h"

#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/utf8.h"
#include "core/view/number.h"
#include "core/view/rows/mpi_rows.h"

const char *entry_section_title(const struct entry_grid *x, enum entry_section s)
{
    static const char *const of_function[] = {"callers", "function", "members", "callees"};
    static const char *const of_cycle[] = {"callers into the cycle", "cycle", "members",
                                           "callees out of the cycle"};
    if (s == SECTION_MEMBERS && x->folded)
        return "members (folded)";
    return node_is_cycle(x->t.v.analysis, x->node) ? of_cycle[s] : of_function[s];
}

/* ---- beside names ---- */

void entry_member(const struct sheet *t, const struct entry_row *r, struct text *out)
{
    if (!node_is_cycle(t->v.analysis, entry_of(t)->node) || r->arc == NO_ID)
        return;
    const struct arc *c = &t->v.analysis->graph->arcs[r->arc];
    enum { MEMBER_INDEX = 40 }; /* columns of names from which on there is room for its number */
    const struct name_style style = sheet_name_style(t);
    node_id member = r->kind == ENTRY_CALLER ? c->to : c->from;
    size_t room = sheet_name_room(t), used = ENTRY_INDENT + label_marks_cols(&t->v, r->node, style);
    struct text words = {0};
    text_function_within(&words, &t->v, r->node, style, room * 2 / 3);
    used += utf8_cols(words.p, words.n);
    text_clear(&words);
    text_str(&words, r->kind == ENTRY_CALLER ? "  (to " : "  (from ");
    text_function_within(&words, &t->v, member, style, t->grid.uncut ? 0 : room / 4 + 4);
    if (room >= MEMBER_INDEX)
        text_index(&words, t->v.analysis, member);
    text_char(&words, ')');
    if (t->grid.uncut || used + utf8_cols(words.p, words.n) <= room)
        text_add(out, words.p, words.n);
    text_release(&words);
}

void entry_beside(const struct sheet *t, size_t used, struct text *out)
{
    const struct analysis *a = t->v.analysis;
    node_id n = entry_of(t)->node;
    struct text place = {0};
    if (node_is_cycle(a, n)) {
        text_printf(out, "  %u members", analysis_n_members(a, node_cycle_number(a, n)));
        return;
    }
    text_place(&place, &t->v, n, "");
    if (place.n && (t->grid.uncut || used + 3 + utf8_cols(place.p, place.n) <= t->style.cols)) {
        text_str(out, "   ");
        text_add(out, place.p, place.n);
    }
    text_release(&place);
}

/* ---- the lines below the primary one ---- */

enum { NOTE_INDENT = 10, NOTE_WORDS = 40, BAR_MIN = 4, BAR_MAX = 40 };

/* "self 36.7% |####      |" */
static void put_bar(const struct entry_grid *x, const char *what, double part, double whole,
                    struct line *out)
{
    double pct = percent(part, whole);
    int cols = ((int)x->t.style.cols - NOTE_INDENT - NOTE_WORDS) / 2;
    struct cell c = {entry_heat(pct), COLUMN_NONE, cols};
    const char *edge = x->t.style.ascii ? "|" : "\xe2\x94\x82";
    c.width = cols < BAR_MIN ? BAR_MIN : cols > BAR_MAX ? BAR_MAX : cols;
    text_printf(&out->text, "%s%6.1f%% %s", what, pct, edge);
    cell_bar(out, c, part_of(part, whole), x->t.style.ascii);
    text_str(&out->text, edge);
}

/* Without samples not even the error is known. */
static void put_error(struct text *t, const struct analysis *a, sym_id s)
{
    const struct amounts x = function_amounts(a, s);
    if (!(x.self > 0))
        text_str(t, "no samples of its own");
    else
        text_printf(t, "self +/- %.2f%s", value_of(&x, VALUE_ERROR, 1), unit_after(a->profile).s);
}

/* "   waited 1.20 s, 3.40 s with callees": the latter where call paths of waits are known. */
static void put_waits(struct text *t, const struct analysis *a, sym_id s)
{
    double own = a->samples->wait ? a->samples->wait[s] : 0;
    double all = a->paths && a->paths->wait ? a->paths->wait[s] : 0;
    if (!(own > 0 || all > 0) || !(a->rate_hz > 0))
        return;
    text_printf(t, "   waited %s", ticks_of(a, own).s);
    if (all > own)
        text_printf(t, ", %s with callees", ticks_of(a, all).s);
}

/* "self +/- 0.20 s (384 samples)   waited 0.12 s   8.69 us per call" */
static void put_facts(const struct entry_grid *x, struct line *out)
{
    const struct analysis *a = x->t.v.analysis;
    const struct amounts primary = node_amounts(a, x->node);
    const bool is_wide = x->t.style.cols >= 110;
    struct cell c = {ROLE_DIM, COLUMN_NONE, 0};
    size_t at = out->text.n;
    if (!node_is_cycle(a, x->node)) {
        double self = a->samples->self[x->node];
        struct text waits = {0};
        put_error(&out->text, a, x->node);
        put_waits(&waits, a, x->node);
        if (self > 0 && (is_wide || !waits.n))
            text_printf(&out->text, " (%s sample%s)", decimal_of(self, 0, true).s,
                        number_one(self, 0) ? "" : "s");
        text_add(&out->text, waits.p, waits.n);
        text_release(&waits);
        if (primary.child > 0)
            text_printf(&out->text, "   total +/- %.2f%s", value_of(&primary, VALUE_TOTAL_ERROR, 1),
                        unit_after(a->profile).s);
        text_str(&out->text, "   ");
    }
    line_mark(out, at, ROLE_DIM, COLUMN_NONE);
    if (!primary.calls)
        return;
    cell_seconds(out, c, &primary, VALUE_TOTAL_PER_CALL, unit_of(a->profile).s[0]);
    if (is_wide && primary.self + primary.child > 0) {
        text_str(&out->text, " +/- ");
        cell_seconds(out, c, &primary, VALUE_TOTAL_PER_CALL_ERROR, unit_of(a->profile).s[0]);
    }
    at = out->text.n;
    text_str(&out->text, " per call");
    line_mark(out, at, ROLE_DIM, COLUMN_NONE);
}

/* "819 of 842 samples, +/- 3.5%" */
static void put_samples(struct text *t, const struct entry_grid *x, double ticks)
{
    const double all = x->t.v.analysis->times->total;
    text_printf(t, "%s of %s sample%s", decimal_of(ticks, 0, true).s, decimal_of(all, 0, true).s,
                number_one(all, 0) ? "" : "s");
    if (ticks > 0)
        text_printf(t, ", +/- %.1f%%", percent(sampling_error(ticks), ticks));
}

void entry_note(const struct entry_grid *x, const struct entry_row *r, struct line *out)
{
    text_fill(&out->text, ' ', NOTE_INDENT);
    const size_t at = out->text.n;
    if (r->kind == ENTRY_BOUNDS && x->t.v.analysis->paths) {
        const struct amounts primary = node_amounts(x->t.v.analysis, x->node);
        text_str(&out->text, "measured: ");
        put_samples(&out->text, x, primary.self + primary.child);
        line_mark(out, at, ROLE_PLAIN, COLUMN_NONE);
    } else if (r->kind == ENTRY_BOUNDS) {
        /* "? between 0.0 and 75.0 %: time is shared out by calls" */
        struct cell c = {ROLE_STRONG, COLUMN_NONE, 1};
        struct range range;
        enum mark m = node_range(&x->t.v, x->node, &range);
        cell_mark(out, c, m);
        text_char(&out->text, ' ');
        size_t lo = out->text.n;
        text_bounds(&out->text, &x->t.v, m, &range);
        if (!records_all_calls(x->t.v.analysis->profile) && x->t.style.cols >= 110)
            text_str(&out->text, ", as far as they were recorded");
        line_mark(out, lo, ROLE_PLAIN, COLUMN_NONE);
    } else if (r->kind == ENTRY_BARS) {
        const struct node_time *t = &x->t.v.analysis->times->node[x->node];
        double whole = t->prop_self + t->prop_child;
        put_bar(x, "self", t->prop_self, whole, out);
        text_str(&out->text, "   ");
        put_bar(x, "children", t->prop_child, whole, out);
    } else if (r->kind == ENTRY_MPI) {
        text_mpi(&out->text, &x->t.v, x->node, x->t.style.cols < 110 ? 1 : 3);
        line_mark(out, at, ROLE_PLAIN, COLUMN_NONE);
    } else {
        put_facts(x, out);
    }
    out->pinned = out->text.n;
}

/* ---- the detail line ---- */

static void put_arc_facts(struct text *t, const struct entry_grid *x, const struct entry_row *r)
{
    const struct arc *c = &x->t.v.analysis->graph->arcs[r->arc];
    struct name_style plain = {x->t.style.names, x->t.style.ascii, false};
    struct entry_values v;
    entry_values(x->t.v.analysis, x->node, r, &v);
    if (x->t.v.analysis->paths && v.timed) {
        put_samples(t, x, v.amounts.self + v.amounts.child);
        if (v.amounts.wait > 0)
            text_printf(t, "   waited %s", ticks_of(x->t.v.analysis, v.amounts.wait).s);
        text_str(t, v.called ? "   " : "   calls not counted");
        if (!v.called)
            return;
    }
    if (!v.timed) {
        text_printf(
            t, c->from == c->to ? "%s" : "%s within the cycle",
            nouns_of(v.amounts.calls, c->from == c->to ? "recursive call" : "call", true).s);
        return;
    }
    text_printf(t, "%s of %s of ", count_of(v.amounts.calls, true).s,
                nouns_of(v.of, "call", true).s);
    text_name(t, &x->t.v, c->to, plain);
    if (r->kind == ENTRY_CALLEE || node_is_cycle(x->t.v.analysis, x->node)) {
        text_str(t, v.amounts.calls == 1 ? " comes from " : " come from ");
        text_name(t, &x->t.v, c->from, plain);
    }
}

static void put_node_facts(struct text *t, const struct entry_grid *x, node_id n)
{
    const struct analysis *a = x->t.v.analysis;
    if (node_is_cycle(a, n)) {
        text_printf(t, "%u functions that call each other; their times cannot be told apart",
                    analysis_n_members(a, node_cycle_number(a, n)));
        return;
    }
    if (x->t.style.cols >= 110) {
        text_range(t, &x->t.v, n);
        text_str(t, "   ");
    }
    if (a->rate_hz > 0 && x->t.style.brief && n == x->node) {
        /* What stands below the primary line where there is room for it. */
        struct line l = {0};
        put_facts(x, &l);
        text_add(t, l.text.p ? l.text.p : "", l.text.n);
        line_release(&l);
    } else if (a->rate_hz > 0) {
        put_error(t, a, n);
        put_waits(t, a, n);
    }
    const struct amounts amounts = node_amounts(a, n);
    text_over(t, value_of(&amounts, VALUE_TOTAL_PCT, 1));
}

static bool row_says(const struct sheet *t, uint32_t i, const char *what)
{
    struct line row = {0};
    grid_format(&t->grid, i, &row);
    const bool says = strstr(text_z(&row.text), what);
    line_release(&row);
    return says;
}

void entry_detail(const struct sheet *t, uint32_t i, struct line *out)
{
    const struct entry_grid *x = entry_of(t);
    const struct entry_row *r = &x->rows.v[i];
    const char *remark =
        r->kind == ENTRY_RULE          ? entry_section_title(x, (enum entry_section)r->section)
        : r->kind == ENTRY_UNKNOWN     ? "the stacks of these samples do not tell who called it"
        : r->kind == ENTRY_SELF        ? "the part of the entry's time that is its own"
        : r->kind != ENTRY_SPONTANEOUS ? NULL
        : label_uncounted(&x->t.v, x->node)
            ? "its library counts no calls: a build of it with -pg would"
            : "no recorded call: started from outside, or called by unprofiled code";
    if (remark) {
        text_fill(&out->text, ' ', GRID_GUTTER);
        text_str(&out->text, remark);
        return;
    }
    const char *gap = x->t.style.cols < 110 ? "  " : "   ";
    struct text facts = {0}, place = {0};
    if (!node_is_cycle(x->t.v.analysis, r->node)) {
        text_image(&facts, &x->t.v, r->node, gap);
        text_place(&place, &x->t.v, r->node, "");
        if (place.n && !row_says(t, i, text_z(&place)))
            text_printf(&facts, "%s%s", text_z(&place), gap);
        text_release(&place);
    }
    if (r->arc != NO_ID)
        put_arc_facts(&facts, x, r);
    else
        put_node_facts(&facts, x, r->node);
    line_detail(out, &x->t.style, &x->t.v, r->node, true, &facts);
}
