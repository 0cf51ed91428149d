/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/scratch_folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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
    (void)what;
    (void)kind;
    (void)where;
    return remove(path);
}

int scratch_leave(void **state)
{
    int bad = chdir("/") || nftw(*state, take_away, FOLDERS_OPEN, FTW_DEPTH | FTW_PHYS);
    free(*state);
    return bad;
}
