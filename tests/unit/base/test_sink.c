/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks: order of bytes, buffering, failures, and what a terminal gets to see. */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/base/file/sink.h"

#include "tests/support/unit.h"

/* An unnamed file to write to. */
static int open_file(void)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    int fd = dup(fileno(f));
    fclose(f);
    assert_true(fd >= 0);
    return fd;
}

static void check_file(int fd, const char *want, size_t n)
{
    char *got = malloc(n + 1);
    assert_non_null(got);
    assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
    assert_int_equal(read(fd, got, n + 1), n);
    assert_memory_equal(got, want, n);
    free(got);
}

TEST(bytes_keep_their_order)
{
    enum { TOTAL = 1 << 20 };
    struct sink s = {.fd = open_file(), .name = "F"};
    char *want = malloc(TOTAL);
    size_t n = 0;
    assert_non_null(want);
    for (size_t i = 0, piece = 1; n < TOTAL; i++, piece = (piece * 7 + 13) % 100003) {
        size_t more = piece < TOTAL - n ? piece : TOTAL - n;
        memset(want + n, 'a' + (int)(i % 26), more);
        assert_true(sink_write(&s, want + n, more, no_err()));
        n += more;
    }
    assert_true(sink_flush(&s, no_err()));
    assert_true(s.any);
    check_file(s.fd, want, TOTAL);
    sink_release(&s);
    close(s.fd);
    free(want);
}

TEST(nothing_leaves_before_a_flush)
{
    struct sink s = {.fd = open_file(), .name = "F"};
    assert_true(sink_write(&s, "", 0, no_err()));
    assert_false(s.any);
    assert_true(sink_write(&s, "abc", 3, no_err()));
    check_file(s.fd, "", 0);
    assert_true(sink_flush(&s, no_err()));
    check_file(s.fd, "abc", 3);
    sink_release(&s);
    close(s.fd);
}

TEST(failures_are_reported)
{
    struct sink s = {.fd = open("/dev/full", O_WRONLY), .name = "standard output"};
    struct err e = ERR_INIT;
    assert_true(s.fd >= 0);
    assert_true(sink_write(&s, "abc", 3, &e));
    assert_false(sink_flush(&s, &e));
    assert_int_equal(e.code, ERR_WRITE);
    assert_int_equal(e.sys, ENOSPC);
    assert_string_equal(e.file, "standard output");
    sink_release(&s);
    close(s.fd);
}

TEST(terminals_see_no_control_bytes)
{
    struct sink s = {.fd = open_file(), .name = "F", .shown = true};
    const char *want = "a\\x1b[2Jb\tc\n\f\nd\\x07\\xff\n";
    assert_true(sink_write(&s, "a\033[2Jb\tc\n\f\nd\a\377\n", 15, no_err()));
    assert_true(sink_flush(&s, no_err()));
    check_file(s.fd, want, strlen(want));
    sink_release(&s);
    close(s.fd);
}

TEST(emitters_feed_sinks)
{
    struct sink s = {.fd = open_file(), .name = "F"};
    struct emitter out = sink_emitter(&s);
    assert_true(out.write(out.ctx, "x\n", 2, no_err()));
    assert_true(sink_flush(&s, no_err()));
    check_file(s.fd, "x\n", 2);
    sink_release(&s);
    close(s.fd);
}
