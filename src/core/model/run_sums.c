/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/run_sums.h"

#include <stdlib.h>

void run_sums_free(struct run_sums *s)
{
    if (!s)
        return;
    free(s->runs);
    free(s->images);
    free(s->functions);
    free(s->spreads);
    free(s->numbers);
    arena_object_free(s);
}

struct run_sums_spread run_sums_spread_of(const struct run_sums *s,
                                          const struct run_sums_function *f, enum run_measure m)
{
    return f && f->spread[m] ? s->spreads[f->spread[m] - 1] : (struct run_sums_spread){0};
}
