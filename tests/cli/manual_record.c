/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of gptui record, from their table, in roff. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/base/attr.h"
#include "record/options.h"

static void roff(const char *s)
{
    for (; *s; s++)
        printf(*s == '-' ? "\\-" : "%c", *s);
}

static void option(const struct record_option_def *d)
{
    printf(".TP\n");
    if (d->letter) {
        printf("\\fB\\-%c\\fR", d->letter);
        if (d->arg_name)
            printf(" \\fI%s\\fR", d->arg_name);
        printf(", ");
    }
    printf("\\fB\\-\\-");
    roff(d->name);
    printf("\\fR");
    if (d->arg_name && *d->arg_name == '[')
        printf("[=\\fI%.*s\\fR]", (int)strcspn(d->arg_name + 1, "]"), d->arg_name + 1);
    else if (d->arg_name)
        printf("=\\fI%s\\fR", d->arg_name);
    printf("\n%c", toupper((unsigned char)d->help[0]));
    roff(d->help + 1);
    printf("\n");
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(record_options); i++)
        option(&record_options[i]);
    return 0;
}
