/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/fit.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/base/mem.h"
#include "core/base/search.h"

enum {
    CALL_BYTES = 8,           /* before a callee, enough for any call of mcount */
    SECTION_WHOLE = 1 << 16,  /* bytes; larger sections are read in pieces */
    SEARCH_BYTES = 256 << 20, /* of code, in which a distance is searched; of a file, for marks */
    SEARCH_PLACES = 1 << 20,
    ENTRY_BYTES = 32, /* from the beginning of a function to the callee's address in an arc */
    NAME_BYTES = 16,  /* at least those of the longest mark of -pg */
};

/* How well a profile fits if it was moved by a distance. */
struct look {
    uint64_t distance;
    enum bounded { UNBOUNDED, BOUNDED, BOUNDED_BY_SEGMENT } bounded;
    unsigned n, n_agree; /* callees, and those with the same call before them */
};

static uint64_t image_addr(const struct fit_program *f, uint64_t addr)
{
    return f->image->addr_bytes == 8 ? addr : (uint32_t)addr;
}

/* ---- the bytes of the code ---- */

void fit_close(struct fit_program *f)
{
    for (uint32_t i = 0; f->code && i < f->image->n_code; i++)
        free(f->code[i]);
    free(f->code);
    if (f->opened)
        source_close(&f->source);
    f->code = NULL;
    f->tried = f->opened = false;
}

/* All bytes of a section, NULL if there is no memory for them; zeros follow where the file ends
 * early. */
static const uint8_t *whole_section(struct fit_program *f, size_t i)
{
    const struct image_code *c = &f->image->code[i];
    if (f->code[i] || c->n_bytes > SIZE_MAX)
        return f->code[i];
    f->code[i] = mem_try_array((size_t)c->n_bytes, 1);
    if (f->code[i] && source_get(&f->source, c->offset, f->code[i], (size_t)c->n_bytes) < 0)
        memset(f->code[i], 0, (size_t)c->n_bytes);
    return f->code[i];
}

/* The code before addr, in the section that it lies in or directly after; zeros stand for what is
 * no code. */
static void read_before(struct fit_program *f, uint64_t addr, uint8_t to[CALL_BYTES])
{
    const struct image *im = f->image;
    size_t i = search_below(im->code, im->n_code, SEARCH_BY(struct image_code, addr), addr);
    memset(to, 0, CALL_BYTES);
    if (i-- == 0 || addr - im->code[i].addr > im->code[i].n_bytes)
        return;
    const struct image_code *c = &im->code[i];
    uint64_t off = addr - c->addr, n = off < CALL_BYTES ? off : CALL_BYTES;
    const uint8_t *whole = f->code[i] || c->n_bytes <= SECTION_WHOLE ? whole_section(f, i) : NULL;
    if (whole)
        memcpy(to + CALL_BYTES - n, whole + off - n, (size_t)n);
    else if (source_get(&f->source, c->offset + off - n, to + CALL_BYTES - n, (size_t)n) < 0)
        memset(to, 0, CALL_BYTES);
}

/* ---- calls before callees ---- */

/* A call that may end at a callee: how it is encoded, and what it calls or where the address to
 * call is found. */
struct fit_call {
    uint32_t kind;
    uint64_t target;
};

enum { CALL_KINDS = 5 };

static uint64_t relative(const struct fit_program *f, uint64_t addr, uint32_t distance)
{
    return image_addr(f, addr + (uint64_t)(int64_t)(int32_t)distance);
}

/* A call through the sum of two registers. Each function of a program for large code models chooses
 * its own ones: all of these count as one call. */
static bool is_by_registers(const uint8_t *p)
{
    return p[1] == 0x14 && (p[2] & 7) != 5;
}

