/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places for libraries, and their symbols, samples, arcs and blocks there. */
#include "core/load/join/place.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/text.h"
#include "core/load/join/join_internal.h"

#define GRAIN      (UINT64_C(1) << 20) /* bytes: where libraries may begin */
#define LONGEST    (UINT64_C(1) << 40) /* bytes of one */
#define LAST_PLACE (UINT64_C(1) << 62)

/* ---- how far addresses reach ---- */

struct extent {
    uint64_t lo, hi; /* of all addresses; hi is the last one */
    bool failed;     /* a range is turned round */
};

static void cover(struct extent *x, uint64_t addr)
{
    x->lo = addr < x->lo ? addr : x->lo;
    x->hi = addr > x->hi ? addr : x->hi;
}

static void cover_range(struct extent *x, uint64_t lo, uint64_t hi)
{
    cover(x, lo);
    cover(x, hi);
    x->failed |= hi < lo;
}

/* How far addresses of p reach, and of its waits, which are not in it yet; NULL: none. */
static struct extent extent_of(const struct profile *p, const struct profile *waits)
{
    struct extent x = {.lo = UINT64_MAX};
    const struct image *im = p->image;
    cover_range(&x, im->text_lo, im->text_hi);
    for (uint32_t i = 0; i < im->n_symbols; i++)
        cover(&x, im->symbols[i].addr);
    for (uint32_t i = 0; i < p->n_hists; i++)
        cover_range(&x, p->hists[i].lo, p->hists[i].hi);
    for (uint32_t i = 0; waits && i < waits->n_hists; i++)
        cover_range(&x, waits->hists[i].lo, waits->hists[i].hi);
    for (uint32_t i = 0; i < p->n_waits; i++)
        cover_range(&x, p->waits[i].lo, p->waits[i].hi);
    for (size_t i = 0; i < p->n_arcs; i++) {
        cover(&x, p->arcs[i].from);
        cover(&x, p->arcs[i].to);
    }
    for (size_t i = 0; i < p->n_blocks; i++)
        cover(&x, p->blocks[i].addr);
    return x;
}

static uint64_t round_up(uint64_t addr)
{
    return (addr + GRAIN - 1) & ~(GRAIN - 1);
}

/* Find addresses for a library from *next on, and move *next after them. False: there is no room.
 */
static bool find_place(struct library *l, const struct member *m, uint64_t *next)
{
    const struct profile *own = m->own;
    struct extent x = extent_of(own, m->waits.sum);
    if (x.failed || x.hi - x.lo > LONGEST || *next > LAST_PLACE)
        return false;
    l->shift = *next - (x.lo & ~(GRAIN - 1));
    l->lo = x.lo + l->shift;
    l->hi = x.hi + l->shift + 1;
    l->text_lo = own->image->text_lo + l->shift;
    l->text_hi = own->image->text_hi + l->shift;
    *next = round_up(l->hi);
    return true;
}

/* ---- units ---- */

/* Do times mean the same? The first histogram of all decides. */
static bool agree(struct profile *p, const struct profile *own)
{
    if (own->n_hists > 0 && p->n_hists == 0) {
        p->rate_hz = own->rate_hz;
        p->scale = own->scale;
        memcpy(p->dimension, own->dimension, sizeof p->dimension);
        p->abbrev = own->abbrev;
    }
    return own->n_hists == 0 || (own->rate_hz == p->rate_hz && own->abbrev == p->abbrev &&
                                 memcmp(own->dimension, p->dimension, sizeof p->dimension) == 0);
}

/* ---- symbols ---- */

static const struct raw_symbol *lowest(const struct image *im)
{
    const struct raw_symbol *low = im->symbols;
    for (uint32_t i = 1; i < im->n_symbols; i++)
        if (im->symbols[i].flags & SYM_UNKNOWN_TO_GNU)
            continue;
        else if (low->flags & SYM_UNKNOWN_TO_GNU || im->symbols[i].addr < low->addr)
            low = &im->symbols[i];
    return low;
}

/* What lies before the library's symbols must not be taken for the one before the library. */
static struct raw_symbol front_symbol(struct text *names, const struct library *l)
{
    struct raw_symbol s = {.addr = l->lo, .name = (uint32_t)names->n, .flags = SYM_FUNC | SYM_KEPT};
    text_str(names, path_base(l->path));
    text_str(names, "+0x");
    text_hex(names, l->lo - l->shift);
    text_char(names, '\0');
    return s;
}

/* names: those of `to`, growing. */
static void add_symbols(struct image *to, struct text *names, const struct library *l,
                        const struct image *from)
{
    size_t cap = to->n_symbols;
    mem_grow(&to->symbols, &cap, cap + from->n_symbols + 1, sizeof *to->symbols);
    if (lowest(from)->addr + l->shift > l->lo)
        to->symbols[to->n_symbols++] = front_symbol(names, l);
    uint32_t first_name = (uint32_t)names->n;
    const struct raw_symbol *low = lowest(from);
    for (const struct raw_symbol *s = from->symbols; s < from->symbols + from->n_symbols; s++)
        to->symbols[to->n_symbols++] = (struct raw_symbol){
            .addr = s->addr + l->shift,
            .name = s->name + first_name,
            .flags = s->flags | (s == low ? SYM_KEPT : 0),
        };
    text_add(names, from->names, from->n_name_bytes);
    to->text_hi = l->hi;
}

