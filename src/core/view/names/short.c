/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How short names stay different.
 *
 * Symbols that could share a short name are found without demangling all of them: names_key hashes
 * the plain components of raw names, and equal short names have equal keys. When a short name is
 * first asked for, all symbols with its key are demangled, shortened and compared; those that
 * collide are written with more and more parts until they differ. The order in which names are
 * asked for thus does not matter.
 *
 * For names that names_key does not see through (Rust v0, D), texts handed out are also kept in
 * a table; one that exists gets its raw name added. So does one that some raw name reads like, as
 * `f<2>` may be the name of a symbol. */
#include "core/view/names/short.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/load/image/demangle.h"
#include "core/view/names/elide.h"
#include "core/view/names/key.h"
#include "core/view/names/names_internal.h"

/* ---- symbols by key ---- */

/* Where the symbols begin that could share a short name with the one called `plain`. */
static uint32_t *slot_of(const struct names *n, const char *plain)
{
    return &n->slot[names_key_start(plain) & (n->n_slots - 1)];
}

static uint32_t whole_of(const struct names *n, uint32_t id)
{
    if (!n->whole[id])
        n->whole[id] = names_key_whole(names_plain(n, id));
    return n->whole[id];
}

static bool index_keys(struct names *n)
{
    n->n_slots = 16;
    while (n->n_slots < n->n && n->n_slots < UINT32_MAX / 2)
        n->n_slots *= 2;
    n->slot = mem_array_raw(n->n_slots, sizeof *n->slot);
    n->next = mem_array_raw(n->n, sizeof *n->next);
    n->whole = mem_array(n->n, sizeof *n->whole);
    if (!n->slot || !n->next || !n->whole) {
        free(n->slot);
        free(n->next);
        free(n->whole);
        n->slot = n->next = n->whole = NULL;
        return false;
    }
    memset(n->slot, 0xff, n->n_slots * sizeof *n->slot);
    for (uint32_t id = n->n; id-- > 0;) {
        uint32_t *slot = slot_of(n, names_plain(n, id));
        n->next[id] = *slot;
        *slot = id;
    }
    return true;
}

/* ---- texts handed out ---- */

/* The place of `text` in t: taken by it, or free. t has a free place. */
static uint32_t *taken_place(const struct taken *t, const char *const *texts, const char *text)
{
    uint32_t i = (uint32_t)hash_bytes(text, strlen(text)) & (t->cap - 1);
    while (t->ids[i] != NO_NAME && strcmp(texts[t->ids[i]], text) != 0)
        i = (i + 1) & (t->cap - 1);
    return &t->ids[i];
}

static bool grow_taken(struct taken *t, const char *const *texts)
{
    struct taken bigger = {.cap = t->cap ? t->cap * 2 : 256, .n = t->n};
    bigger.ids = mem_array_raw(bigger.cap, sizeof *bigger.ids);
    if (!bigger.ids)
        return false;
    memset(bigger.ids, 0xff, bigger.cap * sizeof *bigger.ids);
    for (uint32_t i = 0; i < t->cap; i++)
        if (t->ids[i] != NO_NAME)
            *taken_place(&bigger, texts, texts[t->ids[i]]) = t->ids[i];
    free(t->ids);
    *t = bigger;
    return true;
}

/* Is it the name of another function that has no other one? */
static bool is_fixed_name(struct names *n, uint32_t id, const char *text)
{
    for (uint32_t i = *slot_of(n, text); i != NO_NAME; i = n->next[i]) {
        if (strcmp(names_plain(n, i), text) != 0 || names_same_function(n, i, id))
            continue;
        const char *full = names_full(n, i);
        if (!full || names_is_fixed(n, i, full))
            return true;
    }
    return false;
}

static bool is_anothers(struct names *n, uint32_t id, const char *text)
{
    uint32_t owner = *taken_place(&n->taken, n->cached[NAME_SHORT], text);
    return (owner != NO_NAME && !names_same_function(n, owner, id)) || is_fixed_name(n, id, text);
}

/* Give `id` the text; while another function has it, with the raw name added. */
static bool take(struct names *n, uint32_t id, const char *text)
{
    struct taken *t = &n->taken;
    const char **texts = n->cached[NAME_SHORT];
    if (t->n >= t->cap / 2 && !grow_taken(t, texts))
        return false;
    while (text && is_anothers(n, id, text)) {
        text_clear(&n->work);
        text_printf(&n->work, "%s [%s]", text, names_raw(n, id));
        text = names_keep_work(n);
    }
    if (!text)
        return false;
    texts[id] = text;
    uint32_t *place = taken_place(t, texts, text);
    if (*place == NO_NAME) {
        *place = id;
        t->n++;
    }
    return true;
}

