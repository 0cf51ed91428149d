/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts (gmon.out(5)): files of all machines, older ones, and what may be wrong with them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/load/file/image_file.h"
#include "core/load/join/kept_run.h"
#include "core/load/join/path_file.h"
#include "core/load/join/run_data.h"
#include "core/load/join/run_info.h"
#include "core/load/run/runs_memory.h"
#include "tests/support/scratch_folder.h"

enum { PAGE = 64, NONE = (1 << 21) - (1 << 12), PROGRAM = 0x5000, LIBRARY = 0x9000, N_BINS = 96 };

/* --- making files ------------------------------------------------------------------------------*/

struct out {
    struct text t;
    bool big;
    unsigned word;
    size_t segment; /* where the last one begins */
};

static void put(struct out *o, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(&o->t, (char)(v >> 8 * (o->big ? bytes - 1 - i : i)));
}

static void put_counter(struct out *o, uint64_t v)
{
    put(o, o->word == 8 ? v : v & 0x7fffffff, o->word);
    if (o->word == 4)
        put(o, v >> 31, 4);
}

static void put_head(struct out *o, unsigned rate_hz)
{
    text_add(&o->t, "gptui-keep 1\n\0\0", 16);
    put(o, 0x01020304, 4);
    put(o, o->word, 4);
    put(o, rate_hz, 4);
    put(o, PAGE, 4);
    text_fill(&o->t, '\0', PAGE - o->t.n);
}

static void begin(struct out *o, uint32_t kind, uint32_t n, uint64_t of)
{
    o->segment = o->t.n;
    put(o, 0, 8);
    put(o, n, 4);
    put(o, kind, 4);
    put(o, 0, 8);
    put(o, of, 8);
    text_fill(&o->t, '\0', PAGE - 32);
}

/* Its size is known now. */
static void end(struct out *o)
{
    size_t n = o->t.n;
    text_fill(&o->t, '\0', (PAGE - n % PAGE) % PAGE);
    size_t all = o->t.n;
    o->t.n = o->segment;
    put(o, all - o->segment, 8);
    o->t.n = all;
}

/* Bin 3 has `ticks`. */
static void put_image(struct out *o, uint64_t lo, uint32_t number, const char *path, uint64_t ticks)
{
    begin(o, KEPT_IMAGE, N_BINS, 0);
    size_t start = o->t.n;
    put(o, lo, 8);
    put(o, lo + N_BINS * 4, 8);
    put(o, lo - 0x1000, 8); /* base */
    put(o, lo + 4, 8);      /* entry */
    put(o, 2, 4);           /* a bin has 4 bytes */
    put(o, 2, 4);
    text_add(&o->t, "\xab\x01", 2);
    text_fill(&o->t, '\0', 30);
    text_str(&o->t, path);
    text_fill(&o->t, '\0', 72 + 4096 - (o->t.n - start));
    put(o, number, 4);
    text_fill(&o->t, '\0', 4224 - (o->t.n - start));
    for (int i = 0; i < N_BINS; i++)
        put_counter(o, i == 3 ? ticks : 0);
    end(o);
}

static void put_arc(struct out *o, uint64_t from, uint64_t self, uint64_t count, uint64_t base)
{
    size_t start = o->t.n;
    put(o, from, o->word);
    put(o, self, o->word);
    put_counter(o, count);
    put_counter(o, base);
    text_fill(&o->t, '\0', 32 - (o->t.n - start));
}

static void put_arcs(struct out *o)
{
    begin(o, KEPT_TABLE, 4, 0);
    text_fill(&o->t, '\0', 64);
    put_arc(o, PROGRAM + 8, PROGRAM + 16, 50, 8);
    put_arc(o, PROGRAM + 12, LIBRARY + 16, 7, 0);
    put_arc(o, 0, PROGRAM + 16, 9, 0); /* half done */
    put_arc(o, LIBRARY + 20, PROGRAM + 20, 3, 0);
    end(o);
}

