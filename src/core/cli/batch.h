/* SPDX-License-Identifier: GPL-3.0-or-later */
/* batch: load, analyse, print; the order of events and the exit status are GNU gprof's. */
#ifndef GPTUI_CLI_BATCH_H
#define GPTUI_CLI_BATCH_H

#include "core/cli/command.h"
#include "core/cli/meter.h"

struct batch_request {
    const char *program;     /* for messages: argv[0] */
    struct command *command; /* its items are taken over: empty afterwards */
    const char *source_dirs; /* GPROF_PATH, or NULL */
    struct sink *out, *err;  /* flushed before batch_run returns */
    struct meter *meter;     /* for work that takes long */
    bool advises; /* messages also say what to do, unless --strict; else they are gprof's */
};

/* Returns the exit status: 0, 1 when anything failed and a message says what, 3 when a condition of
 * --fail-if holds and a line says which, or 2 when none does and one cannot be decided. */
int batch_run(const struct batch_request *r);

#endif
