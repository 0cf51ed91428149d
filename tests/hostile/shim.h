/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shim: what the preloaded shim and the driver share. */
#ifndef TESTS_HOSTILE_SHIM_H
#define TESTS_HOSTILE_SHIM_H

#include <stdatomic.h>

enum {
    HOSTILE_PAGE_BYTES = 4096,
    HOSTILE_HANGS = -1, /* in place of a wait status: killed at the end of its time */
};

struct hostile_page {
    atomic_long bytes, peak; /* of the heap, as the allocator counts them */
};

#endif
