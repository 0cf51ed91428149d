/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what grows, has no end or is no file; writing all or nothing. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

/* These stand before libc's, and fail on demand. */
static int no_links, no_renames;

long syscall(long number, ...);
int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags);
int renameat(int from_dir, const char *from, int to_dir, const char *to);

int linkat(int from_dir, const char *from, int to_dir, const char *to, int flags)
{
    if (!no_links)
        return (int)syscall(SYS_linkat, from_dir, from, to_dir, to, flags);
    errno = no_links;
    return -1;
}

int renameat(int from_dir, const char *from, int to_dir, const char *to)
{
    if (!no_renames)
        return (int)syscall(SYS_renameat2, from_dir, from, to_dir, to, 0);
    errno = no_renames;
    return -1;
}

static size_t files_here(void)
{
    size_t n = 0;
    DIR *d = opendir(".");
    assert_non_null(d);
    for (struct dirent *f; (f = readdir(d));)
        n += strcmp(f->d_name, ".") != 0 && strcmp(f->d_name, "..") != 0;
    closedir(d);
    return n;
}

static void assert_holds(const char *path, const char *text)
{
    struct bytes b;
    assert_true(file_read(path, &b, no_err()));
    assert_int_equal(b.n, strlen(text));
    assert_memory_equal(b.p, text, b.n);
    bytes_release(&b);
}

static void assert_unreadable(const char *path, enum err_code code, int sys)
{
    struct bytes b;
    struct err e = ERR_INIT;
    assert_false(file_read(path, &b, &e));
    assert_int_equal(e.code, code);
    assert_int_equal(e.sys, sys);
    assert_string_equal(e.file, path);
    assert_null(b.p);
}

TEST(reads_files)
{
    scratch_put("f", "some text");
    assert_holds("f", "some text");
    scratch_put("f", "");
    assert_holds("f", "");
    assert_holds("/dev/null", "");
}

TEST(refuses_what_is_no_file)
{
    assert_unreadable("absent", ERR_OPEN, ENOENT);
    assert_unreadable("", ERR_OPEN, ENOENT);
    assert_unreadable("/", ERR_OPEN, EISDIR);
    assert_unreadable(".", ERR_OPEN, EISDIR);
    scratch_put("f", "");
    assert_unreadable("f/x", ERR_OPEN, ENOTDIR);
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_unreadable("loop", ERR_OPEN, ELOOP);
    assert_unreadable("/dev/zero", ERR_LIMIT, 0);
}

static bool want_as_told(void *ctx, const struct bytes *first)
{
    assert_int_equal(first->n, FILE_TASTE_BYTES);
    return *(bool *)ctx;
}

static size_t bytes_read_if(const char *path, bool wanted)
{
    const struct file_taste taste = {.wanted = want_as_told, .ctx = &wanted};
    struct bytes b;
    assert_true(file_read_if(path, &taste, &b, no_err()));
    size_t n = b.n;
    bytes_release(&b);
    return n;
}

TEST(reads_on_only_if_wanted)
{
    const long sizes[] = {FILE_TASTE_BYTES - 1, FILE_TASTE_BYTES, FILE_TASTE_BYTES + 1, 1 << 20};
    scratch_put("f", "");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        assert_int_equal(truncate("f", sizes[i]), 0);
        assert_int_equal(bytes_read_if("f", true), sizes[i]);
        assert_int_equal(bytes_read_if("f", false), i < 2 ? sizes[i] : FILE_TASTE_BYTES);
    }
}

/* Files of /proc say that they are empty. */
TEST(size_is_only_a_guess)
{
    struct bytes b;
    assert_true(file_read("/proc/self/maps", &b, no_err()));
    assert_true(b.n > 0);
    bytes_release(&b);
}

TEST(reads_standard_input_from_where_it_stands)
{
    scratch_put("f", "some text");
    int before = dup(STDIN_FILENO), fd = open("f", O_RDONLY);
    assert_true(fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO);
    assert_int_equal(lseek(STDIN_FILENO, 5, SEEK_SET), 5);
    assert_holds("-", "text");
    if (before >= 0)
        dup2(before, STDIN_FILENO);
    close(before);
    close(fd);
}

enum { FIFO_BYTES = 300000 };

static void *fill_fifo(void *path)
{
    int fd = open(path, O_WRONLY);
    for (int i = 0; i < FIFO_BYTES; i += 100) {
        char piece[100];
        memset(piece, 'a' + i / 100 % 26, sizeof piece);
        for (size_t at = 0; at < sizeof piece;)
            at += (size_t)write(fd, piece + at, sizeof piece - at);
    }
    close(fd);
    return NULL;
}

