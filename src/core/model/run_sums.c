/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/run_sums.h"

#include <stdlib.h>

#include "core/base/search.h"

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
    size_t i = search_below(s->functions, s->n_functions,
                            SEARCH_BY(struct run_sums_function, addr), addr);
    return i < s->n_functions && s->functions[i].addr == addr ? &s->functions[i] : NULL;
}

struct run_sums_spread run_sums_spread_of(const struct run_sums *s,
                                          const struct run_sums_function *f, enum run_measure m)
{
    return f && f->spread[m] ? s->spreads[f->spread[m] - 1] : (struct run_sums_spread){0};
}
