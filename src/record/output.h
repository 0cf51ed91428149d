/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output: where the profiles of a run go.
 *
 * Every process that the program starts takes the environment along, and would write the same file.
 * So all write into the folder FILE.d, under names that begin with that of the run; and when the
 * program has ended, one profile becomes FILE, and the run that goes with it FILE.run (gptui_rt(3),
 * FILES). */
#ifndef GPTUI_RECORD_OUTPUT_H
#define GPTUI_RECORD_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/load/run/groups.h"
#include "core/load/run/kept.h"

/* The texts are malloc'ed. */
struct output {
    char *shown;     /* FILE as the user named it */
    char *path;      /* absolute: programs change their folder */
    char *folder;    /* absolute, FILE.d */
    char *run;       /* what names in it begin with; of the present run, where there are several */
    char *first_run; /* NULL: that is it */
    bool has_former; /* FILE of an earlier run was put aside, and no run since has left one */
};

/* Are we one of several processes of a parallel job, which would all write the same FILE? */
bool output_is_shared(void);

/* Find the names. `pattern` is FILE, with what the runtime's names know: %p (our own process id),
 * %h, %e (of the file `program`), %t, %r (our rank, or our process id), %%. Fails with ERR_WRITE if
 * no profile can be written there, so that nobody runs for an hour to learn it; with ERR_SPEC if
 * FILE.d is there and was not made by us, or holds what we do not put there. */
bool output_prepare(struct output *o, const char *pattern, const char *program,
                    struct err *e) ATTR_MUST_USE;

/* Make the folder, or empty that of an earlier run, and put its FILE and FILE.run aside, as
 * FILE.d/.former: what has that name and what is in the folder are of one run. What was put aside
 * before stays if there is no FILE. Fails with ERR_WRITE. */
bool output_begin(struct output *o, struct err *e) ATTR_MUST_USE;

/* Nothing has run: FILE is what it was. */
void output_give_up(struct output *o);

/* Remove the folder if nothing was put into it, and nothing will be. */
void output_remove_empty(const struct output *o);
void output_release(struct output *o);

/* Name the run with that number, from 1 on, of a series. */
void output_number_run(struct output *o, unsigned number);

/* The profile of a run that is worth looking at (load/run/groups.h). */
struct output_choice {
    char *name;                /* in the folder; malloc'ed; NULL: there is no profile */
    char *program;             /* the path of the program that wrote it; malloc'ed; NULL: unknown */
    bool is_own;               /* it is of the process that was started, not of one below it */
    bool is_placed;            /* it is FILE already */
    struct kept_left left;     /* what is not finished: processes may go on */
    size_t n_runs;             /* as the sum of n_runs; 0: it is none */
    uint64_t n_calls, n_ticks; /* 0 if no run goes with it */
    uint64_t cpu_ms;           /* likewise */
};

/* Choose among what the processes of o->run have left: the profile of the process `pid`, unless
 * another program weighs more. `program`: only of this one; NULL: of any. Fails with ERR_SPEC (the
 * folder is gone) and as run_groups_read. */
bool output_choose(const struct output *o, pid_t pid, const char *program, struct output_choice *c,
                   struct err *e) ATTR_MUST_USE;
void output_choice_release(struct output_choice *c);

/* Remove all that o->run has left, but for what goes with the chosen profile; c NULL: all of it.
 * What cannot be removed stays. */
void output_discard(const struct output *o, const struct output_choice *c);

/* Remove what was chosen of the first run of a series, and all of the others. */
void output_remove_series(const struct output *o, const struct output_choice *c);

/* What a run has left. */
struct output_found {
    bool any;                 /* FILE is there */
    bool any_info;            /* the runtime's facts about it are there, too */
    struct run_groups groups; /* all processes with a run; paths begin as o->shown */
    size_t n_plain;           /* profiles of other processes without one: of libc's runtime */
};

/* Make the chosen profile FILE, and find what else the run has left. Fails with ERR_WRITE, and
 * as run_groups_read; what was not renamed then keeps its name. */
bool output_collect(struct output *o, const struct output_choice *c, struct output_found *found,
                    struct err *e) ATTR_MUST_USE;
void output_found_release(struct output_found *found);

#endif
