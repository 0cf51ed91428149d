/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon/fit: which program wrote a profile and how far it was moved, for an image whose code is
 * laid out by hand; and what load/gmon/sketch takes from the bytes of a file. Real programs, moved
 * ones and others are foreign/run_foreign's. */
#include <elf.h>

#include "core/base/file/file.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/write.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

enum {
    TEXT = 0x1000, /* where the code begins in the image, and in the file */
    FUNCTION = 76, /* bytes of each function: no two pages look alike */
    N_FUNCTIONS = 200,
    TEXT_BYTES = FUNCTION * N_FUNCTIONS,
    CALLEE = 9, /* bytes from a function to the address after its call of mcount */
    MCOUNT = 0x800,
};

static const char path[] = "program";

struct fixture {
    uint8_t text[TEXT_BYTES];
    struct image image;
    struct image_code code;
    struct raw_symbol symbols[N_FUNCTIONS];
    struct gmon_sketch sketch;
};

static void put32(uint8_t *p, uint64_t v)
{
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(v >> 8 * i);
}

/* The call that ends at `callee`; indirect: through a slot. */
static void put_call(struct fixture *f, uint64_t callee, bool indirect)
{
    uint8_t *p = f->text + (callee - TEXT);
    p[-6] = indirect ? 0xff : 0x90;
    p[-5] = indirect ? 0x15 : 0xe8;
    put32(p - 4, MCOUNT - callee);
}

static void write_text(const struct fixture *f)
{
    static uint8_t file[TEXT + TEXT_BYTES];
    memcpy(file + TEXT, f->text, sizeof f->text);
    scratch_write(path, file, sizeof file);
}

/* A program with pointers of addr_bytes, and a profile of it with calls of all functions. */
static void make(struct fixture *f, unsigned addr_bytes, bool is_x86)
{
    *f = (struct fixture){.code = {TEXT, TEXT_BYTES, TEXT}};
    memset(f->text, 0x90, sizeof f->text);
    f->image = (struct image){
        .path = (char *)path,
        .addr_bytes = (uint8_t)addr_bytes,
        .is_x86 = is_x86,
        .code = &f->code,
        .n_code = 1,
        .names = "\0_mcount",
        .n_name_bytes = 9,
        .symbols = f->symbols,
        .n_symbols = N_FUNCTIONS,
        .bounds = {.starts = {{TEXT + 2}, 1},
                   .ends = {{TEXT + TEXT_BYTES - 1}, 1},
                   .code_lo = TEXT,
                   .code_hi = TEXT + TEXT_BYTES,
                   .page_bytes = 4096},
    };
    for (unsigned i = 0; i < N_FUNCTIONS; i++) {
        f->symbols[i] = (struct raw_symbol){.addr = TEXT + i * FUNCTION, .flags = SYM_FUNC};
        if (is_x86)
            put_call(f, f->symbols[i].addr + CALLEE, false);
    }
    f->symbols[0].name = 1; /* mcount: it was built with -pg */
    f->sketch = (struct gmon_sketch){.kind = SKETCH_SOUND,
                                     .lo = TEXT,
                                     .hi = TEXT + TEXT_BYTES,
                                     .bin_bytes = 4,
                                     .n_callees = 20,
                                     .n_arcs = 20};
    for (unsigned i = 0; i < f->sketch.n_callees; i++)
        f->sketch.callees[i] = TEXT + 3 * i * FUNCTION + CALLEE;
}

static void move(struct fixture *f, uint64_t distance)
{
    uint64_t mask = f->image.addr_bytes == 8 ? UINT64_MAX : UINT32_MAX;
    f->sketch.lo = (f->sketch.lo + distance) & mask;
    f->sketch.hi = (f->sketch.hi + distance) & mask;
    for (unsigned i = 0; i < f->sketch.n_callees; i++)
        f->sketch.callees[i] = (f->sketch.callees[i] + distance) & mask;
}

static struct fit hold(struct fixture *f)
{
    struct fit_program program = {.image = &f->image};
    struct fit fit;
    write_text(f);
    assert_true(fit_sketch(&program, &f->sketch, &fit, no_err()));
    fit_close(&program);
    return fit;
}

/* The code repeats from page to page: each of two distances would do. */
TEST(no_distance_if_two_would_do)
{
    struct fixture f;
    make(&f, 8, true);
    f.sketch.n_callees = 5;
    for (unsigned i = 0; i < f.sketch.n_callees; i++) {
        uint64_t to = TEXT + (2 * i + 1) * FUNCTION + 30;
        f.sketch.callees[i] = to;
        put_call(&f, to, false);
        put_call(&f, to + 4096, false);
    }
    move(&f, 0x4000000);
    f.sketch.hi += 16;
    struct fit fit = hold(&f);
    assert_int_equal(fit.verdict, FIT_OTHER_PROGRAM);
    assert_int_equal(fit.distance, 0);
}

