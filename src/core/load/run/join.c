/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/join.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/gmon/format.h"
#include "core/load/run/library.h"

enum {
    IMAGES_MOST = 4096, /* of a run; more are not looked at */
};

/* What a library is used for. */
enum use {
    USE_NONE,
    USE_TICKS,  /* it has samples, but no profile */
    USE_JOINED, /* it has a profile, or calls what has one */
};

/* A library while it is being joined. */
struct member {
    struct library about;
    struct profile *own;   /* its image and data, at addresses of its file; NULL: it has none */
    struct profile *waits; /* how long threads waited in it: histograms alone, at such addresses;
                              NULL: nothing is known */
};

#define NO_MEMBER SIZE_MAX

struct join {
    struct profile *p;
    const struct run *run; /* of all files of p, as one */
    const struct progress *progress;
    struct member *members;
    size_t n_members;
    size_t *member;        /* per image of the run: its library, or NO_MEMBER; [0] is not used */
    struct profile *waits; /* of the program */
    uint32_t wait_hz;      /* of all of them */
};

/* ---- waits ---- */

/* A profile without data for an image of which nothing is known but its path, and that it is for
 * the machine of `like`. */
static struct profile *waits_blank(const struct image *like, const char *path)
{
    struct image *im = mem_array(1, sizeof *im);
    im->addr_bytes = like->addr_bytes;
    im->big_endian = like->big_endian;
    im->machine = like->machine;
    im->path = mem_text(path, strlen(path));
    im->names = mem_text("", 0);
    im->n_name_bytes = 1;
    return profile_new(im);
}

/* Is what was read last of the same kind as all before? */
static bool are_waits(const struct profile *p, uint32_t *rate_hz)
{
    uint32_t rate = p->files[p->n_files - 1].rate_hz;
    if (rate == 0 || (*rate_hz && *rate_hz != rate) || strcmp(p->dimension, GMON_WAIT) != 0 ||
        p->n_arcs > 0 || p->n_blocks > 0)
        return false;
    *rate_hz = rate;
    return true;
}

/* Add what a run has of an image to p: the samples and calls, or the waits. Fails as gmon_read and
 * run_profile do. */
static bool run_data_read(const struct run *run, size_t image, enum unite_measure what,
                          struct profile *p, const struct gmon_options *o, struct err *e)
{
    struct bytes b;
    if (!run_profile(run, image, what, p->image, &b, e))
        return false;
    bool ok = gmon_read_bytes(p, run->path, b.p, b.n, o, e);
    bytes_release(&b);
    return ok;
}

/* Read those that the run has of an image, if it has any. What cannot be read or is of another rate
 * makes them lost, which is no failure. */
static bool read_waits(struct join *j, struct profile **waits, size_t image, struct err *e)
{
    const struct run_image *about = &j->run->images[image];
    const struct gmon_options o = {.progress = j->progress};
    struct err why = ERR_INIT;
    if (!about->has_waits || (image > 0 && !about->has_profile))
        return true;
    *waits = waits_blank(j->p->image, about->path);
    if (run_data_read(j->run, image, UNITE_WAITS, *waits, &o, &why) &&
        are_waits(*waits, &j->wait_hz))
        return true;
    profile_free(*waits);
    *waits = NULL;
    if (err_is_fatal(&why)) {
        *e = why;
        return false;
    }
    for (uint32_t i = 0; i < j->p->n_files; i++)
        j->p->files[i].lost_waits = true;
    return true;
}

/* ---- which libraries ---- */

/* Find the image of a new member, unless only its ticks are known. */
static bool add_member(struct join *j, const struct run_image *image, enum use use, struct err *e)
{
    struct arena *to = &j->p->memory;
    struct member new = {.about.path = arena_text(to, image->path, strlen(image->path))};
    const struct library_wanted w = {.path = image->path,
                                     .build_id = image->build_id,
                                     .profile = j->p->files[0].path,
                                     .program = j->p->image,
                                     .progress = j->progress};
    if (image->build_id)
        new.about.build_id = arena_text(to, image->build_id, strlen(image->build_id));
    struct member *m = mem_append(&j->members, &j->n_members, &new, sizeof new);
    m->about.finding = run_library_finding(image->path);
    if (use == USE_TICKS)
        return true;
    struct image *im = library_image_find(&w, &m->about.finding, e);
    if (!im)
        return e->code == ERR_NONE;
    m->own = profile_new(im);
    return true;
}

