/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines/line_symbols.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/load/lines/lines_each.h"

#define MOST_SYMBOLS (UINT32_MAX / 2) /* what a table can take beside the image's own */
#define FREE_SLOT    UINT32_MAX

/* What lies in pieces of .text. */
struct text_marks {
    uint64_t lo, hi;
    unsigned shift;      /* a piece is 1 << shift bytes */
    unsigned char *mark; /* per piece; NULL: nothing is known */
};

enum { MARK_DATA = 1, MARK_SYMBOL = 2 }; /* of the profile; the beginning of one of the image */

/* A walk under way, and the names met so far: those of the image first. */
struct symbol_walk {
    const struct image *im;
    uint64_t text_lo, text_hi; /* that is being walked */
    const struct progress *progress;
    struct line_symbols *out;
    size_t cap, cap_left_out, cap_names;
    struct text_marks marks;
    bool anchored;   /* no symbol begins in the code of the last line symbol that stays */
    bool may_go;     /* the line symbol added last, if nothing is in its code */
    uint32_t *slots; /* open addressing: numbers of names; n_slots is a power of two */
    size_t n_slots;
    const char *last; /* the function met last, and its number */
    uint32_t last_name;
    struct err *e;
};

static void mark(struct text_marks *m, uint64_t lo, uint64_t hi, unsigned char with)
{
    lo = lo > m->lo ? lo : m->lo;
    hi = hi < m->hi ? hi : m->hi;
    for (uint64_t i = (lo - m->lo) >> m->shift; lo < hi && i <= (hi - 1 - m->lo) >> m->shift; i++)
        m->mark[i] |= with;
}

static bool has_mark(const struct text_marks *m, uint64_t lo, uint64_t hi, unsigned char which)
{
    uint64_t i = (lo - m->lo) >> m->shift, last = (hi - 1 - m->lo) >> m->shift;
    while (i < last && !(m->mark[i] & which))
        i++;
    return m->mark[i] & which;
}

static void make_marks(struct text_marks *m, const struct profile *p)
{
    enum { PIECES_MOST = 1 << 25 };
    const struct image *im = p->image;
    *m = (struct text_marks){.lo = im->text_lo, .hi = im->text_hi, .shift = 3};
    while ((m->hi - m->lo) >> m->shift >= PIECES_MOST)
        m->shift++;
    m->mark = mem_array(((m->hi - m->lo) >> m->shift) + 1, 1);
    for (uint32_t i = 0; i < im->n_symbols; i++)
        mark(m, im->symbols[i].addr, im->symbols[i].addr + 1, MARK_SYMBOL);
    for (size_t i = 0; i < p->n_arcs; i++) {
        mark(m, p->arcs[i].from, p->arcs[i].from + 1, MARK_DATA);
        mark(m, p->arcs[i].to, p->arcs[i].to + 1, MARK_DATA);
    }
    for (size_t i = 0; i < p->n_blocks; i++)
        mark(m, p->blocks[i].addr, p->blocks[i].addr + 1, MARK_DATA);
    for (uint32_t k = 0; k < p->n_hists; k++) {
        const struct histogram *h = &p->hists[k];
        const double scale = histogram_scale(p, h);
        for (uint32_t i = histogram_next(h, 0); i < h->n_bins; i = histogram_next(h, i + 1))
            mark(m, 2 * histogram_unit(h, scale, i), 2 * histogram_unit(h, scale, i + 1),
                 MARK_DATA);
    }
}

/* The slot of a name, taken or free. There is always a free one. */
static size_t name_slot(const struct symbol_walk *w, const char *name)
{
    size_t i = hash_bytes(name, strlen(name)) & (w->n_slots - 1);
    while (w->slots[i] != FREE_SLOT && strcmp(raw_name(w->im, w->out, w->slots[i]), name) != 0)
        i = (i + 1) & (w->n_slots - 1);
    return i;
}

static uint32_t n_names(const struct symbol_walk *w)
{
    return w->im->n_symbols + w->out->n_names;
}

/* Make a table for twice the names that there are. If names are equal, the first is found. */
static void make_slots(struct symbol_walk *w)
{
    size_t n_slots = 64;
    while (n_slots < 4 * (size_t)n_names(w))
        n_slots *= 2;
    free(w->slots);
    w->slots = mem_array_raw(n_slots, sizeof *w->slots);
    memset(w->slots, 0xff, n_slots * sizeof *w->slots);
    w->n_slots = n_slots;
    for (uint32_t i = 0; i < n_names(w); i++) {
        size_t slot = name_slot(w, raw_name(w->im, w->out, i));
        if (w->slots[slot] == FREE_SLOT)
            w->slots[slot] = i;
    }
}

