/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: options switched on and off while looking, by keys, typed in a prompt, or for a row.
 * Each says what it did in the message line. */
#ifndef GPTUI_TUI_ACT_OPTIONS_H
#define GPTUI_TUI_ACT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/options/option.h"
#include "core/view/grid/grid.h"
#include "tui/app/ui.h"

/* On if it is not there (or off), gone if it is on. */
bool filter_toggle(struct ui *ui, option_id id, const char *arg);

/* The symspec of a subject for an option: of its arc if the option selects arcs alone, else of its
 * function. False with a sentence in the message line. */
bool filter_spec(struct ui *ui, option_id id, struct subject s, struct text *out);

/* Append the symspec FROM/TO of an arc. False: none can say it. */
bool arc_spec(struct ui *ui, arc_id arc, struct text *out);

/* Toggle an option for a subject. */
bool filter_subject(struct ui *ui, option_id id, struct subject s);

/* Only with this argument from now on, or not at all if it is NULL. */
bool option_replace(struct ui *ui, option_id id, const char *arg);

bool filter_is_on(const struct ui *ui, option_id id, const char *arg);

/* Put it after the others. */
bool filter_add(struct ui *ui, option_id id, const char *arg);

/* Says it if an option that was typed, and that is on now, selects nothing. */
void filter_check(struct ui *ui, option_id id, const char *arg);

/* What its keys do: a switch is turned, for others the prompt opens. */
void filter_press(struct ui *ui, option_id id);

/* Parse an option as typed ("-E spec", "-Espec", "--demangle=x", "-z") into id and argument (inside
 * s; NULL: none). False with a sentence in the message line. */
bool filter_parse(struct ui *ui, const char *s, option_id *id, const char **arg);

#endif
