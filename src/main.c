/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main: from a command line to the browser, a report, or a recording. The only file that knows all
 * three. */
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/shell.h"
#include "core/base/file/unfinished.h"
#include "core/cli/batch.h"
#include "core/cli/command.h"
#include "core/cli/run_report.h"
#include "core/view/message.h"
#include "record/record.h"
#include "tui/browser.h"
#include "tui/terminal/signals.h"

extern char **environ;

struct program {
    const char *name; /* argv[0] */
    bool is_gprof;
    bool on_terminal; /* standard output is one */
    struct sink out, err;
};

/* Print t on standard error, release it, and return the exit status. */
static int complain(struct program *g, struct text *t)
{
    sink_complain(&g->err, t);
    text_release(t);
    return 1;
}

/* The browser also says what to do; messages of reports are gprof's. */
static int report_failure(struct program *g, const struct err *e, bool advises)
{
    struct text t = {0};
    message_text(e, g->name, &t);
    if (advises)
        message_remedy(e, &t);
    return complain(g, &t);
}

static int refuse(struct program *g, const struct command *c)
{
    struct text t = {0};
    sink_complain(&g->err, &c->inputs.warnings);
    text_add(&t, c->message.p, c->message.n);
    if (c->usage && g->is_gprof)
        usage_text(g->name, true, &t);
    else if (c->usage)
        usage_hint(g->name, &t);
    return complain(g, &t);
}

static int print_text(struct program *g, struct text *t)
{
    struct err e = ERR_INIT;
    bool ok = sink_write(&g->out, t->p, t->n, &e) && sink_flush(&g->out, &e);
    text_release(t);
    return ok ? 0 : report_failure(g, &e, false);
}

/* --info and --unpack. */
static int report_run(struct program *g, const struct command *c)
{
    struct text t = {0};
    struct err e = ERR_INIT;
    if (c->verdict == COMMAND_INFO ? run_report_info(c->run_of, &t, &e)
                                   : run_report_unpack(c->run_of, &t, &e))
        return print_text(g, &t);
    text_release(&t);
    return report_failure(g, &e, false);
}

/* GNU gprof shows no progress. */
static struct meter new_meter(const struct program *g)
{
    bool measured = !g->is_gprof && isatty(STDERR_FILENO);
    return meter_start(measured ? &g->err : NULL, g->name, clock_ms);
}

static int print_report(struct program *g, struct command *c)
{
    struct meter meter = new_meter(g);
    sink_complain(&g->err, &c->inputs.warnings);
    const struct batch_request r = {
        .program = g->name,
        .command = c,
        .source_dirs = getenv("GPROF_PATH"),
        .out = &g->out,
        .err = &g->err,
        .meter = &meter,
        .advises = isatty(STDERR_FILENO),
    };
    g->out.shown = g->on_terminal;
    return batch_run(&r);
}

static int browse(struct program *g, struct command *c)
{
    const struct browser_request r = {
        .items = &c->items,
        .image = c->image,
        .files = c->files,
        .n_files = c->n_files,
        .looks = !c->names_files && !c->script,
        .source_dirs = getenv("GPROF_PATH"),
        .script = c->script,
        .live_ms = c->live_ms,
        .notice = text_z(&c->inputs.warnings),
    };
    struct err e = ERR_INIT;
    bool strict = option_list_find(&c->items, option_by_name("strict"), NULL) != SIZE_MAX;
    int status = browser_run(&r, &e);
    return status == 1 ? report_failure(g, &e, !strict) : status;
}

