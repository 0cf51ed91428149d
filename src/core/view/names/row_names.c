/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How names within some columns stay different.
 *
 * Rows are looked at in neighbourhoods: all of them, or, where they are very many, blocks with the
 * blocks before and after them. Every name is first made as if it were alone. Of those that come
 * out equal, sorted by their full names, any two differ first at the end of what they have in
 * common; these places are collected for each name (they are few: those at which the names branch,
 * seen as a tree of letters), and the name is made again so that they are seen. What is equal even
 * then gets a mark. */
#include "core/view/names/row_names.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/utf8.h"
#include "core/view/names/narrow.h"
#include "core/view/names/names_internal.h"

struct row_names {
    struct row_names_source src;
    struct narrow_tools tools;
    struct arena texts;
    struct text work;
    uint32_t n_blocks, block_rows;
    const char ***block; /* per block: its rows' texts, NULL if not yet made */
};

/* ---- entries: the rows of a neighbourhood ---- */

struct entry {
    uint32_t row, raw, next; /* next: in its group */
    unsigned cols;
    struct form form;
    struct name_keep keep;
    const char *mark; /* NULL: none */
    const char *text; /* with the mark */
};

struct hood {
    struct row_names *of;
    struct entry *v;
    uint32_t *order; /* of v, by full name */
    uint32_t n;
    bool numbered; /* marks are numbers that no other neighbourhood uses for another name */
    bool failed;
};

#define NO_ENTRY UINT32_MAX

/* In ASCII a name with other letters is in one piece. */
static struct form form_of(struct hood *h, uint32_t raw)
{
    struct row_names *f = h->of;
    struct form form = names_form(f->src.names, raw);
    bool plain = true;

    for (uint32_t i = 0; f->src.ascii && plain && i < form.n; i++)
        plain = (unsigned char)form.text[i] < 0x80;
    if (plain)
        return form;
    text_clear(&f->work);
    text_shown(&f->work, form.text, form.n, true);
    form = (struct form){arena_text(&f->texts, f->work.p ? f->work.p : "", f->work.n),
                         (uint32_t)f->work.n, 0, true, NULL};
    h->failed |= f->work.failed || !form.text;
    return form;
}

static void collect(struct hood *h, uint32_t lo, uint32_t hi)
{
    for (uint32_t row = lo; row < hi; row++) {
        struct named_row r = {NO_NAME, 0};

        h->of->src.row(h->of->src.ctx, row, &r);
        if (r.raw == NO_NAME)
            continue;
        h->v[h->n] = (struct entry){.row = row, .raw = r.raw, .cols = r.cols, .next = NO_ENTRY,
                                    .form = form_of(h, r.raw)};
        h->order[h->n] = h->n;
        h->n++;
    }
}

static bool same_function(const struct hood *h, const struct entry *a, const struct entry *b)
{
    return a->raw == b->raw || names_same_address(h->of->src.names, a->raw, b->raw);
}

/* ---- marks of equal names ---- */

static const char *full_name(const void *ctx, uint32_t i)
{
    return ((const struct hood *)ctx)->v[i].form.text;
}

static int by_full(const void *ctx, uint32_t a, uint32_t b)
{
    const struct hood *h = ctx;
    int c = strcmp(full_name(ctx, a), full_name(ctx, b));

    return c ? c : h->v[a].raw < h->v[b].raw ? -1 : h->v[a].raw > h->v[b].raw;
}

static const char *keep_work(struct hood *h)
{
    struct text *t = &h->of->work;
    const char *kept = t->failed ? NULL : arena_text(&h->of->texts, t->p ? t->p : "", t->n);

    h->failed |= !kept;
    return kept;
}

/* Marks from one kind of place for the n entries at o; false, and no marks, unless all are known and
 * differ. */
