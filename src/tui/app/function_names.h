/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_names: the names of all functions, heaviest first, gathered in slices ahead of their
 * use. Where a view shows a comparison, those follow that only its old side has: of functions that
 * are gone or are taken for renamed, with -z also without time and calls. */
#ifndef GPTUI_TUI_APP_FUNCTION_NAMES_H
#define GPTUI_TUI_APP_FUNCTION_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/select/fuzzy.h"
#include "tui/app/ui.h"

struct function_names {
    struct fuzzy_item *items;
    size_t item_cap, node_cap;
    node_id *nodes; /* the first n_here of the session, the others of its old side */
    uint32_t n_here;
    uint32_t n, ready; /* ready: items whose names are there */
    bool valid;        /* items fit the analysis and the name level */
    bool compared;     /* those of the old side are among them */
};

void function_names_release(struct function_names *l);

bool function_names_ready(const struct function_names *l);

/* How many of them the view at hand offers. */
uint32_t function_names_offered(const struct ui *ui);

/* Is item i one of the old side? */
static inline bool function_name_is_old(const struct function_names *l, uint32_t i)
{
    return i >= l->n_here;
}

/* A slice of names; whatever is to be listed is listed at once. */
void function_names_gather(struct ui *ui);

#endif