/* Read the samples and arcs of a member. */
static bool read_data(struct join *j, struct member *m, size_t image, struct err *e)
{
    const struct gmon_options options = {.progress = j->progress};
    struct err why = ERR_INIT;
    m->about.profile = arena_text(&j->p->memory, j->run->path, strlen(j->run->path));
    if (run_data_read(j->run, image, UNITE_TICKS, m->own, &options, &why))
        return true;
    if (err_is_fatal(&why)) {
        *e = why;
        return false;
    }
    m->about.finding = LIBRARY_NO_PROFILE;
    return true;
}

static bool take_image(struct join *j, size_t i, enum use use, struct err *e)
{
    const struct run_image *image = &j->run->images[i];
    if (!add_member(j, image, use, e))
        return false;
    j->member[i] = j->n_members - 1;
    struct member *m = &j->members[j->member[i]];
    m->about.ticks = image->ticks;
    if (!image->has_profile || m->about.finding != LIBRARY_JOINED)
        return true;
    return read_data(j, m, i, e) && read_waits(j, &m->waits, i, e);
}

/* What each image of a run is used for, as an array that the caller frees. */
static enum use *find_uses(const struct run *run)
{
    enum use *use = mem_array(run->n_images, sizeof *use);
    for (size_t i = 1; i < run->n_images; i++)
        use[i] = run->images[i].has_profile ? USE_JOINED
                 : run->images[i].ticks     ? USE_TICKS
                                            : USE_NONE;
    for (size_t i = 0; i < run->n_arcs; i++) {
        const struct run_arc *a = &run->arcs[i];
        if (a->from_image < run->n_images && a->to_image < run->n_images &&
            (a->to_image == 0 || run->images[a->to_image].has_profile))
            use[a->from_image] = USE_JOINED;
    }
    return use;
}

static bool take_images(struct join *j, struct err *e)
{
    size_t n = j->run->n_images;
    enum use *use = find_uses(j->run);
    bool ok = true;
    for (size_t i = 1; ok && i < n; i++)
        if (!progress_step(j->progress, "libraries", i, n))
            ok = err_set(e, ERR_CANCELLED, NULL);
        else if (i < IMAGES_MOST && use[i] != USE_NONE)
            ok = take_image(j, i, use[i], e);
    free(use);
    return ok;
}

/* ---- places for libraries, and their symbols, samples, arcs and blocks there ---- */

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
    struct extent x = extent_of(own, m->waits);
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

/* Move waits into p, `shift` added to their addresses. */
static void waits_move(struct profile *waits, struct profile *p, uint64_t shift)
{
    if (!waits || p->n_waits + (uint64_t)waits->n_hists == 0)
        return;
    p->wait_hz = waits->rate_hz;
    move_hists(waits, &p->waits, &p->n_waits, shift);
}

/* Give a member its place in p, with its symbols and data. The library's path becomes that of the
 * file that was found. */
static void place_member(struct join *j, struct member *m, struct text *names, uint64_t *next)
{
    struct library *l = &m->about;
    if (l->finding == LIBRARY_JOINED && !agree(j->p, m->own))
        l->finding = LIBRARY_OTHER_UNIT;
    if (l->finding == LIBRARY_JOINED &&
        (!has_room(j->p->image, names, m) || !find_place(l, m, next)))
        l->finding = LIBRARY_NO_ROOM;
    if (l->finding != LIBRARY_JOINED)
        return;
    l->ticks = profile_ticks(m->own);
    l->loaded = l->path;
    l->path = arena_text(&j->p->memory, m->own->image->path, strlen(m->own->image->path));
    add_symbols(j->p->image, names, l, m->own->image);
    add_data(j->p, m->own, l->shift);
    waits_move(m->waits, j->p, l->shift);
}

