/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screens: the screen of each view (keys/views.h). */
#ifndef GPTUI_TUI_SCREENS_SCREENS_H
#define GPTUI_TUI_SCREENS_SCREENS_H

#include "tui/app/screen.h"

#define V(X, ID, name, title, key, noun, help) extern const struct screen_ops screen_##name;
VIEWS(V, )
#undef V
#define V(X, ID, name, OUTER, title, key, noun) extern const struct screen_ops screen_##name;
INNER_VIEWS(V, )
#undef V

#endif
