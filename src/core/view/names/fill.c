/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many names made at once, by several threads. */
#include "core/view/names/fill.h"

#include <stdalign.h>
#include <string.h>

#include "core/base/task.h"
#include "core/load/image/demangle.h"
#include "core/view/names/store.h"

enum { PIECE = 2048 }; /* symbols */

/* What one thread at a time makes; joined at the end. */
struct share {
    alignas(PIECES_APART) struct arena texts;
    struct text work;
    uint64_t n_bytes;
    bool failed; /* its part of the bytes is spent */
};

struct filling {
    const struct names *names;
    const char **cache;
    const struct name_list *list;
    uint64_t most_bytes; /* of a share */
    struct share share[PIECES_SLOTS];
};

static const char *keep(struct share *s, uint64_t most_bytes)
{
    if (s->work.n + 1 > most_bytes - s->n_bytes)
        return NULL;
    s->n_bytes += s->work.n + 1;
    return arena_text(&s->texts, s->work.p, s->work.n);
}

static void fill_one(struct filling *f, struct share *s, uint32_t id)
{
    const char *plain = names_plain(f->names, id);
    if (!demangle_may(plain, f->names->style) || f->cache[id])
        return;
    text_clear(&s->work);
    f->cache[id] = demangle(plain, f->names->style, &s->work) ? keep(s, f->most_bytes) : plain;
    s->failed = !f->cache[id];
}

static void fill_piece(void *ctx, size_t i, unsigned slot)
{
    struct filling *f = ctx;
    struct share *s = &f->share[slot];
    uint32_t hi = f->list->n - i * PIECE < PIECE ? f->list->n : (uint32_t)((i + 1) * PIECE);
    for (sym_id y = (uint32_t)(i * PIECE); y < hi && !s->failed; y++)
        if (f->list->wanted[y])
            fill_one(f, s, f->list->symbols[y].raw);
}

static bool fill(struct filling *f, unsigned helpers)
{
    const struct pieces p = {
        .n = ((size_t)f->list->n + PIECE - 1) / PIECE, .make = fill_piece, .ctx = f};
    bool ok = pieces_run(&p, helpers);
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        ok &= !f->share[i].failed;
    return ok;
}

static bool any_mangled(const struct names *n, const struct name_list *l)
{
    for (sym_id y = 0; y < l->n; y++)
        if (l->wanted[y] && demangle_may(names_plain(n, l->symbols[y].raw), n->style))
            return true;
    return false;
}

bool names_fill(struct names *n, const struct name_list *l, unsigned helpers)
{
    if (!n->demangle)
        return true;
    if (n->lines || n->spent)
        return false;
    if (!any_mangled(n, l))
        return true;
    struct filling f = {.names = n,
                        .cache = names_cache(n, &n->printed),
                        .list = l,
                        .most_bytes = (n->most_bytes - n->n_bytes) / pieces_slots(helpers)};
    bool ok = fill(&f, helpers);

    /* All or nothing: which names are kept must not depend on who was quicker. */
    if (!ok)
        memset(f.cache, 0, n->n * sizeof *f.cache);
    for (unsigned i = 0; i < PIECES_SLOTS; i++) {
        struct share *s = &f.share[i];
        if (ok) {
            n->n_bytes += s->n_bytes;
            arena_join(&n->texts, &s->texts);
        }
        arena_release(&s->texts);
        text_release(&s->work);
    }

    return ok;
}
