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
    arena_object_free(s);
}