TEST(reads_fifo_to_its_end)
{
    pthread_t writer;
    struct bytes b;
    char path[] = "pipe";
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(pthread_create(&writer, NULL, fill_fifo, path), 0);
    assert_true(file_read(path, &b, no_err()));
    pthread_join(writer, NULL);
    assert_int_equal(b.n, FIFO_BYTES);
    for (size_t i = 0; i < b.n; i++)
        assert_true(b.p[i] == 'a' + i / 100 % 26);
    bytes_release(&b);
}

static void write_file(const char *path, enum file_mode mode, const char *text)
{
    struct file_writer w;
    assert_true(file_create(&w, path, mode, no_err()));
    assert_true(file_write(&w, text, strlen(text), no_err()));
    assert_true(file_commit(&w, no_err()));
    file_abort(&w);
}

static void assert_refused(const char *path, enum file_mode mode, int sys)
{
    struct file_writer w;
    struct err e = ERR_INIT;
    size_t before = files_here();
    assert_false(file_create(&w, path, mode, &e));
    assert_int_equal(e.code, ERR_WRITE);
    assert_int_equal(e.sys, sys);
    assert_string_equal(e.file, path);
    file_abort(&w);
    assert_int_equal(files_here(), before);
}

TEST(writes_all_or_nothing)
{
    struct file_writer w;
    scratch_put("f", "old");
    assert_true(file_create(&w, "f", FILE_REPLACE, no_err()));
    assert_true(file_write(&w, "new text", 8, no_err()));
    assert_holds("f", "old");
    file_abort(&w);
    assert_holds("f", "old");
    assert_int_equal(files_here(), 1);
    write_file("f", FILE_REPLACE, "new");
    assert_holds("f", "new");
    write_file("g", FILE_NEW, "");
    assert_holds("g", "");
    assert_int_equal(files_here(), 2);
}

TEST(new_means_new)
{
    struct file_writer w;
    struct err e = ERR_INIT;
    scratch_put("f", "old");
    assert_refused("f", FILE_NEW, EEXIST);
    assert_true(file_create(&w, "g", FILE_NEW, &e));
    scratch_put("g", "came in between");
    assert_false(file_commit(&w, &e));
    assert_int_equal(e.sys, EEXIST);
    assert_holds("g", "came in between");
    assert_int_equal(files_here(), 2);
}

TEST(refuses_targets)
{
    assert_refused("/", FILE_REPLACE, EISDIR);
    assert_refused("absent/f", FILE_REPLACE, ENOENT);
    assert_refused("", FILE_REPLACE, ENOENT);
    assert_int_equal(symlink("nowhere", "dangling"), 0);
    assert_refused("dangling", FILE_REPLACE, EEXIST);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_refused("pipe", FILE_REPLACE, ENXIO);
    scratch_put("locked", "old");
    assert_int_equal(chmod("locked", 0400), 0);
    if (geteuid() != 0) /* root may write anything */
        assert_refused("locked", FILE_REPLACE, EACCES);
}

static mode_t mode_of(const char *path)
{
    struct stat st;
    assert_int_equal(lstat(path, &st), 0);
    return st.st_mode & 07777;
}

TEST(permissions)
{
    mode_t mask = umask(027);
    write_file("fresh", FILE_REPLACE, "x");
    assert_int_equal(mode_of("fresh"), 0640);
    scratch_put("old", "x");
    assert_int_equal(chmod("old", 0666), 0);
    write_file("old", FILE_REPLACE, "y");
    assert_int_equal(mode_of("old"), 0666);
    umask(mask);
}

