/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/code/code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/search.h"
#include "core/load/code/sections.h"
#include "core/load/file/elf.h"
#include "core/model/profile.h"

struct code {
    char *path;
    bool opened;
    struct code_sections sections;
    struct code_marks marks;

    /* Only the program has these. */
    const struct profile *profile; /* whose libraries are joined; NULL: none are */
    struct code **libraries;       /* of which there are n_libraries */
    size_t n_libraries;
};

struct code *code_new(const char *path)
{
    struct code *c = mem_array(1, sizeof *c);
    c->path = mem_text(path, strlen(path));
    return c;
}

void code_free(struct code *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->n_libraries; i++)
        code_free(c->libraries[i]);
    free(c->libraries);
    free(c->marks.v);
    code_sections_release(&c->sections);
    free(c->path);
    free(c);
}

void code_join(struct code *c, const struct profile *p)
{
    c->libraries = mem_array(p->n_joined, sizeof *c->libraries);
    c->profile = p;
    for (size_t i = 0; i < p->n_joined; i++, c->n_libraries++)
        c->libraries[i] = code_new(p->libraries[i].path);
}

/* ---- reading ---- */

static bool read_code(struct code *c, const struct source *s, struct err *e)
{
    struct elf f;
    char first[SELFMAG];
    int64_t got = source_get(s, 0, first, sizeof first);
    if (got < 0)
        return err_sys(e, ERR_READ, c->path, errno);
    if (got != sizeof first || memcmp(first, ELFMAG, sizeof first) != 0)
        return bfd_code_read(&c->sections, s);
    if (!elf_open(&f, s, e))
        return false;
    bool ok = code_sections_read(&c->sections, &f, e) && code_marks_read(&c->marks, &f, e);
    elf_release(&f);
    return ok;
}

enum code_finding code_ready(struct code *c, enum call_way way, struct err *e)
{
    struct source s;
    if (!c->opened) {
        bool open = source_open(&s, c->path, e);
        c->opened = open && read_code(c, &s, e);
        if (open)
            source_close(&s);
        if (!c->opened) {
            free(c->marks.v);
            c->marks = (struct code_marks){0};
            code_sections_release(&c->sections);
            return CODE_FAILED;
        }
    }
    if (way == CALLS_DECODED && (!c->sections.n || c->sections.unlinked))
        return CODE_NO_SECTION;
    if (!calls_scanner(c->sections.machine, way))
        return CODE_NO_SCANNER;
    return c->sections.n ? CODE_READY : CODE_NO_SECTION;
}

/* ---- scanning ---- */

static bool section_holds(const struct code_section *s, uint64_t addr)
{
    return addr >= s->addr && addr - s->addr < s->bytes.n;
}

/* The section with code at addr, or else the next one after it; NULL: none. */
static const struct code_section *section_from(const struct code *c, enum call_way way,
                                               uint64_t addr)
{
    const struct code_section *v = c->sections.v;
    if (way == CALLS_GNU) {
        /* The section .text, the only one that gprof searches; NULL if it ends before addr. */
        const struct code_section *s =
            c->sections.text < c->sections.n ? &c->sections.v[c->sections.text] : NULL;
        return s && (section_holds(s, addr) || s->addr > addr) ? s : NULL;
    }
    size_t n = search_upto(v, c->sections.n, SEARCH_BY(struct code_section, addr), addr);
    if (n > 0 && section_holds(&v[n - 1], addr))
        return &v[n - 1];
    return n < c->sections.n ? &v[n] : NULL;
}

/* The image that *addr belongs to, NULL: it cannot be read. *addr becomes the one of its file. */
static struct code *code_image_at(struct code *c, enum call_way way, uint64_t *addr)
{
    size_t i = c->n_libraries ? profile_image(c->profile, addr) : 0;
    if (i == 0)
        return c;
    struct code *library = c->libraries[i - 1];
    struct err unread = ERR_INIT;
    return code_ready(library, way, &unread) == CODE_READY ? library : NULL;
}

uint64_t code_end(struct code *c, uint64_t addr)
{
    uint64_t at = addr;
    c = code_image_at(c, CALLS_DECODED, &at);
    const struct code_section *s = c ? section_from(c, CALLS_DECODED, at) : NULL;

    return s && section_holds(s, at) ? addr + (s->bytes.n - (at - s->addr)) : addr;
}

