/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/function.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/dwarf/constants.h"

/* ---- names ---- */

enum {
    ENTRY_MOST = 1 << 14, /* bytes of an entry that are read */
    DEPTH_MOST = 64,      /* entries that refer to each other */
    ENTRY_WORK = 32,      /* steps of work (see dwarf_work) that an entry is */
    ATTRIBUTES_MOST = 8,  /* that matter, in one entry */
};

/* The name found so far, as it stands in its file. */
struct found_name {
    struct dwarf *d; /* NULL: nothing yet */
    struct dwarf_unit unit;
    struct dwarf_value value;
    bool is_linkage;
};

struct name_search {
    struct dwarf_namer *namer;
    struct dwarf_open_unit *home; /* where the search began */
    struct found_name found;
    unsigned depth;
};

bool dwarf_open_unit(struct dwarf_open_unit *u, struct dwarf *d, uint64_t start)
{
    bool same = u->d == d;
    if (same && u->root.unit.start == start)
        return true;
    u->d = NULL;
    if (!same)
        u->abbrevs.read = false;
    if (!dwarf_root_read(d, start, &u->root) || !u->root.known)
        return false;
    dwarf_abbrevs_read(&u->abbrevs, d, &u->root.unit, u->root.abbrev_off);
    u->d = d;
    return true;
}

void dwarf_open_unit_release(struct dwarf_open_unit *u)
{
    dwarf_abbrevs_release(&u->abbrevs);
    u->d = NULL;
}

static bool unit_holds(const struct dwarf_open_unit *u, const struct dwarf *d, uint64_t off)
{
    return u->d == d && off >= u->root.entries && off < u->root.next;
}

/* The unit with the entry at off of d, NULL: there is none. */
static struct dwarf_open_unit *unit_at(struct name_search *s, struct dwarf *d, uint64_t off)
{
    struct dwarf_open_unit *other = &s->namer->other;
    uint64_t start;
    if (unit_holds(s->home, d, off))
        return s->home;
    if (unit_holds(other, d, off))
        return other;
    if (!dwarf_unit_start(d, off, &start) || !dwarf_open_unit(other, d, start))
        return NULL;
    return unit_holds(other, d, off) ? other : NULL;
}

/* Languages whose names are those of the symbols. */
static bool is_plain(uint64_t language)
{
    static const uint8_t plain[] = {
        DW_LANG_C89,      DW_LANG_C,   DW_LANG_Cobol74, DW_LANG_Cobol85, DW_LANG_Fortran77,
        DW_LANG_Pascal83, DW_LANG_C99, DW_LANG_PLI,     DW_LANG_UPC,     DW_LANG_C11};
    return language <= UINT8_MAX && memchr(plain, (int)language, sizeof plain);
}

/* The attributes of one entry that matter here, in its order. */
struct name_entry {
    struct dwarf *d;
    struct dwarf_unit unit;
    bool plain;
    unsigned n;
    struct {
        unsigned attribute;
        struct dwarf_value value;
    } all[ATTRIBUTES_MOST];
};

/* The attributes from the cursor on, which walks bytes of .debug_info from off on. */
static void read_attributes(struct name_entry *e, const struct dwarf_open_unit *u,
                            const struct dwarf_abbrev *a, struct cursor c, uint64_t off)
{
    for (uint32_t i = 0; i < a->n && e->n < ATTRIBUTES_MOST; i++) {
        const struct dwarf_attribute *at = &u->abbrevs.attributes[a->first + i];
        struct cursor value = c;
        bool matters = at->name == DW_AT_name || at->name == DW_AT_linkage_name ||
                       at->name == DW_AT_MIPS_linkage_name || at->name == DW_AT_abstract_origin ||
                       at->name == DW_AT_specification;
        if (matters && at->bytes) {
            e->all[e->n].attribute = at->name;
            if (!dwarf_read_value(&value, off, &u->root.unit, at->form, &e->all[e->n].value) ||
                value.short_read)
                return;
            e->n++;
        }
        const uint8_t *p = dwarf_skip_value(c.p + c.at, c.p + c.n, at, &u->root.unit, u->d);
        if (!p)
            return;
        c.at = (size_t)(p - c.p);
    }
}