static void add_name(struct symbol_walk *w, const char *name)
{
    struct line_symbols *out = w->out;
    mem_grow(&out->names, &w->cap_names, (size_t)out->n_names + 1, sizeof *out->names);
    out->names[out->n_names++] = name;
    if (2 * (size_t)n_names(w) > w->n_slots)
        make_slots(w);
    else
        w->slots[name_slot(w, name)] = n_names(w) - 1;
}

/* Once the next line symbol is known: leave the last one out if nothing is in its code, and if it
 * goes on with the file and the function of one before it, which counts it. That one decides
 * whether it is static, and no function stands between them. */
static void leave_out(struct symbol_walk *w, const struct line_symbol *next)
{
    struct line_symbols *out = w->out;
    const struct line_symbol *last = &out->v[out->n - 1];
    const bool goes_on = last->file == next->file && last->name == next->name;
    if (w->may_go && out->left_out[out->n - 2] < UINT16_MAX &&
        !has_mark(&w->marks, last->addr, next->addr, MARK_DATA | MARK_SYMBOL))
        out->left_out[--out->n - 1]++;
    else
        w->anchored = !has_mark(&w->marks, last->addr, next->addr, MARK_SYMBOL);
    w->may_go = goes_on && w->anchored;
}

static bool add_place(void *ctx, uint64_t addr, const struct line_place *p)
{
    struct symbol_walk *w = ctx;
    struct line_symbols *out = w->out;
    struct line_symbol s = {.addr = addr, .file = p->file, .line = p->line};
    if (out->n >= MOST_SYMBOLS)
        return err_what(w->e, ERR_LIMIT, NULL, "line symbols", NULL);
    mem_grow(&out->v, &w->cap, (size_t)out->n + 1, sizeof *out->v);
    if (w->marks.mark)
        mem_grow(&out->left_out, &w->cap_left_out, (size_t)out->n + 1, sizeof *out->left_out);
    if (p->function != w->last) {
        w->last = p->function;
        w->last_name = w->slots[name_slot(w, p->function)];
        if (w->last_name == FREE_SLOT) {
            w->last_name = n_names(w);
            add_name(w, p->function);
        }
    }
    s.name = w->last_name;
    if (w->marks.mark && out->n)
        leave_out(w, &s);
    if (w->marks.mark)
        out->left_out[out->n] = 0;
    out->v[out->n++] = s;
    return true;
}

static bool go_on(void *ctx, uint64_t addr)
{
    struct symbol_walk *w = ctx;
    return progress_step(w->progress, "source lines", addr - w->text_lo, w->text_hi - w->text_lo) ||
           err_set(w->e, ERR_CANCELLED, NULL);
}

struct line_symbols *line_symbols_new(const struct profile *p, struct lines *lines, bool hit,
                                      const struct progress *progress, struct err *e)
{
    struct line_symbols *out = mem_array(1, sizeof *out);
    struct symbol_walk w = {.im = p->image, .progress = progress, .out = out, .e = e};
    const struct lines_walker walker = {.take = add_place, .go_on = go_on, .ctx = &w};
    make_slots(&w);
    if (lines && hit && !p->n_joined && !p->n_waits && p->image->text_hi > p->image->text_lo)
        make_marks(&w.marks, p);
    bool ok = !lines || lines_ready(lines, progress, e);
    /* Walk the program, then the libraries that are joined. */
    for (size_t i = 0; lines && ok && i <= p->n_joined; i++) {
        const struct library *y = i ? &p->libraries[i - 1] : NULL;
        w.text_lo = y ? y->text_lo : p->image->text_lo;
        w.text_hi = y ? y->text_hi : p->n_joined ? p->program_hi : p->image->text_hi;
        ok = lines_each(lines, w.text_lo, w.text_hi, &walker);
    }
    free(w.slots);
    free(w.marks.mark);
    if (ok)
        return out;
    line_symbols_free(out);
    return NULL;
}

void line_symbols_free(struct line_symbols *s)
{
    if (!s)
        return;
    free(s->v);
    free(s->left_out);
    free(s->names);
    free(s);
}
