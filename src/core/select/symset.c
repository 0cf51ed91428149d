/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/symset.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/select/side_match.h"
#include "core/select/symset_runs.h"

/* ---- sets ---- */

/* Work space while specifications are resolved one by one, later options first. */
struct builder {
    const struct symset_source *src;
    enum filter_set which;
    uint8_t *hit;
    uint8_t *has;
    struct runs runs;
    bool some;
};

static void builder_init(struct builder *b, const struct symset_source *src, enum filter_set which)
{
    *b = (struct builder){.src = src, .which = which};
    b->hit = mem_array_raw(src->table->n_symbols, 1);
    b->has = mem_array(src->table->n_symbols, 1);
}

static void builder_release(struct builder *b)
{
    free(b->hit);
    free(b->has);
    free(b->runs.v);
}

/* Mark the members of all runs. Returns whether there was any run with extent. */
static bool mark_members(const struct builder *b, uint8_t *has)
{
    bool some = false;
    for (size_t i = 0; i < b->runs.n; i++)
        some |= run_mark(&b->runs, i, b->src->table, has);
    return some;
}

/* Take the symbols in hit as one specification more. */
static void take_hits(struct builder *b, uint32_t owner, bool exact)
{
    size_t before = b->src->strict ? b->runs.n : 0;
    b->runs.n = before;
    runs_add(&b->runs, b->src->table, b->hit, owner, exact);
    if (!b->src->strict)
        b->some |= mark_members(b, b->has);
}

static void finish_set(struct builder *b)
{
    if (!b->src->strict)
        return;
    runs_displace(&b->runs);
    b->some = mark_members(b, b->has);
}

static bool feeds(const struct filter *f, enum filter_set which)
{
    return f->sets >> which & 1;
}

static bool has_runtime_excludes(enum filter_set which)
{
    return which == SET_FLAT_EX || which == SET_GRAPH_EX || which == SET_TIME_EX;
}

static bool take_filters(struct builder *b, struct err *e)
{
    if (has_runtime_excludes(b->which)) {
        runtime_match(b->src, b->hit);
        take_hits(b, 0, false);
    }
    for (size_t i = b->src->n_filters; i-- > 0;) {
        const struct filter *f = &b->src->filters[i];
        struct symspec spec;
        if (!feeds(f, b->which))
            continue;
        filter_symspec(f, b->src->strict, &spec);
        if (!side_match(b->src, &spec.left, b->hit, e))
            return false;
        take_hits(b, 0, side_is_exact(&spec.left));
    }
    return true;
}

static bool any_filter(const struct symset_source *src, enum filter_set which)
{
    for (size_t i = 0; i < src->n_filters; i++)
        if (feeds(&src->filters[i], which))
            return true;
    return false;
}

bool symset_build(struct symset *out, const struct symset_source *src, enum filter_set which,
                  struct err *e)
{
    struct builder b;
    *out = (struct symset){0};
    if (!has_runtime_excludes(which) && !any_filter(src, which))
        return true;
    builder_init(&b, src, which);
    bool ok = take_filters(&b, e);
    if (ok)
        finish_set(&b);
    if (ok && b.some) {
        *out = (struct symset){true, b.has};
        b.has = NULL;
    }
    builder_release(&b);
    return ok;
}

void symset_release(struct symset *s)
{
    free(s->has);
    *s = (struct symset){0};
}

/* ---- arcs ---- */

/* Symbols that lie completely in one of the runs of the right side. */
static void mark_covered(const struct table *t, const struct runs *r, uint8_t *to)
{
    for (size_t i = 0; i < r->n; i++)
        for (sym_id y = r->v[i].first; y < t->n_symbols; y++) {
            const struct symbol *s = &t->symbols[y];
            if (s->addr >= r->v[i].hi && !r->v[i].exact)
                break;
            if (s->end <= r->v[i].hi)
                to[y] = 1;
            if (r->v[i].exact)
                break;
        }
}

static bool fill_right(struct builder *b, struct arc_rule *rule, const struct side *side,
                       struct err *e)
{
    struct runs right = {0};
    bool ok = side_match(b->src, side, b->hit, e);
    if (ok)
        runs_add(&right, b->src->table, b->hit, 0, side_is_exact(side));
    if (ok)
        mark_covered(b->src->table, &right, rule->to);
    free(right.v);
    return ok;
}

/* Give each symbol to the rules of all runs that its address lies in: for callers, later runs hide
 * nothing. */
static void mark_callers(const struct builder *b, struct arcset *out)
{
    for (size_t i = 0; i < b->runs.n; i++) {
        const struct runs one = {&b->runs.v[i], 1, 1};
        run_mark(&one, 0, b->src->table, out->rules[b->runs.v[i].owner].from);
    }
}

/* One specification: rule number `owner`, which stays without effect if there is no right side. */
static bool take_arc_filter(struct builder *b, struct arcset *out, const struct filter *f,
                            struct err *e)
{
    struct symspec spec;
    uint32_t owner = (uint32_t)out->n_rules;
    struct arc_rule *rule = &out->rules[owner];
    filter_symspec(f, b->src->strict, &spec);
    rule->from = mem_array(b->src->table->n_symbols, 1);
    rule->to = mem_array(b->src->table->n_symbols, 1);
    out->n_rules++;
    if (spec.has_right && !fill_right(b, rule, &spec.right, e))
        return false;
    if (!side_match(b->src, &spec.left, b->hit, e))
        return false;
    take_hits(b, owner, side_is_exact(&spec.left));
    if (!b->src->strict)
        mark_callers(b, out);
    return true;
}

bool arcset_build(struct arcset *out, const struct symset_source *src, enum filter_set which,
                  struct err *e)
{
    struct builder b;
    *out = (struct arcset){0};
    if (!any_filter(src, which))
        return true;
    out->rules = mem_array(src->n_filters, sizeof *out->rules);
    builder_init(&b, src, which);
    bool ok = true;
    for (size_t i = src->n_filters; ok && i-- > 0;)
        if (feeds(&src->filters[i], which))
            ok = take_arc_filter(&b, out, &src->filters[i], e);
    if (ok)
        finish_set(&b);
    if (ok) {
        if (src->strict)
            mark_callers(&b, out);
        out->some = b.some;
    } else {
        arcset_release(out);
    }
    builder_release(&b);
    return ok;
}

void arcset_release(struct arcset *s)
{
    for (size_t i = 0; i < s->n_rules; i++) {
        free(s->rules[i].from);
        free(s->rules[i].to);
    }
    free(s->rules);
    *s = (struct arcset){0};
}

bool arcset_has(const struct arcset *s, sym_id from, sym_id to)
{
    for (size_t i = 0; i < s->n_rules; i++)
        if (s->rules[i].from[from] && s->rules[i].to[to])
            return true;
    return false;
}

/* ---- what specifications need ---- */

static bool side_needs_sources(const struct side *s)
{
    return s->kind == SIDE_DIR || s->file || s->line;
}

bool symset_needs_sources(const struct filter *filters, size_t n, uint32_t sets, bool strict)
{
    for (size_t i = 0; i < n; i++) {
        struct symspec spec;
        if (!(filters[i].sets & sets))
            continue;
        filter_symspec(&filters[i], strict, &spec);
        if (side_needs_sources(&spec.left) || (spec.has_right && side_needs_sources(&spec.right)))
            return true;
    }
    return false;
}
