/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chooser: which program and profile to open, where a folder has several that belong together. */
#ifndef GPTUI_TUI_CHOOSER_H
#define GPTUI_TUI_CHOOSER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/pairs.h"
#include "tui/terminal/event.h"

struct keymap;
struct surface;

/* Let the user choose one of p->n >= 1 pairs; its number in *chosen. False with
 * ERR_CANCELLED when he leaves; *lost is the event that ended it, of kind EVENT_LOST, if one did.
 */
bool chooser_run(struct surface *s, const struct keymap *keys, const struct pairs *p,
                 size_t *chosen, struct event *lost, struct err *e) ATTR_MUST_USE;

#endif
