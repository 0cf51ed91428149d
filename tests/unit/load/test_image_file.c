/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that the user did not name: which of them are opened, whose are trusted, how they are read.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/load/file/image_file.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static void assert_closed(const char *path, enum err_code code, int sys)
{
    struct source s;
    struct err e = ERR_INIT;
    assert_false(source_open(&s, path, &e));
    assert_int_equal(e.code, code);
    assert_int_equal(e.sys, sys);
    assert_string_equal(e.file, path);
    assert_int_equal(s.fd, -1);
}

/* The pipe has no writer, and the terminal would become ours. */
TEST(opens_regular_files_only)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "socket"};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    assert_int_equal(bind(fd, (const struct sockaddr *)&name, sizeof name), 0);
    close(fd);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_int_equal(symlink("pipe", "link"), 0);
    assert_closed("pipe", ERR_NOT_REGULAR, 0);
    assert_closed("link", ERR_NOT_REGULAR, 0);
    assert_closed("socket", ERR_NOT_REGULAR, 0);
    assert_closed("/dev/null", ERR_NOT_REGULAR, 0);
    assert_closed("/dev/tty", ERR_NOT_REGULAR, 0);
    assert_closed("/", ERR_OPEN, EISDIR);
    assert_closed("absent", ERR_OPEN, ENOENT);
    assert_closed("", ERR_OPEN, ENOENT);
}

static bool was_opened(int watch)
{
    char event[sizeof(struct inotify_event) + 256];
    return read(watch, event, sizeof event) > 0;
}

/* An open of a tape or a watchdog already does something. */
TEST(touches_nothing_else)
{
    struct source s;
    struct err e = ERR_INIT;
    int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (watch < 0)
        skip();
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_true(inotify_add_watch(watch, "pipe", IN_OPEN) >= 0);
    assert_false(source_open(&s, "pipe", &e));
    assert_false(was_opened(watch));
    int fd = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_true(was_opened(watch));
    close(fd);
    close(watch);
}

TEST(reads_as_far_as_asked)
{
    struct source s;
    struct bytes b = {0};
    scratch_put("f", "0123456789");
    assert_true(source_open(&s, "f", no_err()));
    assert_true(source_append(&s, &b, 4, no_err()));
    assert_int_equal(b.n, 4);
    assert_true(source_append(&s, &b, 4, no_err()));
    assert_true(source_append(&s, &b, 1, no_err()));
    assert_int_equal(b.n, 4);
    assert_true(source_append(&s, &b, UINT64_MAX, no_err()));
    assert_int_equal(b.n, 10);
    assert_memory_equal(b.p, "0123456789", 10);
    bytes_release(&b);
    assert_int_equal(truncate("f", 3), 0);
    assert_true(source_append(&s, &b, 10, no_err()));
    assert_int_equal(b.n, 3);
    bytes_release(&b);
    source_close(&s);
}

TEST(says_that_it_is_too_much)
{
    const struct source s = {.path = "f", .fd = -1, .n_bytes = SIZE_MAX};
    struct bytes b = {0};
    struct err e = ERR_INIT;
    assert_false(source_append(&s, &b, UINT64_MAX, &e));
    assert_int_equal(e.code, ERR_MEMORY);
}

static bool trusted(uid_t owner, uid_t other)
{
    const struct source s = {.path = "f", .fd = -1, .owner = owner};
    struct err e = ERR_INIT;
    bool is = source_trusted(&s, other, &e);
    assert_int_equal(e.code, is ? ERR_NONE : ERR_OWNER);
    return is;
}

TEST(trusts_the_user_and_root)
{
    const uid_t me = geteuid(), other = me + 1000, third = me + 2000;
    assert_true(trusted(me, SOURCE_NO_OWNER));
    assert_true(trusted(0, SOURCE_NO_OWNER));
    assert_true(trusted(other, other));
    assert_false(trusted(other, SOURCE_NO_OWNER));
    assert_false(trusted(other, me));
    assert_false(trusted(other, third));
    assert_false(trusted(SOURCE_NO_OWNER, SOURCE_NO_OWNER));
    scratch_put("f", "");
    assert_int_equal(source_owner("f"), me);
    assert_int_equal(source_owner("absent"), SOURCE_NO_OWNER);
}

EACH_TEST(scratch_enter, scratch_leave);
