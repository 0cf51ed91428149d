/* SPDX-License-Identifier: GPL-3.0-or-later */
/* go: going places: entries, heaviest relatives, history, marks. */
#ifndef GPTUI_TUI_ACT_GO_H
#define GPTUI_TUI_ACT_GO_H

#include "tui/app/ui.h"

/* Open the entry with this index number, as typed. */
void go_index(struct ui *ui, const char *number);

#endif