/* What was seen at the last look at the clocks: as an older runtime has it, nothing. */
static void put_seen(struct out *o)
{
    static const uint64_t seen[] = {9876543210, 4321000000, 1, 987, 20, 3, 40, 5};
    for (size_t i = 0; i < ARRAY_LEN(seen); i++)
        put_counter(o, seen[i]);
}

static void put_run(struct out *o, const char *text, bool is_older)
{
    begin(o, 3, is_older ? 11 : 19, 0);
    put_counter(o, 2); /* lost paths */
    put_counter(o, 5); /* of no meaning, as 40 is among those seen */
    put_counter(o, 0);
    for (int i = 0; i < 8; i++)
        put_counter(o, i == 4 ? UINT64_C(1500000000) : 0);
    if (!is_older)
        put_seen(o);
    text_str(&o->t, text);
    end(o);
}

static void put_node(struct out *o, uint64_t addr, uint32_t parent, uint64_t ticks, uint64_t waits)
{
    size_t start = o->t.n;
    put(o, addr, o->word);
    put(o, parent + 1, 4);
    text_fill(&o->t, '\0', 2 * o->word - (o->t.n - start));
    put_counter(o, ticks);
    put_counter(o, waits);
    text_fill(&o->t, '\0', 32 - (o->t.n - start));
}

/* main, which called a function, which waited in a library; and one whose parent comes later. */
static void put_paths(struct out *o)
{
    begin(o, KEPT_PATHS, 6, 0);
    put_node(o, PROGRAM + 8, NONE, 1, 0);
    put_node(o, PROGRAM + 16, 0, 2, 0);
    put_node(o, 0, UINT32_MAX, 0, 0); /* free */
    put_node(o, LIBRARY + 16, 1, 0, 30000000);
    put_node(o, PROGRAM + 24, 5, 4, 0);
    put_node(o, 1, NONE, 0, 0); /* what is further out is not known */
    end(o);
}

static void put_waits(struct out *o, uint32_t number, uint64_t ns)
{
    begin(o, KEPT_WAITS, N_BINS, number);
    for (int i = 0; i < N_BINS; i++)
        put_counter(o, i == 90 ? ns : 0);
    end(o);
}

static void put_phase(struct out *o, const char *name, uint64_t wall_ns, uint32_t is_whole)
{
    size_t n = strlen(name);
    text_add(&o->t, name, n < 40 ? n : 40);
    text_fill(&o->t, '\0', n < 40 ? 40 - n : 0);
    put(o, wall_ns, 8);
    put(o, wall_ns / 2, 8);
    put(o, is_whole, 4);
    put(o, 0, 4);
}

/* The second is half done, and for the last one the segment has no room. */
static void put_phases(struct out *o)
{
    begin(o, KEPT_PHASES, 5, 0);
    put_phase(o, "begin", 0, 1);
    put_phase(o, "half", 1000000, 0);
    put_phase(o, "two words\n", 2000000, 1);
    put_phase(o, "this has no zero byte at its end, forty..", 3000000, 1);
    end(o);
}

static const char text_of_run[] =
    "gptui-runtime 1\ncommand prog -x\nrun R\npid 77\nhost h\nstart 9\n"
    "began 9000000001\nimage 0 path /wrong\nunit seconds\n";

static void put_all(struct out *o)
{
    put_head(o, 100);
    put_run(o, text_of_run, false);
    put_image(o, PROGRAM, 1, "/bin/prog", 12);
    put_arcs(o);
    put_image(o, LIBRARY, 2, "/lib/one two.so", 6);
    begin(o, 77, 1, 0); /* of a newer runtime */
    end(o);
    put_paths(o);
    put_waits(o, 2, 30000000);
    put_phases(o);
}

