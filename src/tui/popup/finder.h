/* SPDX-License-Identifier: GPL-3.0-or-later */
/* finder: a function by some letters of its name. What is typed is ranked over the names gathered
 * so far (tui/app/function_names). */
#ifndef GPTUI_TUI_POPUP_FINDER_H
#define GPTUI_TUI_POPUP_FINDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct grid;

struct finder {
    uint32_t *found; /* n_found indices in the list of names, best first */
    uint8_t *classes;
    uint32_t n_found;
    size_t cap_found, cap_classes;
    struct grid *rows; /* of those found, for `cols` columns; NULL: to be made */
    unsigned cols;
    bool regex; /* what is typed is an expression */
};

#endif
