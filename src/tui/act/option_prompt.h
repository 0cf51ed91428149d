/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_prompt: options typed in a prompt, with their arguments. */
#ifndef GPTUI_TUI_ACT_OPTION_PROMPT_H
#define GPTUI_TUI_ACT_OPTION_PROMPT_H

#include <stdbool.h>

#include "core/options/option.h"
#include "tui/app/ui.h"

/* Says it if an option that was typed, and that is on now, selects nothing. */
void filter_check(struct ui *ui, option_id id, const char *arg);

/* What its keys do: a switch is turned, for others the prompt opens. */
void filter_press(struct ui *ui, option_id id);

/* Parse an option as typed ("-E spec", "-Espec", "--demangle=x", "-z") into id and argument (inside
 * s; NULL: none). False with a sentence in the message line. */
bool filter_parse(struct ui *ui, const char *s, option_id *id, const char **arg);

#endif
