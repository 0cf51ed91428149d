/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/gnu/explain.h"

/* From data/, through data/embed.awk. */
extern const char explain_flat[];
extern const char explain_graph[];

const char *explain_text(enum explain_id id)
{
    return id == EXPLAIN_FLAT ? explain_flat : explain_graph;
}
