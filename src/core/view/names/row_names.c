/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How names within some columns stay different.
 *
 * Rows are looked at together in blocks, or all of them where names are uncut. Every other block is
 * looked at alone; those between them together with the blocks on both sides, whose texts are
 * settled then, so that the order in which rows are asked for does not matter. Every name is first
 * made as if it were alone. Of those that come out equal, sorted by their full names, any two
 * differ first at the end of what they have in common; these places are collected for each name
 * (they are few: those at which the names branch, seen as a tree of letters), and the name is made
 * again so that they are seen: at first that alone which tells it from the names next to it. Where
 * these have no room, or leave holes, one or two of them may do: any text that no other row has.
 * What is equal even then is numbered. */
#include "core/view/names/row_names.h"

#include <limits.h>
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
    struct names *names;     /* of raw */
    unsigned cols;           /* 0: any */
    struct form form;
    struct name_keep keep;
    bool settled;     /* the text stays */
    const char *mark; /* NULL: none */
    uint32_t number;  /* that follows it; 0: none */
    const char *text; /* with both */
};

struct hood {
    struct row_names *of;
    struct entry *v;
    uint32_t *order; /* of v, by full name */
    uint32_t n;
};

#define NO_ENTRY UINT32_MAX

/* In ASCII a name with other letters is in one piece. */
static struct form shown_form(struct hood *h, const struct named_row *r)
{
    struct row_names *f = h->of;
    struct form form = names_form(r->names, r->raw);
    if (!f->src.ascii || form.plain)
        return form;
    text_clear(&f->work);
    text_shown(&f->work, form.text, form.n, true);
    return (struct form){.text = arena_text(&f->texts, f->work.p ? f->work.p : "", f->work.n),
                         .n = (uint32_t)f->work.n,
                         .plain = true};
}

static struct named_row row_of(const struct row_names *f, uint32_t i)
{
    struct named_row r = {NULL, NO_NAME, 0};
    f->src.row(f->src.ctx, i, &r);
    return r;
}

static bool same_function(const struct entry *a, const struct entry *b)
{
    return a->names == b->names &&
           (a->raw == b->raw || names_same_address(a->names, a->raw, b->raw));
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
    if (c == 0 && h->v[a].raw != h->v[b].raw)
        return h->v[a].raw < h->v[b].raw ? -1 : 1;
    return c ? c : a < b ? -1 : a > b;
}

static const char *keep_work(struct hood *h)
{
    struct text *t = &h->of->work;
    return arena_text(&h->of->texts, t->p ? t->p : "", t->n);
}

/* What raw names have that their source forms have not: "D0" of a destructor's variants, of which
 * there are several, and the first letters of the hash of an old name of Rust. */
static size_t origin(const char *raw, const char **code)
{
    enum { HASH_SHOWN = 6 };
    const char *rust = strstr(raw, "17h");
    for (*code = raw; (*code)[0] && (*code)[1] && (*code)[2]; ++*code)
        if (strchr("CD", (*code)[0]) && (*code)[1] >= '0' && (*code)[1] <= '5' &&
            strchr("EI", (*code)[2]))
            return 2;
    *code = rust ? rust + 2 : NULL;
    return rust && strlen(*code) > HASH_SHOWN ? HASH_SHOWN : 0;
}

/* What may tell an entry from others of its name, into h->of->work. */
enum mark_kind { MARK_BY_FILE, MARK_BY_IMAGE, MARK_BY_ORIGIN };

static bool put_mark(struct hood *h, const struct entry *e, enum mark_kind kind)
{
    struct row_names *f = h->of;
    text_clear(&f->work);
    if (kind == MARK_BY_ORIGIN) {
        const char *code;
        size_t bytes = origin(names_raw(e->names, e->raw), &code);
        if (bytes)
            text_printf(&f->work, "[%.*s]", (int)bytes, code);
        return bytes;
    }
    struct text place = {0};
    bool ok = f->src.place && f->src.place(f->src.ctx, e->row, kind, &place) && place.n;
    text_char(&f->work, '(');
    text_shown(&f->work, place.p ? place.p : "", place.n, f->src.ascii);
    text_char(&f->work, ')');
    text_release(&place);
    return ok;
}

/* Marks of one kind for the n entries at o; false, and no marks, unless all are known and differ.
 */
static bool mark_all(struct hood *h, const uint32_t *o, uint32_t n, enum mark_kind kind)
{
    enum { MARKS_MOST = 32 };
    bool ok = n <= MARKS_MOST;
    for (uint32_t i = 0; ok && i < n; i++) {
        struct entry *e = &h->v[o[i]];
        ok = put_mark(h, e, kind);
        e->mark = ok ? keep_work(h) : NULL;
        for (uint32_t k = 0; ok && k < i; k++)
            ok = same_function(e, &h->v[o[k]]) || strcmp(e->mark, h->v[o[k]].mark) != 0;
    }
    for (uint32_t i = 0; !ok && i < n; i++)
        h->v[o[i]].mark = NULL;
    return ok;
}

