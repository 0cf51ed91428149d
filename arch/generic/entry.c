/* SPDX-License-Identifier: MIT */
/* entry: what functions compiled with -pg call first, in C: for machines where that is a call like
 * any other, or where the compiler can be made to leave all registers alone. */
#include <stdint.h>

#include "runtime/arcs.h"

#ifdef __x86_64__
#define ENTRY __attribute__((visibility("default"), no_caller_saved_registers))
#else
#define ENTRY __attribute__((visibility("default")))
#endif

/* Compilers for these pass the address in the caller, but clang 14 passes nothing: what is too
 * small for an address of code is dropped. Others leave frame pointers. */
#if defined(__aarch64__) || defined(__riscv) || defined(__loongarch__)

ENTRY void _mcount(uintptr_t from);

ARC_ENTRY void _mcount(uintptr_t from)
{
    arcs_call(from < 4096 ? 0 : from, (uintptr_t)__builtin_return_address(0));
}

#else

#pragma GCC diagnostic ignored "-Wframe-address"

ENTRY void mcount(void);
ENTRY void _mcount(void) __attribute__((alias("mcount")));

ARC_ENTRY void mcount(void)
{
    arcs_call((uintptr_t)__builtin_return_address(1), (uintptr_t)__builtin_return_address(0));
}

#endif
