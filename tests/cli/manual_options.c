/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual's section of options, from the table, in roff. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/options/option.h"

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

static void option(const struct option_def *d)
{
    forms(d);
    if (isalpha((unsigned char)d->help[0]))
        putchar(toupper((unsigned char)d->help[0]));
    roff(d->help + (isalpha((unsigned char)d->help[0]) != 0));
    printf("\n");
}

int main(void)
{
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
