/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon: the three layouts, damage at every byte, and files that do not fit together. Expected
 * messages are those of the installed gprof on the same bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/gmon/reader.h"
#include "tests/support/scratch_folder.h"

/* --- making files ------------------------------------------------------------------------------*/

struct out {
    struct text t;
    bool big;
    unsigned width; /* of addresses */
};

static void put(struct out *o, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(&o->t, (char)(v >> 8 * (o->big ? bytes - 1 - i : i)));
}

static void put_header(struct out *o, uint32_t version)
{
    text_add(&o->t, "gmon", 4);
    put(o, version, 4);
    text_fill(&o->t, 0, 12);
}

/* n_bins bins with values 1, 2, 3, ... after a header that promises `claim`. */
static void put_hist_as(struct out *o, uint64_t lo, uint64_t hi, uint32_t n_bins, uint32_t claim,
                        uint32_t rate, const char *dimension, char abbrev)
{
    char name[15] = {0};
    memcpy(name, dimension, strlen(dimension));
    put(o, 0, 1);
    put(o, lo, o->width);
    put(o, hi, o->width);
    put(o, claim, 4);
    put(o, rate, 4);
    text_add(&o->t, name, sizeof name);
    text_char(&o->t, abbrev);
    for (uint32_t i = 0; i < n_bins; i++)
        put(o, i + 1, 2);
}

static void put_hist(struct out *o, uint64_t lo, uint64_t hi, uint32_t n_bins)
{
    put_hist_as(o, lo, hi, n_bins, n_bins, 100, "seconds", 's');
}

static void put_arc(struct out *o, uint64_t from, uint64_t to, uint32_t count)
{
    put(o, 1, 1);
    put(o, from, o->width);
    put(o, to, o->width);
    put(o, count, 4);
}

static void put_blocks(struct out *o, uint32_t claim, uint32_t n)
{
    put(o, 2, 1);
    put(o, claim, 4);
    for (uint32_t i = 0; i < n; i++) {
        put(o, 0x1000 + i, o->width);
        put(o, 10 + i, o->width);
    }
}

static void put_bsd(struct out *o, uint32_t n_bytes, uint32_t n_bins, uint32_t rate)
{
    put(o, 0x1000, o->width);
    put(o, 0x1060, o->width);
    put(o, n_bytes, 4);
    if (rate) {
        put(o, 0x51879, 4);
        put(o, rate, 4);
        text_fill(&o->t, 0, 12);
    }
    for (uint32_t i = 0; i < n_bins; i++)
        put(o, 3, 2);
}

static void put_bsd_arc(struct out *o, uint64_t from, uint64_t to, uint64_t count)
{
    put(o, from, o->width);
    put(o, to, o->width);
    put(o, count, o->width);
}

static const struct out little64 = {.width = 8}, big64 = {.width = 8, .big = true},
                        little32 = {.width = 4}, big32 = {.width = 4, .big = true};

/* --- reading them ------------------------------------------------------------------------------*/

static struct profile *new_profile(const struct out *o)
{
    struct image *im = mem_array(1, sizeof *im);
    assert_non_null(im);
    im->addr_bytes = (uint8_t)o->width;
    im->big_endian = o->big;
    struct profile *p = profile_new(im);
    assert_non_null(p);
    return p;
}

/* Read the first n bytes; the code of the error. */
static enum err_code read_some(struct profile *p, const struct out *o, size_t n,
                               const struct gmon_options *options, struct err *e)
{
    err_clear(e);
    assert_false(o->t.failed);
    uint8_t *copy = mem_array_raw(n, 1); /* of this size, so that a sanitizer sees its end */
    assert_non_null(copy);
    if (n)
        memcpy(copy, o->t.p, n);
    bool ok = gmon_read_bytes(p, "FILE", copy, n, options, e);
    assert_int_equal(ok, e->code == ERR_NONE);
    free(copy);
    return e->code;
}

static enum err_code read_as(struct out *o, enum gmon_format format, bool strict)
{
    struct gmon_options options = {.format = format, .strict = strict};
    struct profile *p = new_profile(o);
    struct err e;
    enum err_code code = read_some(p, o, o->t.n, &options, &e);
    profile_free(p);
    text_release(&o->t);
    return code;
}

