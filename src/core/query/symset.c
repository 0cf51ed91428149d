/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/query/symset.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/demangle.h"
#include "core/query/regex.h"
#include "core/query/symspec.h"

/* ---- which symbols one side matches ---- */

static bool same_bytes(const char *z, const char *p, size_t n)
{
    return strncmp(z, p, n) == 0 && z[n] == '\0';
}

/* Whether `path` ends in the n bytes of `tail`, at a component. */
static bool path_ends(const char *path, const char *tail, size_t n)
{
    size_t len = strlen(path);

    return len >= n && memcmp(path + len - n, tail, n) == 0 &&
           (len == n || n == 0 || tail[0] == '/' || path[len - n - 1] == '/');
}

struct matcher {
    const struct symset_source *src;
    const struct side *side;
    const char *strict_file; /* the one file that a base name means, if strict */
};

static bool file_matches(const struct matcher *m, const char *file)
{
    if (!file)
        return false;
    if (m->side->file_is_path)
        return path_ends(file, m->side->file, m->side->file_bytes);
    if (m->src->strict)
        return file == m->strict_file;
    return same_bytes(lines_base(file), m->side->file, m->side->file_bytes);
}

static bool spec_matches(const struct matcher *m, sym_id y)
{
    const struct side *s = m->side;
    const struct table *t = m->src->table;

    if (s->name && !same_bytes(table_name(t, y), s->name, s->name_bytes))
        return false;
    if (!s->file && !s->line)
        return true;
    const struct line_pos *pos = &m->src->sources->entry[t->symbols[y].raw];
    return (!s->file || file_matches(m, pos->file)) && (!s->line || pos->line == s->line);
}

static void match_spec(const struct symset_source *src, const struct side *side, uint8_t *hit)
{
    struct matcher m = {.src = src, .side = side};

    if (side->file && src->strict)
        m.strict_file = sources_last_by_base(src->sources, side->file, side->file_bytes);
    for (sym_id y = 0; y < src->table->n_symbols; y++)
        hit[y] = spec_matches(&m, y);
}

/* Regexes see names as reports print them. */
static bool match_regex(const struct symset_source *src, const struct side *side, uint8_t *hit,
                        struct err *e)
{
    struct regex *r = regex_new(side->name, side->name_bytes, REGEX_EXACT, e);
    struct text name = {0};
    bool ok = r != NULL;

    for (sym_id y = 0; y < src->table->n_symbols && ok; y++) {
        const char *raw = table_name(src->table, y);

        text_clear(&name);
        if (!demangle(raw, demangle_style_auto(), &name))
            text_str(&name, raw);
        ok = !name.failed || err_memory(e, 0);
        hit[y] = ok && regex_find(r, name.p ? name.p : "", name.n, 0, NULL, NULL);
    }
    text_release(&name);
    regex_free(r);
    return ok;
}

static bool match_side(const struct symset_source *src, const struct side *side, uint8_t *hit,
                       struct err *e)
{
    if (side->kind == SIDE_REGEX)
        return match_regex(src, side, hit, e);
    match_spec(src, side, hit);
    return true;
}