/* AArch64 calls mcount after all that a function saves; instructions are little-endian words. */
TEST(aarch64_far_from_the_beginning)
{
    enum { FAR = 60 };
    for (unsigned scattered = 0; scattered < 2; scattered++) {
        struct fixture f;
        make(&f, 8, false);
        f.image.machine = EM_AARCH64;
        f.sketch.hi += 0x800; /* a range that somebody chose */
        for (unsigned i = 0; i < f.sketch.n_callees; i++) {
            uint64_t to = f.sketch.callees[i] += FAR - CALLEE;
            uint64_t words = (MCOUNT - (to - 4)) / 4;
            put32(f.text + (to - TEXT) - 4, 0x94000000 | ((words + scattered * i) & 0x3ffffff));
        }
        struct fit fit = hold(&f);
        assert_int_equal(fit.verdict, scattered ? FIT_OTHER_PROGRAM : FIT_UNKNOWN);
        assert_int_equal(fit.n_in_place, scattered ? 1 : 20);
    }
}

TEST(all_forms_of_calls)
{
    static const uint8_t forms[][8] = {
        {2, 0xff, 0xd0},                               /* call *%rax */
        {3, 0xff, 0x53, 0x18},                         /* call *0x18(%rbx) */
        {6, 0xff, 0x93, 0x18, 0, 0, 0},                /* call *0x18(%ebx) */
        {7, 0xff, 0x14, 0x25, 0x00, 0x10, 0x60, 0x00}, /* call *0x601000 */
    };
    for (size_t k = 0; k <= sizeof forms / sizeof *forms; k++) {
        struct fixture f;
        make(&f, 8, true);
        memset(f.text, 0x90, sizeof f.text);
        for (unsigned i = 0; i < f.sketch.n_callees; i++) {
            uint64_t to = f.sketch.callees[i];
            if (k == sizeof forms / sizeof *forms)
                put_call(&f, to, true);
            else
                memcpy(f.text + (to - TEXT) - forms[k][0], forms[k] + 1, forms[k][0]);
        }
        struct fit fit = hold(&f);
        assert_int_equal(fit.verdict, FIT_YES);
    }
}

/* The first n callees have calls of different functions before them. */
static struct fit with_strangers(unsigned n)
{
    struct fixture f;
    make(&f, 8, true);
    for (unsigned i = 0; i < n; i++)
        put32(f.text + (f.sketch.callees[i] - TEXT) - 4, 0x100 * i);
    return hold(&f);
}

TEST(other_builds_and_programs)
{
    assert_int_equal(with_strangers(1).verdict, FIT_YES); /* 95 % */
    struct fit fit = with_strangers(2);
    assert_int_equal(fit.verdict, FIT_OTHER_BUILD);
    assert_int_equal(fit.n_in_place, 18);
    assert_int_equal(with_strangers(17).verdict, FIT_OTHER_BUILD); /* 3 of 20 */
    assert_int_equal(with_strangers(18).verdict, FIT_OTHER_PROGRAM);
    assert_int_equal(with_strangers(20).verdict, FIT_OTHER_PROGRAM);
}

/* Sums, and -finstrument-functions, have the functions themselves for callees. */
TEST(functions_as_callees)
{
    struct fixture f;
    make(&f, 8, true);
    for (unsigned i = 0; i < f.sketch.n_callees; i++)
        f.sketch.callees[i] -= CALLEE;
    assert_int_equal(hold(&f).verdict, FIT_YES);
    f.sketch.hi += 4;
    assert_int_equal(hold(&f).verdict, FIT_OTHER_PROGRAM);
}

TEST(without_arcs_the_range_decides)
{
    struct fixture f;
    make(&f, 8, true);
    f.sketch.n_callees = 0;
    f.symbols[0].name = 0;
    assert_int_equal(hold(&f).verdict, FIT_NOT_PROFILED);
    f.symbols[7].name = 1;
    assert_int_equal(hold(&f).verdict, FIT_SIZE);
    f.symbols[7].name = 0;
    memcpy(f.text, "gmon.out", 8);
    assert_int_equal(hold(&f).verdict, FIT_SIZE);
    move(&f, 0x123000);
    struct fit fit = hold(&f);
    assert_int_equal(fit.verdict, FIT_SIZE);
    assert_int_equal(fit.distance, 0x123000);
    f.sketch.hi += 4;
    assert_int_equal(hold(&f).verdict, FIT_OTHER_PROGRAM);
}

