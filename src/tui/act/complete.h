/* SPDX-License-Identifier: GPL-3.0-or-later */
/* complete: what the word before the cursor of a prompt could become. */
#ifndef GPTUI_TUI_ACT_COMPLETE_H
#define GPTUI_TUI_ACT_COMPLETE_H

#include <stddef.h>

#include "tui/app/prompt.h"

/* Candidates for a `:` command line, for a file name, for a symspec or an arc, and for a row
 * filter, up to `at`. */
void complete_command(const struct ui *ui, const char *line, size_t at, struct completion *c);
void complete_path(const struct ui *ui, const char *line, size_t at, struct completion *c);
void complete_rows(const struct ui *ui, const char *line, size_t at, struct completion *c);
void complete_spec(const struct ui *ui, const char *line, size_t at, struct completion *c);

#endif