static bool has_room(const struct image *to, const struct text *names, const struct member *m)
{
    const struct image *im = m->own->image;
    uint64_t symbols = (uint64_t)to->n_symbols + im->n_symbols + 1;
    uint64_t bytes = (uint64_t)names->n + im->n_name_bytes + strlen(m->about.path) + 32;
    return symbols < UINT32_MAX / 2 && bytes < UINT32_MAX;
}

/* ---- data ---- */

static void add_hists(struct profile *p, struct profile *own, uint64_t shift)
{
    size_t cap = p->n_hists, n = (size_t)p->n_hists + own->n_hists;
    if (n >= UINT32_MAX)
        mem_fail();
    mem_grow(&p->hists, &cap, n, sizeof *p->hists);
    for (uint32_t i = 0; i < own->n_hists; i++) {
        struct histogram *h = &p->hists[p->n_hists++];
        *h = own->hists[i];
        own->hists[i].bins = NULL;
        own->hists[i].record = NULL;
        h->lo += shift;
        h->hi += shift;
        h->scale = own->scale;
    }
}

static void add_arcs(struct profile *p, const struct profile *own, uint64_t shift)
{
    size_t cap = p->n_arcs;
    mem_grow(&p->arcs, &cap, p->n_arcs + own->n_arcs, sizeof *p->arcs);
    for (size_t i = 0; i < own->n_arcs; i++) {
        struct raw_arc a = own->arcs[i];
        a.from += shift;
        a.to += shift;
        p->arcs[p->n_arcs++] = a;
    }
}

static void add_blocks(struct profile *p, const struct profile *own, uint64_t shift)
{
    size_t cap = p->n_blocks;
    mem_grow(&p->blocks, &cap, p->n_blocks + own->n_blocks, sizeof *p->blocks);
    for (size_t i = 0; i < own->n_blocks; i++) {
        struct raw_block b = own->blocks[i];
        b.addr += shift;
        p->blocks[p->n_blocks++] = b;
    }
}

static void add_data(struct profile *p, struct profile *own, uint64_t shift)
{
    p->has_histogram |= own->has_histogram;
    p->has_arcs |= own->has_arcs;
    p->has_blocks |= own->has_blocks;
    add_hists(p, own, shift);
    add_arcs(p, own, shift);
    add_blocks(p, own, shift);
}

/* ---- the whole ---- */

/* Give a member its place in p. The library's path becomes that of the file that was found. */
static void place(struct join *j, struct member *m, const struct text *names, uint64_t *next)
{
    struct library *l = &m->about;
    if (!agree(j->p, m->own))
        l->finding = LIBRARY_OTHER_UNIT;
    else if (!has_room(j->p->image, names, m) || !find_place(l, m, next))
        l->finding = LIBRARY_NO_ROOM;
    if (l->finding != LIBRARY_JOINED)
        return;
    l->ticks = profile_ticks(m->own);
    l->loaded = l->path;
    l->path = m->own->image->path;
    m->own->image->path = NULL;
    l->build_id = m->build_id;
    m->build_id = NULL;
}

static void add_member(struct join *j, struct member *m, struct text *names, uint64_t *next)
{
    if (m->about.finding != LIBRARY_JOINED)
        return;
    place(j, m, names, next);
    if (m->about.finding != LIBRARY_JOINED)
        return;
    add_symbols(j->p->image, names, &m->about, m->own->image);
    add_data(j->p, m->own, m->about.shift);
    waits_move(&m->waits, j->p, m->about.shift);
}

static void add_members(struct join *j, struct text *names)
{
    struct extent x = extent_of(j->p, NULL);
    uint64_t next = x.hi > LAST_PLACE ? UINT64_MAX : round_up(x.hi + 1);
    for (size_t i = 0; i < j->n_members; i++)
        add_member(j, &j->members[i], names, &next);
}

void join_place(struct join *j)
{
    struct image *im = j->p->image;
    struct text names = {0};
    j->p->program_hi = im->text_hi;
    text_add(&names, im->names, im->n_name_bytes);
    add_members(j, &names);
    free((char *)im->names);
    im->names = names.p;
    im->n_name_bytes = names.n;
    /* What is known of the members goes to the libraries of p, the joined ones first. */
    struct profile *p = j->p;
    p->libraries = mem_array_raw(j->n_members, sizeof *p->libraries);
    for (int joined = 1; joined >= 0; joined--)
        for (size_t i = 0; i < j->n_members; i++) {
            struct library *l = &j->members[i].about;
            if ((l->finding == LIBRARY_JOINED) != joined)
                continue;
            p->libraries[p->n_libraries++] = *l;
            p->n_joined += (size_t)joined;
            l->path = l->loaded = l->build_id = l->profile = NULL;
        }
}