static bool mark_by_place(struct hood *h, const uint32_t *o, uint32_t n, unsigned which)
{
    enum { PLACES_MOST = 32 };
    struct row_names *f = h->of;
    bool ok = f->src.place && n <= PLACES_MOST;

    for (uint32_t i = 0; ok && i < n; i++) {
        struct text place = {0};

        ok = f->src.place(f->src.ctx, h->v[o[i]].row, which, &place) && place.n;
        text_clear(&f->work);
        text_char(&f->work, '(');
        text_shown(&f->work, place.p ? place.p : "", place.n, f->src.ascii);
        text_char(&f->work, ')');
        text_release(&place);
        h->v[o[i]].mark = ok ? keep_work(h) : NULL;
        for (uint32_t k = 0; ok && k < i; k++)
            ok = h->v[o[i]].mark && h->v[o[k]].mark &&
                 (same_function(h, &h->v[o[i]], &h->v[o[k]]) ||
                  strcmp(h->v[o[i]].mark, h->v[o[k]].mark) != 0);
    }
    for (uint32_t i = 0; !ok && i < n; i++)
        h->v[o[i]].mark = NULL;
    return ok;
}

/* "[D0]": the variants of constructors and destructors read the same. */
static bool mark_by_code(struct hood *h, const uint32_t *o, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        struct names *names = h->of->src.names;
        const char *code = names_structor_code(names_raw(names, h->v[o[i]].raw));

        for (uint32_t k = 0; code && k < i; k++)
            if (memcmp(code, h->v[o[k]].mark + 1, 2) == 0 &&
                !same_function(h, &h->v[o[i]], &h->v[o[k]]))
                code = NULL;
        text_clear(&h->of->work);
        if (code)
            text_printf(&h->of->work, "[%.2s]", code);
        h->v[o[i]].mark = code ? keep_work(h) : NULL;
        if (h->v[o[i]].mark)
            continue;
        for (uint32_t k = 0; k < i; k++)
            h->v[o[k]].mark = NULL;
        return false;
    }
    return true;
}

static void mark_by_number(struct hood *h, struct entry *e, uint32_t number)
{
    text_clear(&h->of->work);
    text_printf(&h->of->work, "#%u", (unsigned)(h->numbered ? e->raw + 1 : number));
    e->mark = keep_work(h);
}

/* The first of several keeps its name as it is. */
static void mark_by_numbers(struct hood *h, const uint32_t *o, uint32_t n)
{
    uint32_t number = 1;

    for (uint32_t i = 0; i < n; i++) {
        number += i > 0 && !same_function(h, &h->v[o[i - 1]], &h->v[o[i]]);
        if (number > 1 || h->numbered)
            mark_by_number(h, &h->v[o[i]], number);
    }
}

/* Entries of one full name stand together in the order, those of one function too. */
static void mark_equal(struct hood *h)
{
    for (uint32_t lo = 0, hi; lo < h->n; lo = hi) {
        bool one = true;

        for (hi = lo + 1; hi < h->n && strcmp(full_name(h, h->order[lo]),
                                              full_name(h, h->order[hi])) == 0;
             hi++)
            one &= same_function(h, &h->v[h->order[lo]], &h->v[h->order[hi]]);
        if (!one && !mark_by_code(h, h->order + lo, hi - lo) &&
            !mark_by_place(h, h->order + lo, hi - lo, 0) &&
            !mark_by_place(h, h->order + lo, hi - lo, 1))
            mark_by_numbers(h, h->order + lo, hi - lo);
    }
}

/* ---- texts ---- */

static void make_text(struct hood *h, struct entry *e)
{
    struct row_names *f = h->of;
    size_t mark = e->mark ? utf8_cols(e->mark, strlen(e->mark)) : 0;
    size_t cols = e->cols == ROW_NAMES_UNCUT ? 0 : e->cols > mark ? e->cols - mark : 1;

    text_clear(&f->work);
    name_narrow(&f->tools, &e->form, f->src.level, cols, &e->keep, &f->work);
    if (e->mark) {
        text_char(&f->work, QUIET_BEGIN);
        text_str(&f->work, e->mark);
        text_char(&f->work, QUIET_END);
    }
    e->text = keep_work(h);
}

/* A table of entries by text, open addressing; NO_ENTRY is free. */
struct groups {
    uint32_t *first, *last;
    size_t cap;
};

static bool groups_init(struct groups *g, uint32_t n)
{
    for (g->cap = 16; g->cap < 2 * (size_t)n;)
        g->cap *= 2;
    g->first = mem_array_raw(g->cap, sizeof *g->first);
    g->last = mem_array_raw(g->cap, sizeof *g->last);
    if (g->first)
        memset(g->first, 0xff, g->cap * sizeof *g->first);
    return g->first && g->last;
}

