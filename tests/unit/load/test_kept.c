/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts (gmon.out(5)): files of all machines, of several processes, and what may be wrong
 * with them. The files are those that fuzz_kept begins with. */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/load/file/image_file.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "core/load/run/text.h"
#include "unite/kept.h"

#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

/* What a run says, as --info has it. */
static void expect(const char *name, const struct run *run, const char *const *lines)
{
    struct text told = {0};
    run_text(run, &told);
    for (; *lines; lines++)
        if (!strstr(text_z(&told), *lines))
            fail_msg("no \"%s\" of %s in:\n%s", *lines, name, text_z(&told));
    text_release(&told);
}

/* A program and a library with a blank in its name, which the second of three processes closes; the
 * third has written its files. What is finished is the first. A segment of a kind that is not
 * known, a chunk that somebody asked for and did not use, an arc that is half done, a path whose
 * parent comes later, a phase that did not end. And rings: one good node, and others, in rings of
 * two and of one, below a slot that is not there, a parent that is none, one that leads nowhere;
 * tables of more nodes than may be. */
TEST(all_machines_are_read)
{
    static const char *const both[] = {"runs 2\n",          "kept 2\n",         "calls 102\n",
                                       "image 0 ticks 12 ", "image 1 ticks 6 ", NULL};
    static const char *const first[] = {
        "pid 77\n",
        "parent 70\n",
        "start 9\n",
        "began 9000000001\n",
        "kept 1\n",
        "wall 9.876\n",
        "cpu 4.321\n",
        "calls 49\n",
        "lost-calls 1\n",
        "ticks 21\n",
        "wait-timer 1.500\n",
        "paths 5\n",
        "image 0 ticks 12 build-id ab01 entry 0x1004 path /bin/prog\n",
        "image 1 ticks 6 build-id ab01 waits 3 entry 0x1004 path /lib/one\\040two.so\n",
        "phase 0.002 0.001 begin\n",
        "arc 0:0x100c 1:0x1010 7\n",
        NULL};
    static const char *const paths[] = {"paths 1\n", NULL};
    static const char *const files[] = {"little", "big", "little32", "big32", "rings"};
    struct bytes all[ARRAY_LEN(files)], profile;
    struct kept_left left = {0};
    for (unsigned i = 0; i < ARRAY_LEN(files); i++) {
        char path[64];
        snprintf(path, sizeof path, "tests/fuzz/corpus/kept/%s", files[i]);
        assert_true(file_read(path, &all[i], no_err()));
    }
    assert_int_equal(scratch_enter(state), 0);
    assert_int_equal(mkdir("k.d", 0700), 0);
    for (unsigned i = 0; i < ARRAY_LEN(files); i++) {
        struct run run;
        scratch_write("k.d/a.keep", all[i].p, all[i].n);
        bytes_release(&all[i]);
        assert_true(kept_run("k.d/a.keep", NULL, NULL, &run, no_err()));
        expect(files[i], &run, i < 4 ? both : paths);
        run_release(&run);
        kept_finish("k.d", &left);
        assert_int_equal(left.n_done, i + 1);
        if (i == 4)
            continue;
        assert_true(run_read("k.d/..77", SOURCE_NO_OWNER, &run, no_err()));
        expect(files[i], &run, first);
        run_release(&run);
        assert_true(file_read("k.d/..77", &profile, no_err()));
        assert_int_equal(profile.n, i < 2 ? 295 : 271);
        assert_int_equal(profile.p[4], i % 2 == 0); /* the version, 1 */
        bytes_release(&profile);
    }
    scratch_leave(state);
}

/* ---- while a process goes on ---- */

enum { PAGE = 4096, PAGES = 300, CALLS = 1000, READS = 400, MAPPED = 0x400000 };

/* What a process keeps that has called one function of a library CALLS times: these calls are in
 * the table, at the beginning, or where those of libraries that were closed are, at the end. */
static _Alignas(64) union {
    struct keep_head head;
    struct keep_chunk chunk[PAGES * PAGE / sizeof(struct keep_chunk)];
    uint64_t words[PAGES * PAGE / 8];
    char bytes[PAGES * PAGE];
} kept;