/* Is p an instruction ff /2 of n bytes, whose address has the form that goes with this length? */
static bool is_indirect(const uint8_t *p, unsigned n)
{
    unsigned mod = p[1] >> 6, rm = p[1] & 7;
    if (p[0] != 0xff || (p[1] >> 3 & 7) != 2)
        return false;
    switch (n) {
    case 2:
        return mod == 3;
    case 3:
        return (mod == 1 && rm != 4) || is_by_registers(p);
    case 6:
        return (mod == 2 && rm != 4) || (mod == 0 && rm == 5);
    default:
        return (mod == 2 && rm == 4) || (mod == 0 && rm == 4 && (p[2] & 7) == 5);
    }
}

static struct fit_call indirect(const struct fit_program *f, uint64_t addr, const uint8_t *p,
                                unsigned n)
{
    struct fit_call c = {.kind = (uint32_t)n << 16 | (uint32_t)p[1] << 8 | (n == 7 ? p[2] : 0)};
    bool wide = f->image->addr_bytes == 8;
    if (n == 3)
        c.target = is_by_registers(p) ? 0 : p[2];
    else if (n == 6 && p[1] == 0x15 && wide)
        c.target = relative(f, addr, bytes_u32(p + 2, false));
    else if (n > 3)
        c.target = bytes_u32(p + n - 4, false);
    return c;
}

static bool is_aarch64(const struct fit_program *f)
{
    return f->image->machine == EM_AARCH64;
}

/* The calls that may end at addr, on x86 and AArch64; their number. */
static unsigned calls_before(struct fit_program *f, uint64_t addr, struct fit_call to[CALL_KINDS])
{
    static const uint8_t lengths[] = {2, 3, 6, 7};
    uint8_t b[CALL_BYTES];
    unsigned n = 0;
    read_before(f, addr, b);
    if (is_aarch64(f)) { /* BL has a distance of 26 bits, in words, from its own address */
        uint32_t word = bytes_u32(b + CALL_BYTES - 4, f->image->big_endian);
        if (word >> 26 != 0x25)
            return 0;
        to[0] =
            (struct fit_call){.target = addr - 4 + (uint64_t)((int64_t)(int32_t)(word << 6) >> 4)};
        return 1;
    }
    if (b[CALL_BYTES - 5] == 0xe8)
        to[n++] =
            (struct fit_call){.target = relative(f, addr, bytes_u32(b + CALL_BYTES - 4, false))};
    for (size_t i = 0; i < ARRAY_LEN(lengths); i++) {
        const uint8_t *p = b + CALL_BYTES - lengths[i];
        if (is_indirect(p, lengths[i]))
            to[n++] = indirect(f, addr, p, lengths[i]);
    }
    return n;
}

static int compare_calls(const void *a, const void *b)
{
    const struct fit_call *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->target < y->target ? -1 : x->target > y->target;
}

/* How many callees have the same call before them. Given up, with 0, when more than `misses` have
 * none at all. */
static unsigned count_agreeing(struct fit_program *f, const struct gmon_sketch *s,
                               uint64_t distance, unsigned misses)
{
    struct fit_call calls[SKETCH_CALLEES * CALL_KINDS];
    unsigned n = 0, missed = 0, best = 0;
    for (unsigned i = 0; i < s->n_callees; i++) {
        unsigned found = calls_before(f, image_addr(f, s->callees[i] - distance), calls + n);
        missed += found == 0;
        if (missed > misses)
            return 0;
        n += found;
    }
    qsort(calls, n, sizeof *calls, compare_calls);
    for (unsigned i = 0, run = 0; i < n; i++) {
        run = i > 0 && compare_calls(&calls[i - 1], &calls[i]) == 0 ? run + 1 : 1;
        best = run > best ? run : best;
    }
    return best;
}

/* ---- beginnings of functions ---- */

