/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text that the runtime writes beside a profile: what is kept of it, and of bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "core/load/file/image_file.h"
#include "core/load/join/run_info.h"
#include "tests/support/scratch_folder.h"

static struct run_info read_text(const char *text, size_t n)
{
    struct run_info info;
    struct err e = ERR_INIT;
    FILE *f = fopen("p.info", "w");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    assert_true(run_info_read("p", SOURCE_NO_OWNER, &info, &e));
    return info;
}

static const char whole[] =
    "gptui-runtime 1\n"
    "command ./prog with\\040space\n"
    "ticks 100\n"
    "ticks-unknown 7\n"
    "ticks-counting 9\n"
    "calls 5000\nlost-calls 2\nlost-samples 3\nkernel-ticks 4\n"
    "rate-asked 1000\nrate-achieved 250\n"
    "wall 61.007\ncpu 0.250\n"
    "wait-futex 12.034\nwait-timer 0.500\nwait-child 7\n"
    "wait-page 1.5\nwait-what 3.000\nwait-file x.000\n"
    "wait-pipe 99999999999999999999.000\n"
    "what-comes-later 1 2 3\n"
    "image 0 base 0x55550000 ticks 60 waits 81 build-id abcdef path /a\\040b/prog\n"
    "image 1 base 0x7fff000000000000 ticks 33 build-id - path /l/x.so\n"
    "arc 0:0x10 1:0x20 5\n";

static void test_whole(void **state)
{
    (void)state;
    struct run_info info = read_text(whole, sizeof whole - 1);
    assert_int_equal(info.facts.ticks, 100);
    assert_int_equal(info.facts.unknown_ticks, 7);
    assert_int_equal(info.facts.counting_ticks, 9);
    assert_int_equal(info.facts.n_calls, 5000);
    assert_int_equal(info.facts.n_lost_calls, 2);
    assert_int_equal(info.facts.asked_hz, 1000);
    assert_int_equal(info.facts.achieved_hz, 250);
    for (int i = 0; i < N_RUN_WAITS; i++)
        assert_int_equal(info.facts.wait_ms[i], i == RUN_WAIT_FUTEX   ? 12034
                                                : i == RUN_WAIT_TIMER ? 500
                                                                      : 0);
    assert_int_equal(info.facts.wall_ms, 61007);
    assert_int_equal(info.facts.cpu_ms, 250);
    assert_int_equal(info.n_images, 2);
    assert_int_equal(info.images[0].waits, 81);
    assert_int_equal(info.images[1].waits, 0);
    assert_string_equal(info.images[0].path, "/a b/prog");
    assert_int_equal(info.images[0].base_addr, 0x55550000);
    assert_int_equal(info.images[0].ticks, 60);
    assert_string_equal(info.images[1].path, "/l/x.so");
    assert_int_equal(info.images[1].base_addr, 0x7fff000000000000);
    assert_int_equal(info.images[1].ticks, 33);
    run_info_release(&info);
}

static void test_calls(void **state)
{
    static const char text[] = "gptui-runtime 1\n"
                               "image 0 build-id ab entry 0x10 file p path /p\n"
                               "image 1 build-id - file p.x.so path /x.so\n"
                               "arc 0:0x10 1:0x20 5\n"
                               "arc -:0x7f00 0:0x10 18446744073709551615\n"
                               "arc 77:0x0 1:0x20 1\n"
                               "arc 0:0x10 1:0x20\narc 0:10g 1:0x20 5\narc 0 1 5\narc\n";
    (void)state;
    struct run_info info = read_text(text, sizeof text - 1);
    assert_string_equal(info.images[0].build_id, "ab");
    assert_null(info.images[1].build_id);
    assert_true(info.images[0].has_entry && info.images[0].entry == 0x10);
    assert_false(info.images[1].has_entry);
    assert_int_equal(info.n_arcs, 3);
    assert_int_equal(info.arcs[0].from_image, 0);
    assert_int_equal(info.arcs[0].to_image, 1);
    assert_int_equal(info.arcs[0].to, 0x20);
    assert_int_equal(info.arcs[0].count, 5);
    assert_true(info.arcs[1].from_image >= info.n_images);
    assert_true(info.arcs[1].count == UINT64_MAX);
    assert_true(info.arcs[2].from_image >= info.n_images);
    run_info_release(&info);
}