enum {
    IMAGE_AT = PAGE + 64,
    SUMS_AT = IMAGE_AT + 128,
    TABLE_AT = 2 * PAGE + 64,
    OLD_AT = (PAGES - 1) * PAGE + 64
};

static struct keep_segment *put_segment(size_t at, uint32_t kind, uint32_t n, uint64_t of,
                                        size_t bytes)
{
    struct keep_segment *s = (void *)&kept.bytes[at];
    *s = (struct keep_segment){.bytes = sizeof *s + bytes, .n = n, .kind = kind, .of = of};
    return s + 1;
}

static void make_kept(const char *path)
{
    kept.head = (struct keep_head){.magic = KEEP_MAGIC,
                                   .order = KEEP_ORDER,
                                   .word = 8,
                                   .rate_hz = 100,
                                   .page_bytes = PAGE,
                                   .n_pages = PAGES};
    put_segment(PAGE, KEEP_CHUNK, 1, 0, PAGE - sizeof(struct keep_segment));
    put_segment(2 * PAGE, KEEP_CHUNK, 1, 0, (PAGES - 3) * PAGE - sizeof(struct keep_segment));
    put_segment((PAGES - 1) * PAGE, KEEP_CHUNK, 1, 0, PAGE - sizeof(struct keep_segment));
    struct keep_image *image = (void *)put_segment(IMAGE_AT, KEEP_IMAGE, 1, 0, 96);
    *image = (struct keep_image){
        .lo = MAPPED, .hi = MAPPED + PAGE, .bin_shift = 4, .n_bins = 256, .number = 1, .n_path = 2};
    memcpy(image + 1, "/p", 2);
    put_segment(SUMS_AT, KEEP_SUMS, N_KEEP_SUMS, 0, (8 * N_KEEP_SUMS + 31) / 32 * 32);
    uint64_t *arc = (void *)put_segment(TABLE_AT, KEEP_TABLE, 1, 0, KEEP_TABLE_BYTES + 32);
    memcpy(arc + 8, (const uint64_t[]){MAPPED + 32, MAPPED + 64, CALLS, 0}, 32);
    uint64_t *old = (void *)put_segment(OLD_AT, KEEP_OLD, 1, 1, 64);
    memcpy(old + 2, (const uint64_t[]){MAPPED + 32, MAPPED + 64, 0}, 24);
    scratch_write(path, &kept, sizeof kept);
}

enum { BASE = (TABLE_AT + 32 + KEEP_TABLE_BYTES) + 24, OLD_COUNT = OLD_AT + 32 + 32 };

static _Atomic int n_begun; /* reads */

static void put_number(int fd, size_t at, uint32_t number)
{
    if (pwrite(fd, &number, sizeof number, (off_t)at) != sizeof number)
        abort();
}

/* Once in each read, and sooner or later in it, calls move from one place to the other or back. */
static void *move_calls(void *path)
{
    const int fd = open(path, O_WRONLY);
    for (int i = 1; i <= READS; i++) {
        const uint32_t moved = i % 2 ? CALLS : 0;
        while (atomic_load(&n_begun) < i)
            sched_yield();
        for (int later = i * 7 % 400; later > 0; later--)
            (void)!lseek(fd, 0, SEEK_SET);
        put_number(fd, offsetof(struct keep_head, n_moving), 1);
        put_number(fd, BASE, moved);
        put_number(fd, OLD_COUNT, moved);
        put_number(fd, offsetof(struct keep_head, n_moves), (uint32_t)i);
        put_number(fd, offsetof(struct keep_head, n_moving), 0);
    }
    close(fd);
    return NULL;
}

static uint64_t calls_at(const char *path)
{
    struct run run;
    assert_true(kept_run(path, NULL, NULL, &run, no_err()));
    const uint64_t calls = run.facts.n_calls;
    run_release(&run);
    return calls;
}

TEST(moving_calls_count_once)
{
    char path[] = "p.keep";
    pthread_t mover;
    assert_int_equal(scratch_enter(state), 0);
    make_kept(path);
    assert_int_equal(pthread_create(&mover, NULL, move_calls, path), 0);
    for (int i = 1; i <= READS; i++) {
        atomic_store(&n_begun, i);
        assert_int_equal(calls_at(path), CALLS);
    }
    assert_int_equal(pthread_join(mover, NULL), 0);
    scratch_leave(state);
}

