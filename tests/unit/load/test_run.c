/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run that goes with a profile: what is read of it, and said of it; and of bad ones. */
#include <sys/stat.h>
#include <unistd.h>

#include "core/load/file/image_file.h"
#include "core/load/run/run.h"
#include "core/load/run/text.h"
#include "tests/support/run_maker.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static struct run run_of(const char *text)
{
    struct unite_message m;
    struct run r;
    run_make_message(text, &m);
    assert_true(run_of_message(&m, "p.run", &r, no_err()));
    assert_null(m.p);
    return r;
}

static const char whole[] =
    "command ./prog with\\040space\n"
    "run 17-4\n"
    "pid 5\n"
    "host a\\040b\n"
    "rank 3\n"
    "start 1700000000\n"
    "began 1700000000000000001\n"
    "parent 4\n"
    "rate-achieved 250\n"
    "sampled-by timer\n"
    "wall 61.007\n"
    "cpu 0.250\n"
    "calls 5000\n"
    "lost-calls 2\n"
    "rate-asked 1000\n"
    "ticks 100\n"
    "ticks-unknown 7\n"
    "ticks-counting 9\n"
    "wait-futex 12.034\n"
    "wait-timer 0.500\n"
    "waits 12.534\n"
    "counting-time 0.009\n"
    "counting-ns-per-call 1800.0\n"
    "arcs 3\n"
    "paths 2\n"
    "image 0 ticks 60 build-id abcdef waits 81 entry 0x10 path /a\\040b/prog\n"
    "image 1 ticks 33 build-id - path /l/x.so\n"
    "phase 0.500 0.125 warm\\040up\n"
    "phase 61.000 0.250 work\n"
    "arc -:0x0 0:0x10 18446744073709551615\n"
    "arc 0:0x10 1:0x20 5\n";

/* What is no line of the text, but in the tables. */
static const char tables[] = "node 0 0:0x10 1 0\n"
                             "node 1 1:0x20 2 3\n"
                             "arc 1:0x30 1:0x20 4\n";

TEST(test_whole)
{
    char text[sizeof whole + sizeof tables];
    struct text out = {0};
    snprintf(text, sizeof text, "%s%s", whole, tables);
    /* These are counted, and no words of a run. */
    char *derived = strstr(text, "waits 12"), *image = strstr(text, "image 0");
    memmove(derived, image, strlen(image) + 1);
    struct run r = run_of(text);
    assert_int_equal(r.facts.ticks, 100);
    assert_int_equal(r.facts.unknown_ticks, 7);
    assert_int_equal(r.facts.counting_ticks, 9);
    assert_int_equal(r.facts.n_calls, 5000);
    assert_int_equal(r.facts.n_lost_calls, 2);
    assert_int_equal(r.facts.asked_hz, 1000);
    assert_int_equal(r.facts.achieved_hz, 250);
    assert_int_equal(r.facts.wall_ms, 61007);
    assert_int_equal(r.facts.cpu_ms, 250);
    assert_int_equal(r.facts.wait_ms[RUN_WAIT_FUTEX], 12034);
    assert_int_equal(r.facts.wait_ms[RUN_WAIT_TIMER], 500);
    assert_int_equal(r.rank, 3);
    assert_string_equal(r.host, "a b");
    assert_int_equal(r.n_images, 2);
    assert_int_equal(r.images[0].waits, 81);
    assert_true(r.images[0].has_entry && r.images[0].entry == 0x10);
    assert_string_equal(r.images[0].path, "/a b/prog");
    assert_string_equal(r.images[0].build_id, "abcdef");
    assert_null(r.images[1].build_id);
    assert_false(r.images[1].has_entry);
    assert_true(r.images[1].has_profile && !r.images[1].has_waits);
    assert_int_equal(r.n_arcs, 2);
    assert_true(r.arcs[0].from_image >= r.n_images && r.arcs[0].count == UINT64_MAX);
    assert_int_equal(r.arcs[1].from_image, 0);
    assert_int_equal(r.arcs[1].to_image, 1);
    assert_int_equal(r.arcs[1].to, 0x20);
    assert_int_equal(r.n_nodes, 2);
    assert_int_equal(r.n_runs, 0);
    run_text(&r, &out);
    assert_taken(&out, whole);
    run_release(&r);
}

/* What several runs have in common is said of them. */
TEST(test_sum)
{
    struct run r = run_of("run a\nhost h\npid 7\nwall 1.000\nimage 0 ticks 1 path /p\n"
                          "next\nrun a\nhost i\npid 8\nwall 2.000\nimage 0 ticks 2 path /p\n");
    assert_int_equal(r.n_runs, 2);
    assert_string_equal(r.id, "a");
    assert_null(r.host);
    assert_int_equal(r.pid, 0);
    assert_true(r.rank == UNITE_NO_RANK);
    assert_int_equal(r.facts.wall_ms, 3000);
    run_release(&r);
    r = run_of("run a\nimage 0 ticks 1 path /p\nnext\nrun b\nimage 0 ticks 2 path /p\n");
    assert_null(r.id);
    run_release(&r);
}

/* ---- profiles of images ---- */

static bool profile_of(const struct run *r, size_t image, struct bytes *out, struct err *e)
{
    const struct image like = {.addr_bytes = 8};
    return run_profile(r, image, UNITE_TICKS, &like, out, e);
}

