/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/load/run/live.h"
#include "core/view/message.h"
#include "record/flags.h"
#include "record/launch.h"
#include "record/recording.h"
#include "record/repeat.h"
#include "record/result.h"
#include "record/wrapped.h"

enum { STATUS_FAILED = 1, STATUS_CANNOT_RUN = 126, STATUS_NOT_FOUND = 127 };

/* ---- messages ---- */

static int report(const struct recording *g, const struct err *e)
{
    struct text t = {0};
    message_text(e, g->request->program, &t);
    recording_complain(g, &t);
    return STATUS_FAILED;
}

/* Write t to standard output and release it. */
static int print(const struct recording *g, struct text *t)
{
    struct sink *out = g->request->out;
    struct err e = ERR_INIT;
    bool ok = sink_write(out, t->p, t->n, &e) && sink_flush(out, &e);
    text_release(t);
    return ok ? 0 : report(g, &e);
}

/* Print "gptui: WHY; see: gptui record --help". */
static int refuse_words(const struct recording *g, struct text *why)
{
    struct text t = {0};
    struct say s = recording_say(g, &t);
    text_str(why, "; see: gptui record --help");
    say_line(&s, text_z(why));
    text_release(why);
    recording_complain(g, &t);
    return STATUS_FAILED;
}

/* ---- what needs no program ---- */

/* --compile=WITH, or the word after it. */
static int print_flags(const struct recording *g)
{
    const char *with = g->options.value[RECORD_COMPILE];
    struct text t = {0}, why = {0};
    if (flags_add(with, &t))
        return print(g, &t);
    text_str(&why, "--compile knows ");
    flags_names(&why);
    text_str(&why, ", not '");
    message_add(&why, with, strlen(with));
    text_char(&why, '\'');
    return refuse_words(g, &why);
}

/* ---- before the run ---- */

static bool is_elf(const struct target *t)
{
    return t->kind == TARGET_DYNAMIC || t->kind == TARGET_STATIC;
}

/* Is it for a processor that the runtime is not for? */
static bool is_strange(const struct recording *g, const struct target *t)
{
    struct target own = {.path = g->runtime};
    struct err ignored = ERR_INIT;
    return is_elf(t) && g->runtime && target_inspect(&own, &ignored) && is_elf(&own) &&
           !machine_equal(&own.machine, &t->machine);
}

/* Says why nothing can be recorded of the program, or nothing. */
static void say_obstacle(const struct recording *g, const struct target *t, const struct say *s)
{
    if (t->has_runtime) /* no matter which: it obeys GMON_OUT_PREFIX */
        return;
    if (t->kind == TARGET_WINDOWS)
        say_windows(s);
    else if (!g->runtime)
        say_no_runtime(s);
    else if (!launch_can_name(g->runtime))
        say_bad_folder(s, g->runtime);
    else if (t->guarded)
        say_guarded(s);
    else if (is_strange(g, t))
        say_machine(s, g->runtime, t->calls);
    else if (t->kind == TARGET_STATIC)
        say_static(s, g->runtime);
}

static bool is_possible(const struct recording *g)
{
    struct text t = {0};
    struct say s = recording_say(g, &t);
    say_obstacle(g, &g->target, &s);
    bool possible = t.n == 0;
    recording_complain(g, &t);
    return possible;
}

static void warn_of(struct recording *g, const struct target *t, const char *name)
{
    struct text out = {0};
    struct say s = recording_say(g, &out);
    s.name = name;
    if (t != &g->target)
        say_obstacle(g, t, &s);
    if (t->has_runtime && !t->has_ours && !is_strange(g, t))
        say_foreign(&s);
    else if (t->kind == TARGET_DYNAMIC && !t->calls)
        say_no_calls(&s, false);
    g->has_warned = out.n > 0;
    recording_complain(g, &out);
}

/* What wrappers and shells run is only known if their words name it; scripts, and make and the
 * like, are asked later, by what they have left. */
static bool warn_of_missing_data(struct recording *g, struct err *e)
{
    struct target inner;
    char *name = NULL;
    if (wrapped_is_driver(*g->options.command))
        return true;
    if (!wrapped_is_wrapper(*g->options.command)) {
        warn_of(g, &g->target, *g->options.command);
        return true;
    }
    bool ok = wrapped_find(g->options.command, getenv("PATH"), &inner, &name, e);
    if (ok && name)
        warn_of(g, &inner, name);
    target_release(&inner);
    free(name);
    return ok;
}

/* ---- the whole ---- */

