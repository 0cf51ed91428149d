/* SPDX-License-Identifier: MIT */
/* shared: what only the shared runtime can do: count in constructors of libraries that run before
 * ours, and in destructors that run after ours. */
#include <stdlib.h>

#include "runtime/rt.h"

const void *const volatile rt_loaded = (const void *)&rt_loaded;

#ifdef __GLIBC__

/* Handlers run in the opposite order of their registration, and that which runs all destructors is
 * registered when all libraries are initialised. Without a library (NULL), ours is not one of
 * those destructors. */
int __cxa_atexit(void (*handler)(void *), void *argument, void *library);

static void finish(void *unused)
{
    (void)unused;
    rt_finish();
}

__attribute__((constructor)) static void end_late(void)
{
    rt.ends_late = __cxa_atexit(finish, NULL, NULL) == 0;
}

#endif
