/* SPDX-License-Identifier: MIT */
/* frames_plain: what arch/<cpu>/frames.h takes where the processor has nothing of its own: nothing
 * is looked for where a handler of signals returns to. */
#ifndef GPTUI_RUNTIME_FRAMES_PLAIN_H
#define GPTUI_RUNTIME_FRAMES_PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/walk_place.h"

#ifndef FRAMES_HAVE_SIGNALS
static inline const void *frames_signal(uintptr_t sp, uintptr_t shift, size_t room)
{
    (void)sp, (void)shift, (void)room;
    return NULL;
}
#endif

#endif
