/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual_options [record]: the section of options of a manual, from the table, in roff. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/base/attr.h"
#include "core/options/option.h"
#include "record/options.h"

static void roff(const char *s)
{
    for (; *s; s++) {
        if (*s == '-' || *s == '\\')
            putchar('\\');
        putchar(*s == '\\' ? 'e' : *s);
    }
}

static void argument(const struct option_def *d, const char *before)
{
    if (d->arg == OPTION_NO_ARG)
        return;
    printf(d->arg == OPTION_MAY_ARG ? "[%s\\fI%s\\fR]" : "%s\\fI%s\\fR", before, d->arg_name);
}

/* Both forms with their arguments, as each must be written; a plus at those that gprof lacks. */
static void forms(const struct option_def *d)
{
    bool has_long = d->name && *d->name;
    printf(".TP\n");
    if (d->letter) {
        printf("\\fB\\-%c\\fR", d->letter);
        argument(d, d->arg == OPTION_NEEDS_ARG ? " " : "");
    }
    if (has_long) {
        printf(d->letter ? ", \\fB\\-\\-" : "\\fB\\-\\-");
        roff(d->name);
        printf("\\fR");
        argument(d, "=");
    }
    printf(d->gnu ? "\n" : " +\n");
}

static void help(const char *s)
{
    putchar(toupper((unsigned char)*s));
    roff(s + 1);
    printf("\n");
}

static void option(const struct option_def *d)
{
    forms(d);
    help(d->help);
}

static void record_option(const struct record_option_def *d)
{
    const char *arg = d->arg_name ? d->arg_name : "";
    printf(".TP\n");
    if (d->letter)
        printf(*arg ? "\\fB\\-%c\\fR \\fI%s\\fR, " : "\\fB\\-%c\\fR, ", d->letter, arg);
    printf("\\fB\\-\\-");
    roff(d->name);
    printf("\\fR");
    if (*arg == '[')
        printf("[=\\fI%.*s\\fR]", (int)strcspn(arg + 1, "]"), arg + 1);
    else if (*arg)
        printf("=\\fI%s\\fR", arg);
    printf("\n");
    help(d->help);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "record") == 0) {
        for (size_t i = 0; i < ARRAY_LEN(record_options); i++)
            record_option(&record_options[i]);
        return 0;
    }
    for (int g = 0; g < N_GROUPS; g++) {
        printf(".SS %s\n", option_group_title((enum option_group)g));
        for (option_id id = 0; (size_t)id < option_count(); id++) {
            const struct option_def *d = option_get(id);
            if ((int)d->group == g)
                option(d);
        }
    }
    return 0;
}