/* The profiling runtime's own functions, which gprof leaves out of everything. */
static bool is_runtime_name(const char *name)
{
    static const char *const names[] = {"_gprof_mcount",     "mcount",    "_mcount", "__mcount",
                                        "__mcount_internal", "__mcleanup"};

    if (name[0] != '_' && name[0] != 'm')
        return false;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void match_runtime(const struct symset_source *src, uint8_t *hit)
{
    for (sym_id y = 0; y < src->table->n_symbols; y++)
        hit[y] = is_runtime_name(table_name(src->table, y));
}

/* ---- runs of matching symbols ---- */

struct run {
    uint64_t lo, hi; /* addresses */
    sym_id first;
    uint32_t owner; /* number of the specification, later options first */
    bool exact;     /* of a regex: one symbol, whatever its end */
};

struct runs {
    struct run *v;
    size_t n, cap;
};

static bool add_run(struct runs *r, struct run run)
{
    if (!mem_grow(&r->v, &r->cap, r->n + 1, sizeof *r->v))
        return false;
    r->v[r->n++] = run;
    return true;
}

static bool add_runs(struct runs *r, const struct table *t, const uint8_t *hit, uint32_t owner,
                     bool exact)
{
    for (sym_id y = 0; y < t->n_symbols; y++) {
        if (!hit[y])
            continue;
        sym_id last = y;

        while (!exact && last + 1 < t->n_symbols && hit[last + 1])
            last++;
        struct run run = {t->symbols[y].addr, t->symbols[last].end, y, owner, exact};
        if (!add_run(r, run))
            return false;
        y = last;
    }
    return true;
}

static bool run_is_real(const struct run *r)
{
    return r->exact || r->hi > r->lo;
}

/* Set has[y] for the symbols whose address lies in a run; runs ascend by start, and only the
 * nearest start at or below an address counts. Returns whether there was any real run. */
static bool mark_members(const struct table *t, const struct run *v, size_t n, uint8_t *has)
{
    bool some = false;

    for (size_t i = 0; i < n; i++) {
        if (!run_is_real(&v[i]))
            continue;
        some = true;
        has[v[i].first] = 1;
        for (sym_id y = v[i].first + 1; !v[i].exact && y < t->n_symbols; y++) {
            uint64_t addr = t->symbols[y].addr;

            if (addr >= v[i].hi || (i + 1 < n && addr >= v[i + 1].lo))
                break;
            has[y] = 1;
        }
    }
    return some;
}

/* ---- strict: one table of runs for a whole set ---- */

struct run_order {
    const struct run *v;
    const struct table *t;
};

static const struct raw_symbol *first_symbol(const struct table *t, const struct run *r)
{
    return &t->profile->images[0]->symbols[t->symbols[r->first].raw];
}

static int compare_runs(const void *ctx, uint32_t a, uint32_t b)
{
    const struct run_order *o = ctx;
    const struct run *x = &o->v[a], *y = &o->v[b];

    if (x->lo != y->lo)
        return x->lo < y->lo ? -1 : 1;
    return (int)symbol_rank(first_symbol(o->t, x)) - (int)symbol_rank(first_symbol(o->t, y));
}

/* Sort by start, one run a start, real ones only; r is replaced. */
static bool displace_runs(struct runs *r, const struct table *t)
{
    uint32_t *ids = mem_array_raw(r->n, sizeof *ids);
    struct run *kept = mem_array_raw(r->n, sizeof *kept);
    struct run_order order = {r->v, t};
    size_t n = 0;

    for (size_t i = 0; ids && i < r->n; i++)
        ids[i] = (uint32_t)i;
    bool ok = ids && kept && sort_merge(ids, r->n, compare_runs, &order);
    for (size_t i = 0; ok && i < r->n; i++) {
        const struct run *x = &r->v[ids[i]];

        if (n && kept[n - 1].lo == x->lo) {
            if (symbol_replaces(t->profile->images[0], first_symbol(t, x),
                                first_symbol(t, &kept[n - 1])))
                kept[n - 1] = *x;
        } else {
            kept[n++] = *x;
        }
    }
    size_t real = 0;
    for (size_t i = 0; ok && i < n; i++)
        if (run_is_real(&kept[i]))
            kept[real++] = kept[i];
    free(ids);
    if (!ok) {
        free(kept);
        return false;
    }
    free(r->v);
    *r = (struct runs){kept, real, r->n};
    return true;
}

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

static bool builder_init(struct builder *b, const struct symset_source *src, enum filter_set which,
                         struct err *e)
{
    *b = (struct builder){.src = src, .which = which};
    b->hit = mem_array_raw(src->table->n_symbols, 1);
    b->has = mem_array(src->table->n_symbols, 1);
    return (b->hit && b->has) || err_memory(e, 0);
}

static void builder_release(struct builder *b)
{
    free(b->hit);
    free(b->has);
    free(b->runs.v);
}

/* Take the symbols in hit as one specification more. */
static bool take_hits(struct builder *b, uint32_t owner, bool exact, struct err *e)
{
    size_t before = b->src->strict ? b->runs.n : 0;

    b->runs.n = before;
    if (!add_runs(&b->runs, b->src->table, b->hit, owner, exact))
        return err_memory(e, 0);
    if (!b->src->strict)
        b->some |= mark_members(b->src->table, b->runs.v, b->runs.n, b->has);
    return true;
}

static bool finish_set(struct builder *b, struct err *e)
{
    if (!b->src->strict)
        return true;
    if (!displace_runs(&b->runs, b->src->table))
        return err_memory(e, 0);
    b->some = mark_members(b->src->table, b->runs.v, b->runs.n, b->has);
    return true;
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
        match_runtime(b->src, b->hit);
        if (!take_hits(b, 0, false, e))
            return false;
    }
    for (size_t i = b->src->n_filters; i-- > 0;) {
        const struct filter *f = &b->src->filters[i];
        struct symspec spec;

        if (!feeds(f, b->which))
            continue;
        symspec_parse(&spec, f->spec, b->src->strict);
        if (!match_side(b->src, &spec.left, b->hit, e) ||
            !take_hits(b, 0, spec.left.kind == SIDE_REGEX, e))
            return false;
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
    bool ok = builder_init(&b, src, which, e) && take_filters(&b, e) && finish_set(&b, e);
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

static bool add_rule(struct arcset *out, const struct symset_source *src, struct err *e)
{
    struct arc_rule *rule = &out->rules[out->n_rules];

    rule->from = mem_array(src->table->n_symbols, 1);
    rule->to = mem_array(src->table->n_symbols, 1);
    out->n_rules++;
    return (rule->from && rule->to) || err_memory(e, 0);
}

static bool fill_right(struct builder *b, struct arc_rule *rule, const struct side *side,
                       struct err *e)
{
    struct runs right = {0};
    bool ok =
        match_side(b->src, side, b->hit, e) &&
        (add_runs(&right, b->src->table, b->hit, 0, side->kind == SIDE_REGEX) || err_memory(e, 0));

    if (ok)
        mark_covered(b->src->table, &right, rule->to);
    free(right.v);
    return ok;
}

/* One specification: rule number `owner`, which stays without effect if there is no right side. */
static bool take_arc_filter(struct builder *b, struct arcset *out, const struct filter *f,
                            struct err *e)
{
    struct symspec spec;
    uint32_t owner = (uint32_t)out->n_rules;
    struct arc_rule *rule = &out->rules[owner];

    symspec_parse(&spec, f->spec, b->src->strict);
    if (!add_rule(out, b->src, e))
        return false;
    if (spec.has_right && !fill_right(b, rule, &spec.right, e))
        return false;
    if (!match_side(b->src, &spec.left, b->hit, e) ||
        !take_hits(b, owner, spec.left.kind == SIDE_REGEX, e))
        return false;
    if (!b->src->strict)
        mark_members(b->src->table, b->runs.v, b->runs.n, rule->from);
    return true;
}

/* Strict: give each symbol to the rule whose run it is found in. */
static void share_out_members(const struct builder *b, struct arcset *out)
{
    const struct runs *r = &b->runs;

    for (size_t i = 0; b->src->strict && i < r->n; i++)
        for (sym_id y = r->v[i].first; y < b->src->table->n_symbols; y++) {
            uint64_t addr = b->src->table->symbols[y].addr;

            if (addr >= r->v[i].hi || (i + 1 < r->n && addr >= r->v[i + 1].lo))
                break;
            out->rules[r->v[i].owner].from[y] = 1;
        }
}

bool arcset_build(struct arcset *out, const struct symset_source *src, enum filter_set which,
                  struct err *e)
{
    struct builder b;

    *out = (struct arcset){0};
    if (!any_filter(src, which))
        return true;
    out->rules = mem_array(src->n_filters, sizeof *out->rules);
    bool ok = builder_init(&b, src, which, e) && (out->rules || err_memory(e, 0));
    for (size_t i = src->n_filters; ok && i-- > 0;)
        if (feeds(&src->filters[i], which))
            ok = take_arc_filter(&b, out, &src->filters[i], e);
    ok = ok && finish_set(&b, e);
    if (ok) {
        share_out_members(&b, out);
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

/* ---- pairs of runs ---- */

/* Number the runs of one side; the first of them in *lo. */
static bool number_runs(struct run_pairs *out, const struct symset_source *src,
                        const struct side *side, uint8_t *hit, uint32_t *lo, struct err *e)
{
    struct runs r = {0};

    *lo = (uint32_t)out->n_runs;
    if (!match_side(src, side, hit, e))
        return false;
    bool ok = add_runs(&r, src->table, hit, 0, side->kind == SIDE_REGEX) &&
              mem_grow(&out->first, &out->cap_runs, out->n_runs + r.n, sizeof *out->first);
    for (size_t i = 0; ok && i < r.n; i++)
        out->first[out->n_runs++] = r.v[i].first;
    free(r.v);
    return ok || err_memory(e, 0);
}

static bool pair_up(struct run_pairs *out, uint32_t left, uint32_t right)
{
    uint32_t end = (uint32_t)out->n_runs;

    for (uint32_t l = left; l < right; l++)
        for (uint32_t r = right; r < end; r++) {
            if (!mem_grow(&out->pairs, &out->cap_pairs, out->n_pairs + 1, sizeof *out->pairs))
                return false;
            out->pairs[out->n_pairs++] = (struct run_pair){l, r};
        }
    return true;
}

static bool pair_filter(struct run_pairs *out, const struct symset_source *src,
                        const struct filter *f, uint8_t *hit, struct err *e)
{
    struct symspec spec;
    uint32_t left, right;

    symspec_parse(&spec, f->spec, src->strict);
    for (uint32_t sets = f->sets; spec.has_right && sets; sets &= sets - 1)
        if (!number_runs(out, src, &spec.left, hit, &left, e) ||
            !number_runs(out, src, &spec.right, hit, &right, e) ||
            !(pair_up(out, left, right) || err_memory(e, 0)))
            return false;
    return true;
}

bool run_pairs_build(struct run_pairs *out, const struct symset_source *src, struct err *e)
{
    uint8_t *hit = mem_array_raw(src->table->n_symbols, 1);
    bool ok = hit || err_memory(e, 0);

    *out = (struct run_pairs){0};
    for (size_t i = src->n_filters; ok && i-- > 0;)
        ok = pair_filter(out, src, &src->filters[i], hit, e);
    if (!ok)
        run_pairs_release(out);
    free(hit);
    return ok;
}

void run_pairs_release(struct run_pairs *p)
{
    free(p->pairs);
    free(p->first);
    *p = (struct run_pairs){0};
}

/* ---- what specifications need ---- */

static bool side_needs_sources(const struct side *s)
{
    return s->kind == SIDE_SPEC && (s->file || s->line);
}

bool symset_needs_sources(const struct filter *filters, size_t n, uint32_t sets, bool strict)
{
    for (size_t i = 0; i < n; i++) {
        struct symspec spec;

        if (!(filters[i].sets & sets))
            continue;
        symspec_parse(&spec, filters[i].spec, strict);
        if (side_needs_sources(&spec.left) || (spec.has_right && side_needs_sources(&spec.right)))
            return true;
    }
    return false;
}
