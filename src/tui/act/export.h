/* SPDX-License-Identifier: GPL-3.0-or-later */
/* export: the view as a file, in gprof's layout or as it is on the screen, and what is copied.
 * All say in the message line what they did. `replace`: an existing file is overwritten. */
#ifndef GPTUI_TUI_ACT_EXPORT_H
#define GPTUI_TUI_ACT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/app/ui.h"
struct text;

/* What the view shows, all rows, heading first. */
void export_screen(struct ui *ui, const char *path, bool replace);

/* What the batch command (export_command_text) prints. */
void export_gprof(struct ui *ui, const char *path, bool replace);

/* What the batch command prints with --format=FORMAT (n bytes) for the options that are on. False:
 * there is no such format. */
bool export_format(struct ui *ui, const char *format, size_t n, const char *path, bool replace);

/* The batch command, as a line. */
void export_command(struct ui *ui, const char *path, bool replace);
void export_command_text(const struct ui *ui, struct text *out);

#endif
