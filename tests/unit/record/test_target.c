/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where gptui record finds a program, and what the file tells about it, whatever its bytes. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "record/target.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static void put(const char *path, const void *bytes, size_t n, mode_t mode)
{
    scratch_write(path, bytes, n);
    assert_int_equal(chmod(path, mode), 0);
}

/* `want` is a path, or NULL for the errno `sys`. */
static void check_find(const char *name, const char *search, const char *want, int sys)
{
    struct target t;
    struct err e = ERR_INIT;
    bool ok = target_find(&t, name, search, &e);
    assert_int_equal(ok, want != NULL);
    if (want)
        assert_string_equal(t.path, want);
    else
        assert_int_equal(e.sys, sys);
    target_release(&t);
}

TEST(test_find)
{
    assert_int_equal(mkdir("a", 0700), 0);
    assert_int_equal(mkdir("b", 0700), 0);
    put("a/prog", "", 0, 0600);
    put("b/prog", "", 0, 0700);
    check_find("prog", "a:b", "b/prog", 0);
    check_find("prog", "nowhere:b", "b/prog", 0);
    check_find("prog", "a:nowhere", NULL, EACCES);
    check_find("prog", "nowhere:a", NULL, EACCES);
    check_find("prog", "nowhere", NULL, ENOENT);
    check_find("prog", "", NULL, ENOENT);
    check_find("prog", "b/prog:b", "b/prog", 0);
    check_find("b", ".", NULL, EACCES);
    check_find("b/prog", "nowhere", "b/prog", 0);
    check_find("a/prog", "b", NULL, EACCES);
    check_find("b/prog/x", "b", NULL, ENOTDIR);
    check_find("", "b", NULL, ENOENT);
    check_find("sh", "nowhere:", NULL, ENOENT);
    put("prog", "", 0, 0700);
    check_find("prog", "", "./prog", 0);
    check_find("prog", "nowhere::b", "./prog", 0);
    check_find("prog", "b:", "b/prog", 0);
}

TEST(test_find_without_path)
{
    struct target t;
    assert_true(target_find(&t, "sh", NULL, no_err()));
    assert_int_equal(t.path[0], '/');
    target_release(&t);
}

static struct target inspect(const void *bytes, size_t n)
{
    struct target t;
    struct err e = ERR_INIT;
    put("elf", bytes, n, 0700);
    assert_true(target_find(&t, "./elf", "", &e));
    assert_true(target_inspect(&t, &e));
    assert_int_equal(e.code, ERR_NONE);
    return t;
}

static void check_kind(const void *bytes, size_t n, enum target_kind kind)
{
    struct target t = inspect(bytes, n);
    assert_int_equal(t.kind, kind);
    assert_false(t.calls || t.has_runtime || t.guarded);
    target_release(&t);
}

TEST(test_kinds)
{
    check_kind("", 0, TARGET_OTHER);
    check_kind("#", 1, TARGET_OTHER);
    check_kind("#!", 2, TARGET_SCRIPT);
    check_kind("M", 1, TARGET_OTHER);
    check_kind("MZ", 2, TARGET_WINDOWS);
    check_kind("\177ELF", 4, TARGET_OTHER);
}

/* This very test, cut off anywhere or with a byte of its headers changed, is something or other. */
TEST(test_damaged)
{
    struct bytes own;
    char path[4096] = "";
    assert_true(readlink("/proc/self/exe", path, sizeof path - 1) > 0);
    assert_true(file_read(path, &own, no_err()));
    struct target t = inspect(own.p, own.n);
    assert_int_equal(t.kind, TARGET_DYNAMIC);
    assert_true(t.machine.is64 == (sizeof(void *) == 8));
    target_release(&t);
    for (size_t n = 0; n < 200; n++) {
        t = inspect(own.p, n);
        target_release(&t);
    }
    for (size_t at = 4; at < 64; at++) {
        uint8_t before = own.p[at];
        for (int bit = 0; bit < 8; bit += 3) {
            own.p[at] = (uint8_t)(before ^ 1 << bit);
            t = inspect(own.p, own.n < 65536 ? own.n : 65536);
            target_release(&t);
        }
        own.p[at] = before;
    }
    bytes_release(&own);
}

TEST(test_machines)
{
    const struct machine a = {.is64 = true, .number = 62};
    struct machine b = a;
    assert_true(machine_equal(&a, &b));
    b.number++;
    assert_false(machine_equal(&a, &b));
    b = a;
    b.is64 = !b.is64;
    assert_false(machine_equal(&a, &b));
}

ALL_TESTS(scratch_enter, scratch_leave);