static void magic_values(void **state)
{
    (void)state;
    const struct out kinds[] = {little64, big64, little32, big32};
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        struct out o = kinds[i];
        struct gmon_options options = {0};
        struct err e;
        bool blocks = false;
        options.saw_blocks = &blocks;
        put_header(&o, 1);
        put_arc(&o, 0x1004, 0x1020, 7);
        put_hist(&o, 0x1000, 0x1060, 24);
        put_arc(&o, 0x1024, 0x1040, 0xffffffff);
        put_blocks(&o, 2, 2);
        struct profile *p = new_profile(&o);
        assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_NONE);
        assert_int_equal(p->n_hists, 1);
        assert_int_equal(p->hists[0].lo, 0x1000);
        assert_int_equal(p->hists[0].hi, 0x1060);
        assert_int_equal(p->hists[0].n_bins, 24);
        assert_int_equal(histogram_ticks(&p->hists[0], 23), 24);
        assert_int_equal(p->rate_hz, 100);
        assert_true(p->scale == 2.0);
        assert_int_equal(p->n_arcs, 2);
        assert_int_equal(p->arcs[0].from, 0x1004);
        assert_int_equal(p->arcs[0].to, 0x1020);
        assert_int_equal(p->arcs[1].count, 0xffffffff);
        assert_int_equal(p->n_blocks, 2);
        assert_int_equal(p->blocks[1].addr, 0x1001);
        assert_int_equal(p->blocks[1].count, 11);
        assert_true(p->has_histogram && p->has_arcs && p->has_blocks && blocks);
        assert_int_equal(p->n_files, 1);
        assert_string_equal(p->files[0].path, "FILE");
        assert_int_equal(p->files[0].version, 1);
        assert_int_equal(p->files[0].n_histograms, 1);
        assert_int_equal(p->files[0].n_arcs, 2);
        assert_int_equal(p->files[0].n_block_records, 1);
        assert_int_equal(p->files[0].ticks, 24 * 25 / 2);
        assert_int_equal(p->files[0].n_bytes, o.t.n);
        profile_free(p);
        text_release(&o.t);
    }
}

/* With 64-bit addresses the upper half of a count from Windows is padding, but not for gprof. */
static void counts_of_windows(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct out o = i & 1 ? little64 : little32;
        struct gmon_options options = {.strict = i & 2};
        struct err e;
        put_bsd(&o, 2 * o.width + 24 + 48, 24, 100);
        put_bsd_arc(&o, 0x1004, 0x1020, UINT64_C(0x7ffe80000001));
        struct profile *p = new_profile(&o);
        p->image->windows = true;
        assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_NONE);
        assert_int_equal(p->n_arcs, 1);
        assert_int_equal(p->arcs[0].count,
                         i == 3 ? UINT64_C(0x7ffe80000001) : UINT64_C(0x80000001));
        assert_int_equal(p->files[0].count_bytes, i == 3 ? 8 : 4);
        profile_free(p);
        text_release(&o.t);
    }
}

static void bsd_values(void **state)
{
    (void)state;
    const struct out kinds[] = {little64, big64, little32, big32};
    for (size_t i = 0; i < 2 * ARRAY_LEN(kinds); i++) {
        struct out o = kinds[i / 2];
        bool bsd44 = i % 2;
        struct gmon_options options = {0};
        struct err e;
        put_bsd(&o, 2 * o.width + 4 + (bsd44 ? 20 : 0) + 48, 24, bsd44 ? 250 : 0);
        put_bsd_arc(&o, 0x1004, 0x1020, 0x80000001);
        put_bsd_arc(&o, 0x1005, 0x1021, 2);
        put(&o, 0, 3); /* not a whole arc */
        struct profile *p = new_profile(&o);
        assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_NONE);
        assert_int_equal(p->files[0].layout, bsd44 ? GMON_BSD44 : GMON_BSD);
        assert_int_equal(p->rate_hz, bsd44 ? 250 : 100);
        assert_int_equal(p->hists[0].n_bins, 24);
        assert_int_equal(histogram_ticks(&p->hists[0], 5), 3);
        assert_int_equal(p->n_arcs, 2);
        assert_int_equal(p->arcs[0].count, 0x80000001);
        assert_int_equal(p->arcs[1].from, 0x1005);
        assert_true(p->has_histogram && p->has_arcs);
        profile_free(p);
        text_release(&o.t);
    }
}

/* --- damage ------------------------------------------------------------------------------------*/

/* From this many bytes on the code is this one, up to the next line. */
struct step {
    size_t bytes;
    enum err_code code;
};

