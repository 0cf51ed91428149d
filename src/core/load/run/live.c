/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/live.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/file/path.h"
#include "core/base/text.h"
#include "core/load/run/kept.h"

enum { NAME_BYTES = 64, PATH_BYTES = 4096 };

struct live_search {
    const char *who;
    struct arena *memory;
    struct live *found;
    bool are_several;
    bool is_hidden; /* one that may not be looked at: somebody else's, or not to be dumped */
};

static bool is_number(const char *word)
{
    return *word && strspn(word, "0123456789") == strlen(word);
}

static bool is_called(const char *who, const char *exe, const char *path)
{
    static const char gone[] = " (deleted)"; /* the kernel's word for a file of no name */
    const char *name = path_base(path);
    const size_t n = strlen(name) - (text_ends_in(name, gone) ? sizeof gone - 1 : 0);
    return strchr(who, '/') ? path_is_same_file(exe, who)
                            : strlen(who) == n && strncmp(name, who, n) == 0;
}

/* The first file of kept counts among the lines of maps, each with its end; NULL: there is none. */
static const char *kept_in(struct bytes *maps, struct arena *memory)
{
    char *line = (char *)maps->p;
    const char *all = line + maps->n;
    for (char *end; (end = memchr(line, '\n', (size_t)(all - line))); line = end + 1) {
        *end = 0;
        const char *path = strchr(line, '/');
        if (path && kept_is_at(path, NULL))
            return arena_text(memory, path, strlen(path));
    }
    return NULL;
}

static const char *kept_of(const char *pid, struct arena *memory)
{
    char name[NAME_BYTES];
    struct bytes maps = {0};
    struct err why = ERR_INIT;
    snprintf(name, sizeof name, "/proc/%.20s/maps", pid);
    const char *kept = file_read(name, &maps, &why) ? kept_in(&maps, memory) : NULL;
    bytes_release(&maps);
    return kept;
}

static void look_at(struct live_search *s, const char *pid)
{
    char exe[NAME_BYTES], path[PATH_BYTES];
    snprintf(exe, sizeof exe, "/proc/%.20s/exe", pid);
    const ssize_t n = readlink(exe, path, sizeof path - 1);
    s->is_hidden |= n < 0 && errno == EACCES;
    if (n <= 0)
        return;
    path[n] = 0;
    const bool is = strcmp(pid, s->who) == 0 || is_called(s->who, exe, path);
    const char *kept = is ? kept_of(pid, s->memory) : NULL;
    if (kept && s->found->kept) {
        s->are_several |=
            strcmp(kept, s->found->kept) != 0 && !kept_is_of_run(kept, s->found->kept);
    } else if (kept) {
        /* Another file may have that path by now, or none. */
        const char *image = path_is_same_file(exe, path) ? path : exe;
        *s->found = (struct live){arena_text(s->memory, image, strlen(image)), kept};
    }
}

bool live_find(const char *who, struct arena *memory, struct live *out, struct err *e)
{
    struct live_search s = {who, memory, out, false, false};
    *out = (struct live){NULL, NULL};
    DIR *d = is_number(who) ? NULL : opendir("/proc");
    if (is_number(who))
        look_at(&s, who);
    for (const struct dirent *entry; d && (entry = readdir(d));)
        if (is_number(entry->d_name))
            look_at(&s, entry->d_name);
    if (d)
        closedir(d);
    if (out->kept && !s.are_several)
        return true;
    return err_what(e, ERR_SPEC, NULL,
                    out->kept ? "several processes run this program: name one by its number"
                    : d || !s.is_hidden
                        ? "no process of yours is called so and keeps its counts"
                        : "this process lets you not look at it: name its program and .keep file",
                    who);
}

bool live_interval(const char *seconds, int *ms, struct err *e)
{
    char *end;
    const double s = strtod(seconds, &end);
    const bool is = end != seconds && !*end && s >= 0.1 && s <= 3600;
    *ms = is ? (int)(s * 1000 + 0.5) : 0;
    return is || err_what(e, ERR_SPEC, NULL, "--live takes 0.1 to 3600 seconds", seconds);
}