/* How many callees lie from `least` to `most` bytes after the beginning of a function. */
static unsigned count_entries(const struct fit_program *f, const struct gmon_sketch *s,
                              uint64_t distance, unsigned least, unsigned most)
{
    bool near[SKETCH_CALLEES] = {false};
    unsigned n = 0;
    for (uint32_t i = 0; i < f->image->n_symbols; i++) {
        uint64_t addr = image_addr(f, f->image->symbols[i].addr + distance);
        if ((f->image->symbols[i].flags & (SYM_FUNC | SYM_STUB)) != SYM_FUNC)
            continue;
        /* The first callee that lies at or after addr, n_callees if there is none. */
        for (unsigned k = (unsigned)search_below(s->callees, s->n_callees, SEARCH_PLAIN(uint64_t),
                                                 addr + least);
             k < s->n_callees && s->callees[k] - addr <= most; k++)
            near[k] = true;
    }
    for (unsigned k = 0; k < s->n_callees; k++)
        n += near[k];
    return n;
}

/* ---- bounds ---- */

static uint64_t round_down(uint64_t addr, uint64_t grain)
{
    return addr & ~(grain - 1);
}

static uint64_t round_up(uint64_t addr, uint64_t grain)
{
    return round_down(addr + grain - 1, grain);
}

static enum bounded bounds_at(const struct fit_program *f, const struct gmon_sketch *s,
                              uint64_t distance)
{
    const struct image_bounds *b = &f->image->bounds;
    uint64_t lo = image_addr(f, s->lo - distance), hi = image_addr(f, s->hi - distance);
    bool start = false, end = false;
    for (unsigned i = 0; i < b->starts.n; i++)
        start |= lo == round_down(b->starts.v[i], 4);
    for (unsigned i = 0; i < b->ends.n; i++)
        end |= hi == round_up(b->ends.v[i], 4);
    if (start && end)
        return BOUNDED;
    /* The range of our own runtime is that of the segments with code, in whole bins. */
    uint64_t bin = s->bin_bytes;
    bool segment = bin && (bin & (bin - 1)) == 0 && b->code_lo < b->code_hi &&
                   lo == round_down(b->code_lo, bin) && hi == round_up(b->code_hi, bin);
    return segment ? BOUNDED_BY_SEGMENT : UNBOUNDED;
}

static bool has_range(const struct gmon_sketch *s)
{
    return s->lo != s->hi;
}

/* ---- one distance ---- */

static struct look look_at_distance(struct fit_program *f, const struct gmon_sketch *s,
                                    uint64_t distance)
{
    struct look l = {.distance = distance, .n = s->n_callees};
    l.bounded = has_range(s) ? bounds_at(f, s, distance) : UNBOUNDED;
    if (l.n == 0)
        return l;
    l.n_agree = f->image->is_x86 ? count_agreeing(f, s, distance, l.n)
                                 : count_entries(f, s, distance, 1, ENTRY_BYTES);
    if (is_aarch64(f) && l.n_agree < l.n) { /* much may be saved before mcount is called */
        unsigned agreeing = count_agreeing(f, s, distance, l.n);
        l.n_agree = agreeing > l.n_agree ? agreeing : l.n_agree;
    }
    if (l.bounded && 4 * l.n_agree < l.n) {
        /* Files of sums have symbols for callees, and -finstrument-functions beginnings of
         * functions: there no call stands before them, while a profile of another build finds a
         * part of the calls. */
        unsigned entries = count_entries(f, s, l.distance, 0, 0);
        if (20 * entries >= 19 * l.n)
            l.n_agree = entries;
    }
    return l;
}

/* Without a range nothing contradicts callees that agree. Without a decoder a range that is right
 * says more than they do: code that saves many registers calls mcount far from its beginning. */
static bool is_fit(const struct fit_program *f, const struct gmon_sketch *s, const struct look *l)
{
    bool bounded = l->bounded || (!has_range(s) && l->n > 0);
    unsigned wanted = f->image->is_x86 || !l->bounded ? 19 : 5; /* of 20 */
    return bounded && 20 * l->n_agree >= wanted * l->n;
}

/* ---- other distances ---- */

