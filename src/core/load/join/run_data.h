/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_data: the samples and calls, or the waits, of a run's images, added to a profile. */
#ifndef GPTUI_LOAD_JOIN_RUN_DATA_H
#define GPTUI_LOAD_JOIN_RUN_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/gmon/gmon.h"
#include "core/load/run/run.h"

/* Add what the run has of an image to p. Fails as gmon_read and run_profile do. */
bool run_data_read(const struct run *run, size_t image, enum unite_measure what, struct profile *p,
                   const struct gmon_options *o, struct err *e) ATTR_MUST_USE;

#endif
