/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/paths.h"

#include <stdlib.h>

void profile_paths_free(struct profile_paths *p)
{
    if (p)
        free(p->nodes);
    free(p);
}
