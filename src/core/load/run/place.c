/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places for libraries, and their symbols, samples, arcs and blocks there. */
#include "core/load/run/place.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/run/join_internal.h"

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

/* Move all histograms of `from`, with their bins. */
static void move_hists(struct profile *from, struct histogram **to, uint32_t *n_to, uint64_t shift)
{
    size_t cap = *n_to, n = (size_t)*n_to + from->n_hists;
    if (n >= UINT32_MAX)
        mem_fail();
    mem_grow(to, &cap, n, sizeof **to);
    for (uint32_t i = 0; i < from->n_hists; i++) {
        struct histogram *h = &(*to)[(*n_to)++];
        *h = from->hists[i];
        h->lo += shift;
        h->hi += shift;
        h->scale = from->scale;
    }
    from->n_hists = 0;
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
    move_hists(own, &p->hists, &p->n_hists, shift);
    add_arcs(p, own, shift);
    add_blocks(p, own, shift);
}

void waits_move(struct waits *w, struct profile *p, uint64_t shift)
{
    if (!w->sum || p->n_waits + (uint64_t)w->sum->n_hists == 0)
        return;
    p->wait_hz = w->sum->rate_hz;
    move_hists(w->sum, &p->waits, &p->n_waits, shift);
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

struct crossing {
    struct raw_arc arc;
    uint64_t stand_in;
    bool stands; /* else such calls are not in the profile */
};

/* All crossings into one function. */
struct arc_target {
    uint64_t to, stand_in;
    bool stands;
    bool bad;        /* what the texts say is impossible */
    size_t lo, hi;   /* of the crossings */
    uint64_t demand; /* calls that the texts report */
    uint64_t supply; /* calls by the stand-in */
};

struct crossings {
    struct crossing *v;
    size_t n, cap;
    struct arc_target *targets; /* ascending */
    size_t n_targets;
};

/* ---- what the texts report ---- */

/* The shift of an image; false: it is not there. */
static bool shift_of(const struct join *j, size_t image, uint64_t *shift)
{
    *shift = 0;
    if (image == 0 || image >= j->run->n_images)
        return image == 0;
    size_t m = j->member[image];
    if (m == NO_MEMBER || j->members[m].about.finding != LIBRARY_JOINED)
        return false;
    *shift = j->members[m].about.shift;
    return true;
}

/* Does the address lie in that image? */
static bool is_at(const struct join *j, size_t image, uint64_t addr)
{
    const struct library *l = profile_library(j->p, addr);
    if (image == 0)
        return !l;
    const struct library *own = &j->members[j->member[image]].about;
    return l && l->lo == own->lo && addr < l->hi;
}

static void take(const struct join *j, const struct run_arc *a, struct crossings *c)
{
    uint64_t from_shift, to_shift;
    if (a->count == 0 || !shift_of(j, a->from_image, &from_shift) ||
        !shift_of(j, a->to_image, &to_shift))
        return;
    const struct run_image *callee = &j->run->images[a->to_image];
    struct crossing x = {
        .arc = {.from = a->from + from_shift, .to = a->to + to_shift, .count = a->count},
        .stand_in = callee->entry + to_shift,
        .stands = callee->has_entry,
    };
    if (!is_at(j, a->from_image, x.arc.from) || !is_at(j, a->to_image, x.arc.to))
        return;
    mem_grow(&c->v, &c->cap, c->n + 1, sizeof x);
    c->v[c->n++] = x;
}

/* By callee, then by caller: the order of the texts is that of addresses in memory, which differ
 * from run to run. */
static void sort_crossings(struct crossings *c)
{
    struct crossing *sorted = mem_array_raw(c->n, sizeof *sorted);
    uint64_t *keys = mem_array_raw(c->n, sizeof *keys);
    uint32_t *ids = mem_array_raw(c->n, sizeof *ids);
    if (c->n >= UINT32_MAX)
        mem_fail();
    for (int by_callee = 0; by_callee < 2; by_callee++) {
        for (uint32_t i = 0; i < c->n; i++) {
            ids[i] = i;
            keys[i] = by_callee ? c->v[i].arc.to : c->v[i].arc.from;
        }
        sort_radix(keys, ids, c->n);
        for (uint32_t i = 0; i < c->n; i++)
            sorted[i] = c->v[ids[i]];
        memcpy(c->v, sorted, c->n * sizeof *sorted);
    }
    free(sorted);
    free(keys);
    free(ids);
}

static void list_targets(struct crossings *c)
{
    c->targets = mem_array_raw(c->n, sizeof *c->targets);
    for (size_t i = 0; i < c->n; i++) {
        const struct crossing *x = &c->v[i];
        struct arc_target *t = c->n_targets ? &c->targets[c->n_targets - 1] : NULL;
        if (!t || t->to != x->arc.to) {
            t = &c->targets[c->n_targets++];
            *t = (struct arc_target){
                .to = x->arc.to, .stand_in = x->stand_in, .stands = x->stands, .lo = i};
        }
        t->hi = i + 1;
        t->bad |= t->stands != x->stands || (t->stands && t->stand_in != x->stand_in);
        t->bad |= x->arc.count > UINT64_MAX - t->demand;
        t->demand += x->arc.count;
    }
}

/* ---- what the profiles hold ---- */

/* The target whose stand-in makes the calls of an arc; NULL: none. */
static struct arc_target *target_of(const struct crossings *c, const struct raw_arc *a)
{
    size_t i = search_below(c->targets, c->n_targets, SEARCH_BY(struct arc_target, to), a->to);
    struct arc_target *t = i < c->n_targets ? &c->targets[i] : NULL;
    return t && t->to == a->to && t->stands && t->stand_in == a->from ? t : NULL;
}

/* Calls that the stand-in made for others become theirs; its arcs without calls go. */
static void take_supply(struct profile *p, const struct crossings *c)
{
    size_t n = 0, n_united = p->n_united_arcs;
    for (size_t i = 0; i < p->n_arcs; i++) {
        struct raw_arc a = p->arcs[i];
        struct arc_target *t = target_of(c, &a);
        uint64_t taken = !t || t->bad ? 0 : a.count < t->demand ? a.count : t->demand;
        if (taken > 0) {
            t->demand -= taken;
            a.count -= taken;
        }
        if (taken == 0 || a.count > 0)
            p->arcs[n++] = a;
        else if (i < n_united)
            p->n_united_arcs--;
    }
    p->n_arcs = n;
}

static void add_callers(struct profile *p, const struct crossings *c)
{
    size_t cap = p->n_arcs;
    mem_grow(&p->arcs, &cap, p->n_arcs + c->n, sizeof *p->arcs);
    for (const struct arc_target *t = c->targets; t < c->targets + c->n_targets; t++)
        for (size_t i = t->lo; i < t->hi && !t->bad; i++)
            p->arcs[p->n_arcs++] = c->v[i].arc;
    p->has_arcs |= c->n > 0;
}

void join_arcs(struct join *j)
{
    struct crossings c = {0};
    for (size_t i = 0; i < j->run->n_arcs; i++)
        take(j, &j->run->arcs[i], &c);
    if (c.n > 0) {
        sort_crossings(&c);
        list_targets(&c);
        for (size_t i = 0; i < j->p->n_arcs; i++) {
            struct arc_target *t = target_of(&c, &j->p->arcs[i]);
            if (t)
                t->supply += j->p->arcs[i].count;
        }
        for (struct arc_target *t = c.targets; t < c.targets + c.n_targets; t++)
            t->bad |= t->stands && t->supply < t->demand;
        take_supply(j->p, &c);
        add_callers(j->p, &c);
    }
    free(c.v);
    free(c.targets);
}
