/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/recording.h"

#include <stdlib.h>
#include <unistd.h>

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

bool recording_run(struct recording *g, bool quiet, struct err *e)
{
    char *prefix = text_format("%s/%s", g->output.folder, g->output.run);
    const struct launch l = {
        .runtime = g->target.has_runtime ? NULL : g->runtime,
        .prefix = prefix,
        .run = g->output.run,
        .options = &g->options,
        .parent = getpid(),
    };
    struct run_request r = {.path = g->target.path, .argv = g->options.command, .quiet = quiet};
    char **environment = launch_environment(&l, g->request->environment);
    r.environment = environment;
    bool ok = run_program(&r, &g->end, e);
    free(environment);
    free(prefix);
    return ok;
}
