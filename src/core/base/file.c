/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/base/text.h"

enum {
    DEVICE_MOST = 64 * 1024 * 1024, /* bytes: a device such as /dev/zero has no end */
    PIPE_MOST = 256 * 1024 * 1024,  /* neither has a pipe from one; twelve million arcs are less */
    READ_MOST = 1 << 30,            /* asked of one read(2) or write(2) */
    APART_FROM = 4 * 1024 * 1024,   /* bytes that are worth a second thread */
    TEMP_TRIES = 100,
};

void bytes_release(struct bytes *b)
{
    free(b->p);
    *b = (struct bytes){0};
}

static ssize_t read_some(int fd, void *p, size_t n)
{
    ssize_t got;
    do {
        got = read(fd, p, n < READ_MOST ? n : READ_MOST);
    } while (got < 0 && errno == EINTR);
    return got;
}

static bool read_failed(struct err *e, const char *path, size_t at, int sys)
{
    err_at(e, ERR_READ, path, at, 0, 0);
    e->sys = sys;
    return false;
}

static bool endless(struct err *e, const char *path, size_t most)
{
    err_what(e, ERR_LIMIT, path, "bytes from a pipe or device", NULL);
    e->n = (int64_t)most;
    return false;
}

/* How to read a file. */
struct plan {
    const struct file_taste *taste; /* NULL: all is wanted */
    size_t guess;                   /* of the bytes, and one more to see the end without growing */
    size_t most;
    bool halves; /* two threads may read it: at any offset, which are those of the file */
};

/* The rest is wanted, if out holds exactly the first bytes. */
static bool rest_wanted(const struct plan *plan, const struct bytes *out)
{
    const struct file_taste *t = plan->taste;
    return !t || out->n != FILE_TASTE_BYTES || t->wanted(t->ctx, out);
}

static size_t room_for(const struct plan *plan, const struct bytes *out)
{
    if (out->n < FILE_TASTE_BYTES && (plan->taste || plan->guess < FILE_TASTE_BYTES))
        return FILE_TASTE_BYTES;
    return out->n < plan->guess ? plan->guess : out->n + 1;
}

/* The second half of a large file. */
struct half {
    int fd;
    uint8_t *p;
    size_t from, n; /* in the file */
    size_t got;
    int sys; /* why no more could be had; 0: the file ended, or all is there */
};

static void read_half(void *ctx)
{
    struct half *h = ctx;
    ssize_t got = 1;
    while (h->got < h->n && got > 0) {
        size_t ask = h->n - h->got < READ_MOST ? h->n - h->got : READ_MOST;
        do {
            got = pread(h->fd, h->p + h->got, ask, (off_t)(h->from + h->got));
        } while (got < 0 && errno == EINTR);
        h->got += got > 0 ? (size_t)got : 0;
    }
    h->sys = got < 0 ? errno : 0;
}

/* Up to byte `end`, or to the end of the file. */
static bool read_to(int fd, const char *path, size_t end, struct bytes *out, struct err *e)
{
    while (out->n < end) {
        ssize_t got = read_some(fd, out->p + out->n, end - out->n);
        if (got < 0)
            return read_failed(e, path, out->n, errno);
        if (got == 0)
            return true;
        out->n += (size_t)got;
    }
    return true;
}

/* Up to byte `end`, two halves at once; there is room. As if it was read from front to back: what
 * is found first decides. */
static bool read_halves(int fd, const char *path, size_t end, struct bytes *out, struct err *e)
{
    const size_t middle = out->n + (end - out->n) / 2;
    struct half h = {.fd = fd, .p = out->p + middle, .from = middle, .n = end - middle};
    struct task task;
    task_start(&task, read_half, &h, true);
    bool ok = read_to(fd, path, middle, out, e);
    task_finish(&task);
    if (!ok || out->n < middle)
        return ok;
    out->n += h.got;
    if (h.sys)
        return read_failed(e, path, out->n, h.sys);
    return lseek(fd, (off_t)out->n, SEEK_SET) >= 0 || read_failed(e, path, out->n, errno);
}

/* Is so much known to be left that two threads share it? */
static bool is_shared(const struct plan *plan, const struct bytes *out, size_t room)
{
    return plan->halves && room >= plan->guess && out->n < plan->guess &&
           plan->guess - out->n > APART_FROM && task_processors() > 1;
}

