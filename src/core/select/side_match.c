/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/side_match.h"

#include <string.h>

#include "core/base/file/path.h"
#include "core/base/text.h"
#include "core/load/image/demangle.h"
#include "core/select/regex.h"
#include "core/select/scope.h"

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
        if (!demangle_as(plain, demangle_style_auto(), DEMANGLE_NO_RETURN, &name))
            text_str(&name, plain);
        hit[y] = ok && regex_find(r, name.p ? name.p : "", name.n, 0, NULL, NULL);
    }
    text_release(&name);
    regex_free(r);
    return ok;
}

/* The image's base name, or the end of its path if the value has a slash. */
static bool image_matches(const char *path, const struct text *value, bool windows)
{
    if (memchr(value->p, '/', value->n))
        return path_ends(path, value->p, value->n, windows);
    return same_bytes(path_base(path), value->p, value->n);
}

static void match_images(const struct symset_source *src, const struct text *value, uint8_t *hit)
{
    const struct profile *p = src->table->profile;
    const char *last = NULL;
    bool matches = false;
    for (sym_id y = 0; y < src->table->n_symbols; y++) {
        const char *path = profile_file_path(p, src->table->symbols[y].addr);
        if (path != last)
            matches = value->n && image_matches(path, value, p->image->windows);
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
        const char *file = src->sources->entry[y].file;
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

static void match_value(const struct symset_source *src, const struct side *side, uint8_t *hit)
{
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
}

bool side_match(const struct symset_source *src, const struct side *side, uint8_t *hit,
                struct err *e)
{
    if (side->kind == SIDE_REGEX)
        return match_regex(src, side, hit, e);
    if (side->kind != SIDE_SPEC) {
        match_value(src, side, hit);
        return true;
    }
    struct matcher m = {.src = src, .side = side};
    if (side->file && src->strict)
        m.strict_file = sources_last_by_base(src->sources, side->file, side->file_bytes);
    for (sym_id y = 0; y < src->table->n_symbols; y++)
        hit[y] = spec_matches(&m, y);
    return true;
}

void filter_symspec(const struct filter *f, bool strict, struct symspec *out)
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
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

void runtime_match(const struct symset_source *src, uint8_t *hit)
{
    for (sym_id y = 0; y < src->table->n_symbols; y++)
        hit[y] = symset_is_runtime(table_plain_name(src->table, y));
}
