/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/write.h"

#include <string.h>

#include "core/base/sort.h"
#include "core/load/gmon/format.h"

enum { MOST_RECORDS = 1 << 16 }; /* of one arc or block */

struct gmon_writer {
    const struct gmon_content *c;
    struct unite_gmon layout;
};

/* ---- counts that do not fit ---- */

static bool too_large(const char *path, const char *what, uint64_t most, struct err *e)
{
    err_what(e, ERR_LIMIT, path, what, NULL);
    e->n = (int64_t)most;
    return false;
}

static uint64_t most_of(unsigned bytes)
{
    return bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * bytes) - 1;
}

/* What is written of a count whose field has n bytes. */
static uint64_t written(const struct gmon_content *c, uint64_t count, unsigned n)
{
    return c->strict ? count & most_of(n) : count;
}

static unsigned arc_bytes(const struct gmon_content *c)
{
    return c->layout == GMON_MAGIC ? 4 : c->long_bytes;
}

/* *pairs: what the blocks need. */
static bool content_fits(const struct gmon_writer *w, const char *path, uint64_t *pairs,
                         struct err *e)
{
    const struct gmon_content *c = w->c;
    const uint64_t most = most_of(arc_bytes(c));
    for (uint32_t i = 0; c->layout != GMON_MAGIC && i < c->hists->n_bins; i++)
        if (written(c, histogram_ticks(c->hists, i), 2) > GMON_BIN_MOST)
            return too_large(path, "samples in one bin for this layout", GMON_BIN_MOST, e);
    for (size_t i = 0; i < c->n_arcs; i++)
        if (c->arcs[i].count > most &&
            written(c, c->arcs[i].count - 1, arc_bytes(c)) / most >= MOST_RECORDS)
            return too_large(path, "calls by one arc", (uint64_t)MOST_RECORDS * UINT32_MAX, e);
    *pairs = 0;
    for (size_t i = 0; c->has_blocks && i < c->n_blocks; i++) {
        uint64_t n = unite_block_pairs(&w->layout, written(c, c->blocks[i].count, c->addr_bytes));
        *pairs += n;
        if (n > MOST_RECORDS || *pairs > UINT32_MAX)
            return too_large(path, "basic blocks", UINT32_MAX, e);
    }
    return true;
}

/* ---- all layouts ---- */

/* The part of each bin above `skipped`; true: in some there is more than a record holds. */
static bool put_bins(const struct gmon_writer *w, const struct histogram *h, uint64_t skipped)
{
    bool more = false;
    for (uint32_t i = 0; i < h->n_bins; i++)
        more |= unite_put_bin(&w->layout, written(w->c, histogram_ticks(h, i), 2), skipped);
    return more;
}

static void put_arcs(const struct gmon_writer *w)
{
    for (const struct raw_arc *a = w->c->arcs; a < w->c->arcs + w->c->n_arcs; a++) {
        const uint64_t count = written(w->c, a->count, arc_bytes(w->c));
        if (w->c->layout == GMON_MAGIC)
            unite_put_arc(&w->layout, a->from, a->to, count);
        else {
            /* An arc of BSD's layouts, in as many records as its count needs. */
            const unsigned bytes = w->c->addr_bytes;
            const uint64_t most = most_of(w->c->long_bytes);
            uint64_t left = count, n;
            do {
                n = left < most ? left : most;
                unite_put_int(&w->layout, a->from, bytes);
                unite_put_int(&w->layout, a->to, bytes);
                unite_put_int(&w->layout, n, bytes);
            } while (left -= n);
        }
    }
}

/* ---- order ---- */

