/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/load/file/image_file.h"
#include "core/load/join/run_info.h"
#include "core/view/message.h"
#include "record/alive.h"
#include "record/flags.h"
#include "record/launch.h"
#include "record/messages.h"
#include "record/options.h"
#include "record/output.h"
#include "record/run.h"
#include "record/target.h"

enum { OTHERS_SAID = 5 }; /* profiles of other processes that get a line each */
enum { STATUS_FAILED = 1, STATUS_CANNOT_RUN = 126, STATUS_NOT_FOUND = 127 };

/* One program, from its name to its profile. */
struct recording {
    const struct record_request *request;
    struct record_options options;
    struct target target;
    char *runtime; /* path of the library; NULL: there is none */
    struct output output;
    struct run_end end;
};

/* ---- saying ---- */

static struct say talk(const struct record_request *r, const char *name, struct text *t)
{
    return (struct say){.program = r->program, .name = name, .out = t};
}

/* Write t to standard error and release it. */
static void complain(const struct record_request *r, struct text *t)
{
    if (t->n || t->failed)
        sink_complain(r->err, r->program, t);
    text_release(t);
}

static int report(const struct record_request *r, const struct err *e)
{
    struct text t = {0};
    message_text(e, r->program, &t);
    complain(r, &t);
    return STATUS_FAILED;
}

/* Write t to standard output and release it. */
static int print(const struct record_request *r, struct text *t)
{
    struct err e = ERR_INIT;
    bool ok = t->failed ? err_memory(&e, 0)
                        : sink_write(r->out, t->p, t->n, &e) && sink_flush(r->out, &e);
    text_release(t);
    return ok ? 0 : report(r, &e);
}

/* Print "gptui: WHY; see: gptui record --help". */
static int refuse_words(const struct record_request *r, struct text *why)
{
    struct text t = {0};
    struct say s = talk(r, NULL, &t);
    text_str(why, "; see: gptui record --help");
    say_line(&s, text_z(why));
    t.failed |= why->failed;
    text_release(why);
    complain(r, &t);
    return STATUS_FAILED;
}

/* ---- what needs no program ---- */

static int print_help(const struct record_request *r)
{
    struct text t = {0};
    record_usage(r->program, &t);
    return print(r, &t);
}

/* --compile=WITH, or the word after it. */
static int print_flags(const struct record_request *r, const struct record_options *o)
{
    const char *with = o->value[RECORD_COMPILE];
    struct text t = {0}, why = {0};
    if (flags_add(with, &t))
        return print(r, &t);
    text_str(&why, "--compile knows ");
    flags_names(&why);
    text_str(&why, ", not '");
    message_add(&why, with, strlen(with));
    text_char(&why, '\'');
    return refuse_words(r, &why);
}

/* ---- before the run ---- */

static bool is_elf(const struct target *t)
{
    return t->kind == TARGET_DYNAMIC || t->kind == TARGET_STATIC;
}

/* Says why the program is not to be run, or nothing. */
static void say_obstacle(const struct recording *g, const struct say *s)
{
    const struct target *t = &g->target;
    struct machine own;
    if (t->has_runtime) /* no matter which: it obeys GMON_OUT_PREFIX */
        return;
    if (!g->runtime)
        say_no_runtime(s);
    else if (!launch_can_name(g->runtime))
        say_bad_folder(s, g->runtime);
    else if (t->guarded)
        say_guarded(s);
    else if (is_elf(t) && machine_of(g->runtime, &own) && !machine_equal(&own, &t->machine))
        say_machine(s, g->runtime);
    else if (t->kind == TARGET_STATIC)
        say_static(s, g->runtime);
}

static bool is_possible(const struct recording *g)
{
    struct text t = {0};
    struct say s = talk(g->request, *g->options.command, &t);
    say_obstacle(g, &s);
    bool possible = t.n == 0 && !t.failed;
    complain(g->request, &t);
    return possible;
}

static void warn_of_missing_data(const struct recording *g)
{
    struct text t = {0};
    struct say s = talk(g->request, *g->options.command, &t);
    if (g->target.kind == TARGET_SCRIPT)
        say_script(&s);
    else if (g->target.has_runtime && !g->target.has_ours)
        say_foreign(&s);
    else if (g->target.kind == TARGET_DYNAMIC && !g->target.calls)
        say_no_calls(&s);
    complain(g->request, &t);
}

static bool run(struct recording *g, struct err *e)
{
    struct text prefix = {0};
    text_printf(&prefix, "%s/%s", g->output.folder, g->output.run);
    const struct launch l = {
        .runtime = g->target.has_runtime ? NULL : g->runtime,
        .prefix = text_z(&prefix),
        .run = g->output.run,
        .options = &g->options,
        .parent = getpid(),
    };
    char **environment = NULL;
    bool ok = (!prefix.failed || err_memory(e, 0)) &&
              launch_environment(&l, g->request->environment, &environment, e) &&
              run_program(g->target.path, g->options.command, environment, &g->end, e);
    free(environment);
    text_release(&prefix);
    return ok;
}

/* ---- after it ---- */

