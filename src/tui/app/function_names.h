/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_names: the names of all functions, heaviest first, gathered in slices ahead of their
 * use. */
#ifndef GPTUI_TUI_APP_FUNCTION_NAMES_H
#define GPTUI_TUI_APP_FUNCTION_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/select/fuzzy.h"
#include "tui/app/ui.h"

struct function_names {
    struct fuzzy_item *items;
    size_t item_cap, node_cap;
    node_id *nodes;
    uint32_t n, ready; /* ready: items whose names are there */
    bool valid;        /* items fit the analysis and the name level */
};

void function_names_release(struct function_names *l);

bool function_names_ready(const struct function_names *l);

/* A slice of names; whatever is to be listed is listed at once. */
void function_names_gather(struct ui *ui);

#endif