size_t code_bytes(struct code *c, uint64_t addr, uint8_t *to, size_t n)
{
    c = code_image_at(c, CALLS_GNU, &addr);
    const struct code_section *s = c ? section_from(c, CALLS_DECODED, addr) : NULL;
    if (!s || !section_holds(s, addr))
        return 0;
    size_t at = (size_t)(addr - s->addr), left = s->bytes.n - at;
    n = n < left ? n : left;
    memcpy(to, s->bytes.p + at, n);
    return n;
}

struct code_walk {
    struct code *code;
    enum call_way way;
    uint64_t shift; /* added to addresses of the file */
    code_on_call *on_call;
    void *ctx;
};

static void scan_piece(const struct code_walk *k, struct call_scan *s)
{
    const struct code *c = k->code;
    call_next *next = calls_scanner(c->sections.machine, k->way);
    struct code_call call;
    while (next(s, &call)) {
        struct code_call here = call;
        here.site += k->shift;
        here.target += k->shift;
        here.other += k->shift;
        k->on_call(k->ctx, &here);
    }
}

/* Scan piece by piece between marks, leaving data out. */
static void scan_marked(const struct code_walk *k, const struct call_scan *whole)
{
    const struct code_marks *m = &k->code->marks;
    bool by_mark = k->way == CALLS_DECODED && m->n;
    bool thumb = k->code->sections.machine == EM_ARM && whole->at & 1;
    for (uint64_t lo = whole->at, hi; lo < whole->hi; lo = hi) {
        size_t next = by_mark ? code_marks_after(m, lo) : 0;
        uint32_t kind = by_mark && next ? m->v[next - 1].kind : thumb ? 't' : 'a';
        struct call_scan piece = *whole;
        hi = by_mark && next < m->n && m->v[next].addr < whole->hi ? m->v[next].addr : whole->hi;
        piece.at = lo;
        piece.hi = hi;
        piece.thumb = kind == 't';
        if (piece.thumb) /* the next function's address may have the lowest bit set */
            piece.hi &= ~UINT64_C(1);
        if (kind != 'd')
            scan_piece(k, &piece);
    }
}

/* All of a section. */
static struct call_scan scan_of(const struct code *c, const struct code_section *s)
{
    return (struct call_scan){
        .code = {.p = s->bytes.p, .addr = s->addr, .n = s->bytes.n},
        .at = s->addr,
        .hi = s->addr + s->bytes.n,
        .big_endian = c->sections.big_endian,
        .wide = c->sections.wide,
        .long_mode = c->sections.machine == EM_X86_64,
    };
}

void code_calls(struct code *c, const struct code_range *r, code_on_call *on_call, void *ctx)
{
    uint64_t lo = r->lo;
    c = code_image_at(c, r->way, &lo);
    if (!c)
        return;
    const struct code_walk k = {c, r->way, r->lo - lo, on_call, ctx};
    uint64_t hi = r->hi - k.shift;
    const struct code_section *s;

    while (lo < hi && (s = section_from(c, r->way, lo)) && s->addr < hi) {
        struct call_scan whole = scan_of(c, s);
        uint64_t end = whole.hi;
        whole.at = lo > s->addr ? lo : s->addr;
        whole.hi = end < hi ? end : hi;
        scan_marked(&k, &whole);
        lo = end;
    }
}

bool code_jumps_by_address(struct code *c, const struct code_range *r)
{
    uint64_t lo = r->lo;
    c = code_image_at(c, r->way, &lo);
    const struct code_section *s = c ? section_from(c, r->way, lo) : NULL;
    if (!s || !section_holds(s, lo))
        return true;
    struct call_scan scan = scan_of(c, s);
    scan.at = lo;
    scan.hi = r->hi - (r->lo - lo);
    if (c->sections.machine == EM_X86_64 || c->sections.machine == EM_386)
        return x86_jumps_by_address(&scan);
    for (; c->sections.machine == EM_AARCH64 && code_more(&scan, 4); scan.at += 4)
        if ((code_u32(&scan, scan.at, false) & 0xfefff000) == 0xd61f0000) /* br, braa, brab */
            return true;
    return c->sections.machine != EM_AARCH64;
}
