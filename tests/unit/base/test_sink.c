/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sinks: buffering, and what a terminal gets to see. */
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
