/* SPDX-License-Identifier: MIT */
/* guard: what keeps the writing of files from harming the program, or its user.
 *
 * 1. A file that grows too large, or a pipe that nobody reads any more, is an error: the signals
 *    that the kernel sends for it do not arrive.
 * 2. A program with the rights of another user or group (AT_SECURE) writes with those of the user
 *    who started it, and no handler of its own runs meanwhile. */
#ifndef GPTUI_RUNTIME_GUARD_H
#define GPTUI_RUNTIME_GUARD_H

#include <stdbool.h>

#include "runtime/sys.h"

/* Who started the program. */
struct guard_user {
    bool is_other; /* than the one whose rights it has */
    struct sys_user user;
};

struct guard {
    struct sys_signals blocked, pending; /* before */
    bool has_taken;                      /* rights: these are to be given back */
    struct sys_rights rights;
};

/* As the kernel reported it to the program at its start. Not for handlers. */
void guard_find_user(struct guard_user *user);

/* For the calling thread; safe in handlers. Returns 0 or an errno: then nothing must be written. In
 * either case guard_end() is next. */
int guard_begin(struct guard *guard, const struct guard_user *user);
void guard_end(struct guard *guard);

#endif
