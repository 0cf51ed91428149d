/* SPDX-License-Identifier: GPL-3.0-or-later */
/* help: what can be pressed, made from the table of keys and actions. */
#ifndef GPTUI_TUI_POPUP_HELP_H
#define GPTUI_TUI_POPUP_HELP_H

struct app;
struct text;

void help_close(struct app *a);

/* The manual's section on keys and commands, in roff. */
void help_manual(struct text *out);

#endif
