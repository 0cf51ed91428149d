/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/unfinished.h"
#include "core/base/mem.h"
#include "core/base/task.h"

enum {
    DEVICE_MOST = 64 * 1024 * 1024, /* bytes: a device such as /dev/zero has no end */
    PIPE_MOST = 256 * 1024 * 1024,  /* neither has a pipe from one; twelve million arcs are less */
    READ_MOST = 16 * 1024 * 1024,   /* asked of one read(2): some hundredths of a second */
    READ_SHARED = 2 * 1024 * 1024,  /* from there on two threads read */
    WRITE_MOST = 16 * 1024 * 1024,  /* and of one write(2) */
    WAIT_MS = 50,                   /* between two questions whether to go on waiting */
    TEMP_TRIES = 100,
};

void bytes_release(struct bytes *b)
{
    free(b->p);
    *b = (struct bytes){0};
}

/* How to read a file. */
struct plan {
    int fd;
    const char *path;
    const struct file_taste *taste; /* NULL: all is wanted */
    const struct progress *progress;
    const char *slow; /* what may keep us waiting: "a FIFO"; NULL: nothing */
    size_t guess;     /* of the bytes, and one more to see the end without growing */
    size_t most;
};

/* Wait until there is something to read, or the end. The short waits close the gap between the
 * question and the call, in which a signal could come. */
static bool wait_for_bytes(const struct plan *plan, struct err *e)
{
    struct pollfd p = {.fd = plan->fd, .events = POLLIN};
    const char *whom = strcmp(plan->path, "-") == 0 ? "standard input" : plan->path;
    int timeout = 0;
    for (;;) {
        int n = poll(&p, 1, timeout);
        if (n > 0 || (n < 0 && errno != EINTR))
            return true; /* reading says what is wrong */
        if (!progress_wait(plan->progress, plan->slow, whom))
            return err_set(e, ERR_CANCELLED, plan->path);
        timeout = WAIT_MS;
    }
}

/* A part of a file, for one thread. */
struct file_part {
    int fd;
    uint8_t *to;
    size_t n;
    off_t at, got;
};

static void read_part(void *ctx)
{
    struct file_part *p = ctx;
    p->got = pread(p->fd, p->to, p->n, p->at);
}

/* Half of the time goes into the pages that the bytes come into. */
ssize_t file_read_at(int fd, void *to, size_t n, off_t at)
{
    const size_t half = n < READ_SHARED ? n : n / 2;
    struct file_part a = {fd, to, half, at, 0}, b = {fd, a.to + half, n - half, at, 0};
    b.at += (off_t)half;
    task_both(read_part, &a, b.n ? &b : NULL);
    return a.got == (off_t)half && b.got > 0 ? a.got + b.got : a.got;
}

/* As read does. */
static ssize_t read_shared(int fd, uint8_t *to, size_t n)
{
    const off_t at = n < READ_SHARED ? -1 : lseek(fd, 0, SEEK_CUR);
    const ssize_t got = at < 0 ? -1 : file_read_at(fd, to, n, at);
    return got > 0 && lseek(fd, got, SEEK_CUR) >= 0 ? got : read(fd, to, n);
}

/* Up to n bytes, which become those from out->n on; *got is 0 at the end. */
static bool read_some(const struct plan *plan, struct bytes *out, size_t n, size_t *got,
                      struct err *e)
{
    ssize_t k;
    do {
        if (plan->slow && !wait_for_bytes(plan, e))
            return false;
        if (!progress_step(plan->progress, "reading", out->n, plan->guess))
            return err_set(e, ERR_CANCELLED, plan->path);
        k = read_shared(plan->fd, out->p + out->n, n < READ_MOST ? n : READ_MOST);
    } while (k < 0 && (errno == EINTR || (plan->slow && errno == EAGAIN)));
    if (k < 0) {
        int why = errno;
        err_at(e, ERR_READ, plan->path, out->n, 0, 0);
        e->sys = why;
        return false;
    }
    *got = (size_t)k;
    out->n += (size_t)k;
    return true;
}

