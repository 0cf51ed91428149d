/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/write.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/text.h"
#include "core/load/gmon/format.h"

enum {
    BUFFER_BYTES = 1 << 16,
    MOST_RECORDS = 1 << 16, /* of one arc or block */
};

struct gmon_writer {
    const struct gmon_content *c;
    struct file_writer file;
    struct text buffer;
    struct err *e;
};

/* ---- bytes ---- */

static bool flush(struct gmon_writer *w)
{
    if (w->buffer.failed)
        return err_memory(w->e, BUFFER_BYTES);
    bool ok = file_write(&w->file, w->buffer.p, w->buffer.n, w->e);
    text_clear(&w->buffer);
    return ok;
}

/* Write what is buffered, if there is much of it. */
static bool flush_some(struct gmon_writer *w)
{
    return w->buffer.n < BUFFER_BYTES || flush(w);
}

static void put_int(struct gmon_writer *w, uint64_t v, unsigned bytes, bool big_endian)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(&w->buffer, (char)(v >> 8 * (big_endian ? bytes - 1 - i : i)));
}

static void put_u8(struct gmon_writer *w, unsigned v)
{
    text_char(&w->buffer, (char)v);
}

static void put_u32(struct gmon_writer *w, uint64_t v)
{
    put_int(w, v, 4, w->c->big_endian);
}

static void put_addr(struct gmon_writer *w, uint64_t v)
{
    put_int(w, v, w->c->addr_bytes, w->c->big_endian);
}

/* ---- counts that do not fit ---- */

static bool too_large(struct gmon_writer *w, const char *what, uint64_t most)
{
    err_what(w->e, ERR_LIMIT, w->file.path, what, NULL);
    w->e->n = (int64_t)most;
    return false;
}

/* How many fields of `bytes` bytes it takes to hold count; one at least. */
static uint64_t fields_for(const struct gmon_content *c, uint64_t count, unsigned bytes)
{
    uint64_t most = bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
    return c->strict || count == 0 ? 1 : count / most + (count % most != 0);
}

/* What goes into one field of `bytes` bytes; the rest stays in *count. */
static uint64_t take_field(const struct gmon_content *c, uint64_t *count, unsigned bytes)
{
    uint64_t most = bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
    uint64_t part = c->strict ? *count & most : *count < most ? *count : most;
    *count -= part;
    return part;
}

/* ---- arcs ---- */

static bool put_arc(struct gmon_writer *w, const struct raw_arc *a)
{
    const struct gmon_content *c = w->c;
    bool magic = c->layout == GMON_MAGIC;
    unsigned bytes = magic ? 4 : c->long_bytes;
    uint64_t left = a->count, n = fields_for(c, a->count, bytes);
    if (n > MOST_RECORDS)
        return too_large(w, "calls by one arc", (uint64_t)MOST_RECORDS * UINT32_MAX);
    for (; n > 0; n--) {
        if (magic)
            put_u8(w, GMON_TAG_ARC);
        put_addr(w, a->from);
        put_addr(w, a->to);
        put_int(w, take_field(c, &left, bytes), magic ? 4 : c->addr_bytes, c->big_endian);
    }
    return flush_some(w);
}

static bool put_arcs(struct gmon_writer *w)
{
    for (size_t i = 0; i < w->c->n_arcs; i++)
        if (!put_arc(w, &w->c->arcs[i]))
            return false;
    return true;
}

/* ---- bins ---- */

static uint64_t largest_bin(const struct histogram *h)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < h->n_bins; i++) {
        uint64_t ticks = histogram_ticks(h, i);
        most = ticks > most ? ticks : most;
    }
    return most;
}

/* The part of each bin that is left when `full` records hold 65535 of it. */
static bool put_bins(struct gmon_writer *w, const struct histogram *h, uint64_t full)
{
    for (uint32_t i = 0; i < h->n_bins; i++) {
        uint64_t gone = full * GMON_BIN_MOST, ticks = histogram_ticks(h, i);
        uint64_t left = ticks > gone ? ticks - gone : 0;
        uint64_t v = take_field(w->c, &left, 2);
        put_int(w, v, 2, w->c->big_endian);
        if (!flush_some(w))
            return false;
    }
    return true;
}

/* ---- the magic layout ---- */

static void put_dimension(struct gmon_writer *w)
{
    size_t n = strnlen(w->c->dimension, GMON_DIMENSION_BYTES);
    text_add(&w->buffer, w->c->dimension, n);
    text_fill(&w->buffer, '\0', GMON_DIMENSION_BYTES - n);
    put_u8(w, (unsigned char)w->c->abbrev);
}

static bool put_hist(struct gmon_writer *w, const struct histogram *h)
{
    uint64_t n = fields_for(w->c, largest_bin(h), 2);
    for (uint64_t full = 0; full < n; full++) {
        put_u8(w, GMON_TAG_HIST);
        put_addr(w, h->lo);
        put_addr(w, h->hi);
        put_u32(w, h->n_bins);
        put_u32(w, w->c->rate_hz);
        put_dimension(w);
        if (!put_bins(w, h, full))
            return false;
    }
    return true;
}

