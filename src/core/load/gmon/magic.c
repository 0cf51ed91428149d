/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of GNU profile data: a header with the word "gmon", then tagged records. */
#include "core/load/gmon/reader.h"

#include <string.h>

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
    const unsigned w = r->addr_bytes;
    const bool big = r->c.big_endian;
    const size_t record = 2 * w + 5;
    if (cursor_left(&r->c) < record - 1)
        return cut_off(r, e);
    r->c.at--; /* the tag counts as part of the record */
    bool room = gmon_reserve_arcs(r, record, e);
    r->c.at++;
    if (!room)
        return false;
    const size_t there = (cursor_left(&r->c) + 1) / record;
    const size_t most = there < GMON_SLAB ? there : GMON_SLAB;
    const struct gmon_move move = r->move;
    const uint8_t *p = r->c.p + r->c.at;
    struct raw_arc *to = r->p->arcs + r->p->n_arcs;
    size_t n = 0;
    for (; n < most && (n == 0 || p[-1] == GMON_TAG_ARC); n++) {
        to[n].from = gmon_moved(gmon_addr(p, big, w), move);
        to[n].to = gmon_moved(gmon_addr(p + w, big, w), move);
        to[n].count = bytes_u32(p + 2 * w, big);
        p += record;
    }
    r->p->n_arcs += n;
    r->file.n_arcs += n;
    r->c.at += n * record - 1;
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

static bool read_blocks(struct gmon_reader *r, struct err *e)
{
    const bool old = r->file.version == 0;
    struct cursor count = r->c;
    uint32_t n = cursor_u32(&r->c);
    if (r->c.short_read)
        return cut_off(r, e);
    /* QUIRK(gnu): the count of big-endian files is swapped once too often, so that the record
     * cannot be read; pinned by tests/unit/load/test_gmon.c. */
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
        }
        if (r->c.short_read) {
            if (!r->o->strict)
                return cut_off(r, e);
            /* QUIRK(gnu): the reason given is a stale error number; pinned by
             * tests/unit/load/test_gmon.c. */
            return err_set(e, ERR_GMON_EOF_BB, r->path);
        }
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

/* The header of a file, checked as far as it can be by itself. */
static bool gmon_magic_head(struct gmon_reader *r, struct err *e)
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

bool gmon_magic_start(struct gmon_reader *r, struct err *e)
{
    struct gmon_hist_head h;
    if (!gmon_magic_head(r, e))
        return false;
    uint8_t tag = cursor_u8(&r->c);
    if (tag > GMON_TAG_BLOCKS)
        return err_at(e, ERR_GMON_TAG, r->path, r->c.at - 1, tag, 0);
    if (tag != GMON_TAG_HIST || !read_hist_head(r, &h) || cursor_left(&r->c) / 2 < h.n_bins)
        return true;
    return gmon_accept(r, &h, e) && (r->p->n_hists > 0 || h.rate_hz > 0);
}

bool gmon_read_magic(struct gmon_reader *r, struct err *e)
{
    if (!gmon_magic_head(r, e))
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
