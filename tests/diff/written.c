/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "written.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../tools/tool.h"

enum { HEADER_SIZE = 20, HEADER_USED = 8 };

static bool is_result(const char *name)
{
    size_t n = strlen(name);
    return strcmp(name, "gmon.sum") == 0 || (n > 4 && strcmp(name + n - 4, "-ann") == 0);
}

static DIR *folder_open(const char *path)
{
    DIR *d = opendir(path);
    if (!d)
        fail("%s: %s", path, strerror(errno));
    return d;
}

static bool is_self(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void folder_empty(const char *path)
{
    DIR *d = folder_open(path);
    const struct dirent *e;
    while ((e = readdir(d)))
        if (!is_self(e->d_name) && unlinkat(dirfd(d), e->d_name, 0) != 0)
            fail("%s/%s: %s", path, e->d_name, strerror(errno));
    closedir(d);
}

void written_prepare(const char *folder)
{
    char home[4096];
    const struct dirent *e;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        fail("%s: %s", folder, strerror(errno));
    folder_empty(folder);
    if (!getcwd(home, sizeof home))
        fail("getcwd: %s", strerror(errno));
    DIR *d = folder_open(".");
    while ((e = readdir(d))) {
        if (is_self(e->d_name) || is_result(e->d_name))
            continue;
        char *from = text_of("%s/%s", home, e->d_name), *to = text_of("%s/%s", folder, e->d_name);
        if (symlink(from, to) != 0)
            fail("%s: %s", to, strerror(errno));
        free(from);
        free(to);
    }
    closedir(d);
}

static char *result_read(const char *folder, const char *name, size_t *n)
{
    char *path = text_of("%s/%s", folder, name), *p = file_read(path, n);
    if (p && *n >= HEADER_SIZE && strcmp(name, "gmon.sum") == 0 && memcmp(p, "gmon", 4) == 0)
        memset(p + HEADER_USED, 0, HEADER_SIZE - HEADER_USED);
    free(path);
    return p;
}

static bool same_file(const char *a, const char *b, const char *name)
{
    size_t n_a, n_b;
    char *p = result_read(a, name, &n_a), *q = result_read(b, name, &n_b);
    bool same = p && q && n_a == n_b && memcmp(p, q, n_a) == 0;
    free(p);
    free(q);
    return same;
}

/* The name of a result in a that b has not, or has otherwise; NULL: none. The caller frees. */
static char *odd_one(const char *a, const char *b)
{
    DIR *d = folder_open(a);
    const struct dirent *e;
    char *odd = NULL;
    while (!odd && (e = readdir(d)))
        if (is_result(e->d_name) && !same_file(a, b, e->d_name))
            odd = copy_text(e->d_name);
    closedir(d);
    return odd;
}

bool written_equal(const char *a, const char *b, char **differs)
{
    *differs = odd_one(a, b);
    if (!*differs)
        *differs = odd_one(b, a);
    return !*differs;
}
