/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/names.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/prefetch.h"
#include "core/base/task.h"
#include "core/base/utf8.h"
#include "core/load/image/demangle.h"
#include "core/view/names/names_internal.h"

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

/* The raw name without the target's leading character: what is demangled, and shown where that says
 * nothing. It lies in the raw one. */
static const char *plain_name(const struct names *n, uint32_t id)
{
    return image_plain_name(n->profile->image, names_raw(n, id));
}

bool names_same_address(const struct names *n, uint32_t a, uint32_t b)
{
    const struct raw_symbol *sa = symbol_of(n, a), *sb = symbol_of(n, b);
    return sa && sb && sa->addr == sb->addr;
}

/* What debug information calls the function in its source; NULL: not known. */
static const char *names_source(const struct names *n, uint32_t id)
{
    const struct raw_symbol *s = symbol_of(n, id);
    return s && n->source ? n->source(n->source_ctx, s->addr) : NULL;
}

/* ---- texts ---- */

/* A cache of n texts, made when first needed. */
static const char **names_cache(const struct names *n, const char ***cache)
{
    if (!*cache)
        *cache = mem_array(n->n, sizeof **cache);
    return *cache;
}

/* `bytes` more are to be kept in n->texts: whether they may. */
static bool names_may_keep(struct names *n, uint64_t bytes)
{
    n->spent |= bytes > n->most_bytes - n->n_bytes;
    if (!n->spent)
        n->n_bytes += bytes;
    return !n->spent;
}

/* What work holds, for good. NULL: `spent`. */
static const char *names_keep_work(struct names *n)
{
    if (!names_may_keep(n, n->work.n + 1))
        return NULL;
    return arena_text(&n->texts, n->work.p ? n->work.p : "", n->work.n);
}

/* ---- forms ---- */

static void add_part(struct name_form *f, size_t lo, size_t hi, enum form_kind kind)
{
    if (lo >= hi)
        return;
    mem_grow(&f->parts, &f->cap_parts, f->n_parts + 1, sizeof *f->parts);
    f->parts[f->n_parts++] = (struct form_part){(uint32_t)lo, (uint32_t)hi, kind};
}

/* Where a name of C ends and begins what a compiler adds to tell its copies apart. */
static size_t clone_at(const char *name)
{
    static const char *const words[] = {"constprop", "isra", "part",       "cold",
                                        "lto_priv",  "llvm", "localalias", "clone"};
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.'))
        for (size_t k = 0; k < ARRAY_LEN(words) && dot > name; k++) {
            size_t n = strlen(words[k]);
            if (strncmp(dot + 1, words[k], n) == 0 && !char_is_letter(dot[1 + n]))
                return (size_t)(dot - name);
        }
    return strlen(name);
}

/* The main program of Fortran is called MAIN__ by its compilers, and what is in no module has one
 * underscore more at its end, g77's two, than in the source; C's names may have them, too. */
static const char *fortran_external(const struct names *n, uint32_t id, const char *name)
{
    bool program = strcmp(name, "MAIN__") == 0;
    size_t len = strlen(name);
    const char *source = program || (len > 1 && name[len - 1] == '_') ? names_source(n, id) : NULL;
    if (program)
        return source && strcmp(source, name) != 0 ? source : "program";
    if (!source || strncmp(source, name, strlen(source)) != 0)
        return name;
    name += strlen(source);
    return strcmp(name, "_") == 0 || strcmp(name, "__") == 0 ? source : name - strlen(source);
}

/* On Windows some calling conventions write the bytes of the arguments to a name: f@8 (stdcall),
 * @f@8 (fastcall), f@@8 (vectorcall). The n bytes of f; NULL if `plain` is no such name. */
static const char *undecorated(const struct names *n, const char *plain, size_t *n_bare)
{
    const char *at = strrchr(plain, '@'), *bare = plain + (plain[0] == '@');
    if (!n->profile->image->windows || !at || !at[1] || at[1 + strspn(at + 1, "0123456789")])
        return NULL;
    at -= at > bare && at[-1] == '@';
    *n_bare = at > bare ? (size_t)(at - bare) : 0;
    return *n_bare ? bare : NULL;
}

/* Read the name of symbol `id` (NO_NAME: of none) into f, whatever is in it. */
static void names_read_form(const struct names *n, uint32_t id, const char *plain,
                            struct name_form *f)
{
    size_t n_bare;
    const char *bare = undecorated(n, plain, &n_bare);
    struct text t = {0};
    if (bare) {
        text_add(&t, bare, n_bare);
        plain = text_z(&t);
    }
    name_form_clear(f);
    if (!demangle_may(plain, n->style) || !name_form_read(plain, n->style, f)) {
        size_t n_module;
        const char *procedure = demangle_fortran(plain, &n_module);
        const char *name = procedure ? procedure : fortran_external(n, id, plain);
        if (procedure) {
            text_add(&f->text, plain + 2, n_module);
            text_str(&f->text, "::");
            add_part(f, 0, f->text.n, FORM_SCOPE);
        }
        const size_t lo = f->text.n, own = clone_at(name);
        text_str(&f->text, name);
        add_part(f, lo, lo + own, FORM_OWN);
        add_part(f, lo + own, f->text.n, FORM_CLONE);
    }
    if (!form_of(f).plain) { /* what is not safe to show is shown in one piece */
        struct text shown = {0};
        text_shown(&shown, f->text.p, f->text.n, false);
        if (shown.n != f->text.n || memcmp(shown.p, f->text.p, shown.n) != 0) {
            name_form_clear(f);
            text_add(&f->text, shown.p ? shown.p : "", shown.n);
        }
        text_release(&shown);
    }
    text_release(&t);
}

