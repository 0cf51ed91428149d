/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines/line_symbols.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/load/lines/lines_each.h"

#define MOST_SYMBOLS (UINT32_MAX / 2) /* what a table can take beside the image's own */
#define FREE_SLOT    UINT32_MAX

/* A walk under way, and the names met so far: those of the image first. */
struct symbol_walk {
    const struct image *im;
    uint64_t text_lo, text_hi; /* that is being walked */
    const struct progress *progress;
    struct line_symbols *out;
    size_t cap, cap_names;
    uint32_t *slots; /* open addressing: numbers of names; n_slots is a power of two */
    size_t n_slots;
    const char *last; /* the function met last, and its number */
    uint32_t last_name;
    struct err *e;
};

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
    if (2 * (size_t)n_names(w) > w->n_slots) {
        make_slots(w);
        return;
    }
    w->slots[name_slot(w, name)] = n_names(w) - 1;
}

static bool add_place(void *ctx, uint64_t addr, const struct line_place *p)
{
    struct symbol_walk *w = ctx;
    struct line_symbols *out = w->out;
    struct line_symbol s = {.addr = addr, .file = p->file, .line = p->line};
    if (out->n >= MOST_SYMBOLS)
        return err_what(w->e, ERR_LIMIT, NULL, "line symbols", NULL);
    mem_grow(&out->v, &w->cap, (size_t)out->n + 1, sizeof *out->v);
    if (p->function != w->last) {
        w->last = p->function;
        w->last_name = w->slots[name_slot(w, p->function)];
        if (w->last_name == FREE_SLOT) {
            w->last_name = n_names(w);
            add_name(w, p->function);
        }
    }
    s.name = w->last_name;
    out->v[out->n++] = s;
    return true;
}

static bool go_on(void *ctx, uint64_t addr)
{
    struct symbol_walk *w = ctx;
    return progress_step(w->progress, "source lines", addr - w->text_lo, w->text_hi - w->text_lo) ||
           err_set(w->e, ERR_CANCELLED, NULL);
}

struct line_symbols *line_symbols_new(const struct profile *p, struct lines *lines,
                                      const struct progress *progress, struct err *e)
{
    struct line_symbols *out = mem_array(1, sizeof *out);
    struct symbol_walk w = {.im = p->image, .progress = progress, .out = out, .e = e};
    const struct lines_walker walker = {.take = add_place, .go_on = go_on, .ctx = &w};
    make_slots(&w);
    bool ok = !lines || lines_ready(lines, progress, e);
    /* Walk the program, then the libraries that are joined. */
    for (size_t i = 0; lines && ok && i <= p->n_joined; i++) {
        const struct library *y = i ? &p->libraries[i - 1] : NULL;
        w.text_lo = y ? y->text_lo : p->image->text_lo;
        w.text_hi = y ? y->text_hi : p->n_joined ? p->program_hi : p->image->text_hi;
        ok = lines_each(lines, w.text_lo, w.text_hi, &walker);
    }
    free(w.slots);
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
    free(s->names);
    free(s);
}
