/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/usage.h"

#include <string.h>

#include "core/view/message.h"

enum { HELP_COLUMN = 30, HELP_COLS = 49 };

void usage_option(const struct option_def *d, struct text *out)
{
    bool is_long = d->name && *d->name;
    if (d->letter)
        text_printf(out, "-%c", d->letter);
    else
        text_str(out, "    ");
    if (is_long)
        text_printf(out, "%s--%s", d->letter ? ", " : "", d->name);
    if (d->arg != OPTION_NO_ARG) {
        /* " ARG", "ARG", "=ARG" or "[=ARG]", as it is written after a letter or a long name. */
        const char *before = is_long ? "=" : d->arg == OPTION_NEEDS_ARG ? " " : "";
        if (d->arg == OPTION_MAY_ARG)
            text_char(out, '[');
        text_str(out, before);
        text_str(out, d->arg_name);
        if (d->arg == OPTION_MAY_ARG)
            text_char(out, ']');
    }
}

static void add_group(enum option_group g, bool gnu_only, struct text *out)
{
    text_printf(out, "\n%s:\n", option_group_title(g));
    for (option_id id = 0; (size_t)id < option_count(); id++) {
        const struct option_def *d = option_get(id);
        if (d->group == g && (d->gnu || !gnu_only)) {
            size_t start = out->n;
            text_str(out, "  ");
            usage_option(d, out);
            if (out->n - start > HELP_COLUMN - 2) {
                text_char(out, '\n');
                start = out->n;
            }
            text_fill(out, ' ', HELP_COLUMN - (out->n - start));
            /* A sentence in lines of HELP_COLS, all but the first indented. */
            const char *help = d->help;
            while (strlen(help) > HELP_COLS) {
                size_t n = HELP_COLS;
                while (n > 0 && help[n] != ' ')
                    n--;
                text_add(out, help, n);
                text_char(out, '\n');
                text_fill(out, ' ', HELP_COLUMN);
                help += n + 1;
            }
            text_str(out, help);
            text_char(out, '\n');
        }
    }
}

void usage_text(const char *program, bool gnu_only, struct text *out)
{
    text_str(out, "Usage: ");
    message_add(out, program, strlen(program));
    text_str(out,
             " [OPTION]... [IMAGE [PROFILE]...]\n"
             "Show where a program spends its time, and who calls whom.\n"
             "IMAGE is the program (a.out), each PROFILE a file that it wrote (gmon.out; - is\n"
             "standard input). Options and files may be mixed; @FILE stands for the words of\n"
             "FILE. A SYMSPEC is FUNCTION, FILE:FUNCTION, FILE:LINE or FILE:");
    text_str(out, gnu_only ? ".\n"
                           : "; or /REGEX/,\n"
                             "image=FILE, dir=DIR, ns=NAMESPACE.\n");
    for (int g = 0; g < N_GROUPS; g++)
        add_group((enum option_group)g, gnu_only, out);
    if (!gnu_only)
        text_str(
            out,
            "\nOn a terminal the profile is opened for browsing; otherwise, with --batch, "
            "-r\nor --format, reports are printed. A profile is made by: gptui record PROGRAM\n");
}

void usage_hint(const char *program, struct text *out)
{
    text_str(out, "Try '");
    message_add(out, program, strlen(program));
    text_str(out, " --help' for the options.\n");
}

void usage_version(struct text *out)
{
    text_str(out,
             "gptui " GPTUI_VERSION "\n"
             "Browses and prints call graph profiles, compatible with GNU gprof 2.40.\n"
             "This program is free software: GNU GPL version 3 or later. There is no warranty.\n");
}