static void check_steps(const struct out *o, bool strict, const struct step *steps, size_t n_steps)
{
    struct gmon_options options = {.strict = strict};
    size_t at = 0;
    for (size_t n = 0; n <= o->t.n; n++) {
        struct profile *p = new_profile(o);
        struct err e;
        while (at + 1 < n_steps && steps[at + 1].bytes <= n)
            at++;
        enum err_code code = read_some(p, o, n, &options, &e);
        if (code != steps[at].code)
            fail_msg("%zu bytes: code %d instead of %d", n, code, steps[at].code);
        profile_free(p);
    }
    assert_int_equal(at, n_steps - 1);
}

static void cut_magic(void **state)
{
    (void)state;
    static const struct step steps[] = {
        {0, ERR_GMON_SHORT},     {20, ERR_NONE},      {21, ERR_GMON_EOF},
        {61, ERR_GMON_EOF_BINS}, {109, ERR_NONE},     {110, ERR_GMON_EOF},
        {130, ERR_NONE},         {131, ERR_GMON_EOF}, {167, ERR_NONE},
    };
    static const struct step strict[] = {
        {0, ERR_GMON_SHORT},    {20, ERR_NONE},      {21, ERR_GMON_EOF}, {61, ERR_GMON_EOF_BINS},
        {109, ERR_NONE},        {110, ERR_GMON_EOF}, {130, ERR_NONE},    {131, ERR_GMON_EOF},
        {135, ERR_GMON_EOF_BB}, {167, ERR_NONE},
    };
    struct out o = little64;
    put_header(&o, 1);
    put_hist(&o, 0x1000, 0x1060, 24);
    put_arc(&o, 0x1004, 0x1020, 7);
    put_blocks(&o, 2, 2);
    check_steps(&o, false, steps, ARRAY_LEN(steps));
    check_steps(&o, true, strict, ARRAY_LEN(strict));
    text_release(&o.t);
}

static void cut_old_version(void **state)
{
    (void)state;
    static const struct step steps[] = {
        {0, ERR_GMON_SHORT},   {20, ERR_NONE}, {21, ERR_GMON_EOF},
        {25, ERR_GMON_EOF_BB}, {52, ERR_NONE}, {53, ERR_GMON_EOF},
    };
    struct out o = little64;
    put_header(&o, 0);
    put(&o, 2, 1);
    put(&o, 1, 4);
    text_add(&o.t, "ab", 3);
    uint64_t host[2] = {5, 0x1000};
    text_add(&o.t, (const char *)host, sizeof host);
    text_add(&o.t, "c\0d", 4);
    text_fill(&o.t, 0, 4); /* the line */
    text_fill(&o.t, 0, 2);
    check_steps(&o, true, steps, ARRAY_LEN(steps));
    struct profile *p = new_profile(&o);
    struct gmon_options options = {0};
    struct err e;
    assert_int_equal(read_some(p, &o, 52, &options, &e), ERR_NONE);
    assert_int_equal(p->n_blocks, 1);
    assert_int_equal(p->blocks[0].count, 5);
    assert_int_equal(p->blocks[0].addr, 0x1000);
    profile_free(p);
    text_release(&o.t);
}

/* A record of no blocks reads as far as its name does, which the end of the file may end. */
static void old_version_name(void **state)
{
    (void)state;
    struct out o = little64;
    put_header(&o, 0);
    put(&o, 2, 1);
    put(&o, 0, 4);
    text_add(&o.t, "ab", 2);
    static const struct step steps[] = {
        {0, ERR_GMON_SHORT}, {20, ERR_NONE}, {21, ERR_GMON_EOF}, {25, ERR_NONE}};
    check_steps(&o, false, steps, ARRAY_LEN(steps));
    text_release(&o.t);
}

static void cut_bsd(void **state)
{
    (void)state;
    static const struct step old[] = {{0, ERR_GMON_SHORT}, {24, ERR_GMON_EOF_BSD}, {68, ERR_NONE}};
    static const struct step new[] = {{0, ERR_GMON_SHORT}, {28, ERR_GMON_EOF_BSD}, {88, ERR_NONE}};
    struct out o = little64;
    put_bsd(&o, 68, 24, 0);
    put_bsd_arc(&o, 0x1004, 0x1020, 1);
    check_steps(&o, false, old, ARRAY_LEN(old));
    text_release(&o.t);
    put_bsd(&o, 88, 24, 100);
    put_bsd_arc(&o, 0x1004, 0x1020, 1);
    check_steps(&o, false, new, ARRAY_LEN(new));
    text_release(&o.t);
}