static void read_entry(struct name_entry *e, const struct dwarf_open_unit *u, uint64_t off)
{
    uint64_t want = u->root.next - off;
    size_t n;
    *e = (struct name_entry){
        .d = u->d, .unit = u->root.unit, .plain = is_plain(u->root.language), .n = 0};
    want = want < ENTRY_MOST ? want : ENTRY_MOST;
    const uint8_t *p = dwarf_get(u->d, DWARF_INFO, off, want, &n);
    if (!p)
        return;
    struct cursor c = {.p = p, .n = n < want ? n : (size_t)want};
    c.big_endian = u->d->elf->big_endian;
    const struct dwarf_abbrev *a = dwarf_abbrev_find(&u->abbrevs, dwarf_uleb(&c));
    if (a)
        read_attributes(e, u, a, c, off);
}

/* Where a reference leads: a file, which is *d at first, and an offset in its .debug_info. */
static bool find_target(const struct name_entry *e, const struct dwarf_value *v, struct dwarf **d,
                        uint64_t *off)
{
    *off = v->v;
    switch (v->form) {
    case DW_FORM_ref1:
    case DW_FORM_ref2:
    case DW_FORM_ref4:
    case DW_FORM_ref8:
    case DW_FORM_ref_udata:
        *off += e->unit.start;
        return true;
    case DW_FORM_ref_addr:
        return true;
    case DW_FORM_GNU_ref_alt:
    case DW_FORM_ref_sup4:
    case DW_FORM_ref_sup8:
        *d = (*d)->shared;
        return *d;
    default:
        return false;
    }
}

static void keep_name(struct name_search *s, const struct name_entry *e,
                      const struct dwarf_value *v, bool linkage)
{
    s->found = (struct found_name){.d = e->d, .unit = e->unit, .value = *v, .is_linkage = linkage};
}

static void search_entry(struct name_search *s, struct dwarf *d, uint64_t off)
{
    struct name_entry e;
    struct dwarf *to;
    struct dwarf_open_unit *u = s->depth < DEPTH_MOST ? unit_at(s, d, off) : NULL;
    if (!u || !dwarf_work(d, ENTRY_WORK))
        return;
    s->depth++;
    read_entry(&e, u, off);
    for (unsigned i = 0; i < e.n; i++) {
        const struct dwarf_value *v = &e.all[i].value;
        unsigned attribute = e.all[i].attribute;
        if (attribute == DW_AT_abstract_origin || attribute == DW_AT_specification) {
            /* QUIRK(gnu): the origin of an origin is not asked; pinned by
             * tests/unit/load/test_line_oracle_random.c */
            bool follow = attribute == DW_AT_specification || s->depth == 1;
            to = d;
            if (follow && find_target(&e, v, &to, &off))
                search_entry(s, to, off);
        } else if (attribute != DW_AT_name) {
            if (!s->namer->source)
                keep_name(s, &e, v, true);
        } else if (!s->found.d) {
            keep_name(s, &e, v, e.plain);
        }
    }
    s->depth--;
}

struct dwarf_name dwarf_name_find(struct dwarf_namer *n, struct dwarf_open_unit *u, uint64_t off)
{
    struct name_search s = {.namer = n, .home = u};
    search_entry(&s, u->d, off);
    struct dwarf_name name = {.is_linkage = s.found.is_linkage};
    if (s.found.d)
        name.s = dwarf_value_string(s.found.d, &s.found.unit, &s.found.value);
    if (name.s && !*name.s)
        name.s = NULL;
    return name;
}

/* ---- functions that overlap ---- */

struct dwarf_piece {
    uint64_t lo, hi; /* lo < hi */
    uint32_t function;
};

