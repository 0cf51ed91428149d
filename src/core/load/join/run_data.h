/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_data: the profiles and waits of a run's images, from the files that its text names, or from
 * the counts that were kept of it. */
#ifndef GPTUI_LOAD_JOIN_RUN_DATA_H
#define GPTUI_LOAD_JOIN_RUN_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/keep_profile.h"
#include "core/load/join/run_info.h"

/* Add what the run has of an image, which its text says it has, to p. Fails as gmon_read does. */
bool run_data_read(const struct run_info *info, size_t image, enum kept_what what,
                   struct profile *p, const struct gmon_options *o, struct err *e) ATTR_MUST_USE;

#endif
