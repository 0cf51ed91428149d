/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/output.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"

/* The text as a string of its own; NULL when memory ran out. Releases t. */
static char *take_text(struct text *t, struct err *e)
{
    text_z(t);
    if (!t->failed)
        return t->p;
    text_release(t);
    err_memory(e, 0);
    return NULL;
}

static char *absolute(const char *file, struct err *e)
{
    char folder[4096];
    struct text t = {0};
    if (file[0] != '/') {
        if (!getcwd(folder, sizeof folder)) {
            err_sys(e, ERR_WRITE, file, errno);
            return NULL;
        }
        text_str(&t, folder);
        text_char(&t, '/');
    }
    text_str(&t, file);
    return take_text(&t, e);
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
    *path = absolute(file, e);
    if (!*path)
        return false;
    int why = *file ? try_place(*path) : ENOENT;
    if (why == 0)
        return true;
    free(*path);
    *path = NULL;
    return err_sys(e, ERR_WRITE, file, why);
}

/* The files of one run, in their folder. */
struct family {
    const char *name; /* FILE, without the folder */
    char own[24];     /* ".PID" of the program */
    int folder;
    int64_t start_sec;
    struct output_found *found;
};

/* FILE.PID or FILE.PID.NAME becomes FILE or FILE.NAME. */
static bool rename_member(const struct family *f, const char *entry, struct err *e)
{
    const char *behind = entry + strlen(f->name) + strlen(f->own);
    struct text name = {0};
    text_str(&name, f->name);
    text_str(&name, behind);
    text_z(&name);
    bool ok = !name.failed || err_memory(e, 0);
    if (ok && renameat(f->folder, entry, f->folder, name.p) != 0)
        ok = err_sys(e, ERR_WRITE, name.p, errno);
    f->found->any |= ok && !*behind;
    f->found->any_info |= ok && strcmp(behind, ".info") == 0;
    text_release(&name);
    return ok;
}

/* Is `behind` ".PID" of some process, and the file not older than the run? */
static bool is_of_other(const struct family *f, const char *entry, const char *behind)
{
    struct stat s;
    size_t n_digits = behind[0] == '.' ? strspn(behind + 1, "0123456789") : 0;
    return n_digits > 0 && !behind[1 + n_digits] && fstatat(f->folder, entry, &s, 0) == 0 &&
           s.st_mtime >= f->start_sec;
}

static void note_other(struct output_found *found, long pid)
{
    unsigned at = found->n_others++;
    if (at >= OUTPUT_OTHERS_MOST) {
        at = OUTPUT_OTHERS_MOST - 1;
        if (found->others[at] < pid)
            return;
    }
    for (; at > 0 && found->others[at - 1] > pid; at--)
        found->others[at] = found->others[at - 1];
    found->others[at] = pid;
}

static bool take_entry(const struct family *f, const char *entry, struct err *e)
{
    size_t n = strlen(f->name), n_own = strlen(f->own);
    if (strncmp(entry, f->name, n) != 0)
        return true;
    const char *behind = entry + n;
    if (strncmp(behind, f->own, n_own) == 0 && (!behind[n_own] || behind[n_own] == '.'))
        return rename_member(f, entry, e);
    if (is_of_other(f, entry, behind))
        note_other(f->found, strtol(behind + 1, NULL, 10));
    return true;
}

bool output_collect(const char *path, pid_t pid, int64_t start_sec, struct output_found *found,
                    struct err *e)
{
    const char *name = strrchr(path, '/') + 1;
    struct family f = {.name = name, .start_sec = start_sec, .found = found};
    struct text folder = {0};
    *found = (struct output_found){0};
    snprintf(f.own, sizeof f.own, ".%ld", (long)pid);
    text_add(&folder, path, (size_t)(name - path));
    const char *folder_name = text_z(&folder);
    DIR *d = folder.failed ? NULL : opendir(folder_name);
    bool ok = d || (folder.failed ? err_memory(e, 0) : err_sys(e, ERR_WRITE, path, errno));
    text_release(&folder);
    if (!d)
        return ok;
    f.folder = dirfd(d);
    for (struct dirent *entry; ok && (entry = readdir(d));)
        ok = take_entry(&f, entry->d_name, e);
    closedir(d);
    return ok;
}
