/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/cli/runtime_files.h"
#include "core/load/gmon/gmon.h"
#include "core/view/message.h"

void inputs_release(struct inputs *in)
{
    words_release(&in->files);
    text_release(&in->warnings);
}

static bool add(struct words *w, const char *path, struct err *e)
{
    return words_add(w, path) || err_memory(e, 0);
}

static bool add_copy(struct words *w, const char *path, struct err *e)
{
    const char *copy = arena_text(&w->text, path, strlen(path));
    return copy ? add(w, copy, e) : err_memory(e, 0);
}

/* ---- patterns ---- */

static bool is_pattern(const char *word)
{
    struct stat st;
    return strpbrk(word, "*?[") && lstat(word, &st) != 0;
}

static bool is_regular(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_input(const char *path)
{
    return is_regular(path) || run_folder_is(path);
}

static bool add_matches(struct words *w, const char *word, const glob_t *found, struct err *e)
{
    size_t first = w->n;
    bool ok = true;
    for (size_t i = 0; ok && i < found->gl_pathc; i++)
        ok = !is_input(found->gl_pathv[i]) || add_copy(w, found->gl_pathv[i], e);
    if (ok && w->n == first)
        return err_what(e, ERR_SPEC, NULL, "matches nothing that is a regular file", word);
    return ok;
}

bool inputs_add_word(struct inputs *in, const char *word, struct err *e)
{
    glob_t found = {0};
    if (!is_pattern(word))
        return add(&in->files, word, e);
    bool ok;
    switch (glob(word, 0, NULL, &found)) { /* sorted as in the C locale, which is never left */
    case 0:
        ok = add_matches(&in->files, word, &found, e);
        break;
    case GLOB_NOSPACE:
        ok = err_memory(e, 0);
        break;
    default:
        ok = add(&in->files, word, e);
    }
    globfree(&found);
    return ok;
}

/* ---- folders of runs ---- */

static void warn_left_out(struct inputs *in, const char *folder, const struct run_folder_rest *rest)
{
    if (rest->n_of_others > 0)
        message_left_out_processes(folder, rest->n_of_others, in->program, &in->warnings);
    if (rest->n_of_runs > 0)
        message_left_out_other_runs(folder, rest->n_of_runs, in->program, &in->warnings);
}

static bool add_run(struct inputs *in, const char *folder, struct err *e)
{
    struct run_folder_rest rest = {0};
    bool ok = run_folder_add(&in->files, folder, in->image, &rest, e);
    warn_left_out(in, folder, &rest);
    return ok;
}

enum { FEW = 1000 }; /* files; of more than that nobody asks for a job's late ones */

bool inputs_settle(struct inputs *in, struct err *e)
{
    struct words *w = &in->files;
    if (!companions_drop(w, 0, e))
        return false;
    const size_t n = w->n;
    size_t at = 0; /* what comes before stays as it is, for there may be millions */
    while (n > FEW && at < n && !run_folder_is(w->p[at]))
        at++;
    if (at == n)
        return true;
    const char **named = mem_array_raw(n - at, sizeof *named);
    if (!named)
        return err_memory(e, n - at);
    for (size_t i = at; i < n; i++)
        named[i - at] = w->p[i];
    w->n = at;
    bool ok = true;
    for (size_t i = 0; ok && i < n - at; i++)
        ok = run_folder_is(named[i])
                 ? add_run(in, named[i], e)
                 : add(w, named[i], e) && (n > FEW || late_files_add(w, named[i], in->image, e));
    free(named);
    return ok;
}

/* ---- directories ---- */

/* A walk through directories. */
struct folder_walk {
    struct inputs *in;
    struct words todo; /* directories to enter; their paths are in its arena */
    struct err *e;
};

/* DIR/NAME in the arena of the walk. */
static const char *join(struct folder_walk *k, const char *dir, const char *name)
{
    size_t n = strlen(dir), room = n + strlen(name) + 2;
    char *path = arena_alloc(&k->todo.text, room, 1);
    if (!path)
        err_memory(k->e, room);
    else
        snprintf(path, room, "%s%s%s", dir, n > 0 && dir[n - 1] == '/' ? "" : "/", name);
    return path;
}

/* The profile that the folder is of is found by its own name. */
static bool enter_run(struct folder_walk *k, const char *folder)
{
    struct run_folder_rest rest = {0};
    bool ok = run_folder_add_others(&k->in->files, folder, k->in->image, &rest, k->e);
    warn_left_out(k->in, folder, &rest);
    return ok;
}

static bool visit(struct folder_walk *k, const char *dir, const char *name)
{
    struct stat st;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    const char *path = join(k, dir, name);
    if (!path)
        return false;
    if (lstat(path, &st) != 0) /* it may have been removed meanwhile */
        return errno == ENOENT || err_sys(k->e, ERR_OPEN, dir, errno);
    if (S_ISDIR(st.st_mode))
        return run_folder_is(path) ? enter_run(k, path) : add(&k->todo, path, k->e);
    return !gmon_is_file_name(name) || !is_regular(path) || add_copy(&k->in->files, path, k->e);
}

static bool enter(struct folder_walk *k, const char *dir)
{
    DIR *d = opendir(dir);
    if (!d)
        return err_sys(k->e, ERR_OPEN, dir, errno);
    bool ok = true;
    for (struct dirent *entry; ok; ok = visit(k, dir, entry->d_name)) {
        errno = 0;
        entry = readdir(d);
        if (!entry) {
            ok = errno == 0 || err_sys(k->e, ERR_READ, dir, errno);
            break;
        }
    }
    closedir(d);
    return ok;
}

/* Go on without the folder, if the failure is that it cannot be read. */
static bool leave_out(struct folder_walk *k)
{
    if (k->e->code != ERR_OPEN && k->e->code != ERR_READ)
        return false;
    message_left_out_folder(k->e, k->in->program, &k->in->warnings);
    err_clear(k->e);
    return true;
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool inputs_add_dir(struct inputs *in, const char *dir, struct err *e)
{
    struct folder_walk k = {.in = in, .e = e};
    struct words *w = &in->files;
    size_t first = w->n;
    bool ok = enter(&k, dir);
    while (ok && k.todo.n > 0)
        ok = enter(&k, k.todo.p[--k.todo.n]) || leave_out(&k);
    words_release(&k.todo);
    if (!ok)
        return false;
    if (w->n == first)
        return err_what(e, ERR_SPEC, NULL, "no profile files in this directory or below", dir);
    qsort(w->p + first, w->n - first, sizeof *w->p, by_path);
    return companions_drop(w, first, e);
}