static void how_many_bins(void **state)
{
    (void)state;
    struct out o = little64;
    struct gmon_options options = {0};
    struct err e;
    struct profile *p = new_profile(&o);
    put_header(&o, 1);
    put_hist_as(&o, 0x1000, 0x1060, 5, 0xffffffff, 100, "seconds", 's');
    assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_GMON_EOF_BINS);
    assert_int_equal(e.n, 5);
    assert_int_equal(e.m, 0xffffffff);
    text_release(&o.t);
    profile_free(p);

    p = new_profile(&o);
    put_bsd(&o, 0xffffffff, 5, 0);
    assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_GMON_EOF_BSD);
    assert_int_equal(e.n, 4);
    assert_int_equal(e.m, (0xffffffff - 20) / 2);
    assert_int_equal(read_some(p, &o, 28, &options, &e), ERR_GMON_EOF_BSD);
    assert_int_equal(e.n, 3);
    text_release(&o.t);
    profile_free(p);
}

static void headers(void **state)
{
    (void)state;
    struct out o = little64;
    put_header(&o, 2);
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, false), ERR_GMON_VERSION);
    put_header(&o, 0xffffffff);
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, false), ERR_GMON_VERSION);
    put_header(&o, 1);
    put(&o, 3, 1);
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, false), ERR_GMON_TAG);
    put_header(&o, 1);
    assert_int_equal(read_as(&o, GMON_FORMAT_BSD44, false), ERR_GMON_SHORT);
    put_header(&o, 1);
    text_fill(&o.t, 0, 20);
    assert_int_equal(read_as(&o, GMON_FORMAT_BSD44, false), ERR_GMON_MAGIC);
    put_header(&o, 1);
    text_fill(&o.t, 0, 20);
    assert_int_equal(read_as(&o, GMON_FORMAT_BSD, false), ERR_GMON_FOREIGN);
    put_bsd(&o, 68, 24, 0);
    assert_int_equal(read_as(&o, GMON_FORMAT_MAGIC, false), ERR_GMON_MAGIC);
    put_bsd(&o, 68, 24, 0);
    assert_int_equal(read_as(&o, GMON_FORMAT_BSD44, false), ERR_GMON_MAGIC);
    put_bsd(&o, 88, 24, 100);
    assert_int_equal(read_as(&o, GMON_FORMAT_BSD, false), ERR_NONE);
    put_bsd(&o, 19, 24, 0);
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, false), ERR_GMON_FOREIGN);
    put_bsd(&o, 68, 24, 0);
    assert_int_equal(read_as(&o, GMON_FORMAT_PROF, false), ERR_NONE); /* gmon_read refuses it */
}

static void rate_zero(void **state)
{
    (void)state;
    struct out o = little64;
    put_header(&o, 1);
    put_hist_as(&o, 0x1000, 0x1060, 24, 24, 0, "seconds", 's');
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, true), ERR_GMON_RATE);
    put_header(&o, 1);
    put_hist(&o, 0x1000, 0x1060, 24);
    put_hist_as(&o, 0x1060, 0x10c0, 24, 24, 0, "seconds", 's'); /* the first one counts */
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, true), ERR_NONE);
}

/* The pair count of big-endian files is read in the wrong byte order by gprof. */
static void block_count_order(void **state)
{
    (void)state;
    struct out o = big64;
    put_header(&o, 1);
    put_blocks(&o, 1, 1);
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, false), ERR_NONE);
    put_header(&o, 1);
    put_blocks(&o, 1, 1);
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, true), ERR_GMON_EOF_BB);
    put_header(&o, 1);
    put_blocks(&o, 0x01000000, 1);
    assert_int_equal(read_as(&o, GMON_FORMAT_AUTO, true), ERR_NONE);
}

/* --- several histograms, several files ---------------------------------------------------------*/

/* A second histogram after one of 0x1000..0x1060 with 24 bins. */
static enum err_code second(uint64_t lo, uint64_t hi, uint32_t n_bins, const char *dimension,
                            char abbrev)
{
    struct out o = little64;
    put_header(&o, 1);
    put_hist(&o, 0x1000, 0x1060, 24);
    put_hist_as(&o, lo, hi, n_bins, n_bins, 99, dimension, abbrev);
    return read_as(&o, GMON_FORMAT_AUTO, false);
}