static void groups_release(struct groups *g)
{
    free(g->first);
    free(g->last);
}

/* Put the entries in groups of equal texts, in the order of their full names. */
static void group(struct hood *h, struct groups *g)
{
    for (uint32_t k = 0; k < h->n; k++) {
        uint32_t i = h->order[k];
        size_t at = hash_bytes(h->v[i].text, strlen(h->v[i].text)) & (g->cap - 1);

        h->v[i].next = NO_ENTRY;
        while (g->first[at] != NO_ENTRY && strcmp(h->v[g->first[at]].text, h->v[i].text) != 0)
            at = (at + 1) & (g->cap - 1);
        if (g->first[at] == NO_ENTRY)
            g->first[at] = i;
        else
            h->v[g->last[at]].next = i;
        g->last[at] = i;
    }
}

/* ---- where names branch ---- */

/* Lengths that a name has in common with names on one side of it, ascending. */
struct branches {
    uint32_t *at;
    size_t n, cap;
};

static bool pass(struct branches *b, uint32_t common)
{
    while (b->n > 0 && b->at[b->n - 1] > common)
        b->n--;
    if (b->n > 0 && b->at[b->n - 1] == common)
        return true;
    if (!mem_grow(&b->at, &b->cap, b->n + 1, sizeof *b->at))
        return false;
    b->at[b->n++] = common;
    return true;
}

static uint32_t in_common(const struct form *a, const struct form *b)
{
    uint32_t n = a->n < b->n ? a->n : b->n, i = 0;

    while (i < n && a->text[i] == b->text[i])
        i++;
    return i;
}

/* Add some of b, the longest, which tell the name from those most like it. */
static void keep_branches(struct name_keep *keep, const struct branches *b, uint32_t n_form,
                          unsigned most)
{
    size_t from = b->n > most ? b->n - most : 0;

    for (size_t i = from; i < b->n; i++) {
        unsigned at = 0;

        while (at < keep->n && keep->at[at] < b->at[i])
            at++;
        if ((at < keep->n && keep->at[at] == b->at[i]) || b->at[i] > n_form ||
            keep->n == NAME_KEEP_MOST)
            continue;
        memmove(keep->at + at + 1, keep->at + at, (keep->n - at) * sizeof *keep->at);
        keep->at[at] = b->at[i];
        keep->n++;
    }
}

/* From one side of the group `ids` to the other: what each has in common with those before it. */
static bool sweep(struct hood *h, const uint32_t *ids, size_t n, bool backwards)
{
    struct branches b = {0};
    bool ok = true;

    for (size_t k = 1; ok && k < n; k++) {
        size_t at = backwards ? n - 1 - k : k, before = backwards ? at + 1 : at - 1;
        struct entry *e = &h->v[ids[at]];
        const struct form *other = &h->v[ids[before]].form;
        uint32_t common = in_common(&e->form, other);

        if (common < e->form.n || common < other->n)
            ok = pass(&b, common);
        if (ok)
            keep_branches(&e->keep, &b, e->form.n, NAME_KEEP_MOST / 4);
    }
    free(b.at);
    return ok;
}

static void tell_apart(struct hood *h, const uint32_t *ids, size_t n)
{
    h->failed |= !sweep(h, ids, n, false) || !sweep(h, ids, n, true);
    for (size_t k = 0; !h->failed && k < n; k++)
        make_text(h, &h->v[ids[k]]);
}

static bool differ(const struct hood *h, const uint32_t *ids, size_t n)
{
    for (size_t k = 1; k < n; k++)
        if (!same_function(h, &h->v[ids[0]], &h->v[ids[k]]))
            return true;
    return false;
}

/* Have `work` look at every group of equal texts of different functions. */
static void each_group(struct hood *h, void (*work)(struct hood *h, const uint32_t *ids, size_t n))
{
    struct groups g;
    uint32_t *ids = mem_array_raw(h->n, sizeof *ids);

    h->failed |= !groups_init(&g, h->n) || !ids;
    if (!h->failed)
        group(h, &g);
    for (size_t at = 0; !h->failed && at < g.cap; at++) {
        size_t n = 0;

        for (uint32_t i = g.first[at]; i != NO_ENTRY; i = h->v[i].next)
            ids[n++] = i;
        if (n > 1 && differ(h, ids, n))
            work(h, ids, n);
    }
    groups_release(&g);
    free(ids);
}

