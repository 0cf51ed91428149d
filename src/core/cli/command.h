/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command: a command line taken apart, as GNU gprof does it.
 *
 * 1. Options are taken from left to right. The first one that ends the run wins: an error, -h, -v.
 * 2. Options and operands mix freely; `--` ends the options, and so does the first operand if
 *    POSIX says so.
 * 3. Unless strict, operands after the image may be patterns of files, and the folders of runs.
 * 4. Long names may be shortened to what only one of gprof's has; ours must be spelled in full. */
#ifndef GPTUI_CLI_COMMAND_H
#define GPTUI_CLI_COMMAND_H

#include "core/cli/inputs.h"
#include "core/cli/response_file.h"
#include "core/options/option.h"
#include "core/options/option_list.h"

enum command_verdict {
    COMMAND_RUN,
    COMMAND_HELP,
    COMMAND_VERSION,
    COMMAND_INFO,   /* of `run_of` */
    COMMAND_UNPACK, /* likewise */
    COMMAND_BAD,    /* print `message`, and the usage after it if `usage`; exit status 1 */
};

struct command {
    enum command_verdict verdict;
    struct text message;
    bool usage;

    struct option_list items; /* without --batch, --script, --live, -d */
    bool batch;               /* --batch, or an option that only batch mode has */
    uint32_t debug;           /* -d: categories of view/format/format.h */
    const char *script;       /* --script, or NULL */
    bool live;                /* --live: the operand is a process */
    const char *every;        /* the seconds between two renewals that it names; NULL: none */
    int live_ms;              /* the same, a second if none are named; 0: not live */
    const char *run_of;       /* a file, of --info or --unpack */
    const char *image;        /* "a.out" */
    const char *const *files; /* at least one; "gmon.out" */
    size_t n_files;
    bool names_files; /* the command line does: else these are only where gprof looks */

    struct words words, operands; /* what the strings above point into */
    struct inputs inputs;         /* likewise, with warnings about them */
};

struct command_rules {
    const char *program; /* for messages */
    bool gnu_only;       /* only gprof's options exist, and --strict is the first item */
    bool operand_ends;   /* POSIXLY_CORRECT */
    const struct progress *progress; /* see struct words; or NULL */
};

/* Take argv[1 .. argc - 1] apart; argv must outlive c. c needs
 * command_release in any case. */
void command_parse(struct command *c, int argc, char *const *argv, const struct command_rules *r);
void command_release(struct command *c);

/* True for the basename `gprof` and for names that end in `-gprof`. */
bool command_is_gprof(const char *program);

/* What --help and --version print; both from the table of options. */

/* All options that can be used, by chapters. gnu_only: without ours. */
void usage_text(const char *program, bool gnu_only, struct text *out);

/* The line that says where the options are listed: "Try 'gptui --help' for the options." */
void usage_hint(const char *program, struct text *out);

void usage_version(struct text *out);

#endif
