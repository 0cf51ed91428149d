/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reload: the files are read again; views, places and marks stay on functions of the same names,
 * which may have moved in a program that was built again. */
#ifndef GPTUI_TUI_APP_RELOAD_H
#define GPTUI_TUI_APP_RELOAD_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "tui/app/ui.h"

/* Grids are gone already, so that cursors are anchors. Fails as session_reload does; all is as
 * before then. */
bool reload_files(struct ui *ui, struct err *e) ATTR_MUST_USE;

#endif
