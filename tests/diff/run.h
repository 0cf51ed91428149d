/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: one command line given to gprof and to gptui, and what differs.
 *
 * 1. Both run in the current folder, side by side, with LC_ALL=C; standard output goes to a file.
 * 2. Standard output and exit status must be equal byte for byte. Of standard error the lines
 *    before the usage text, with the program's name taken to be gprof in both; lines that say that
 *    another program wrote a profile are left out unless the job is strict.
 * 3. A job that writes runs in two folders, and what it leaves there must be equal (written.h).
 * 4. A strict job gives gptui the option --strict, or starts it under the name gprof. With STRICT
 * in the environment all jobs are strict. */
#ifndef TESTS_RUN_H
#define TESTS_RUN_H

#include <stdbool.h>
#include <stddef.h>

struct runner {
    const char *gprof, *gptui; /* programs */
    const char *work;          /* folder for outputs, absolute */
    const char *keep;          /* folder for failures, absolute */
    size_t n_failures;
    bool quiet;         /* differences are not reported */
    bool strict;        /* all jobs are */
    size_t n_no_oracle; /* runs in which gprof did not end */
};

/* CHECK_MESSAGES: of standard output only whether there is any, if it went well. */
enum check { CHECK_ALL, CHECK_NO_MESSAGES, CHECK_MESSAGES, CHECK_STATUS };

struct job {
    const char *const *args; /* without the program's name, ends in NULL */
    const char *input;       /* file for standard input, or NULL: /dev/null */
    bool pipe;               /* standard input is a pipe that holds that file */
    bool strict;
    bool writes;  /* files may be left in the folder: -s, -y */
    bool by_name; /* both are started as "gprof" */
    enum check check;
};

/* GPTUI (default build/gptui) and GPROF (default gprof) of the environment, made absolute. */
void runner_init(struct runner *r, const char *work);

/* True: no difference. Otherwise a report on standard output as TAP comments, files kept. */
bool runner_compare(struct runner *r, const struct job *j);

/* Append an argument list as typed in a shell; the caller frees. */
char *command_text(const char *program, const char *const *args);

#endif
