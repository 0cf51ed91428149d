/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result: what a run has left: put in its place, reported, and handed over to be opened. */
#ifndef GPTUI_RECORD_RESULT_H
#define GPTUI_RECORD_RESULT_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "record/recording.h"

/* Name the profile that was chosen FILE, and report what there is; *end gets what is to be opened,
 * if it is. Fails as output_collect. */
bool result_finish(struct recording *g, const struct output_choice *c, struct record_end *end,
                   struct err *e) ATTR_MUST_USE;

#endif