/* Give all members that are not left out their places. */
static void place_members(struct join *j)
{
    struct image *im = j->p->image;
    struct text names = {0};
    struct extent x = extent_of(j->p, NULL);
    uint64_t next = x.hi > LAST_PLACE ? UINT64_MAX : round_up(x.hi + 1);
    j->p->program_hi = im->text_hi;
    text_add(&names, im->names, im->n_name_bytes);
    for (size_t i = 0; i < j->n_members; i++)
        place_member(j, &j->members[i], &names, &next);
    free((char *)im->names);
    im->names = names.p;
    im->n_name_bytes = names.n;
    /* What is known of the members goes to the libraries of p, the joined ones first. */
    struct profile *p = j->p;
    p->libraries = arena_alloc(&p->memory, j->n_members, sizeof *p->libraries);
    for (int joined = 1; joined >= 0; joined--)
        for (size_t i = 0; i < j->n_members; i++)
            if ((j->members[i].about.finding == LIBRARY_JOINED) == joined) {
                p->libraries[p->n_libraries++] = j->members[i].about;
                p->n_joined += (size_t)joined;
            }
}

/* ---- calls between images ---- */

/* A call from one image into another that the run knows of. */
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
    size_t n;
    struct arc_target *targets; /* ascending */
    size_t n_targets;
};

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

static void take_crossing(const struct join *j, const struct run_arc *a, struct crossings *c)
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
    mem_append(&c->v, &c->n, &x, sizeof x);
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