TEST(follows_links_to_files)
{
    struct stat st;
    scratch_put("real", "old");
    assert_int_equal(symlink("real", "link"), 0);
    write_file("link", FILE_REPLACE, "new");
    assert_holds("real", "new");
    assert_int_equal(lstat("link", &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_refused("link", FILE_NEW, EEXIST);
}

TEST(follows_chains_of_links)
{
    assert_int_equal(mkdir("a", 0777), 0);
    assert_int_equal(mkdir("a/b", 0777), 0);
    assert_int_equal(symlink("../c", "a/b/up"), 0);
    assert_int_equal(symlink("a/b", "down"), 0);
    assert_int_equal(symlink("down/up", "link"), 0);
    scratch_put("a/c", "old");
    write_file("link", FILE_REPLACE, "new");
    assert_holds("a/c", "new");
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_refused("loop", FILE_REPLACE, ELOOP);
    scratch_put("f", "old");
    assert_refused("f/", FILE_REPLACE, ENOTDIR);
    assert_refused("a/", FILE_REPLACE, EISDIR);
}

/* What happens between the first look and the end does not lead elsewhere. */
TEST(is_not_led_astray)
{
    struct file_writer w;
    struct stat st;
    scratch_put("victim", "old");
    scratch_put("f", "old");
    assert_true(file_create(&w, "f", FILE_REPLACE, no_err()));
    assert_true(file_write(&w, "new", 3, no_err()));
    assert_int_equal(unlink("f"), 0);
    assert_int_equal(symlink("victim", "f"), 0);
    assert_true(file_commit(&w, no_err()));
    assert_int_equal(lstat("f", &st), 0);
    assert_true(S_ISREG(st.st_mode));
    assert_holds("f", "new");
    assert_holds("victim", "old");

    assert_int_equal(mkdir("mine", 0777), 0);
    assert_int_equal(mkdir("theirs", 0777), 0);
    assert_true(file_create(&w, "mine/f", FILE_REPLACE, no_err()));
    assert_true(file_write(&w, "new", 3, no_err()));
    assert_int_equal(rename("mine", "moved"), 0);
    assert_int_equal(symlink("theirs", "mine"), 0);
    assert_true(file_commit(&w, no_err()));
    assert_holds("moved/f", "new");
    assert_int_equal(stat("theirs/f", &st), -1);
}

/* As the kernel has it for who opens: links, pipes and files of others in a folder of everybody. */
TEST(shared_folder)
{
    enum { OTHER = 65534 };
    struct stat st;
    if (geteuid() != 0)
        skip(); /* only root may give files away */
    assert_int_equal(mkdir("tmp", 0777), 0);
    assert_int_equal(chmod("tmp", 01777), 0);
    scratch_put("victim", "old");
    assert_int_equal(symlink("../victim", "tmp/link"), 0);
    write_file("tmp/link", FILE_REPLACE, "mine"); /* our own link */
    assert_holds("victim", "mine");
    assert_int_equal(lchown("tmp/link", OTHER, (gid_t)-1), 0);
    assert_refused("tmp/link", FILE_REPLACE, EACCES);
    assert_int_equal(symlink("tmp/link", "way"), 0);
    assert_refused("way", FILE_REPLACE, EACCES);
    scratch_put("tmp/file", "theirs");
    assert_int_equal(chown("tmp/file", OTHER, (gid_t)-1), 0);
    assert_refused("tmp/file", FILE_REPLACE, EACCES);
    assert_int_equal(mkfifo("tmp/pipe", 0666), 0);
    assert_int_equal(chown("tmp/pipe", OTHER, (gid_t)-1), 0);
    int reader = open("tmp/pipe", O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_refused("tmp/pipe", FILE_REPLACE, EACCES);
    close(reader);
    assert_int_equal(chown("tmp", OTHER, (gid_t)-1),
                     0); /* in their own folder it is their affair */
    write_file("tmp/link", FILE_REPLACE, "followed");
    assert_holds("victim", "followed");
    assert_int_equal(stat("tmp/file", &st), 0);
    assert_int_equal(st.st_size, 6);
}

/* A folder that may be searched and written to, but not read. */
TEST(drop_box)
{
    uid_t me = geteuid();
    assert_int_equal(mkdir("box", 0777), 0);
    assert_int_equal(chmod("box", 0333), 0);
    assert_int_equal(chmod(".", 0755), 0);
    if (me == 0)
        assert_int_equal(seteuid(65534), 0);
    write_file("box/f", FILE_REPLACE, "x");
    assert_int_equal(seteuid(me), 0);
    assert_int_equal(chmod("box", 0777), 0);
    assert_holds("box/f", "x");
}

TEST(without_hard_links)
{
    struct file_writer w;
    struct err e = ERR_INIT;
    no_links = EPERM;
    write_file("f", FILE_NEW, "x");
    assert_holds("f", "x");
    assert_true(file_create(&w, "g", FILE_NEW, &e));
    no_renames = EIO;
    bool ok = file_commit(&w, &e);
    no_links = no_renames = 0;
    assert_false(ok);
    assert_int_equal(e.sys, EIO);
    assert_int_equal(files_here(), 1);
}

/* Where standard output is a pipe, its name in /proc is a link to something that has no path. */
TEST(standard_output_is_a_pipe)
{
    int ends[2];
    char text[8] = "", path[32];
    assert_int_equal(pipe(ends), 0);
    snprintf(path, sizeof path, "/proc/self/fd/%d", ends[1]);
    write_file(path, FILE_REPLACE, "x");
    assert_int_equal(read(ends[0], text, sizeof text), 1);
    close(ends[0]);
    close(ends[1]);
    write_file("/dev/null", FILE_NEW, "x"); /* devices are written in place, too */
}

EACH_TEST(scratch_enter, scratch_leave);
