/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names_elide.h"
#include "core/view/names_internal.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/fetch.h"
#include "core/load/demangle.h"

/* Texts are kept up to so many bytes, and so many for each byte of the raw names. Names of programs
 * need less by far. */
enum { TEXTS_FREE = 16 << 20, TEXTS_PER_BYTE = 8 };

/* ---- life ---- */

static bool number_images(struct names *n)
{
    const struct profile *p = n->profile;
    uint64_t sum = 0;

    n->base = mem_array(p->n_images, sizeof *n->base);
    for (image_id i = 0; n->base && i < p->n_images; i++) {
        n->base[i] = (uint32_t)sum;
        sum += p->images[i]->n_symbols;
        n->most_bytes += TEXTS_PER_BYTE * (uint64_t)p->images[i]->n_name_bytes;
    }
    n->first_line = (uint32_t)sum;
    sum += n->lines ? n->lines->n_names : 0;
    n->n = (uint32_t)sum;
    return n->base && sum < NO_NAME;
}

struct names *names_new(const struct profile *p, const struct line_symbols *lines,
                        bool demangle_them, int style)
{
    struct names *n = mem_array(1, sizeof *n);

    if (!n)
        return NULL;
    n->profile = p;
    n->lines = lines;
    n->most_bytes = TEXTS_FREE;
    n->demangle = demangle_them;
    n->style = style;
    if (number_images(n))
        return n;
    names_free(n);
    return NULL;
}

void names_free(struct names *n)
{
    if (!n)
        return;
    for (int level = 0; level < N_CACHED; level++) {
        free(n->cached[level]);
        free(n->taken[level].ids);
    }
    free(n->slot);
    free(n->next);
    free(n->whole);
    free(n->base);
    text_release(&n->work);
    arena_release(&n->texts);
    free(n);
}

/* ---- symbols ---- */

const struct line_symbols *names_lines(const struct names *n)
{
    return n->lines;
}

static image_id image_of(const struct names *n, uint32_t id)
{
    image_id i = (image_id)(n->profile->n_images - 1);

    while (n->base[i] > id)
        i--;
    return i;
}

/* NULL for a name that no symbol has. */
static const struct raw_symbol *symbol_of(const struct names *n, uint32_t id, image_id *image)
{
    if (id >= n->first_line)
        return NULL;
    *image = image_of(n, id);
    return &n->profile->images[*image]->symbols[id - n->base[*image]];
}

const char *names_raw(const struct names *n, uint32_t id)
{
    image_id image;
    const struct raw_symbol *s = symbol_of(n, id, &image);

    return s ? image_name(n->profile->images[image], s) : n->lines->names[id - n->first_line];
}

bool names_same_function(const struct names *n, uint32_t a, uint32_t b)
{
    image_id ia = 0, ib = 0;
    const struct raw_symbol *sa = symbol_of(n, a, &ia), *sb = symbol_of(n, b, &ib);

    return (sa && sb && ia == ib && sa->addr == sb->addr) ||
           strcmp(names_raw(n, a), names_raw(n, b)) == 0;
}

/* ---- cache ---- */

const char **names_cache(struct names *n, enum name_level level)
{
    if (!n->cached[level])
        n->cached[level] = mem_array(n->n, sizeof *n->cached[level]);
    return n->cached[level];
}

const char *names_keep_work(struct names *n)
{
    if (n->work.failed)
        return NULL;
    n->spent |= n->work.n + 1 > n->most_bytes - n->n_bytes;
    if (n->spent)
        return NULL;
    n->n_bytes += n->work.n + 1;
    return arena_text(&n->texts, n->work.p ? n->work.p : "", n->work.n);
}

const char *names_full(struct names *n, uint32_t id)
{
    const char **cache = n->cached[NAME_FULL];

    if (cache && cache[id])
        return cache[id];
    const char *raw = names_raw(n, id);
    if (!demangle_may(raw, n->style))
        return raw;
    cache = names_cache(n, NAME_FULL);
    if (!cache)
        return NULL;
    text_clear(&n->work);
    if (!n->spent && demangle(raw, n->style, &n->work))
        cache[id] = names_keep_work(n);
    if (!cache[id] && (n->spent || n->work.n == 0) && !n->work.failed)
        cache[id] = raw;
    return cache[id];
}

uint32_t names_id(const struct names *n, image_id image, uint32_t raw)
{
    uint32_t own = n->profile->images[image]->n_symbols;

    return raw < own ? n->base[image] + raw : n->first_line + (raw - own);
}

const char *names_get(struct names *n, image_id image, uint32_t raw, enum name_level level)
{
    uint32_t id = names_id(n, image, raw);

    if (level == NAME_RAW || !n->demangle)
        return names_raw(n, id);
    const char *full = names_full(n, id);

    if (!full || level == NAME_FULL || full == names_raw(n, id))
        return full;
    const char *text = n->spent ? NULL : names_short(n, id, level);

    return text || !n->spent ? text : full;
}

void names_read(const struct names *n, const char *raw, enum name_level level, struct text *out)
{
    struct name_parts keep = {.depth = level == NAME_SHORT ? 0 : UINT_MAX};
    struct text full = {0};

    if (level == NAME_RAW || !n->demangle || !demangle(raw, n->style, &full))
        text_str(out, raw);
    else if (level == NAME_FULL)
        text_add(out, full.p, full.n);
    else
        names_elide(full.p, full.n, keep, out);
    out->failed |= full.failed;
    text_release(&full);
}

void names_fetch(const struct names *n, image_id image, uint32_t raw, bool text)
{
    enum { USUAL_BYTES = 128 }; /* of a source form; names of C are shorter */
    const char *const *cache = n->cached[NAME_FULL];
    uint32_t id = names_id(n, image, raw);

    if (text) {
        if (cache && cache[id])
            fetch_bytes(cache[id], USUAL_BYTES);
        else
            fetch(names_raw(n, id));
        return;
    }
    if (cache)
        fetch(&cache[id]);
    if (raw < n->profile->images[image]->n_symbols)
        fetch(&n->profile->images[image]->symbols[raw]);
}
