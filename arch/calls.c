/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arch/calls.h"

static const struct {
    uint16_t machine;
    call_next *gnu, *decoded;
} scanners[] = {
    {EM_X86_64, x86_calls_gnu, x86_calls},
    {EM_386, x86_calls_gnu, x86_calls},
    {EM_AARCH64, aarch64_calls_gnu, aarch64_calls},
    {EM_ARM, NULL, arm_calls},
    {EM_RISCV, NULL, riscv_calls},
    {EM_PPC, NULL, ppc_calls},
    {EM_PPC64, NULL, ppc_calls},
    {EM_S390, NULL, s390_calls},
};

call_next *calls_scanner(uint16_t machine, enum call_way way)
{
    for (size_t i = 0; i < sizeof scanners / sizeof scanners[0]; i++)
        if (scanners[i].machine == machine)
            return way == CALLS_GNU ? scanners[i].gnu : scanners[i].decoded;
    return NULL;
}