/* ---- texts ---- */

static void write_text(struct hood *h, const struct entry *e)
{
    struct row_names *f = h->of;
    size_t mark = e->mark ? utf8_cols(e->mark, strlen(e->mark)) : 0;
    mark += e->number ? 1 + text_uint_cols(e->number) : 0;
    size_t cols = e->cols == 0 ? 0 : e->cols > mark ? e->cols - mark : 1;

    text_clear(&f->work);
    name_narrow(&f->tools, &e->form, f->src.level, cols, &e->keep, &f->work);
    if (mark) {
        text_char(&f->work, QUIET_BEGIN);
        text_str(&f->work, e->mark ? e->mark : "");
        if (e->number)
            text_printf(&f->work, "#%u", (unsigned)e->number);
        text_char(&f->work, QUIET_END);
    }
}

static void make_text(struct hood *h, struct entry *e)
{
    if (e->settled)
        return;
    write_text(h, e);
    e->text = keep_work(h);
}

/* Texts as they are seen: what is quiet looks like what is not. */
static const char *seen(const char *p)
{
    while (*p == QUIET_BEGIN || *p == QUIET_END)
        p++;
    return p;
}

static bool look_alike(const char *a, const char *b)
{
    for (a = seen(a), b = seen(b); *a && *a == *b; a = seen(a + 1), b = seen(b + 1))
        continue;
    return *a == *b;
}

static size_t look(const char *p)
{
    uint64_t h = HASH_START;
    for (p = seen(p); *p; p = seen(p + 1))
        h = hash_more(h, p, 1);
    return h;
}

/* ---- where names branch ---- */

/* Lengths that a name has in common with names on one side of it, ascending. */
struct branches {
    uint32_t *at;
    size_t n, cap;
};

static void pass(struct branches *b, uint32_t common)
{
    while (b->n > 0 && b->at[b->n - 1] > common)
        b->n--;
    if (b->n > 0 && b->at[b->n - 1] == common)
        return;
    mem_grow(&b->at, &b->cap, b->n + 1, sizeof *b->at);
    b->at[b->n++] = common;
}

/* From one side of the group `ids` to the other: what each has in common with those before it. */
static void sweep(struct hood *h, const uint32_t *ids, size_t n, bool backwards, unsigned most)
{
    struct branches b = {0};
    for (size_t k = 1; k < n; k++) {
        size_t at = backwards ? n - 1 - k : k, before = backwards ? at + 1 : at - 1;
        struct entry *e = &h->v[ids[at]];
        const struct form *other = &h->v[ids[before]].form;
        uint32_t common = 0;
        while (common < e->form.n && common < other->n &&
               e->form.text[common] == other->text[common])
            common++;
        if (common < e->form.n || common < other->n)
            pass(&b, common);
        /* Keep some of b, the longest, which tell the name from those most like it. */
        struct name_keep *keep = &e->keep;
        for (size_t i = b.n > most ? b.n - most : 0; i < b.n; i++) {
            uint32_t place = b.at[i], to = 0;
            if (place > e->form.n)
                continue;
            const char *p = e->form.text + place;
            if ((p[0] == ',' && p[1] == ' ') || (p[0] == ':' && p[1] == ':'))
                place += 2; /* what goes on where another one ends differs by what follows */
            while (to < keep->n && keep->at[to] < place)
                to++;
            if ((to < keep->n && keep->at[to] == place) || keep->n == NAME_KEEP_MOST)
                continue;
            memmove(keep->at + to + 1, keep->at + to, (keep->n - to) * sizeof *keep->at);
            keep->at[to] = place;
            keep->n++;
        }
    }
    free(b.at);
}

/* No more is shown than what tells a name from those most like it, at first. */
static void tell_apart(struct hood *h, const uint32_t *ids, size_t n, unsigned round)
{
    unsigned most = round < NAME_KEEP_MOST / 4 ? round + 1 : NAME_KEEP_MOST / 4;
    sweep(h, ids, n, false, most);
    sweep(h, ids, n, true, most);
    for (size_t k = 0; k < n; k++)
        make_text(h, &h->v[ids[k]]);
}

static unsigned ellipses(const char *p)
{
    unsigned n = 0;
    for (; (p = strstr(p, "..")); p += 2)
        n++;
    return n;
}

static bool is_free(const struct hood *h, const struct entry *e, const char *text)
{
    for (uint32_t i = 0; i < h->n; i++)
        if (look_alike(h->v[i].text, text) && !same_function(&h->v[i], e))
            return false;
    return true;
}

