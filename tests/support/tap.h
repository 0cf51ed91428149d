/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tap: results in the Test Anything Protocol, and cases of a test program that run one by one. */
#ifndef GPTUI_TESTS_TAP_H
#define GPTUI_TESTS_TAP_H

#include <stdbool.h>
#include <stddef.h>

/* All zero at first. */
struct tap {
    size_t n, n_failed;
    bool failed; /* the case that runs */
    char label[200];
    int argc; /* names of the only cases to run; none: all */
    char **argv;
};

/* Print one result. */
void tap_result(struct tap *t, bool ok, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

typedef void tap_case(struct tap *t);

/* Run f as a case. */
void tap_run(struct tap *t, const char *name, tap_case *f);

/* The case cannot be had in this flavour of the build (FLAVOUR): shown as skipped there, with the
 * reason. Elsewhere it runs. */
void tap_run_but(struct tap *t, const char *flavour, const char *reason, const char *name,
                 tap_case *f);

/* A case that cannot be had here, and why. */
void tap_skip(struct tap *t, const char *name, const char *reason);

/* Within a case: go on by another name ("sizes 24x80 C"); for the lines of a failure. */
void tap_label(struct tap *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Whether ok; if not, say where and what. */
bool tap_check(struct tap *t, bool ok, const char *file, int line, const char *what);
#define CHECK(t, condition) tap_check(t, condition, __FILE__, __LINE__, #condition)

/* Print the plan; returns the exit status, for which no result at all is a failure. */
int tap_end(struct tap *t);

#endif
