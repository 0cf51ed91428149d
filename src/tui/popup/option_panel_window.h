/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_panel_window: the option panel as a pop-up: its lines, and the command that they make. */
#ifndef GPTUI_TUI_POPUP_OPTION_PANEL_WINDOW_H
#define GPTUI_TUI_POPUP_OPTION_PANEL_WINDOW_H

#include "tui/app/popup.h"

extern const struct popup_ops popup_option_panel;

#endif