TEST(test_profile)
{
    struct bytes b;
    struct err e = ERR_INIT;
    struct run r = run_of("unit seconds 100\n"
                          "image 0 ticks 0 entry 0x10 path /p\n"
                          "image 1 ticks 70000 entry 0x1000 path /l/x.so\n"
                          "bin 1 0x1000 0x1040 16 3 70000\n"
                          "arc 1:0x1004 1:0x1008 5\narc 0:0x30 1:0x1008 7\narc -:0x0 1:0x1008 2\n");
    assert_true(profile_of(&r, 1, &b, &e));
    /* head; a range twice, for what does not fit into a bin; the arc, and the one of the entry */
    assert_int_equal(b.n, 20 + 2 * (1 + 2 * 8 + 24 + 2 * 16) + 2 * 21);
    bytes_release(&b);
    run_release(&r);
    r = run_of("image 0 ticks 1 path /p\nbin 0 0x0 0x10 4294967295 3 1\n");
    assert_false(profile_of(&r, 0, &b, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    run_release(&r);
    r = run_of("image 0 ticks 1 path /p\narc 0:0x1 0:0x2 18446744073709551615\n");
    assert_false(profile_of(&r, 0, &b, &e));
    assert_int_equal(e.code, ERR_LIMIT);
    run_release(&r);
}

/* ---- files ---- */

/* It is known by its profile's bytes. */
TEST(test_belongs)
{
    struct run r;
    scratch_write("p", "abc", 3);
    run_make("image 0 ticks 1 path /p\n", "p");
    assert_true(run_read("p", SOURCE_NO_OWNER, &r, no_err()));
    struct profile_file f = {.n_bytes = 3, .check = unite_check(UNITE_CHECK_BEGIN, "abc", 3)};
    assert_true(run_belongs(&r, &f));
    f.check = unite_check(UNITE_CHECK_BEGIN, "abd", 3);
    assert_false(run_belongs(&r, &f));
    run_release(&r);
    assert_true(run_read("p.run", SOURCE_NO_OWNER, &r, no_err())); /* it is the profile itself */
    assert_true(r.is_profile && run_belongs(&r, &f));
    run_release(&r);
}

static void assert_left_out(enum err_code code)
{
    struct run r;
    struct err e = ERR_INIT;
    assert_false(run_read("x", SOURCE_NO_OWNER, &r, &e));
    assert_int_equal(e.code, code);
    assert_null(r.images);
    assert_null(r.message.p);
}

/* Cut off anywhere. */
TEST(test_damaged)
{
    struct unite_message m;
    run_make_message(whole, &m);
    for (size_t n = 0; n < m.n; n++) {
        scratch_write("x.run", m.p, n);
        assert_left_out(ERR_RUN_DAMAGED);
    }
    m.p[sizeof UNITE_FIRST_LINE - 3]--;
    scratch_write("x.run", m.p, m.n);
    assert_left_out(ERR_RUN_VERSION);
    assert_int_equal(unlink("x.run"), 0);
    assert_left_out(ERR_OPEN);
    unite_message_release(&m);
}

/* Nobody writes to the pipe: opening it as usual would never end. */
TEST(test_no_file)
{
    assert_int_equal(mkfifo("x.run", 0600), 0);
    assert_left_out(ERR_NOT_REGULAR);
    assert_int_equal(unlink("x.run"), 0);
    assert_int_equal(symlink("/dev/zero", "x.run"), 0);
    assert_left_out(ERR_NOT_REGULAR);
    assert_int_equal(unlink("x.run"), 0);
}

/* Far more than there is memory, and nothing in it. */
TEST(test_too_long)
{
    run_make_alone(whole, "x.run");
    assert_int_equal(truncate("x.run", (off_t)1 << 42), 0);
    assert_left_out(ERR_RUN_DAMAGED);
    scratch_write("x.run", UNITE_FIRST_LINE, sizeof UNITE_FIRST_LINE - 1);
    assert_int_equal(truncate("x.run", (off_t)1 << 42), 0);
    assert_left_out(ERR_RUN_DAMAGED);
    assert_int_equal(unlink("x.run"), 0);
}

/* A file of more bytes than are read at once. */
TEST(test_long)
{
    enum { ARCS = 100000, LINE = 40 };
    struct run r;
    char *text = malloc((size_t)LINE * (ARCS + 2)), *at = text;
    assert_non_null(text);
    at += sprintf(at, "image 0 path /p\nimage 1 path /l\n");
    for (unsigned i = 0; i < ARCS; i++)
        at += sprintf(at, "arc 1:0x%x 0:0x%x 1\n", i, 7 * i);
    run_make_alone(text, "l.run");
    free(text);
    assert_true(run_read("l.run", SOURCE_NO_OWNER, &r, no_err()));
    assert_int_equal(r.n_arcs, ARCS);
    assert_int_equal(r.arcs[ARCS - 1].to, 7 * (ARCS - 1));
    run_release(&r);
}

TEST(test_owner)
{
    struct run r;
    enum { OTHER = 65534 };
    run_make_alone(whole, "x.run");
    if (chown("x.run", OTHER, (gid_t)-1) != 0)
        skip();                                      /* only root may give files away */
    assert_true(run_read("x", OTHER, &r, no_err())); /* the owner of the profile */
    assert_int_equal(r.n_images, 2);
    run_release(&r);
    assert_left_out(ERR_OWNER);
}

ALL_TESTS(scratch_enter, scratch_leave);
