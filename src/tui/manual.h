/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual: keys and commands as the manual page has them. */
#ifndef GPTUI_TUI_MANUAL_H
#define GPTUI_TUI_MANUAL_H

struct text;

/* The manual's section on keys and commands, in roff. */
void manual_keys(struct text *out);

#endif
