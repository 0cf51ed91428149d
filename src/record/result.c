/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/result.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/load/file/image_file.h"
#include "core/load/image/stripped.h"
#include "core/load/join/run_info.h"
#include "record/alive.h"
#include "record/repeat.h"
#include "record/terminal.h"

enum { PROGRAMS_SAID = 9 }; /* programs beside the one that opens that get a line each */

/* What is known after the run. */
struct result {
    const struct recording *g;
    struct say say;
    struct output_found found;
    struct run_info info; /* of FILE; empty: that of libc writes nothing */
    char *folder;         /* FILE.d, as it is shown */
    const char *image;    /* of FILE; NULL: unknown */
    size_t n_alive;
};

static void read_info(const char *profile, struct run_info *info)
{
    struct err ignored = ERR_INIT;
    if (!run_info_read(profile, source_owner(profile), info, &ignored))
        *info = (struct run_info){0};
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The image that the profile belongs to, as the user called it if that is it: scripts, env and the
 * like become another program, or run it. */
static const char *image_of(const struct recording *g, const struct run_info *info)
{
    const char *last = info->n_images > 0 ? info->images[0].path : NULL;
    if (last && !is_same_file(last, g->target.path))
        return last;
    return g->target.kind == TARGET_SCRIPT ? NULL : g->target.path;
}

static void say_group(struct result *r, const struct run_group *group)
{
    const struct run_process *first = group->processes;
    if (!group->has_main)
        say_other(&r->say, group->n, first->program, group->n == 1 ? first->profile : r->folder);
    else if (group->n > 1)
        say_same(&r->say, group->n - 1, r->image ? r->image : first->program, r->folder);
}

/* A shell or wrapper that only ran others is not worth a word. */
static bool is_idle(const struct run_group *group)
{
    enum { WORTH_MS = 100 }; /* as the runtime has it, for programs that others run */
    return group->n_calls == 0 && group->cpu_ms < WORTH_MS * group->n;
}

static void say_groups(struct result *r)
{
    size_t n_said = 0, n_more = r->found.n_plain;
    for (size_t i = 0; i < r->found.groups.n; i++) {
        const struct run_group *group = &r->found.groups.groups[i];
        if (is_idle(group) && !group->has_main)
            continue;
        bool is_said = group->is_readable && n_said < PROGRAMS_SAID;
        if (is_said)
            say_group(r, group);
        else
            n_more += group->n - group->has_main;
        n_said += is_said && !group->has_main;
    }
    if (n_more > 0)
        say_more(&r->say, n_more, r->folder);
}

static void say_one_goes_on(void *ctx, pid_t pid, const char *program)
{
    struct result *r = ctx;
    struct text profile = {0};
    output_add_name(&r->g->output, pid, &profile);
    say_goes_on(&r->say, pid, program, text_z(&profile));
    text_release(&profile);
    r->n_alive++;
}

/* Below a shell or a suite of tests one process is as good as another of the program: all open. */
static const char *opened(const struct result *r, const char *profile, bool is_own)
{
    for (size_t i = 0; i < r->found.groups.n && !is_own; i++) {
        const struct run_group *group = &r->found.groups.groups[i];
        if (group->has_main && group->n > 1)
            return r->folder;
    }
    return profile;
}

static bool hand_over(const struct result *r, const char *profile, struct record_end *end)
{
    const struct recording *g = r->g;
    if (!g->request->on_terminal || g->options.value[RECORD_NO_OPEN] || g->end.asked ||
        !terminal_has_keys())
        return false;
    end->image = mem_text(r->image, strlen(r->image));
    end->profile = mem_text(profile, strlen(profile));
    return end->image && end->profile;
}

static void say_profile_or_open(struct result *r, const char *profile, bool is_own,
                                struct record_end *end)
{
    const char *opens = opened(r, profile, is_own);
    if (!r->image || !stripped_is_readable(r->image))
        say_unreadable(&r->say, r->image, profile);
    else if (!hand_over(r, opens, end))
        say_profile(&r->say, r->image, profile);
}

/* Events are counted exactly enough, and a program that waits is not helped. */
static void say_if_few(struct result *r, bool is_own)
{
    enum { FEW = 100 }; /* +/- 10 % */
    const struct run_facts *f = &r->info.facts;
    const char *const *given = r->g->options.value;
    uint64_t n = say_samples(&r->info);
    struct repeat_offer offer;
    if (is_own && r->info.n_images > 0 && n < FEW && !given[RECORD_REPEAT] &&
        !given[RECORD_EVENT] && r->g->end.signal == 0 &&
        repeat_would_help(n, f->wall_ms, f->cpu_ms, f->asked_hz, &offer))
        say_few(&r->say, n, &offer);
}

/* What the process kept after it wrote FILE is newer. */
static bool has_newer_kept(const struct result *r)
{
    struct run_info kept;
    if (!r->found.kept || !r->found.any)
        return r->found.kept;
    read_info(r->found.kept, &kept);
    bool is_same = kept.began_ns && kept.began_ns == r->info.began_ns;
    run_info_release(&kept);
    return is_same;
}

/* Not in the runtime of libc. */
static bool can_keep(const struct target *t)
{
    const char *settings = getenv("GPTUI_RT");
    return (!t->has_runtime || t->has_ours) && !(settings && strstr(settings, "keep=on"));
}

static void report(struct result *r, bool is_own, struct record_end *end)
{
    const struct recording *g = r->g;
    const char *profile = has_newer_kept(r) ? r->found.kept : r->found.any ? g->output.shown : NULL;
    r->image = image_of(g, &r->info);
    say_groups(r);
    alive_each(g->output.run, say_one_goes_on, r);
    say_elsewhere(&r->say, &r->info);
    say_own_cost(&r->say, &r->info);
    if (r->info.n_images > 0 && r->info.facts.n_calls == 0 && !g->has_warned) {
        struct say s = r->say;
        s.name = r->image;
        say_no_calls(&s, true);
    }
    say_if_few(r, is_own);
    if (profile)
        say_profile_or_open(r, profile, is_own, end);
    else if (r->n_alive == 0 && r->found.groups.n == 0 && r->found.n_plain == 0)
        say_no_profile(&r->say,
                       &(const struct no_profile){&g->end, can_keep(&g->target),
                                                  g->output.has_former ? r->folder : NULL});
    if (r->n_alive == 0)
        output_remove_empty(&g->output);
}

bool result_finish(struct recording *g, const struct output_choice *c, struct record_end *end,
                   struct err *e)
{
    struct text t = {0}, folder = {0};
    struct result r = {.g = g, .say = recording_say(g, &t)};
    text_printf(&folder, "%s.d", g->output.shown);
    r.folder = (char *)text_z(&folder);
    bool ok = (!folder.failed || err_memory(e, 0)) &&
              output_collect(&g->output, c, g->end.pid, &r.found, e);
    if (ok && r.found.any_info)
        read_info(g->output.path, &r.info);
    if (ok)
        report(&r, c->is_own, end);
    run_info_release(&r.info);
    output_found_release(&r.found);
    text_release(&folder);
    recording_complain(g, &t);
    return ok;
}