size_t gmon_sort(uint64_t *v, size_t n_all, unsigned words)
{
    size_t n = 0;
    for (unsigned w = words - 1; w-- > 0;)
        sort_ascending(v, n_all, (struct search_by){words * sizeof *v, w * sizeof *v, sizeof *v});
    for (const uint64_t *from = v; from < v + n_all * words; from += words) {
        uint64_t *last = n > 0 ? v + (n - 1) * words : NULL;
        if (last && memcmp(last, from, (words - 1) * sizeof *v) == 0)
            last[words - 1] += from[words - 1];
        else
            memmove(v + n++ * words, from, words * sizeof *v);
    }
    return n;
}

/* Ranges do not overlap, but an empty one may begin where another does, or end there. */
void gmon_sort_ranges(struct histogram *v, uint32_t n)
{
    sort_ascending(v, n, SEARCH_BY(struct histogram, hi));
    sort_ascending(v, n, SEARCH_BY(struct histogram, lo));
}

/* ---- the whole ---- */

bool gmon_write(const struct gmon_content *c, const char *path, struct err *e)
{
    struct file_sink file;
    const struct gmon_writer w = {c, {&file.sink, c->addr_bytes, c->big_endian}};
    uint64_t pairs;
    if (!content_fits(&w, path, &pairs, e))
        return false;
    file_sink_open(&file, path, e);
    if (c->layout == GMON_MAGIC) {
        unite_put_gmon_head(&w.layout);
        for (uint32_t i = 0; i < c->n_hists; i++) {
            const struct histogram *h = &c->hists[i];
            const struct unite_unit unit = {unite_text_of(c->dimension), c->abbrev, c->rate_hz};
            bool more = true;
            for (uint64_t skipped = 0; more; skipped += UNITE_BIN_MOST) {
                unite_put_range(&w.layout, h->lo, h->hi, h->n_bins, &unit);
                more = put_bins(&w, h, skipped);
            }
        }
        put_arcs(&w);
        if (c->has_blocks)
            unite_put_blocks(&w.layout, (uint32_t)pairs);
        for (size_t i = 0; c->has_blocks && i < c->n_blocks; i++)
            unite_put_block(&w.layout, c->blocks[i].addr,
                            written(c, c->blocks[i].count, c->addr_bytes));
    } else {
        const struct histogram *h = w.c->hists;
        const bool old = w.c->layout == GMON_BSD;
        const unsigned bytes = w.c->addr_bytes;
        unite_put_int(&w.layout, h->lo, bytes);
        unite_put_int(&w.layout, h->hi, bytes);
        unite_put_int(&w.layout,
                      2 * bytes + 4 + (old ? 0 : GMON_BSD44_BYTES) + 2 * (uint64_t)h->n_bins, 4);
        if (!old) {
            unite_put_int(&w.layout, GMON_BSD44_VERSION, 4);
            unite_put_int(&w.layout, w.c->rate_hz, 4);
            unite_put_zeros(&w.layout, GMON_SPARE_BYTES);
        }
        put_bins(&w, h, 0);
        put_arcs(&w);
    }
    return file_sink_close(&file);
}

enum { BUFFER_BYTES = 1 << 16 };

static void flush_file(struct file_sink *s)
{
    if (!s->has_failed)
        s->has_failed = !file_write(&s->file, s->buffer.p, s->buffer.n, s->e);
    text_clear(&s->buffer);
}

static void put_in_file(struct unite_sink *sink, const void *p, size_t n)
{
    struct file_sink *s = (struct file_sink *)sink;
    if (p)
        text_add(&s->buffer, p, n);
    else
        text_fill(&s->buffer, '\0', n);
    if (s->buffer.n >= BUFFER_BYTES)
        flush_file(s);
}

void file_sink_open(struct file_sink *s, const char *path, struct err *e)
{
    *s = (struct file_sink){.sink = {put_in_file}, .e = e};
    s->has_failed = !file_create(&s->file, path, FILE_REPLACE, e);
}

bool file_sink_close(struct file_sink *s)
{
    flush_file(s);
    text_release(&s->buffer);
    if (!s->has_failed)
        return file_commit(&s->file, s->e);
    file_abort(&s->file);
    return false;
}
