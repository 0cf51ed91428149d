/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/elide.h"
#include "core/view/names/names_internal.h"
#include "core/view/names/short.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/prefetch.h"
#include "core/load/image/demangle.h"

/* Texts are kept up to TEXTS_FREE bytes, and TEXTS_PER_BYTE for each byte of the raw names. Names
 * of programs need far less. */
enum { TEXTS_FREE = 16 << 20, TEXTS_PER_BYTE = 8 };

/* ---- life ---- */

struct names *names_new(const struct profile *p, const struct line_symbols *lines,
                        bool demangle_them, int style)
{
    uint64_t n_names = (uint64_t)p->image->n_symbols + (lines ? lines->n_names : 0);
    struct names *n = n_names < NO_NAME ? mem_array(1, sizeof *n) : NULL;
    if (!n)
        return NULL;
    n->profile = p;
    n->lines = lines;
    n->most_bytes = TEXTS_FREE + TEXTS_PER_BYTE * (uint64_t)p->image->n_name_bytes;
    n->demangle = demangle_them;
    n->style = style;
    n->n = (uint32_t)n_names;
    return n;
}

void names_free(struct names *n)
{
    if (!n)
        return;
    for (int level = 0; level < N_CACHED; level++)
        free(n->cached[level]);
    free(n->taken.ids);
    free(n->forms);
    name_form_release(&n->form);
    free(n->slot);
    free(n->next);
    free(n->whole);
    text_release(&n->work);
    arena_release(&n->texts);
    free(n);
}

/* ---- symbols ---- */

const struct line_symbols *names_lines(const struct names *n)
{
    return n->lines;
}

/* NULL for a name that no symbol has. */
static const struct raw_symbol *symbol_of(const struct names *n, uint32_t id)
{
    return id < n->profile->image->n_symbols ? &n->profile->image->symbols[id] : NULL;
}

const char *names_raw(const struct names *n, uint32_t id)
{
    return raw_name(n->profile->image, n->lines, id);
}

const char *names_plain(const struct names *n, uint32_t id)
{
    return image_plain_name(n->profile->image, names_raw(n, id));
}

bool names_undecorate(const struct names *n, const char *plain, const char **bare, size_t *n_bare)
{
    const char *at = strrchr(plain, '@');
    if (!n->profile->image->windows || !at || !at[1] || at[1 + strspn(at + 1, "0123456789")])
        return false;
    *bare = plain + (plain[0] == '@');
    at -= at > *bare && at[-1] == '@';
    *n_bare = at > *bare ? (size_t)(at - *bare) : 0;
    return *n_bare;
}

bool names_same_address(const struct names *n, uint32_t a, uint32_t b)
{
    const struct raw_symbol *sa = symbol_of(n, a), *sb = symbol_of(n, b);
    return sa && sb && sa->addr == sb->addr;
}

bool names_same_function(const struct names *n, uint32_t a, uint32_t b)
{
    return names_same_address(n, a, b) || strcmp(names_raw(n, a), names_raw(n, b)) == 0;
}

void names_ask(struct names *n, const char *(*source)(void *ctx, uint64_t addr), void *ctx)
{
    n->source = source;
    n->source_ctx = ctx;
}

const char *names_source(const struct names *n, uint32_t id)
{
    const struct raw_symbol *s = symbol_of(n, id);
    return s && n->source ? n->source(n->source_ctx, s->addr) : NULL;
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
    const char *plain = names_plain(n, id);
    if (!demangle_may(plain, n->style))
        return plain;
    cache = names_cache(n, NAME_FULL);
    if (!cache)
        return NULL;
    text_clear(&n->work);
    if (!n->spent && demangle(plain, n->style, &n->work))
        cache[id] = names_keep_work(n);
    if (!cache[id] && (n->spent || n->work.n == 0) && !n->work.failed)
        cache[id] = plain;
    return cache[id];
}

bool names_is_fixed(const struct names *n, uint32_t id, const char *full)
{
    const char *plain = names_plain(n, id), *bare;
    size_t n_bare;
    return full == plain && !names_undecorate(n, plain, &bare, &n_bare);
}

const char *names_get(struct names *n, uint32_t id, enum name_level level)
{
    if (level == NAME_RAW || !n->demangle)
        return names_raw(n, id);
    const char *full = names_full(n, id);

    if (!full || level == NAME_FULL || names_is_fixed(n, id, full))
        return full;
    const char *text = n->spent ? NULL : names_short(n, id);

    return text || !n->spent ? text : full;
}

void names_read(const struct names *n, const char *plain, enum name_level level, struct text *out)
{
    struct text full = {0};
    if (level == NAME_RAW || !n->demangle || !demangle(plain, n->style, &full))
        text_str(out, plain);
    else if (level == NAME_FULL)
        text_add(out, full.p, full.n);
    else
        names_elide(full.p, full.n, (struct name_parts){.depth = 0}, out);
    out->failed |= full.failed;
    text_release(&full);
}

void names_fetch(const struct names *n, uint32_t id, bool text)
{
    enum { USUAL_BYTES = 128 }; /* of a source form; names of C are shorter */
    const char *const *cache = n->cached[NAME_FULL];
    if (text) {
        if (cache && cache[id])
            fetch_bytes(cache[id], USUAL_BYTES);
        else
            fetch(names_raw(n, id));
        return;
    }
    if (cache)
        fetch(&cache[id]);
    if (id < n->profile->image->n_symbols)
        fetch(&n->profile->image->symbols[id]);
}
