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

void windows_path_add(const char *path, struct text *out)
{
    const char *start = path;
    for (const char *p = path; *p; p++)
        if (char_is_letter(p[0]) && p[1] == ':' && is_separator(p[2]) &&
            (p == path || is_separator(p[-1])))
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

/* The first entry of a folder that is like the name; malloc'ed, NULL if there is none. */
static char *entry_like(const char *folder, const char *name, size_t n)
{
    DIR *d = opendir(folder);
    char *best = NULL;
    const struct dirent *entry;
    while (d && (entry = readdir(d))) {
        size_t i = 0;
        while (i < n && entry->d_name[i] && folded(entry->d_name[i]) == folded(name[i]))
            i++;
        if (i == n && !entry->d_name[i] && (!best || strcmp(entry->d_name, best) < 0)) {
            free(best);
            best = strdup(entry->d_name);
        }
    }
    if (d)
        closedir(d);
    return best;
}

bool windows_path_find(const char *path, struct text *out)
{
    struct text found = {0};
    bool there = *path;
    while (*path && there) {
        size_t slashes = strspn(path, "/"), n = strcspn(path + slashes, "/");
        text_add(&found, path, slashes);
        path += slashes;
        const size_t end = found.n;
        text_add(&found, path, n);
        if (n && access(text_z(&found), F_OK) != 0) {
            found.n = end;
            char *like = entry_like(end ? text_z(&found) : ".", path, n);
            text_str(&found, like ? like : "");
            free(like);
            there = found.n > end;
        }
        path += n;
    }
    if (there)
        text_add(out, found.p, found.n);
    text_release(&found);
    return there;
}
