/* SPDX-License-Identifier: GPL-3.0-or-later */
/* remembered: what one run of the browser leaves to the next. The file itself is read and written
 * elsewhere (tui/browser.c); here it is a struct state.
 *
 * 1. What the first screen shows depends on the command line alone. Of the runs before, only what
 *    somebody chose by hand for all programs comes back by itself: columns, side pane, level of
 *    names, and the lines typed into prompts. Sets of filters have digits.
 * 2. A run adds what it changed and leaves the rest as it finds it, so that two runs at a time do
 *    not lose each other's. */
#ifndef GPTUI_TUI_APP_REMEMBERED_H
#define GPTUI_TUI_APP_REMEMBERED_H

#include <stdbool.h>

#include "core/options/option_list.h"
#include "tui/app/ui.h"
#include "tui/keys/state_file.h"

/* Sets of more options, and longer lines typed, are not left to other runs. */
enum { N_OPTION_SETS = 9, SET_OPTIONS_MOST = 1000, LINE_BYTES_MOST = 1000 };

/* Options kept under a number. */
struct option_set {
    struct option_list list;
    bool is_kept; /* else there is none of this number */
    bool by_hand; /* in this run */
};

struct remembered {
    bool on;                              /* else nothing is left to the next run */
    struct state then;                    /* what the runs before left */
    char *image;                          /* its section: the absolute path; NULL: unknown */
    struct option_set set[N_OPTION_SETS]; /* of this image */
};

/* Take up what the runs before left, before any screen is made; `then` is moved in. */
void remembered_begin(struct ui *ui, struct state *then);
void remembered_release(struct remembered *r);

/* Add to *now, which has what other runs left meanwhile, what this one leaves. */
void remembered_add(const struct ui *ui, struct state *now);

/* Nothing is remembered any more, and nothing of this run will be; the file is for who takes the
 * request. */
void remembered_forget(struct ui *ui, const char *args);

#endif
