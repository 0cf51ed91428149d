/* SPDX-License-Identifier: GPL-3.0-or-later */
/* menu: a small list of choices over the view. */
#ifndef GPTUI_TUI_APP_MENU_H
#define GPTUI_TUI_APP_MENU_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/view/grid/grid.h"
#include "tui/app/ui.h"

struct menu {
    void (*fill)(struct ui *ui);
    void (*accept)(struct ui *ui, size_t i);
    bool stays;          /* after a choice it is made again */
    struct grid_row row; /* the row menu: what it is about */
};

/* Open a menu with the lines that `fill` adds; `accept` gets the number of the chosen one. Its list
 * is returned. */
struct list *menu_open(struct ui *ui, const char *title, void (*fill)(struct ui *ui),
                       void (*accept)(struct ui *ui, size_t i));
void menu_add(struct ui *ui, const char *fmt, ...) ATTR_PRINTF(2, 3);

#endif
