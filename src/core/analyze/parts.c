/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/parts.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"

/* A part, and the name of its function within its own. */
struct part_name {
    sym_id part;
    uint32_t raw; /* of the part */
    const char *name;
    size_t n;
    sym_id whole; /* NO_ID: not found yet */
    uint32_t whole_raw;
};

/* How many bytes of a name are its function's: all before the last .cold or .part.N, after which a
 * number may stand (GCC and LLVM name parts so). 0: it is no part. */
static size_t whole_name_bytes(const char *name)
{
    size_t n = strlen(name), end = n;
    while (end > 0 && char_is_digit(name[end - 1]))
        end--;
    bool numbered = end < n && end > 0 && name[end - 1] == '.';
    end = numbered ? end - 1 : n;
    if (end > 5 && memcmp(name + end - 5, ".cold", 5) == 0)
        return end - 5;
    return numbered && end > 5 && memcmp(name + end - 5, ".part", 5) == 0 ? end - 5 : 0;
}

static int compare_names(const struct part_name *p, const char *name, size_t n)
{
    int order = memcmp(p->name, name, p->n < n ? p->n : n);
    return order ? order : (p->n > n) - (p->n < n);
}

static int by_whole(const void *a, const void *b)
{
    const struct part_name *x = a, *y = b;
    int order = compare_names(x, y->name, y->n);
    return order ? order : (x->part > y->part) - (x->part < y->part);
}

static bool list_parts(const struct table *t, struct part_name **v, size_t *n)
{
    size_t cap = 0;
    for (sym_id s = 0; s < t->n_symbols; s++) {
        const char *name = table_name(t, s);
        size_t bytes = t->symbols[s].flags & SYM_CLONE ? whole_name_bytes(name) : 0;
        if (bytes == 0)
            continue;
        if (!mem_grow(v, &cap, *n + 1, sizeof **v))
            return false;
        (*v)[(*n)++] = (struct part_name){s, t->symbols[s].raw, name, bytes, NO_ID, 0};
    }
    if (*n)
        qsort(*v, *n, sizeof **v, by_whole);
    return true;
}

/* Functions of one name are told apart by the file that they are from: symbols of one file stand
 * together, so the nearest one is it. A global one stands elsewhere, and is the only one. */
static bool is_nearer(const struct image *im, const struct part_name *p, uint32_t raw)
{
    uint32_t old = p->whole_raw;
    if (p->whole == NO_ID)
        return true;
    uint32_t was = old > p->raw ? old - p->raw : p->raw - old;
    uint32_t is = raw > p->raw ? raw - p->raw : p->raw - raw;
    return im->symbols[raw].flags & SYM_STATIC && is < was;
}

static void offer_whole(const struct table *t, struct part_name *v, size_t n, uint32_t raw)
{
    const struct image *im = t->profile->image;
    const char *name = image_name(im, &im->symbols[raw]);
    size_t lo = 0, hi = n, bytes = strlen(name);
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (compare_names(&v[mid], name, bytes) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    sym_id s = lo < n && compare_names(&v[lo], name, bytes) == 0
                   ? table_at(t, im->symbols[raw].addr)
                   : NO_ID;
    for (; s != NO_ID && lo < n && compare_names(&v[lo], name, bytes) == 0; lo++)
        if (t->symbols[s].addr == im->symbols[raw].addr && s != v[lo].part &&
            is_nearer(im, &v[lo], raw)) {
            v[lo].whole = s;
            v[lo].whole_raw = raw;
        }
}

/* A part may have parts of its own, whose names are longer. */
static void settle_wholes(struct table *t)
{
    for (sym_id s = 0; s < t->n_symbols; s++) {
        sym_id whole = t->whole[s];
        while (t->whole[whole] != whole)
            whole = t->whole[whole];
        t->whole[s] = whole;
    }
}

bool parts_join(struct table *t, const struct table_options *o)
{
    const struct image *im = t->profile->image;
    struct part_name *v = NULL;
    size_t n = 0;
    bool ok = list_parts(t, &v, &n);
    t->whole = ok && n ? mem_array_raw(t->n_symbols, sizeof *t->whole) : NULL;
    for (uint32_t raw = 0; t->whole && raw < im->n_symbols; raw++)
        if (table_accepts(o, im->symbols[raw].flags))
            offer_whole(t, v, n, raw);
    for (sym_id s = 0; t->whole && s < t->n_symbols; s++)
        t->whole[s] = s;
    for (size_t i = 0; t->whole && i < n; i++)
        t->whole[v[i].part] = v[i].whole != NO_ID ? v[i].whole : v[i].part;
    if (t->whole)
        settle_wholes(t);
    free(v);
    return ok && (t->whole || n == 0);
}