/* Let the callers that the run knows take the place of stand-ins. */
static void join_arcs(struct join *j)
{
    struct crossings c = {0};
    for (size_t i = 0; i < j->run->n_arcs; i++)
        take_crossing(j, &j->run->arcs[i], &c);
    if (c.n > 0) {
        /* By callee, then by caller: the run has them in the order of addresses in memory, which
         * differ from run to run. */
        sort_ascending(c.v, c.n, SEARCH_BY(struct crossing, arc.from));
        sort_ascending(c.v, c.n, SEARCH_BY(struct crossing, arc.to));
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

/* ---- call paths ---- */

enum {
    PATH_CUT = 1,   /* address of a first node in no image: callers that are not known; */
    PATH_ALONE = 2, /* nothing is known: the stack was not the thread's own */
    PROGRAM = 1,    /* the number of its image */
    STEP = 1 << 16, /* nodes between two looks at the progress */
};

/* Nodes while they are being read. */
struct descent {
    struct join *j;
    uint64_t distance; /* that the program was moved by */
    struct profile_paths *paths;
    uint32_t *above; /* the nodes from the root to the last one */
    size_t cap;
    uint64_t root; /* the address that they begin with */
};

/* Images that are not there are nowhere. */
static uint64_t place_of(const struct descent *d, const struct unite_node *node)
{
    const struct join *j = d->j;
    const size_t member = node->image > PROGRAM ? j->member[node->image - 1] : NO_MEMBER;
    if (node->image == PROGRAM)
        return node->addr - d->distance;
    if (j->p->n_joined && member != NO_MEMBER && j->members[member].about.finding == LIBRARY_JOINED)
        return node->addr + j->members[member].about.shift;
    return node->image || node->depth ? PATH_NOWHERE
           : node->addr == PATH_CUT   ? PATH_UNKNOWN
           : node->addr == PATH_ALONE ? PATH_UNREAD
                                      : PATH_NOWHERE;
}

/* Add a node below the last one that is above it. */
static void add_node(struct descent *d, const struct unite_node *node)
{
    struct profile_paths *p = d->paths;
    const size_t depth = (size_t)node->depth;
    const uint64_t addr = place_of(d, node);
    mem_grow(&d->above, &d->cap, depth + 1, sizeof *d->above);
    d->above[depth] = p->n;
    d->root = depth ? d->root : addr;
    p->nodes[p->n++] = (struct path_frame){.parent = depth ? d->above[depth - 1] : PATH_NO_NODE,
                                           .addr = addr,
                                           .ticks = node->ticks,
                                           .waits = node->waits};
    p->ticks += node->ticks;
    p->cut_ticks += d->root == PATH_UNKNOWN ? node->ticks : 0;
    p->alone_ticks += d->root == PATH_UNREAD ? node->ticks : 0;
}

static bool add_nodes(struct descent *d, struct err *e)
{
    const struct run *run = d->j->run;
    const struct unite_source source = unite_source_of(&run->message);
    struct unite_reader reader;
    struct unite_record now;
    (void)unite_reader_begin(&reader, &source); /* which succeeded before */
    while (unite_next(&reader, &now)) {
        const uint32_t n = d->paths->n;
        if (now.kind != UNITE_NODE)
            continue;
        if (n % STEP == 0 && !progress_step(d->j->progress, "call paths", n, run->n_nodes))
            return err_set(e, ERR_CANCELLED, NULL);
        add_node(d, &now.node);
    }
    return true;
}

/* Have all files some, and were they moved alike? */
static bool have_paths(const struct profile *p)
{
    bool all = true;
    for (uint32_t i = 0; i < p->n_files; i++)
        all = all && p->files[i].has_paths && p->files[i].fit.distance == p->files[0].fit.distance;
    return all;
}

/* Give call paths to the profile, in which libraries have their places, if all files had some: else
 * it would look as if other runs had not happened (model/profile.h). Fails with ERR_CANCELLED. */
static bool join_paths(struct join *j, struct err *e)
{
    struct profile *p = j->p;
    struct descent d = {.j = j, .distance = p->files[0].fit.distance};
    if (j->run->n_nodes == 0 || !have_paths(p))
        return true;
    if (j->run->n_nodes >= PATH_NO_NODE)
        mem_fail();
    p->paths = d.paths = arena_array(&p->memory, 1, sizeof *d.paths);
    p->paths->nodes = arena_alloc(&p->memory, j->run->n_nodes, sizeof *p->paths->nodes);
    p->paths->lost_ticks = j->run->facts.lost_path_ticks;
    bool ok = add_nodes(&d, e);
    free(d.above);
    return ok;
}

/* ---- the whole ---- */

static void release_member(struct member *m)
{
    profile_free(m->own);
    profile_free(m->waits);
}

/* Nearly every program is called by libc: that alone is not worth showing. */
static void drop_idle(struct join *j)
{
    size_t n = 0;
    for (size_t i = 0; i < j->n_members; i++)
        if (j->members[i].about.finding == LIBRARY_JOINED && j->members[i].own->n_files > 0)
            return;
    for (size_t i = 0; i < j->n_members; i++) {
        struct member *m = &j->members[i];
        if (m->about.finding == LIBRARY_JOINED)
            release_member(m);
        else
            j->members[n++] = *m;
    }
    j->n_members = n;
}

bool join_run(struct profile *p, const struct run *run, bool with_libraries,
              const struct progress *progress, struct err *e)
{
    struct join j = {.p = p, .run = run, .progress = progress};
    if (run->n_images == 0)
        return true;
    j.member = mem_array_raw(run->n_images, sizeof *j.member);
    for (size_t i = 0; i < run->n_images; i++)
        j.member[i] = NO_MEMBER;
    bool ok = read_waits(&j, &j.waits, 0, e) && (!with_libraries || take_images(&j, e));
    if (ok) {
        drop_idle(&j);
        waits_move(j.waits, p, 0);
        if (j.n_members > 0)
            place_members(&j);
        if (p->n_joined > 0)
            join_arcs(&j);
        ok = join_paths(&j, e);
    }
    for (size_t i = 0; i < j.n_members; i++)
        release_member(&j.members[i]);
    free(j.members);
    free(j.member);
    profile_free(j.waits);
    return ok;
}
