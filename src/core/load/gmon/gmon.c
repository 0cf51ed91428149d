/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/gmon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/reader.h"
#include "unite/record.h"

enum { HEADER_BYTES = 20 }; /* of the magic layout; no file of any layout is shorter */

/* Is a file of at least HEADER_BYTES to be read in the magic layout? */
static bool is_magic(const struct gmon_reader *r)
{
    enum gmon_format f = r->o->format;
    return f == GMON_FORMAT_MAGIC ||
           (f == GMON_FORMAT_AUTO && memcmp(r->c.p, GMON_MAGIC_WORD, 4) == 0);
}

static bool is_text(const struct gmon_reader *r)
{
    return r->o->format == GMON_FORMAT_AUTO && !r->o->strict && gmon_is_bb(&r->c);
}

/* Find out whether the program wrote the file, and where it was loaded. */
static bool hold_against(struct gmon_reader *r, struct fit_program *program, struct err *e)
{
    const struct gmon_shape shape = {r->o->format, r->addr_bytes, r->c.big_endian};
    struct fit *fit = &r->file.fit;
    struct gmon_sketch sketch;
    gmon_sketch(r->c.p, r->c.n, &shape, &sketch);
    if (!fit_sketch(program, &sketch, fit, e))
        return false;
    r->move.distance = fit->distance;
    r->file.n_spare_bytes = sketch.n_spare_bytes;
    r->file.high_counts = 2 * sketch.n_high_counts > sketch.n_arcs;
    if (fit->verdict != FIT_POINTER_SIZE)
        return true;
    err_what(e, ERR_GMON_POINTER, r->path, r->p->image->path, NULL);
    e->m = 8 * (int)r->addr_bytes;
    e->n = 96 - e->m;
    return false;
}

static bool read_gmon(struct gmon_reader *r, struct err *e)
{
    if (r->o->program && !hold_against(r, r->o->program, e))
        return false;
    bool ok;
    gmon_ranges_index(r);
    if (r->c.n < HEADER_BYTES)
        ok = err_set(e, ERR_GMON_SHORT, r->path);
    else if (is_text(r))
        ok = gmon_read_bb(r, e);
    else
        ok = is_magic(r) ? gmon_read_magic(r, e) : gmon_read_bsd(r, e);
    gmon_ranges_release(&r->ranges);
    /* Give back the room that the file turned out not to need. */
    struct profile *p = r->p;
    void *arcs = p->n_arcs ? realloc(p->arcs, p->n_arcs * sizeof *p->arcs) : NULL;
    void *blocks = p->n_blocks ? realloc(p->blocks, p->n_blocks * sizeof *p->blocks) : NULL;
    if (arcs)
        p->arcs = arcs;
    if (blocks)
        p->blocks = blocks;
    if (!ok)
        return false;
    size_t cap = p->n_files;
    char *path = mem_text(r->path, strlen(r->path));
    mem_grow(&p->files, &cap, cap + 1, sizeof *p->files);
    r->file.path = path;
    p->files[p->n_files++] = r->file;
    return true;
}

static struct gmon_reader reader(struct profile *p, const char *path, const struct bytes *b,
                                 const struct gmon_options *o)
{
    const struct image *im = p->image;
    return (struct gmon_reader){
        .p = p,
        .o = o,
        .path = path,
        .c = {.p = b->p, .n = b->n, .big_endian = im->big_endian},
        .addr_bytes = im->addr_bytes,
        .move.mask = im->addr_bytes == 8 ? UINT64_MAX : UINT32_MAX,
        .file.n_bytes = b->n,
        .arc_cap = p->n_arcs,
        .block_cap = p->n_blocks,
        .hist_cap = p->n_hists,
    };
}

bool gmon_read_bytes(struct profile *p, const char *path, const uint8_t *bytes, size_t n,
                     const struct gmon_options *o, struct err *e)
{
    struct bytes b = {.p = (uint8_t *)bytes, .n = n};
    struct gmon_reader r = reader(p, path, &b, o);
    return read_gmon(&r, e);
}

static bool is_other(const struct gmon_options *o, const struct bytes *b)
{
    return o->format == GMON_FORMAT_AUTO && !o->strict && o->other && o->other->knows(b->p, b->n);
}