/* ---- names that could collide ---- */

struct candidate {
    uint32_t id;
    bool fixed;       /* it has no other text than its name in full */
    bool anchor;      /* whoever shares its text is among the candidates */
    const char *text; /* at the stage; in names.texts */
    const char *best; /* the shortest that only it has, or NULL */
};

struct short_stage {
    enum { STAGE_ELIDE, STAGE_CODE, STAGE_FULL, STAGE_RAW } kind;
    struct name_parts keep;
    bool decide; /* take what was found; else look at the next one too */
};

/* From short to long; the first one is what names without a rival get. */
static const struct short_stage short_stages[] = {
    {STAGE_ELIDE, {false, 0, false}, true},
    {STAGE_ELIDE, {true, 0, false}, false},
    {STAGE_ELIDE, {false, 1, true}, true},
    {STAGE_ELIDE, {true, 1, true}, false},
    {STAGE_ELIDE, {false, 1, false}, false},
    {STAGE_ELIDE, {false, 2, true}, true},
    {STAGE_ELIDE, {true, 1, false}, false},
    {STAGE_ELIDE, {true, 2, true}, false},
    {STAGE_ELIDE, {false, 2, false}, true},
    {STAGE_ELIDE, {true, 2, false}, false},
    {STAGE_ELIDE, {false, 3, false}, true},
    {STAGE_ELIDE, {true, 3, false}, true},
    {STAGE_ELIDE, {false, ALL_DEPTHS, false}, true},
    {STAGE_ELIDE, {true, ALL_DEPTHS, false}, true},
    {STAGE_CODE, {false, 0, false}, true},
    {STAGE_CODE, {true, 0, false}, false},
    {STAGE_CODE, {false, 1, true}, true},
    {STAGE_CODE, {false, 2, false}, true},
    {STAGE_CODE, {true, ALL_DEPTHS, false}, true},
    {STAGE_FULL, {true, ALL_DEPTHS, false}, true},
    {STAGE_RAW, {false, 0, false}, true},
};
const char *names_structor_code(const char *raw)
{
    for (const char *p = raw; p[0] && p[1] && p[2]; p++)
        if ((p[0] == 'C' || p[0] == 'D') && p[1] >= '0' && p[1] <= '5' && strchr("EI", p[2]))
            return p;
    return NULL;
}

static const char *stage_text(struct names *n, const struct short_stage *s, uint32_t id)
{
    const char *full = names_full(n, id), *bare;
    size_t n_bare;
    if (!full || s->kind == STAGE_FULL)
        return full;
    text_clear(&n->work);
    if (names_undecorate(n, names_plain(n, id), &bare, &n_bare)) {
        /* What the bytes from `bare` on read like, with those parts. */
        struct text name = {0}, form = {0};
        text_add(&name, bare, n_bare);
        if (demangle(text_z(&name), n->style, &form))
            names_elide(form.p, form.n, s->keep, &n->work);
        else
            text_add(&n->work, bare, n_bare);
        n->work.failed |= name.failed || form.failed;
        text_release(&name);
        text_release(&form);
    } else {
        names_elide(full, strlen(full), s->keep, &n->work);
    }
    const char *raw = names_raw(n, id);
    const char *code = s->kind == STAGE_CODE ? names_structor_code(raw) : NULL;
    if (code)
        text_printf(&n->work, " [%.2s]", code);
    if (s->kind == STAGE_RAW)
        text_printf(&n->work, " [%s]", raw);
    return names_keep_work(n);
}

static int by_text(const void *pa, const void *pb)
{
    const struct candidate *a = pa, *b = pb;
    int c = strcmp(a->text, b->text);
    return c ? c : (a->id > b->id) - (a->id < b->id);
}

static size_t run_length(const struct candidate *c, size_t n)
{
    size_t k = 1;
    while (k < n && strcmp(c[k].text, c[0].text) == 0)
        k++;
    return k;
}

static bool all_same_function(const struct names *n, const struct candidate *c, size_t k)
{
    for (size_t i = 1; i < k; i++)
        if (!names_same_function(n, c[0].id, c[i].id))
            return false;
    return true;
}

