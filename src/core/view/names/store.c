/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/store.h"

/* ---- symbols ---- */

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

bool names_same_address(const struct names *n, uint32_t a, uint32_t b)
{
    const struct raw_symbol *sa = symbol_of(n, a), *sb = symbol_of(n, b);
    return sa && sb && sa->addr == sb->addr;
}

const char *names_source(const struct names *n, uint32_t id)
{
    const struct raw_symbol *s = symbol_of(n, id);
    return s && n->source ? n->source(n->source_ctx, s->addr) : NULL;
}

/* ---- texts ---- */

const char **names_cache(const struct names *n, const char ***cache)
{
    if (!*cache)
        *cache = mem_array(n->n, sizeof **cache);
    return *cache;
}

bool names_may_keep(struct names *n, uint64_t bytes)
{
    n->spent |= bytes > n->most_bytes - n->n_bytes;
    if (!n->spent)
        n->n_bytes += bytes;
    return !n->spent;
}

const char *names_keep_work(struct names *n)
{
    if (!names_may_keep(n, n->work.n + 1))
        return NULL;
    return arena_text(&n->texts, n->work.p ? n->work.p : "", n->work.n);
}
