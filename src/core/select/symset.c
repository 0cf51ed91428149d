/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/symset.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/hash.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/image/demangle.h"
#include "core/select/regex.h"
#include "core/select/scope.h"

/* Specifications of a name alone that are looked for among all symbols, before an index of their
 * names is worth it; pairs of symbols of a rule for arcs that are noted one by one. */
enum { NAMES_SOUGHT_MOST = 8, RULE_PAIRS_MOST = 16 };

/* ---- what one side of a specification matches ---- */

static bool same_bytes(const char *z, const char *p, size_t n)
{
    return strncmp(z, p, n) == 0 && z[n] == '\0';
}

/* Whether `path` ends in the n bytes of `tail`, at a component. */
static bool path_ends(const char *path, const char *tail, size_t n, bool windows)
{
    size_t len = strlen(path);
    if (len < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (path[len - n + i] != (windows && tail[i] == '\\' ? '/' : tail[i]))
            return false;
    return len == n || n == 0 || path[len - n] == '/' || path[len - n - 1] == '/';
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
        return path_ends(file, m->side->file, m->side->file_bytes,
                         m->src->table->profile->image->windows);
    if (m->src->strict)
        return file == m->strict_file;
    return same_bytes(path_base(file), m->side->file, m->side->file_bytes);
}

static bool spec_matches(const struct matcher *m, sym_id y)
{
    const struct side *s = m->side;
    const struct table *t = m->src->table;
    if (s->name && !same_bytes(table_plain_name(t, y), s->name, s->name_bytes))
        return false;
    if (!s->file && !s->line)
        return true;
    const struct line_pos pos = sources_place(m->src->sources, y);
    return (!s->file || file_matches(m, pos.file)) && (!s->line || pos.line == s->line);
}

/* Regexes see source forms without return types. */
static bool match_regex(const struct symset_source *src, const struct side *side, uint8_t *hit,
                        struct err *e)
{
    struct regex *r = regex_new(side->name, side->name_bytes, REGEX_EXACT, e);
    struct text name = {0};
    bool ok = r != NULL;
    for (sym_id y = 0; y < src->table->n_symbols && ok; y++) {
        const char *plain = table_plain_name(src->table, y);
        text_clear(&name);
        if (!demangle(plain, demangle_style_auto(), false, &name))
            text_str(&name, plain);
        hit[y] = ok && regex_find(r, name.p ? name.p : "", name.n, 0, NULL, NULL);
    }
    text_release(&name);
    regex_free(r);
    return ok;
}

/* By the image's base name, or the end of its path if the value has a slash. */
static void match_images(const struct symset_source *src, const struct text *value, uint8_t *hit)
{
    const struct profile *p = src->table->profile;
    const char *last = NULL;
    bool matches = false;
    for (sym_id y = 0; y < src->table->n_symbols; y++) {
        const char *path = profile_file_path(p, src->table->symbols[y].addr);
        if (path != last)
            matches = value->n && (memchr(value->p, '/', value->n)
                                       ? path_ends(path, value->p, value->n, p->image->windows)
                                       : same_bytes(path_base(path), value->p, value->n));
        last = path;
        hit[y] = matches;
    }
}

/* A folder as somebody typed it. */
struct folder {
    const char *p;
    size_t n;       /* 0: where no file is known */
    bool alone;     /* and none of those below */
    bool from_root; /* else the path may begin anywhere */
};

/* The length of p without slashes at its end, which mean nothing. */
static size_t without_slashes(const char *p, size_t n)
{
    while (n > 1 && p[n - 1] == '/')
        n--;
    return n;
}

/* Whether the n bytes at p are a folder's path up to some component, or to the last one. */
static bool folder_begins(const struct folder *f, const char *p, size_t n)
{
    if (n < f->n || memcmp(p, f->p, f->n) != 0)
        return false;
    return n == f->n || (!f->alone && (p[f->n] == '/' || f->p[f->n - 1] == '/'));
}

static bool folder_matches(const struct folder *f, const char *file)
{
    if (!file || !f->n)
        return !file && !f->n;
    size_t n = (size_t)(path_base(file) - file);
    const char *dir = n ? file : ".";
    n = n ? without_slashes(file, n) : 1;
    bool matches = folder_begins(f, dir, n);
    for (size_t i = 1; !matches && !f->from_root && i < n; i++)
        matches = dir[i - 1] == '/' && folder_begins(f, dir + i, n - i);
    return matches;
}

static void match_folders(const struct symset_source *src, struct text *value, uint8_t *hit)
{
    const char *last = NULL;
    for (size_t i = 0; src->table->profile->image->windows && i < value->n; i++)
        if (value->p[i] == '\\')
            value->p[i] = '/';
    struct folder f = {value->p, without_slashes(value->p, value->n), false, false};
    f.alone = f.n > 1 && memcmp(f.p + f.n - 2, "/.", 2) == 0;
    if (f.alone)
        f.n = f.n > 2 ? without_slashes(f.p, f.n - 1) : 1;
    f.from_root = f.n && (f.p[0] == '/' || (f.n > 1 && f.p[1] == ':'));
    bool matches = folder_matches(&f, NULL);
    for (sym_id y = 0; y < src->table->n_symbols; y++) {
        const char *file = sources_place(src->sources, y).file;
        if (file != last)
            matches = folder_matches(&f, file);
        last = file;
        hit[y] = matches;
    }
}

static void match_scopes(const struct symset_source *src, const struct text *value, uint8_t *hit)
{
    struct scope at = scope_reader(src->table->profile->image);
    struct scope_wish wish;
    scope_wish_make(&wish, value->p, value->n);
    unsigned wanted = wish.scope.n ? wish.scope.n : 1;
    for (sym_id y = 0; y < src->table->n_symbols; y++) {
        scope_read(&at, table_plain_name(src->table, y), wanted);

        hit[y] = scope_grants(&at, &wish);
    }
    scope_wish_release(&wish);
    scope_release(&at);
}

/* Set hit[y], per symbol of the table, to whether the side matches it. Fails with ERR_REGEX. */
static bool side_match(const struct symset_source *src, const struct side *side, uint8_t *hit,
                       struct err *e)
{
    if (side->kind == SIDE_REGEX)
        return match_regex(src, side, hit, e);
    if (side->kind != SIDE_SPEC) {
        struct text value = {0};
        /* The value of a side that takes the rest of its word, with escaped slashes made plain. */
        for (size_t i = 0; i < side->name_bytes; i++)
            if (!side->escaped || side->name[i] != '\\' || i + 1 == side->name_bytes ||
                side->name[i + 1] != '/')
                text_char(&value, side->name[i]);
        text_z(&value);
        if (side->kind == SIDE_IMAGE)
            match_images(src, &value, hit);
        else if (side->kind == SIDE_DIR)
            match_folders(src, &value, hit);
        else
            match_scopes(src, &value, hit);
        text_release(&value);
        return true;
    }
    struct matcher m = {.src = src, .side = side};
    if (side->file && src->strict)
        m.strict_file = sources_last_by_base(src->sources, side->file, side->file_bytes);
    for (sym_id y = 0; y < src->table->n_symbols; y++)
        hit[y] = spec_matches(&m, y);
    return true;
}

/* Take the specification of a filter apart as its option reads it. */
static void filter_symspec(const struct filter *f, bool strict, struct symspec *out)
{
    const uint32_t arcs = UINT32_C(1) << SET_ARCS_IN | UINT32_C(1) << SET_ARCS_EX;
    if (f->sets & arcs)
        arc_parse(out, f->spec, strict);
    else
        symspec_parse(out, f->spec, strict);
}

bool symset_is_runtime(const char *name)
{
    static const char *const names[] = {"_gprof_mcount",     "mcount",    "_mcount", "__mcount",
                                        "__mcount_internal", "__mcleanup"};
    const char *word = name + (name[0] == '_');
    word += *word == '_';
    if (*word != 'm' && *word != 'g') /* nearly all, those of C++ among them */
        return false;
    return text_is_among(name, names, ARRAY_LEN(names));
}

/* ---- runs of neighbours that match ---- */

struct symbol_run {
    uint64_t lo, hi; /* addresses */
    sym_id first;
    uint32_t owner; /* number of the specification, later options first */
    bool exact;     /* one symbol, whatever its end */
};

struct symbol_runs {
    struct symbol_run *v;
    size_t n;
};

static void add_run(struct symbol_runs *r, const struct table *t, sym_id first, sym_id last,
                    uint32_t owner, bool exact)
{
    mem_append(
        &r->v, &r->n,
        &(struct symbol_run){t->symbols[first].addr, t->symbols[last].end, first, owner, exact},
        sizeof *r->v);
}

/* Append the runs of hit[]; with `exact` a run for each symbol. */
static void list_runs(struct symbol_runs *r, const struct table *t, const uint8_t *hit,
                      uint32_t owner, bool exact)
{
    for (sym_id y = 0; y < t->n_symbols; y++) {
        if (!hit[y])
            continue;
        sym_id last = y;
        while (!exact && last + 1 < t->n_symbols && hit[last + 1])
            last++;
        add_run(r, t, y, last, owner, exact);
        y = last;
    }
}

/* Finds what sides match: room for it, an index of all names once many have been sought, and the
 * symbols that are marked. */
struct seeker {
    const struct symset_source *src;
    uint8_t *hit;           /* per symbol */
    uint32_t *first, *next; /* by hash of the name, and per symbol: ascending; NO_ID: no more */
    size_t mask, n_sought;
    uint8_t *has; /* per symbol: it is marked */
    sym_id *marked;
    uint32_t n_marked;
};

static void index_names(struct seeker *f)
{
    const struct table *t = f->src->table;
    for (f->mask = 1; f->mask < t->n_symbols; f->mask *= 2)
        ;
    f->first = mem_array_raw(f->mask, sizeof *f->first);
    f->next = mem_array_raw(t->n_symbols, sizeof *f->next);
    memset(f->first, 0xff, f->mask-- * sizeof *f->first);
    for (sym_id y = t->n_symbols; y-- > 0;) {
        const char *name = table_plain_name(t, y);
        uint32_t *first = &f->first[hash_bytes(name, strlen(name)) & f->mask];
        f->next[y] = *first;
        *first = y;
    }
}

/* Append the runs of what the side matches. Fails with ERR_REGEX. */
static bool find_runs(struct seeker *f, const struct side *s, struct symbol_runs *r, uint32_t owner,
                      struct err *e)
{
    const struct table *t = f->src->table;
    const bool exact = s->kind != SIDE_SPEC; /* ours select one by one, as gprof's do not */
    if (exact || !s->name || s->file || s->line || ++f->n_sought <= NAMES_SOUGHT_MOST) {
        if (!side_match(f->src, s, f->hit, e))
            return false;
        list_runs(r, t, f->hit, owner, exact);
        return true;
    }
    if (!f->first)
        index_names(f);
    sym_id last = NO_ID;
    for (sym_id y = f->first[hash_bytes(s->name, s->name_bytes) & f->mask]; y != NO_ID;
         y = f->next[y]) {
        if (!same_bytes(table_plain_name(t, y), s->name, s->name_bytes))
            continue;
        if (last != NO_ID && last + 1 == y)
            r->v[r->n - 1].hi = t->symbols[y].end;
        else
            add_run(r, t, y, y, owner, false);
        last = y;
    }
    return true;
}

static struct seeker seeker_of(const struct symset_source *src)
{
    const uint32_t n = src->table->n_symbols;
    return (struct seeker){.src = src,
                           .hit = mem_array_raw(n, 1),
                           .has = mem_array(n, 1),
                           .marked = mem_array_raw(n, sizeof(sym_id))};
}

static void seeker_release(struct seeker *f)
{
    free(f->hit);
    free(f->first);
    free(f->next);
    free(f->has);
    free(f->marked);
}

static bool has_extent(const struct symbol_run *r)
{
    return r->exact || r->hi > r->lo;
}

static void mark(struct seeker *f, sym_id y)
{
    if (!f->has[y])
        f->marked[f->n_marked++] = y;
    f->has[y] = 1;
}

/* Mark the symbols whose address lies in a run, below `most`. False, and nothing marked, for a run
 * without extent. */
static bool mark_run(struct seeker *f, const struct symbol_run *r, uint64_t most)
{
    const struct table *t = f->src->table;
    if (!has_extent(r))
        return false;
    mark(f, r->first);
    for (sym_id y = r->first + 1; !r->exact && y < t->n_symbols; y++) {
        if (t->symbols[y].addr >= r->hi || t->symbols[y].addr >= most)
            break;
        mark(f, y);
    }
    return true;
}

/* Mark the members of all runs; a later run with extent hides what lies after its start. Returns
 * whether there was any run with extent. */
static bool mark_runs(struct seeker *f, const struct symbol_runs *r)
{
    uint64_t most = UINT64_MAX;
    bool some = false;
    for (size_t i = r->n; i-- > 0;)
        if (mark_run(f, &r->v[i], most)) {
            most = r->v[i].lo;
            some = true;
        }
    return some;
}

/* Strict: sort by start and leave one run per start, of those with extent. Runs with one start
 * begin with one symbol, so that the rules by which symbols displace each other leave the first of
 * them, which is the later option's. */
static void displace_runs(struct symbol_runs *r)
{
    size_t n = 0, n_real = 0;
    sort_ascending(r->v, r->n, SEARCH_BY(struct symbol_run, lo));
    for (size_t i = 0; i < r->n; i++)
        if (n == 0 || r->v[n - 1].lo != r->v[i].lo)
            r->v[n++] = r->v[i];
    for (size_t i = 0; i < n; i++)
        if (has_extent(&r->v[i]))
            r->v[n_real++] = r->v[i];
    r->n = n_real;
}

/* ---- sets ---- */

static bool feeds(const struct filter *f, enum filter_set which)
{
    return f->sets >> which & 1;
}

static bool any_filter(const struct symset_source *src, enum filter_set which)
{
    for (size_t i = 0; i < src->n_filters; i++)
        if (feeds(&src->filters[i], which))
            return true;
    return false;
}

/* Later options first. */
bool symset_build(struct symset *out, struct arena *memory, const struct symset_source *src,
                  enum filter_set which, struct err *e)
{
    const struct table *t = src->table;
    const bool runtime = which == SET_FLAT_EX || which == SET_GRAPH_EX || which == SET_TIME_EX;
    *out = (struct symset){0};
    if (!runtime && !any_filter(src, which))
        return true;
    struct seeker f = seeker_of(src);
    struct symbol_runs runs = {0};
    bool ok = true;
    if (runtime) {
        /* The functions of the profiling runtime, which gprof leaves out of everything. */
        for (sym_id y = 0; y < t->n_symbols; y++) {
            table_fetch_name(t, y);
            f.hit[y] = y && t->symbols[y].raw == t->symbols[y - 1].raw
                           ? f.hit[y - 1]
                           : symset_is_runtime(table_plain_name(t, y));
        }
        list_runs(&runs, t, f.hit, 0, false);
        out->some = !src->strict && mark_runs(&f, &runs);
    }
    for (size_t i = src->n_filters; ok && i-- > 0;) {
        struct symspec spec;
        if (!feeds(&src->filters[i], which))
            continue;
        filter_symspec(&src->filters[i], src->strict, &spec);
        runs.n = src->strict ? runs.n : 0;
        ok = find_runs(&f, &spec.left, &runs, 0, e);
        out->some |= ok && !src->strict && mark_runs(&f, &runs);
    }
    if (ok && src->strict) {
        displace_runs(&runs);
        out->some = mark_runs(&f, &runs);
    }
    if (ok && out->some)
        out->has = memcpy(arena_alloc(memory, t->n_symbols, 1), f.has, t->n_symbols);
    seeker_release(&f);
    free(runs.v);
    return ok;
}

struct symset_pair *symset_pair_new(const struct symset_source *src, enum filter_set in,
                                    struct err *e)
{
    struct symset_pair *p = arena_object(sizeof *p);
    if (symset_build(&p->in, &p->memory, src, in, e) &&
        symset_build(&p->ex, &p->memory, src, in + 1, e))
        return p;
    arena_object_free(p);
    return NULL;
}

/* ---- arcs ---- */

/* Mark symbols that lie completely in one of the runs. */
static void mark_covered(struct seeker *f, const struct symbol_runs *r)
{
    const struct table *t = f->src->table;
    for (size_t i = 0; i < r->n; i++)
        for (sym_id y = r->v[i].first; y < t->n_symbols; y++) {
            const struct symbol *s = &t->symbols[y];
            if (s->addr >= r->v[i].hi && !r->v[i].exact)
                break;
            if (s->end <= r->v[i].hi)
                mark(f, y);
            if (r->v[i].exact)
                break;
        }
}

/* What has been marked, which is nothing then. */
static struct sym_list take_marked(struct seeker *f, struct arena *memory)
{
    struct sym_list l = {arena_alloc(memory, f->n_marked, sizeof *l.v), f->n_marked};
    memcpy(l.v, f->marked, l.n * sizeof *l.v);
    sort_ascending(l.v, l.n, SEARCH_PLAIN(sym_id));
    for (; f->n_marked > 0; f->n_marked--)
        f->has[f->marked[f->n_marked - 1]] = 0;
    return l;
}

/* The pairs of a rule, if they are few; else 0. */
static size_t few_pairs(const struct arc_rule *r)
{
    size_t n = (size_t)r->from.n * r->to.n;
    return n <= RULE_PAIRS_MOST ? n : 0;
}

/* Rules of few pairs become those; each of the others has a note per symbol. */
static void settle_rules(struct arcset *out, struct arena *memory, uint32_t n_symbols)
{
    size_t n = 0;
    for (size_t i = 0; i < out->n_rules; i++)
        n += few_pairs(&out->rules[i]);
    out->pairs = arena_alloc(memory, n, sizeof *out->pairs);
    out->wide = arena_alloc(memory, out->n_rules, sizeof *out->wide);
    for (size_t i = 0; i < out->n_rules; i++) {
        const struct sym_list *from = &out->rules[i].from, *to = &out->rules[i].to;
        const size_t few = few_pairs(&out->rules[i]);
        for (size_t k = 0; k < few; k++)
            out->pairs[out->n_pairs++] = (uint64_t)from->v[k / to->n] << 32 | to->v[k % to->n];
        if (few || !from->n || !to->n)
            continue;
        uint8_t *side = out->wide[out->n_wide++] = arena_array(memory, n_symbols, 1);
        for (uint32_t k = 0; k < from->n; k++)
            side[from->v[k]] |= 1;
        for (uint32_t k = 0; k < to->n; k++)
            side[to->v[k]] |= 2;
    }
    sort_ascending(out->pairs, out->n_pairs, SEARCH_PLAIN(uint64_t));
}

/* A rule stays without effect if there is no right side. */
bool arcset_build(struct arcset *out, struct arena *memory, const struct symset_source *src,
                  enum filter_set which, struct err *e)
{
    const struct table *t = src->table;
    *out = (struct arcset){0};
    if (!any_filter(src, which))
        return true;
    out->rules = arena_array(memory, src->n_filters, sizeof *out->rules);
    struct seeker f = seeker_of(src);
    struct symbol_runs left = {0}, right = {0};
    bool ok = true;
    for (size_t i = src->n_filters; ok && i-- > 0;) {
        struct symspec spec;
        if (!feeds(&src->filters[i], which))
            continue;
        struct arc_rule *rule = &out->rules[out->n_rules++];
        filter_symspec(&src->filters[i], src->strict, &spec);
        right.n = 0;
        if (spec.has_right && (ok = find_runs(&f, &spec.right, &right, 0, e))) {
            mark_covered(&f, &right);
            rule->to = take_marked(&f, memory);
        }
        ok = ok && find_runs(&f, &spec.left, &left, (uint32_t)out->n_rules - 1, e);
    }
    if (ok && src->strict) {
        displace_runs(&left);
        sort_ascending(left.v, left.n, SEARCH_BY(struct symbol_run, owner));
    }
    /* Each symbol to the rules of all runs that its address lies in: for callers, later runs hide
     * nothing. */
    for (size_t i = 0, next; ok && i < left.n; i = next) {
        for (next = i; next < left.n && left.v[next].owner == left.v[i].owner; next++)
            out->some |= mark_run(&f, &left.v[next], UINT64_MAX);
        out->rules[left.v[i].owner].from = take_marked(&f, memory);
    }
    if (ok)
        settle_rules(out, memory, t->n_symbols);
    seeker_release(&f);
    free(left.v);
    free(right.v);
    return ok;
}

struct arcset_pair *arcset_pair_new(const struct symset_source *src, struct err *e)
{
    struct arcset_pair *p = arena_object(sizeof *p);
    if (arcset_build(&p->in, &p->memory, src, SET_ARCS_IN, e) &&
        arcset_build(&p->ex, &p->memory, src, SET_ARCS_EX, e))
        return p;
    arena_object_free(p);
    return NULL;
}

static bool has_arc(const struct arcset *s, sym_id from, sym_id to)
{
    const uint64_t pair = (uint64_t)from << 32 | to;
    size_t at = search_below(s->pairs, s->n_pairs, SEARCH_PLAIN(uint64_t), pair);
    if (at < s->n_pairs && s->pairs[at] == pair)
        return true;
    for (size_t i = 0; i < s->n_wide; i++)
        if (s->wide[i][from] & 1 && s->wide[i][to] & 2)
            return true;
    return false;
}

bool arcset_lets(const struct arcset_pair *p, sym_id from, sym_id to)
{
    return p->in.some ? has_arc(&p->in, from, to) : !has_arc(&p->ex, from, to);
}

/* ---- pairs of runs ---- */

/* Number the runs of one side; the first of them in *lo. */
static bool number_runs(struct run_pairs *out, struct seeker *f, const struct side *side,
                        uint32_t *lo, struct err *e)
{
    struct symbol_runs r = {0};
    *lo = (uint32_t)out->n_runs;
    bool ok = find_runs(f, side, &r, 0, e);
    mem_grow(&out->first, &out->cap_runs, out->n_runs + r.n, sizeof *out->first);
    for (size_t i = 0; i < r.n; i++)
        out->first[out->n_runs++] = r.v[i].first;
    free(r.v);
    return ok;
}

static bool pair_filter(struct run_pairs *out, struct seeker *finder, const struct filter *f,
                        struct err *e)
{
    struct symspec spec;
    uint32_t left, right;
    filter_symspec(f, finder->src->strict, &spec);
    if (!spec.has_right || spec.left.kind != SIDE_SPEC || spec.right.kind != SIDE_SPEC)
        return true;
    for (uint32_t sets = f->sets; sets; sets &= sets - 1) {
        if (!number_runs(out, finder, &spec.left, &left, e) ||
            !number_runs(out, finder, &spec.right, &right, e))
            return false;
        for (uint32_t l = left; l < right; l++)
            for (uint32_t r = right; r < out->n_runs; r++)
                mem_append(&out->pairs, &out->n_pairs, &(struct run_pair){l, r},
                           sizeof *out->pairs);
    }
    return true;
}

bool run_pairs_build(struct run_pairs *out, const struct symset_source *src, struct err *e)
{
    struct seeker f = seeker_of(src);
    bool ok = true;
    *out = (struct run_pairs){0};
    for (size_t i = src->n_filters; ok && i-- > 0;)
        ok = pair_filter(out, &f, &src->filters[i], e);
    if (!ok)
        run_pairs_release(out);
    seeker_release(&f);
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
