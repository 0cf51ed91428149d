/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session/compare: a session compared with other runs (--diff).
 *
 * The old side is a session of its own, of the files of --diff and the program of --diff-image,
 * under the same filters. It is made when somebody first asks for the comparison, and follows the
 * options of the new side. Several files are several runs. */
#ifndef GPTUI_SESSION_COMPARE_H
#define GPTUI_SESSION_COMPARE_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/session/session.h"

/* Is there anything to compare with? */
bool session_compares(const struct session *s);

/* The comparison with the session as it is; valid until the session changes. NULL and e as
 * session_new, or with ERR_SPEC if nothing is to be compared with. */
const struct view_diff *session_diff(struct session *s, struct err *e);

/* The session of the old side of a comparison that was made, else NULL. */
struct session *session_old(const struct session *s);

#endif
