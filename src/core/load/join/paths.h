/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paths: the call paths of a profile's runs, joined. */
#ifndef GPTUI_LOAD_JOIN_PATHS_H
#define GPTUI_LOAD_JOIN_PATHS_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/join/join_internal.h"

/* Give p the call paths of all runs, if all have some (model/paths.h). Those that cannot be read
 * are as if they were not there. Fails with ERR_MEMORY, ERR_CANCELLED. */
bool join_paths(struct join *j, struct err *e) ATTR_MUST_USE;

#endif