/* Try the distances that the low end of the histogram allows. */
static bool move_to_start(struct fit_program *f, const struct gmon_sketch *s, struct look *best)
{
    const struct image_bounds *b = &f->image->bounds;
    for (unsigned i = 0; has_range(s) && i < b->starts.n; i++) {
        uint64_t distance = s->lo - round_down(b->starts.v[i], 4);
        if (distance == 0 || distance % b->page_bytes || !bounds_at(f, s, distance))
            continue;
        struct look l = look_at_distance(f, s, distance);
        /* Is the program likely to have been moved so far? */
        if (l.bounded && 10 * l.n_agree >= 9 * l.n) {
            *best = l;
            return true;
        }
    }
    return false;
}

static bool is_searchable(const struct fit_program *f, const struct gmon_sketch *s)
{
    uint64_t left = SEARCH_BYTES;
    for (uint32_t i = 0; i < f->image->n_code; i++) {
        if (f->image->code[i].n_bytes > left)
            return false;
        left -= f->image->code[i].n_bytes;
    }
    return f->image->is_x86 && s->n_callees >= 3;
}

/* Try every distance that puts the low end between the base and the end of the code. */
static bool search_distance(struct fit_program *f, const struct gmon_sketch *s, struct look *best,
                            struct err *e)
{
    const struct image_bounds *b = &f->image->bounds;
    const uint64_t anchor = has_range(s) ? s->lo : s->callees[0], page = b->page_bytes;
    const uint64_t first = b->base + (anchor - b->base) % page;
    const uint64_t places = b->code_hi > first ? (b->code_hi - first - 1) / page + 1 : 0;
    unsigned n_best = 0;
    *best = (struct look){.n = s->n_callees};
    for (uint64_t i = 0; places <= SEARCH_PLACES && i < places; i++) {
        if (i % 4096 == 0 && !progress_step(f->progress, "distance", i, places))
            return err_set(e, ERR_CANCELLED, f->image->path);
        uint64_t distance = anchor - (first + i * page);
        unsigned n = count_agreeing(f, s, distance, s->n_callees / 10);
        n_best = n == best->n_agree ? n_best + 1 : n > best->n_agree ? 1 : n_best;
        if (n > best->n_agree)
            *best = (struct look){.distance = distance, .n = s->n_callees, .n_agree = n};
    }
    if (n_best != 1 || 10 * best->n_agree < 9 * best->n)
        best->n_agree = 0;
    return true;
}

/* Find the distance of a profile that does not fit where it is, into *best. */
static bool find_distance(struct fit_program *f, const struct gmon_sketch *s, struct look *best,
                          struct err *e)
{
    struct look l;
    bool needed = 10 * best->n_agree < 9 * best->n;
    if (move_to_start(f, s, best) || !needed || !is_searchable(f, s))
        return true;
    for (uint32_t i = 0; i < f->image->n_code; i++) /* all of it is needed */
        if (!whole_section(f, i))
            return false;
    if (!search_distance(f, s, &l, e))
        return false;
    if (l.n_agree)
        *best = look_at_distance(f, s, l.distance);
    return true;
}

/* ---- built with -pg? ---- */

static const char *const marks[] = {"mcount", "__fentry__", "monstartup", "_mcleanup", "gmon.out"};

static bool has_mark(const uint8_t *p, size_t n, const char *mark)
{
    const size_t len = strlen(mark);
    for (const uint8_t *end = p + n, *at = p; (size_t)(end - at) >= len; at++) {
        at = memchr(at, mark[0], (size_t)(end - at) - len + 1);
        if (!at)
            return false;
        if (memcmp(at, mark, len) == 0)
            return true;
    }
    return false;
}

/* Pieces overlap by more than a mark is long. */
static bool file_marks(struct fit_program *f)
{
    enum { PIECE = 1 << 16 };
    uint8_t *piece = mem_array_raw(PIECE, 1);
    bool found = f->source.n_bytes > SEARCH_BYTES; /* rather than to say what is not known */
    for (uint64_t at = 0; !found && at < f->source.n_bytes; at += PIECE - NAME_BYTES) {
        int64_t n = source_get(&f->source, at, piece, PIECE);
        if (n <= 0)
            break;
        for (size_t i = 0; !found && i < ARRAY_LEN(marks); i++)
            found = has_mark(piece, (size_t)n, marks[i]);
    }
    free(piece);
    return found;
}

