/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "core/base/char.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"

/* What the runtime and we put into a folder that we make. */
static const char marker[] = "gptui-run", marker_text[] = "gptui-run 1\n", info_ending[] = ".info";

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

static void add_host(struct text *t)
{
    struct utsname system;
    if (uname(&system) == 0)
        text_str(t, system.nodename);
}

/* ---- names ---- */

/* What %LETTER stands for; nothing that is known: itself. The rank is the programs' to know. */
static void add_letter(struct text *t, char letter, const char *program)
{
    if (letter == 'p' || letter == 'r')
        text_int(t, getpid(), 0);
    else if (letter == 'h')
        add_host(t);
    else if (letter == 'e')
        text_str(t, path_base(program));
    else if (letter == 't')
        text_int(t, (int64_t)time(NULL), 0);
    else if (letter == '%')
        text_char(t, '%');
    else
        text_printf(t, "%%%c", letter);
}

static char *expand(const char *pattern, const char *program, struct err *e)
{
    struct text t = {0};
    for (const char *at = pattern; *at; at++)
        if (at[0] == '%' && at[1])
            add_letter(&t, *++at, program);
        else
            text_char(&t, *at);
    return take_text(&t, e);
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

static bool find_names(struct output *o, const char *pattern, const char *program, struct err *e)
{
    struct text folder = {0}, run = {0};
    o->shown = expand(pattern, program, e);
    o->path = o->shown ? absolute(o->shown, e) : NULL;
    if (!o->path)
        return false;
    text_printf(&folder, "%s.d", o->path);
    text_printf(&run, "%lld-%ld", (long long)time(NULL), (long)getpid());
    o->folder = take_text(&folder, e);
    o->run = take_text(&run, e);
    return o->folder && o->run;
}

/* ---- before the run ---- */

/* Makes a file beside path, to see whether that is allowed. An errno, 0: it worked, and nothing is
 * left. */
static int try_beside(const char *path)
{
    struct text name = {0};
    text_printf(&name, "%s.try%ld", path, (long)getpid());
    const char *beside = text_z(&name);
    int fd = name.failed ? -1 : open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int why = name.failed ? ENOMEM : fd < 0 ? errno : 0;
    if (fd >= 0) {
        close(fd);
        unlink(beside);
    }
    text_release(&name);
    return why;
}

/* An errno, 0: a file of that name can be made, or replaced. */
static int try_place(const char *path)
{
    struct stat s;
    if (!strrchr(path, '/')[1])
        return EISDIR;
    if (stat(path, &s) == 0 && !S_ISREG(s.st_mode))
        return S_ISDIR(s.st_mode) ? EISDIR : EINVAL;
    return try_beside(path);
}

/* The folder, not what a link leads to. -1: errno says why. */
static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool bears_marker(int folder)
{
    char text[sizeof marker_text - 1];
    int fd = openat(folder, marker, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool ours = fd >= 0 && read(fd, text, sizeof text) == (ssize_t)sizeof text &&
                memcmp(text, marker_text, sizeof text) == 0;
    if (fd >= 0)
        close(fd);
    return ours;
}

typedef bool visit_entry(void *ctx, int folder, const char *name, struct err *e);

/* All entries but . and .., until one fails. */
static bool each_entry(const char *path, visit_entry *visit, void *ctx, struct err *e)
{
    int fd = open_folder(path);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    bool ok = d || err_sys(e, ERR_WRITE, path, errno);
    for (struct dirent *entry; ok && (entry = readdir(d));)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            ok = visit(ctx, fd, entry->d_name, e);
    if (d)
        closedir(d);
    else if (fd >= 0)
        close(fd);
    return ok;
}

static bool is_no_folder(void *ctx, int folder, const char *name, struct err *e)
{
    struct stat s;
    const struct output *o = ctx;
    return fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISDIR(s.st_mode) ||
           err_what(e, ERR_SPEC, NULL, "has folders in it; name another profile with -o",
                    o->folder);
}

/* What is there may go, or there is nothing. */
static bool check_folder(struct output *o, struct err *e)
{
    struct stat s;
    if (lstat(o->folder, &s) != 0)
        return errno == ENOENT || err_sys(e, ERR_WRITE, o->folder, errno);
    int fd = open_folder(o->folder);
    bool ours = fd >= 0 && s.st_uid == geteuid() && bears_marker(fd);
    if (fd >= 0)
        close(fd);
    if (!ours)
        return err_what(e, ERR_SPEC, NULL, "was not made by gptui; name another profile with -o",
                        o->folder);
    return each_entry(o->folder, is_no_folder, o, e);
}

bool output_prepare(struct output *o, const char *pattern, const char *program, struct err *e)
{
    *o = (struct output){0};
    bool ok = find_names(o, pattern, program, e);
    int why = !ok ? 0 : *pattern ? try_place(o->path) : ENOENT;
    return ok && (why == 0 || err_sys(e, ERR_WRITE, o->shown, why)) && check_folder(o, e);
}

static bool remove_entry(void *ctx, int folder, const char *name, struct err *e)
{
    const struct output *o = ctx;
    return strcmp(name, marker) == 0 || unlinkat(folder, name, 0) == 0 || errno == ENOENT ||
           err_sys(e, ERR_WRITE, o->folder, errno);
}

/* An errno. */
static int write_marker(const char *path, const char *run)
{
    struct text t = {0};
    text_printf(&t, "%srun %s\n", marker_text, run);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
    int why = t.failed ? ENOMEM : fd < 0 ? errno : 0;
    if (why == 0 && write(fd, t.p, t.n) != (ssize_t)t.n)
        why = errno ? errno : ENOSPC;
    if (fd >= 0)
        close(fd);
    text_release(&t);
    return why;
}

bool output_begin(const struct output *o, struct err *e)
{
    struct text path = {0};
    if (mkdir(o->folder, 0777) != 0 &&
        (errno != EEXIST || !each_entry(o->folder, remove_entry, (void *)o, e)))
        return e->code != ERR_NONE ? false : err_sys(e, ERR_WRITE, o->folder, errno);
    text_printf(&path, "%s/%s", o->folder, marker);
    const char *z = text_z(&path);
    int why = path.failed ? ENOMEM : write_marker(z, o->run);
    text_release(&path);
    return why == 0 || err_sys(e, ERR_WRITE, o->folder, why);
}

void output_release(struct output *o)
{
    free(o->shown);
    free(o->path);
    free(o->folder);
    free(o->run);
    *o = (struct output){0};
}

/* ---- after it ---- */

/* The files of one run. */
struct family {
    const struct output *o;
    struct text own[2]; /* RUN.HOST.PID and, by libc's runtime, RUN.PID */
    struct text best;   /* of the program itself: the image of it that came last */
    long best_number;   /* NONE: there is none */
    struct output_found *found;
};

enum { NO_NUMBER = -1 };

/* Does the name begin like that, and then go on with a number, a point, or not at all? *number: 0:
 * there is none. *rest: what is after it. */
static bool is_of(const char *stem, const char *name, long *number, const char **rest)
{
    size_t n = strlen(stem);
    *number = 0;
    if (strncmp(name, stem, n) != 0)
        return false;
    *rest = name + n;
    if (**rest == '-' && char_is_digit((*rest)[1]))
        *number = strtol(*rest + 1, (char **)rest, 10);
    return !**rest || **rest == '.';
}

static bool is_own(struct family *f, const char *name, long *number, const char **rest)
{
    return is_of(text_z(&f->own[0]), name, number, rest) ||
           is_of(text_z(&f->own[1]), name, number, rest);
}

/* The profile of the program itself has the highest number. */
static bool note_own(void *ctx, int folder, const char *name, struct err *e)
{
    struct family *f = ctx;
    long number;
    const char *rest;
    (void)folder;
    if (!is_own(f, name, &number, &rest) || *rest || number <= f->best_number)
        return true;
    f->best_number = number;
    text_clear(&f->best);
    text_str(&f->best, name);
    text_z(&f->best);
    return !f->best.failed || err_memory(e, 0);
}

/* RUN.HOST.PID becomes FILE, RUN.HOST.PID.NAME becomes FILE.d/profile.NAME. */
static bool rename_member(struct family *f, int folder, const char *name, const char *rest,
                          struct err *e)
{
    struct text to = {0};
    text_printf(&to, *rest ? "%s/profile%s" : "%s", *rest ? f->o->folder : f->o->path, rest);
    const char *z = text_z(&to);
    bool ok = !to.failed || err_memory(e, 0);
    if (ok && renameat(folder, name, AT_FDCWD, z) != 0)
        ok = err_sys(e, ERR_WRITE, z, errno);
    f->found->any |= ok && !*rest;
    f->found->any_info |= ok && strcmp(rest, info_ending) == 0;
    text_release(&to);
    return ok;
}

static bool take_own(void *ctx, int folder, const char *name, struct err *e)
{
    struct family *f = ctx;
    size_t n = f->best.n;
    if (strncmp(name, f->best.p, n) != 0 || (name[n] && name[n] != '.'))
        return true;
    return rename_member(f, folder, name, name + n, e);
}

/* A text goes with it, or it is of libc's runtime: RUN.PID. */
static bool is_profile(const struct family *f, int folder, const char *name)
{
    size_t n = strlen(f->o->run);
    struct text info = {0};
    text_printf(&info, "%s%s", name, info_ending);
    bool has_info = faccessat(folder, text_z(&info), F_OK, 0) == 0 && !info.failed;
    text_release(&info);
    return strncmp(name, f->o->run, n) == 0 && name[n] == '.' &&
           (has_info || (name[n + 1] && !name[n + 1 + strspn(name + n + 1, "0123456789")]));
}

/* RUN.HOST.PID.keep of a process that could not write (runtime/keep.h). */
static bool note_kept(struct family *f, struct err *e)
{
    struct text path = {0}, shown = {0};
    text_printf(&path, "%s/%s.keep", f->o->folder, text_z(&f->own[0]));
    text_printf(&shown, "%s.d/%s.keep", f->o->shown, text_z(&f->own[0]));
    bool is_there = access(text_z(&path), F_OK) == 0 && !path.failed;
    text_release(&path);
    if (is_there)
        return (f->found->kept = take_text(&shown, e)) != NULL;
    text_release(&shown);
    return true;
}

static bool note_other(void *ctx, int folder, const char *name, struct err *e)
{
    struct family *f = ctx;
    struct text path = {0};
    if (!is_profile(f, folder, name))
        return true;
    text_printf(&path, "%s.d/%s", f->o->shown, name);
    char *p = take_text(&path, e);
    if (!p || !mem_grow(&f->found->others, &f->found->cap, f->found->n_others + 1, sizeof p)) {
        free(p);
        return p ? err_memory(e, 0) : false;
    }
    f->found->others[f->found->n_others++] = p;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool only_marker(void *ctx, int folder, const char *name, struct err *e)
{
    (void)ctx, (void)folder;
    return strcmp(name, marker) == 0 || err_set(e, ERR_CANCELLED, NULL);
}

void output_remove_empty(const struct output *o)
{
    struct err not_empty = ERR_INIT;
    struct text path = {0};
    if (!each_entry(o->folder, only_marker, NULL, &not_empty))
        return;
    text_printf(&path, "%s/%s", o->folder, marker);
    if (*text_z(&path) && unlink(path.p) == 0)
        rmdir(o->folder);
    text_release(&path);
}

void output_add_name(const struct output *o, pid_t pid, struct text *out)
{
    text_printf(out, "%s.d/%s.", o->shown, o->run);
    add_host(out);
    text_printf(out, ".%ld", (long)pid);
}

bool output_collect(const struct output *o, pid_t pid, struct output_found *found, struct err *e)
{
    struct family f = {.o = o, .best_number = NO_NUMBER, .found = found};
    *found = (struct output_found){0};
    text_printf(&f.own[0], "%s.", o->run);
    add_host(&f.own[0]);
    text_printf(&f.own[0], ".%ld", (long)pid);
    text_printf(&f.own[1], "%s.%ld", o->run, (long)pid);
    text_z(&f.own[0]), text_z(&f.own[1]);
    bool ok = (!f.own[0].failed && !f.own[1].failed) || err_memory(e, 0);
    ok = ok && each_entry(o->folder, note_own, &f, e) &&
         (f.best_number == NO_NUMBER || each_entry(o->folder, take_own, &f, e)) &&
         (found->any || note_kept(&f, e)) && each_entry(o->folder, note_other, &f, e);
    if (ok)
        qsort(found->others, found->n_others, sizeof *found->others, by_name);
    for (int i = 0; i < 2; i++)
        text_release(&f.own[i]);
    text_release(&f.best);
    return ok;
}

void output_found_release(struct output_found *found)
{
    for (size_t i = 0; i < found->n_others; i++)
        free(found->others[i]);
    free(found->others);
    free(found->kept);
    *found = (struct output_found){0};
}