/* A large file of another kind is not read to its end just to be refused. */
static bool start_sound(void *ctx, const struct bytes *first)
{
    struct gmon_reader r = *(const struct gmon_reader *)ctx;
    struct err e = ERR_INIT;
    r.c.p = first->p;
    r.c.n = first->n;
    if (is_text(&r) || is_other(r.o, first))
        return true;
    if (is_magic(&r))
        return gmon_magic_start(&r, &e);
    if (gmon_bsd_head(&r, &e))
        return true;
    /* A profile for pointers of the other size gets an error of its own. */
    r.c.at = 0;
    r.addr_bytes = 12 - r.addr_bytes;
    return r.o->program && gmon_bsd_head(&r, &e);
}

/* A directory opens and has nothing to read: GNU gprof calls it a short file. */
static bool read_gmon_file(const char *path, const struct file_taste *taste, struct bytes *out,
                           struct err *e)
{
    struct err why = ERR_INIT;
    if (file_read_if(path, taste, out, NULL, &why))
        return true;
    if (why.code == ERR_OPEN && why.sys == EISDIR)
        return err_set(e, ERR_GMON_SHORT, path);
    *e = why;
    return false;
}

bool gmon_read(struct profile *p, const char *path, const struct gmon_options *o, struct err *e)
{
    struct bytes b;
    struct gmon_reader head = reader(p, path, &(struct bytes){0}, o);
    const struct file_taste taste = {.wanted = start_sound, .ctx = &head, .progress = o->progress};
    if (o->format == GMON_FORMAT_PROF)
        return err_set(e, ERR_GMON_PROF, path);
    if (!read_gmon_file(path, &taste, &b, e))
        return false;
    const bool is_checked = o->other && o->other->goes_with(path);
    const uint64_t check = is_checked ? unite_check(UNITE_CHECK_BEGIN, b.p, b.n) : 0;
    bool ok = !is_other(o, &b) || o->other->translate(&b, path, p->image, e);
    struct gmon_reader r = reader(p, path, &b, o);
    struct stat st;
    bool known = strcmp(path, "-") != 0 && stat(path, &st) == 0;
    r.file.check = check;
    r.file.mtime_sec = known ? (int64_t)st.st_mtime : 0;
    r.file.owner = known ? st.st_uid : SOURCE_NO_OWNER;
    ok = ok && read_gmon(&r, e);
    bytes_release(&b);
    return ok;
}

/* ---- what was read ---- */

bool gmon_fits(const struct profile *p, const struct profile *one, struct err *e)
{
    struct gmon_reader r = {.p = (struct profile *)p};
    bool ok = true;
    gmon_ranges_index(&r);
    for (uint32_t i = 0; ok && i < one->n_hists; i++) {
        const struct gmon_hist_head head = gmon_head_of(one, &one->hists[i]);
        ok = gmon_accept(&r, &head, e);
    }
    gmon_ranges_release(&r.ranges);
    return ok;
}

void gmon_add(struct profile *p, struct profile *one)
{
    struct gmon_reader r = {.p = p, .hist_cap = p->n_hists};
    gmon_ranges_index(&r);
    for (uint32_t i = 0; i < one->n_hists; i++) {
        struct histogram *h = &one->hists[i];
        const struct gmon_hist_head head = gmon_head_of(one, h);
        struct histogram *to = gmon_place(&r, &head);
        if (!to->bins && !to->record) {
            to->bins = h->bins;
            to->record = h->record;
            h->bins = NULL;
            h->record = NULL;
            continue;
        }
        histogram_widen(to);
        for (uint32_t k = histogram_next(h, 0); k < h->n_bins; k = histogram_next(h, k + 1))
            to->bins[k] += histogram_ticks(h, k);
    }
    gmon_ranges_release(&r.ranges);
    const size_t n_arcs = p->n_arcs, n_blocks = p->n_blocks;
    size_t arc_cap = n_arcs, block_cap = n_blocks;
    mem_grow(&p->arcs, &arc_cap, n_arcs + one->n_arcs, sizeof *p->arcs);
    mem_grow(&p->blocks, &block_cap, n_blocks + one->n_blocks, sizeof *p->blocks);
    if (one->n_arcs)
        memcpy(p->arcs + n_arcs, one->arcs, one->n_arcs * sizeof *p->arcs);
    if (one->n_blocks)
        memcpy(p->blocks + n_blocks, one->blocks, one->n_blocks * sizeof *p->blocks);
    p->n_arcs += one->n_arcs;
    p->n_blocks += one->n_blocks;
    gmon_unite_new(p, n_arcs, n_blocks);
    size_t cap = p->n_files;
    mem_grow(&p->files, &cap, cap + one->n_files, sizeof *p->files);
    if (one->n_files)
        memcpy(p->files + p->n_files, one->files, one->n_files * sizeof *p->files);
    p->n_files += one->n_files;
    one->n_files = 0;
    p->has_histogram |= one->has_histogram;
    p->has_arcs |= one->has_arcs;
    p->has_blocks |= one->has_blocks;
}

