/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/runs_memory.h"

#include <stdlib.h>

#include "core/base/mem.h"

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    (void)ctx;
    (void)old_bytes;
    if (!new_bytes) {
        free(p);
        return NULL;
    }
    void *new = realloc(p, new_bytes);
    if (!new)
        mem_fail();
    return new;
}

const struct unite_memory runs_memory = {resize, NULL};
