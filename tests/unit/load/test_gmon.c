/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon: the three layouts, damage at every byte, and files that do not fit together. Expected
 * messages are those of the installed gprof on the same bytes. */
#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/gmon/reader.h"
#include "tests/support/profile_builder.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

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

static const struct out little64 = {.width = 8}, big64 = {.width = 8, .big = true},
                        big32 = {.width = 4, .big = true};

/* --- reading them ------------------------------------------------------------------------------*/

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
    struct profile *p = made_blank(o->width, o->big);
    struct err e;
    enum err_code code = read_some(p, o, o->t.n, &options, &e);
    profile_free(p);
    text_release(&o->t);
    return code;
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
        struct profile *p = made_blank(o->width, o->big);
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

TEST(cut_magic)
{
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

/* The pair count of big-endian files is read in the wrong byte order by gprof. */
TEST(block_count_order)
{
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

/* Read o into p and empty it. */
static enum err_code next_file(struct profile *p, struct out *o)
{
    struct gmon_options options = {0};
    struct err e;
    enum err_code code = read_some(p, o, o->t.n, &options, &e);
    text_release(&o->t);
    return code;
}

/* Many ranges in any order: found again, and overlaps seen, as by comparing all with all. */
TEST(many_ranges)
{
    struct out o = little64;
    struct profile *p = made_blank(o.width, o.big);
    enum { N = 3000 };
    uint64_t seed = 1;
    static bool used[N];
    put_header(&o, 1);
    uint32_t n = 0, reads = 0;
    for (uint32_t i = 0; i < 2 * N; i++) {
        uint32_t k = made_below(&seed, N);
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

TEST(can_be_broken_off)
{
    int steps = 5;
    struct progress progress = {.step = stop, .ctx = &steps};
    struct gmon_options options = {.progress = &progress};
    struct err e;
    struct out o = little64;
    struct profile *p = made_blank(o.width, o.big);
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
TEST(large_files)
{
    const uint32_t hists[] = {0, 1, 65536, MANY / 2 - 1, MANY / 2, MANY / 2 + 1, MANY - 1, MANY};
    for (size_t i = 0; i < ARRAY_LEN(hists); i++) {
        struct out o = many_arcs(i % 2 ? &big32 : &little64, hists[i]);
        struct gmon_options options = {0};
        struct err e;
        struct profile *p = made_blank(o.width, o.big);
        assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_NONE);
        expect_arcs(p, MANY);
        assert_int_equal(p->n_hists, hists[i] < MANY);
        assert_int_equal(p->files[0].n_arcs, MANY);
        profile_free(p);
        text_release(&o.t);
    }
}

/* The first error of a file is reported, in either half of it. */
TEST(damaged_large_files)
{
    const uint32_t bad[] = {1, MANY / 4, MANY / 2 - 1, MANY / 2, MANY / 2 + 1, MANY - 1};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct out o = many_arcs(&little64, MANY);
        struct gmon_options options = {0};
        struct err e;
        struct profile *p = made_blank(o.width, o.big);
        for (size_t k = i; k < ARRAY_LEN(bad); k++)
            o.t.p[20 + 21 * (size_t)bad[k]] = (char)(9 + k);
        assert_int_equal(read_some(p, &o, o.t.n, &options, &e), ERR_GMON_TAG);
        assert_int_equal(e.offset, 20 + 21 * (int64_t)bad[i]);
        assert_int_equal(e.n, 9 + i);
        profile_free(p);
        p = made_blank(o.width, o.big);
        size_t cut = 20 + 21 * (size_t)bad[i] + 5;
        o.t.p[20 + 21 * (size_t)bad[i]] = 1;
        assert_int_equal(read_some(p, &o, cut, &options, &e), ERR_GMON_EOF);
        assert_int_equal(e.offset, cut - 4);
        profile_free(p);
        text_release(&o.t);
    }
}

/* The file o, which nothing follows up to a size that no memory has. */
static enum err_code read_hopeless(struct profile *p, struct out *o)
{
    const struct gmon_options options = {0};
    struct err e = ERR_INIT;
    scratch_write("f", o->t.p, o->t.n);
    assert_int_equal(truncate("f", (off_t)1 << 42), 0);
    assert_false(gmon_read(p, "f", &options, &e));
    text_clear(&o->t);
    return e.code;
}

/* The first record decides; what it needs must not be beyond what is tasted. */
TEST(hopeless_files)
{
    struct out o = little64;
    struct profile *p = made_blank(o.width, o.big);
    put_header(&o, 1);
    assert_int_equal(read_hopeless(p, &o), ERR_GMON_RATE);
    put_header(&o, 1);
    put(&o, 3, 1);
    assert_int_equal(read_hopeless(p, &o), ERR_GMON_TAG);
    put_header(&o, 1);
    put_hist(&o, 0x1000, 0x1010, 4);
    assert_true(gmon_read_bytes(p, "good", (const uint8_t *)o.t.p, o.t.n, &(struct gmon_options){0},
                                no_err()));
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

EACH_TEST(scratch_enter, scratch_leave);
