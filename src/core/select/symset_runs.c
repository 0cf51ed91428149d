/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/symset_runs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/image/demangle.h"
#include "core/select/regex.h"

/* ---- which symbols one side matches ---- */

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
    const struct line_pos *pos = &m->src->sources->entry[y];
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
        const char *plain = table_plain_name(src->table, y);

        text_clear(&name);
        if (!demangle(plain, demangle_style_auto(), &name))
            text_str(&name, plain);
        ok = !name.failed || err_memory(e, 0);
        hit[y] = ok && regex_find(r, name.p ? name.p : "", name.n, 0, NULL, NULL);
    }
    text_release(&name);
    regex_free(r);
    return ok;
}

bool side_match(const struct symset_source *src, const struct side *side, uint8_t *hit,
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

    const char *word = name + (name[0] == '_');

    word += *word == '_';
    if (*word != 'm' && *word != 'g') /* nearly all names, those of C++ among them */
        return false;
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

void runtime_match(const struct symset_source *src, uint8_t *hit)
{
    for (sym_id y = 0; y < src->table->n_symbols; y++)
        hit[y] = is_runtime_name(table_plain_name(src->table, y));
}

/* ---- runs of matching symbols ---- */

static bool add_run(struct runs *r, struct run run)
{
    if (!mem_grow(&r->v, &r->cap, r->n + 1, sizeof *r->v))
        return false;
    r->v[r->n++] = run;
    return true;
}

bool runs_add(struct runs *r, const struct table *t, const uint8_t *hit, uint32_t owner, bool exact)
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

bool run_mark(const struct runs *r, size_t i, const struct table *t, uint8_t *has)
{
    const struct run *v = &r->v[i];

    if (!run_is_real(v))
        return false;
    has[v->first] = 1;
    for (sym_id y = v->first + 1; !v->exact && y < t->n_symbols; y++) {
        uint64_t addr = t->symbols[y].addr;

        if (addr >= v->hi || (i + 1 < r->n && addr >= v[1].lo))
            break;
        has[y] = 1;
    }
    return true;
}

/* ---- strict: one table of runs for a whole set ---- */

static int compare_runs(const void *ctx, uint32_t a, uint32_t b)
{
    const struct run *v = ctx;

    return v[a].lo < v[b].lo ? -1 : v[a].lo > v[b].lo;
}

/* Runs with one start begin with one symbol, so that the rules by which symbols displace each other
 * leave the first of them, which is the later option's. */
bool runs_displace(struct runs *r)
{
    uint32_t *ids = mem_array_raw(r->n, sizeof *ids);
    struct run *kept = mem_array_raw(r->n, sizeof *kept);
    size_t n = 0;

    for (size_t i = 0; ids && i < r->n; i++)
        ids[i] = (uint32_t)i;
    bool ok = ids && kept && sort_merge(ids, r->n, compare_runs, r->v);
    for (size_t i = 0; ok && i < r->n; i++) {
        const struct run *x = &r->v[ids[i]];

        if (n == 0 || kept[n - 1].lo != x->lo)
            kept[n++] = *x;
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