/* The pieces that have begun, the one that counts on top of a binary heap. Those that ended stay
 * below until they come to the top. */
struct heap {
    const struct dwarf_piece *pieces;
    uint32_t *all;
    size_t n;
};

struct out {
    struct dwarf_span *spans;
    size_t n, cap;
};

static bool counts_before(const struct heap *h, uint32_t a, uint32_t b)
{
    const struct dwarf_piece *x = &h->pieces[a], *y = &h->pieces[b];
    if (x->hi - x->lo != y->hi - y->lo)
        return x->hi - x->lo < y->hi - y->lo;
    return x->function > y->function;
}

static void push_piece(struct heap *h, uint32_t piece)
{
    size_t i = h->n++;
    for (; i > 0 && counts_before(h, piece, h->all[(i - 1) / 2]); i = (i - 1) / 2)
        h->all[i] = h->all[(i - 1) / 2];
    h->all[i] = piece;
}

static void pop_piece(struct heap *h)
{
    const uint32_t last = h->all[--h->n];
    size_t i = 0, child;
    for (; (child = 2 * i + 1) < h->n; i = child) {
        if (child + 1 < h->n && counts_before(h, h->all[child + 1], h->all[child]))
            child++;
        if (!counts_before(h, h->all[child], last))
            break;
        h->all[i] = h->all[child];
    }
    h->all[i] = last;
}

static void begin_span(struct out *o, uint64_t lo, uint32_t function)
{
    if (o->n && o->spans[o->n - 1].lo == lo)
        o->n--;
    if (o->n ? o->spans[o->n - 1].function == function : function == DWARF_NO_FUNCTION)
        return;
    mem_grow(&o->spans, &o->cap, o->n + 1, sizeof *o->spans);
    o->spans[o->n++] = (struct dwarf_span){.lo = lo, .function = function};
}

/* Add the spans from `at` to `next`, the start of the next piece, of the pieces that have begun. */
static void spans_up_to(struct heap *h, struct out *o, uint64_t at, uint64_t next)
{
    while (at < next) {
        while (h->n && h->pieces[h->all[0]].hi <= at)
            pop_piece(h);
        const struct dwarf_piece *top = h->n ? &h->pieces[h->all[0]] : NULL;
        begin_span(o, at, top ? top->function : DWARF_NO_FUNCTION);
        if (!top)
            return;
        at = top->hi;
    }
}

static int by_start(const void *a, const void *b)
{
    const struct dwarf_piece *x = a, *y = b;
    if (x->lo != y->lo)
        return x->lo < y->lo ? -1 : 1;
    if (x->hi != y->hi)
        return x->hi > y->hi ? -1 : 1;
    return x->function < y->function ? -1 : x->function > y->function;
}

/* Walking over the entries of a unit. */
struct function_walk {
    struct dwarf_open_unit *u;
    struct dwarf_functions *out;
    struct dwarf_piece *pieces;
    size_t n_pieces, piece_cap;
    size_t first;               /* piece of the function being read */
    const uint8_t *start, *end; /* the bytes of the unit */
    unsigned depth;             /* of the next entry; 0: the first one */
    bool types_hold_functions;
};

/* Pieces that touch become one. As libbfd does, try the first piece first, then the others from the
 * last one on. */
static bool add_piece(void *ctx, uint64_t lo, uint64_t hi)
{
    struct function_walk *w = ctx;
    size_t n = w->n_pieces - w->first;
    for (size_t i = 0; i < n; i++) {
        struct dwarf_piece *p = &w->pieces[w->first + (i ? n - i : 0)];
        if (!dwarf_work(w->u->d, 1))
            return false;
        if (p->hi == lo || p->lo == hi) {
            p->lo = p->lo == hi ? lo : p->lo;
            p->hi = p->hi == lo ? hi : p->hi;
            return true;
        }
    }
    mem_grow(&w->pieces, &w->piece_cap, w->n_pieces + 1, sizeof *w->pieces);
    w->pieces[w->n_pieces++] =
        (struct dwarf_piece){.lo = lo, .hi = hi, .function = (uint32_t)w->out->n};
    return true;
}

