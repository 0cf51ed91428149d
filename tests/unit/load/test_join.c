/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/run/join: a small program and a library, their profiles, and what is known of the run: true
 * things, and any others. */
#include <sys/stat.h>

#include "core/load/gmon/write.h"
#include "core/load/load.h"
#include "tests/support/mkelf.h"
#include "tests/support/run_maker.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

/* ---- images ---- */

static const char program[] = "elf 64 le x86_64 dyn\nsection .text 0x1000 0x1000 ax\n"
                              "sym _start 0x1000\nsym main 0x1100\nsym back 0x1200\n"
                              "sym last 0x1f00\n";

#define LIBRARY(stripped) "elf 64 le x86_64 dyn " stripped "\nsection .text 0x1000 0x2000 ax\n"

static const char functions[] = "sym _init 0x1000 size=0x10\nsym work 0x1100 size=0x80\n"
                                "sym leaf 0x1200 size=0x20\nsym end 0x2f00\n";

/* The library with its functions, in a table for programs or one for linking. */
static void write_library(const char *beginning)
{
    char s[512];
    snprintf(s, sizeof s, "%s%s", beginning, functions);
    mkelf("lib.so", s);
}

/* ---- profiles ---- */

struct data {
    const char *dimension;
    uint64_t lo, hi; /* of the histogram */
    unsigned bin;
    uint32_t rate_hz;
    uint64_t ticks, at; /* in the bin of `at` */
    const struct raw_arc *arcs;
    size_t n_arcs;
};

static const struct raw_arc arcs_of_program[] = {
    {0x1000, 0x1104, 1}, {0x1000, 0x1204, 40}, {0x1110, 0x1204, 2}};
static const struct raw_arc arcs_of_library[] = {
    {0x1000, 0x1104, 7}, {0x1108, 0x1204, 100}, {0x1000, 0x1204, 3}};

static const struct data program_data = {"seconds", 0x1000, 0x2000,          4, 100,
                                         9,         0x1100, arcs_of_program, 3};
static const struct data library_data = {"seconds", 0x1000, 0x3000,          4, 100,
                                         30,        0x1200, arcs_of_library, 3};

static void write_profile(const char *path, const struct data *d)
{
    uint32_t n_bins = (uint32_t)((d->hi - d->lo) / d->bin);
    uint64_t *bins = calloc(n_bins, sizeof *bins);
    assert_non_null(bins);
    bins[(d->at - d->lo) / d->bin] = d->ticks;
    struct histogram h = {.lo = d->lo, .hi = d->hi, .n_bins = n_bins, .bins = bins};
    const struct gmon_content c = {.layout = GMON_MAGIC,
                                   .addr_bytes = 8,
                                   .hists = &h,
                                   .n_hists = 1,
                                   .rate_hz = d->rate_hz,
                                   .dimension = d->dimension,
                                   .abbrev = 's',
                                   .arcs = d->arcs,
                                   .n_arcs = d->n_arcs};
    assert_true(gmon_write(&c, path, no_err()));
    free(bins);
}

static const char text[] = "image 0 ticks 9 build-id - entry 0x1000 file gmon.out path ./prog\n"
                           "image 1 ticks 30 build-id - entry 0x1000 file gmon.out.lib.so path "
                           "./lib.so\n"
                           "image 2 ticks 0 build-id - path ./unused.so\n"
                           "arc 0:0x1120 1:0x1104 7\n"
                           "arc 1:0x1130 0:0x1204 30\n"
                           "arc -:0x7d0000000000 0:0x1204 10\n"
                           "arc 0:0x1130 1:0x1204 3\n";

/* The run of the profile and of the library's as they are now. */
static void write_text(const char *s)
{
    run_make(s, "gmon.out");
}

static int set_up(void **state)
{
    int failed = scratch_enter(state);
    if (failed)
        return failed;
    mkelf("prog", program);
    write_library(LIBRARY(""));
    write_profile("gmon.out", &program_data);
    write_profile("gmon.out.lib.so", &library_data);
    write_text(text);
    return 0;
}

static struct profile *load_files(const char *const *files, size_t n)
{
    const struct load_request r = {
        .image = "prog", .files = files, .n_files = n, .libraries = true};
    struct profile *p = load_profile(&r, no_err());
    assert_non_null(p);
    return p;
}

static struct profile *load(void)
{
    const char *const file = "gmon.out";
    return load_files(&file, 1);
}

