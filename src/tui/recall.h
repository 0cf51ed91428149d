/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recall: whether a run of the browser remembers anything, and when the file of it is read and
 * written. Scripts neither read nor write it; nor do tests (GPTUI_TEST=1), unless they set
 * XDG_STATE_HOME to a folder of their own. */
#ifndef GPTUI_TUI_RECALL_H
#define GPTUI_TUI_RECALL_H

#include <stdbool.h>

#include "core/base/err.h"
#include "core/base/text.h"
#include "tui/keys/state_file.h"

struct app;

/* All-zero: nothing is remembered. */
struct recall {
    struct text path;
    bool on;
    bool first; /* there was no file: the program is new to its user */
};

/* Read the file into *s. What is wrong with it is added to *why, as lines; then it is not touched.
 * A file that is missing is made at once: where that fails nothing is remembered. */
void recall_begin(struct recall *r, bool testing, struct state *s, struct text *why);

/* Add what this run leaves to what the file has by now. */
void recall_end(const struct recall *r, const struct app *a);

/* Empty the file, and leave it so. Fails with ERR_WRITE. */
bool recall_forget(struct recall *r, struct err *e) ATTR_MUST_USE;

void recall_release(struct recall *r);

#endif