static const struct form *keep_form(struct names *n, const struct name_form *f)
{
    uint64_t bytes = f->text.n + 1 + f->n_parts * sizeof *f->parts + sizeof(struct form);
    struct form_part *parts;
    struct form *kept;
    if (!names_may_keep(n, bytes))
        return NULL;
    parts = arena_alloc(&n->texts, f->n_parts, sizeof *parts);
    kept = arena_alloc(&n->texts, 1, sizeof *kept);
    memcpy(parts, f->parts ? f->parts : parts, f->n_parts * sizeof *parts);
    *kept = form_of(f);
    kept->text = arena_text(&n->texts, kept->text, kept->n);
    kept->parts = parts;
    return kept;
}

struct form names_form(struct names *n, uint32_t id)
{
    if (!n->forms)
        n->forms = mem_array(n->n, sizeof *n->forms);
    if (!n->forms[id]) {
        names_read_form(n, id, plain_name(n, id), &n->form);
        n->forms[id] = keep_form(n, &n->form);
    }
    return n->forms[id] ? *n->forms[id] : (struct form){.text = "", .plain = true};
}

/* ---- as gprof prints them ---- */

const char *names_printed(struct names *n, uint32_t id)
{
    const char **cache = n->printed, *plain;
    if (cache && cache[id])
        return cache[id];
    if (!n->demangle)
        return names_raw(n, id);
    plain = plain_name(n, id);
    if (!demangle_may(plain, n->style))
        return plain;
    cache = names_cache(n, &n->printed);
    text_clear(&n->work);
    bool found = !n->spent && demangle(plain, n->style, true, &n->work);
    const char *kept = found ? names_keep_work(n) : NULL;
    return cache[id] = kept ? kept : plain;
}

void names_fetch(const struct names *n, uint32_t id, bool text)
{
    enum { USUAL_BYTES = 256 }; /* of a source form; names of C are shorter */
    const char *const *cache = n->printed;
    if (text) {
        if (cache && cache[id])
            fetch_bytes(cache[id], USUAL_BYTES);
        else
            fetch_bytes(names_raw(n, id), 32);
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
    const char **cache = names_cache(n, &n->shown[level]), *plain = plain_name(n, id);

    if (cache[id])
        return cache[id];
    names_read_form(n, id, plain, &n->form);
    const struct form f = form_of(&n->form);

    text_clear(&n->work);
    add_narrow(n, &f, level, 0, &n->work);
    const char *kept = strcmp(text_z(&n->work), plain) == 0 ? plain : names_keep_work(n);
    return cache[id] = kept ? kept : plain;
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

/* ---- many names made at once ---- */

struct filling {
    const struct symbol *symbols;
    uint32_t n_symbols, per_piece;
    const uint8_t *wanted;
    struct names own[PIECES_SLOTS]; /* the names, but with texts of their own */
};

static void fill_piece(void *ctx, size_t i, unsigned slot)
{
    struct filling *f = ctx;
    struct names *own = &f->own[slot];
    sym_id y = (sym_id)(i * f->per_piece);
    for (uint32_t n = 0; n < f->per_piece && y < f->n_symbols && !own->spent; n++, y++)
        if (f->wanted[y])
            (void)names_printed(own, f->symbols[y].raw);
}

bool names_fill(struct names *n, const struct symbol *symbols, uint32_t n_symbols,
                const uint8_t *wanted)
{
    struct filling f = {symbols, n_symbols, 512, wanted, {{0}}};
    const struct pieces p = {n_symbols / f.per_piece + 1, fill_piece, NULL, &f};
    if (!n->demangle || n->lines || n->spent)
        return !n->demangle;
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        f.own[i] = (struct names){.profile = n->profile,
                                  .style = n->style,
                                  .demangle = true,
                                  .n = n->n,
                                  .printed = names_cache(n, &n->printed),
                                  .most_bytes = (n->most_bytes - n->n_bytes) / PIECES_SLOTS};
    bool ok = pieces_run(&p, task_processors() - 1);
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        ok = ok && !f.own[i].spent;
    for (unsigned i = 0; i < PIECES_SLOTS; i++) {
        if (ok) {
            n->n_bytes += f.own[i].n_bytes;
            arena_join(&n->texts, &f.own[i].texts);
        }
        arena_release(&f.own[i].texts);
        text_release(&f.own[i].work);
    }
    /* All or nothing: which names are kept must not depend on whether they were filled in. */
    if (!ok)
        memset(n->printed, 0, n->n * sizeof *n->printed);
    return ok;
}
