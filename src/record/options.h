/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: the command line of `gptui record`. The table makes parser, --help and completions.
 *
 * Options end at the first word that is not an option, or after `--`: the rest belongs to the
 * program. */
#ifndef GPTUI_RECORD_OPTIONS_H
#define GPTUI_RECORD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"

enum record_option {
    RECORD_OUTPUT,
    RECORD_RATE,
    RECORD_CLOCK,
    RECORD_EVENT,
    RECORD_DUMP,
    RECORD_REPEAT,
    RECORD_LIVE,
    RECORD_INPUT,
    RECORD_LOG,
    RECORD_MPI,
    RECORD_NO_OPEN,
    RECORD_COMPILE,
    RECORD_HELP,
    N_RECORD_OPTIONS
};

struct record_option_def {
    char letter;          /* 0: none */
    const char *name;     /* without dashes */
    const char *arg_name; /* NULL: takes no argument; in brackets: may be left out */
    const char *help;
    const char *setting; /* what GPTUI_RT calls it; NULL: the runtime does not know it */
    unsigned lo, hi;     /* limits of a number; both 0: the argument is not a number */
    const char *values;  /* the words there are, between blanks, beside numbers; NULL: any */
    bool is_signal;      /* one of `values`, perhaps with SIG in front, or a number */
};

extern const struct record_option_def record_options[N_RECORD_OPTIONS];

struct record_options {
    const char *value[N_RECORD_OPTIONS]; /* NULL: not given; "" without an argument */
    char *const *command;                /* PROGRAM ARGS..., NULL after; NULL: there is none */
};

/* Read the words after `record` (argv, NULL after the last); o points into them. False: a mistake;
 * *why says which, a line without its newline. */
bool record_options_parse(struct record_options *o, char *const *argv, struct text *why);

void record_usage(const char *program, struct text *out);

#endif
