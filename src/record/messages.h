/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages: the lines that `gptui record` prints: a fact first, then what to do about it. Every
 * function appends one whole line that begins with the name of our program. */
#ifndef GPTUI_RECORD_MESSAGES_H
#define GPTUI_RECORD_MESSAGES_H

#include "core/base/text.h"
#include "core/load/join/run_info.h"
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

/* Why the program is not run at all. */
void say_no_runtime(const struct say *s);
void say_bad_folder(const struct say *s, const char *runtime);
void say_guarded(const struct say *s);
void say_static(const struct say *s, const char *runtime);
void say_machine(const struct say *s, const char *runtime);

/* What will be missing from its profile; has_run: what is missing there. */
void say_no_calls(const struct say *s, bool has_run);
void say_foreign(const struct say *s);

struct no_profile {
    const struct run_end *end; /* of the program */
    bool can_keep;             /* keep=on would help, and was not asked for */
    const char *former;        /* the folder where FILE was put aside; NULL: there was none */
};
void say_no_profile(const struct say *s, const struct no_profile *why);

/* That n more processes of the program whose profile is opened have left theirs, which are in
 * `folder` together with it; that n processes of another program have left `profile`, their only
 * one or the folder; that n more, which nothing can be made of, have left theirs. */
void say_same(const struct say *s, size_t n, const char *image, const char *folder);
void say_other(const struct say *s, size_t n, const char *image, const char *profile);
void say_more(const struct say *s, size_t n, const char *folder);

/* That a process goes on, which will write `profile`. */
void say_goes_on(const struct say *s, long pid, const char *program, const char *profile);

/* Where much of the time was spent, if not in the program itself, and enough samples say so: `info`
 * is what the runtime has written beside the profile. */
void say_elsewhere(const struct say *s, const struct run_info *info);

/* The samples of the run without those in the runtime's own library. */
uint64_t say_samples(const struct run_info *info);

/* That samples were taken in that library, if they are one of a hundred. */
void say_own_cost(const struct say *s, const struct run_info *info);

/* That a run has but n samples, and what --repeat=auto offers. */
void say_few(const struct say *s, uint64_t n, const struct repeat_offer *offer);

/* Where the profile is and how to look at it; that it cannot be looked at, for the program has no
 * symbols (image NULL: is not known). */
void say_profile(const struct say *s, const char *image, const char *profile);
void say_unreadable(const struct say *s, const char *image, const char *profile);

#endif