static bool is_profiled(struct fit_program *f)
{
    static const char *const names[] = {"mcount", "fentry__", "monstartup", "mcleanup",
                                        "gmon_start__"};
    for (uint32_t i = 0; f->profiled == 0 && i < f->image->n_symbols; i++) {
        const char *name = image_name(f->image, &f->image->symbols[i]);
        if (*name != '_' && *name != 'm')
            continue;
        name += strspn(name, "_");
        for (size_t k = 0; k < ARRAY_LEN(names); k++)
            if (strcmp(name, names[k]) == 0)
                f->profiled = 1;
    }
    if (f->profiled == 0)
        f->profiled = file_marks(f) ? 1 : -1;
    return f->profiled > 0;
}

/* ---- the verdict ---- */

/* Without a decoder nothing can be said about a range that somebody chose, and nothing against the
 * program's own range. If that is right and the last arc is not whole, arcs may have another size
 * and be read wrongly. */
static bool is_unclear(const struct fit_program *f, const struct gmon_sketch *s,
                       const struct look *l)
{
    const struct image_bounds *b = &f->image->bounds;
    uint64_t lo = image_addr(f, s->lo - l->distance), hi = image_addr(f, s->hi - l->distance);
    if (has_range(s) && b->code_lo < b->code_hi && (hi <= b->code_lo || lo >= b->code_hi))
        return false; /* the whole range lies outside of the program's code */
    if (l->bounded && (s->n_spare_bytes || !f->image->is_x86))
        return true;
    return !f->image->is_x86 && 20 * l->n_agree >= 19 * l->n && (l->n == 0 || l->n >= 3);
}

static enum fit_verdict judge_fit(struct fit_program *f, const struct gmon_sketch *s,
                                  const struct look *l)
{
    if (is_fit(f, s, l) && l->n > 0)
        return FIT_YES;
    if (is_fit(f, s, l))
        return l->bounded == BOUNDED_BY_SEGMENT || is_profiled(f) ? FIT_SIZE : FIT_NOT_PROFILED;
    if (is_unclear(f, s, l))
        return FIT_UNKNOWN;
    /* Do more callees have the same call before them than chance explains? */
    if (f->image->is_x86 && ((l->n_agree >= 2 && 4 * l->n_agree >= l->n) ||
                             (l->n_agree >= 3 && 8 * l->n_agree >= l->n)))
        return FIT_OTHER_BUILD;
    return is_profiled(f) ? FIT_OTHER_PROGRAM : FIT_NOT_PROFILED;
}

bool fit_sketch(struct fit_program *f, const struct gmon_sketch *s, struct fit *out, struct err *e)
{
    *out = (struct fit){.distance = f->has_base ? f->base : 0};
    bool runs = f->image->bounds.page_bytes && f->image->n_code;
    if (s->kind == SKETCH_OTHER_SIZE)
        out->verdict = FIT_POINTER_SIZE;
    if (s->kind != SKETCH_SOUND || f->unlike || !runs || !(has_range(s) || s->n_callees))
        return true;
    if (!f->tried) {
        struct err why = ERR_INIT;
        f->code = mem_array(f->image->n_code, sizeof *f->code);
        f->tried = true;
        f->opened = source_open(&f->source, f->image->path, &why);
    }
    if (!f->opened)
        return true;
    struct look l = look_at_distance(f, s, out->distance);
    if (!is_fit(f, s, &l) && !f->has_base && !find_distance(f, s, &l, e))
        return false;
    *out = (struct fit){judge_fit(f, s, &l), l.distance, l.n_agree, l.n};
    return true;
}
