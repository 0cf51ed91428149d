/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Makes a file beside path, to see whether that is allowed and which time it gets. An errno, 0: it
 * worked, and nothing is left. */
static int try_beside(const char *path, struct timespec *now)
{
    struct stat s;
    struct text name = {0};
    text_printf(&name, "%s.try%ld", path, (long)getpid());
    const char *beside = text_z(&name);
    int fd = name.failed ? -1 : open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int why = name.failed ? ENOMEM : fd < 0 || fstat(fd, &s) != 0 ? errno : 0;
    if (why == 0)
        *now = s.st_mtim;
    if (fd >= 0) {
        close(fd);
        unlink(beside);
    }
    text_release(&name);
    return why;
}

/* An errno, 0: a file of that name can be made, or replaced. */
static int try_place(const char *path, struct timespec *now)
{
    struct stat s;
    if (!strrchr(path, '/')[1])
        return EISDIR;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return S_ISDIR(s.st_mode) ? EISDIR : EINVAL;
    return try_beside(path, now);
}

bool output_prepare(const char *file, char **path, struct timespec *now, struct err *e)
{
    *path = absolute(file, e);
    if (!*path)
        return false;
    int why = *file ? try_place(*path, now) : ENOENT;
    if (why == 0)
        return true;
    free(*path);
    *path = NULL;
    return err_sys(e, ERR_WRITE, file, why);
}

void output_add_name(struct text *t, const char *path, struct output_owner owner)
{
    text_printf(t, "%s.%ld", path, owner.pid);
    if (owner.number)
        text_printf(t, "-%ld", owner.number);
}

enum { NO_NUMBER = -1 }; /* nothing was found yet */

/* The files of one run, in their folder. */
struct family {
    const char *name; /* FILE, without the folder */
    struct output_owner own;
    int folder;
    const struct timespec *start;
    struct output_found *found;
};

/* digits and nothing else up to *end; 0: there are none. */
static long read_number(const char *digits, const char **end)
{
    size_t n = strspn(digits, "0123456789");
    *end = digits + n;
    return n > 0 ? strtol(digits, NULL, 10) : 0;
}

/* Whose file is it, of those that the runtime names? *rest: what comes after the name of the
 * profile: nothing, or ".NAME". */
static bool is_of_somebody(const struct family *f, const char *entry, struct output_owner *owner,
                           const char **rest)
{
    size_t n = strlen(f->name);
    if (strncmp(entry, f->name, n) != 0 || entry[n] != '.')
        return false;
    owner->pid = read_number(entry + n + 1, rest);
    owner->number = 0;
    if (**rest == '-') {
        owner->number = read_number(*rest + 1, rest);
        if (owner->number < 2)
            return false;
    }
    return owner->pid > 0 && (!**rest || **rest == '.');
}

static bool is_of_this_run(const struct family *f, const char *entry)
{
    struct stat s;
    return fstatat(f->folder, entry, &s, 0) == 0 &&
           (s.st_mtim.tv_sec > f->start->tv_sec ||
            (s.st_mtim.tv_sec == f->start->tv_sec && s.st_mtim.tv_nsec >= f->start->tv_nsec));
}

/* FILE.PID or FILE.PID.NAME becomes FILE or FILE.NAME. */
static bool rename_member(const struct family *f, const char *entry, const char *rest,
                          struct err *e)
{
    struct text name = {0};
    text_str(&name, f->name);
    text_str(&name, rest);
    text_z(&name);
    bool ok = !name.failed || err_memory(e, 0);
    if (ok && renameat(f->folder, entry, f->folder, name.p) != 0)
        ok = err_sys(e, ERR_WRITE, name.p, errno);
    f->found->any |= ok && !*rest;
    f->found->any_info |= ok && strcmp(rest, ".info") == 0;
    text_release(&name);
    return ok;
}

static bool is_before(struct output_owner a, struct output_owner b)
{
    return a.pid < b.pid || (a.pid == b.pid && a.number < b.number);
}

static void note_other(struct output_found *found, struct output_owner owner)
{
    unsigned at = found->n_others++;
    if (at >= OUTPUT_OTHERS_MOST) {
        at = OUTPUT_OTHERS_MOST - 1;
        if (is_before(found->others[at], owner))
            return;
    }
    for (; at > 0 && is_before(owner, found->others[at - 1]); at--)
        found->others[at] = found->others[at - 1];
    found->others[at] = owner;
}

/* The program's own profile has the highest number of those that are new. */
static void note_entry(struct family *f, const char *entry)
{
    const char *rest;
    struct output_owner owner;
    if (!is_of_somebody(f, entry, &owner, &rest) || *rest || !is_of_this_run(f, entry))
        return;
    if (owner.pid != f->own.pid)
        note_other(f->found, owner);
    else if (owner.number > f->own.number)
        f->own = owner;
}

static bool take_entry(const struct family *f, const char *entry, struct err *e)
{
    const char *rest;
    struct output_owner owner;
    if (!is_of_somebody(f, entry, &owner, &rest) || owner.pid != f->own.pid ||
        owner.number != f->own.number)
        return true;
    return rename_member(f, entry, rest, e);
}

static bool collect(struct family *f, DIR *d, struct err *e)
{
    bool ok = true;
    for (struct dirent *entry; (entry = readdir(d));)
        note_entry(f, entry->d_name);
    rewinddir(d);
    for (struct dirent *entry; ok && (entry = readdir(d));)
        ok = take_entry(f, entry->d_name, e);
    return ok;
}

bool output_collect(const char *path, pid_t pid, const struct timespec *start,
                    struct output_found *found, struct err *e)
{
    const char *name = strrchr(path, '/') + 1;
    struct family f = {.name = name, .own = {pid, NO_NUMBER}, .start = start, .found = found};
    struct text folder = {0};
    *found = (struct output_found){0};
    text_add(&folder, path, (size_t)(name - path));
    const char *folder_name = text_z(&folder);
    DIR *d = folder.failed ? NULL : opendir(folder_name);
    bool ok = d || (folder.failed ? err_memory(e, 0) : err_sys(e, ERR_WRITE, path, errno));
    text_release(&folder);
    if (!d)
        return ok;
    f.folder = dirfd(d);
    ok = collect(&f, d, e);
    closedir(d);
    return ok;
}
