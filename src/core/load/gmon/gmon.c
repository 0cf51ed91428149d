/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile data files: in which layout they are, and GNU's own, a header with the word "gmon", then
 * tagged records. */
#include "core/load/gmon/gmon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/path.h"
#include "core/base/text.h"
#include "core/load/file/debug_file.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/reader.h"
#include "unite/record.h"

/* ---- GNU's layout ---- */

static bool cut_off(const struct gmon_reader *r, struct err *e)
{
    return err_at(e, ERR_GMON_EOF, r->path, r->c.at, 0, 0);
}

/* The fixed part of a histogram record after its tag. */
static bool read_hist_head(struct gmon_reader *r, struct gmon_hist_head *h)
{
    struct cursor *c = &r->c;
    *h = (struct gmon_hist_head){.lo = gmon_moved(cursor_uint(c, r->addr_bytes), r->move)};
    h->hi = gmon_moved(cursor_uint(c, r->addr_bytes), r->move);
    h->n_bins = cursor_u32(c);
    h->rate_hz = cursor_u32(c);
    const uint8_t *dimension = cursor_bytes(c, GMON_DIMENSION_BYTES);
    h->abbrev = (char)cursor_u8(c);
    if (dimension)
        memcpy(h->dimension, dimension, GMON_DIMENSION_BYTES);
    return !c->short_read;
}

static bool read_hist(struct gmon_reader *r, struct err *e)
{
    struct gmon_hist_head h;
    size_t start = r->c.at;
    if (!read_hist_head(r, &h))
        return cut_off(r, e);
    if (r->file.n_histograms == 0)
        r->file.rate_hz = h.rate_hz;
    if (!gmon_accept(r, &h, e))
        return false;
    /* A count that the file cannot hold must not decide how much is allocated. */
    size_t there = cursor_left(&r->c) / 2;
    if (there < h.n_bins)
        return err_at(e, ERR_GMON_EOF_BINS, r->path, r->c.at, (int64_t)there, h.n_bins);
    if (r->p->n_hists == 0 && h.rate_hz == 0)
        return err_at(e, ERR_GMON_RATE, r->path, start, 0, 0);
    if (!gmon_add_bins(r, gmon_place(r, &h), h.n_bins, e))
        return false;
    r->file.n_histograms++;
    r->p->has_histogram = true;
    return true;
}

/* The arc records from here to the next record of another kind, or a part of them. */
static bool read_arcs(struct gmon_reader *r, struct err *e)
{
    const size_t record = 2 * r->addr_bytes + 5;
    if (cursor_left(&r->c) < record - 1)
        return cut_off(r, e);
    r->c.at--; /* the tag counts as part of the record */
    bool room = gmon_reserve_arcs(r, record, e);
    r->c.at++;
    if (!room)
        return false;
    r->c.at += gmon_read_arcs(r, record, (cursor_left(&r->c) + 1) / record) * record - 1;
    r->p->has_arcs = true;
    return true;
}

static void skip_string(struct cursor *c)
{
    const uint8_t *end = memchr(c->p + c->at, 0, cursor_left(c));
    cursor_bytes(c, end ? (size_t)(end - c->p) - c->at + 1 : SIZE_MAX);
}

/* One block of version 0: count, address, two strings, a line. Its numbers are in the byte order of
 * the host that wrote them; take it for this one's. */
static struct raw_block old_block(struct gmon_reader *r)
{
    struct cursor host = r->c;
    host.big_endian = bytes_host_big();
    struct raw_block b = {.count = cursor_uint(&host, 8)};
    b.addr = cursor_uint(&host, 8);
    skip_string(&host);
    skip_string(&host);
    cursor_u32(&host);
    r->c.at = host.at;
    r->c.short_read = host.short_read;
    return b;
}

/* QUIRK(gnu): the reason given for a record of blocks that is cut off is a stale error number, that
 * of the search for the image's debug information; pinned by tests/diff/cases/damage.case. */
static int stale_error(const struct gmon_reader *r)
{
    const struct image *im = r->p->image;
    struct debug_file own, other = {0};
    int sys = 0;
    if (im->symbols_path || !im->path || !debug_file_open(&own, im->path, im->windows))
        return 0;
    const size_t folder = (size_t)(path_base(own.path) - own.path);
    if (!debug_file_has_dwarf(&own) && (elf_find_name(&own.elf, ".note.gnu.build-id") ||
                                        elf_find_name(&own.elf, ".gnu_debuglink"))) {
        const bool found = debug_file_follow(&own, &other, r->o->progress);
        const bool beside = found && path_base(other.path) == other.path + folder &&
                            memcmp(other.path, own.path, folder) == 0;
        sys = beside ? EINVAL : ENOENT;
        if (found)
            debug_file_close(&other);
    }
    debug_file_close(&own);
    return sys;
}