static bool prepare(struct recording *g, struct err *e)
{
    const char *given = g->options.value[RECORD_OUTPUT];
    const char *every = g->options.value[RECORD_LIVE];
    int ms;
    const char *usual = output_is_shared() ? "gmon.out.%r" : "gmon.out";
    if (!target_find(&g->target, *g->options.command, getenv("PATH"), e) ||
        !target_inspect(&g->target, e))
        return false;
    if (every && !g->request->on_terminal)
        return err_what(e, ERR_SPEC, NULL, "--live needs a terminal to show it on", NULL);
    if (every && *every && !live_interval(every, &ms, e))
        return false;
    launch_runtime(g->options.value[RECORD_MPI] != NULL, &g->runtime);
    if (!output_prepare(&g->output, given ? given : usual, g->target.path, e))
        return false;
    const char *log = g->options.value[RECORD_LOG];
    g->log = log ? mem_text(log, strlen(log)) : text_format("%s.log", g->output.shown);
    return true;
}

static bool begin(struct recording *g, struct err *e)
{
    g->start_ms = clock_ms();
    g->input = (int64_t)lseek(STDIN_FILENO, 0, SEEK_CUR);
    bool ok =
        warn_of_missing_data(g, e) && output_begin(&g->output, e) && recording_run(g, false, e);
    if (!ok)
        output_give_up(&g->output);
    return ok;
}

/* What a series fails for does not spoil what its first run has left, but is worth a line. */
static bool finish(struct recording *g, struct record_end *end, struct err *e)
{
    struct output_choice c;
    struct err why = ERR_INIT;
    bool ok = output_choose(&g->output, g->end.pid, NULL, &c, e);
    if (ok && g->options.value[RECORD_REPEAT] && !repeat_runs(g, &c, &why)) {
        text_clear(&g->remark);
        message_text(&why, g->request->program, &g->remark);
    }
    end->status = g->end.status;
    ok = ok && result_finish(g, &c, end, e);
    output_choice_release(&c);
    return ok;
}

/* Report why there is nothing to run. */
static void report_missing(struct recording *g, const struct err *e)
{
    const char *name = *g->options.command;
    struct err ignored = ERR_INIT;
    struct target here = {0};
    struct text t = {0};
    struct say s = recording_say(g, &t);
    if (e->code == ERR_OPEN && strcmp(e->file, name) == 0 && !strchr(name, '/') &&
        target_find(&here, name, ".", &ignored) && target_inspect(&here, &ignored)) {
        if (!g->runtime)
            launch_runtime(false, &g->runtime);
        s.name = here.path;
        say_obstacle(g, &here, &s);
        if (!t.n)
            say_is_here(&s);
        recording_complain(g, &t);
    } else {
        report(g, e);
    }
    target_release(&here);
}

static void record(struct recording *g, struct record_end *end)
{
    struct err e = ERR_INIT;
    end->status = STATUS_FAILED;
    bool ok = prepare(g, &e);
    if (ok && !is_possible(g))
        return;
    if (!ok || !begin(g, &e)) {
        report_missing(g, &e);
        end->status = e.code != ERR_OPEN ? STATUS_FAILED
                      : e.sys == ENOENT  ? STATUS_NOT_FOUND
                                         : STATUS_CANNOT_RUN;
        return;
    }
    end->status = g->end.status;
    if (!finish(g, end, &e))
        report(g, &e);
}

static int start(struct recording *g, struct record_end *end)
{
    struct text why = {0};
    if (!record_options_parse(&g->options, g->request->argv, &why))
        return refuse_words(g, &why);
    text_release(&why);
    if (g->options.value[RECORD_HELP]) {
        struct text t = {0};
        record_usage(g->request->program, &t);
        return print(g, &t);
    }
    if (g->options.value[RECORD_COMPILE])
        return print_flags(g);
    record(g, end);
    return end->status;
}

void record_run(const struct record_request *r, struct record_end *end)
{
    struct recording g = {.request = r};
    *end = (struct record_end){0};
    end->status = start(&g, end);
    target_release(&g.target);
    free(g.runtime);
    free(g.log);
    text_release(&g.remark);
    output_release(&g.output);
}

void record_say_later(const struct record_request *r, const struct record_end *end,
                      struct text *out)
{
    const struct say s = {.program = r->program, .name = end->image, .out = out};
    say_profile(&s, &(const struct left){.image = end->image, .profile = end->profile});
}

void record_end_release(struct record_end *end)
{
    free(end->image);
    free(end->profile);
    end->image = end->profile = NULL;
}
