/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export: the view as a file, in gprof's layout or as it is on the screen, and what is copied.
 * All say in the message line what they did. `replace`: an existing file is overwritten. */
#ifndef GPTUI_TUI_ACT_EXPORT_H
#define GPTUI_TUI_ACT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/app/ui.h"

/* What the view shows, all rows, heading first. */
void export_screen(struct ui *ui, const char *path, bool replace);

/* By a name of n bytes: "gprof", what the batch command prints; a word that --format takes, what
 * that command prints for the options that are on; "command", itself, as a line. False: there is no
 * such thing. */
bool export_as(struct ui *ui, const char *name, size_t n, const char *path, bool replace);

/* Append the batch command. */
void export_command_text(const struct ui *ui, struct text *out);

#endif
