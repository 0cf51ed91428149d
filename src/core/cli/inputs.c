/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/cli/companions.h"

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

bool inputs_add_word(struct words *w, const char *word, struct err *e)
{
    glob_t found = {0};
    size_t first = w->n;
    if (!is_pattern(word))
        return add(w, word, e);
    int failed = glob(word, 0, NULL, &found); /* sorted as in the C locale, which is never left */
    bool ok = failed != GLOB_NOSPACE || err_memory(e, 0);
    if (failed == GLOB_NOMATCH || failed == GLOB_ABORTED)
        ok = add(w, word, e);
    for (size_t i = 0; ok && !failed && i < found.gl_pathc; i++)
        ok = add_copy(w, found.gl_pathv[i], e);
    globfree(&found);
    return ok && (failed || companions_drop(w, first, e));
}

/* ---- directories ---- */

/* A walk through directories. */
struct walk {
    struct words *found;
    struct words todo; /* directories to enter; their paths are in its arena */
    struct err *e;
};

static bool ends_in(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

static bool names_profile(const char *name)
{
    return strcmp(name, "gmon.out") == 0 || strncmp(name, "gmon.out.", 9) == 0 ||
           ends_in(name, ".gmon");
}

/* DIR/NAME in the arena of the walk. */
static const char *join(struct walk *k, const char *dir, const char *name)
{
    size_t n = strlen(dir), room = n + strlen(name) + 2;
    char *path = arena_alloc(&k->todo.text, room, 1);
    if (!path)
        err_memory(k->e, room);
    else
        snprintf(path, room, "%s%s%s", dir, n > 0 && dir[n - 1] == '/' ? "" : "/", name);
    return path;
}

static bool visit(struct walk *k, const char *dir, const char *name)
{
    struct stat st;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return true;
    const char *path = join(k, dir, name);
    if (!path)
        return false;
    if (lstat(path, &st) != 0) /* it may be gone meanwhile */
        return errno == ENOENT || err_sys(k->e, ERR_OPEN, path, errno);
    if (S_ISDIR(st.st_mode))
        return add(&k->todo, path, k->e);
    if (!names_profile(name) || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return true;
    return add_copy(k->found, path, k->e);
}

static bool enter(struct walk *k, const char *dir)
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

static int by_path(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

bool inputs_add_dir(struct words *w, const char *dir, struct err *e)
{
    struct walk k = {.found = w, .e = e};
    size_t first = w->n;
    bool ok = add(&k.todo, dir, e);
    while (ok && k.todo.n > 0)
        ok = enter(&k, k.todo.p[--k.todo.n]);
    words_release(&k.todo);
    if (!ok)
        return false;
    if (w->n == first)
        return err_what(e, ERR_SPEC, NULL, "no profile files in this directory or below", dir);
    qsort(w->p + first, w->n - first, sizeof *w->p, by_path);
    return companions_drop(w, first, e);
}
