/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/name.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/load/dwarf/constants.h"

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
