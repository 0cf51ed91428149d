/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/result.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/path.h"
#include "core/load/file/image_file.h"
#include "core/load/image/stripped.h"
#include "core/view/message.h"
#include "record/repeat.h"

/* What is known after the run. */
struct result {
    const struct recording *g;
    struct say say;
    struct output_found found;
    struct run info;  /* of FILE; empty: that of libc writes nothing */
    struct left left; /* its image NULL: unknown */
    bool goes_on;     /* a process */
};

/* The image that the profile belongs to, as the user called it if that is it: scripts, env and the
 * like become another program, or run it. */
static const char *image_of(const struct recording *g, const struct run *info)
{
    const char *last = info->n_images > 0 ? info->images[0].path : NULL;
    if (last && !path_is_same_file(last, g->target.path))
        return last;
    return g->target.kind == TARGET_SCRIPT ? NULL : g->target.path;
}

/* Is somebody at the terminal that standard output is? It is the one that controls us and we are in
 * its foreground, or nothing controls us and standard input is the same terminal. Launchers of
 * parallel jobs, containers and systems for continuous integration (CI is set, not to "false") give
 * programs a terminal to write to, for the sake of colours or of buffers, from which no key ever
 * comes. */
static bool terminal_has_keys(void)
{
    const char *ci = getenv("CI");
    struct stat in, out;
    if ((ci && *ci && strcmp(ci, "false") != 0) || !isatty(STDOUT_FILENO))
        return false;
    /* Only the terminal that controls us tells its foreground, from which keys come wherever
     * standard input leads. */
    pid_t foreground = tcgetpgrp(STDOUT_FILENO);
    if (foreground >= 0)
        return foreground == getpgrp();
    return isatty(STDIN_FILENO) && fstat(STDIN_FILENO, &in) == 0 &&
           fstat(STDOUT_FILENO, &out) == 0 && in.st_rdev == out.st_rdev &&
           tcgetpgrp(STDIN_FILENO) < 0;
}

static bool hand_over(const struct result *r, struct record_end *end)
{
    const struct recording *g = r->g;
    if (!g->request->on_terminal || g->options.value[RECORD_NO_OPEN] || g->was_watched ||
        g->end.asked || !terminal_has_keys())
        return false;
    end->image = mem_text(r->left.image, strlen(r->left.image));
    end->profile = mem_text(r->left.profile, strlen(r->left.profile));
    return true;
}

/* Samples are few, or no more could be had than the kernel's tick allows. Events are counted
 * exactly enough. Nobody wants to run a server, or a whole suite, again. */
static void say_if_few(const struct result *r, bool is_own)
{
    enum { FEW = 100 }; /* +/- 10 % */
    const struct run_facts *f = &r->info.facts;
    const char *const *given = r->g->options.value;
    uint64_t n = say_samples(&r->info);
    struct repeat_offer offer;
    bool is_alone = is_own && r->left.n_processes <= 1 && r->left.n_others == 0;
    if (is_alone && r->info.n_images > 0 && n < FEW && !given[RECORD_REPEAT] &&
        !given[RECORD_EVENT] && r->g->end.signal == 0 &&
        repeat_would_help(n, f->wall_ms, f->cpu_ms, f->asked_hz, &offer))
        say_few(&r->say, n, &offer, f);
    else
        say_rate(&r->say, f);
}

/* One line at most. */
static void say_what_failed(struct result *r, bool is_own)
{
    const struct recording *g = r->g;
    struct text *out = r->say.out;
    const struct run *info = &r->info;
    if (g->remark.n > 0) {
        text_add(out, g->remark.p, g->remark.n);
    } else if (r->goes_on) {
        say_goes_on(&r->say, r->left.folder);
    } else if (info->n_images > 0 && info->facts.n_calls == 0 && !g->has_warned) {
        struct say s = r->say;
        s.name = r->left.image;
        say_no_calls(&s, true);
    } else {
        say_if_few(r, is_own);
    }
}

static void say_where(struct result *r, struct record_end *end)
{
    const struct recording *g = r->g;
    if (r->left.profile) {
        if (!r->left.image || !stripped_is_readable(r->left.image))
            say_unreadable(&r->say, r->left.image, r->left.profile);
        else if (!hand_over(r, end))
            say_profile(&r->say, &r->left);
    } else if (r->found.n_plain > 0)
        say_unreadable(&r->say, NULL, r->left.folder);
    else if (!r->goes_on)
        say_no_profile(&r->say, &(const struct no_profile){
                                    &g->end, g->output.has_former ? r->left.folder : NULL});
}

static void report(struct result *r, const struct output_choice *c, struct record_end *end)
{
    const struct recording *g = r->g;
    r->left.image = image_of(g, &r->info);
    r->left.profile = r->found.any ? g->output.shown : NULL;
    r->left.n_runs = c->n_runs;
    r->left.n_samples = c->n_ticks;
    /* Where several processes of the program have left profiles, all of them are looked at; but the
     * one of a job has those of its ranks in it, and a series is a sum of one process of each run.
     */
    enum { WORTH_MS = 100 }; /* as the runtime has it, for programs that others run */
    const bool is_sum = r->info.n_runs > 0, is_series = r->left.n_runs > 0;
    r->left.n_others = r->found.n_plain;
    for (size_t i = 0; i < r->found.groups.n; i++) {
        const struct run_group *group = &r->found.groups.groups[i];
        if (group->has_main && !is_sum)
            r->left.n_processes = group->n;
        else if (group->has_main)
            r->left.n_others += is_series ? group->n - 1 : 0;
        /* A shell or wrapper that only ran others is not worth a word. */
        else if (group->n_calls > 0 || group->cpu_ms >= WORTH_MS * group->n)
            r->left.n_others += group->n;
    }
    if (r->left.n_processes > 1)
        r->left.profile = r->left.folder;
    r->goes_on = c->left.n_alive > 0;
    for (size_t i = 0; i < c->left.n_failed; i++)
        message_text(&c->left.why[i], r->say.program, r->say.out);
    say_what_failed(r, c->is_own);
    say_where(r, end);
    if (!r->goes_on)
        output_remove_empty(&g->output);
}

bool result_finish(struct recording *g, const struct output_choice *c, struct record_end *end,
                   struct err *e)
{
    struct text t = {0};
    struct err ignored = ERR_INIT;
    char *folder = text_format("%s.d", g->output.shown);
    struct result r = {.g = g, .say = recording_say(g, &t), .left.folder = folder};
    bool ok = output_collect(&g->output, c, &r.found, e);
    if (ok && r.found.any_info &&
        !run_read(g->output.path, source_owner(g->output.path), &r.info, &ignored))
        r.info = (struct run){0};
    if (ok)
        report(&r, c, end);
    run_release(&r.info);
    output_found_release(&r.found);
    free(folder);
    recording_complain(g, &t);
    return ok;
}