static void write_bytes(const char *p, size_t n)
{
    FILE *f = fopen("k.keep", "w");
    assert_non_null(f);
    assert_int_equal(fwrite(p, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

static void write_kept(const struct out *o)
{
    assert_false(o->t.failed);
    write_bytes(o->t.p, o->t.n);
}

/* --- reading -----------------------------------------------------------------------------------*/

static bool read_info(struct run_info *info)
{
    struct err e = ERR_INIT;
    return run_info_read("k.keep", SOURCE_NO_OWNER, info, &e) && info->kept;
}

static void check_facts(const struct run_info *info)
{
    assert_int_equal(info->n_images, 2);
    assert_string_equal(info->images[0].path, "/bin/prog");
    assert_string_equal(info->images[1].path, "/lib/one two.so");
    assert_string_equal(info->images[1].build_id, "ab01");
    assert_int_equal(info->images[0].ticks, 12);
    assert_int_equal(info->images[1].waits, 3);
    assert_int_equal(info->facts.ticks, 18 + 3);
    assert_int_equal(info->facts.n_kept, 1);
    assert_int_equal(info->facts.wall_ms, 9876);
    assert_int_equal(info->facts.cpu_ms, 4321);
    assert_int_equal(info->facts.n_lost_calls, 1);
    assert_int_equal(info->facts.achieved_hz, 987);
    assert_int_equal(info->facts.n_missing_samples, 20);
    assert_int_equal(info->facts.unknown_ticks, 3);
    assert_int_equal(info->facts.counting_ticks, 5);
    assert_int_equal(info->n_phases, 3);
    assert_string_equal(info->phases[0].name, "begin");
    assert_string_equal(info->phases[1].name, "two words\n");
    assert_int_equal(info->phases[1].wall_ms, 2);
    assert_int_equal(info->phases[1].cpu_ms, 1);
    assert_string_equal(info->phases[2].name, "this has no zero byte at its end, forty");
    assert_int_equal(info->facts.n_calls, 42 + 7 + 3);
    assert_int_equal(info->facts.wait_ms[RUN_WAIT_TIMER], 1500);
    assert_int_equal(info->pid, 77);
    assert_int_equal(info->began_ns, UINT64_C(9000000001));
    assert_int_equal(info->n_arcs, 2);
    assert_int_equal(info->arcs[0].from_image, 1); /* by the callee's image */
    assert_int_equal(info->arcs[1].to, 0x1010);
    assert_int_equal(info->n_paths, 5);
}

static void check_paths(const struct run_info *info)
{
    static const struct {
        size_t parent;
        struct unite_node node;
    } want[] = {
        {UNITE_NO_NODE, {.addr = PATH_CUT}},
        {0, {.image = 1, .addr = 0x1018, .ticks = 4}},
        {UNITE_NO_NODE, {.image = 1, .addr = 0x1008, .ticks = 1}},
        {2, {.image = 1, .addr = 0x1010, .ticks = 2}},
        {3, {.image = 2, .addr = 0x1010, .waits = 3}},
    };
    const struct path_target targets[] = {{1, 0}, {2, 0}};
    struct path_file f;
    struct unite_tree tree = {.memory = &runs_memory};
    struct err e = ERR_INIT;
    assert_true(path_file_read(info, SOURCE_NO_OWNER, &f, &e));
    assert_int_equal(f.lost_ticks, 2);
    assert_int_equal(f.n_nodes, info->n_paths);
    assert_true(path_file_add(&f, targets, &tree, NULL, &e));
    assert_int_equal(unite_tree_count(&tree), 5);
    for (size_t i = 0, parent; i < unite_tree_count(&tree); i++) {
        const struct unite_node *node = unite_tree_node(&tree, i, &parent);
        assert_int_equal(parent, want[i].parent);
        assert_int_equal(node->image, want[i].node.image);
        assert_int_equal(node->addr, want[i].node.addr);
        assert_int_equal(node->ticks, want[i].node.ticks);
        assert_int_equal(node->waits, want[i].node.waits);
    }
    unite_tree_release(&tree);
    path_file_release(&f);
}

static struct profile *blank(const struct out *o)
{
    struct image *im = mem_array(1, sizeof *im);
    assert_non_null(im);
    im->addr_bytes = (uint8_t)o->word;
    im->big_endian = o->big;
    struct profile *p = profile_new(im);
    assert_non_null(p);
    return p;
}

static void check_profiles(const struct out *o, const struct run_info *info)
{
    const struct gmon_options options = {0};
    struct err e = ERR_INIT;
    struct profile *p = blank(o), *waits = blank(o);
    assert_true(run_data_read(info, 1, KEPT_TICKS, p, &options, &e));
    assert_int_equal(profile_ticks(p), 6);
    assert_int_equal(p->n_arcs, 1);
    assert_int_equal(p->arcs[0].from, 0x1004); /* the entry stands for the program */
    assert_int_equal(p->arcs[0].to, 0x1010);
    assert_int_equal(p->arcs[0].count, 7);
    assert_true(run_data_read(info, 1, KEPT_WAITING, waits, &options, &e));
    assert_string_equal(waits->dimension, GMON_WAIT);
    assert_int_equal(waits->n_hists, 1); /* bins 64 to 95 */
    assert_int_equal(waits->hists[0].lo, 0x1000 + 64 * 4);
    assert_int_equal(histogram_ticks(&waits->hists[0], 26), 3);
    assert_false(run_data_read(info, 2, KEPT_TICKS, p, &options, &e));
    profile_free(p);
    profile_free(waits);
}

static void all_machines_are_read(void **state)
{
    (void)state;
    for (int machine = 0; machine < 4; machine++) {
        struct out o = {.big = machine & 1, .word = machine & 2 ? 4 : 8};
        struct run_info info;
        put_all(&o);
        write_kept(&o);
        assert_true(read_info(&info));
        check_facts(&info);
        check_paths(&info);
        check_profiles(&o, &info);
        run_info_release(&info);
        text_release(&o.t);
    }
}

/* It did not look at clocks, and had the text of the run where others have what they saw. */
static void runs_without_clocks_are_read(void **state)
{
    (void)state;
    struct out o = {.word = 8};
    struct run_info info;
    put_head(&o, 100);
    put_run(&o, text_of_run, true);
    put_image(&o, PROGRAM, 1, "/bin/prog", 12);
    write_kept(&o);
    assert_true(read_info(&info));
    assert_int_equal(info.pid, 77);
    assert_int_equal(info.facts.ticks, 12);
    assert_int_equal(info.facts.n_kept, 1);
    assert_int_equal(info.facts.wall_ms, 0);
    assert_int_equal(info.facts.cpu_ms, 0);
    assert_int_equal(info.n_phases, 0);
    run_info_release(&info);
    text_release(&o.t);
}

/* No more than a runtime keeps. */
static void phases_are_few(void **state)
{
    (void)state;
    struct out o = {.word = 8};
    struct run_info info;
    put_head(&o, 100);
    put_image(&o, PROGRAM, 1, "/bin/prog", 12);
    begin(&o, KEPT_PHASES, UINT32_MAX, 0);
    for (uint32_t i = 0; i < 300; i++)
        put_phase(&o, "p", UINT64_MAX - i, UINT32_MAX);
    end(&o);
    write_kept(&o);
    assert_true(read_info(&info));
    assert_int_equal(info.n_phases, 256);
    assert_int_equal(info.phases[255].wall_ms, UINT64_MAX / 1000000);
    run_info_release(&info);
    text_release(&o.t);
}

static void older_ones_are_read(void **state)
{
    (void)state;
    struct out o = {.word = 8};
    struct run_info info;
    put_head(&o, 100);
    put_image(&o, PROGRAM, 0, "/bin/prog", 12);
    put_arcs(&o);
    write_kept(&o);
    assert_true(read_info(&info));
    assert_int_equal(info.n_images, 1);
    assert_int_equal(info.n_paths, 0);
    assert_int_equal(info.images[0].waits, 0);
    assert_int_equal(info.began_ns, 0);
    assert_int_equal(info.facts.n_calls, 45);
    run_info_release(&info);
    text_release(&o.t);
}

static void read_all_of(const struct out *o)
{
    struct run_info info;
    struct path_file f;
    struct err e = ERR_INIT;
    struct profile *p = blank(o);
    if (read_info(&info)) {
        for (size_t i = 0; i < info.n_images; i++)
            (void)!run_data_read(&info, i, KEPT_TICKS, p, &(struct gmon_options){0}, &e);
        if (info.n_paths > 0) {
            assert_true(path_file_read(&info, SOURCE_NO_OWNER, &f, &e));
            path_file_release(&f);
        }
    }
    run_info_release(&info);
    profile_free(p);
}

/* Whatever is cut off or spoilt: what is left is read, or nothing. */
static void damage_is_survived(void **state)
{
    (void)state;
    struct out o = {.word = 8};
    put_all(&o);
    for (size_t n = 0; n < o.t.n; n += n < 600 ? 1 : 97) {
        write_bytes(o.t.p, n);
        read_all_of(&o);
        char before = o.t.p[n];
        o.t.p[n] = (char)(n % 3 ? n * 41 : 0);
        write_kept(&o);
        read_all_of(&o);
        o.t.p[n] = before;
    }
    text_release(&o.t);
}

/* Nodes that lead nowhere, in a ring, or too far. */
static void impossible_paths_are_left_out(void **state)
{
    (void)state;
    struct out o = {.word = 8};
    struct run_info info;
    put_head(&o, 100);
    put_image(&o, PROGRAM, 1, "/bin/prog", 12);
    begin(&o, KEPT_PATHS, 7, 4096);
    put_node(&o, PROGRAM + 8, NONE, 1, 0);
    put_node(&o, PROGRAM + 8, 4096 + 2, 1, 0); /* two in a ring */
    put_node(&o, PROGRAM + 8, 4096 + 1, 1, 0);
    put_node(&o, PROGRAM + 8, 4096 + 3, 1, 0);  /* its own parent */
    put_node(&o, PROGRAM + 8, 9, 1, 0);         /* a slot that is not there */
    put_node(&o, PROGRAM + 8, NONE + 7, 1, 0);  /* none at all */
    put_node(&o, PROGRAM + 16, 4096 + 4, 1, 0); /* of one that leads nowhere */
    end(&o);
    begin(&o, KEPT_PATHS, 7, NONE - 3); /* too many */
    end(&o);
    begin(&o, KEPT_PATHS, 1 << 20, UINT64_MAX - 7);
    end(&o);
    write_kept(&o);
    assert_true(read_info(&info));
    assert_int_equal(info.n_paths, 1);
    run_info_release(&info);
    text_release(&o.t);
}

/* No count makes a file of any size. */
static void counts_of_any_size_are_read(void **state)
{
    (void)state;
    struct out o = {.word = 8};
    struct run_info info;
    struct err e = ERR_INIT;
    put_head(&o, 1000000000);
    for (uint32_t i = 1; i <= 4; i++) {
        put_image(&o, PROGRAM + 0x1000 * i, i, "/bin/prog", UINT64_MAX / 3);
        put_waits(&o, i, UINT64_MAX / 3);
    }
    write_kept(&o);
    assert_true(read_info(&info));
    assert_int_equal(info.n_images, 4);
    size_t most = 0;
    for (size_t i = 0; i < info.n_images; i++)
        for (int what = KEPT_TICKS; what <= KEPT_WAITING; what++) {
            struct bytes b;
            assert_true(kept_profile(&info.kept->counts, &info.kept->counts.images[i],
                                     (enum kept_what)what, &b, &e));
            most += b.n;
            bytes_release(&b);
        }
    assert_true(most < 16 << 20);
    run_info_release(&info);
    text_release(&o.t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_machines_are_read),
        cmocka_unit_test(runs_without_clocks_are_read),
        cmocka_unit_test(phases_are_few),
        cmocka_unit_test(older_ones_are_read),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(impossible_paths_are_left_out),
        cmocka_unit_test(counts_of_any_size_are_read),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