static void unite(void **state)
{
    (void)state;
    assert_int_equal(second(0x1000, 0x1060, 24, "seconds", 's'), ERR_NONE);
    assert_int_equal(second(0x1060, 0x10c0, 24, "seconds", 's'), ERR_NONE);
    assert_int_equal(second(0x0fa0, 0x1000, 24, "seconds", 's'), ERR_NONE);
    assert_int_equal(second(0x1000, 0x1060, 25, "seconds", 's'), ERR_GMON_SCALE);
    assert_int_equal(second(0x105f, 0x10bf, 24, "seconds", 's'), ERR_GMON_OVERLAP);
    assert_int_equal(second(0x0f00, 0x10e0, 120, "seconds", 's'), ERR_GMON_OVERLAP);
    assert_int_equal(second(0x1010, 0x1020, 4, "seconds", 's'), ERR_GMON_OVERLAP);
    assert_int_equal(second(0x2000, 0x2060, 24, "misses", 's'), ERR_GMON_DIMENSION);
    assert_int_equal(second(0x1010, 0x1020, 9, "misses", 't'), ERR_GMON_DIMENSION);
    assert_int_equal(second(0x1010, 0x1020, 9, "seconds", 't'), ERR_GMON_ABBREV);
    assert_int_equal(second(0x1010, 0x1020, 9, "seconds", 's'), ERR_GMON_SCALE);
}

static void unite_names(void **state)
{
    (void)state;
    struct out o = little64;
    struct gmon_options options = {0};
    struct err e;
    struct profile *p = new_profile(&o);
    put_header(&o, 1);
    put_hist_as(&o, 0x1000, 0x1060, 24, 24, 1, "i-cache misses", '1');
    assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_NONE);
    assert_string_equal(p->dimension, "i-cache misses");
    assert_int_equal(p->abbrev, '1');
    text_release(&o.t);
    put_header(&o, 1);
    put_hist(&o, 0x1000, 0x1060, 24);
    assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_GMON_DIMENSION);
    assert_string_equal(e.what, "i-cache misses");
    assert_string_equal(e.other, "seconds");
    assert_int_equal(p->n_files, 1);
    text_release(&o.t);
    profile_free(p);
}

/* Read o into p and empty it. */
static enum err_code next_file(struct profile *p, struct out *o)
{
    struct gmon_options options = {0};
    struct err e;
    enum err_code code = read_some(p, o, o->t.n, &options, &e);
    text_release(&o->t);
    return code;
}

static void layouts_mixed(void **state)
{
    (void)state;
    struct out o = little64;
    struct profile *p = new_profile(&o);
    put_header(&o, 0);
    put_hist(&o, 0x1000, 0x1060, 24);
    put_blocks(&o, 0, 0);
    text_char(&o.t, 0); /* version 0: an empty name */
    assert_int_equal(next_file(p, &o), ERR_NONE);
    assert_true(p->has_blocks && !p->has_arcs);
    put_bsd(&o, 68, 24, 0);
    assert_int_equal(next_file(p, &o), ERR_NONE);
    assert_int_equal(p->files[1].version, 0);
    assert_int_equal(histogram_ticks(&p->hists[0], 23), 24 + 3);
    assert_int_equal(p->n_hists, 1);
    assert_true(!p->has_blocks && p->has_arcs);
    put_bsd(&o, 88, 24, 99);
    assert_int_equal(next_file(p, &o), ERR_GMON_BSD_RATE);
    put_bsd(&o, 66, 23, 0);
    assert_int_equal(next_file(p, &o), ERR_GMON_BSD_SHAPE);
    put_bsd(&o, 86, 23, 99); /* the rate is looked at first */
    assert_int_equal(next_file(p, &o), ERR_GMON_BSD_RATE);
    put_header(&o, 1);
    put_arc(&o, 1, 2, 3);
    assert_int_equal(next_file(p, &o), ERR_NONE);
    assert_int_equal(p->files[2].version, 1);
    put_bsd(&o, 88, 24, 100);
    assert_int_equal(next_file(p, &o), ERR_NONE);
    assert_int_equal(p->files[3].version, 1);
    assert_int_equal(histogram_ticks(&p->hists[0], 0), 1 + 3 + 3);
    profile_free(p);
}

