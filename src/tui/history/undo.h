/* SPDX-License-Identifier: GPL-3.0-or-later */
/* undo: the lists of options that were on, and the last analysis, so that taking a change back is
 * quick. Options are values: whole lists are kept. */
#ifndef GPTUI_TUI_HISTORY_UNDO_H
#define GPTUI_TUI_HISTORY_UNDO_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/session/session.h"

#define UNDO_MAX 100

struct undo {
    struct option_list past[UNDO_MAX], future[UNDO_MAX];
    size_t n_past, n_future;
    struct analysis *spare;             /* of the options that were on last; NULL: none */
    const struct option_list *spare_of; /* those, on top of past or future */
};

void undo_release(struct undo *u);

/* Make *options the options that are on, remembering the old ones; what could be redone is
 * forgotten. On success *options is taken over and empty; on failure it is as before. Fails as
 * session_change does. */
bool undo_change(struct undo *u, struct session *s, struct option_list *options,
                 struct err *e) ATTR_MUST_USE;

/* Take the last change back (forward: make it again). False with e.code ERR_NONE: there is none. */
bool undo_step(struct undo *u, struct session *s, bool forward, struct err *e) ATTR_MUST_USE;

/* Read the files again; lists of options stay. Fails as session_reload does. */
bool undo_reload(struct undo *u, struct session *s, struct err *e) ATTR_MUST_USE;

#endif
