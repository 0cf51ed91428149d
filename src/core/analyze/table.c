/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/table.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/base/sort.h"

/* ---- parts of functions ---- */

/* A part, and the name of its function within its own. */
struct part_name {
    sym_id part;
    uint32_t raw; /* of the part */
    const char *name;
    size_t n;
    sym_id whole; /* NO_ID: not found yet */
    uint32_t whole_raw;
};

/* How many bytes of a name are its function's: all before the last .cold or .part.N, after which a
 * number may stand (GCC and LLVM name parts so). 0: it is no part. */
static size_t whole_name_bytes(const char *name)
{
    size_t n = strlen(name), end = n;
    while (end > 0 && char_is_digit(name[end - 1]))
        end--;
    bool numbered = end < n && end > 0 && name[end - 1] == '.';
    end = numbered ? end - 1 : n;
    if (end > 5 && memcmp(name + end - 5, ".cold", 5) == 0)
        return end - 5;
    return numbered && end > 5 && memcmp(name + end - 5, ".part", 5) == 0 ? end - 5 : 0;
}

static int compare_names(const struct part_name *p, const char *name, size_t n)
{
    int order = memcmp(p->name, name, p->n < n ? p->n : n);
    return order ? order : (p->n > n) - (p->n < n);
}

static int by_whole(const void *a, const void *b)
{
    const struct part_name *x = a, *y = b;
    int order = compare_names(x, y->name, y->n);
    return order ? order : (x->part > y->part) - (x->part < y->part);
}

/* Functions of one name are told apart by the file that they are from: symbols of one file stand
 * together, so the nearest one is it. A global one stands elsewhere, and is the only one. */
static bool is_nearer(const struct image *im, const struct part_name *p, uint32_t raw)
{
    uint32_t old = p->whole_raw;
    if (p->whole == NO_ID)
        return true;
    uint32_t was = old > p->raw ? old - p->raw : p->raw - old;
    uint32_t is = raw > p->raw ? raw - p->raw : p->raw - raw;
    return im->symbols[raw].flags & SYM_STATIC && is < was;
}

