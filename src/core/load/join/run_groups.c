/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/run_groups.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/image/stripped.h"
#include "core/load/join/run_info.h"

static const char ending[] = ".info", main_text[] = "profile.info";

/* ---- processes ---- */

static bool add(struct run_groups *g, const char *profile, bool is_main,
                const struct run_info *info, struct err *e)
{
    const char *program = info->images[0].path;
    struct run_process p = {.n_calls = info->facts.n_calls,
                            .cpu_ms = info->facts.cpu_ms,
                            .n_ticks = info->facts.ticks,
                            .is_main = is_main};
    p.profile = mem_text(profile, strlen(profile));
    p.program = mem_text(program, strlen(program));
    if (p.profile && p.program && mem_grow(&g->processes, &g->cap, g->n_processes + 1, sizeof p)) {
        g->processes[g->n_processes++] = p;
        return true;
    }
    free(p.profile);
    free(p.program);
    return err_memory(e, 0);
}

/* The text STEM.info of `profile`. */
static bool look_at(struct run_groups *g, const char *stem, const char *profile, bool is_main,
                    struct err *e)
{
    struct run_info info = {0};
    struct err why = ERR_INIT;
    if (access(profile, F_OK) != 0)
        return true;
    bool ok = run_info_read_text(stem, source_owner(profile), &info, &why)
                  ? info.n_images == 0 || add(g, profile, is_main, &info, e)
                  : why.code != ERR_MEMORY || err_memory(e, 0);
    run_info_release(&info);
    return ok;
}

/* The entry NAME of the folder; FILE.d/profile.info is the text of FILE. */
static bool look_at_entry(struct run_groups *g, const char *folder, const char *name, struct err *e)
{
    struct text stem = {0}, profile = {0};
    bool is_main = strcmp(name, main_text) == 0;
    text_printf(&stem, "%s/", folder);
    text_add(&stem, name, strlen(name) - (sizeof ending - 1));
    if (is_main)
        text_add(&profile, folder, strlen(folder) - strlen(".d"));
    else
        text_str(&profile, text_z(&stem));
    bool ok = look_at(g, text_z(&stem), text_z(&profile), is_main, e);
    ok = ok && ((!stem.failed && !profile.failed) || err_memory(e, 0));
    text_release(&stem);
    text_release(&profile);
    return ok;
}

/* "RUN." is the beginning of names; RUN is FILE, too, and the second of its series, RUN-2. */
static bool is_of_run(const char *name, const char *run)
{
    size_t n = strlen(run);
    bool begins = strncmp(name, run, n) == 0;
    if (n == 0 || run[n - 1] == '.')
        return begins;
    return strcmp(name, main_text) == 0 || (begins && (name[n] == '.' || name[n] == '-'));
}

static bool list(struct run_groups *g, const char *folder, const char *run, struct err *e)
{
    DIR *d = opendir(folder);
    bool ok = d || err_sys(e, ERR_OPEN, folder, errno);
    while (ok) {
        errno = 0;
        const struct dirent *entry = readdir(d);
        if (!entry) {
            ok = errno == 0 || err_sys(e, ERR_READ, folder, errno);
            break;
        }
        if (text_ends_in(entry->d_name, ending) && is_of_run(entry->d_name, run))
            ok = look_at_entry(g, folder, entry->d_name, e);
    }
    if (d)
        closedir(d);
    return ok;
}

/* ---- groups ---- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Those with more come first. */
static int by_weight(uint64_t a_calls, uint64_t a_ms, uint64_t b_calls, uint64_t b_ms)
{
    int order = compare_numbers(b_ms, a_ms);
    return order ? order : compare_numbers(b_calls, a_calls);
}

static int compare_processes(const void *x, const void *y)
{
    const struct run_process *a = x, *b = y;
    int order = strcmp(a->program, b->program);
    order = order ? order : by_weight(a->n_calls, a->cpu_ms, b->n_calls, b->cpu_ms);
    return order ? order : strcmp(a->profile, b->profile);
}

static int compare_groups(const void *x, const void *y)
{
    const struct run_group *a = x, *b = y;
    int order = (b->n_calls > 0) - (a->n_calls > 0);
    order = order ? order : b->is_readable - a->is_readable;
    order = order ? order : by_weight(a->n_calls, a->cpu_ms, b->n_calls, b->cpu_ms);
    order = order ? order : b->has_main - a->has_main;
    return order ? order : strcmp(a->processes->program, b->processes->program);
}

static bool make_groups(struct run_groups *g, struct err *e)
{
    if (g->n_processes == 0)
        return true;
    g->groups = mem_array(g->n_processes, sizeof *g->groups);
    if (!g->groups)
        return err_memory(e, 0);
    qsort(g->processes, g->n_processes, sizeof *g->processes, compare_processes);
    for (size_t i = 0; i < g->n_processes; i++) {
        const struct run_process *p = &g->processes[i];
        struct run_group *last = g->n ? &g->groups[g->n - 1] : NULL;
        if (!last || strcmp(last->processes->program, p->program) != 0) {
            last = &g->groups[g->n++];
            last->processes = p;
            last->is_readable = stripped_is_readable(p->program);
        }
        last->n++;
        last->has_main |= p->is_main;
        last->n_calls += p->n_calls;
        last->cpu_ms += p->cpu_ms;
        last->n_ticks += p->n_ticks;
    }
    qsort(g->groups, g->n, sizeof *g->groups, compare_groups);
    return true;
}

bool run_groups_read(struct run_groups *g, const char *folder, const char *run, struct err *e)
{
    *g = (struct run_groups){0};
    if (list(g, folder, run, e) && make_groups(g, e))
        return true;
    run_groups_release(g);
    return false;
}

void run_groups_release(struct run_groups *g)
{
    for (size_t i = 0; i < g->n_processes; i++) {
        free(g->processes[i].profile);
        free(g->processes[i].program);
    }
    free(g->processes);
    free(g->groups);
    *g = (struct run_groups){0};
}