/* Show one or two places of those that e has, if that is a text with at most that many ellipses
 * which no other row has. */
static bool choose_places(struct hood *h, struct entry *e, unsigned most)
{
    const struct name_keep all = e->keep;
    for (unsigned span = 1; span <= 2; span++)
        for (unsigned k = 0; k + span <= all.n; k++) {
            e->keep = (struct name_keep){.at = {all.at[k], all.at[k + span - 1]}, .n = span};
            write_text(h, e);
            if (ellipses(text_z(&h->of->work)) > most || !is_free(h, e, text_z(&h->of->work)))
                continue;
            e->text = keep_work(h);
            return true;
        }
    e->keep = all;
    return false;
}

/* All places are tried. */
static void tell_somehow(struct hood *h, const uint32_t *ids, size_t n, unsigned round)
{
    sweep(h, ids, n, false, NAME_KEEP_MOST);
    sweep(h, ids, n, true, NAME_KEEP_MOST);
    for (size_t k = 0; k < n; k++) {
        struct entry *e = &h->v[ids[k]];
        if (!e->settled && e->cols && !choose_places(h, e, 1))
            choose_places(h, e, UINT_MAX);
    }
}

static bool differ(const struct hood *h, const uint32_t *ids, size_t n)
{
    for (size_t k = 1; k < n; k++)
        if (!same_function(&h->v[ids[0]], &h->v[ids[k]]))
            return true;
    return false;
}

typedef void group_work(struct hood *h, const uint32_t *ids, size_t n, unsigned round);

/* Have `work` look at every group of equal texts of different functions; false if there are none.
 */
static bool each_group_once(struct hood *h, unsigned round, group_work *work)
{
    bool found = false;
    /* A table of entries by text, open addressing; NO_ENTRY is free. */
    uint32_t *first, *last;
    size_t cap;
    uint32_t *ids = mem_array_raw(h->n, sizeof *ids);
    for (cap = 16; cap < 2 * (size_t)h->n;)
        cap *= 2;
    first = mem_array_raw(cap, sizeof *first);
    last = mem_array_raw(cap, sizeof *last);
    memset(first, 0xff, cap * sizeof *first);
    /* Put the entries in groups of equal texts, in the order of their full names. */
    for (uint32_t k = 0; k < h->n; k++) {
        uint32_t i = h->order[k];
        size_t at = look(h->v[i].text) & (cap - 1);
        h->v[i].next = NO_ENTRY;
        while (first[at] != NO_ENTRY && !look_alike(h->v[first[at]].text, h->v[i].text))
            at = (at + 1) & (cap - 1);
        if (first[at] == NO_ENTRY)
            first[at] = i;
        else
            h->v[last[at]].next = i;
        last[at] = i;
    }
    for (size_t at = 0; at < cap; at++) {
        size_t n = 0;
        for (uint32_t i = first[at]; i != NO_ENTRY; i = h->v[i].next)
            ids[n++] = i;
        if (n > 1 && differ(h, ids, n)) {
            work(h, ids, n, round);
            found = true;
        }
    }
    free(first);
    free(last);
    free(ids);
    return found;
}

static void each_group(struct hood *h, unsigned rounds, group_work *work)
{
    for (unsigned round = 0; round < rounds && each_group_once(h, round, work);)
        round++;
}

/* There is no room for what would tell them apart, or too much is alike: numbers will. */
static void forget_keeps(struct hood *h, const uint32_t *ids, size_t n, unsigned round)
{
    for (size_t k = 0; k < n; k++) {
        h->v[ids[k]].keep.n = 0;
        make_text(h, &h->v[ids[k]]);
    }
}

enum { NUMBER_ROUNDS = 8 };

/* The first of several keeps its text. With a number one may read like yet another one. */
static void number_equals(struct hood *h, const uint32_t *ids, size_t n, unsigned round)
{
    uint32_t count = 1;
    for (size_t k = 0; k < n; k++)
        if (h->v[ids[k]].settled)
            count = 2;
    for (size_t k = 0; k < n; k++) {
        struct entry *e = &h->v[ids[k]];
        count += k > 0 && !same_function(&h->v[ids[k - 1]], e);
        if (e->settled || count == 1)
            continue;
        e->number = e->number ? e->number + count - 1 : count;
        if (round + 1 == NUMBER_ROUNDS)
            e->number = h->n + e->raw + 1; /* more than any number of equal names */
        make_text(h, e);
    }
}

/* ---- neighbourhoods ---- */

static const char **block_texts(struct row_names *f, uint32_t block);

