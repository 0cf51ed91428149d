/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_check: are the call paths of a profile such as its code can have made?
 *
 * A frame whose call cannot have led to the next inner one ends the path: what lies further in was
 * called by nobody knows whom. So it is with return addresses that were left over on the stack and
 * taken for frames, as runtimes before this one did.
 *
 * Not known are calls by an address, of functions that go on by an address, and of addresses
 * without a symbol: they may lead anywhere. Calls of another function lead there, and to what that
 * jumps to. What counts calls, mcount and its like, calls nothing else. */
#ifndef GPTUI_LOAD_PATH_CHECK_H
#define GPTUI_LOAD_PATH_CHECK_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/model/profile.h"

/* The profile is complete but for this. One without paths, or whose code cannot be read, stays as
 * it is. Fails with ERR_CANCELLED. */
bool path_check(struct profile *p, const struct progress *progress, struct err *e) ATTR_MUST_USE;

#endif