static bool make_texts(struct names *n, const struct short_stage *s, struct candidate *c,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!c[i].fixed)
            c[i].text = stage_text(n, s, c[i].id);
        if (!c[i].text)
            return false;
    }
    return true;
}

/* Hand out what was found; move the others to the front and return how many they are. Those that
 * cannot change stay among them, so that nobody gets their text. */
static size_t settle(struct names *n, struct candidate *c, size_t count, bool *ok)
{
    size_t left = 0, open = 0;
    for (size_t i = 0; i < count; i++) {
        if (c[i].best && !c[i].fixed) {
            *ok &= take(n, c[i].id, c[i].best);
            continue;
        }
        open += !c[i].fixed;
        c[left++] = c[i];
    }
    return open ? left : 0;
}

/* Whether texts must be found for the run c[0, k) of names with one shortest form. */
static bool is_open(const struct names *n, const struct candidate *c, size_t k)
{
    bool anchored = false, open = false;
    for (size_t i = 0; i < k; i++) {
        anchored |= c[i].anchor;
        open |= !c[i].fixed && !n->cached[NAME_SHORT][c[i].id];
    }
    return anchored && open;
}

/* Drop the runs of the sorted c whose texts are known or are another time's business. */
static size_t keep_open(const struct names *n, struct candidate *c, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0, k; i < count; i += k) {
        k = run_length(c + i, count - i);
        if (is_open(n, c + i, k)) {
            memmove(c + kept, c + i, k * sizeof *c);
            kept += k;
        }
    }
    return kept;
}

static bool run_stage(struct names *n, const struct short_stage *s, bool first, struct candidate *c,
                      size_t *count)
{
    bool ok = make_texts(n, s, c, *count);
    if (!ok)
        return false;
    qsort(c, *count, sizeof *c, by_text);
    if (first)
        *count = keep_open(n, c, *count);
    /* Remember the texts that only one function has, where they are shorter than what was known. */
    for (size_t i = 0, k; i < *count; i += k) {
        k = run_length(c + i, *count - i);
        if (!all_same_function(n, c + i, k))
            continue;
        for (size_t j = i; j < i + k; j++)
            if (!c[j].best || strlen(c[j].text) < strlen(c[j].best))
                c[j].best = c[j].text;
    }
    if (s->decide)
        *count = settle(n, c, *count, &ok);
    return ok;
}

/* Texts for c, whose short names could be equal. */
static bool resolve(struct names *n, struct candidate *c, size_t count)
{
    bool ok = true;
    for (size_t s = 0; s < ARRAY_LEN(short_stages) && count > 0 && ok; s++)
        ok = run_stage(n, &short_stages[s], s == 0, c, &count);
    for (size_t i = 0; i < count && ok; i++) /* even raw names are equal to a text */
        if (!c[i].fixed)
            ok = take(n, c[i].id, c[i].text);
    return ok;
}

/* All symbols that could share the short name of `id`. NULL: no memory. */
static struct candidate *collect(struct names *n, uint32_t id, size_t *count)
{
    uint32_t key = whole_of(n, id);
    struct candidate *c = NULL;
    size_t cap = 0;
    *count = 0;
    for (uint32_t i = *slot_of(n, names_plain(n, id)); i != NO_NAME; i = n->next[i]) {
        uint32_t other = whole_of(n, i);
        bool anchor = key == NAMES_KEY_UNKNOWN || other == key;
        if (!anchor && other != NAMES_KEY_UNKNOWN)
            continue;
        const char *plain = names_plain(n, i), *full = names_full(n, i);

        if (!full || !mem_grow(&c, &cap, *count + 1, sizeof *c)) {
            free(c);
            return NULL;
        }
        c[(*count)++] = (struct candidate){
            .id = i, .fixed = names_is_fixed(n, i, full), .anchor = anchor, .text = plain};
    }
    return c;
}

const char *names_short(struct names *n, uint32_t id)
{
    const char **cache = names_cache(n, NAME_SHORT);
    size_t count;
    if (!cache || cache[id])
        return cache ? cache[id] : NULL;
    if (!n->slot && !index_keys(n))
        return NULL;
    struct candidate *c = collect(n, id, &count);
    bool ok = c && resolve(n, c, count);

    free(c);
    return ok ? cache[id] : NULL;
}
