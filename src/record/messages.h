/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages: the lines that `gptui record` prints: a fact first, then what to do about it. Every
 * function appends one whole line that begins with the name of our program. */
#ifndef GPTUI_RECORD_MESSAGES_H
#define GPTUI_RECORD_MESSAGES_H

#include "core/base/text.h"
#include "core/load/run/run.h"
#include "record/run.h"
#include "record/target.h"

/* What --repeat=auto brings. */
struct repeat_offer {
    uint64_t ms, samples;
};

struct say {
    const char *program; /* argv[0] */
    const char *name;    /* of the program to run, as the user gave it */
    struct text *out;
};

/* Append `line`, which has no newline. */
void say_line(const struct say *s, const char *line);

/* "gptui: NAME: WHAT; its output is in LOG" */
void say_about(const struct say *s, const char *what, const char *log);

/* Why the program is not run at all. */
void say_no_runtime(const struct say *s);
void say_bad_folder(const struct say *s, const char *runtime);
void say_guarded(const struct say *s);
void say_static(const struct say *s, const char *runtime);
void say_machine(const struct say *s, const char *runtime, bool calls);
void say_windows(const struct say *s);

/* What will be missing from its profile; has_run: what is missing there. */
void say_no_calls(const struct say *s, bool has_run);
void say_foreign(const struct say *s);

struct no_profile {
    const struct run_end *end; /* of the program */
    const char *former;        /* the folder where FILE was put aside; NULL: there was none */
};
void say_no_profile(const struct say *s, const struct no_profile *why);

/* That some process of the run goes on. */
void say_goes_on(const struct say *s, const char *folder);

/* The samples of a run without those in the runtime's own library: `info` is what the runtime has
 * written beside the profile. */
uint64_t say_samples(const struct run *info);

/* How many samples a second there are, if these are as many as the kernel's tick allows. */
void say_rate(const struct say *s, const struct run_facts *f);

/* That no folder of PATH has such a program, but the working folder has; its path there is the
 * name. */
void say_is_here(const struct say *s);

/* That a run has but n samples, and what --repeat=auto offers. */
void say_few(const struct say *s, uint64_t n, const struct repeat_offer *offer,
             const struct run_facts *f);

/* What there is to look at, for a line. */
struct left {
    const char *image, *profile; /* FILE, or its folder where several processes left theirs */
    size_t n_processes;          /* of the program */
    size_t n_others;             /* profiles beside these, in `folder` */
    const char *folder;
    size_t n_runs; /* FILE is the sum of n_runs, with n_samples; 0: it is none */
    uint64_t n_samples;
};

/* Where the profile is, and the one command that shows all of it; that it cannot be looked at, for
 * the program has no symbols (image NULL: is not known). */
void say_profile(const struct say *s, const struct left *l);
void say_unreadable(const struct say *s, const char *image, const char *profile);

#endif