/* What the runtime has said about the run; nothing, if it was that of libc. */
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

/* The image that the profile belongs to: scripts, env and the like become another program. NULL: it
 * is not known, or has no symbols. */
static const char *image_of(const struct recording *g, const struct run_info *info)
{
    const char *last = info->n_images > 0 ? info->images[0].path : NULL;
    if (last && !is_same_file(last, g->target.path))
        return elf_file_has_symbols(last) ? last : NULL;
    return g->target.kind == TARGET_SCRIPT ? NULL : g->target.path;
}

static bool hand_over(const struct recording *g, const char *image, const char *profile,
                      struct record_end *end)
{
    if (!image || !g->request->on_terminal || g->options.value[RECORD_NO_OPEN] || g->end.asked)
        return false;
    end->image = mem_text(image, strlen(image));
    end->profile = mem_text(profile, strlen(profile));
    return end->image && end->profile;
}

/* Say it, if something can be looked at with it. */
static bool say_one_other(const struct say *s, const char *profile)
{
    struct run_info info = {0};
    read_info(profile, &info);
    bool any = info.n_images > 0 && elf_file_has_symbols(info.images[0].path);
    if (any)
        say_other(s, info.images[0].path, profile);
    run_info_release(&info);
    return any;
}

static void say_others(const struct say *s, const struct output_found *found, const char *output)
{
    size_t n_said = 0;
    for (size_t i = 0; i < found->n_others && n_said < OTHERS_SAID; i++)
        n_said += say_one_other(s, found->others[i]);
    if (found->n_others > n_said)
        say_more(s, found->n_others - n_said, output);
}

/* For alive_each(). */
struct goers {
    const struct output *output;
    const struct say *say;
    unsigned n;
};

static void say_one_goes_on(void *ctx, pid_t pid, const char *program)
{
    struct goers *goers = ctx;
    struct text profile = {0};
    output_add_name(goers->output, pid, &profile);
    say_goes_on(goers->say, pid, program, text_z(&profile));
    text_release(&profile);
    goers->n++;
}

static void finish(const struct recording *g, const struct output_found *found,
                   struct record_end *end)
{
    struct text t = {0};
    struct say s = talk(g->request, *g->options.command, &t);
    struct run_info info = {0};
    if (found->any_info)
        read_info(g->output.path, &info);
    const char *image = image_of(g, &info);
    struct goers goers = {&g->output, &s, 0};
    say_others(&s, found, g->output.shown);
    alive_each(g->output.run, say_one_goes_on, &goers);
    say_elsewhere(&s, &info);
    const char *profile = found->any ? g->output.shown : found->kept;
    if (profile && !hand_over(g, image, profile, end))
        say_profile(&s, image, profile);
    else if (!profile && goers.n == 0)
        say_no_profile(&s, &g->end);
    if (goers.n == 0)
        output_remove_empty(&g->output);
    run_info_release(&info);
    complain(g->request, &t);
}

/* ---- all of it ---- */

static int failure_status(const struct err *e)
{
    if (e->code != ERR_OPEN)
        return STATUS_FAILED;
    return e->sys == ENOENT ? STATUS_NOT_FOUND : STATUS_CANNOT_RUN;
}

static bool prepare(struct recording *g, struct err *e)
{
    const char *given = g->options.value[RECORD_OUTPUT];
    return target_find(&g->target, *g->options.command, getenv("PATH"), e) &&
           target_inspect(&g->target, e) && launch_runtime(&g->runtime, e) &&
           output_prepare(&g->output, given ? given : "gmon.out", g->target.path, e);
}

static void record(struct recording *g, struct record_end *end)
{
    struct err e = ERR_INIT;
    struct output_found found;
    end->status = STATUS_FAILED;
    bool ok = prepare(g, &e);
    if (ok && !is_possible(g))
        return;
    if (ok) {
        warn_of_missing_data(g);
        ok = output_begin(&g->output, &e) && run(g, &e);
        if (!ok)
            output_remove_empty(&g->output);
    }
    if (!ok) {
        report(g->request, &e);
        end->status = failure_status(&e);
        return;
    }
    end->status = g->end.status;
    if (output_collect(&g->output, g->end.pid, &found, &e))
        finish(g, &found, end);
    else
        report(g->request, &e);
    output_found_release(&found);
}

static int start(const struct record_request *r, struct recording *g, struct record_end *end)
{
    struct text why = {0};
    if (!record_options_parse(&g->options, r->argv, &why))
        return refuse_words(r, &why);
    text_release(&why);
    if (g->options.value[RECORD_HELP])
        return print_help(r);
    if (g->options.value[RECORD_COMPILE])
        return print_flags(r, &g->options);
    record(g, end);
    return end->status;
}

void record_run(const struct record_request *r, struct record_end *end)
{
    struct recording g = {.request = r};
    *end = (struct record_end){0};
    end->status = start(r, &g, end);
    target_release(&g.target);
    free(g.runtime);
    output_release(&g.output);
}

void record_end_release(struct record_end *end)
{
    free(end->image);
    free(end->profile);
    end->image = end->profile = NULL;
}
