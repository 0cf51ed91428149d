/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/query/sources.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"

enum { STEP = 4096 }; /* symbols between two reports of progress */

static bool look_up(struct sources *s, const struct image *im, const struct table_options *o,
                    struct lines *lines, const struct progress *progress, struct err *e)
{
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        if (i % STEP == 0 && !progress_step(progress, "source lines", i, im->n_symbols))
            return err_set(e, ERR_CANCELLED, NULL);
        if (table_accepts(o, im->symbols[i].flags) &&
            !lines_find(lines, im->symbols[i].addr, &s->entry[i]))
            s->entry[i] = (struct line_pos){0};
    }
    return !lines_failed(lines) || err_memory(e, 0);
}

static int by_pointer(const void *ctx, uint32_t a, uint32_t b)
{
    const struct line_pos *entry = ctx;
    uintptr_t x = (uintptr_t)entry[a].file, y = (uintptr_t)entry[b].file;

    return x < y ? -1 : x > y;
}

static int by_number(const void *ctx, uint32_t a, uint32_t b)
{
    (void)ctx;
    return a < b ? -1 : a > b;
}

/* Equal paths are equal pointers: sort the symbols by it, keep the first of each run, and put
 * those back in table order. */
static bool list_files(struct sources *s, uint32_t n_symbols)
{
    uint32_t *ids = mem_array_raw(n_symbols, sizeof *ids);
    uint32_t n = 0, n_files = 0;

    if (!ids)
        return false;
    for (uint32_t i = 0; i < n_symbols; i++)
        if (s->entry[i].file && (n == 0 || s->entry[i].file != s->entry[ids[n - 1]].file))
            ids[n++] = i;
    bool ok = sort_merge(ids, n, by_pointer, s->entry);
    for (uint32_t i = 0; i < n; i++)
        if (n_files == 0 || s->entry[ids[i]].file != s->entry[ids[n_files - 1]].file)
            ids[n_files++] = ids[i];
    ok = ok && sort_merge(ids, n_files, by_number, NULL);
    s->files = ok ? mem_array_raw(n_files, sizeof *s->files) : NULL;
    for (uint32_t i = 0; s->files && i < n_files; i++)
        s->files[i] = s->entry[ids[i]].file;
    s->n_files = n_files;
    free(ids);
    return s->files;
}

struct sources *sources_new(const struct profile *p, const struct table_options *o,
                            struct lines *lines, const struct progress *progress, struct err *e)
{
    const struct image *im = p->images[0];
    struct sources *s = mem_array(1, sizeof *s);

    if (s)
        s->entry = mem_array(im->n_symbols, sizeof *s->entry);
    bool ok = (s && s->entry) || err_memory(e, 0);

    ok = ok && (!lines || look_up(s, im, o, lines, progress, e));
    ok = ok && (list_files(s, im->n_symbols) || err_memory(e, 0));
    if (ok)
        return s;
    sources_free(s);
    return NULL;
}

void sources_free(struct sources *s)
{
    if (!s)
        return;
    free(s->entry);
    free(s->files);
    free(s);
}

const char *sources_last_by_base(const struct sources *s, const char *base, size_t n)
{
    for (uint32_t i = s->n_files; i-- > 0;) {
        const char *b = lines_base(s->files[i]);

        if (strlen(b) == n && memcmp(b, base, n) == 0)
            return s->files[i];
    }
    return NULL;
}