/* Read the value at p, whose form has bytes. */
static bool read_value(struct function_walk *w, const uint8_t *p, unsigned form,
                       struct dwarf_value *v)
{
    struct cursor c = {.p = p, .n = (size_t)(w->end - p), .big_endian = w->u->d->elf->big_endian};
    return dwarf_read_value(&c, 0, &w->u->root.unit, form, v) && !c.short_read;
}

static struct dwarf_value *bound(struct dwarf_bounds *b, unsigned attribute)
{
    switch (attribute) {
    case DW_AT_low_pc:
        return &b->low_pc;
    case DW_AT_high_pc:
        return &b->high_pc;
    case DW_AT_ranges:
        return &b->ranges;
    default:
        return NULL;
    }
}

/* What the attributes at p say about addresses; the end of them, NULL: damaged. */
static const uint8_t *read_bounds(struct function_walk *w, const struct dwarf_abbrev *a,
                                  const uint8_t *p, struct dwarf_bounds *b)
{
    for (uint32_t i = 0; p && i < a->n; i++) {
        const struct dwarf_attribute *at = &w->u->abbrevs.attributes[a->first + i];
        struct dwarf_value *v = at->bytes ? bound(b, at->name) : NULL;
        if (v && !read_value(w, p, at->form, v))
            return NULL;
        p = dwarf_skip_value(p, w->end, at, &w->u->root.unit, w->u->d);
    }
    return p;
}

/* Add a function with code, whose entry is at `entry` and whose attributes are at p. */
static const uint8_t *take_function(struct function_walk *w, const struct dwarf_abbrev *a,
                                    const uint8_t *entry, const uint8_t *p)
{
    struct dwarf_functions *f = w->out;
    const struct dwarf_root *root = &w->u->root;
    struct dwarf_bounds b = root->bounds;
    b.low_pc = b.high_pc = b.ranges = (struct dwarf_value){0};
    p = read_bounds(w, a, p, &b);
    if (!p || (!b.ranges.form && !b.high_pc.form) || f->n == DWARF_NO_FUNCTION)
        return p;
    w->first = w->n_pieces;
    enum dwarf_ranges got = dwarf_each_range(w->u->d, &root->unit, &b, add_piece, w);
    if (got != RANGES_ALL) {
        w->n_pieces = w->first;
        return NULL;
    }
    if (w->n_pieces == w->first)
        return p;
    mem_grow(&f->all, &f->cap, f->n + 1, sizeof *f->all);
    f->all[f->n++] = (struct dwarf_function){
        .lo = w->pieces[w->first].lo, .entry = root->unit.start + (uint64_t)(entry - w->start)};
    return p;
}

/* Is an entry with that tag one that has no functions with code among its children? */
static bool is_bare(const struct function_walk *w, unsigned tag)
{
    switch (tag) {
    case DW_TAG_array_type:
    case DW_TAG_enumeration_type:
    case DW_TAG_subroutine_type:
    case DW_TAG_call_site:
    case DW_TAG_GNU_call_site:
        return true;
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
        return !w->types_hold_functions;
    default:
        return false;
    }
}

/* Where the children of the entry with attributes at p end; NULL: the entry does not say. */
static const uint8_t *find_sibling(struct function_walk *w, const struct dwarf_abbrev *a,
                                   const uint8_t *p)
{
    const uint8_t *first = p;
    for (uint32_t i = 0; p && i < a->n; i++) {
        const struct dwarf_attribute *at = &w->u->abbrevs.attributes[a->first + i];
        struct dwarf_value v;
        if (at->name == DW_AT_sibling && at->form != DW_FORM_ref_addr && at->bytes &&
            read_value(w, p, at->form, &v))
            return v.v > (uint64_t)(first - w->start) && v.v <= (uint64_t)(w->end - w->start)
                       ? w->start + v.v
                       : NULL;
        p = dwarf_skip_value(p, w->end, at, &w->u->root.unit, w->u->d);
    }
    return NULL;
}

