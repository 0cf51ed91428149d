/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"

static bool take_text(struct text *t, char **out, struct err *e)
{
    text_z(t);
    if (t->failed) {
        text_release(t);
        return err_memory(e, 0);
    }
    *out = t->p;
    return true;
}

static bool absolute(const char *file, char **path, struct err *e)
{
    char folder[4096];
    struct text t = {0};
    if (file[0] != '/') {
        if (!getcwd(folder, sizeof folder))
            return err_sys(e, ERR_WRITE, file, errno);
        text_str(&t, folder);
        text_char(&t, '/');
    }
    text_str(&t, file);
    return take_text(&t, path, e);
}

/* An errno, 0: a file of that name can be made, or replaced. */
static int try_place(const char *path)
{
    struct stat s;
    char *slash = strrchr(path, '/');
    if (!slash[1])
        return EISDIR;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return S_ISDIR(s.st_mode) ? EISDIR : EINVAL;
    struct text folder = {0};
    text_add(&folder, path, (size_t)(slash - path) + 1);
    const char *name = text_z(&folder);
    int why = folder.failed ? ENOMEM : access(name, W_OK | X_OK) == 0 ? 0 : errno;
    text_release(&folder);
    return why;
}

bool output_prepare(const char *file, char **path, struct err *e)
{
    *path = NULL;
    if (!absolute(file, path, e))
        return false;
    int why = *file ? try_place(*path) : ENOENT;
    if (why == 0)
        return true;
    free(*path);
    *path = NULL;
    return err_sys(e, ERR_WRITE, file, why);
}

bool output_collect(const char *path, pid_t pid, bool *any, struct err *e)
{
    struct text t = {0};
    char *written = NULL;
    *any = false;
    text_printf(&t, "%s.%ld", path, (long)pid);
    if (!take_text(&t, &written, e))
        return false;
    bool ok = true;
    if (rename(written, path) == 0)
        *any = true;
    else if (errno != ENOENT)
        ok = err_sys(e, ERR_WRITE, path, errno);
    free(written);
    return ok;
}
