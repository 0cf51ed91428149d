/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/names.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/task.h"
#include "core/base/prefetch.h"
#include "core/base/utf8.h"
#include "core/load/image/demangle.h"
#include "core/view/names/store.h"

/* Texts are kept up to TEXTS_FREE bytes, and TEXTS_PER_BYTE for each byte of the raw names. Names
 * of programs need far less. */
enum { TEXTS_FREE = 16 << 20, TEXTS_PER_BYTE = 8 };

/* ---- life ---- */

struct names *names_new(const struct profile *p, const struct line_symbols *lines,
                        bool demangle_them, int style)
{
    uint64_t n_names = (uint64_t)p->image->n_symbols + (lines ? lines->n_names : 0);
    struct names *n = mem_array(1, sizeof *n);
    if (n_names >= NO_NAME)
        mem_fail();
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
    for (int level = 0; level < NAME_RAW; level++)
        free(n->shown[level]);
    free(n->printed);
    free(n->forms);
    name_form_release(&n->form);
    narrow_tools_release(&n->tools);
    text_release(&n->work);
    arena_release(&n->texts);
    free(n);
}

const struct line_symbols *names_lines(const struct names *n)
{
    return n->lines;
}

void names_ask(struct names *n, const char *(*source)(void *ctx, uint64_t addr), void *ctx)
{
    n->source = source;
    n->source_ctx = ctx;
}

/* ---- as gprof prints them ---- */

const char *names_printed(struct names *n, uint32_t id)
{
    const char **cache = n->printed, *plain;
    if (cache && cache[id])
        return cache[id];
    if (!n->demangle)
        return names_raw(n, id);
    plain = names_plain(n, id);
    if (!demangle_may(plain, n->style))
        return plain;
    cache = names_cache(n, &n->printed);
    text_clear(&n->work);
    if (!n->spent && demangle(plain, n->style, &n->work))
        cache[id] = names_keep_work(n);
    if (!cache[id] && (n->spent || n->work.n == 0))
        cache[id] = plain;
    return cache[id];
}

void names_fetch(const struct names *n, uint32_t id, bool text)
{
    enum { USUAL_BYTES = 128 }; /* of a source form; names of C are shorter */
    const char *const *cache = n->printed;
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

/* ---- as screens show them ---- */

static void add_narrow(struct names *n, const struct form *f, enum name_level level, size_t cols,
                       struct text *out)
{
    const struct name_keep none = {.n = 0};
    n->tools.loud = true;
    name_narrow(&n->tools, f, level, cols, &none, out);
}

const char *names_get(struct names *n, uint32_t id, enum name_level level)
{
    if (level == NAME_RAW || !n->demangle)
        return names_raw(n, id);
    const char **cache = names_cache(n, &n->shown[level]), *plain = names_plain(n, id);

    if (cache[id])
        return cache[id];
    names_read_form(n, id, plain, &n->form);
    const struct form f = form_of(&n->form);

    text_clear(&n->work);
    add_narrow(n, &f, level, 0, &n->work);
    cache[id] = strcmp(text_z(&n->work), plain) == 0 ? plain : names_keep_work(n);
    if (!cache[id] && n->spent)
        cache[id] = plain;
    return cache[id];
}

void names_within(struct names *n, uint32_t id, enum name_level level, bool ascii, size_t cols,
                  struct text *out)
{
    bool raw = level == NAME_RAW || !n->demangle;
    const char *whole = raw || cols == 0 ? names_get(n, id, level) : NULL;
    struct form f = {.text = ""};
    struct text shown = {0};
    if (raw || cols == 0) {
        text_shown(cols ? &shown : out, whole, strlen(whole), ascii);
    } else {
        f = names_form(n, id);
        if (ascii && !f.plain)
            text_shown(&shown, f.text, f.n, true);
    }
    if (shown.n)
        f = (struct form){.text = shown.p, .n = (uint32_t)shown.n};
    add_narrow(n, &f, level, cols, out);
    text_release(&shown);
}

void names_read(struct names *n, const char *plain, enum name_level level, struct text *out)
{
    if (level == NAME_RAW || !n->demangle) {
        text_str(out, plain);
        return;
    }
    names_read_form(n, NO_NAME, plain, &n->form);
    const struct form f = form_of(&n->form);

    add_narrow(n, &f, level, 0, out);
}

/* ---- many names made at once, by several threads ---- */

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

static void fill_piece(void *ctx, size_t i, unsigned slot)
{
    struct filling *f = ctx;
    struct share *s = &f->share[slot];
    uint32_t hi = f->list->n - i * PIECE < PIECE ? f->list->n : (uint32_t)((i + 1) * PIECE);
    for (sym_id y = (uint32_t)(i * PIECE); y < hi && !s->failed; y++) {
        const uint32_t id = f->list->symbols[y].raw;
        const char *plain = f->list->wanted[y] ? names_plain(f->names, id) : NULL;
        if (!plain || !demangle_may(plain, f->names->style) || f->cache[id])
            continue;
        text_clear(&s->work);
        bool other = demangle(plain, f->names->style, &s->work);
        s->failed = other && s->work.n + 1 > f->most_bytes - s->n_bytes;
        s->n_bytes += other && !s->failed ? s->work.n + 1 : 0;
        if (!s->failed)
            f->cache[id] = other ? arena_text(&s->texts, s->work.p, s->work.n) : plain;
    }
}

bool names_fill(struct names *n, const struct name_list *l, unsigned helpers)
{
    if (!n->demangle)
        return true;
    if (n->lines || n->spent)
        return false;
    sym_id first = 0;
    while (first < l->n &&
           !(l->wanted[first] && demangle_may(names_plain(n, l->symbols[first].raw), n->style)))
        first++;
    if (first == l->n)
        return true;
    struct filling f = {.names = n,
                        .cache = names_cache(n, &n->printed),
                        .list = l,
                        .most_bytes = (n->most_bytes - n->n_bytes) / pieces_slots(helpers)};
    const struct pieces p = {
        .n = ((size_t)l->n + PIECE - 1) / PIECE, .make = fill_piece, .ctx = &f};
    bool ok = pieces_run(&p, helpers);
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        ok &= !f.share[i].failed;
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