/* A BSD file without a bin has no histogram record, but counts as one with both kinds of data. */
static void empty_bsd(void **state)
{
    (void)state;
    struct out o = little64;
    struct profile *p = new_profile(&o);
    put_bsd(&o, 20, 0, 0);
    put(&o, 0, 4);
    assert_int_equal(next_file(p, &o), ERR_NONE);
    assert_int_equal(p->files[0].n_histograms, 0);
    assert_true(p->has_histogram && p->has_arcs);
    profile_free(p);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

/* Many ranges in any order: found again, and overlaps seen, as by comparing all with all. */
static void many_ranges(void **state)
{
    (void)state;
    struct out o = little64;
    struct profile *p = new_profile(&o);
    enum { N = 3000 };
    uint32_t seed = 1;
    static bool used[N];
    put_header(&o, 1);
    uint32_t n = 0, reads = 0;
    for (uint32_t i = 0; i < 2 * N; i++) {
        uint32_t k = next_random(&seed) % N;
        put_hist(&o, 0x10 * k, 0x10 * k + 0x10, 4);
        n += !used[k];
        used[k] = true;
        reads++;
    }
    assert_int_equal(next_file(p, &o), ERR_NONE);
    assert_int_equal(p->n_hists, n);
    assert_int_equal(p->files[0].n_histograms, reads);
    put_header(&o, 1);
    put_hist(&o, 0x10 * N, 0x10 * N + 0x10, 4);
    put_hist(&o, 0x10 * N - 1, 0x10 * N + 0xf, 4);
    assert_int_equal(next_file(p, &o), ERR_GMON_OVERLAP);
    profile_free(p);
}

/* --- progress and files ------------------------------------------------------------------------*/

static bool stop(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    (void)phase;
    assert_true(done <= total);
    return --*(int *)ctx > 0;
}

static void can_be_broken_off(void **state)
{
    (void)state;
    int steps = 5;
    struct progress progress = {.step = stop, .ctx = &steps};
    struct gmon_options options = {.progress = &progress};
    struct err e;
    struct out o = little64;
    struct profile *p = new_profile(&o);
    put_header(&o, 1);
    for (int i = 0; i < 10000; i++) {
        put_hist(&o, 0x1000, 0x1060, 24);
        put_arc(&o, 1, 2, 3);
    }
    assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_CANCELLED);
    assert_int_equal(steps, 0);
    text_release(&o.t);
    profile_free(p);
}

/* --- what two threads share --------------------------------------------------------------------*/

enum { MANY = 300000 };

/* MANY arcs, with a histogram before arc number `hist`. */
static struct out many_arcs(const struct out *kind, uint32_t hist)
{
    struct out o = *kind;
    put_header(&o, 1);
    for (uint32_t i = 0; i < MANY; i++) {
        if (i == hist)
            put_hist(&o, 0x1000, 0x1060, 24);
        put_arc(&o, 7 * i, 0x80000000 - i, i);
    }
    return o;
}

static void expect_arcs(const struct profile *p, size_t n)
{
    size_t wrong = 0;
    assert_int_equal(p->n_arcs, n);
    for (size_t i = 0; i < n; i++)
        wrong +=
            p->arcs[i].from != 7 * i || p->arcs[i].to != 0x80000000 - i || p->arcs[i].count != i;
    assert_int_equal(wrong, 0);
}

/* Whatever stands between them and wherever. */
static void large_files(void **state)
{
    (void)state;
    const uint32_t hists[] = {0, 1, 65536, MANY / 2 - 1, MANY / 2, MANY / 2 + 1, MANY - 1, MANY};
    for (size_t i = 0; i < ARRAY_LEN(hists); i++) {
        struct out o = many_arcs(i % 2 ? &big32 : &little64, hists[i]);
        struct gmon_options options = {0};
        struct err e;
        struct profile *p = new_profile(&o);
        assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_NONE);
        expect_arcs(p, MANY);
        assert_int_equal(p->n_hists, hists[i] < MANY);
        assert_int_equal(p->files[0].n_arcs, MANY);
        profile_free(p);
        text_release(&o.t);
    }
}

