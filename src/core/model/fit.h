/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit: whether a program wrote a profile, and how far from its own addresses it was loaded. */
#ifndef GPTUI_MODEL_FIT_H
#define GPTUI_MODEL_FIT_H

#include <stdbool.h>
#include <stdint.h>

enum fit_verdict {
    FIT_UNKNOWN,       /* not examined, or nothing shows it either way */
    FIT_YES,           /* the program wrote it */
    FIT_SIZE,          /* its range is the program's; without arcs no more is known */
    FIT_OTHER_BUILD,   /* another build of the program wrote it */
    FIT_OTHER_PROGRAM, /* another program wrote it */
    FIT_NOT_PROFILED,  /* another one wrote it: this program was not built with -pg */
    FIT_POINTER_SIZE,  /* another one wrote it: its addresses have another size */
};

struct fit {
    enum fit_verdict verdict;
    uint64_t distance;    /* in bytes, to be taken off all addresses, modulo 2^64 */
    uint32_t n_in_place;  /* callees looked at that are where the program has one */
    uint32_t n_looked_at; /* 0: the profile has no arcs */
};

/* Is the verdict that the program did not write the profile? */
static inline bool fit_is_bad(const struct fit *f)
{
    return f->verdict >= FIT_OTHER_BUILD;
}

#endif