/* Read the entry at p. Returns where the next one is, NULL: nothing can be read from here on. */
static const uint8_t *take_entry(struct function_walk *w, const uint8_t *p)
{
    const uint8_t *entry = p;
    struct cursor c = {.p = p, .n = (size_t)(w->end - p)};
    uint64_t code = dwarf_uleb(&c);
    p += c.at;
    if (code == 0) {
        w->depth--;
        return p;
    }
    const struct dwarf_abbrev *a = dwarf_abbrev_find(&w->u->abbrevs, code);
    if (!a)
        return NULL;
    if (a->has_children && is_bare(w, a->tag)) {
        const uint8_t *sibling = find_sibling(w, a, p);
        if (sibling)
            return sibling;
    }
    w->depth += a->has_children;
    bool function = a->tag == DW_TAG_subprogram || a->tag == DW_TAG_inlined_subroutine ||
                    a->tag == DW_TAG_entry_point;
    if (w->depth > (a->has_children ? 1 : 0) && function)
        return take_function(w, a, entry, p);
    if (!a->varies)
        return (size_t)(w->end - p) < a->bytes ? NULL : p + a->bytes;
    for (uint32_t i = 0; p && i < a->n; i++)
        p = dwarf_skip_value(p, w->end, &w->u->abbrevs.attributes[a->first + i], &w->u->root.unit,
                             w->u->d);
    return p;
}

static void walk_entries(struct function_walk *w)
{
    const struct dwarf_root *r = &w->u->root;
    size_t n;
    uint64_t bytes = r->next - r->unit.start;
    const uint8_t *p = dwarf_get(w->u->d, DWARF_INFO, r->unit.start, bytes, &n);
    if (!p || !dwarf_work(w->u->d, bytes / 8))
        return;
    w->start = p;
    w->end = p + (n < bytes ? n : (size_t)bytes);
    uint64_t head = r->entries - r->unit.start;
    if (head >= (uint64_t)(w->end - w->start))
        return;
    p = take_entry(w, p + head);
    while (p && p < w->end && w->depth > 0)
        p = take_entry(w, p);
}

void dwarf_functions_read(struct dwarf_functions *f, struct dwarf_open_unit *u)
{
    struct function_walk w = {.u = u, .out = f};
    *f = (struct dwarf_functions){0};
    const uint64_t language = u->root.language;
    w.types_hold_functions = language != DW_LANG_C89 && language != DW_LANG_C &&
                             language != DW_LANG_C99 && language != DW_LANG_C11;
    walk_entries(&w);
    /* Spans of the n pieces, which are put into another order. *n_spans is 0 if there are none. */
    struct dwarf_span **spans = &f->spans;
    size_t *n_spans = &f->n_spans;
    struct out o = {0};
    struct heap h = {.pieces = w.pieces, .all = mem_array_raw(w.n_pieces, sizeof *h.all)};
    if (w.n_pieces >= DWARF_NO_FUNCTION)
        mem_fail();
    size_t i = 1;
    while (i < w.n_pieces && by_start(&w.pieces[i - 1], &w.pieces[i]) < 0)
        i++;
    if (i < w.n_pieces) /* they mostly stand in order already */
        qsort(w.pieces, w.n_pieces, sizeof *w.pieces, by_start);
    for (i = 0; i < w.n_pieces; i++) {
        push_piece(&h, (uint32_t)i);
        spans_up_to(&h, &o, w.pieces[i].lo, i + 1 < w.n_pieces ? w.pieces[i + 1].lo : UINT64_MAX);
    }
    free(h.all);
    *spans = o.spans;
    *n_spans = o.n;
    free(w.pieces);
}

void dwarf_functions_release(struct dwarf_functions *f)
{
    free(f->all);
    free(f->spans);
    *f = (struct dwarf_functions){0};
}
