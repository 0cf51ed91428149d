/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/runs_memory.h"

#include <stdlib.h>

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    (void)ctx;
    (void)old_bytes;
    if (new_bytes)
        return realloc(p, new_bytes);
    free(p);
    return NULL;
}

const struct unite_memory runs_memory = {resize, NULL};
