/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls from one image into another. In the callee's profile a stand-in makes them; the run's text
 * knows who did. */
#include "core/load/join/arcs.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/load/join/join_internal.h"

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
