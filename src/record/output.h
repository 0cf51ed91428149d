/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output: where the profiles of a run go.
 *
 * Every process that the program starts takes the environment along, and would write the same file.
 * So all write into the folder FILE.d, under names that begin with that of the run; and when the
 * program has ended, its own profile becomes FILE, and what the runtime puts beside that - the text
 * about the run, libraries - gets the names that go with FILE (gptui_rt(3), FILES). */
#ifndef GPTUI_RECORD_OUTPUT_H
#define GPTUI_RECORD_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"

/* All malloc'ed. */
struct output {
    char *shown;  /* FILE as the user named it */
    char *path;   /* absolute: programs change their folder */
    char *folder; /* absolute, FILE.d */
    char *run;    /* what names in it begin with */
};

/* Find the names. `pattern` is FILE, with what the runtime's names know: %p (our own process id),
 * %h, %e (of the file `program`), %t, %r, %%. Fails with ERR_WRITE if no profile can be written
 * there, so that nobody runs for an hour to learn it; with ERR_FOLDER if FILE.d is there and was
 * not made by us, or holds what we do not put there; with ERR_MEMORY. */
bool output_prepare(struct output *o, const char *pattern, const char *program,
                    struct err *e) ATTR_MUST_USE;

/* Make the folder, or empty that of an earlier run. Fails with ERR_WRITE, ERR_MEMORY. */
bool output_begin(const struct output *o, struct err *e) ATTR_MUST_USE;

/* Remove the folder if nothing was put into it, and nothing will be. */
void output_remove_empty(const struct output *o);
void output_release(struct output *o);

/* What there is after a run. */
struct output_found {
    bool any;      /* a profile of the program itself */
    bool any_info; /* the runtime's facts about the run */
    char *kept; /* what the program kept where it has left no profile; NULL: nothing; malloc'ed */
    char **others; /* paths of other profiles, beginning as o->shown; malloc'ed */
    size_t n_others, cap;
};

/* Rename what the process `pid` has written, and find what others have. Fails with ERR_WRITE,
 * ERR_MEMORY; what was not renamed then keeps its name. */
bool output_collect(const struct output *o, pid_t pid, struct output_found *found,
                    struct err *e) ATTR_MUST_USE;
void output_found_release(struct output_found *found);

/* Append the path of the profile that a process of this machine will write. */
void output_add_name(const struct output *o, pid_t pid, struct text *out);

#endif
