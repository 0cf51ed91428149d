/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/windows_path.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/char.h"

static bool is_separator(char c)
{
    return c == '/' || c == '\\';
}

static char folded(char c)
{
    return c == '\\' ? '/' : char_small(c);
}

static bool has_drive(const char *p)
{
    return char_is_letter(p[0]) && p[1] == ':' && is_separator(p[2]);
}

void windows_path_add(const char *path, struct text *out)
{
    const char *start = path;
    for (const char *p = path; *p; p++)
        if (has_drive(p) && (p == path || is_separator(p[-1])))
            start = p;
    for (; *start; start++)
        text_char(out, *start == '\\' ? '/' : *start);
}

const char *windows_path_below(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    while (n && is_separator(folder[n - 1]))
        n--;
    for (size_t i = 0; i < n; i++)
        if (folded(path[i]) != folded(folder[i])) /* or path ends */
            return NULL;
    return !path[n] || is_separator(path[n]) ? path + n : NULL;
}

static bool same_name(const char *entry, const char *name, size_t n)
{
    size_t i = 0;
    while (i < n && entry[i] && folded(entry[i]) == folded(name[i]))
        i++;
    return i == n && !entry[i];
}

/* The first entry of a folder that is like the name; malloc'ed, NULL if there is none. */
static char *entry_like(const char *folder, const char *name, size_t n)
{
    DIR *d = opendir(folder);
    char *best = NULL;
    const struct dirent *entry;
    while (d && (entry = readdir(d)))
        if (same_name(entry->d_name, name, n) && (!best || strcmp(entry->d_name, best) < 0)) {
            free(best);
            best = strdup(entry->d_name);
        }
    if (d)
        closedir(d);
    return best;
}

/* Append one component to the path of a folder. */
static bool add_component(struct text *path, const char *name, size_t n)
{
    size_t end = path->n;
    text_add(path, name, n);
    if (access(text_z(path), F_OK) == 0)
        return true;
    path->n = end;
    char *like = entry_like(end ? text_z(path) : ".", name, n);
    text_str(path, like ? like : "");
    free(like);
    return path->n > end;
}

bool windows_path_find(const char *path, struct text *out)
{
    struct text found = {0};
    bool there = *path;
    while (*path && there) {
        size_t slashes = strspn(path, "/"), n = strcspn(path + slashes, "/");
        text_add(&found, path, slashes);
        there = n == 0 || add_component(&found, path + slashes, n);
        path += slashes + n;
    }
    if (there)
        text_add(out, found.p, found.n);
    text_release(&found);
    return there;
}