/* The pairs that the blocks need; 0 if one of them needs too many. */
static uint64_t count_pairs(const struct gmon_content *c)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < c->n_blocks; i++) {
        uint64_t n = fields_for(c, c->blocks[i].count, c->addr_bytes);
        if (n > MOST_RECORDS)
            return UINT64_MAX;
        sum += n;
    }
    return sum;
}

static bool put_blocks(struct gmon_writer *w)
{
    const struct gmon_content *c = w->c;
    uint64_t n = count_pairs(c);
    if (n > UINT32_MAX)
        return too_large(w, "basic blocks", UINT32_MAX);
    put_u8(w, GMON_TAG_BLOCKS);
    put_u32(w, n);
    for (size_t i = 0; i < c->n_blocks; i++) {
        uint64_t left = c->blocks[i].count;
        for (n = fields_for(c, left, c->addr_bytes); n > 0; n--) {
            put_addr(w, c->blocks[i].addr);
            put_addr(w, take_field(c, &left, c->addr_bytes));
        }
        if (!flush_some(w))
            return false;
    }
    return true;
}

static bool put_magic(struct gmon_writer *w)
{
    const struct gmon_content *c = w->c;
    text_str(&w->buffer, GMON_MAGIC_WORD);
    put_u32(w, GMON_VERSION);
    text_fill(&w->buffer, '\0', GMON_SPARE_BYTES);
    for (uint32_t i = 0; i < c->n_hists; i++)
        if (!put_hist(w, &c->hists[i]))
            return false;
    return put_arcs(w) && (!c->has_blocks || put_blocks(w));
}

/* ---- the layouts of BSD ---- */

static void put_bsd_head(struct gmon_writer *w, const struct histogram *h)
{
    bool old = w->c->layout == GMON_BSD;
    uint64_t head = 2 * w->c->addr_bytes + 4 + (old ? 0 : GMON_BSD44_BYTES);
    put_addr(w, h->lo);
    put_addr(w, h->hi);
    put_u32(w, head + 2 * (uint64_t)h->n_bins);
    if (old)
        return;
    put_u32(w, GMON_BSD44_VERSION);
    put_u32(w, w->c->rate_hz);
    text_fill(&w->buffer, '\0', GMON_SPARE_BYTES);
}

static bool put_bsd(struct gmon_writer *w)
{
    const struct histogram *h = w->c->hists;
    if (fields_for(w->c, largest_bin(h), 2) > 1)
        return too_large(w, "samples in one bin for this layout", GMON_BIN_MOST);
    put_bsd_head(w, h);
    return put_bins(w, h, 0) && put_arcs(w);
}

/* ---- order ---- */

static int compare_rows(const uint64_t *a, const uint64_t *b)
{
    int order = (a[0] > b[0]) - (a[0] < b[0]);
    return order ? order : (a[1] > b[1]) - (a[1] < b[1]);
}

static int compare_arcs(const void *x, const void *y)
{
    const struct raw_arc *a = x, *b = y;
    return compare_rows((uint64_t[]){a->from, a->to}, (uint64_t[]){b->from, b->to});
}

static int compare_blocks(const void *x, const void *y)
{
    const struct raw_block *a = x, *b = y;
    return (a->addr > b->addr) - (a->addr < b->addr);
}

/* Ranges do not overlap, but empty ones may be the same but for their bins. */
static int compare_ranges(const void *x, const void *y)
{
    const struct histogram *a = x, *b = y;
    int order = compare_rows((uint64_t[]){a->lo, a->hi}, (uint64_t[]){b->lo, b->hi});
    return order ? order : (a->n_bins > b->n_bins) - (a->n_bins < b->n_bins);
}

size_t gmon_sort_arcs(struct raw_arc *v, size_t n_all)
{
    size_t n = 0;
    if (n_all)
        qsort(v, n_all, sizeof *v, compare_arcs);
    for (size_t i = 0; i < n_all; i++)
        if (n > 0 && compare_arcs(&v[n - 1], &v[i]) == 0)
            v[n - 1].count += v[i].count;
        else
            v[n++] = v[i];
    return n;
}

size_t gmon_sort_blocks(struct raw_block *v, size_t n_all)
{
    size_t n = 0;
    if (n_all)
        qsort(v, n_all, sizeof *v, compare_blocks);
    for (size_t i = 0; i < n_all; i++)
        if (n > 0 && v[n - 1].addr == v[i].addr)
            v[n - 1].count += v[i].count;
        else
            v[n++] = v[i];
    return n;
}

void gmon_sort_ranges(struct histogram *v, uint32_t n)
{
    if (n)
        qsort(v, n, sizeof *v, compare_ranges);
}

void gmon_sort(struct profile *p)
{
    gmon_sort_ranges(p->hists, p->n_hists);
    p->n_arcs = gmon_sort_arcs(p->arcs, p->n_arcs);
    p->n_blocks = gmon_sort_blocks(p->blocks, p->n_blocks);
}

/* ---- the whole ---- */

bool gmon_write(const struct gmon_content *c, const char *path, struct err *e)
{
    struct gmon_writer w = {.c = c, .e = e};
    if (!file_create(&w.file, path, FILE_REPLACE, e))
        return false;
    bool ok = (c->layout == GMON_MAGIC ? put_magic(&w) : put_bsd(&w)) && flush(&w);
    text_release(&w.buffer);
    if (ok)
        return file_commit(&w.file, e);
    file_abort(&w.file);
    return false;
}