/* A process that was killed while it moved calls is read all the same. */
TEST(half_moved_calls_are_read)
{
    assert_int_equal(scratch_enter(state), 0);
    make_kept("p.keep");
    const int fd = open("p.keep", O_WRONLY);
    put_number(fd, offsetof(struct keep_head, n_moving), 1);
    close(fd);
    assert_int_equal(calls_at("p.keep"), CALLS);
    scratch_leave(state);
}

/* Ten runs of 0.3 ms each, which begin anywhere in a millisecond, are 3 ms. */
TEST(brief_runs_add_up)
{
    enum { NS = 300000, SUMS = SUMS_AT + sizeof(struct keep_segment) };
    uint64_t ms = 0;
    assert_int_equal(scratch_enter(state), 0);
    make_kept("p.keep");
    const int fd = open("p.keep", O_WRONLY);
    put_number(fd, SUMS + 8 * (KEEP_FACTS + UNITE_FACT_CPU), NS);
    for (uint32_t i = 0; i < 10; i++) {
        struct run run;
        put_number(fd, SUMS + 8 * KEEP_BEGAN_NS, 1000000 * i + 100000 * i);
        assert_true(kept_run("p.keep", NULL, NULL, &run, no_err()));
        ms += run.facts.cpu_ms;
        run_release(&run);
    }
    assert_int_equal(ms, 3);
    close(fd);
    scratch_leave(state);
}

/* Held, it is read when nobody finds it any more; a lock says whether processes go on. */
TEST(what_is_held_stays)
{
    struct run run;
    assert_int_equal(scratch_enter(state), 0);
    make_kept("p.keep");
    assert_null(kept_hold("none.keep", NULL));
    struct kept_held *held = kept_hold("none.keep", kept_hold("p.keep", NULL));
    assert_true(held && kept_is_left(held) && !kept_goes_on(held));
    const int process = open("p.keep", O_RDONLY);
    assert_int_equal(flock(process, LOCK_SH), 0);
    assert_true(kept_goes_on(held));
    close(process);
    assert_int_equal(unlink("p.keep"), 0);
    assert_false(kept_is_left(held) || kept_goes_on(held) || kept_is_at("p.keep", NULL));
    assert_true(kept_is_at("p.keep", held) && kept_run("p.keep", held, NULL, &run, no_err()));
    assert_int_not_equal(run.facts.n_calls, 0);
    run_release(&run);
    kept_let_go(held);
    scratch_leave(state);
}

static void refuse(const char *path, enum err_code code)
{
    struct run run;
    struct err e = ERR_INIT;
    assert_false(kept_run(path, NULL, NULL, &run, &e));
    assert_int_equal(e.code, code);
}

/* Each is refused with its own error, and takes nothing. */
TEST(what_is_not_kept_counts)
{
    assert_int_equal(scratch_enter(state), 0);
    make_kept("p.keep");
    assert_true(kept_is_at("p.keep", NULL));
    scratch_put("x.keep", "x");
    assert_false(kept_is_at("x.keep", NULL) || kept_is_at("none.keep", NULL) ||
                 kept_is_at(".", NULL));
    refuse("none.keep", ERR_OPEN);
    refuse("x.keep", ERR_RUN_DAMAGED);
    const int fd = open("p.keep", O_WRONLY);
    put_number(fd, offsetof(struct keep_head, word), 5);
    refuse("p.keep", ERR_RUN_DAMAGED);
    put_number(fd, offsetof(struct keep_head, word), 8);
    put_number(fd, offsetof(struct keep_head, rate_hz), 0);
    refuse("p.keep", ERR_RUN_DAMAGED);
    put_number(fd, offsetof(struct keep_head, rate_hz), 100);
    assert_int_equal(ftruncate(fd, PAGE), 0); /* nothing is known yet */
    refuse("p.keep", ERR_RUN_DAMAGED);
    close(fd);
    scratch_put("p.keep", KEEP_ANY_MAGIC "999\n and more");
    assert_true(kept_is_at("p.keep", NULL));
    refuse("p.keep", ERR_RUN_VERSION);
    scratch_leave(state);
}
