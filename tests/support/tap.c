/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/tap.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static bool wanted(const struct tap *t, const char *name)
{
    for (int i = 1; i < t->argc; i++) {
        if (strstr(name, t->argv[i]))
            return true;
    }
    return t->argc <= 1;
}

/* What a case prints belongs after its result: keep it in a file meanwhile. */
static int divert(FILE *f)
{
    fflush(stdout);
    int kept = dup(STDOUT_FILENO);
    dup2(fileno(f), STDOUT_FILENO);
    return kept;
}

static void undivert(int kept)
{
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
}

static void show(FILE *f)
{
    char line[4096];
    rewind(f);
    while (fgets(line, sizeof line, f))
        fputs(line, stdout);
}

void tap_run(struct tap *t, const char *name, tap_case *f)
{
    FILE *notes = tmpfile();
    if (!wanted(t, name) || !notes)
        return;
    t->failed = false;
    t->label[0] = 0;
    int kept = divert(notes);
    f(t);
    undivert(kept);
    tap_result(t, !t->failed, "%s", name);
    if (t->failed)
        show(notes);
    fclose(notes);
    fflush(stdout);
}

void tap_run_but(struct tap *t, const char *flavour, const char *reason, const char *name,
                 tap_case *f)
{
    const char *ours = getenv("FLAVOUR");
    if (!ours || strcmp(ours, flavour) != 0)
        tap_run(t, name, f);
    else
        tap_skip(t, name, reason);
}

void tap_skip(struct tap *t, const char *name, const char *reason)
{
    if (wanted(t, name))
        printf("ok %zu # SKIP %s: %s\n", ++t->n, name, reason);
}

void tap_label(struct tap *t, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(t->label, sizeof t->label, fmt, ap);
    va_end(ap);
}

bool tap_check(struct tap *t, bool ok, const char *file, int line, const char *what)
{
    if (!ok) {
        printf("# %s:%d: %s%s%s is false\n", file, line, t->label, *t->label ? ": " : "", what);
        t->failed = true;
    }
    return ok;
}

int tap_end(struct tap *t)
{
    printf("1..%zu\n", t->n);
    return t->n_failed || !t->n ? 1 : 0;
}
