/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/groups.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/image/stripped.h"
#include "core/load/run/run.h"

static const char ending[] = RUN_ENDING;

/* ---- processes ---- */

static const char *keep_text(struct run_groups *g, const char *text)
{
    return arena_text(&g->memory, text, strlen(text));
}

static void add(struct run_groups *g, const char *profile, bool is_main, const struct run *run)
{
    struct run_process p = {.profile = keep_text(g, profile),
                            .program = keep_text(g, run->images[0].path),
                            .id = run->id ? keep_text(g, run->id) : NULL,
                            .n_calls = run->facts.n_calls,
                            .cpu_ms = run->facts.cpu_ms,
                            .n_ticks = run->facts.ticks,
                            .began_ns = run->began_ns,
                            .rank = run->rank,
                            .is_main = is_main,
                            .is_sum = run->n_runs > 0,
                            .is_after = run->is_after};
    mem_append(&g->processes, &g->n_processes, &p, sizeof p);
}

/* The run of `profile`, if both are there. */
static void look_at(struct run_groups *g, const char *profile, bool is_main)
{
    struct run run;
    struct err why = ERR_INIT;
    char *path = text_format("%s%s", profile, ending);
    if (access(profile, F_OK) == 0 && run_read_file(path, source_owner(profile), &run, &why)) {
        add(g, profile, is_main, &run);
        run_release(&run);
    }
    free(path);
    err_need_memory(&why);
}

/* NAME.run of the folder; NAME empty: FILE, whose folder it is. */
static void look_at_entry(struct run_groups *g, const char *folder, const char *name)
{
    char *profile = *name ? text_format("%s/%s", folder, name) : mem_text(folder, strlen(folder));
    profile[strlen(profile) - strlen(*name ? ending : ".d")] = '\0';
    look_at(g, profile, !*name);
    free(profile);
}

static bool is_whole_run(const char *run)
{
    return !*run || run[strlen(run) - 1] != '.';
}

/* "RUN." is the beginning of names; of RUN is the second of its series, too, RUN-2. */
static bool is_of_run(const char *name, const char *run)
{
    size_t n = strlen(run);
    return strncmp(name, run, n) == 0 &&
           (n == 0 || !is_whole_run(run) || name[n] == '.' || name[n] == '-');
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
        if (entry->d_name[0] != '.' && text_ends_in(entry->d_name, ending) &&
            is_of_run(entry->d_name, run))
            look_at_entry(g, folder, entry->d_name);
    }
    if (d)
        closedir(d);
    if (ok && is_whole_run(run))
        look_at_entry(g, folder, "");
    return ok;
}

/* ---- groups ---- */

/* Those with more come first. */
static int by_weight(uint64_t a_calls, uint64_t a_ms, uint64_t b_calls, uint64_t b_ms)
{
    int order = unite_compare_numbers(b_ms, a_ms);
    return order ? order : unite_compare_numbers(b_calls, a_calls);
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

static void make_groups(struct run_groups *g)
{
    if (g->n_processes == 0)
        return;
    g->groups = mem_array(g->n_processes, sizeof *g->groups);
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
}

bool run_groups_read(struct run_groups *g, const char *folder, const char *run, struct err *e)
{
    *g = (struct run_groups){0};
    if (list(g, folder, run, e)) {
        make_groups(g);
        return true;
    }
    run_groups_release(g);
    return false;
}

void run_groups_release(struct run_groups *g)
{
    arena_release(&g->memory);
    free(g->processes);
    free(g->groups);
    *g = (struct run_groups){0};
}
