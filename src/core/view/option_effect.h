/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_effect: what an option changes in a profile, in numbers. */
#ifndef GPTUI_VIEW_OPTION_EFFECT_H
#define GPTUI_VIEW_OPTION_EFFECT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/view/context.h"

/* What there is in an analysis. */
struct effect_sums {
    uint32_t functions; /* in the symbol table */
    uint32_t entries;   /* of the call graph */
    uint32_t arcs, cycles;
    uint64_t calls;
    double graph_sec, flat_sec; /* the bases of both views' percentages */
};

/* `unused`: entries of what was never called count, too. */
void effect_sums(const struct analysis *a, bool unused, struct effect_sums *out);

/* Append what is other with the option than without it: "-1 entry  -0.31 s  -12 arcs"; "changes
 * nothing" if all is equal. */
void effect_text(struct text *out, const struct profile *p, const struct effect_sums *without,
                 const struct effect_sums *with);

/* Append a filter as options of one set each that have its effect: "-Q -N aa". Not safe to show. */
void text_filter(struct text *out, const struct filter *f);

#endif
