/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/run_sums.h"

#include <stdlib.h>

void run_sums_free(struct run_sums *s)
{
    if (!s)
        return;
    free(s->runs);
    free(s->functions);
    free(s->spreads);
    free(s->numbers);
    arena_object_free(s);
}

const struct run_sums_function *run_sums_find(const struct run_sums *s, uint64_t addr)
{
    size_t lo = 0, hi = s->n_functions;
    while (lo < hi) {
        size_t middle = lo + (hi - lo) / 2;
        if (s->functions[middle].addr < addr)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < s->n_functions && s->functions[lo].addr == addr ? &s->functions[lo] : NULL;
}

struct run_sums_spread run_sums_spread_of(const struct run_sums *s,
                                          const struct run_sums_function *f, enum run_measure m)
{
    return f && f->spread[m] ? s->spreads[f->spread[m] - 1] : (struct run_sums_spread){0};
}