/* Where the profiles are, by the name that the program's has now. */
static void test_files(void **state)
{
    static const char text[] = "gptui-runtime 1\n"
                               "image 0 file p path /p\n"
                               "image 1 file p.x.so path /x.so\n"
                               "image 2 file px path /y.so\n"
                               "image 3 file ../p path /z.so\n"
                               "image 4 file .. path /z.so\n"
                               "image 5 path /n.so\n";
    static const char *const files[] = {"d/p", "d/q.x.so", "d/px", NULL, NULL, NULL};
    (void)state;
    struct run_info info = read_text(text, sizeof text - 1);
    struct err e;
    err_clear(&e);
    run_info_release(&info);
    assert_int_equal(mkdir("d", 0700), 0);
    assert_int_equal(rename("p.info", "d/q.info"), 0);
    assert_true(run_info_read("d/q", SOURCE_NO_OWNER, &info, &e));
    assert_false(info.in_folder);
    assert_int_equal(info.n_images, ARRAY_LEN(files));
    for (size_t i = 0; i < ARRAY_LEN(files); i++) {
        struct text path = {0};
        assert_int_equal(run_info_file(&info, i, &path), files[i] != NULL);
        if (i > 0)
            assert_string_equal(text_z(&path), files[i] ? files[i] : "");
        text_release(&path);
    }
    run_info_release(&info);
}

/* What goes with a profile lies in its folder; that counts more than what older runtimes left. */
static void test_folder(void **state)
{
    static const char text[] = "gptui-runtime 1\n"
                               "image 0 file profile path /p\n"
                               "image 1 file profile.x.so path /x.so\n";
    struct text path = {0};
    struct err e;
    (void)state;
    err_clear(&e);
    struct run_info info = read_text(text, sizeof text - 1);
    run_info_release(&info);
    assert_int_equal(mkdir("new.d", 0700), 0);
    assert_int_equal(rename("p.info", "new.d/profile.info"), 0);
    info = read_text("gptui-runtime 1\n", 16);
    run_info_release(&info);
    assert_int_equal(rename("p.info", "new.info"), 0);
    assert_true(run_info_read("new", SOURCE_NO_OWNER, &info, &e));
    assert_true(info.in_folder);
    assert_int_equal(info.n_images, 2);
    assert_true(run_info_file(&info, 1, &path));
    assert_string_equal(text_z(&path), "new.d/profile.x.so");
    text_release(&path);
    run_info_release(&info);
}

/* Each has no image that can be used. */
static void test_bad(void **state)
{
    static const char *const texts[] = {
        "",
        "\n",
        "gptui-runtime 2\nimage 0 base 0x0 ticks 1 build-id - path /x\n",
        "gptui-runtime 1\nimage\n",
        "gptui-runtime 1\nimage 1 base 0x0 ticks 1 build-id - path /x\n",
        "gptui-runtime 1\nimage 0 base 0xg ticks 1 build-id - path /x\n",
        "gptui-runtime 1\nimage 0 base 0x0 ticks -1 build-id - path /x\n",
        "gptui-runtime 1\nimage 0 base 0x0 ticks 1 build-id -\n",
        "gptui-runtime 1\nimage  0 base 0x0 ticks 1 build-id - path /x\n",
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct run_info info = read_text(texts[i], strlen(texts[i]));
        assert_int_equal(info.n_images, 0);
        run_info_release(&info);
    }
}

static void test_escapes(void **state)
{
    static const char text[] = "gptui-runtime 1\n"
                               "image 0 path \\134\\377\\400\\08\\1\\";
    (void)state;
    struct run_info info = read_text(text, sizeof text - 1);
    assert_int_equal(info.n_images, 1);
    assert_string_equal(info.images[0].path, "\\\xff\\400\\08\\1\\");
    run_info_release(&info);
}

