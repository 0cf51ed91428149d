/* SPDX-License-Identifier: GPL-3.0-or-later */
/* paths: the call paths of a profile's runs, at the addresses that their images have in it. */
#ifndef GPTUI_LOAD_RUN_PATHS_H
#define GPTUI_LOAD_RUN_PATHS_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"

/* As addresses of first nodes in no image, which stand for callers. */
enum {
    PATH_CUT = 1,   /* that are not known */
    PATH_ALONE = 2, /* of which nothing is known: the stack was not the thread's own */
};

struct join;

/* Give them to the profile, in which libraries have their places, if all files had some: else it
 * would look as if other runs had not happened (model/profile.h). Fails with ERR_CANCELLED. */
bool join_paths(struct join *j, struct err *e) ATTR_MUST_USE;

#endif
