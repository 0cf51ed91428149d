/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/launch.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"

#define RUNTIME     "libgptui-rt.so"
#define RUNTIME_MPI "libgptui-rt-mpi.so"

/* The Makefile's LIBDIR, seen from the program's folder if both have one prefix. */
#ifndef GPTUI_LIBDIR
#define GPTUI_LIBDIR "../lib"
#endif

/* Append the folder of the running program; nothing if the system does not know it. */
static void own_folder(struct text *out)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path);
    while (n > 0 && path[n - 1] != '/')
        n--;
    if (n > 0)
        text_add(out, path, (size_t)n);
}

void launch_runtime(bool for_mpi, char **path)
{
    static const char *const places[] = {"", "../lib/", GPTUI_LIBDIR "/"};
    struct text own = {0}, t = {0};
    bool found = false;
    *path = NULL;
    own_folder(&own);
    for (size_t i = 0; i < ARRAY_LEN(places) && !found; i++) {
        text_clear(&t);
        if (places[i][0] != '/')
            text_add(&t, own.p, own.n);
        text_str(&t, places[i]);
        text_str(&t, for_mpi ? RUNTIME_MPI : RUNTIME);
        found = access(text_z(&t), R_OK) == 0;
    }
    text_release(&own);
    if (found)
        *path = t.p;
    else
        text_release(&t);
}

bool launch_can_name(const char *path)
{
    return strpbrk(path, ": \t\n") == NULL;
}

static const char *value_of(char *const *environment, const char *name)
{
    size_t n = strlen(name);
    for (; *environment; environment++)
        if (strncmp(*environment, name, n) == 0 && (*environment)[n] == '=')
            return *environment + n + 1;
    return NULL;
}

/* ---- the variables that are set, each with a zero byte after it ---- */

static void add_end(struct text *t)
{
    text_char(t, '\0');
}

/* Does the run count events other than time? The runtime takes enough samples of these. */
static bool counts_events(const struct launch *l, const char *users)
{
    const char *event = l->options->value[RECORD_EVENT];
    if (event)
        return strcmp(event, "task-clock") != 0;
    return users && strstr(users, "event=") && !strstr(users, "event=task-clock");
}

/* GPTUI_RT=paths=on,rate=auto,record=1700000000-12345/12345,dump=USR2: ours after those of the
 * user, as the later one wins, but for paths, which he may turn off, and a rate that gives small
 * programs some samples, which he may change. */
static void add_settings(struct text *t, const struct launch *l, char *const *base)
{
    text_str(t, "GPTUI_RT=");
    const char *users = value_of(base, "GPTUI_RT");
    size_t start = t->n;
    text_str(t, "paths=on");
    if (!counts_events(l, users))
        text_str(t, ",rate=auto");
    /* Append the settings of the user to those from start on, but neither the name of the file nor
     * that of another run. */
    for (size_t n; users && *users; users += n + (users[n] == ',')) {
        n = strcspn(users, ",");
        if (n == 0 || strncmp(users, "out=", 4) == 0 || strncmp(users, "record=", 7) == 0)
            continue;
        text_str(t, t->n > start ? "," : "");
        text_add(t, users, n);
    }
    if (l->run)
        text_printf(t, "%srecord=%s", t->n > start ? "," : "", l->run);
    if (l->run && l->parent)
        text_printf(t, "/%ld", (long)l->parent);
    for (size_t i = 0; i < N_RECORD_OPTIONS; i++)
        if (record_options[i].setting && l->options->value[i])
            text_printf(t, "%s%s=%s", t->n > start ? "," : "", record_options[i].setting,
                        l->options->value[i]);
    add_end(t);
}

/* Is the variable `entry` one of those in t? */
static bool is_set_in(const struct text *t, const char *entry)
{
    size_t n = strcspn(entry, "=") + 1;
    for (size_t at = 0; at < t->n; at += strlen(t->p + at) + 1)
        if (strncmp(t->p + at, entry, n) == 0)
            return true;
    return false;
}

char **launch_environment(const struct launch *l, char *const *base)
{
    struct text set = {0};
    size_t n_base = 0, n = 0, n_set = 0;
    text_printf(&set, "GMON_OUT_PREFIX=%s", l->prefix);
    add_end(&set);
    add_settings(&set, l, base);
    if (l->runtime) {
        /* The runtime comes before what the user preloads. */
        const char *others = value_of(base, "LD_PRELOAD");
        text_printf(&set, "LD_PRELOAD=%s", l->runtime);
        if (others && *others)
            text_printf(&set, ":%s", others);
        add_end(&set);
    }
    while (base[n_base])
        n_base++;
    for (size_t at = 0; at < set.n; at += strlen(set.p + at) + 1)
        n_set++;
    size_t n_slots = n_base + n_set + 1;
    char **list = mem_array_raw(n_slots * sizeof *list + set.n, 1);
    char *strings = (char *)(list + n_slots);
    memcpy(strings, set.p, set.n);
    for (size_t i = 0; i < n_base; i++)
        if (!is_set_in(&set, base[i]))
            list[n++] = base[i];
    for (size_t at = 0; at < set.n; at += strlen(strings + at) + 1)
        list[n++] = strings + at;
    list[n] = NULL;
    text_release(&set);
    return list;
}
