/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path: parts of a path, and what is there. */
#ifndef GPTUI_BASE_FILE_PATH_H
#define GPTUI_BASE_FILE_PATH_H

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* Base name of a path: what follows the last '/'. Points into `path`; "" if that ends in '/'. */
static inline const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Does a regular file, or a link to one, have this path? */
static inline bool path_is_regular(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

/* Do two paths lead to one file? */
static inline bool path_is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

#endif
