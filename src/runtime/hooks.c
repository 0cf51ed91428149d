/* SPDX-License-Identifier: MIT */
/* hooks: other ways in which compilers tell of calls and blocks: -finstrument-functions, and
 * clang's guards of -fsanitize-coverage=trace-pc-guard. They are ordinary calls, so this can be C.
 */
#include <stdatomic.h>
#include <stdint.h>

#include "runtime/arcs.h"
#include "runtime/rt.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT void __cyg_profile_func_enter(void *self, void *from);
EXPORT void __cyg_profile_func_exit(void *self, void *from);
EXPORT void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end);

/* from: the return address in the caller. */
void __cyg_profile_func_enter(void *self, void *from)
{
    if (atomic_load_explicit(&rt.counting, memory_order_relaxed))
        arcs_count((uintptr_t)from, (uintptr_t)self);
}

void __cyg_profile_func_exit(void *self, void *from)
{
    (void)self, (void)from;
}

/* Guards number the blocks; we go by addresses. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end)
{
    (void)begin, (void)end;
}