static bool read_blocks(struct gmon_reader *r, struct err *e)
{
    const bool old = r->file.version == 0;
    struct cursor count = r->c;
    uint32_t n = cursor_u32(&r->c);
    if (r->c.short_read)
        return cut_off(r, e);
    /* QUIRK(gnu): the count of big-endian files is swapped once too often, so that the record
     * cannot be read; pinned by tests/diff/run_large.sh. */
    count.big_endian = !count.big_endian;
    if (r->o->strict && r->c.big_endian != bytes_host_big())
        n = cursor_u32(&count);
    if (old) {
        /* Skip a string that may also end with the file. */
        struct cursor *c = &r->c;
        if (memchr(c->p + c->at, 0, cursor_left(c)))
            skip_string(c);
        else
            cursor_bytes(c, cursor_left(c));
    }
    if (!gmon_reserve_blocks(r, old ? 22 : 2 * r->addr_bytes, e))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        struct raw_block b = {.addr = 0};
        if (old) {
            b = old_block(r);
        } else {
            b.addr = cursor_uint(&r->c, r->addr_bytes);
            b.count = cursor_uint(&r->c, r->addr_bytes);
            /* QUIRK(gnu): 32-bit counts of Windows are taken to have a sign; pinned by
             * tests/windows/run_counts.sh. */
            if (r->o->strict && r->p->image->windows && r->addr_bytes == 4)
                b.count = (uint64_t)(int32_t)b.count;
        }
        if (r->c.short_read)
            return r->o->strict ? err_sys(e, ERR_GMON_EOF_BB, r->path, stale_error(r))
                                : cut_off(r, e);
        b.addr = gmon_moved(b.addr, r->move);
        r->p->blocks[r->p->n_blocks++] = b;
        if (r->o->saw_blocks)
            *r->o->saw_blocks = true;
        if (i % GMON_SLAB == GMON_SLAB - 1 && !gmon_progress(r, e))
            return false;
    }
    r->file.n_block_records++;
    r->p->has_blocks = true;
    return true;
}

/* The header, checked as far as it can be by itself. */
static bool magic_head(struct gmon_reader *r, struct err *e)
{
    const uint8_t *word = cursor_bytes(&r->c, 4);
    if (!word || memcmp(word, GMON_MAGIC_WORD, 4) != 0)
        return err_set(e, ERR_GMON_MAGIC, r->path);
    r->file.layout = GMON_MAGIC;
    r->file.count_bytes = 4;
    r->file.version = (int32_t)cursor_u32(&r->c);
    if (r->file.version != 0 && r->file.version != 1)
        return err_at(e, ERR_GMON_VERSION, r->path, 4, r->file.version, 0);
    cursor_bytes(&r->c, GMON_SPARE_BYTES);
    return true;
}

/* The header and the first record, where not all bytes may be there yet. Fails only if the whole
 * file will fail in the same way. */
static bool magic_start(struct gmon_reader *r, struct err *e)
{
    struct gmon_hist_head h;
    if (!magic_head(r, e))
        return false;
    uint8_t tag = cursor_u8(&r->c);
    if (tag > GMON_TAG_BLOCKS)
        return err_at(e, ERR_GMON_TAG, r->path, r->c.at - 1, tag, 0);
    if (tag != GMON_TAG_HIST || !read_hist_head(r, &h) || cursor_left(&r->c) / 2 < h.n_bins)
        return true;
    return gmon_accept(r, &h, e) && (r->p->n_hists > 0 || h.rate_hz > 0);
}

static bool read_magic(struct gmon_reader *r, struct err *e)
{
    if (!magic_head(r, e))
        return false;
    size_t reported = 0, step = r->c.n / 200 + GMON_SLAB;
    bool ok = true;
    while (ok && cursor_left(&r->c) > 0) {
        uint8_t tag = cursor_u8(&r->c);
        switch (tag) {
        case GMON_TAG_HIST:
            ok = read_hist(r, e);
            break;
        case GMON_TAG_ARC:
            ok = read_arcs(r, e);
            break;
        case GMON_TAG_BLOCKS:
            ok = read_blocks(r, e);
            break;
        default:
            ok = err_at(e, ERR_GMON_TAG, r->path, r->c.at - 1, tag, 0);
        }
        if (ok && r->c.at - reported >= step) {
            reported = r->c.at;
            ok = gmon_progress(r, e);
        }
    }
    return ok;
}

/* ---- a file, in whatever layout ---- */

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
    if (r->c.n < HEADER_BYTES)
        ok = err_set(e, ERR_GMON_SHORT, r->path);
    else if (is_text(r))
        ok = gmon_read_bb(r, e);
    else
        ok = is_magic(r) ? read_magic(r, e) : gmon_read_bsd(r, e);
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
    mem_grow(&p->files, &cap, cap + 1, sizeof *p->files);
    r->file.path = arena_text(&p->memory, r->path, strlen(r->path));
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
        .arc_slab = GMON_ARCS_FEW,
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
        return magic_start(&r, &e);
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
    if (file_read_if(path, taste, out, &why))
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

bool gmon_is_file_name(const char *name)
{
    return strcmp(name, "gmon.out") == 0 || strncmp(name, "gmon.out.", 9) == 0 ||
           text_ends_in(name, ".gmon");
}