static uint64_t calls(const struct profile *p, uint64_t from, uint64_t to)
{
    uint64_t n = 0;
    for (size_t i = 0; i < p->n_arcs; i++)
        if (p->arcs[i].from == from && p->arcs[i].to == to)
            n += p->arcs[i].count;
    return n;
}

static uint64_t all_calls(const struct profile *p)
{
    uint64_t n = 0;
    for (size_t i = 0; i < p->n_arcs; i++)
        n += p->arcs[i].count;
    return n;
}

/* ---- what is joined ---- */

TEST(joined)
{
    struct profile *p = load();
    assert_int_equal(p->n_libraries, 1);
    assert_int_equal(p->n_joined, 1);
    const struct library *l = &p->libraries[0];
    assert_true(l->lo >= 0x2000);
    assert_int_equal(l->ticks, 30);
    assert_int_equal(profile_ticks(p), 39);
    assert_string_equal(l->path, "./lib.so");
    assert_int_equal(p->program_hi, 0x2000);
    assert_true(p->image->text_hi == l->hi);
    assert_null(profile_library(p, 0x1fff));
    assert_ptr_equal(profile_library(p, l->shift + 0x1104), l);
    assert_int_equal(profile_file_addr(p, l->shift + 0x1104), 0x1104);
    assert_int_equal(profile_file_addr(p, 0x1104), 0x1104);
    assert_int_equal(p->n_hists, 2);
    assert_true(p->hists[1].lo == l->shift + 0x1000);
    profile_free(p);
}

TEST(callers)
{
    struct profile *p = load();
    uint64_t s = p->libraries[0].shift;
    assert_int_equal(calls(p, 0x1120, s + 0x1104), 7);
    assert_int_equal(calls(p, s + 0x1000, s + 0x1104), 0);
    assert_int_equal(calls(p, s + 0x1130, 0x1204), 30);
    assert_int_equal(calls(p, 0x1000, 0x1204), 10); /* by nobody knows whom */
    assert_int_equal(calls(p, 0x1000, 0x1104), 1);
    assert_int_equal(calls(p, 0x1110, 0x1204), 2);
    assert_int_equal(calls(p, s + 0x1108, s + 0x1204), 100);
    assert_int_equal(calls(p, 0x1130, s + 0x1204), 3);
    assert_int_equal(all_calls(p), 43 + 110);
    profile_free(p);
}

TEST(several_runs)
{
    static const char *const files[] = {"gmon.out", "gmon.out"};
    struct profile *p = load_files(files, 2);
    uint64_t s = p->libraries[0].shift;
    assert_int_equal(p->n_joined, 1);
    assert_int_equal(profile_ticks(p), 2 * 39);
    assert_int_equal(calls(p, 0x1120, s + 0x1104), 14);
    assert_int_equal(calls(p, s + 0x1130, 0x1204), 60);
    assert_int_equal(all_calls(p), 2 * (43 + 110));
    profile_free(p);
}

TEST(callers_alone)
{
    write_text("image 0 ticks 9 build-id - entry 0x1000 file gmon.out path ./prog\n"
               "image 1 ticks 0 build-id - path ./lib.so\n"
               "arc 1:0x1130 0:0x1204 30\n");
    struct profile *p = load();
    assert_int_equal(p->n_libraries, 0);
    assert_int_equal(all_calls(p), 43);
    profile_free(p);
}

TEST(other_bins)
{
    struct data d = library_data;
    d.bin = 16;
    write_profile("gmon.out.lib.so", &d);
    write_text(text);
    struct profile *p = load();
    assert_int_equal(p->n_joined, 1);
    assert_true(histogram_scale(p, &p->hists[0]) == 2);
    assert_true(histogram_scale(p, &p->hists[1]) == 8);
    profile_free(p);
}

/* ---- what is left out ---- */

static enum library_finding finding(void)
{
    struct profile *p = load();
    assert_int_equal(p->n_libraries, 1);
    assert_int_equal(all_calls(p), p->n_joined ? 43 + 110 : 43);
    enum library_finding f = p->libraries[0].finding;
    profile_free(p);
    return f;
}

static void replace(char *s, const char *from, const char *to)
{
    char *at = strstr(s, from);
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
}