static bool read_fd(struct plan *plan, struct bytes *out, struct err *e)
{
    struct stat st;
    if (fstat(plan->fd, &st) != 0)
        return err_sys(e, ERR_OPEN, plan->path, errno);
    if (S_ISDIR(st.st_mode))
        return err_sys(e, ERR_OPEN, plan->path, EISDIR);
    const bool regular = S_ISREG(st.st_mode), device = S_ISCHR(st.st_mode);
    plan->most = regular ? SIZE_MAX : device ? DEVICE_MOST : PIPE_MOST;
    if (!regular && !S_ISBLK(st.st_mode))
        plan->slow = device ? "a device" : S_ISFIFO(st.st_mode) ? "a FIFO" : "a socket";
    if (regular && st.st_size > 0) {
        if ((uintmax_t)st.st_size >= PTRDIFF_MAX)
            return false;
        plan->guess = (size_t)st.st_size + 1;
    }

    const struct file_taste *t = plan->taste && plan->taste->wanted ? plan->taste : NULL;
    size_t room = 0, got = 1;
    /* The rest is wanted, if out holds exactly the first bytes. */
    while (got && (!t || out->n != FILE_TASTE_BYTES || t->wanted(t->ctx, out))) {
        size_t need = out->n < plan->guess ? plan->guess : out->n + 1;
        if (out->n < FILE_TASTE_BYTES && (t || plan->guess < FILE_TASTE_BYTES))
            need = FILE_TASTE_BYTES;
        if (!mem_try_grow(&out->p, &room, need, 1))
            return err_memory(e, need);
        if (!read_some(plan, out, room - out->n, &got, e))
            return false;
        if (out->n > plan->most) {
            err_what(e, ERR_LIMIT, plan->path, "bytes from a pipe or device", NULL);
            e->n = (int64_t)plan->most;
            return false;
        }
    }
    return true;
}

/* Opened without blocking: we wait for a writer of a FIFO in wait_for_bytes, which can report it
 * and be cancelled. */
