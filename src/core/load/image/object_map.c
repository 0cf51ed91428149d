/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/object_map.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"

/* Bytes of the map, none of them zero. */
struct map_piece {
    const char *p;
    size_t n;
};

struct map_entry {
    struct map_piece object, function;
    bool first; /* of a run of lines with this object: the function represents it */
};

struct object_map {
    struct bytes bytes;
    struct map_entry *entries;
    size_t n;
    uint32_t *by_function, *by_object; /* entries in these orders; equal ones as in the file */
};

/* ---- reading ---- */

/* Strings end at a zero byte, as for gprof. */
static struct map_piece piece_of(const char *p, const char *end)
{
    size_t n = (size_t)(end - p);
    const char *zero = memchr(p, '\0', n);
    return (struct map_piece){p, zero ? (size_t)(zero - p) : n};
}

/* As strcmp would order them. */
static int compare_pieces(const struct map_piece *a, const struct map_piece *b)
{
    int c = memcmp(a->p, b->p, a->n < b->n ? a->n : b->n);
    return c ? c : (a->n > b->n) - (a->n < b->n);
}

static bool take_map_line(struct object_map *m, const char *p, const char *end, const char *path,
                          struct err *e)
{
    const char *colon = memchr(p, ':', (size_t)(end - p));
    struct map_piece object = piece_of(p, colon ? colon : end);
    static const char words[] = "No symbols in ";
    bool empty = object.n >= sizeof words - 1 && memcmp(object.p, words, sizeof words - 1) == 0;
    if (empty && !colon)
        return true;
    struct map_piece rest = colon ? piece_of(colon + 1, end) : (struct map_piece){p, 0};
    size_t word = rest.n; /* the last one, after a blank */
    while (word > 0 && rest.p[word - 1] != ' ')
        word--;
    if (empty || colon == p || word == 0)
        return err_set(e, ERR_MAP, path);
    bool first = m->n == 0 || compare_pieces(&m->entries[m->n - 1].object, &object) != 0;
    if (m->n >= UINT32_MAX - 1)
        mem_fail();
    mem_append(&m->entries, &m->n,
               &(struct map_entry){object, {rest.p + word, rest.n - word}, first},
               sizeof *m->entries);
    return true;
}

/* Blanks at the start of lines are skipped, except in the first line. */
static bool take_lines(struct object_map *m, const char *path, struct err *e)
{
    const char *p = (const char *)m->bytes.p, *end = p + m->bytes.n;
    if (m->bytes.n == 0)
        return err_set(e, ERR_MAP, path);
    while (p < end) {
        const char *newline = memchr(p, '\n', (size_t)(end - p)), *eol = newline ? newline : end;
        if (!take_map_line(m, p, eol, path, e))
            return false;
        for (p = eol; p < end && char_is_space(*p); p++)
            ;
    }
    return true;
}

static int by_function(const void *ctx, uint32_t a, uint32_t b)
{
    const struct map_entry *v = ctx;
    return compare_pieces(&v[a].function, &v[b].function);
}

static int by_object(const void *ctx, uint32_t a, uint32_t b)
{
    const struct map_entry *v = ctx;
    return compare_pieces(&v[a].object, &v[b].object);
}

static uint32_t *sorted(const struct object_map *m, sort_compare *compare)
{
    uint32_t *ids = mem_array_raw(m->n, sizeof *ids);
    for (uint32_t i = 0; i < m->n; i++)
        ids[i] = i;
    sort_merge(ids, m->n, compare, m->entries);
    return ids;
}

struct object_map *object_map_parse(const char *path, struct bytes *b, struct err *e)
{
    struct object_map *m = mem_array(1, sizeof *m);
    m->bytes = *b;
    if (take_lines(m, path, e)) {
        m->by_function = sorted(m, by_function);
        m->by_object = sorted(m, by_object);
        return m;
    }
    object_map_free(m);
    return NULL;
}

struct object_map *object_map_read(const char *path, const struct progress *progress, struct err *e)
{
    struct bytes b;
    return list_file_read(path, &b, progress, e) ? object_map_parse(path, &b, e) : NULL;
}

void object_map_free(struct object_map *m)
{
    if (!m)
        return;
    bytes_release(&m->bytes);
    free(m->entries);
    free(m->by_function);
    free(m->by_object);
    free(m);
}

/* ---- applying ---- */

/* QUIRK(gnu): of several entries for one function it is the one that a binary search meets; pinned
 * by tests/diff. NO entry: SIZE_MAX. */
static size_t find_function(const struct object_map *m, const char *name)
{
    const struct map_piece key = {name, strlen(name)};
    size_t lo = 0, hi = m->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        int c = compare_pieces(&key, &m->entries[m->by_function[mid]].function);
        if (c == 0)
            return m->by_function[mid];
        if (c < 0)
            hi = mid;
        else
            lo = mid + 1;
    }
    return SIZE_MAX;
}

/* Where names of object files lie in the image's names. */
struct object_names {
    struct text text;   /* all names of the image */
    uint32_t *of_entry; /* per entry of the map */
    uint32_t *objects;  /* of each object file once */
    uint32_t n;
};

void object_map_apply(const struct object_map *m, struct image *im)
{
    struct object_names o = {.of_entry = mem_array_raw(m->n, sizeof *o.of_entry),
                             .objects = mem_array_raw(m->n, sizeof *o.objects)};
    text_add(&o.text, im->names, im->n_name_bytes);
    const struct map_entry *last = NULL;
    for (size_t i = 0; i < m->n; i++) {
        const struct map_entry *x = &m->entries[m->by_object[i]];
        if (!last || compare_pieces(&last->object, &x->object) != 0) {
            if (o.text.n > UINT32_MAX)
                mem_fail();
            o.objects[o.n++] = (uint32_t)o.text.n;
            text_add(&o.text, x->object.p, x->object.n);
            text_char(&o.text, '\0');
            last = x;
        }
        o.of_entry[m->by_object[i]] = o.objects[o.n - 1];
    }
    if (!im->symbols_path) {
        /* F21: gprof never clears the mark of functions that do not represent their object file, so
         * that some of them stay. */
        uint32_t n = 0;
        for (uint32_t i = 0; i < im->n_symbols; i++) {
            struct raw_symbol s = im->symbols[i];
            size_t x = find_function(m, image_name(im, &s));
            if (x != SIZE_MAX && !m->entries[x].first)
                continue;
            if (x != SIZE_MAX) {
                s.name = o.of_entry[x];
                s.flags |= SYM_OBJECT;
            }
            im->symbols[n++] = s;
        }
        im->n_symbols = n;
    }
    free(o.of_entry);
    free((char *)im->names);
    im->names = o.text.p;
    im->n_name_bytes = o.text.n;
    im->objects = o.objects;
    im->n_objects = o.n;
}