TEST(left_out)
{
    struct data d = library_data;
    char s[sizeof text];
    d.rate_hz = 250;
    write_profile("gmon.out.lib.so", &d);
    write_text(text);
    assert_int_equal(finding(), LIBRARY_OTHER_UNIT);

    const struct raw_arc far = {0x1001, UINT64_MAX, 100};
    d = library_data;
    d.arcs = &far;
    d.n_arcs = 1;
    write_profile("gmon.out.lib.so", &d);
    write_text(text);
    assert_int_equal(finding(), LIBRARY_NO_ROOM);
    write_profile("gmon.out.lib.so", &library_data);

    memcpy(s, text, sizeof s);
    replace(s, "30 build-id - ", "30 build-id a ");
    write_text(s);
    assert_int_equal(finding(), LIBRARY_OTHER_BUILD);
    write_text(text);
    mkelf("lib.so", LIBRARY(""));
    assert_int_equal(finding(), LIBRARY_NO_SYMBOLS);
    assert_int_equal(remove("lib.so"), 0);
    assert_int_equal(finding(), LIBRARY_NO_IMAGE);
    replace(s, " path ./lib.so", " path vdsovdso");
    replace(s, "30 build-id a ", "30 build-id - ");
    write_text(s);
    assert_int_equal(finding(), LIBRARY_NO_FILE);
}

static void assert_alone(void)
{
    struct profile *p = load();
    assert_int_equal(p->n_libraries, 0);
    assert_int_equal(all_calls(p), 43);
    profile_free(p);
}

TEST(other_runs)
{
    struct data d = program_data;
    d.ticks = 10;
    write_profile("gmon.out", &d);
    assert_alone();
    struct profile *p = load();
    assert_int_equal(p->files[0].run_finding, RUN_OTHER_PROFILE);
    profile_free(p);
    write_text(text);
    assert_int_equal(finding(), LIBRARY_JOINED);
    assert_int_equal(remove("gmon.out.run"), 0);
    assert_alone();
    assert_int_equal(mkdir("gmon.out.d", 0700), 0);
    scratch_write("gmon.out.d/profile.info", "gptui-runtime 1\n", 16);
    p = load();
    assert_int_equal(p->files[0].run_finding, RUN_OLDER);
    profile_free(p);
    assert_int_equal(remove("gmon.out.d/profile.info"), 0);
}

/* A run is a profile itself. */
TEST(run_alone)
{
    static const char *const file = "gmon.out.run";
    struct profile *both = load(), *p = load_files(&file, 1);
    assert_int_equal(p->files[0].run_finding, RUN_KNOWN);
    assert_int_equal(p->n_joined, 1);
    assert_int_equal(profile_ticks(p), profile_ticks(both));
    assert_int_equal(calls(p, 0x1110, 0x1204), 2);
    assert_int_equal(all_calls(p), all_calls(both) - 1); /* of main by _start, which made it up */
    profile_free(p);
    profile_free(both);
}

/* ---- call paths ---- */

static uint64_t ticks_at(const struct profile_paths *paths, uint64_t addr)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < paths->n; i++)
        n += paths->nodes[i].addr == addr ? paths->nodes[i].ticks : 0;
    return n;
}

static void write_paths(void)
{
    char s[sizeof text + 256];
    snprintf(s, sizeof s, "%slost-path-ticks 7\n%s", text,
             "node 0 0:0x1100 0 0\nnode 1 0:0x1210 2 0\nnode 2 1:0x1210 5 9\n"
             "node 0 -:0x1 0 0\nnode 1 2:0x1500 3 0\n");
    write_text(s);
}

/* At the addresses that images have; what is not there is nowhere. */
TEST(paths_of_all)
{
    static const char *const files[] = {"gmon.out", "gmon.out"};
    write_paths();
    struct load_request r = {.image = "prog", .files = files, .libraries = true};
    for (r.n_files = 1; r.n_files <= 2; r.n_files++) {
        struct profile *p = load_files(files, r.n_files);
        const struct profile_paths *paths = p->paths;
        assert_non_null(paths);
        assert_int_equal(paths->n, 5);
        assert_int_equal(paths->ticks, 10 * r.n_files);
        assert_int_equal(paths->cut_ticks, 3 * r.n_files);
        assert_int_equal(paths->lost_ticks, 7 * r.n_files);
        assert_int_equal(ticks_at(paths, 0x1210), 2 * r.n_files);
        assert_int_equal(ticks_at(paths, p->libraries[0].shift + 0x1210), 5 * r.n_files);
        assert_int_equal(ticks_at(paths, PATH_NOWHERE), 3 * r.n_files);
        profile_free(p);
    }
    scratch_write("other", "", 0); /* a file without any leaves all without */
    write_profile("other", &program_data);
    const char *const both[] = {"gmon.out", "other"};
    struct profile *p = load_files(both, 2);
    assert_null(p->paths);
    profile_free(p);
}