bool file_read_if(const char *path, const struct file_taste *taste, struct bytes *out,
                  struct err *e)
{
    *out = (struct bytes){0};
    bool standard = strcmp(path, "-") == 0;
    int fd;
    do {
        fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return err_sys(e, ERR_OPEN, path, errno);
    struct plan plan = {.fd = fd, .path = path, .taste = taste};
    plan.progress = taste ? taste->progress : NULL;
    bool ok = read_fd(&plan, out, e);
    if (!standard)
        close(fd);
    if (!ok)
        bytes_release(out);
    return ok;
}

bool file_read(const char *path, struct bytes *out, struct err *e)
{
    return file_read_if(path, NULL, out, e);
}

/* Begin to write a device, a pipe or a socket in place. fd does not block, or a pipe without a
 * reader would hang us. */
static bool take_special(struct file_writer *w, int fd, struct err *e)
{
    struct stat st;
    w->fd = fd;
    if (fd < 0 || fstat(fd, &st) != 0)
        return err_sys(e, ERR_WRITE, w->path, errno);
    if (S_ISREG(st.st_mode)) /* put there since we looked */
        return err_sys(e, ERR_WRITE, w->path, EEXIST);
    return true;
}

enum { SPECIAL = O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK };

/* The links of /proc lead where their words do not: /dev/stdout may be a pipe. Any other link to
 * nothing is refused: renaming would replace the link, following it would surprise. */
static bool open_linked(struct file_writer *w, struct err *e)
{
    struct stat st;
    if (stat(w->path, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
        return err_sys(e, ERR_WRITE, w->path, EEXIST);
    return take_special(w, open(w->path, SPECIAL), e);
}

/* Open .name.PID-TRY beside the target, for a try that is free. The umask applies to a new file. */
static bool open_temp(struct file_writer *w, struct err *e)
{
    const struct file_place *p = &w->place;
    const mode_t all = S_IRWXU | S_IRWXG | S_IRWXO, fresh = all & ~(S_IXUSR | S_IXGRP | S_IXOTH);
    const mode_t mode = p->exists ? p->st.st_mode & all : fresh;
    size_t room = strlen(p->name) + 48;
    char *temp = mem_array_raw(room, 1);
    for (int i = 0; i < TEMP_TRIES && w->fd < 0; i++) {
        snprintf(temp, room, ".%s.%ld-%d", p->name, (long)getpid(), i);
        w->fd = unfinished_open(p->folder, temp, mode);
        if (w->fd < 0 && errno != EEXIST)
            break;
    }
    int why = errno;
    if (w->fd < 0) /* the name was never ours */
        free(temp);
    else
        w->temp = temp;
    if (w->fd >= 0 && (!p->exists || fchmod(w->fd, mode) == 0))
        return true;
    return err_sys(e, ERR_WRITE, w->path, w->fd < 0 ? why : errno);
}

/* Refuse what must not be replaced, write what cannot be, and else begin a file beside it. */
static bool start_writing(struct file_writer *w, struct err *e)
{
    const struct file_place *p = &w->place;
    if (!p->exists)
        return p->linked ? open_linked(w, e) : open_temp(w, e);
    if (S_ISDIR(p->st.st_mode))
        return err_sys(e, ERR_WRITE, w->path, EISDIR);
    if (!S_ISREG(p->st.st_mode))
        return take_special(w, openat(p->folder, p->name, SPECIAL | O_NOFOLLOW), e);
    if (w->mode == FILE_NEW)
        return err_sys(e, ERR_WRITE, w->path, EEXIST);
    if (faccessat(p->folder, p->name, W_OK, 0) != 0)
        return err_sys(e, ERR_WRITE, w->path, errno);
    return open_temp(w, e);
}

bool file_create(struct file_writer *w, const char *path, enum file_mode mode, struct err *e)
{
    *w = (struct file_writer){.fd = -1, .mode = mode};
    if (!file_place_find(&w->place, path, e))
        return false;
    w->path = mem_text(path, strlen(path));
    if (start_writing(w, e))
        return true;
    file_abort(w);
    return false;
}

bool file_write(struct file_writer *w, const void *p, size_t n, struct err *e)
{
    const char *at = p;
    while (n) {
        if (!progress_step(w->progress, "writing", w->n_bytes, 0))
            return err_set(e, ERR_CANCELLED, w->path);
        ssize_t put = write(w->fd, at, n < WRITE_MOST ? n : WRITE_MOST);
        if (put < 0 && errno != EINTR && errno != EAGAIN)
            return err_sys(e, ERR_WRITE, w->path, errno);
        struct pollfd room = {.fd = w->fd, .events = POLLOUT};
        if (put < 0 && poll(&room, 1, WAIT_MS) == 0 &&
            !progress_wait(w->progress, "its reader", w->path))
            return err_set(e, ERR_CANCELLED, w->path);
        at += put > 0 ? put : 0;
        n -= put > 0 ? (size_t)put : 0;
        w->n_bytes += put > 0 ? (size_t)put : 0;
    }
    return true;
}

/* No hard links here: claim the name, then replace the claim. */
static bool claim(const struct file_writer *w)
{
    const struct file_place *p = &w->place;
    int fd = openat(p->folder, p->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return false;
    if (close(fd) == 0 && renameat(p->folder, w->temp, p->folder, p->name) == 0)
        return true;
    int why = errno;
    unlinkat(p->folder, p->name, 0);
    errno = why;
    return false;
}

/* Give the temporary file its name, atomically; false with errno. */
static bool publish_temp(const struct file_writer *w)
{
    const struct file_place *p = &w->place;
    if (w->mode == FILE_REPLACE)
        return renameat(p->folder, w->temp, p->folder, p->name) == 0;
    if (linkat(p->folder, w->temp, p->folder, p->name, 0) == 0)
        return true;
    return (errno == EPERM || errno == ENOTSUP || errno == ENOSYS) && claim(w);
}

bool file_commit(struct file_writer *w, struct err *e)
{
    int fd = w->fd;
    w->fd = -1;
    bool ok = close(fd) == 0 && (!w->temp || publish_temp(w));
    if (!ok)
        err_sys(e, ERR_WRITE, w->path, errno);
    file_abort(w); /* after a rename the temporary name is gone already */
    return ok;
}

void file_abort(struct file_writer *w)
{
    if (w->fd >= 0)
        close(w->fd);
    if (w->temp) {
        unlinkat(w->place.folder, w->temp, 0);
        unfinished_forget(w->temp);
    }
    file_place_release(&w->place);
    free(w->path);
    free(w->temp);
    *w = (struct file_writer){.fd = -1};
}

bool file_put(const char *path, const void *p, size_t n, struct err *e)
{
    struct file_writer w;
    bool ok =
        file_create(&w, path, FILE_REPLACE, e) && file_write(&w, p, n, e) && file_commit(&w, e);
    file_abort(&w);
    return ok;
}

static bool write_to_file(void *ctx, const char *p, size_t n, struct err *e)
{
    return file_write(ctx, p, n, e);
}

struct emitter file_emitter(struct file_writer *w)
{
    return (struct emitter){.write = write_to_file, .ctx = w};
}

bool list_file_read(const char *path, struct bytes *out, const struct progress *progress,
                    struct err *e)
{
    const struct file_taste all = {.progress = progress};
    struct err why = ERR_INIT;
    if (file_read_if(strcmp(path, "-") == 0 ? "./-" : path, &all, out, &why))
        return true;
    if (why.code != ERR_OPEN) {
        *e = why;
        return false;
    }
    return why.sys == EISDIR || err_set(e, ERR_LIST_OPEN, path);
}

int file_lock(const char *path)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 || fcntl(fd, F_SETLKW, &whole) == 0)
        return fd;
    close(fd);
    return -1;
}
