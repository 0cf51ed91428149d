/* SPDX-License-Identifier: GPL-3.0-or-later */
/* browser: the interactive program. */
#ifndef GPTUI_TUI_BROWSER_H
#define GPTUI_TUI_BROWSER_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/options/option_list.h"

struct browser_request {
    struct option_list *items; /* the command line; taken over: empty afterwards */
    const char *image;
    const char *const *files;
    size_t n_files;
    bool looks; /* the folder may have others that belong together: open these, or let choose */
    const char *source_dirs; /* GPROF_PATH, or NULL */
    const char *script;      /* --script FILE: headless, keys from FILE; NULL: a terminal */
    int live_ms;             /* between two renewals of a process that runs; 0: of none */
    const char *notice;      /* lines to be shown at first; NULL: none */
};

/* Load, browse, leave. Returns the exit status (0, 1, 129, 130, 143); after a 1, e says why and the
 * terminal is already restored. */
int browser_run(const struct browser_request *r, struct err *e);

#endif
