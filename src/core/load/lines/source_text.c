/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines/source_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/load/file/windows_path.h"

enum { BUFFER_BYTES = 1 << 16 };

/* ---- places ---- */

/* The part of a path that is below `folder`: "" or "/...", or NULL if it is not below it. */
static const char *below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    while (n && folder[n - 1] == '/')
        n--;
    return strncmp(path, folder, n) == 0 && (!path[n] || path[n] == '/') ? path + n : NULL;
}

bool source_place(const struct source_search *s, const char *path, size_t i, struct text *out)
{
    const char *slash = strrchr(path, '/');
    if (i < s->n_maps) {
        const struct source_map *m = &s->maps[i];
        const char *rest = s->windows ? windows_path_below(path, m->from) : below(path, m->from);
        text_str(out, rest ? m->to : "");
        text_str(out, rest ? rest : "");
        return true;
    }
    i -= s->n_maps;
    if (i == 0) {
        text_str(out, path);
        return true;
    }
    i -= 1;
    bool whole = i < s->n_dirs;
    i -= whole ? 0 : s->n_dirs;
    if (i < s->n_dirs && (whole ? path[0] != '/' : slash != NULL)) {
        text_str(out, s->dirs[i]);
        text_char(out, '/');
        text_str(out, whole ? path : slash + 1);
    }
    return i < s->n_dirs;
}

/* ---- text ---- */

int source_place_open(const struct source_search *s, struct text *place, struct source *out)
{
    struct text like = {0};
    struct err e = ERR_INIT;
    if (source_open(out, text_z(place), &e))
        return 0;
    if (s->windows && e.code == ERR_OPEN && e.sys == ENOENT &&
        windows_path_find(text_z(place), &like)) {
        text_release(place);
        *place = like;
        err_clear(&e);
        if (source_open(out, text_z(place), &e))
            return 0;
    }
    return e.code == ERR_NOT_REGULAR ? ENOTSUP : e.sys;
}

/* ---- near the program ---- */

enum { TAIL_BYTES_MOST = 4095 };

static bool is_separator(const struct source_search *s, char c)
{
    return c == '/' || (s->windows && c == '\\');
}

/* Open what a tail of the path leads to in a folder, which is the first n bytes of the program's
 * path. */
static bool open_below(const struct source_search *s, size_t n, const char *tail,
                       struct text *place, struct source *out)
{
    text_clear(place);
    text_add(place, s->program, n);
    for (; *tail; tail++)
        text_char(place, is_separator(s, *tail) ? '/' : *tail);
    return source_place_open(s, place, out) == 0;
}

