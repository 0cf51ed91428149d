/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard: libbfd and libiberty end the program when memory runs out or an inner check fails. This
 * program defines the functions they do it with, and those by which they ask for memory, so that
 * they come back here instead.
 *
 * What the library had allocated by then is lost. Allowed statics: the place to come back to, one
 * per thread, and libbfd's own message handler. */
#ifndef GPTUI_LOAD_BFD_GUARD_H
#define GPTUI_LOAD_BFD_GUARD_H

#include <stdbool.h>

#include "core/base/attr.h"

/* Run work(ctx). False if the library wanted to end the program; work then stopped halfway. Calls
 * may be nested. Outside of any call the program dies of SIGABRT. */
bool guard_run(void (*work)(void *ctx), void *ctx) ATTR_MUST_USE;

/* Called from inside work: stop it, so that guard_run answers false. */
_Noreturn void guard_leave(void);

#endif
