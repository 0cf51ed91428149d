/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/image_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_MOST = 1 << 30 };

static bool fail_open(struct source *s, enum err_code code, int sys, struct err *e)
{
    const char *path = s->path;
    source_close(s);
    return err_sys(e, code, path, sys);
}

/* Opening a device may already start something, so the path is looked at first. What is opened may
 * be another file meanwhile: that one is looked at, too, and the open does not wait for it. */
bool source_open(struct source *s, const char *path, struct err *e)
{
    *s = (struct source){.path = path, .fd = -1};
    struct stat st;
    if (stat(path, &st) != 0)
        return fail_open(s, ERR_OPEN, errno, e);
    if (S_ISREG(st.st_mode)) {
        s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
        if (s->fd < 0 || fstat(s->fd, &st) != 0)
            return fail_open(s, ERR_OPEN, errno, e);
    }
    if (S_ISDIR(st.st_mode))
        return fail_open(s, ERR_OPEN, EISDIR, e);
    if (!S_ISREG(st.st_mode))
        return fail_open(s, ERR_NOT_REGULAR, 0, e);
    s->n_bytes = (uint64_t)st.st_size;
    s->mtime_sec = (int64_t)st.st_mtime;
    s->owner = st.st_uid;
    return true;
}

uid_t source_owner(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? st.st_uid : SOURCE_NO_OWNER;
}

bool source_trusted(const struct source *s, uid_t other, struct err *e)
{
    bool trusted =
        s->owner == geteuid() || s->owner == 0 || (other != SOURCE_NO_OWNER && s->owner == other);
    return trusted || err_set(e, ERR_OWNER, s->path);
}

void source_close(struct source *s)
{
    if (s->fd >= 0)
        close(s->fd);
    s->fd = -1;
}

int64_t source_get(const struct source *s, uint64_t off, void *to, size_t n)
{
    if (off >= s->n_bytes || n == 0)
        return 0;
    n = n < s->n_bytes - off ? n : (size_t)(s->n_bytes - off);
    size_t done = 0;
    while (done < n) {
        size_t want = n - done < READ_MOST ? n - done : READ_MOST;
        ssize_t got = file_read_at(s->fd, (char *)to + done, want, (off_t)(off + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (int64_t)done;
}

bool source_damaged(const struct source *s, uint64_t off, const char *what, struct err *e)
{
    if (e->code != ERR_NONE)
        return false;
    err_what(e, ERR_IMAGE_DAMAGED, s->path, what, NULL);
    e->offset = off;
    return false;
}

bool source_read(const struct source *s, uint64_t off, void *to, size_t n, const char *what,
                 struct err *e)
{
    int64_t got = source_get(s, off, to, n);
    if (got < 0)
        return err_sys(e, ERR_READ, s->path, errno);
    return (uint64_t)got == n || source_damaged(s, off, what, e);
}

bool source_append(const struct source *s, struct bytes *to, uint64_t end, struct err *e)
{
    if (end > s->n_bytes)
        end = s->n_bytes;
    if (end <= to->n)
        return true;
    uint8_t *p = end < SIZE_MAX ? realloc(to->p, (size_t)end) : NULL;
    if (!p)
        return err_memory(e, end);
    to->p = p;
    int64_t got = source_get(s, to->n, to->p + to->n, (size_t)end - to->n);
    if (got < 0)
        return err_sys(e, ERR_READ, s->path, errno);
    to->n += (size_t)got;
    return true;
}
