/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/scratch_folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/support/require.h"

enum { PATH_BYTES = 4096, FOLDERS_OPEN = 8 };

int scratch_enter(void **state)
{
    const char *base = getenv("TMPDIR");
    char *path = malloc(PATH_BYTES);
    if (!path)
        return -1;
    snprintf(path, PATH_BYTES, "%s/gptui-test.XXXXXX", base && *base ? base : "/tmp");
    *state = path;
    return mkdtemp(path) && chdir(path) == 0 ? 0 : -1;
}

static int take_away(const char *path, const struct stat *what, int kind, struct FTW *where)
{
    return remove(path);
}

int scratch_leave(void **state)
{
    int bad = chdir("/") || nftw(*state, take_away, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return bad;
}

void scratch_write(const char *path, const void *p, size_t n)
{
    FILE *f = fopen(path, "wb");
    require(f && fwrite(p, 1, n, f) == n && fclose(f) == 0);
}

void scratch_put(const char *path, const char *text)
{
    scratch_write(path, text, strlen(text));
}