static void offer_whole(const struct table *t, struct part_name *v, size_t n, uint32_t raw)
{
    const struct image *im = t->profile->image;
    const char *name = image_name(im, &im->symbols[raw]);
    size_t lo = 0, hi = n, bytes = strlen(name);
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (compare_names(&v[mid], name, bytes) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    sym_id s = lo < n && compare_names(&v[lo], name, bytes) == 0
                   ? table_at(t, im->symbols[raw].addr)
                   : NO_ID;
    for (; s != NO_ID && lo < n && compare_names(&v[lo], name, bytes) == 0; lo++)
        if (t->symbols[s].addr == im->symbols[raw].addr && s != v[lo].part &&
            is_nearer(im, &v[lo], raw)) {
            v[lo].whole = s;
            v[lo].whole_raw = raw;
        }
}

/* Join the parts of a complete table made with *o to their functions: make t->whole, unless there
 * is none. Parts of which there is no function stay by themselves. */
static void join_parts(struct table *t, const struct table_options *o)
{
    const struct image *im = t->profile->image;
    struct part_name *v = NULL;
    size_t n = 0;
    for (sym_id s = 0; s < t->n_symbols; s++) {
        const char *name = table_name(t, s);
        size_t bytes = t->symbols[s].flags & SYM_CLONE ? whole_name_bytes(name) : 0;
        if (bytes == 0)
            continue;
        mem_append(&v, &n, &(struct part_name){s, t->symbols[s].raw, name, bytes, NO_ID, 0},
                   sizeof *v);
    }
    if (n)
        qsort(v, n, sizeof *v, by_whole);
    t->whole = n ? arena_alloc(&t->memory, t->n_symbols, sizeof *t->whole) : NULL;
    for (uint32_t raw = 0; t->whole && raw < im->n_symbols; raw++)
        if (table_accepts(o, im->symbols[raw].flags))
            offer_whole(t, v, n, raw);
    for (sym_id s = 0; t->whole && s < t->n_symbols; s++)
        t->whole[s] = s;
    for (size_t i = 0; t->whole && i < n; i++)
        t->whole[v[i].part] = v[i].whole != NO_ID ? v[i].whole : v[i].part;
    if (t->whole) {
        /* A part may have parts of its own, whose names are longer. */
        for (sym_id s = 0; s < t->n_symbols; s++) {
            sym_id whole = t->whole[s];
            while (t->whole[whole] != whole)
                whole = t->whole[whole];
            t->whole[s] = whole;
        }
    }
    free(v);
}

static int compare_raw(const void *ctx, uint32_t a, uint32_t b)
{
    const struct raw_symbol *x = (const struct raw_symbol *)ctx + a;
    const struct raw_symbol *y = (const struct raw_symbol *)ctx + b;
    if (x->addr != y->addr)
        return x->addr < y->addr ? -1 : 1;
    return (int)symbol_rank(x->flags) - (int)symbol_rank(y->flags);
}

struct raw_list {
    const struct image *im;
    uint32_t *ids;
    uint32_t n;
    uint64_t lo, hi; /* lowest and highest address */
};

/* Stable, so that symbols alike in address and kind stay in the order of the file. */
static void sort_symbols(struct raw_list *l)
{
    if (l->n && l->hi - l->lo >= UINT64_C(1) << 62) {
        sort_merge(l->ids, l->n, compare_raw, l->im->symbols);
        return;
    }
    uint64_t *keys = mem_array_raw(l->n, sizeof *keys);

    for (uint32_t i = 0; i < l->n; i++) {
        const struct raw_symbol *s = &l->im->symbols[l->ids[i]];
        keys[i] = (s->addr - l->lo) << 2 | symbol_rank(s->flags);
    }
    sort_radix(keys, l->ids, l->n);
    free(keys);
}

static void add_symbol(struct table *t, const struct image *im, uint32_t raw)
{
    const struct raw_symbol *s = &im->symbols[raw];
    struct symbol *last = t->n_symbols ? &t->symbols[t->n_symbols - 1] : NULL;
    if (last && last->addr == s->addr) {
        if (!rival_replaces(image_rival(im, raw), image_rival(im, last->raw)))
            return;
    } else {
        last = &t->symbols[t->n_symbols++];
    }
    *last = (struct symbol){.addr = s->addr, .raw = raw, .flags = (uint16_t)s->flags};
}

/* Pages cover all symbols, or the middle 31/32 of them if the others are so far away that they
 * would make pages coarse: then addresses outside take the binary search over all. About one page
 * per symbol. */
static void make_pages(struct table *t)
{
    uint32_t n = t->n_symbols, edge = n / 64;
    if (n < 64)
        return;
    if (t->symbols[n - 1].addr - t->symbols[0].addr <
        2 * (t->symbols[n - 1 - edge].addr - t->symbols[edge].addr))
        edge = 0;
    t->page_lo = t->symbols[edge].addr;
    t->page_hi = t->symbols[n - 1 - edge].addr;
    uint64_t span = t->page_hi - t->page_lo;
    while (span >> t->page_shift > n + n / 8)
        t->page_shift++;
    size_t n_pages = (size_t)(span >> t->page_shift) + 1;
    t->page = arena_alloc(&t->memory, n_pages + 1, sizeof *t->page);
    sym_id s = edge;
    for (size_t p = 0; p <= n_pages; p++) {
        uint64_t start = p < n_pages ? t->page_lo + ((uint64_t)p << t->page_shift) : t->page_hi;
        while (s + 1 < n && t->symbols[s + 1].addr <= start)
            s++;
        t->page[p] = s;
    }
}

static bool add_functions(struct table *t, struct arena *memory, const struct table_options *o,
                          struct err *e)
{
    const struct image *im = t->profile->image;
    struct raw_list list = {.im = im};
    list.ids = mem_array_raw(list.im->n_symbols, sizeof *list.ids);
    list.lo = UINT64_MAX;
    for (uint32_t i = 0; i < list.im->n_symbols; i++) {
        const struct raw_symbol *s = &list.im->symbols[i];
        if (!table_accepts(o, s->flags))
            continue;
        list.ids[list.n++] = i;
        list.lo = s->addr < list.lo ? s->addr : list.lo;
        list.hi = s->addr > list.hi ? s->addr : list.hi;
    }
    sort_symbols(&list);
    if (list.n == 0) {
        free(list.ids);
        return err_set(e, ERR_IMAGE_NO_SYMBOLS, image_symbols_path(im));
    }
    t->symbols = arena_alloc(memory, list.n, sizeof *t->symbols);
    for (uint32_t i = 0; i < list.n; i++)
        add_symbol(t, im, list.ids[i]);
    for (uint32_t i = 0; i + 1 < t->n_symbols; i++)
        t->symbols[i].end = t->symbols[i + 1].addr;
    t->symbols[t->n_symbols - 1].end = im->text_hi;

    free(list.ids);
    return true;
}

/* ---- line symbols ---- */

/* Two ascending lists become one: line symbols, and the functions of the table so far. */
struct merge {
    const struct table *t; /* its symbols are the functions still */
    uint32_t at_line, at_function;
    const struct line_symbol *before; /* the line symbol taken last, which may have lost */
    uint8_t before_flags;
    struct symbol *out;
    uint32_t n;
};

/* A line symbol is as static as the one before it if that has its file and function, else as the
 * function in which it lies. */
static uint8_t line_flags(const struct merge *m, const struct line_symbol *s)
{
    if (m->before && m->before->file == s->file && m->before->name == s->name)
        return m->before_flags;
    const struct symbol *f = m->t->symbols + m->at_function;

    if (m->at_function == m->t->n_symbols || f->addr > s->addr)
        f = m->at_function ? f - 1 : NULL;
    bool inside = f && s->addr < f->end;
    return (uint8_t)(SYM_LINE | (inside ? f->flags & SYM_STATIC : 0));
}

static struct symbol take_line(struct merge *m)
{
    const struct line_symbols *l = m->t->lines;
    const struct line_symbol *s = &l->v[m->at_line];
    const uint16_t left_out = l->left_out ? l->left_out[m->at_line] : 0;
    m->at_line++;
    m->before_flags = line_flags(m, s);
    m->before = s;
    return (struct symbol){s->addr, 0, s->name, m->before_flags, left_out};
}

static struct rival rival_of(const struct table *t, const struct symbol *s)
{
    return (struct rival){raw_name(t->profile->image, t->lines, s->raw), s->flags};
}

/* Choose between a line symbol and a function at one address: they are sorted by rank, the line
 * symbol first among equals; then the second may replace the first. */
static struct symbol choose_symbol(const struct table *t, struct symbol line,
                                   struct symbol function)
{
    struct rival l = rival_of(t, &line), f = rival_of(t, &function);
    if (symbol_rank(l.flags) <= symbol_rank(f.flags))
        return rival_replaces(f, l) ? function : line;
    return rival_replaces(l, f) ? line : function;
}

static struct symbol take_next(struct merge *m)
{
    const struct table *t = m->t;
    bool lines = m->at_line < t->lines->n, functions = m->at_function < t->n_symbols;
    uint64_t l = lines ? t->lines->v[m->at_line].addr : 0;
    uint64_t f = functions ? t->symbols[m->at_function].addr : 0;
    if (!lines || (functions && f < l))
        return t->symbols[m->at_function++];
    if (!functions || l < f)
        return take_line(m);
    struct symbol line = take_line(m);
    return choose_symbol(t, line, t->symbols[m->at_function++]);
}

static bool add_lines(struct table *t, struct err *e)
{
    struct merge m = {.t = t};
    m.out = arena_alloc(&t->memory, (size_t)t->n_symbols + t->lines->n, sizeof *m.out);
    /* Line symbols end where the next symbol starts, whatever becomes of it; functions keep their
     * ends, and those without extent are gone. */
    while (m.at_line < t->lines->n || m.at_function < t->n_symbols) {
        struct symbol s = take_next(&m);
        if (m.n && m.out[m.n - 1].flags & SYM_LINE)
            m.out[m.n - 1].end = s.addr;
        if (s.flags & SYM_LINE)
            s.end = t->profile->image->text_hi;
        else if (s.end <= s.addr)
            continue;
        m.out[m.n++] = s;
    }
    t->symbols = m.out;
    t->n_symbols = m.n;
    return m.n || err_set(e, ERR_IMAGE_NO_SYMBOLS, t->profile->image->path);
}

struct table *table_new(const struct profile *p, const struct table_options *o,
                        const struct line_symbols *lines, struct err *e)
{
    struct table *t = arena_object(sizeof *t);
    struct arena functions = {0};
    t->profile = p;
    t->lines = lines;
    bool ok =
        add_functions(t, lines ? &functions : &t->memory, o, e) && (!lines || add_lines(t, e));
    arena_release(&functions);
    if (ok) {
        make_pages(t);
        if (!lines && o->join_parts)
            join_parts(t, o);
        return t;
    }
    arena_object_free(t);
    return NULL;
}