/* Cut off anywhere, or with a zero byte anywhere: as far as it goes. */
static void test_damaged(void **state)
{
    char text[sizeof whole];
    (void)state;
    for (size_t n = 0; n < sizeof whole; n++) {
        struct run_info info = read_text(whole, n);
        assert_true(info.n_images <= 2);
        run_info_release(&info);
        memcpy(text, whole, sizeof whole);
        text[n] = '\0';
        info = read_text(text, sizeof whole - 1);
        assert_true(info.n_images <= 2);
        run_info_release(&info);
    }
}

static void test_absent(void **state)
{
    struct run_info info;
    struct err e = ERR_INIT;
    (void)state;
    assert_false(run_info_read("absent", SOURCE_NO_OWNER, &info, &e));
    assert_int_equal(e.code, ERR_OPEN);
    assert_int_equal(info.n_images, 0);
}

static void assert_left_out(enum err_code code)
{
    struct run_info info;
    struct err e = ERR_INIT;
    assert_false(run_info_read("x", SOURCE_NO_OWNER, &info, &e));
    assert_int_equal(e.code, code);
    assert_null(info.images);
    assert_null(info.text.p);
    assert_int_equal(unlink("x.info"), 0);
}

/* Nobody writes to the pipe: opening it as usual would never end. */
static void test_no_file(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("x.info", 0600), 0);
    assert_left_out(ERR_NOT_REGULAR);
    assert_int_equal(symlink("/dev/zero", "x.info"), 0);
    assert_left_out(ERR_NOT_REGULAR);
}

static void write_sparse(const char *text, size_t times, off_t size)
{
    FILE *f = fopen("x.info", "w");
    assert_non_null(f);
    assert_true(fputs("gptui-runtime 1\n", f) >= 0);
    for (size_t i = 0; i < times; i++)
        assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(truncate("x.info", size), 0);
}

/* Far more than there is memory, and nothing in it. */
static void test_too_long(void **state)
{
    (void)state;
    write_sparse("", 0, (off_t)1 << 42);
    assert_left_out(ERR_LIMIT);
    write_sparse("image 0 path /p\narc 0:0x1 -:0x2 1\n", 100, (off_t)1 << 42);
    assert_left_out(ERR_LIMIT);
}

/* More than any text may have that holds nothing, but all of it calls. */
static void test_long(void **state)
{
    (void)state;
    enum { ARCS = 1000000 };
    struct run_info info;
    struct err e = ERR_INIT;
    FILE *f = fopen("p.info", "w");
    assert_non_null(f);
    assert_true(fputs("gptui-runtime 1\nimage 0 path /p\n", f) >= 0);
    for (unsigned i = 0; i < ARCS; i++)
        assert_true(fprintf(f, "arc -:0x%u 0:0x55555555%04x 1\n", i, i & 0xffff) > 0);
    assert_int_equal(fclose(f), 0);
    assert_true(run_info_read("p", SOURCE_NO_OWNER, &info, &e));
    assert_int_equal(info.n_arcs, ARCS);
    run_info_release(&info);
}

static void test_owner(void **state)
{
    (void)state;
    struct run_info info;
    struct err e = ERR_INIT;
    enum { OTHER = 65534 };
    write_sparse("image 0 path /p\n", 1, 40);
    if (chown("x.info", OTHER, (gid_t)-1) != 0)
        skip();                                        /* only root may give files away */
    assert_true(run_info_read("x", OTHER, &info, &e)); /* the owner of the profile */
    assert_int_equal(info.n_images, 1);
    run_info_release(&info);
    assert_left_out(ERR_OWNER);
    write_sparse("", 0, 17);
    assert_int_equal(chown("x.info", OTHER, (gid_t)-1), 0);
    assert_left_out(ERR_OWNER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole),   cmocka_unit_test(test_calls),
        cmocka_unit_test(test_files),   cmocka_unit_test(test_folder),
        cmocka_unit_test(test_bad),     cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_damaged), cmocka_unit_test(test_absent),
        cmocka_unit_test(test_no_file), cmocka_unit_test(test_too_long),
        cmocka_unit_test(test_long),    cmocka_unit_test(test_owner),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