/* The first error of a file is reported, in either half of it. */
static void damaged_large_files(void **state)
{
    (void)state;
    const uint32_t bad[] = {1, MANY / 4, MANY / 2 - 1, MANY / 2, MANY / 2 + 1, MANY - 1};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct out o = many_arcs(&little64, MANY);
        struct gmon_options options = {0};
        struct err e;
        struct profile *p = new_profile(&o);
        for (size_t k = i; k < ARRAY_LEN(bad); k++)
            o.t.p[20 + 21 * (size_t)bad[k]] = (char)(9 + k);
        assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_GMON_TAG);
        assert_int_equal(e.offset, 20 + 21 * (int64_t)bad[i]);
        assert_int_equal(e.n, 9 + i);
        profile_free(p);
        p = new_profile(&o);
        size_t cut = 20 + 21 * (size_t)bad[i] + 5;
        o.t.p[20 + 21 * (size_t)bad[i]] = 1;
        assert_int_equal(read_some(p, &o, cut, &options, &e), ERR_GMON_EOF);
        assert_int_equal(e.offset, cut - 4);
        profile_free(p);
        text_release(&o.t);
    }
}

static void paths(void **state)
{
    (void)state;
    struct out o = little64;
    struct gmon_options options = {0};
    struct profile *p = new_profile(&o);
    struct err e = ERR_INIT;
    assert_false(gmon_read(p, "tests/no/such/file", &options, &e));
    assert_int_equal(e.code, ERR_OPEN);
    err_clear(&e);
    assert_false(gmon_read(p, "tests", &options, &e));
    assert_int_equal(e.code, ERR_GMON_SHORT);
    err_clear(&e);
    options.format = GMON_FORMAT_PROF;
    assert_false(gmon_read(p, "tests/no/such/file", &options, &e));
    assert_int_equal(e.code, ERR_GMON_PROF);
    assert_int_equal(p->n_files, 0);
    profile_free(p);
}

/* The file o, which nothing follows up to a size that no memory has. */
static enum err_code read_hopeless(struct profile *p, struct out *o)
{
    const struct gmon_options options = {0};
    struct err e = ERR_INIT;
    FILE *f = fopen("f", "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(o->t.p, 1, o->t.n, f), o->t.n);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(truncate("f", (off_t)1 << 42), 0);
    assert_false(gmon_read(p, "f", &options, &e));
    text_clear(&o->t);
    return e.code;
}

/* The first record decides; what it needs must not be beyond what is tasted. */
static void hopeless_files(void **state)
{
    (void)state;
    struct out o = little64;
    struct profile *p = new_profile(&o);
    struct err e = ERR_INIT;
    put_header(&o, 1);
    assert_int_equal(read_hopeless(p, &o), ERR_GMON_RATE);
    put_header(&o, 1);
    put(&o, 3, 1);
    assert_int_equal(read_hopeless(p, &o), ERR_GMON_TAG);
    put_header(&o, 1);
    put_hist(&o, 0x1000, 0x1010, 4);
    assert_true(
        gmon_read_bytes(p, "good", (const uint8_t *)o.t.p, o.t.n, &(struct gmon_options){0}, &e));
    text_clear(&o.t);
    put_header(&o, 1);
    put_hist_as(&o, 0x1000, 0x1010, 4, 4, 100, "parsecs", 'p');
    assert_int_equal(read_hopeless(p, &o), ERR_GMON_DIMENSION);
    put_header(&o, 1);
    put_hist_as(&o, 0x1000, 0x1010, 4, 8, 100, "seconds", 's');
    assert_int_equal(read_hopeless(p, &o), ERR_GMON_SCALE);
    profile_free(p);
    text_release(&o.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(magic_values),
        cmocka_unit_test(bsd_values),
        cmocka_unit_test(counts_of_windows),
        cmocka_unit_test(cut_magic),
        cmocka_unit_test(cut_old_version),
        cmocka_unit_test(old_version_name),
        cmocka_unit_test(cut_bsd),
        cmocka_unit_test(how_many_bins),
        cmocka_unit_test(headers),
        cmocka_unit_test(rate_zero),
        cmocka_unit_test(block_count_order),
        cmocka_unit_test(unite),
        cmocka_unit_test(unite_names),
        cmocka_unit_test(layouts_mixed),
        cmocka_unit_test(empty_bsd),
        cmocka_unit_test(many_ranges),
        cmocka_unit_test(can_be_broken_off),
        cmocka_unit_test(paths),
        cmocka_unit_test_setup_teardown(hopeless_files, scratch_enter, scratch_leave),
        cmocka_unit_test(large_files),
        cmocka_unit_test(damaged_large_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
