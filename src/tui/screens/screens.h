/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screens: the views there are. */
#ifndef GPTUI_TUI_SCREENS_SCREENS_H
#define GPTUI_TUI_SCREENS_SCREENS_H

#include "tui/app/app_state.h"

extern const struct screen_ops screen_flat, screen_graph, screen_source, screen_info;

#endif
