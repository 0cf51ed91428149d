/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/names.h"

#include <stdlib.h>
#include <string.h>

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
