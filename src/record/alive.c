/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/alive.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/char.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "record/target.h"

enum { FILE_MOST = 1 << 22 }; /* the most that is read of a file in /proc, in bytes */

/* Read a whole file and put a zero byte after it. False: it cannot be read. */
static bool read_file(const char *path, struct text *out)
{
    char bytes[8192];
    ssize_t n = -1;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && out->n < FILE_MOST && (n = read(fd, bytes, sizeof bytes)) > 0)
        text_add(out, bytes, (size_t)n);
    if (fd >= 0)
        close(fd);
    text_z(out);
    return n == 0;
}

/* Is record=RUN or record=RUN/PARENT one of the settings, with commas between? */
static bool names_run(const char *settings, const char *run)
{
    for (size_t n; *settings; settings += n + (settings[n] == ',')) {
        n = strcspn(settings, ",");
        size_t n_run = strlen(run);
        if (strncmp(settings, "record=", 7) == 0 && strncmp(settings + 7, run, n_run) == 0 &&
            strchr("/,", settings[7 + n_run]))
            return true;
    }
    return false;
}

static bool is_of_run(const char *folder, const char *run)
{
    static const char name[] = "GPTUI_RT=";
    struct text path = {0}, all = {0};
    bool is_one = false;
    text_printf(&path, "%s/environ", folder);
    if (read_file(text_z(&path), &all))
        for (size_t at = 0; at < all.n && !is_one; at += strlen(all.p + at) + 1)
            is_one = strncmp(all.p + at, name, sizeof name - 1) == 0 &&
                     names_run(all.p + at + sizeof name - 1, run);
    text_release(&path);
    text_release(&all);
    return is_one;
}

static bool is_preloaded(const char *folder)
{
    struct text path = {0}, maps = {0};
    text_printf(&path, "%s/maps", folder);
    bool is = read_file(text_z(&path), &maps) && strstr(maps.p, "/libgptui-rt");
    text_release(&path);
    text_release(&maps);
    return is;
}

static void look_at(const char *folder, const char *run, pid_t pid,
                    void (*found)(void *ctx, pid_t pid, const char *program), void *ctx)
{
    char program[4096];
    struct text exe = {0};
    text_printf(&exe, "%s/exe", folder);
    ssize_t n = is_of_run(folder, run) ? readlink(text_z(&exe), program, sizeof program - 1) : 0;
    if (n > 0) {
        program[n] = '\0';
        struct target t = {.path = (char *)text_z(&exe)};
        struct err ignored = ERR_INIT;
        if (is_preloaded(folder) || (target_inspect(&t, &ignored) && t.has_ours))
            found(ctx, pid, program);
    }
    text_release(&exe);
}

void alive_each(const char *run, void (*found)(void *ctx, pid_t pid, const char *program),
                void *ctx)
{
    DIR *d = opendir("/proc");
    for (struct dirent *entry; d && (entry = readdir(d));) {
        struct text folder = {0};
        text_printf(&folder, "/proc/%s", entry->d_name);
        if (char_is_digit(entry->d_name[0]))
            look_at(text_z(&folder), run, (pid_t)strtol(entry->d_name, NULL, 10), found, ctx);
        text_release(&folder);
    }
    if (d)
        closedir(d);
}
