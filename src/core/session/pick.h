/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session/pick: the functions of a session that a symspec means, outside of all options. */
#ifndef GPTUI_SESSION_PICK_H
#define GPTUI_SESSION_PICK_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/select/symset.h"
#include "core/session/session.h"

/* out->some is false if there are none. Release it with symset_release. Fails as symset_build and
 * sources_new. s has an analysis. */
bool session_pick(const struct session *s, const char *spec, struct symset *out,
                  struct err *e) ATTR_MUST_USE;

#endif
