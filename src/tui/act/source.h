/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source: going about in the source: callees, hottest lines, files, the editor, sources that
 * moved. */
#ifndef GPTUI_TUI_ACT_SOURCE_H
#define GPTUI_TUI_ACT_SOURCE_H

#include <stdbool.h>

#include "tui/app/ui.h"

/* What the source view does for its screen (struct screen_ops). */
bool source_point(struct ui *ui, node_id n); /* show where n begins; false: not known */
void source_follow(struct ui *ui);           /* what the line calls */
void source_up(struct ui *ui);               /* the heaviest call of the line's function */
void source_hottest(struct ui *ui);
void source_hot_step(struct ui *ui, bool next); /* to the next hottest line, or the one before */

void source_show_node(struct ui *ui, node_id n); /* go where n begins, or say why not */

void source_choose_file(struct ui *ui, const char *args); /* by a menu of all files */

/* Show the line that is selected in the side pane, which has source and the keys. */
void source_open_line(struct ui *ui);

/* Source files may have changed: what is shown of them is read again. */
void source_files_changed(struct ui *ui);

#endif
