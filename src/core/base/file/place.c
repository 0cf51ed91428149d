/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* O_PATH: a folder that may be searched, but not read, can be held open */
#include "core/base/file/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"

#if defined O_PATH
enum { HOLD = O_PATH | O_DIRECTORY | O_CLOEXEC };
#elif defined O_SEARCH
enum { HOLD = O_SEARCH | O_DIRECTORY | O_CLOEXEC };
#else
enum { HOLD = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
#endif

enum { LINKS_MOST = 40, LINK_FIRST_BYTES = 128 };

void file_place_release(struct file_place *p)
{
    if (p->name)
        close(p->folder);
    free(p->name);
    *p = (struct file_place){0};
}

/* The folder of `path`, which begins in `folder`, and the name there; false with errno. A path that
 * ends in a slash is the folder itself. */
static bool split_path(struct file_place *p, int folder, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *dir = slash ? mem_text(path, (size_t)(name - path)) : mem_text(".", 1);
    *p = (struct file_place){.name = mem_text(*name ? name : ".", *name ? strlen(name) : 1)};
    p->folder = openat(folder, dir, HOLD);
    int why = errno;
    free(dir);
    if (p->folder >= 0)
        return true;
    free(p->name);
    p->name = NULL;
    errno = why;
    return false;
}

/* What the link says, to be freed; NULL with errno. */
static char *read_link(const struct file_place *p)
{
    for (size_t room = LINK_FIRST_BYTES;; room *= 2) {
        char *to = mem_array_raw(room, 1);
        ssize_t n = readlinkat(p->folder, p->name, to, room);
        if (n >= 0 && (size_t)n < room) {
            to[n] = '\0';
            return to;
        }
        int why = errno;
        free(to);
        errno = why;
        if (n < 0)
            return NULL;
    }
}

/* Go where the link at p leads; false with errno. */
static bool follow_link(struct file_place *p)
{
    struct file_place next = {0};
    char *path = read_link(p);
    bool ok = path && split_path(&next, p->folder, path);
    int why = errno;
    free(path);
    file_place_release(p);
    *p = next;
    errno = why;
    return ok;
}

/* What is at the place now? False with errno. */
static bool look_at_place(struct file_place *p)
{
    struct stat dir;
    p->exists = fstatat(p->folder, p->name, &p->st, AT_SYMLINK_NOFOLLOW) == 0;
    if (!p->exists)
        return errno == ENOENT;
    bool known = fstat(p->folder, &dir) == 0;
    errno = EACCES;
    /* Else somebody else put it into a folder that is everybody's. */
    return known && (!(dir.st_mode & S_ISVTX) || !(dir.st_mode & S_IWOTH) ||
                     p->st.st_uid == geteuid() || p->st.st_uid == dir.st_uid);
}

bool file_place_find(struct file_place *p, const char *path, struct err *e)
{
    *p = (struct file_place){0};
    errno = ENOENT;
    bool ok = *path && split_path(p, AT_FDCWD, path);
    for (int links = 0; ok && (ok = look_at_place(p)); links++) {
        p->linked = links > 0;
        if (!p->exists || !S_ISLNK(p->st.st_mode))
            return true;
        errno = ELOOP;
        ok = links < LINKS_MOST && follow_link(p);
    }
    int why = errno;
    file_place_release(p);
    return err_sys(e, ERR_WRITE, path, why);
}
