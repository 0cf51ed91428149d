/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x86, 32 and 64 bit, as GNU gprof searches it. */
#include "arch/calls.h"

#include <string.h>

enum { CALL = 0xe8, CALL_BYTES = 5 };

/* QUIRK(gnu): every byte e8 is a call, also inside of other instructions, and its displacement has
 * no sign, so that calls backwards are not found; of its target the low 32 bits must lie in a
 * histogram. Pinned by tests/diff/cases/static.case. */
bool x86_calls_gnu(struct call_scan *s, struct code_call *out)
{
    while (code_more(s, CALL_BYTES)) {
        size_t left = (size_t)(s->hi - s->at), have = s->code.n - (size_t)(s->at - s->code.addr);
        const uint8_t *from = code_at(s, s->at);
        const uint8_t *p = memchr(from, CALL, left < have ? left : have);
        s->at = p ? s->at + (uint64_t)(p - from) : s->hi;
        if (!code_more(s, CALL_BYTES))
            return false;
        uint64_t site = s->at++, target = site + CALL_BYTES + code_u32(s, site + 1, false);
        *out = (struct code_call){.site = site, .target = target, .other = (uint32_t)target};
        return true;
    }
    return false;
}
