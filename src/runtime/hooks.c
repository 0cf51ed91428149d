/* SPDX-License-Identifier: MIT */
/* hooks: other ways in which compilers report calls and blocks: -finstrument-functions, whose calls
 * arcs.c or entry.S counts, and -fsanitize-coverage=trace-pc and trace-pc-guard. They are ordinary
 * calls, so this can be C. */
#include <stdint.h>

#include "machine.h"
#include "runtime/arcs.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void __cyg_profile_func_exit(void *self, void *from);
EXPORT void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end);

void __cyg_profile_func_exit(void *self, void *from)
{
    (void)self, (void)from;
}

/* Guards number the blocks; we go by addresses. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end)
{
    (void)begin, (void)end;
}

#ifndef MACHINE_COUNTS_BLOCKS

EXPORT void __sanitizer_cov_trace_pc(void);
EXPORT void __sanitizer_cov_trace_pc_guard(uint32_t *guard);

void __sanitizer_cov_trace_pc(void)
{
    arcs_call(ARC_BLOCK, (uintptr_t)__builtin_return_address(0));
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    (void)guard;
    arcs_call(ARC_BLOCK, (uintptr_t)__builtin_return_address(0));
}

#endif