static bool is_same_file(const struct source *a, const struct source *b)
{
    struct stat x, y;
    return fstat(a->fd, &x) == 0 && fstat(b->fd, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

/* Take the file that a tail of the path leads to below the program's folder or below the current
 * one. True if there is one, or if there are two different ones, of which none is taken. */
static bool try_tail(struct source_text *t, const struct source_search *s, const char *tail)
{
    const char *slash = strrchr(s->program, '/');
    struct source here;
    struct text place = {0};
    bool is_beside =
        open_below(s, slash ? (size_t)(slash + 1 - s->program) : 0, tail, &t->path, &t->source);
    bool is_here = open_below(s, 0, tail, &place, &here);
    if (is_beside && is_here && !is_same_file(&t->source, &here)) {
        source_close(&t->source);
    } else if (is_beside || is_here) {
        t->is_near = true;
    }
    if (is_here && !is_beside) {
        t->source = here;
        text_release(&t->path);
        t->path = place;
        return true;
    }
    if (is_here)
        source_close(&here);
    text_release(&place);
    return is_beside;
}

/* The longest tail of the path that leads to a file decides. Longer ones than TAIL_BYTES_MOST lead
 * to none: systems take no such path. */
static bool find_near(struct source_text *t, const char *path, const struct source_search *s)
{
    size_t n = strlen(path), most = TAIL_BYTES_MOST;
    for (path += n > most ? n - most : 0; n > most && *path && !is_separator(s, *path);)
        path++;
    while (*path) {
        while (is_separator(s, *path))
            path++;
        if (*path && try_tail(t, s, path))
            return t->is_near;
        while (*path && !is_separator(s, *path))
            path++;
    }
    return false;
}

static bool find_source(struct source_text *t, const char *path, const struct source_search *s,
                        struct err *e)
{
    int last = ENOENT;
    for (size_t i = 0; source_place(s, path, i, &t->path); i++) {
        if (t->path.n == 0)
            continue;
        last = source_place_open(s, &t->path, &t->source);
        if (last == 0)
            return true;
        text_clear(&t->path);
    }
    if (s->program && find_near(t, path, s))
        return true;
    return last == ENOENT ? err_set(e, ERR_SOURCE, path) : err_sys(e, ERR_OPEN, path, last);
}

bool source_text_open(struct source_text *t, const char *path, const struct source_search *s,
                      struct err *e)
{
    *t = (struct source_text){.source.fd = -1};
    bool ok = find_source(t, path, s, e);
    if (ok)
        t->buffer = mem_array_raw(BUFFER_BYTES, 1);
    else
        source_text_close(t);
    return ok;
}

bool source_text_next(struct source_text *t, struct source_piece *out, struct err *e)
{
    *out = (struct source_piece){0};
    if (t->at == t->n) {
        int64_t got = source_get(&t->source, t->off, t->buffer, BUFFER_BYTES);
        if (got < 0)
            return err_sys(e, ERR_READ, t->source.path, errno);
        t->off += (uint64_t)got;
        t->at = 0;
        t->n = (size_t)got;
    }
    if (t->n == 0)
        return true;
    const char *p = t->buffer + t->at, *end = memchr(p, '\n', t->n - t->at);
    *out = (struct source_piece){p, end ? (size_t)(end + 1 - p) : t->n - t->at, !t->inside};
    t->at += out->n;
    t->inside = !end;
    return true;
}

void source_text_close(struct source_text *t)
{
    source_close(&t->source);
    text_release(&t->path);
    free(t->buffer);
    *t = (struct source_text){.source.fd = -1};
}

static bool read_lines(struct source_lines *l, struct source_text *t, struct err *e)
{
    struct source_piece p;
    while (l->bytes.n < SOURCE_BYTES_MAX) {
        if (!source_text_next(t, &p, e))
            return false;
        if (!p.p)
            break;
        if (p.starts) {
            if (l->n == UINT32_MAX - 1)
                mem_fail();
            mem_grow(&l->lo, &l->cap_lo, (size_t)l->n + 2, sizeof *l->lo);
            l->lo[l->n++] = l->bytes.n;
        }
        text_add(&l->bytes, p.p, p.n);
    }
    if (l->lo)
        l->lo[l->n] = l->bytes.n;
    l->is_near = t->is_near;
    text_add(&l->path, t->path.p, t->path.n);
    text_z(&l->path);
    return true;
}

bool source_lines_read(struct source_lines *l, const char *path, const struct source_search *s,
                       struct err *e)
{
    struct source_text t;
    *l = (struct source_lines){0};
    if (!source_text_open(&t, path, s, e))
        return false;
    bool ok = read_lines(l, &t, e);
    source_text_close(&t);
    if (!ok)
        source_lines_release(l);
    return ok;
}

void source_lines_release(struct source_lines *l)
{
    text_release(&l->bytes);
    text_release(&l->path);
    free(l->lo);
    *l = (struct source_lines){0};
}

struct source_piece source_lines_get(const struct source_lines *l, uint32_t k)
{
    const char *p = l->bytes.p + l->lo[k];
    size_t n = l->lo[k + 1] - l->lo[k];
    if (n && p[n - 1] == '\n')
        n--;
    while (n && p[n - 1] == '\r')
        n--;
    return (struct source_piece){p, n, true};
}