bool gmon_is_file_name(const char *name)
{
    return strcmp(name, "gmon.out") == 0 || strncmp(name, "gmon.out.", 9) == 0 ||
           text_ends_in(name, ".gmon");
}

enum {
    FEW = 1 << 15, /* records that may stay apart */
    LOOK_AHEAD = 8,
};

/* Records of `words` numbers each, of which the last is a count and the others say of what. Sorted
 * and not hashed, since whoever makes files knows the hash function. */
struct records {
    uint64_t *v;
    size_t n;
    unsigned words;
};

static uint64_t *record(const struct records *r, size_t i)
{
    return r->v + i * r->words;
}

static bool same_thing(const struct records *r, size_t a, size_t b)
{
    for (unsigned w = 0; w + 1 < r->words; w++)
        if (record(r, a)[w] != record(r, b)[w])
            return false;
    return true;
}

static void add_count(const struct records *r, size_t to, size_t from)
{
    record(r, to)[r->words - 1] += record(r, from)[r->words - 1];
}

static void move(const struct records *r, size_t to, size_t from)
{
    for (unsigned w = 0; w < r->words; w++)
        record(r, to)[w] = record(r, from)[w];
}

/* ---- what comes in the same order ---- */

/* The records before `first` are walked along with those after it. */
static size_t walk_along(const struct records *r, size_t first)
{
    size_t at = 0, n = first;
    if (first == 0)
        return r->n;
    for (size_t i = first; i < r->n; i++) {
        size_t like = at, most = first - at < LOOK_AHEAD ? first : at + LOOK_AHEAD;
        while (like < most && !same_thing(r, like, i))
            like++;
        if (like < most) {
            add_count(r, like, i);
            at = like + 1;
        } else {
            move(r, n++, i);
        }
    }
    return n;
}

/* ---- what comes in any order ---- */

/* If it is due. *n_united: how many there were after the last time, 0 if there was none. */
static void unite(struct records *r, size_t *n_united)
{
    if (r->n < FEW || r->n / 2 < *n_united || r->n >= UINT32_MAX)
        return;
    uint32_t *ids = mem_array_raw(r->n, sizeof *ids);
    uint64_t *keys = mem_array_raw(r->n, sizeof *keys);
    bool *gone = mem_array(r->n, sizeof *gone);
    /* Record numbers such that those of one thing stand together, in their order. */
    for (size_t i = 0; i < r->n; i++)
        ids[i] = (uint32_t)i;
    for (unsigned w = 0; w + 1 < r->words; w++) {
        for (size_t i = 0; i < r->n; i++)
            keys[i] = record(r, ids[i])[w];
        sort_radix(keys, ids, r->n);
    }
    /* Add counts up in the first record of each thing; gone[] marks the others. */
    for (size_t i = 1, first = 0; i < r->n; i++) {
        if (!same_thing(r, ids[first], ids[i])) {
            first = i;
            continue;
        }
        add_count(r, ids[first], ids[i]);
        gone[ids[i]] = true;
    }
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        if (!gone[i])
            move(r, n++, i);
    *n_united = r->n = n;
    free(ids);
    free(keys);
    free(gone);
}

/* ---- profiles ---- */

static struct records arcs_of(const struct profile *p)
{
    return (struct records){(uint64_t *)p->arcs, p->n_arcs, sizeof *p->arcs / sizeof(uint64_t)};
}

static struct records blocks_of(const struct profile *p)
{
    return (struct records){(uint64_t *)p->blocks, p->n_blocks,
                            sizeof *p->blocks / sizeof(uint64_t)};
}

void gmon_unite_new(struct profile *p, size_t first_arc, size_t first_block)
{
    const struct records arcs = arcs_of(p), blocks = blocks_of(p);
    p->n_arcs = walk_along(&arcs, first_arc);
    p->n_blocks = walk_along(&blocks, first_block);
}

void gmon_unite(struct profile *p)
{
    struct records arcs = arcs_of(p), blocks = blocks_of(p);
    unite(&arcs, &p->n_united_arcs);
    unite(&blocks, &p->n_united_blocks);
    p->n_arcs = arcs.n;
    p->n_blocks = blocks.n;
}
