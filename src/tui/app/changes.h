/* SPDX-License-Identifier: GPL-3.0-or-later */
/* changes: what is filtered: options, each change of which makes a new analysis, row filters and
 * folds of cycles. All can be undone. */
#ifndef GPTUI_TUI_APP_CHANGES_H
#define GPTUI_TUI_APP_CHANGES_H

#include <stdbool.h>

#include "core/options/option.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "tui/app/ui.h"

/* The options at hand, to be changed. */
struct option_list options_copy(const struct ui *ui);

/* Make *l the options that are on, and release it. On failure the options are as before, and the
 * reason is reported. */
bool options_change(struct ui *ui, struct option_list *l);

/* Read the files again; false: all is as before, and the reason is reported. */
bool files_reload(struct ui *ui);

/* Make `filter` the row filter of a view ("": none). */
void rows_change(struct ui *ui, enum view v, const char *filter);

/* Fold or unfold the members of cycles in the view at hand. */
void folds_change(struct ui *ui);

/* Say which options are on now that one has changed; OPTION_NONE: any. */
void options_say(struct ui *ui, const char *what, option_id id);

#endif