/* What is no program, or is not to be judged, keeps the distance that was given. */
TEST(nothing_is_said)
{
    struct fixture f;
    struct fit fit;
    make(&f, 8, true);
    struct fit_program program = {.image = &f.image, .has_base = true, .base = 0x77000};
    write_text(&f);
    assert_true(fit_sketch(&program, &f.sketch, &fit, no_err()));
    assert_int_equal(fit.distance, 0x77000);
    assert_int_equal(fit.verdict, FIT_OTHER_PROGRAM);
    program.unlike = true;
    assert_true(fit_sketch(&program, &f.sketch, &fit, no_err()));
    assert_int_equal(fit.distance, 0x77000);
    assert_int_equal(fit.verdict, FIT_UNKNOWN);
    fit_close(&program);
    f.image.bounds.page_bytes = 0;
    assert_int_equal(hold(&f).verdict, FIT_UNKNOWN);
}

/* ---- sketches ---- */

static void sketch_file(const struct gmon_content *c, unsigned addr_bytes, struct gmon_sketch *out)
{
    const struct gmon_shape shape = {GMON_FORMAT_AUTO, addr_bytes, c->big_endian};
    struct bytes b;
    assert_true(gmon_write(c, "gmon.out", no_err()));
    assert_true(file_read("gmon.out", &b, no_err()));
    gmon_sketch(b.p, b.n, &shape, out);
    bytes_release(&b);
}

TEST(sketches_all_layouts)
{
    enum { N_ARCS = 5000, SPREAD = 700 };
    static struct raw_arc arcs[N_ARCS];
    uint64_t bins[64] = {1};
    struct histogram h = {.lo = 0x1000, .hi = 0x1100, .n_bins = 64, .bins = bins};
    for (unsigned i = 0; i < N_ARCS; i++)
        arcs[i] = (struct raw_arc){0x1000, i % 7 ? 0x1000 + i * 31 % SPREAD : 0x99999, 1};
    for (unsigned kind = 0; kind < 12; kind++) {
        const struct gmon_content c = {.layout = (enum gmon_layout)(kind % 3),
                                       .big_endian = kind / 3 % 2,
                                       .addr_bytes = kind < 6 ? 4 : 8,
                                       .long_bytes = kind < 6 ? 4 : 8,
                                       .hists = &h,
                                       .n_hists = 1,
                                       .rate_hz = 100,
                                       .dimension = "seconds",
                                       .abbrev = 's',
                                       .arcs = arcs,
                                       .n_arcs = N_ARCS};
        struct gmon_sketch s;
        sketch_file(&c, c.addr_bytes, &s);
        assert_int_equal(s.kind, SKETCH_SOUND);
        assert_int_equal(s.lo, 0x1000);
        assert_int_equal(s.hi, 0x1100);
        assert_int_equal(s.bin_bytes, 4);
        assert_int_equal(s.n_callees, SKETCH_CALLEES);
        assert_true(s.callees[0] < 0x1010 && s.callees[SKETCH_CALLEES - 1] > 0x10f0);
        for (unsigned i = 1; i < s.n_callees; i++)
            assert_true(s.callees[i] > s.callees[i - 1] && s.callees[i] < s.hi);
        sketch_file(&c, 12 - c.addr_bytes, &s);
        assert_int_equal(s.kind, SKETCH_OTHER_SIZE);
    }
}

/* Whatever the bytes, nothing outside of them is read (under ASan), and callees are in order. */
TEST(sketches_any_bytes)
{
    srand(1);
    for (unsigned i = 0; i < 20000; i++) {
        size_t n = (size_t)rand() % 200;
        uint8_t *p = malloc(n + 1);
        assert_non_null(p);
        for (size_t k = 0; k < n; k++)
            p[k] = (uint8_t)(rand() % 4 ? rand() % 3 : rand());
        if (n >= 8 && i % 2)
            memcpy(p, "gmon\1\0\0\0", 8);
        struct gmon_sketch s;
        const struct gmon_shape shape = {GMON_FORMAT_AUTO, i % 4 < 2 ? 4 : 8, i % 8 < 4};
        uint8_t *exact = realloc(p, n ? n : 1);
        gmon_sketch(exact, n, &shape, &s);
        for (unsigned k = 1; s.kind == SKETCH_SOUND && k < s.n_callees; k++)
            assert_true(s.callees[k] > s.callees[k - 1]);
        free(exact);
    }
}

ALL_TESTS(scratch_enter, scratch_leave);
