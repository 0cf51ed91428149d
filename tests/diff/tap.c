/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include <stdarg.h>
#include <stdio.h>

void tap_result(struct tap *t, bool ok, const char *format, ...)
{
    va_list ap;

    t->n++;
    t->n_failed += !ok;
    printf("%s %zu - ", ok ? "ok" : "not ok", t->n);
    va_start(ap, format);
    vprintf(format, ap);
    va_end(ap);
    putchar('\n');
    fflush(stdout);
}

int tap_done(struct tap *t)
{
    printf("1..%zu\n", t->n);
    return t->n > 0 && t->n_failed == 0 ? 0 : 1;
}
