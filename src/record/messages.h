/* SPDX-License-Identifier: GPL-3.0-or-later */
/* messages: the lines that `gptui record` prints: a fact first, then what to do about it. Every
 * function appends one whole line that begins with the name of our program. */
#ifndef GPTUI_RECORD_MESSAGES_H
#define GPTUI_RECORD_MESSAGES_H

#include "core/base/text.h"
#include "core/load/join/run_info.h"
#include "record/run.h"
#include "record/target.h"

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

/* What will be missing from its profile. */
void say_no_calls(const struct say *s);
void say_foreign(const struct say *s);
void say_script(const struct say *s);

/* There is no profile; `end` says how the program ended. */
void say_no_profile(const struct say *s, const struct run_end *end);

/* That a process other than the program's has left `profile`, of `image`; that n more have left
 * theirs in the folder of `profile`, the program's. */
void say_other(const struct say *s, const char *image, const char *profile);
void say_more(const struct say *s, size_t n, const char *profile);

/* That a process goes on, which will write `profile`. */
void say_goes_on(const struct say *s, long pid, const char *program, const char *profile);

/* Where much of the time was spent, if not in the program itself: `info` is what the runtime has
 * written beside the profile. */
void say_elsewhere(const struct say *s, const struct run_info *info);

/* The profile is in `profile`; image is NULL if it is not known which belongs to it. */
void say_profile(const struct say *s, const char *image, const char *profile);

#endif
