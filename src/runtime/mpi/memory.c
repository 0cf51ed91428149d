/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/memory.h"

#include "runtime/sys.h"

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    (void)ctx;
    if (new_bytes == 0) {
        sys_unmap(p, old_bytes);
        return NULL;
    }
    return p ? sys_resize(p, old_bytes, new_bytes) : sys_map(new_bytes);
}

const struct unite_memory job_memory = {resize, NULL};
