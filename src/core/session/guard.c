/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/session/guard.h"

#include <math.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/stat.h"
#include "core/options/fail_if.h"
#include "core/select/symset.h"
#include "core/view/message.h"
#include "core/view/rows/diff_rows.h"

struct fail_guard {
    struct session *session;
    const struct view_diff *v;
    const char *program, *condition;
    struct fail_if rule;
    double *p; /* per row: probability that the rule judges by; below 0: it does not name the row */
    uint32_t n_named;
    struct guard_answer *out;
};

static const enum diff_value tested[] = {[FAIL_SELF] = DIFF_VALUE_SELF,
                                         [FAIL_TOTAL] = DIFF_VALUE_TOTAL,
                                         [FAIL_CALLS] = DIFF_VALUE_CALLS,
                                         [FAIL_PER_CALL] = DIFF_VALUE_PER_CALL};

static bool is_beyond_limit(const struct fail_guard *g, const struct diff_row *r)
{
    const struct fail_if *f = &g->rule;
    enum diff_value value = tested[f->what];
    double v = f->percent  ? diff_delta_pct(g->v->diff, r, value)
               : f->change ? diff_delta(g->v->diff, r, value)
                           : diff_value(g->v->diff, r, value, DIFF_NEW);
    return f->above ? v > f->limit : v < f->limit;
}

static void begin_line(const struct fail_guard *g)
{
    message_add(&g->out->why, g->program, strlen(g->program));
    text_str(&g->out->why, ": ");
    message_add(&g->out->why, g->condition, strlen(g->condition));
    text_str(&g->out->why, ": ");
}

static void add_name(const struct fail_guard *g, const struct diff_row *r)
{
    const struct name_style style = {NAME_FULL, true, false};
    if (g->rule.whole)
        text_str(&g->out->why, "total");
    else
        text_name_alone(&g->out->why, g->v->side[diff_row_side(r)], diff_row_symbol(r), style);
}

/* Calls are exact; that a time is real only runs can tell. */
static bool needs_runs(const struct fail_guard *g)
{
    return g->rule.real && g->rule.what != FAIL_CALLS;
}

/* p: the probability to judge a time by. */
static void check(const struct fail_guard *g, const struct diff_row *r, double p)
{
    const struct diff_test *t = &r->test[diff_time_of(tested[g->rule.what])];
    struct text *why = &g->out->why;
    bool nobody_knows = needs_runs(g) && t->p >= 0 && !t->by_runs; /* how runs of this row differ */
    bool is_real = needs_runs(g) ? diff_verdict_of(p, true) == DIFF_REAL
                                 : fabs(diff_delta(g->v->diff, r, DIFF_VALUE_CALLS)) > 0;
    if (!is_beyond_limit(g, r) || !(nobody_knows || !g->rule.real || is_real))
        return;
    begin_line(g);
    if (nobody_knows)
        text_str(why, "how runs differ is not known of ");
    add_name(g, r);
    if (!nobody_knows) {
        text_char(why, ' ');
        text_diff_words(why, g->v, r, g->n_named == 1);
    }
    text_char(why, '\n');
    *(nobody_knows ? &g->out->is_open : &g->out->holds) = true;
}

/* The functions of a session that a symspec means, outside of all options. */
static bool pick(const struct session *s, const char *spec, struct symset *out,
                 struct arena *memory, struct err *e)
{
    const struct filter filter = {spec, 1u << SET_FLAT_IN};
    const struct table_options table = settings_table(&s->settings);
    const struct analysis *a = s->analysis;
    struct sources *own = NULL;
    *out = (struct symset){0};
    if (!a->sources && symset_needs_sources(&filter, 1, 1u << SET_FLAT_IN, s->settings.strict)) {
        own = sources_new(a->table, &table, s->lookup.lines, s->request.progress, e);
        if (!own)
            return false;
    }
    const struct symset_source source = {a->table, own ? own : a->sources, &filter, 1,
                                         s->settings.strict};
    bool ok = symset_build(out, memory, &source, SET_FLAT_IN, e);
    arena_object_free(own);
    return ok;
}

/* ---- which rows ---- */

static bool name_rows(struct fail_guard *g, int side, const struct session *s, const char *spec,
                      struct err *e)
{
    const struct diff *d = g->v->diff;
    struct symset set;
    struct arena memory = {0};
    if (!pick(s, spec, &set, &memory, e))
        return false;
    for (sym_id y = 0; set.some && y < s->analysis->n_symbols; y++) {
        uint32_t row = d->row_of[side][y];
        if (!set.has[y] || g->p[row] >= 0 || isnan(g->p[row]))
            continue;
        g->p[row] = d->rows[row].test[diff_time_of(tested[g->rule.what])].p;
        g->n_named++;
    }
    arena_release(&memory);
    return true;
}

static bool check_rows(struct fail_guard *g, struct err *e)
{
    const struct diff *d = g->v->diff;
    struct arena memory = {0};
    g->p = arena_alloc(&memory, d->n_rows, sizeof *g->p);
    for (uint32_t i = 0; i < d->n_rows; i++)
        g->p[i] = -1;
    const char *spec = arena_text(&memory, g->rule.name, g->rule.n_name);
    bool ok = name_rows(g, DIFF_NEW, g->session, spec, e) &&
              name_rows(g, DIFF_OLD, session_old(g->session), spec, e) &&
              (g->n_named ||
               err_what(e, ERR_SPEC, NULL, "names no function of either side", g->condition));
    if (ok && g->n_named != 1) {
        /* The named ones are as many tests as there are of them. */
        double *named = arena_alloc(&memory, d->n_rows, sizeof *named);
        for (uint32_t i = 0; i < d->n_rows; i++)
            named[i] = g->p[i] >= 0 ? g->p[i] : NAN;
        stat_adjust(named, d->n_rows, named);
        for (uint32_t i = 0; i < d->n_rows; i++)
            g->p[i] = g->p[i] >= 0 ? named[i] : g->p[i];
    }
    for (uint32_t i = 0; ok && i < d->n_rows; i++)
        if (!(g->p[i] < 0))
            check(g, &d->rows[i], g->p[i]);
    arena_release(&memory);
    return ok;
}

static bool check_rule(struct fail_guard *g, struct err *e)
{
    const struct diff_row *total = &g->v->diff->total;
    g->n_named = g->rule.whole;
    if (needs_runs(g) && !g->v->diff->repeated) {
        const struct diff *d = g->v->diff;
        struct text *why = &g->out->why;
        begin_line(g);
        text_printf(why, "%u and %u runs cannot decide it", (unsigned)d->side[DIFF_OLD].n_runs,
                    (unsigned)d->side[DIFF_NEW].n_runs);
        if (diff_has_times(d))
            text_str(why, "; ");
        text_diff_more_runs(why, g->v);
        text_char(why, '\n');
        g->out->is_open = true;
    } else if (g->rule.whole)
        check(g, total, total->test[diff_time_of(tested[g->rule.what])].p);
    else
        return check_rows(g, e);
    return true;
}

bool session_guard(struct session *s, const char *program, struct guard_answer *out, struct err *e)
{
    struct fail_guard g = {.session = s, .program = program, .out = out};
    bool ok = true;
    if (!s->settings.n_fail_ifs)
        return true;
    g.v = session_diff(s, e);
    for (size_t i = 0; g.v && ok && i < s->settings.n_fail_ifs; i++) {
        g.condition = s->settings.fail_ifs[i];
        ok = fail_if_parse(&g.rule, g.condition, e) && check_rule(&g, e);
    }
    return g.v && ok;
}
