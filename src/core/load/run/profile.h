/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile: what a run has of one image, as the bytes of a profile data file. */
#ifndef GPTUI_LOAD_RUN_PROFILE_H
#define GPTUI_LOAD_RUN_PROFILE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/image.h"
#include "core/load/run/run.h"
#include "unite/gmon.h"

/* That of image number `image`, from 0 on, for the pointers of `like`. Fails with ERR_MEMORY,
 * ERR_RUN_DAMAGED, ERR_LIMIT (its numbers are so large that no runtime can have counted them). */
bool run_profile(const struct run *r, size_t image, enum unite_measure what,
                 const struct image *like, struct bytes *out, struct err *e) ATTR_MUST_USE;

#endif