static bool read_all(int fd, const char *path, const struct plan *plan, struct bytes *out,
                     struct err *e)
{
    size_t room = 0;
    while (rest_wanted(plan, out)) {
        size_t need = room_for(plan, out);
        if (!mem_grow(&out->p, &room, need, 1))
            return err_memory(e, need);
        if (is_shared(plan, out, room) && !read_halves(fd, path, plan->guess - 1, out, e))
            return false;
        ssize_t got = read_some(fd, out->p + out->n, room - out->n);
        if (got == 0)
            return true;
        if (got < 0)
            return read_failed(e, path, out->n, errno);
        out->n += (size_t)got;
        if (out->n > plan->most)
            return endless(e, path, plan->most);
    }
    return true;
}

static bool make_plan(int fd, const struct stat *st, struct plan *plan, struct err *e)
{
    plan->most = S_ISREG(st->st_mode) ? SIZE_MAX : S_ISCHR(st->st_mode) ? DEVICE_MOST : PIPE_MOST;
    if (!S_ISREG(st->st_mode) || st->st_size <= 0)
        return true;
    if ((uintmax_t)st->st_size >= PTRDIFF_MAX)
        return err_memory(e, (uint64_t)st->st_size);
    plan->guess = (size_t)st->st_size + 1;
    plan->halves = fd != STDIN_FILENO; /* which may stand anywhere */
    return true;
}

static bool read_fd(int fd, const char *path, const struct file_taste *taste, struct bytes *out,
                    bool *seekable, struct err *e)
{
    struct stat st;
    struct plan plan = {.taste = taste};
    if (fstat(fd, &st) != 0)
        return err_sys(e, ERR_OPEN, path, errno);
    if (S_ISDIR(st.st_mode))
        return err_sys(e, ERR_OPEN, path, EISDIR);
    if (seekable)
        *seekable = S_ISREG(st.st_mode);
    return make_plan(fd, &st, &plan, e) && read_all(fd, path, &plan, out, e);
}

