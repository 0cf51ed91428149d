/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layouts of BSD and 4.4BSD: one histogram, then arcs to the end of the file. */
#include "core/load/gmon/reader.h"

struct bsd_head {
    uint64_t lo, hi;
    uint32_t n_bytes; /* of header and bins, as the file says */
    uint32_t rate_hz; /* 0: not known */
    uint32_t size;    /* bytes of the header */
};

static bool read_bsd_head(struct gmon_reader *r, struct bsd_head *h, struct err *e)
{
    struct cursor *c = &r->c;
    *h = (struct bsd_head){.lo = cursor_uint(c, r->addr_bytes)};
    h->hi = cursor_uint(c, r->addr_bytes);
    h->n_bytes = cursor_u32(c);
    h->size = 2 * r->addr_bytes + 4;
    size_t next = c->at;
    bool bsd44 = cursor_u32(c) == GMON_BSD44_VERSION;
    if (bsd44) {
        h->size += GMON_BSD44_BYTES;
        h->rate_hz = cursor_u32(c);
        next = c->n - c->at < GMON_SPARE_BYTES ? c->n : c->at + GMON_SPARE_BYTES;
    }
    if (c->short_read)
        return err_set(e, ERR_GMON_SHORT, r->path);
    c->at = next;
    r->file.layout = bsd44 ? GMON_BSD44 : GMON_BSD;
    if (!bsd44 && r->o->format == GMON_FORMAT_BSD44)
        return err_set(e, ERR_GMON_MAGIC, r->path);
    return true;
}

/* To the end of the file; what does not fill an arc there is ignored. A count is a long.
 * QUIRK(gnu), strict only: with 64-bit addresses it is read with 64 bits, also where half of them
 * are padding; pinned by tests/windows/run_counts.sh. */
static bool read_arcs(struct gmon_reader *r, struct err *e)
{
    size_t record = 3 * r->addr_bytes;
    if (cursor_left(&r->c) < record)
        return true;
    if (!gmon_reserve_arcs(r, record, e))
        return false;
    r->file.count_bytes = r->o->strict ? (uint8_t)r->addr_bytes : image_long_bytes(r->p->image);
    for (size_t n; (n = cursor_left(&r->c) / record) > 0;) {
        r->c.at += gmon_read_arcs(r, record, n) * record;
        if (!gmon_progress(r, e))
            return false;
    }
    return true;
}

static bool is_foreign(const struct bsd_head *b)
{
    return b->n_bytes < b->size || b->lo > b->hi;
}

bool gmon_bsd_head(struct gmon_reader *r, struct err *e)
{
    struct bsd_head b;
    return read_bsd_head(r, &b, e) && (!is_foreign(&b) || err_set(e, ERR_GMON_FOREIGN, r->path));
}

bool gmon_read_bsd(struct gmon_reader *r, struct err *e)
{
    struct profile *p = r->p;
    struct bsd_head b;
    if (!read_bsd_head(r, &b, e))
        return false;
    if (r->file.layout == GMON_BSD44 && p->rate_hz && b.rate_hz != p->rate_hz)
        return err_set(e, ERR_GMON_BSD_RATE, r->path);
    struct gmon_hist_head h = {.lo = gmon_moved(b.lo, r->move),
                               .hi = gmon_moved(b.hi, r->move),
                               .dimension = "seconds",
                               .abbrev = 's'};
    h.rate_hz = b.rate_hz ? b.rate_hz : p->rate_hz ? p->rate_hz : GMON_CLOCK_HZ;
    h.n_bins = (b.n_bytes - b.size) / 2;
    if (p->n_hists &&
        !(p->hists->lo == h.lo && p->hists->hi == h.hi && p->hists->n_bins == h.n_bins))
        return err_set(e, ERR_GMON_BSD_SHAPE, r->path);
    if (is_foreign(&b))
        return err_set(e, ERR_GMON_FOREIGN, r->path);
    /* The version of the last magic file, which is what gprof says of a BSD file. */
    for (uint32_t i = 0; i < p->n_files; i++)
        if (p->files[i].layout == GMON_MAGIC)
            r->file.version = p->files[i].version;
    r->file.rate_hz = h.rate_hz;
    size_t there = cursor_left(&r->c) / 2;
    if (there < h.n_bins)
        return err_at(e, ERR_GMON_EOF_BSD, r->path, r->c.at, (int64_t)there - 1, h.n_bins);
    if (!gmon_add_bins(r, p->n_hists ? p->hists : gmon_place(r, &h), h.n_bins, e))
        return false;
    r->file.n_histograms = h.n_bins > 0;
    if (!read_arcs(r, e))
        return false;
    p->has_histogram = p->has_arcs = true;
    p->has_blocks = false;
    return true;
}