/* ---- stripped libraries ---- */

static bool has_symbol(const struct profile *p, const char *name, uint64_t addr)
{
    const struct image *im = p->image;
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (im->symbols[i].addr == addr && strcmp(image_name(im, &im->symbols[i]), name) == 0)
            return true;
    return false;
}

TEST(stripped)
{
    write_library(LIBRARY("stripped"));
    struct profile *p = load();
    uint64_t s = p->libraries[0].shift;
    assert_int_equal(p->n_joined, 1);
    assert_true(has_symbol(p, "_init", s + 0x1000));
    assert_true(has_symbol(p, "lib.so+0x1010", s + 0x1010));
    assert_true(has_symbol(p, "work", s + 0x1100));
    assert_true(has_symbol(p, "lib.so+0x1180", s + 0x1180));
    assert_true(has_symbol(p, "lib.so+0x1220", s + 0x1220));
    assert_true(has_symbol(p, "end", s + 0x2f00)); /* and up to the end: its size is unknown */
    assert_int_equal(p->image->n_symbols, 4 + 4 + 3);
    profile_free(p);
}

/* ---- waits ---- */

static const char text_of_waits[] =
    "wait-timer 0.250\n"
    "image 0 ticks 9 waits 12 build-id - entry 0x1000 file gmon.out path ./prog\n"
    "image 1 ticks 30 waits 70013 build-id - entry 0x1000 file gmon.out.lib.so path ./lib.so\n";

/* In the fifth of eight bins. */
static void write_wait_file(const char *path, uint64_t lo, uint64_t ticks, uint32_t rate_hz)
{
    write_profile(path, &(struct data){"wait", lo, lo + 32, 4, rate_hz, ticks, lo + 16, NULL, 0});
}

static void write_waits(void)
{
    write_wait_file("gmon.out.wait", 0x1100, 12, 100);
    write_wait_file("gmon.out.lib.so.wait", 0x1200, 70013, 100);
    write_text(text_of_waits);
}

static uint64_t all_waits(const struct profile *p)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < p->n_waits; i++)
        for (uint32_t k = 0; k < p->waits[i].n_bins; k++)
            n += histogram_ticks(&p->waits[i], k);
    return n;
}

TEST(waits_of_all)
{
    static const char *const files[] = {"gmon.out", "gmon.out"};
    write_waits();
    struct profile *p = load();
    assert_int_equal(p->n_waits, 2);
    assert_int_equal(p->wait_hz, 100);
    assert_int_equal(p->waits[0].lo, 0x1100);
    assert_true(p->waits[0].scale == 2);
    assert_int_equal(histogram_ticks(&p->waits[0], 4), 12);
    assert_true(p->waits[1].lo == 0x1200 + p->libraries[0].shift);
    assert_int_equal(histogram_ticks(&p->waits[1], 4), 70013);
    assert_int_equal(p->files[0].run.wait_ms[RUN_WAIT_TIMER], 250);
    assert_false(p->files[0].lost_waits);
    assert_int_equal(profile_ticks(p), 39); /* nothing of it is CPU time */
    profile_free(p);
    p = load_files(files, 2);
    assert_int_equal(all_waits(p), 2 * 70025);
    profile_free(p);
}

/* ---- bad waits ---- */

/* What remains is whole, and the file is known to have lost some. */
static void assert_lost(uint64_t rest)
{
    struct profile *p = load();
    assert_true(p->files[0].lost_waits);
    assert_int_equal(all_waits(p), rest);
    assert_int_equal(p->n_joined, 1);
    assert_int_equal(profile_ticks(p), 39);
    profile_free(p);
}

TEST(bad_waits)
{
    write_waits();
    write_wait_file("gmon.out.lib.so.wait", 0x1200, 5, 250); /* another unit than the program's */
    write_text(text_of_waits);
    assert_lost(12);
    write_wait_file("gmon.out.lib.so.wait", UINT64_MAX - 63, 5, 100);
    write_text(text_of_waits);
    struct profile *far = load();
    assert_int_equal(far->libraries[0].finding, LIBRARY_NO_ROOM);
    profile_free(far);
}

EACH_TEST(set_up, scratch_leave);