/* The rows of a block, if there is one. */
static void collect_block(struct hood *h, uint32_t block, bool settled)
{
    struct row_names *f = h->of;
    uint32_t lo = block * f->block_rows, n = f->src.n_rows;
    if (block >= f->n_blocks || lo >= n)
        return;
    const char *const *texts = settled ? block_texts(f, block) : NULL;

    /* The rows in [lo, hi); settled: their texts, if they have them already. */
    uint32_t hi = n - lo < f->block_rows ? n : lo + f->block_rows;
    for (uint32_t row = lo; row < hi; row++) {
        struct named_row r = row_of(h->of, row);
        if (r.raw == NO_NAME)
            continue;
        h->v[h->n] = (struct entry){.row = row,
                                    .raw = r.raw,
                                    .names = r.names,
                                    .cols = h->of->src.uncut ? 0
                                            : r.cols         ? r.cols
                                                             : 1,
                                    .next = NO_ENTRY,
                                    .form = shown_form(h, &r),
                                    .settled = texts,
                                    .text = texts ? texts[row - lo] : NULL};
        h->order[h->n] = h->n;
        h->n++;
    }
}

static const char **block_texts(struct row_names *f, uint32_t block)
{
    if (f->block[block])
        return f->block[block];
    struct hood h = {.of = f};
    const char **texts = arena_array(&f->texts, f->block_rows, sizeof *texts);
    size_t most = (size_t)f->block_rows * (block % 2 ? 3 : 1);
    h.v = mem_array_raw(most, sizeof *h.v);
    h.order = mem_array_raw(most, sizeof *h.order);
    collect_block(&h, block, false);
    if (block % 2) {
        collect_block(&h, block - 1, true);
        collect_block(&h, block + 1, true);
    }
    /* Texts for all entries that have none. */
    enum { ROUNDS = 4 }; /* what tells a name from those most like it can make it like others */
    const struct sort_order by = {.compare = by_full, .ctx = &h, .name = full_name};
    sort_levels(h.order, h.n, &by);
    /* Entries of one full name stand together in the order, those of one function too. */
    for (uint32_t from = 0, to; from < h.n; from = to) {
        bool one = true;
        for (to = from + 1;
             to < h.n && strcmp(full_name(&h, h.order[from]), full_name(&h, h.order[to])) == 0;
             to++)
            one &= same_function(&h.v[h.order[from]], &h.v[h.order[to]]);
        if (!one && !mark_all(&h, h.order + from, to - from, MARK_BY_ORIGIN) &&
            !mark_all(&h, h.order + from, to - from, MARK_BY_FILE) &&
            !mark_all(&h, h.order + from, to - from, MARK_BY_IMAGE)) {
            /* The first of several keeps its name as it is. */
            const uint32_t *o = h.order + from;
            uint32_t n = to - from, number = 1;
            for (uint32_t i = 0; i < n; i++) {
                number += i > 0 && !same_function(&h.v[o[i - 1]], &h.v[o[i]]);
                h.v[o[i]].number = number > 1 ? number : 0;
            }
        }
    }
    for (uint32_t i = 0; i < h.n; i++)
        make_text(&h, &h.v[i]);
    each_group(&h, ROUNDS, tell_apart);
    each_group(&h, 1, tell_somehow);
    for (uint32_t i = 0; i < h.n; i++)
        if (!h.v[i].settled && h.v[i].cols && ellipses(h.v[i].text) > 1)
            choose_places(&h, &h.v[i], 1);
    each_group(&h, 1, forget_keeps);
    each_group(&h, NUMBER_ROUNDS, number_equals);
    for (uint32_t i = 0; i < h.n; i++)
        if (!h.v[i].settled)
            texts[h.v[i].row % f->block_rows] = h.v[i].text;
    free(h.v);
    free(h.order);
    return f->block[block] = texts;
}

const char *row_names_get(struct row_names *f, uint32_t row)
{
    const struct named_row r = row_of(f, row);
    if (r.raw == NO_NAME)
        return "";
    if (f->src.level == NAME_RAW || !r.names->demangle) {
        const char *raw = names_raw(r.names, r.raw);
        text_clear(&f->work);
        text_shown(&f->work, raw, strlen(raw), f->src.ascii);
        return arena_text(&f->texts, f->work.p ? f->work.p : "", f->work.n);
    }
    const char **texts = block_texts(f, row / f->block_rows);

    return texts[row % f->block_rows] ? texts[row % f->block_rows] : "";
}

struct row_names *row_names_new(const struct row_names_source *s)
{
    struct row_names *f = mem_array(1, sizeof *f);
    f->src = *s;

    f->block_rows = s->uncut ? s->n_rows + 1 : ROW_NAMES_NEAR;
    f->n_blocks = s->n_rows / f->block_rows + 1;
    f->block = mem_array(f->n_blocks, sizeof *f->block);
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