static int analyse(struct program *g, int argc, char **argv)
{
    int status = 0;
    struct text usage = {0};
    struct command c;
    struct meter meter = new_meter(g);
    const struct progress progress = meter_progress(&meter);
    const struct command_rules rules = {
        .program = g->name,
        .gnu_only = g->is_gprof,
        .operand_ends = getenv("POSIXLY_CORRECT") != NULL,
        .progress = &progress,
    };
    command_parse(&c, argc, argv, &rules);
    meter_clear(&meter);
    bool batch = !c.script && (g->is_gprof || c.batch || !g->on_terminal);
    switch (c.verdict) {
    case COMMAND_BAD:
        status = refuse(g, &c);
        break;
    case COMMAND_HELP:
        usage_text(g->name, g->is_gprof, &usage);
        status = print_text(g, &usage);
        break;
    case COMMAND_VERSION:
        usage_version(&usage);
        status = print_text(g, &usage);
        break;
    case COMMAND_INFO:
    case COMMAND_UNPACK:
        status = report_run(g, &c);
        break;
    case COMMAND_RUN:
        if (!batch || g->on_terminal) /* reports for files know no locale, and start faster */
            setlocale(LC_CTYPE, "");
        status = batch ? print_report(g, &c) : browse(g, &c);
        break;
    }
    command_release(&c);
    return status;
}

/* Open what was recorded, as the command line would that names it. The status of the recorded
 * program stays, whatever becomes of that. */
static void browse_recording(struct program *g, const struct record_request *r,
                             const struct record_end *end)
{
    struct text image = {0}, profile = {0}, later = {0};
    text_operand(&image, end->image);
    text_operand(&profile, end->profile);
    char *words[] = {(char *)g->name, (char *)text_z(&image), (char *)text_z(&profile), NULL};
    if (analyse(g, 3, words) == 1) {
        record_say_later(r, end, &later);
        complain(g, &later);
    }
    text_release(&image);
    text_release(&profile);
}

/* What a recording asks for. */
struct recorder {
    struct program *program;
    struct meter meter;
};

static void clear_meter(void *ctx)
{
    meter_clear(&((struct recorder *)ctx)->meter);
}

static int browse_live(void *ctx, const char *who, const char *seconds)
{
    struct program *g = ((struct recorder *)ctx)->program;
    char *option = text_format("--live%s%s", *seconds ? "=" : "", seconds);
    char *words[] = {(char *)g->name, option, (char *)who, NULL};
    const int status = analyse(g, 3, words);
    free(option);
    return status;
}

static int record(struct program *g, char **argv)
{
    struct recorder own = {g, new_meter(g)};
    const struct progress progress = meter_progress(&own.meter);
    const struct record_request r = {
        .program = g->name,
        .argv = argv,
        .environment = environ,
        .on_terminal = g->on_terminal,
        .out = &g->out,
        .err = &g->err,
        .progress = &progress,
        .clear = clear_meter,
        .browse = browse_live,
        .ctx = &own,
    };
    struct record_end end;
    record_run(&r, &end);
    if (end.profile)
        browse_recording(g, &r, &end);
    record_end_release(&end);
    return end.status;
}

/* The end, in whichever thread memory ran out, as a fatal signal brings it about; the other threads
 * go on until it is there. */
static void end_without_memory(const void *ctx)
{
    const struct program *g = ctx;
    char line[4200];
    int n = snprintf(line, sizeof line, "%.4096s: out of memory\n", g->name);
    restore_now();
    unfinished_remove();
    (void)!write(STDERR_FILENO, line, (size_t)n);
    _exit(1);
}

/* A file must not get the number of a standard stream that is closed, or what is meant for the
 * stream goes into the file. What stands there instead fails in the stream's direction. */
static void fill_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)!open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    mem_setup();
    fill_streams();
    unfinished_watch();
    struct program g = {
        .name = argc > 0 ? argv[0] : "gptui",
        .on_terminal = isatty(STDOUT_FILENO),
        .out = {.fd = STDOUT_FILENO, .name = "standard output"},
        .err = {.fd = STDERR_FILENO, .name = "standard error"},
    };
    mem_on_failure(end_without_memory, &g);
    g.is_gprof = command_is_gprof(g.name);
    bool records = !g.is_gprof && argc > 1 && strcmp(argv[1], "record") == 0;
    int status = records ? record(&g, argv + 2) : analyse(&g, argc, argv);
    sink_release(&g.out);
    sink_release(&g.err);
    return status;
}