/* Nothing else has helped: there is no room, or too many are alike. */
static void number(struct hood *h, const uint32_t *ids, size_t n)
{
    for (size_t k = 0; k < n && !h->failed; k++) {
        struct entry *e = &h->v[ids[k]];

        mark_by_number(h, e, e->raw + 1);
        e->keep.n = 0;
        if (!h->failed)
            make_text(h, e);
    }
}

/* ---- neighbourhoods ---- */

static bool has_order(struct hood *h)
{
    const struct sort_order by = {.compare = by_full, .ctx = h, .name = full_name};

    return !h->failed && sort_levels(h->order, h->n, &by);
}

/* Texts for all rows in [lo, hi). */
static void settle(struct hood *h, uint32_t lo, uint32_t hi)
{
    enum { ROUNDS = 3 }; /* what tells a name from those most like it can make it like others */

    collect(h, lo, hi);
    if (!has_order(h)) {
        h->failed = true;
        return;
    }
    mark_equal(h);
    for (uint32_t i = 0; i < h->n && !h->failed; i++)
        make_text(h, &h->v[i]);
    for (int i = 0; i < ROUNDS; i++)
        each_group(h, tell_apart);
    each_group(h, number);
}

static const char **make_block(struct row_names *f, uint32_t block)
{
    uint32_t first = block * f->block_rows;
    uint32_t lo = first > f->block_rows ? first - f->block_rows : 0;
    uint32_t n = f->src.n_rows, hi = n - first > 2 * f->block_rows ? first + 2 * f->block_rows : n;
    struct hood h = {.of = f, .numbered = f->n_blocks > 1};
    const char **texts = arena_array(&f->texts, f->block_rows, sizeof *texts);

    h.v = mem_array_raw(hi - lo, sizeof *h.v);
    h.order = mem_array_raw(hi - lo, sizeof *h.order);
    h.failed = !texts || !h.v || !h.order;
    if (!h.failed)
        settle(&h, lo, hi);
    for (uint32_t i = 0; i < h.n && !h.failed; i++)
        if (h.v[i].row >= first && h.v[i].row - first < f->block_rows)
            texts[h.v[i].row - first] = h.v[i].text;
    free(h.v);
    free(h.order);
    return h.failed ? NULL : texts;
}

static const char *raw_text(struct row_names *f, uint32_t row)
{
    struct named_row r = {NO_NAME, 0};

    f->src.row(f->src.ctx, row, &r);
    if (r.raw == NO_NAME)
        return "";
    const char *raw = names_get(f->src.names, r.raw, NAME_RAW);

    text_clear(&f->work);
    text_shown(&f->work, raw, strlen(raw), f->src.ascii);
    return arena_text(&f->texts, f->work.p ? f->work.p : "", f->work.n);
}

const char *row_names_get(struct row_names *f, uint32_t row)
{
    uint32_t b = row / f->block_rows;

    if (f->src.level == NAME_RAW || !f->src.names->demangle)
        return raw_text(f, row);
    if (!f->block[b])
        f->block[b] = make_block(f, b);
    if (!f->block[b])
        return NULL;
    const char *text = f->block[b][row % f->block_rows];
    return text ? text : "";
}

struct row_names *row_names_new(const struct row_names_source *s)
{
    struct row_names *f = mem_array(1, sizeof *f);

    if (!f)
        return NULL;
    f->src = *s;
    f->block_rows = s->n_rows <= ROW_NAMES_ALL ? s->n_rows + 1 : ROW_NAMES_NEAR;
    f->n_blocks = s->n_rows / f->block_rows + 1;
    f->block = mem_array(f->n_blocks, sizeof *f->block);
    if (!f->block) {
        free(f);
        return NULL;
    }
    return f;
}

void row_names_free(struct row_names *f)
{
    if (!f)
        return;
    narrow_tools_release(&f->tools);
    text_release(&f->work);
    arena_release(&f->texts);
    free(f->block);
    free(f);
}