bool file_read_if(const char *path, const struct file_taste *taste, struct bytes *out,
                  bool *seekable, struct err *e)
{
    *out = (struct bytes){0};
    bool standard = strcmp(path, "-") == 0;
    int fd;
    do {
        fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return err_sys(e, ERR_OPEN, path, errno);
    bool ok = read_fd(fd, path, taste, out, seekable, e);
    if (!standard)
        close(fd);
    if (!ok)
        bytes_release(out);
    return ok;
}

bool file_read(const char *path, struct bytes *out, bool *seekable, struct err *e)
{
    return file_read_if(path, NULL, out, seekable, e);
}

size_t cursor_left(const struct cursor *c)
{
    return c->n - c->at;
}

const uint8_t *cursor_bytes(struct cursor *c, size_t n)
{
    if (c->short_read || n > c->n - c->at) {
        c->short_read = true;
        return NULL;
    }
    const uint8_t *p = c->p + c->at;
    c->at += n;
    return p;
}

static uint64_t cursor_int(struct cursor *c, size_t n)
{
    const uint8_t *p = cursor_bytes(c, n);
    uint64_t v = 0;
    for (size_t i = 0; p && i < n; i++)
        v = v << 8 | p[c->big_endian ? i : n - 1 - i];
    return v;
}

uint8_t cursor_u8(struct cursor *c)
{
    return (uint8_t)cursor_int(c, 1);
}

uint16_t cursor_u16(struct cursor *c)
{
    return (uint16_t)cursor_int(c, 2);
}

uint32_t cursor_u32(struct cursor *c)
{
    return (uint32_t)cursor_int(c, 4);
}

uint64_t cursor_u64(struct cursor *c)
{
    return cursor_int(c, 8);
}

uint64_t cursor_addr(struct cursor *c, unsigned bytes)
{
    return cursor_int(c, bytes);
}

bool file_write_all(int fd, const char *name, const void *p, size_t n, struct err *e)
{
    const char *at = p;
    while (n) {
        ssize_t put = write(fd, at, n < READ_MOST ? n : READ_MOST);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return err_sys(e, ERR_WRITE, name, errno);
        at += put;
        n -= (size_t)put;
    }
    return true;
}

/* What stands at the target's name before anything is written. */
struct target {
    bool exists;
    bool special; /* a device, pipe or socket: written in place */
    mode_t mode;
};

static bool look_at(const char *path, enum file_mode mode, struct target *t, struct err *e)
{
    struct stat st;
    *t = (struct target){.mode = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH};
    if (stat(path, &st) != 0) {
        if (errno != ENOENT || !*path)
            return err_sys(e, ERR_WRITE, path, errno);
        /* A link to nothing: renaming would replace the link, following it would surprise. */
        return lstat(path, &st) != 0 || err_sys(e, ERR_WRITE, path, EEXIST);
    }
    t->exists = true;
    t->special = !S_ISREG(st.st_mode);
    if (S_ISDIR(st.st_mode))
        return err_sys(e, ERR_WRITE, path, EISDIR);
    if (t->special)
        return true;
    if (mode == FILE_NEW)
        return err_sys(e, ERR_WRITE, path, EEXIST);
    if (access(path, W_OK) != 0)
        return err_sys(e, ERR_WRITE, path, errno);
    t->mode = st.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
    return true;
}

/* Not blocking, or a pipe that nobody reads would hang us; writing then blocks as usual. */
static bool open_special(struct file_writer *w, struct err *e)
{
    w->fd = open(w->path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (w->fd < 0 || fcntl(w->fd, F_SETFL, 0) != 0)
        return err_sys(e, ERR_WRITE, w->path, errno);
    return true;
}

/* Open dir/.name.PID-TRY, for a try that is free. The umask applies to a new file. */
static bool open_temp(struct file_writer *w, const struct target *t, struct err *e)
{
    const char *slash = strrchr(w->path, '/');
    size_t dir = slash ? (size_t)(slash - w->path) + 1 : 0;
    size_t room = strlen(w->path) + 48;
    w->temp = mem_array_raw(room, 1);
    if (!w->temp)
        return err_memory(e, room);
    for (int i = 0; i < TEMP_TRIES && w->fd < 0; i++) {
        snprintf(w->temp, room, "%.*s.%s.%ld-%d", (int)dir, w->path, w->path + dir, (long)getpid(),
                 i);
        w->fd = open(w->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, t->mode);
        if (w->fd < 0 && errno != EEXIST)
            break;
    }
    if (w->fd >= 0 && (!t->exists || fchmod(w->fd, t->mode) == 0))
        return true;
    return err_sys(e, ERR_WRITE, w->path, errno);
}

/* The name to rename to: behind a symbolic link it is the file that the link leads to. */
static char *real_target(const char *path, const struct target *t)
{
    if (t->exists && !t->special)
        return realpath(path, NULL);
    return mem_text(path, strlen(path));
}

bool file_create(struct file_writer *w, const char *path, enum file_mode mode, struct err *e)
{
    struct target t;
    *w = (struct file_writer){.fd = -1};
    if (!look_at(path, mode, &t, e))
        return false;
    w->mode = mode;
    w->path = real_target(path, &t);
    if (!w->path)
        return err_sys(e, ERR_WRITE, path, errno);
    if (t.special ? open_special(w, e) : open_temp(w, &t, e))
        return true;
    if (w->fd < 0) { /* the temporary name was never ours */
        free(w->temp);
        w->temp = NULL;
    }
    file_abort(w);
    return false;
}

bool file_write(struct file_writer *w, const void *p, size_t n, struct err *e)
{
    return file_write_all(w->fd, w->path, p, n, e);
}

/* Give the temporary file its name, atomically; false with errno. */
static bool publish(const struct file_writer *w)
{
    if (w->mode == FILE_REPLACE)
        return rename(w->temp, w->path) == 0;
    if (link(w->temp, w->path) == 0)
        return true;
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS)
        return false;
    /* No hard links here: claim the name, then replace the claim. */
    int fd = open(w->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    return fd >= 0 && close(fd) == 0 && rename(w->temp, w->path) == 0;
}

bool file_commit(struct file_writer *w, struct err *e)
{
    int fd = w->fd;
    w->fd = -1;
    bool ok = close(fd) == 0 && (!w->temp || publish(w));
    if (!ok)
        err_sys(e, ERR_WRITE, w->path, errno);
    file_abort(w); /* after a rename the temporary name is gone already */
    return ok;
}

void file_abort(struct file_writer *w)
{
    if (w->fd >= 0)
        close(w->fd);
    if (w->temp)
        unlink(w->temp);
    free(w->path);
    free(w->temp);
    *w = (struct file_writer){.fd = -1};
}
