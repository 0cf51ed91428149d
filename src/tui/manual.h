/* SPDX-License-Identifier: GPL-3.0-or-later */
/* manual: keys, commands, settings and columns as the manual page has them. */
#ifndef GPTUI_TUI_MANUAL_H
#define GPTUI_TUI_MANUAL_H

struct text;

/* The manual's subsections on keys, commands, modes, settings and columns, in roff. */
void manual_keys(struct text *out);

#endif
