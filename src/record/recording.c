/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/recording.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/load/run/live.h"
#include "record/launch.h"

struct say recording_say(const struct recording *g, struct text *t)
{
    const char *name = g->options.command ? *g->options.command : "";
    return (struct say){.program = g->request->program, .name = name, .out = t};
}

void recording_complain(const struct recording *g, struct text *t)
{
    const struct record_request *r = g->request;
    if (t->n) {
        r->clear(r->ctx);
        sink_complain(r->err, t);
    }
    text_release(t);
}

/* ---- beside the browser ---- */

enum { TRIES_MOST = 2000, PAUSE_NS = 1000000 };

static bool has_ended(pid_t program)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid;
}

/* Does the process keep anything by now? The runtime begins a little later than the program. */
static bool keeps(const char *number)
{
    struct arena memory = {0};
    struct err why = ERR_INIT;
    struct live live;
    struct run run = {0};
    const bool does =
        live_find(number, &memory, &live, &why) && kept_run(live.kept, NULL, NULL, &run, &why);
    run_release(&run);
    arena_release(&memory);
    return does;
}

static void say(const struct recording *g, const char *what)
{
    struct text t = {0};
    struct say s = recording_say(g, &t);
    say_about(&s, what, g->log);
    recording_complain(g, &t);
}

/* One that ends before the browser has found it has its profile opened as without --live: what it
 * kept is gone some time before the process is. */
static void watch(void *ctx, pid_t program)
{
    struct recording *g = ctx;
    char number[32];
    bool does = false;
    snprintf(number, sizeof number, "%ld", (long)program);
    for (int i = 0; i < TRIES_MOST && !does && !has_ended(program); i++) {
        does = keeps(number);
        if (!does)
            nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
    }
    if (does) {
        const int status =
            g->request->browse(g->request->ctx, number, g->options.value[RECORD_LIVE]);
        g->was_watched = status != 1 || keeps(number);
        if (status == 128 + SIGTERM || status == 128 + SIGHUP)
            kill(program, status - 128);
    }
    if (!has_ended(program) && does == g->was_watched)
        say(g, does ? "goes on; Ctrl-C ends it" : "cannot be watched: it keeps no counts");
}

/* What stands in place of the terminal. */
static bool take_streams(struct recording *g, struct run_request *r, struct err *e)
{
    const char *const *given = g->options.value;
    r->streams[STDIN_FILENO] = given[RECORD_INPUT]    ? given[RECORD_INPUT]
                               : isatty(STDIN_FILENO) ? "/dev/null"
                                                      : NULL;
    if (given[RECORD_INPUT] && access(given[RECORD_INPUT], R_OK) != 0)
        return err_sys(e, ERR_READ, given[RECORD_INPUT], errno);
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        if (given[RECORD_LOG] || isatty(fd))
            r->streams[fd] = g->log;
    struct file_writer log;
    struct stat s;
    const bool is_there = stat(g->log, &s) == 0;
    g->log_bytes = is_there ? (int64_t)s.st_size : 0;
    if (!file_create(&log, g->log, FILE_REPLACE, e))
        return false;
    if (!is_there)
        return file_commit(&log, e);
    file_abort(&log);
    return true;
}

/* A program that wrote nothing leaves no file that nobody asked for. */
static void leave_log(const struct recording *g)
{
    struct stat s;
    if (stat(g->log, &s) == 0 && s.st_size > g->log_bytes)
        say(g, "has ended");
    else if (!g->options.value[RECORD_LOG] && g->log_bytes == 0)
        unlink(g->log);
}

/* ---- a run ---- */

bool recording_run(struct recording *g, bool quiet, struct err *e)
{
    char *prefix = text_format("%s/%s", g->output.folder, g->output.run);
    const bool is_live = g->options.value[RECORD_LIVE] && !quiet;
    const struct launch l = {
        .runtime = g->target.has_runtime ? NULL : g->runtime,
        .prefix = prefix,
        .run = g->output.run,
        .options = &g->options,
        .parent = getpid(),
    };
    struct run_request r = {.path = g->target.path,
                            .argv = g->options.command,
                            .streams = {NULL, quiet ? "/dev/null" : NULL, NULL},
                            .meanwhile = is_live ? watch : NULL,
                            .ctx = g};
    char **environment = launch_environment(&l, g->request->environment);
    r.environment = environment;
    bool ok = (!is_live || take_streams(g, &r, e)) && run_program(&r, &g->end, e);
    if (ok && is_live)
        leave_log(g);
    free(environment);
    free(prefix);
    return ok;
}
